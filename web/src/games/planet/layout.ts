// Where things lie on a tile. Tiles never turn: a tile knows where the planet's middle is and draws sky and land from there;
// what lies on it is set out for the first place of its stack and carried round by quarter turns, pictures upright.

import type { PlanetTile } from '../../wire/kinds';
import { ELEMENTS, type Element } from './art';

export type Stack = PlanetTile['stack'];
export const STACKS: readonly Stack[] = ['inside', 'rising', 'falling', 'character'];
export const SIDE = 120;
export const MARGIN = 4; // around a planet's sixteen places
export const RADIUS = 205;

/** Places of a stack, each a quarter turn from the one before. */
const ROUND: Record<Stack, readonly number[]> = {
  inside: [5, 6, 10, 9],
  rising: [1, 7, 14, 8],
  falling: [2, 11, 13, 4],
  character: [0, 3, 15, 12],
};
export const stackOf = (cell: number): Stack => STACKS.find((stack) => ROUND[stack].includes(cell)) ?? 'inside';
export const firstOf = (stack: Stack): number => ROUND[stack][0] ?? 0;

/** The planet's middle, seen from the corner of a cell. */
export function middle(cell: number): { readonly x: number; readonly y: number } {
  return { x: 2 * SIDE - (cell % 4) * SIDE, y: 2 * SIDE - Math.floor(cell / 4) * SIDE };
}

type Spot = readonly [x: number, y: number, size: number];
const FIELD: Readonly<Record<number, readonly Spot[]>> = {
  1: [[60, 60, 80]],
  2: [[37, 50, 58], [84, 72, 58]],
  3: [[34, 38, 54], [88, 46, 52], [54, 89, 52]],
  4: [[33, 33, 52], [88, 34, 50], [33, 88, 48], [88, 88, 50]],
  5: [[28, 30, 44], [90, 30, 44], [60, 62, 44], [28, 93, 44], [92, 93, 44]],
};
const SLOPE: Readonly<Record<number, readonly Spot[]>> = {
  1: [[74, 82, 62]],
  2: [[91, 72, 54], [38, 93, 50]],
  3: [[96, 64, 50], [58, 84, 44], [22, 97, 40]],
  4: [[97, 60, 44], [56, 72, 40], [24, 98, 38], [74, 103, 36]],
};
const SLOPE_LOW: Readonly<Record<number, readonly Spot[]>> = {
  // with the sun on the horizon above
  1: [[74, 86, 58]],
  2: [[93, 84, 52], [40, 95, 46]],
  3: [[98, 72, 42], [24, 98, 40], [64, 98, 42]],
  4: [[100, 66, 38], [21, 99, 36], [60, 88, 38], [95, 103, 34]],
};
const SKY: readonly Spot[] = [[20, 26, 34], [56, 18, 30], [92, 14, 26]];
const CORNER: readonly Spot[] = [[18, 20, 28], [44, 15, 24]];
const SUN: Spot = [56, 38, 62];

export interface Thing {
  readonly element: Element;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}
export interface Layout {
  readonly sky: readonly Thing[]; // behind the land
  readonly land: readonly Thing[];
}

/** Big things first: they get the larger spots. */
const ORDER: readonly Element[] = ['baobab', 'volcano', 'elephant', ...ELEMENTS];

export function layout(tile: PlanetTile, cell: number): Layout {
  const turns = Math.max(0, ROUND[tile.stack].indexOf(cell));
  const put = (element: Element, [x, y, size]: Spot): Thing => {
    let [u, v] = tile.stack === 'falling' ? [SIDE - x, y] : [x, y];
    if (tile.stack !== 'inside' && tile.stack !== 'character') for (let i = 0; i < turns; i += 1) [u, v] = [SIDE - v, u];
    if (tile.stack === 'character' && cell % 4 === 3) u = SIDE - u;
    return { element, x: u, y: v, size };
  };
  const all = Object.entries(tile.elements) as [Element, number][];
  const many = (element: Element): number => tile.elements[element] ?? 0;
  const things = all
    .filter(([element]) => element !== 'sunset' && element !== 'big_star')
    .sort((a, b) => ORDER.indexOf(a[0]) - ORDER.indexOf(b[0]))
    .flatMap(([element, n]) => Array.from({ length: n }, () => element));
  const spots = (tile.stack === 'inside' ? FIELD : many('sunset') ? SLOPE_LOW : SLOPE)[things.length] ?? [];
  const stars = Array.from({ length: many('big_star') }, (_, i) => put('big_star', (tile.stack === 'character' ? CORNER : SKY)[i] ?? [60, 20, 24]));
  return {
    sky: [...(many('sunset') ? [put('sunset', SUN)] : []), ...stars],
    land: things.map((element, i) => put(element, spots[i] ?? [60, 60, 36])).sort((a, b) => a.y - b.y),
  };
}
