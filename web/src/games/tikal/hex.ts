// Where things lie: hexes of 60 units, eight columns of five. On a phone the board is turned a quarter to the left.

import type { LaidTile, TikalTile } from '../../wire/kinds';

export type Cell = readonly [column: number, row: number];
export type Point = readonly [x: number, y: number];

export const COLUMNS = 8;
export const ROWS = 5;
export const SIZE = 60; // from the centre to a corner
const HIGH = Math.sqrt(3) * SIZE;
const BOARD_W = 12.5 * SIZE;
const BOARD_H = 5.5 * HIGH;

export const CELLS: readonly Cell[] = Array.from({ length: COLUMNS * ROWS }, (_, i) => [Math.floor(i / ROWS), i % ROWS] as const);

export function keyOf(cell: Cell): string {
  return `${cell[0]},${cell[1]}`;
}

/** (0, 4) is A5, as the log and the rules name it. */
export function nameOf(cell: Cell): string {
  return 'ABCDEFGH'.charAt(cell[0]) + String(cell[1] + 1);
}

export function same(a: Cell, b: Cell): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** A layout: where each cell is on the page, which way each edge looks. */
export interface Layout {
  readonly turned: boolean;
  readonly at: (cell: Cell) => Point;
  readonly angle: (edge: number) => number; // degrees, 0 is to the right
  readonly spin: number; // of the hexagons themselves
  readonly box: string;
  readonly corners: readonly Point[]; // feet of figures, the best place first
  readonly coin: Point; // where a price sits
}

function upright(cell: Cell): Point {
  return [SIZE + 1.5 * SIZE * cell[0], HIGH / 2 + HIGH * (cell[1] + (cell[0] % 2) / 2)];
}

export const FLAT: Layout = {
  turned: false,
  at: upright,
  angle: (edge) => -90 + 60 * edge,
  spin: 0,
  box: `-20 -19 ${BOARD_W + 26} ${BOARD_H + 28}`,
  corners: [[21, 36], [-21, 36], [35, 13], [-35, 13], [1, 46], [-20, -12], [20, -12], [0, 20]],
  coin: [28, -46],
};

export const TURNED: Layout = {
  turned: true,
  at: (cell) => {
    const [x, y] = upright(cell);
    return [y, BOARD_W - x];
  },
  angle: (edge) => -180 + 60 * edge,
  spin: 30,
  box: `-27 -8 ${BOARD_H + 36} ${BOARD_W + 26}`,
  corners: [[30, 31], [-30, 31], [0, 50], [34, 2], [-34, 2], [-17, 12], [17, 12], [0, -20]],
  coin: [43, -29],
};

/** A hexagon's outline with softened corners. */
export function hexagon(radius: number, spin: number, round = 7): string {
  const corner = Array.from({ length: 6 }, (_, i): Point => {
    const angle = ((60 * i + spin) * Math.PI) / 180;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  const t = round / radius;
  const between = (a: Point, b: Point): string => `${(a[0] + (b[0] - a[0]) * t).toFixed(1)} ${(a[1] + (b[1] - a[1]) * t).toFixed(1)}`;
  return (
    corner
      .map((here, i) => {
        const before = corner[(i + 5) % 6] ?? here;
        const after = corner[(i + 1) % 6] ?? here;
        return `${i ? 'L' : 'M'}${between(here, before)} Q${here[0].toFixed(1)} ${here[1].toFixed(1)} ${between(here, after)}`;
      })
      .join(' ') + 'Z'
  );
}

/** The stones of a tile turned clockwise by so many sixths. */
export function turnedEdges(tile: TikalTile, turned: number): number[] {
  return tile.edges.map((_, edge) => tile.edges[(edge - turned + 6) % 6] ?? 0);
}

export function byCell(board: readonly LaidTile[]): Map<string, LaidTile> {
  return new Map(board.map((laid) => [keyOf(laid.cell), laid]));
}

/** Which edge of `a` touches `b`, by where they lie; null where they are no neighbours. */
export function edgeTo(a: Cell, b: Cell): number | null {
  const [ax, ay] = upright(a);
  const [bx, by] = upright(b);
  if (Math.hypot(bx - ax, by - ay) > HIGH * 1.1) return null;
  return ((Math.round((Math.atan2(by - ay, bx - ax) * 180) / Math.PI / 60 + 1.5) % 6) + 6) % 6;
}

const STEPS = { N: 0, NE: 1, SE: 2, S: 3, SW: 4, NW: 5 } as const;

/** The cell beyond an edge. */
export function beyond(cell: Cell, direction: keyof typeof STEPS): Cell {
  const [x, y] = upright(cell);
  const angle = ((-90 + 60 * STEPS[direction]) * Math.PI) / 180;
  const tx = x + HIGH * Math.cos(angle);
  const ty = y + HIGH * Math.sin(angle);
  return CELLS.reduce((best, other) => (far(other, tx, ty) < far(best, tx, ty) ? other : best), cell);
}

function far(cell: Cell, x: number, y: number): number {
  const [cx, cy] = upright(cell);
  return Math.hypot(cx - x, cy - y);
}

/** The nearest cell in a direction of the screen, for the arrow keys. */
export function towards(layout: Layout, cell: Cell, dx: number, dy: number): Cell | null {
  const [x, y] = layout.at(cell);
  let best: Cell | null = null;
  let least = Infinity;
  for (const other of CELLS) {
    const [ox, oy] = layout.at(other);
    const along = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along > 10 && along + 1.2 * aside < least) {
      least = along + 1.2 * aside;
      best = other;
    }
  }
  return best;
}

/** The same numbers for the same seed, so that the jungle looks the same each time. */
export function scatter(seed: number): () => number {
  let now = (seed * 7919 + 11) % 2147483647;
  return () => (now = (now * 16807) % 2147483647) / 2147483647;
}
