// What has just happened on the planets, moving: a tile comes from the table, tiles turn over, a stack is dealt out.

import type { Event } from '../../wire/kinds';

const EASE = 'cubic-bezier(.2,.7,.2,1)';

export function moves(events: readonly Event[], root: HTMLElement): void {
  let wait = 0;
  for (const event of events) {
    if (event.type === 'planet.chosen' || event.type === 'planet.shown') {
      root.querySelectorAll('[data-offer]').forEach((card, i) =>
        card.animate([{ opacity: 0, translate: '0 -18px', rotate: '-2deg' }, { opacity: 1, translate: '0 0', rotate: '0deg' }], { duration: 280, delay: i * 70, easing: EASE, fill: 'backwards' }),
      );
    } else if ((event.type === 'planet.taken' || event.type === 'planet.placed') && event.cell !== null) {
      for (const tile of places(event.seat, [event.cell])) {
        tile.animate([{ opacity: 0, translate: '-60px -30px', scale: 1.25 }, { opacity: 1, offset: 0.3 }, { opacity: 1, translate: '0 0', scale: 1 }], { duration: 420, delay: wait, easing: EASE, fill: 'backwards' });
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
