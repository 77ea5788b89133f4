// Every tile, for looking at: one letter for each thing drawn on it. The match itself never asks this; it shows what a view holds.

import type { Element } from './art';
import type { Character } from './people';

const LETTERS: Readonly<Record<string, Element>> = {
  B: 'baobab', V: 'volcano', U: 'sunset', R: 'rose', L: 'lamppost', X: 'box', S: 'big_star', F: 'fox', E: 'elephant', Z: 'snake',
  w: 'sheep_white', g: 'sheep_grey', b: 'sheep_brown',
};
const STARS: Readonly<Record<Character, number>> = {
  vain_man: 1, geographer: 1, astronomer: 0, king: 2, lamplighter: 1, hunter: 1, drunkard: 1, businessman_white: 0,
  businessman_grey: 1, businessman_brown: 2, gardener: 2, turkish_astronomer: 1, little_prince: 0,
};

export const SHEET = {
  letters: LETTERS,
  stars: STARS,
  inside: ['Bwwb', 'BFww', 'Bgg', 'VLL', 'VLFw', 'VLg', 'VLZw', 'VZ', 'LLLF', 'RLL', 'LLX', 'LLZ', 'Xww', 'Xw', 'Xg', 'w', 'E'],
  rising: ['BUE', 'BUg', 'BRS', 'Bgb', 'BSb', 'VLLS', 'VULFg', 'VLwg', 'VULEw', 'VULZw', 'VSS', 'VSSg', 'LLLZ', 'URLL', 'ULLF', 'Lww', 'LXX', 'Xw', 'UF', 'UE'],
  falling: ['BUg', 'BUZ', 'BRS', 'Bgb', 'BSb', 'VLLS', 'VULFg', 'VLwg', 'VULEw', 'VULZw', 'VSS', 'VSSg', 'LLLZ', 'URLL', 'ULLF', 'Lww', 'LXX', 'Xw', 'UF', 'UE'],
} as const;
