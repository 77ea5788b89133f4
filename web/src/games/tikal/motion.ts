// What has just happened, moved. Never blocks: the picture is already right, this only shows how it came about.

import type { LogLine } from '../../wire/kinds';
import { keyOf, type Cell, type Layout } from './hex';

const EASE = 'cubic-bezier(.2,.7,.2,1)';
let shown = ''; // the line last moved, so that a redraw does not move it again

export function calm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Plays the motions of a line of the log on the board that already shows it. */
export function animate(root: SVGSVGElement, line: LogLine, layout: Layout): void {
  const mark = `${line.seq}:${line.at}`;
  if (shown === mark) return;
  shown = mark;
  if (line.what !== 'play') return;
  if (calm()) {
    fade(root);
    return;
  }
  walks(root, line, layout);
  for (const event of line.events) {
    if (event.type === 'tikal.laid') lay(root, event.cell);
    if (event.type === 'tikal.entered') pop(root.querySelector(`[data-fig="${event.seat}:${event.piece}:${keyOf(event.cell)}"]`), 'translate(0, -26px) scale(.6)');
    if (event.type === 'tikal.uncovered') rise(root, event.cell);
    if (event.type === 'tikal.camp') pop(root.querySelector(`[data-tile="${keyOf(event.cell)}"] [data-camp]`), 'scale(.3)');
    if (event.type === 'tikal.guarded') pop(root.querySelector(`[data-crest="${keyOf(event.cell)}"] [data-guard]`), 'translate(0, -30px)');
    if (event.type === 'tikal.taken') turnOver(root);
    if (event.type === 'tikal.scored') light(root);
  }
}

/** A piece goes along all the steps of the line. */
function walks(root: SVGSVGElement, line: LogLine, layout: Layout): void {
  const moved = line.events.filter((event) => event.type === 'tikal.moved');
  const end = moved.at(-1);
  if (!end) return;
  const own = moved.filter((event) => event.seat === end.seat && event.piece === end.piece);
  const [tx, ty] = layout.at(end.target);
  const stops = [...own.map((event) => event.origin), end.target].map((cell): Keyframe => {
    const [x, y] = layout.at(cell);
    return { transform: `translate(${x - tx}px, ${y - ty}px)` };
  });
  root
    .querySelector(`[data-fig="${end.seat}:${end.piece}:${keyOf(end.target)}"]`)
    ?.animate(stops, { duration: Math.min(1100, 280 * own.length + 60), easing: own.length > 1 ? 'ease-in-out' : EASE });
}

function lay(root: SVGSVGElement, cell: Cell): void {
  const from = { transform: 'translate(0, 70px) scale(1.18)', opacity: 0 };
  for (const part of [`[data-tile="${keyOf(cell)}"]`, `[data-stones="${keyOf(cell)}"]`, `[data-crest="${keyOf(cell)}"]`]) root.querySelector(part)?.animate([from, { transform: 'none', opacity: 1 }], { duration: 320, easing: EASE });
}

function pop(element: Element | null, from: string): void {
  element?.animate([{ transform: from, opacity: 0 }, { transform: 'none', opacity: 1 }], { duration: 320, easing: EASE });
}

function rise(root: SVGSVGElement, cell: Cell): void {
  const tile = root.querySelector(`[data-tile="${keyOf(cell)}"]`);
  tile?.querySelector('[data-rise]')?.animate([{ transform: 'translate(0, 10px) scale(1, .8)' }, { transform: 'none' }], { duration: 480, easing: EASE });
  root.querySelector(`[data-crest="${keyOf(cell)}"] [data-plate]`)?.animate([{ transform: 'scale(1)' }, { transform: 'scale(1.45)' }, { transform: 'scale(1)' }], { duration: 520, easing: 'ease-out' });
}

function turnOver(root: SVGSVGElement): void {
  root.querySelector('[data-taken]')?.animate(
    [
      { opacity: 1, transform: 'scale(0, 1)' },
      { opacity: 1, transform: 'scale(1, 1)', offset: 0.2 },
      { opacity: 1, transform: 'translate(0, -8px)', offset: 0.8 },
      { opacity: 0, transform: 'translate(0, -30px)' },
    ],
    { duration: 1700, easing: 'ease-out' },
  );
}

/** One temple after another. */
function light(root: SVGSVGElement): void {
  root.querySelectorAll<SVGElement>('[data-light]').forEach((element) => {
    element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 260, delay: Number(element.dataset.light) * 340, fill: 'backwards', easing: EASE });
  });
}

function fade(root: SVGSVGElement): void {
  root.querySelector('[data-taken]')?.animate([{ opacity: 1 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], { duration: 1700 });
}
