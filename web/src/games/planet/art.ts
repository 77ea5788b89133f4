// What is drawn on the tiles of the planet: 64 by 64 for things, flat, light from the left; cut out of paper with a cream edge.

export interface Shape {
  readonly d: string;
  readonly fill: string;
  readonly stroke: string;
  readonly line: number;
}
export type Art = readonly Shape[];

export const fill = (d: string, colour: string): Shape => ({ d, fill: colour, stroke: 'none', line: 0 });
export const line = (d: string, colour: string, width = 2.2): Shape => ({ d, fill: 'none', stroke: colour, line: width });
export const oval = (x: number, y: number, rx: number, ry = rx): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;

export type Element =
  | 'baobab' | 'volcano' | 'sunset' | 'rose' | 'lamppost' | 'box' | 'big_star'
  | 'fox' | 'elephant' | 'snake' | 'sheep_white' | 'sheep_grey' | 'sheep_brown';
export const ELEMENTS: readonly Element[] = [
  'baobab', 'volcano', 'sunset', 'rose', 'lamppost', 'box', 'big_star', 'fox', 'elephant', 'snake', 'sheep_white', 'sheep_grey', 'sheep_brown',
];

const INK = '#2b1c2e';

const baobab: Art = [
  fill('M22 61Q27 49 24.500 37 15 34 8 27L13 21.500Q19 28 27 29 27 22 24 15H31Q33 20 33.500 26 36 19 42 14L46.500 18Q39 24 38 31 46 29 51 23L56 27.500Q49 35 39.500 38 37 49 42 61 32 57 22 61Z', '#8a5a44'),
  fill('M33 61V40Q35 50 42 61 38 59 33 61Z', '#6f4534'),
  fill(oval(11, 21, 11, 8.500) + oval(53, 21, 11, 8.500), '#3c7a52'),
  fill(oval(24, 11, 13, 9.500) + oval(42, 12, 13, 9.500), '#4c9261'),
  line('M4 19q5-6 12-4M14 8q6-6 14-3M36 7.500q6-3.500 12 0M48 17q5-4 10-1', '#8cc793', 2.6),
];
const volcano: Art = [
  fill(oval(25, 13, 7) + oval(31, 19, 6), '#b9aec6'),
  fill(oval(38, 10, 8), '#d6cedd'),
  fill('M3 60 23 25Q32 30 41 25L61 60Q32 65 3 60Z', '#48314f'),
  fill('M41 25 61 60Q53 62 44 62.500L36 40Z', '#624568'),
  fill('M23 25Q32 30 41 25L45.500 33 41 45 36 35 32 51 27.500 36 20 43 18.500 33Z', '#f2602c'),
  fill('M25 26Q32 29.500 39 26L40 30 35.500 32.500 32 41 28.500 32 24 31Z', '#ffc04d'),
];
const sunset: Art = [
  fill('M32 0 37 10 44 2 46 13 56 8 53.500 18.500 64 18 57 26.500 64 32 57 37.500 64 46 53.500 45.500 56 56 46 51 44 62 37 54 32 64 27 54 20 62 18 51 8 56 10.500 45.500 0 46 7 37.500 0 32 7 26.500 0 18 10.500 18.500 8 8 18 13 20 2 27 10Z', '#f39a3c'),
  fill(oval(32, 32, 19.500), '#ef5b3c'),
  fill('M13 28.500A19.500 19.500 0 0 1 51 28.500Z', '#ffc65e'),
];
const rose: Art = [
  line('M32 61Q33 50 31 38', '#3d7f4f', 4.2),
  fill('M32 55Q21 56 14 45 26 42 32 55ZM32 51Q42 50 49 39 37 38 32 51Z', '#4f9a5f'),
  fill('M32 41Q14 41 11 25 10 17 14 12 20 14 24 8 32 4 40 8 44 14 50 12 54 17 53 25 50 41 32 41Z', '#c5304f'),
  fill('M32 36Q20 35 19 24 19 19 22 17 27 20 32 13 37 20 42 17 45 19 45 24 44 35 32 36Z', '#ee6a84'),
  line('M27 26q0-6 6-6 6 1 5 6-2 5-7 4', '#a81f3f', 2.8),
];
const lamppost: Art = [
  fill('M21 61H43L38.500 54H25.500Z', '#2c2750'),
  fill('M29.500 27h5v28h-5Z', '#3d3670'),
  fill('M24 36.500h16v4H24Z', '#2c2750'),
  fill('M22.500 28 19 11H45L41.500 28Z', '#ffd15c'),
  fill('M32 12.500Q38.500 19 32 26.500 25.500 19 32 12.500Z', '#fff6d2'),
  fill('M16.500 12 32 1.500 47.500 12Z', '#2c2750'),
  fill('M21.500 27.500h21l-3 4.500h-15Z', '#2c2750'),
];
const box: Art = [
  fill('M5 22 32 31.500V61L5 50Z', '#d09c5e'),
  fill('M59 22 32 31.500V61L59 50Z', '#a87442'),
  fill('M5 22 32 13 59 22 32 31.500Z', '#ebc78f'),
  fill('M15 18.700 42 28v7.500l6-2.200V25.800L21 16.700Z', '#fff1d3'),
  fill(oval(12.500, 38, 2.900, 4) + oval(20, 41.500, 2.900, 4) + oval(27, 45, 2.600, 3.800), '#51331c'),
];
const bigStar: Art = [
  fill('M32 2 40.500 20.500 61 23 46 37 50 57.500 32 47.500 14 57.500 18 37 3 23 23.500 20.500Z', '#f2b531'),
  fill('M32 2V47.500L14 57.500 18 37 3 23 23.500 20.500Z', '#ffd869'),
  fill('M32 13V24L17 26.500 24 21.500Z', '#fff0b8'),
];
const fox: Art = [
  fill('M40 60Q62 64 60 40 59 34 56 31 55 42 41 47Z', '#d86a22'),
  fill('M56 31Q60 36 60 44 59 49 57 51L50 41.500Q55.500 38 56 31Z', '#fff1d8'),
  fill('M17 61Q14 38 31 36 48 38 45 61Z', '#ea7f33'),
  fill('M25 61Q23 46 31 42 39 46 37 61Z', '#fff1d8'),
  fill('M31 45Q12 41 8 24L10 3 23 14Q31 12 39 14L52 3 54 24Q50 41 31 45Z', '#ea7f33'),
  fill('M13.500 9.500 20.500 16 14.500 19.500ZM48.500 9.500 41.500 16 47.500 19.500Z', '#6d3417'),
  fill('M31 45Q16 42 12 28 25 28 31 39 37 28 50 28 46 42 31 45Z', '#fff1d8'),
  fill(oval(22, 26, 2.600) + oval(40, 26, 2.600) + oval(31, 42, 3.400), INK),
];
const elephant: Art = [
  line('M60 32q4 6 2 13', '#4f6788', 2.6),
  fill('M31 44h9v17h-9ZM51 42h8v19h-8Z', '#4f6788'),
  fill('M15 40Q14 13 42 13 63 14 61 44L59 61H50.500V48H41V61H31V50H30V61H21V47Q15 45 15 40Z', '#7e97b8'),
  line('M11 30Q3 38 7 46 8 52 4 57', '#7e97b8', 7.6),
  fill(oval(18, 26, 13.500), '#7e97b8'),
  fill('M12 37q0 6 8 8-1-5 1-8Z', '#fff6e2'),
  fill('M21 13Q40 9 37 29 35 38 30 41 18 36 21 13Z', '#566f92'),
  fill('M25 18Q34 17 33 28 32 32 30 34 23 30 25 18Z', '#c98ea0'),
  fill(oval(12, 24.500, 2.300), '#1e2440'),
];
const snake: Art = [
  line('M8 55Q30 64 50 57 60 50 48 44 34 42 20 40 8 34 18 25 28 22 38 18', '#4e9a6f', 11),
  line('M9 55Q30 62 49 56 57 50 47 45 34 42 20 39 10 34 19 26 28 23 37 19', '#1f4a3a', 4.4),
  line('M9 55Q30 62 49 56 57 50 47 45 34 42 20 39 10 34 19 26 28 23 37 19', '#4e9a6f', 1.4),
  fill('M31 21Q28 8 43 4 58 3 58 14 55 22 46 23 35 27 31 21Z', '#5cab7d'),
  fill(oval(45, 11.500, 3), '#fff4d6'),
  fill(oval(45.800, 11.500, 1.500), '#1b1f30'),
  line('M56 17l6 1.500M59 18l2.500 4', '#e0435a', 2.2),
];
const WOOL = oval(25, 38, 12) + oval(30, 28, 12) + oval(43, 25, 13) + oval(52, 34, 11) + oval(48, 42, 11) + oval(36, 42, 12);
const sheep = (wool: string, face: string, legs: string, marks: Art): Art => [
  fill('M22 44h6.500v16H22ZM32 46h5v14h-5ZM43 46h5v14h-5ZM50 44h6.500v16H50Z', legs),
  fill(WOOL, wool),
  ...marks,
  fill('M5.500 33Q5.500 19 16 19 26 20 25 32 23 45.500 15.500 45.500 7 44 5.500 33Z', face),
  fill('M22 23 31 20Q31 28 23 29Z', face),
  fill(oval(15, 18, 6) + oval(21, 20, 5), wool),
  fill(oval(12, 31, 2.200), face === '#f3d3a4' ? '#3a2010' : '#fff'),
];
const sheepWhite = sheep('#fffaf0', '#3b345c', '#332d4f', [line('M29 30a4 4 0 1 1 4 5M42 26a4 4 0 1 1 4 5M37 41a4 4 0 1 1 4 4M49 39a3 3 0 1 1 3 4', '#cbbfae', 2)]);
const sheepGrey = sheep('#a9adb8', '#2f3342', '#2f3342', [line('M28 18 20 46M37 14.500 28 50M46 13.500 36 52M54 19 45 52M60 27 54 48', '#565c6d', 3.6)]);
const sheepBrown = sheep('#9a6038', '#f3d3a4', '#4a2a18', [fill(oval(31, 26, 3.400) + oval(44, 22, 3.400) + oval(38, 34, 3.400) + oval(52, 32, 3.400) + oval(27, 41, 3.400) + oval(45, 44, 3.400), '#f3d3a4')]);

export const THING: Record<Element, Art> = {
  baobab, volcano, sunset, rose, lamppost, box, big_star: bigStar, fox, elephant, snake,
  sheep_white: sheepWhite, sheep_grey: sheepGrey, sheep_brown: sheepBrown,
};

/** The outline of a picture in one path: the paper it is cut out of. */
const cut = new WeakMap<Art, { readonly d: string; readonly lines: string }>();
export function outline(art: Art): { readonly d: string; readonly lines: string } {
  let known = cut.get(art);
  if (!known) {
    known = {
      d: art.filter((shape) => shape.fill !== 'none').map((shape) => shape.d).join(''),
      lines: art.filter((shape) => shape.line > 5 || (shape.line > 4 && shape.fill === 'none')).map((shape) => shape.d).join(''),
    };
    cut.set(art, known);
  }
  return known;
}

/** A turned tile: the tree as a shadow. */
export const SHADOW_TREE: Art = baobab.map((shape, i) => ({
  ...shape,
  fill: shape.fill === 'none' ? 'none' : (['#8d6a9c', '#75537f', '#6d4c78', '#7f5c8d'][i] ?? '#8d6a9c'),
  stroke: shape.stroke === 'none' ? 'none' : '#b592c4',
}));
