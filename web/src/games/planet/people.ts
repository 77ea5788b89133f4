// The characters, 100 by 100: busts with one thing each that tells who they are.

import { THING, fill, line, oval, type Art, type Shape } from './art';

export type Character =
  | 'astronomer' | 'businessman_brown' | 'businessman_grey' | 'businessman_white' | 'drunkard' | 'gardener' | 'geographer'
  | 'hunter' | 'king' | 'lamplighter' | 'little_prince' | 'turkish_astronomer' | 'vain_man';
export const CHARACTERS: readonly Character[] = [
  'geographer', 'king', 'hunter', 'lamplighter', 'businessman_white', 'businessman_grey', 'businessman_brown',
  'turkish_astronomer', 'little_prince', 'drunkard', 'gardener', 'vain_man', 'astronomer',
];

const INK = '#2b1c2e';
const coat = (colour: string, shade: string): Shape[] => [
  fill('M9 101Q9 70 50 69 91 70 91 101Z', colour),
  fill('M66 71Q90 76 91 101H72Z', shade),
];
const head = (skin: string, y = 46): Shape => fill(oval(50, y, 20, 25), skin);
const eyes = (y = 46): Shape => fill(oval(42, y, 2.700, 3) + oval(58, y, 2.700, 3), INK);
const cheeks = (colour = '#e58b74', y = 55): Shape => fill(oval(36, y, 4) + oval(64, y, 4), colour);
const smile = (y = 59): Shape => line(`M44 ${y}q6 5 12 0`, '#7b3b33', 2.6);
/** A thing of the tiles, held small. */
const held = (art: Art, x: number, y: number, scale: number): Shape[] => art.map((shape) => ({ ...shape, d: moved(shape.d, x, y, scale), line: shape.line * scale }));

/** A path moved and scaled; knows the commands used in these drawings. */
function moved(d: string, x: number, y: number, scale: number): string {
  return d.replace(/([MLHVQTAZmlhvqtaz])([^MLHVQTAZmlhvqtaz]*)/g, (_, command: string, rest: string) => {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    const relative = command === command.toLowerCase();
    const at = (n: number, i: number): number => {
      if (command === 'a' || command === 'A') {
        const place = i % 7;
        if (place === 2 || place === 3 || place === 4) return n;
        if (command === 'a' || place < 2) return n * scale;
        return n * scale + (place === 5 ? x : y);
      }
      if (relative) return n * scale;
      if (command === 'H') return n * scale + x;
      if (command === 'V') return n * scale + y;
      return n * scale + (i % 2 === 0 ? x : y);
    };
    return command + numbers.map((n, i) => at(n, i).toFixed(2)).join(' ');
  });
}

const prince: Art = [
  ...coat('#2b8c88', '#1f6d70'),
  fill('M28 66Q50 80 72 66L76 77Q50 92 24 77Z', '#f2c65c'),
  fill('M62 78 76 100 64 101 55 83Z', '#d9a63b'),
  fill(oval(31, 38, 11) + oval(35, 26, 11) + oval(50, 20, 13) + oval(65, 26, 11) + oval(69, 38, 11), '#c98a3c'),
  head('#f0c49d', 47),
  fill('M30 44Q32 26 44 30 54 34 70 42 68 22 50 21 32 22 30 44Z', '#dda24e'),
  eyes(48), cheeks('#e89a80', 57), smile(60),
  ...held(THING.big_star, 6, 74, 0.4),
];
const king: Art = [
  ...coat('#a3314f', '#82233d'),
  fill('M21 76Q50 98 79 76L88 90Q50 114 12 90Z', '#fff3df'),
  line('M28 86l2 5M42 92l1 5M58 92l-1 5M72 86l-2 5', '#2b2540', 3),
  head('#efc39b', 44),
  fill('M28 44Q31 52 35 51 50 44 65 51 69 52 72 44 75 80 50 84 25 80 28 44Z', '#f7efe2'),
  line('M43 59q7 4 14 0', '#9b6a5a', 2.6),
  eyes(43),
  fill('M29 31 23 6 37 16 50 1 63 16 77 6 71 31Q50 24 29 31Z', '#f2b531'),
  fill('M29 31Q50 24 71 31L72 25Q50 18 28 25Z', '#ffe28a'),
  fill(oval(50, 17, 4), '#c42a4b'),
];
const geographer: Art = [
  ...coat('#7a5a3c', '#5f452d'),
  head('#f0cfae', 43),
  fill('M33 54Q50 45 67 54 66 76 50 76 34 76 33 54Z', '#e9e5dc'),
  line('M45 61q5 3 10 0', '#8d6a5a', 2.4),
  fill('M23 27Q22 8 50 7 78 8 77 27 50 18 23 27Z', '#4a6b8a'),
  fill(oval(50, 7, 4.500), '#35526f'),
  fill(oval(41, 42, 9) + oval(59, 42, 9), '#2f2a48'),
  fill(oval(41, 42, 6.500) + oval(59, 42, 6.500), '#e8f3f7'),
  eyes(42.500),
  fill('M9 81 29 76 50 82 71 76 91 81V101H9Z', '#fff0cf'),
  line('M29 76V101M50 82V101M71 76V101', '#d3b98a', 2),
  line('M14 90q8-7 14 1t16-2', '#3f8f8a', 2.8),
  line('M57 94l8-8 6 8 7-6 8 8', '#c46b3a', 2.8),
];
const hunter: Art = [
  ...coat('#5d6b35', '#49552a'),
  fill('M36 70Q50 82 64 70L68 78Q50 92 32 78Z', '#b0442f'),
  head('#d9a273', 47),
  fill('M14 36Q24 28 32 28 34 7 51 7 67 7 69 28 78 28 87 36 50 46 14 36Z', '#3d5b3a'),
  fill('M32 28Q50 34 69 28L68 21Q50 27 33 21Z', '#b0442f'),
  fill('M64 24Q68 8 84 1 86 16 67 26Z', '#f6e6c4'),
  eyes(47),
  fill('M50 57Q40 52 32 60 43 67 50 61 57 67 68 60 60 52 50 57Z', '#8f3f1c'),
  fill(oval(38, 91, 9) + oval(62, 91, 9), '#3a3558'),
  fill('M38 87h24v8H38Z', '#2f2a48'),
  fill(oval(38, 92, 5) + oval(62, 92, 5), '#9fd0dd'),
];
const lamplighter: Art = [
  ...coat('#34528f', '#273f70'),
  fill('M28 67Q50 80 72 67L76 77Q50 91 24 77Z', '#e0a13a'),
  head('#efc39b', 47),
  fill('M25 36Q24 12 50 11 74 12 75 32L84 39Q76 44 66 38 46 31 25 36Z', '#2f2a48'),
  fill('M25 36Q46 30 66 37L68 31Q46 24 25 30Z', '#e0a13a'),
  eyes(49), cheeks('#e58b74', 57), smile(61),
  fill('M84 58h5v43h-5Z', '#8a5f3a'),
  fill('M86.500 34Q97 47 91 56 86.500 60 82 56 76 47 86.500 34Z', '#ffb640'),
  fill('M86.500 44Q91 50 88.500 55 86.500 57 84.500 55 82 50 86.500 44Z', '#fff6d2'),
];
const businessman = (sheep: Art): Art => [
  ...coat('#3c4166', '#2c3050'),
  fill('M35 71Q50 66 65 71L50 101Z', '#fff3df'),
  fill('M46 73h8l-2 6 4 14-6 7-6-7 4-14Z', '#b0442f'),
  head('#f0c4a4', 46),
  fill('M20 32Q25 28 30 28 30 6 50 6 70 6 70 28 75 28 80 32 50 42 20 32Z', '#2a2c49'),
  fill('M30 28Q50 34 70 28V22Q50 28 30 22Z', '#8a93c9'),
  fill(oval(58, 46, 9), '#c9972e'),
  fill(oval(58, 46, 6.500), '#e8f3f7'),
  eyes(46),
  line('M66 50q5 12 3 21', '#c9972e', 1.8),
  fill('M37 59Q50 52 63 59 56 64 50 61 44 64 37 59Z', '#4a2f22'),
  fill(oval(21, 83, 19), '#fff3d6'),
  ...held(sheep, 5, 67, 0.5),
];
const turkish: Art = [
  ...coat('#17757f', '#10575f'),
  fill('M43 70H57L61 101H39Z', '#f2c65c'),
  head('#c98d5f', 46),
  fill('M30 50Q34 58 38 57 50 51 62 57 66 58 70 50 71 79 50 80 29 79 30 50Z', '#2d2233'),
  line('M44 63q6 3 12 0', '#d89a82', 2.6),
  fill('M25 35Q22 6 50 5 78 6 75 35 50 25 25 35Z', '#a3314f'),
  fill('M24 36Q50 26 76 36L76 27Q50 17 24 27Z', '#fff0cf'),
  fill(oval(50, 13, 4), '#f2c65c'),
  line('M36 40q5-3 10 0M54 40q5-3 10 0', '#2d2233', 2.8),
  eyes(46),
  fill(oval(84, 78, 15), '#e7b23a'),
  fill(oval(84, 78, 10), '#1d2158'),
  line('M74 78h20M84 68v20M77 71l14 14', '#ffe28a', 2),
];
const drunkard: Art = [
  ...coat('#6e5a8f', '#564573'),
  fill('M37 72 50 86 63 72Z', '#fff0cf'),
  head('#efbf9a', 49),
  fill('M31 57Q50 65 69 57 68 76 50 76 32 76 31 57Z', '#b99b84'),
  fill('M27 39Q26 13 54 13 80 18 82 46L76 50Q74 40 68 36 48 29 27 39Z', '#4a6fa5'),
  fill('M26 41Q48 30 72 39L73 31Q48 22 25 33Z', '#fff0cf'),
  fill(oval(80, 51, 6), '#fff0cf'),
  line('M37 48q4 4 9 1M54 49q4 3 9-1', INK, 2.8),
  fill(oval(50, 56, 5.500), '#dd5a4d'),
  line('M43 68q7-5 14 0', '#7b3b33', 2.6),
  fill('M80 65h9V74Q95 78 95 86V101H74V86Q74 78 80 74Z', '#3f8f6b'),
  fill('M74 86h21v9H74Z', '#fff0cf'),
  fill('M80 60h9v6h-9Z', '#b5793f'),
];
const gardener: Art = [
  ...coat('#f0e2c4', '#d8c7a2'),
  fill('M29 101V76h9V88H62V76h9V101Z', '#3d7f6a'),
  fill('M28 42Q21 62 26 78 35 80 36 70L34 44ZM72 42Q79 62 74 78 65 80 64 70L66 44Z', '#2d1f26'),
  fill('M24 68h12v4.500H24ZM64 68h12v4.500H64Z', '#c42a4b'),
  head('#9a6241', 47),
  fill('M6 36Q18 27 30 26 33 7 50 7 67 7 70 26 82 27 94 36 50 49 6 36Z', '#e8bd5e'),
  fill('M30 28Q50 34 70 28L69 21Q50 27 31 21Z', '#c42a4b'),
  eyes(48), cheeks('#c4674f', 57),
  fill('M43 60q7 8 14 0Z', '#fff4e4'),
  line('M50 101V88', '#3f8b50', 3),
  fill('M50 93Q40 94 37 84 47 82 50 93ZM50 91Q60 91 63 81 52 81 50 91Z', '#6fbf68'),
];
const vain: Art = [
  ...coat('#8c2f6b', '#6d2253'),
  fill('M34 72 50 80 66 72 66 86 50 80 34 86Z', '#ffd869'),
  head('#f0c8a8', 47),
  fill('M28 34V6Q50 0 72 6V34Z', '#3b2450'),
  fill('M18 36Q50 25 82 36 80 41 50 36 20 41 18 36Z', '#4d3166'),
  fill('M28 33Q50 26 72 33V26Q50 19 28 26Z', '#ffd869'),
  fill('M66 28Q68 6 90 2 88 22 70 31Z', '#5fb6a4'),
  line('M37 46q5 4 9 0M54 46q5 4 9 0', INK, 2.6),
  line('M36 40q5-4 10-1M54 39q5-3 10 1', '#4a2f22', 2.4),
  cheeks('#e58b8a', 56),
  fill('M42 61q8 7 16 0-8-3-16 0Z', '#b0442f'),
  fill(oval(18, 78, 13, 15), '#e7b23a'),
  fill(oval(18, 78, 9.500, 11.500), '#cfeaf2'),
  fill('M16 92h5v9h-5Z', '#c9972e'),
  line('M13 78l6-7', '#fff', 2.6),
];
const astronomer: Art = [
  ...coat('#3b4f9a', '#2b3b78'),
  fill('M36 70Q50 82 64 70L67 79Q50 92 33 79Z', '#dfe6ff'),
  fill(oval(29, 42, 10) + oval(71, 42, 10) + oval(34, 29, 11) + oval(66, 29, 11) + oval(50, 23, 13), '#e4e6ee'),
  head('#e9bd98', 48),
  fill('M32 40Q34 26 50 27 66 26 68 40 50 32 32 40Z', '#f3f4f9'),
  eyes(49), cheeks('#de9078', 57), smile(61),
  fill('M52 92 88 66 96 77 60 101H54Z', '#c98a3c'),
  fill('M84 64 94 57 101 68 92 76Z', '#ffe28a'),
  fill('M50 95 56 90 62 100 58 101H52Z', '#8a5a2a'),
];

export const PERSON: Record<Character, Art> = {
  geographer, king, hunter, lamplighter, drunkard, gardener, astronomer,
  vain_man: vain, little_prince: prince, turkish_astronomer: turkish,
  businessman_white: businessman(THING.sheep_white),
  businessman_grey: businessman(THING.sheep_grey),
  businessman_brown: businessman(THING.sheep_brown),
};
