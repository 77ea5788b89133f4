// What has just happened on the planets, moving: a tile comes from the table, tiles turn over, a stack is dealt out.

import type { Event } from '../../wire/kinds';
import { MARGIN, SIDE } from './layout';

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
      for (const place of places(event.seat, [event.cell])) {
        place.tile.animate([start(place, from), { opacity: 1, translate: '0 0', scale: 1 }], { duration: 460, delay: wait, easing: EASE, fill: 'backwards' });
      }
      wait += 160;
    } else if (event.type === 'planet.turned_over') {
      places(event.seat, event.cells).forEach(({ tile }, i) =>
        tile.animate([{ scale: '0 1' }, { scale: '1 1' }], { duration: 360, delay: wait + 260 + i * 120, easing: EASE, fill: 'backwards' }),
      );
    }
  }
}

/** A tile of a planet wherever it is drawn, on the board or on a player's card. */
interface Place {
  readonly tile: SVGElement;
  readonly x: number; // its middle on the screen
  readonly y: number;
  readonly unit: number; // of the drawing, in pixels
}

/** A tile's own box would hold all it clips away; its place follows from the planet's box and the cell. */
function places(seat: number, cells: readonly number[]): Place[] {
  return cells.flatMap((cell) =>
    [...document.querySelectorAll<SVGElement>(`[data-cell="${seat} ${cell}"]`)].flatMap((tile) => {
      const planet = tile.ownerSVGElement?.getBoundingClientRect();
      if (!planet || planet.width === 0) return [];
      const [u, v] = [(cell % 4) * SIDE + SIDE / 2, Math.floor(cell / 4) * SIDE + SIDE / 2];
      const unit = planet.width / (4 * SIDE + 2 * MARGIN);
      tile.style.setProperty('transform-origin', `${u}px ${v}px`);
      return [{ tile, x: planet.x + (u + MARGIN) * unit, y: planet.y + (v + MARGIN) * unit, unit }];
    }),
  );
}

/** Where a tile's way begins, in the drawing's own units: on the table, or a little above its place. */
function start({ x, y, unit }: Place, from: DOMRect | undefined): Keyframe {
  if (!from) return { opacity: 0, translate: '0 -40px', scale: 1.15 };
  const dx = (from.x + from.width / 2 - x) / unit;
  const dy = (from.y + from.height / 2 - y) / unit;
  return { opacity: 1, translate: `${dx}px ${dy}px`, scale: from.width / unit / SIDE };
}
