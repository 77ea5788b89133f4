// The six kinds, drawn: 64 by 64, light from the left, outlined in a deep tint of the tile. Each kind has a silhouette of its own.

import type { FloorCell } from '../../wire/kinds';

export type Kind = NonNullable<FloorCell['kind']>;
export const KINDS: readonly Kind[] = ['cats', 'books', 'games', 'frames', 'trophies', 'plants'];

export interface Paint {
  readonly face: string;
  readonly light: string; // upper left of the face
  readonly edge: string; // the thickness of the tile
  readonly ink: string; // outlines
}

export const PAINT: Record<Kind, Paint> = {
  cats: { face: '#86ad59', light: '#9fc374', edge: '#567736', ink: '#22350f' },
  books: { face: '#f3e6c6', light: '#fdf6e2', edge: '#bfa676', ink: '#4a2f19' },
  games: { face: '#efa93a', light: '#f8c162', edge: '#b07112', ink: '#55300a' },
  frames: { face: '#3f6fb5', light: '#5b89c9', edge: '#24477c', ink: '#10264a' },
  trophies: { face: '#79cbd8', light: '#9fdee7', edge: '#43909e', ink: '#0d3f4b' },
  plants: { face: '#d76595', light: '#e689af', edge: '#983c65', ink: '#4d0f2a' },
};

/** One path of a picture; `line` is the width of its stroke, 0 for none. */
export interface Shape {
  readonly d: string;
  readonly fill: string;
  readonly stroke: string;
  readonly line: number;
}

const INK = ''; // stands for the kind's own outline colour
const solid = (d: string, fill: string, line = 2.4): Shape => ({ d, fill, stroke: INK, line });
const flat = (d: string, fill: string): Shape => ({ d, fill, stroke: 'none', line: 0 });
const line = (d: string, stroke = INK, width = 2.4): Shape => ({ d, fill: 'none', stroke, line: width });

const oval = (x: number, y: number, rx: number, ry = rx): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;
const box = (x: number, y: number, w: number, h: number, q = 2.5): string =>
  `M${x + q} ${y}h${w - 2 * q}q${q} 0 ${q} ${q}v${h - 2 * q}q0 ${q} ${-q} ${q}h${2 * q - w}q${-q} 0 ${-q} ${-q}v${2 * q - h}q0 ${-q} ${q} ${-q}Z`;

const RED = '#cf4432';
const TEAL = '#2a8a84';
const GOLD = '#f6c945';
const AMBER = '#f0a83c';
const BLUE = '#2f6cb3';
const CREAM = '#fffaf0';
const GREEN = '#4ca15b';
const LEAF = '#d5f0b9';
const WOOD = '#8a5230';

const catFace: Shape[] = [
  solid('M10 31 11.500 10Q12.500 6 16 8.500L25.500 15.500Q32 13.800 38.500 15.500L48 8.500Q51.500 6 52.500 10L54 31Q57 56.500 32 56.500 7 56.500 10 31Z', '#f29b3e'),
  flat('M15.500 13.500 16 23 23 18Z M48.500 13.500 48 23 41 18Z', '#ffcda8'),
  flat(oval(32, 46, 12, 8), '#fff1dc'),
  line('M32 18v6.500M25.800 19l1.400 5M38.200 19l-1.400 5M11 37.500l5 .6M53 37.500l-5 .6', '#b9601a', 2.6),
  flat(oval(22, 34.500, 3.800, 4.700) + oval(42, 34.500, 3.800, 4.700), '#22350f'),
  flat(oval(23.300, 32.700, 1.400) + oval(43.300, 32.700, 1.400), '#fff'),
  solid('M29 41.500h6l-3 3Z', '#d8576b', 1.6),
  line('M32 45q-1 4-5.500 3.300M32 45q1 4 5.500 3.300M12 45.500 4 44M13 50l-7.500 2.500M52 45.500l8-1.500M51 50l7.500 2.500', INK, 1.9),
];
const catSitting: Shape[] = [
  line('M42 54Q58 56 57.500 43 57 35 51 36', INK, 9.4),
  line('M42 54Q58 56 57.500 43 57 35 51 36', '#4b4654', 4.8),
  solid('M18 58.500Q13 44 23 32H41Q51 44 46 58.500Z', '#4b4654'),
  flat('M25 34Q32 56 39 34Z', CREAM),
  solid('M18.500 23 17.500 7.500Q18 4 21.500 6L27.500 11Q32 10 36.500 11L42.500 6Q46 4 46.500 7.500L45.500 23Q45.500 36 32 36 18.500 36 18.500 23Z', '#4b4654'),
  flat('M21.500 10l.5 6 4-3Z M42.500 10l-.5 6-4-3Z', '#e79aa7'),
  flat(oval(26, 22.500, 4, 4.200) + oval(38, 22.500, 4, 4.200), '#f8df57'),
  flat(box(25, 19, 2.200, 7, 1) + box(37, 19, 2.200, 7, 1), '#1c1920'),
  flat('M30 28h4l-2 2.400Z', '#f2a0ad'),
  solid(oval(25.500, 57.500, 5.500, 3.500) + oval(38.500, 57.500, 5.500, 3.500), CREAM, 2),
];
const catAsleep: Shape[] = [
  solid('M6 45Q6 21 34 20 60 19 60 42 60 57.500 34 57.500 6 57.500 6 45Z', '#d6d1cf'),
  line('M35 21q-1.500 6 3.500 8M46 22.500q-2.500 5.500 2 8.500M55 29q-4.500 3.500-2 8', '#8e8689'),
  line('M58 46Q56 57 35 54.500', INK, 9.4),
  line('M58 46Q56 57 35 54.500', '#a49b9d', 4.8),
  solid('M5.500 39.500 5 25.500Q5.500 22 9 24L14.500 28Q19.500 27 24.500 28L30 24Q33.500 22 34 25.500L33.500 39.500Q33.500 52.500 19.500 52.500 5.500 52.500 5.500 39.500Z', '#f4f0ea'),
  flat('M9 28l.5 5 4-3Z M30 28l-.5 5-4-3Z', '#eaa3ae'),
  line('M10 39q3 3 6 0M23 39q3 3 6 0M19.500 45.500q-1.500 2.500-4 2M19.500 45.500q1.500 2.500 4 2', INK, 2.1),
  flat('M17.500 42.500h4l-2 2.400Z', '#d8576b'),
];

const bookStack: Shape[] = [
  solid('M9 44.500H56V57H11Q7 57 7 50.800 7 44.500 11 44.500Z', TEAL),
  solid('M14 48H56v5.500H14Z', CREAM, 2),
  solid('M8 31H53Q57 31 57 37.800 57 44.500 53 44.500H8Z', RED),
  solid('M8 35H50v5.500H8Z', CREAM, 2),
  solid('M14 17H50V31H14Q9.500 31 9.500 24 9.500 17 14 17Z', AMBER),
  solid('M16.500 21H50v6H16.500Z', CREAM, 2),
  solid('M37 27v12.500l3.500-3 3.500 3V27Z', BLUE, 2),
  flat('M14 17H30V19H14Z', '#ffd68a'),
];
const bookOpen: Shape[] = [
  solid('M4 18 32 24 60 18V54Q44 51 32 58 20 51 4 54Z', RED),
  solid('M32 20Q21 11 8 14V48.500Q22 46 32 53.500 42 46 56 48.500V14Q43 11 32 20Z', '#fffdf5'),
  line('M32 20V53'),
  line('M13.500 22q7-1 13 3M13.500 29q7-1 13 3M13.500 36q7-1 13 3M37.500 25q6-4 13-3M37.500 32q6-4 13-3', '#b39a74', 2.2),
  solid('M41 39q5-2.500 9.500-2.500v8q-5 0-9.500 2.500Z', '#7fb6c9', 1.8),
];
const bookRow: Shape[] = [
  solid(box(5.500, 11, 14, 46), BLUE),
  line('M6 19h13M6 24h13M6 49h13', '#f3cf7b'),
  solid(box(19.500, 18, 12.500, 39), AMBER),
  solid(box(23.200, 27, 5, 15, 2), '#fff6df', 1.6),
  solid('M34 22.500Q33.500 20 36 19.200L43.500 17.200Q46 16.500 46.700 19L55.500 51.500Q56 54 53.700 54.700L46 56.700Q43.500 57.400 42.800 55Z', RED),
  line('M36 28l11-3M41 46.500l11-3', '#ffe4c4'),
  flat(oval(45.500, 37, 3.400), '#ffe4c4'),
];

const die: Shape[] = [
  solid('M32 5.500 57 18.500V45L32 59 7 45V18.500Z', CREAM),
  flat('M32 32 57 18.500V45L32 59Z', '#e9d2ae'),
  flat('M32 32 7 18.500V45L32 59Z', '#faecd4'),
  line('M7 18.500 32 32 57 18.500M32 32V59M32 5.500 57 18.500V45L32 59 7 45V18.500Z'),
  flat(oval(32, 18.700, 7, 4.200), '#d23c2e'),
  flat(oval(14.500, 30, 2.800, 4) + oval(25, 48, 2.800, 4) + oval(38.500, 49.500, 2.800, 4) + oval(44.500, 39, 2.800, 4) + oval(50.500, 28, 2.800, 4), '#55300a'),
];
const pawns: Shape[] = [
  solid('M31 58V55Q31 50 36 47 40 41 39.500 34H52.500Q52 41 56 47 61 50 61 55V58Z', '#2a7fa5'),
  solid(oval(46, 25, 9.500), '#2a7fa5'),
  solid('M3.500 58V54.500Q3.500 49 9 46 14 38 13.500 28H30.500Q30 38 35 46 40.500 49 40.500 54.500V58Z', '#d23c2e'),
  solid(box(8.500, 25, 27, 6.500, 3), '#e4604d'),
  solid(oval(22, 15.500, 10.500), '#d23c2e'),
  line('M16.500 15q.5-4.500 4.500-5.500M12.500 46q4-6 4.700-11.500', '#ffb9a6'),
];
const cards: Shape[] = [
  solid('M6.500 20Q5.800 17 8.800 16.200L28 11Q31 10.200 31.800 13.200L41 48.500Q41.700 51.500 38.800 52.300L19.500 57.500Q16.500 58.200 15.800 55.200Z', '#2a7fa5'),
  line('M13 22 29 47M28 18 19 51M10.500 34l27-7M13 43.500l27-7', '#9fd6e6', 2),
  solid('M30 12.500Q30.700 9.500 33.700 10.200L55 15.200Q58 16 57.300 19L49.500 52.500Q48.800 55.500 45.800 54.800L24.500 49.800Q21.500 49 22.200 46Z', CREAM),
  solid('M38 43.500Q30 33 32 27.500 34 23.500 38.200 25 41 26.200 41.200 29.500 43.500 27 46.500 27.500 50.800 28.800 50 33 48.500 39 38 43.500Z', '#d23c2e', 2),
];

const landscape: Shape[] = [
  solid(box(4.500, 9, 55, 46, 3.5), '#eab944'),
  line('M5 9.500 14 18M59 9.500 50 18M5 54.500 14 46M59 54.500 50 46', INK, 2),
  solid('M13 17H51V47H13Z', '#cdeaf2'),
  flat(oval(42.500, 25, 4.300), '#ff9d4d'),
  solid('M13 47V40L24 26 33 37 39 31 51 43.500V47Z', '#5b9a5e', 2),
  flat('M24 26 28.400 31.500 24.500 33.500 20 31Z', '#fff'),
  line('M13 17H51V47H13Z'),
];
const portrait: Shape[] = [
  solid('M32 11 24.500 4Q20.500 3.500 21.500 8.500L32 13 42.500 8.500Q43.500 3.500 39.500 4Z', '#e9604f', 2.2),
  solid(oval(32, 35.500, 23.500, 25), '#f0dfba'),
  solid(oval(32, 35.500, 17, 18.800), '#f6b7a0'),
  solid('M17.500 46.500Q21 40.500 28 40.500H36Q43 40.500 46.500 46.500 42 54.300 32 54.300 22 54.300 17.500 46.500Z', '#3c4f86', 2),
  solid('M23.500 30.500Q22 19 32 19 42 19 40.500 30.500 42.500 36.500 40 39.500H24Q21.500 36.500 23.500 30.500Z', '#6b3f24', 2),
  flat(oval(32, 32.500, 6, 7.400), '#ffe2cc'),
  line('M29.500 31.500v.4M34.500 31.500v.4', INK, 2.4),
  line('M29.500 35.700q2.500 2 5 0', INK, 1.8),
];
const seaside: Shape[] = [
  line('M13 22 32 7 51 22'),
  solid(oval(32, 7.500, 3), '#eab944'),
  solid(box(6, 19, 52, 39, 3.5), CREAM),
  flat('M13.500 25.500H50.500V51.500H13.500Z', '#ffd9a0'),
  solid('M13.500 43q4.600-3 9.200 0t9.300 0 9.300 0 9.200 0V51.500H13.500Z', '#2f9bb3', 2),
  solid('M31 28.500V40H22Z', '#fff', 2),
  solid('M33.500 31V40H41Z', '#e9604f', 2),
  solid('M21 42H43l-3.500 4.500H24.500Z', WOOD, 2),
  line('M13.500 25.500H50.500V51.500H13.500Z'),
];

const cup: Shape[] = [
  line('M18 13Q5.500 11 6.500 20 8 30.500 21 31.500M46 13Q58.500 11 57.500 20 56 30.500 43 31.500', INK, 8.4),
  line('M18 13Q5.500 11 6.500 20 8 30.500 21 31.500M46 13Q58.500 11 57.500 20 56 30.500 43 31.500', GOLD, 3.6),
  solid('M27.500 36h9l2 11h-13Z', '#dca21f'),
  solid('M15.500 6.500H48.500L47 24Q45 39.500 32 40 19 39.500 17 24Z', GOLD),
  line('M22 11.500 23 24q.8 6 4 9', '#fff1b3', 3),
  solid('M34 14.500l2.200 4.600 5 .7-3.600 3.500.9 5L34 25.900l-4.500 2.400.9-5-3.600-3.500 5-.7Z', '#fff8df', 1.6),
  solid(box(16, 46.500, 32, 11.500), WOOD),
  flat(box(25, 50, 14, 4.500, 1), '#f3dc94'),
];
const medal: Shape[] = [
  solid('M14 4H27.500L37 27 27 33.500Z', RED),
  solid('M50 4H36.500L27 27 37 33.500Z', CREAM),
  flat('M44 5.200H48.300L36.700 31.700 34 30Z', RED),
  solid(oval(32, 42, 17.500), GOLD),
  solid(oval(32, 42, 12), '#ffe389', 1.6),
  line('M28.300 38 33.500 34.500V50', INK, 4),
];
const starPrize: Shape[] = [
  solid('M26.500 38h11l3 10h-17Z', '#dca21f'),
  solid('M32 3.500 38.300 15.700 52 17.800 42.200 27.400 44.400 41 32 34.700 19.600 41 21.800 27.400 12 17.800 25.700 15.700Z', GOLD),
  line('M31.500 9.500 28.300 18.400 19 20', '#fff1b3', 2.6),
  solid('M18.500 47.500H45.500L49.500 58H14.500Z', WOOD),
  flat(box(25, 50.500, 14, 4.500, 1), '#f3dc94'),
];

const cactus: Shape[] = [
  solid('M23 31H18.500Q17 31 17 29.500V24Q17 20 13.700 20 10.400 20 10.400 24V29Q10.400 37.500 18 37.500H23ZM41 27H45Q46.500 27 46.500 25.500V21Q46.500 17 49.800 17 53.200 17 53.200 21V25Q53.200 33.500 45.500 33.500H41Z', GREEN),
  solid('M23 43V18Q23 8 32 8 41 8 41 18V43Z', GREEN),
  line('M28.500 16v4M35 14.500v4M28.500 26v4M35 23v4M32 33v4', LEAF, 2.2),
  solid(oval(28.300, 7.500, 3.600) + oval(35.700, 7.500, 3.600), '#ffd84d', 2),
  solid(oval(32, 5.500, 3.600), '#ffe98a', 2),
  solid('M17 45H47L44 59H20Z', '#fff3d8'),
  solid(box(13, 40, 38, 8), '#fff3d8'),
  line('M20.500 54.500l3.500-4 4 4 4-4 4 4 4-4 3.500 4', BLUE),
];
const leaves: Shape[] = [
  line('M32 43V24M32 41Q24 37 19 28M32 41Q40 37 45 28', INK, 3.4),
  solid('M32 30Q19.500 21 23.500 10 26.500 4.500 32 4 37.500 4.500 40.500 10 44.500 21 32 30Z', '#3f9a5c'),
  solid('M27 38Q12 41 6 30 3.500 23 7 18.500 13 16.500 19 19.500 28.500 25.500 27 38Z', '#5cb56c'),
  solid('M37 38Q52 41 58 30 60.500 23 57 18.500 51 16.500 45 19.500 35.500 25.500 37 38Z', '#2f8550'),
  line('M32 26V11M23 34 11 23M41 34 53 23M32 20l4.500-4M32 20l-4.500-4', LEAF, 2),
  solid('M15 43H49L46 53.500Q44.500 59 39 59H25Q19.500 59 18 53.500Z', '#6fcbd6'),
  line('M18 49H46', '#fff', 3),
];
const flower: Shape[] = [
  line('M32 47V27', INK, 4),
  solid('M31 46Q18 47 12.500 35.500 24 31.500 31 46ZM33 46Q46 47 51.500 35.500 40 31.500 33 46Z', GREEN),
  solid(oval(32, 8.500, 5.700, 6.500) + oval(32, 28.500, 5.700, 6.500) + oval(22, 18.500, 6.500, 5.700) + oval(42, 18.500, 6.500, 5.700), CREAM, 2.2),
  solid(oval(24.800, 11.300, 5.600) + oval(39.200, 11.300, 5.600) + oval(24.800, 25.700, 5.600) + oval(39.200, 25.700, 5.600), CREAM, 2.2),
  flat(oval(32, 18.500, 9), CREAM),
  solid(oval(32, 18.500, 6.800), '#ffc933'),
  solid('M18 49H46L43.500 59H20.500Z', '#f7d15b'),
  solid(box(14.500, 43.500, 35, 7.500), '#f7d15b'),
];

const PICTURES: Record<Kind, readonly (readonly Shape[])[]> = {
  cats: [catFace, catSitting, catAsleep],
  books: [bookStack, bookOpen, bookRow],
  games: [die, pawns, cards],
  frames: [landscape, portrait, seaside],
  trophies: [cup, medal, starPrize],
  plants: [cactus, leaves, flower],
};

/** The picture of a kind; which of the three means nothing. */
export function picture(kind: Kind, variant: number): readonly Shape[] {
  const all = PICTURES[kind];
  return all[variant % all.length] ?? [];
}

/** A variant by place, so that neighbours of one kind differ. */
export function variant(kind: Kind, row: number, column: number): number {
  return row + column + KINDS.indexOf(kind);
}
