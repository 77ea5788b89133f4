// What the pictures of the rules say, and the tiles they show. The names stand in docs/rules, in both languages.

import type { Text } from '../../lib/i18n.svelte';
import type { PlanetPlayer, PlanetTile } from '../../wire/kinds';
import type { Element } from './art';
import type { Stack } from './layout';
import type { Character } from './people';
import { SHEET } from './sheet';

export const CAPTIONS = {
  stacks: {
    pl: 'Cztery rodzaje kafelków i ich miejsca na planecie: wnętrze w środku, krawędzie wznoszące i opadające dookoła, postacie w rogach. Każdego rodzaju są na gotowej planecie cztery.',
    en: 'The four sorts of tiles and their places on a planet: the inside in the middle, rising and falling edges around it, characters in the corners. A finished planet has four of each.',
  },
  round: {
    pl: 'Runda we troje. Koło wybrało stos, odkryło trzy kafelki, wzięło pierwszy i wskazało kwadrat. Kwadrat wybiera z dwóch i wskazuje trójkąt. Trójkątowi zostaje ostatni kafelek, ale to on zacznie następną rundę.',
    en: 'A round of three. The circle chose the stack, showed three tiles, took the first and named the square. The square takes one of two and names the triangle. The triangle is left with the last tile, but starts the next round.',
  },
  baobabs: {
    pl: 'Na planecie leżą dwa odkryte baobaby i przychodzi trzeci: wszystkie trzy kafelki odwracają się od razu. Lis, róża, gwiazda i owce, które na nich były, już się nie liczą.',
    en: 'Two baobabs lie face up on a planet, and a third one comes: all three tiles are turned over at once. The fox, the rose, the star and the sheep on them no longer count.',
  },
  planet: {
    pl: 'Gotowa planeta warta 41 punktów. Geograf: 9 kafelków bez wulkanu. Bankier: 3 szare owce, 9. Mały Książę: trzy kolory owiec i 4 pudełka, 13. Latarnik: 10 latarni. Baobaby są dwa, więc nic się nie odwróciło.',
    en: 'A finished planet worth 41 points. Geographer: 9 tiles without a volcano. Businessman: 3 grey sheep, 9. Little Prince: three colours of sheep and 4 boxes, 13. Lamplighter: 10 lamp posts. There are two baobabs, so nothing was turned over.',
  },
  king: {
    pl: 'Król jest wybredny: jedna róża daje mu 14 punktów, dwie 7, a żadna i trzy nic. Druga róża zabiera mu więc 7 punktów, trzecia następne 7.',
    en: 'The King is particular: one rose gives him 14 points, two 7, none and three nothing. So a second rose costs 7 points, and a third 7 more.',
  },
  volcanoes: {
    pl: 'Koło i kwadrat mają po cztery wulkany, czyli najwięcej: oboje tracą po 4 punkty. Trójkąt ma trzy i nie traci nic.',
    en: 'The circle and the square have four volcanoes each, the most: both lose 4 points. The triangle has three and loses nothing.',
  },
  two: {
    pl: 'Dwie osoby: koło dobrało trzy kafelki i obejrzało je w tajemnicy; dwa pokazuje, jeden zostawia zakryty. Trójkąt bierze pierwszy, choćby i zakryty. Potem bierze koło, a ostatni kafelek odrzuca się odkryty.',
    en: 'Two players: the circle drew three tiles and looked at them in secret; two are shown, one stays face down. The triangle takes first, the one face down if they like. Then the circle takes one, and the last tile is discarded face up.',
  },
  hidden: {
    pl: 'Ten sam róg planety: po lewej tak, jak widzi go właściciel, po prawej tak, jak widzą go inni. Kim jest postać, wie do końca tylko ten, kto ją wziął; kafelek obok jest odkryty dla wszystkich.',
    en: 'The same corner of a planet: on the left as its owner sees it, on the right as the others do. Who the character is only the one who took it knows until the end; the tile beside it is open to all.',
  },
} satisfies Record<string, Text>;

export type FigureName = keyof typeof CAPTIONS;

/** A tile by the letters of what is drawn on it. */
export function tileOf(stack: Exclude<Stack, 'character'>, letters: string): PlanetTile {
  const elements: Partial<Record<Element, number>> = {};
  for (const letter of letters) {
    const element = SHEET.letters[letter];
    if (element) elements[element] = (elements[element] ?? 0) + 1;
  }
  return { id: `${stack} ${letters}`, stack, elements: elements as Record<string, number>, character: null };
}

export const personOf = (character: Character): PlanetTile => ({ id: character, stack: 'character', elements: { big_star: SHEET.stars[character] }, character });

/** The first of the two planets whose points the tests check, tile by tile from the upper left. */
const FINISHED: readonly PlanetTile[] = [
  personOf('geographer'), tileOf('rising', 'VLwg'), tileOf('falling', 'Bgb'), personOf('businessman_grey'),
  tileOf('falling', 'VLLS'), tileOf('inside', 'BFww'), tileOf('inside', 'Xww'), tileOf('rising', 'LLLZ'),
  tileOf('rising', 'URLL'), tileOf('inside', 'Xw'), tileOf('inside', 'E'), tileOf('falling', 'VLwg'),
  personOf('little_prince'), tileOf('falling', 'LXX'), tileOf('rising', 'UF'), personOf('lamplighter'),
];
const WORTH: readonly (readonly [cell: number, character: Character, points: number])[] = [
  [0, 'geographer', 9], [3, 'businessman_grey', 9], [12, 'little_prince', 13], [15, 'lamplighter', 10],
];

const NOTHING = { inHand: null, elements: {} };
export const PLANET: PlanetPlayer = {
  ...NOTHING,
  planet: FINISHED.map((tile, cell) => ({ cell, tile, faceDown: false })),
  points: { characters: WORTH.map(([cell, character, points]) => ({ cell, character, points })), volcanoes: 0, total: 41 },
};
