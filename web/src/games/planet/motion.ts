// What has just happened on the planets, moving: a tile comes from the table, tiles turn over, a stack is dealt out.

import type { Event } from '../../wire/kinds';

const EASE = 'cubic-bezier(.2,.7,.2,1)';

export type Spots = ReadonlyMap<string, DOMRect>;

/** Where the tiles on the table lie now, by their id. */
export function spots(root: HTMLElement): Spots {
  const cards = [...root.querySelectorAll<HTMLElement>('[data-offer]')];
  return new Map(cards.flatMap((card) => {
    const picture = card.querySelector('svg');
    return picture ? [[card.dataset['offer'] ?? '', picture.getBoundingClientRect()] as const] : [];
  }));
}

export function moves(events: readonly Event[], root: HTMLElement, before: Spots): void {
  let wait = 0;
  for (const event of events) {
    if (event.type === 'planet.chosen' || event.type === 'planet.shown') {
      root.querySelectorAll('[data-offer]').forEach((card, i) =>
        card.animate([{ opacity: 0, translate: '0 -18px', rotate: '-2deg' }, { opacity: 1, translate: '0 0', rotate: '0deg' }], { duration: 280, delay: i * 70, easing: EASE, fill: 'backwards' }),
      );
    } else if ((event.type === 'planet.taken' || event.type === 'planet.placed') && event.cell !== null) {
      const from = event.type === 'planet.taken' && event.tile ? before.get(event.tile.id) : undefined;
      for (const tile of places(event.seat, [event.cell])) {
        tile.animate([start(tile, from), { opacity: 1, translate: '0 0', scale: 1 }], { duration: 460, delay: wait, easing: EASE, fill: 'backwards' });
      }
      wait += 160;
    } else if (event.type === 'planet.turned_over') {
      places(event.seat, event.cells).forEach((tile, i) =>
        tile.animate([{ scale: '0 1' }, { scale: '1 1' }], { duration: 360, delay: wait + 260 + i * 120, easing: EASE, fill: 'backwards' }),
      );
    }
  }
}

/** Tiles of a planet wherever it is drawn: on the board or on a player's card. They turn about their own middle. */
function places(seat: number, cells: readonly number[]): SVGElement[] {
  const found = cells.flatMap((cell) => [...document.querySelectorAll<SVGElement>(`[data-cell="${seat} ${cell}"]`)]);
  for (const tile of found) {
    tile.style.setProperty('transform-box', 'fill-box');
    tile.style.setProperty('transform-origin', '50% 50%');
  }
  return found;
}

/** Where a tile's way begins, in the drawing's own units: on the table, or a little above its place. */
function start(tile: SVGElement, from: DOMRect | undefined): Keyframe {
  const to = tile.getBoundingClientRect();
  if (!from || to.width === 0) return { opacity: 0, translate: '0 -40px', scale: 1.15 };
  const unit = to.width / 120;
  const x = (from.x + from.width / 2 - to.x - to.width / 2) / unit;
  const y = (from.y + from.height / 2 - to.y - to.height / 2) / unit;
  return { opacity: 1, translate: `${x}px ${y}px`, scale: from.width / to.width };
}
