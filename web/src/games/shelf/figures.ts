// What the pictures of the rules say, and the tiles they show. The names stand in docs/rules, in both languages.

import type { Text } from '../../lib/i18n.svelte';
import type { FloorCell, PersonalCard } from '../../wire/kinds';
import type { Kind } from './art';
import type { Rows } from './shelfs';

export const CAPTIONS = {
  floor: {
    pl: 'Podłoga dla dwóch osób na początku. Kafelki w kropkowanych obwódkach mają wolny bok i można je brać; przygaszone w środku są zasłonięte ze wszystkich stron.',
    en: 'The floor for two players at the start. Tiles with a dotted ring have a free side and may be taken; the dimmed ones in the middle are covered on all sides.',
  },
  lines: {
    pl: 'Wolno: trzy kafelki bok w bok w jednej linii. Nie wolno: na skos, za róg, z przerwą. Kafelki jednej kolejki mogą być różnych rodzajów.',
    en: 'Allowed: three tiles side by side in one line. Not allowed: slanting, round a corner, with a gap. The tiles of a turn may be of different kinds.',
  },
  column: {
    pl: 'Trzy kafelki w ręce mają stanąć w kolumnie 2: pierwszy najniżej, w kolejności, jaką wybierzesz. W kolumnie 1 jest miejsce tylko na dwa, a kolumna 5 jest pełna.',
    en: 'Three tiles in hand are to stand in column 2: the first lowest, in the order you choose. Column 1 has room for two only, and column 5 is full.',
  },
  refill: {
    pl: 'Zostały cztery kafelki, więc na końcu tej kolejki podłogę się uzupełnia. Tak jest w domyślnej opcji pl_2023; w dwóch pozostałych trzeba, żeby żaden kafelek nie miał sąsiada.',
    en: 'Four tiles are left, so the floor is filled as this turn ends. That is the default option pl_2023; in the other two it takes that no tile has a neighbour.',
  },
  goals: {
    pl: 'Dwa cele wspólne przy trzech osobach: „Na skos” i „Schody”. Ten sam znak to ten sam rodzaj, gładkie pole to dowolny kafelek. Kto pierwszy spełni cel, bierze 8, następny 6, ostatni 4.',
    en: 'Two common goals with three players: “Diagonal” and “Staircase”. The same sign is the same kind, a plain one any tile. The first to reach a goal takes 8, the next 6, the last 4.',
  },
  merge: {
    pl: 'Cel „Dwa kwadraty”. Po lewej ramki tworzą dwie osobne grupy, w każdej kwadrat: cel spełniony. Po prawej jeszcze jedna ramka połączyła je w jedną grupę: teraz kwadraty się nie liczą.',
    en: 'The goal “Two squares”. On the left the frames form two separate groups, each holding a square: the goal is reached. On the right one more frame has joined them into one group: now the squares do not count.',
  },
  personal: {
    pl: 'Półeczka z tajną kartą. Dwie rzeczy stoją na swoich miejscach (ptaszek): razem 2 punkty. Na trzy miejsca nic jeszcze nie trafiło, a na miejscu książki stoi ramka (przekreślone): tego już się nie naprawi.',
    en: 'A shelf with its secret card. Two things stand in their places (tick): 2 points together. Three places are still empty, and where a book was wanted stands a frame (struck out): that cannot be mended.',
  },
  groups: {
    pl: 'Cztery grupy dają punkty: sześć trofeów 8, pięć roślin 5, cztery ramki 3, trzy koty 2, razem 18. Para książek i gry, które nie stykają się bokami, nie dają nic.',
    en: 'Four groups give points: six trophies 8, five plants 5, four frames 3, three cats 2, 18 together. The pair of books, and games that do not touch side by side, give nothing.',
  },
} satisfies Record<string, Text>;

export type FigureName = keyof typeof CAPTIONS;

const LETTER: Readonly<Record<string, Kind>> = { C: 'cats', B: 'books', G: 'games', F: 'frames', T: 'trophies', P: 'plants' };
const rows = (...lines: readonly string[]): Rows => lines.map((line) => [...line].map((letter) => LETTER[letter] ?? null));

/** The floor of two players; a blank is a cell that is not used, a dot an empty one. */
const floor = (...lines: readonly string[]): FloorCell[] =>
  lines.flatMap((line, row) => [...line].flatMap((letter, column) => (letter === ' ' ? [] : [{ row: row + 1, column, kind: LETTER[letter] ?? null }])));

export const FULL_FLOOR = floor('   TC    ', '   PBG   ', '  GFTCFT ', ' BCPBGPC ', ' TFGCTB  ', '   BFP   ', '    GC   ');
/** Those with a neighbour on every side. */
export const COVERED: readonly string[] = ['2 4', '3 3', '3 4', '3 5', '4 2', '4 3', '4 4', '4 5', '4 6', '5 3', '5 4', '5 5', '6 4'];
export const LAST_TILES = floor('   ..    ', '   ..F   ', '  ...... ', ' ..PB... ', ' ......  ', '   ...   ', '    .C   ');

export const HALF = rows('....G', '....C', 'C...C', 'C.P.B', 'TFPBB', 'TTPGG');
export const HAND: readonly { readonly kind: Kind; readonly variant: number }[] = [{ kind: 'frames', variant: 0 }, { kind: 'frames', variant: 1 }, { kind: 'cats', variant: 0 }];
export const APART = rows('.....', '.....', '.....', 'FF.FF', 'FF.FF', 'CPBTG');
export const JOINED = rows('.....', '.....', '.....', 'FF.FF', 'FFFFF', 'CPBTG');
export const GROUPS = rows('....C', 'B...C', 'BTTGC', 'TTTPG', 'TPPPF', 'GPFFF');
export const SECRET_SHELF = rows('.....', 'C....', 'C....', 'T..B.', 'TPBBG', 'GFFPG');
export const CARD: PersonalCard = {
  number: 7,
  cells: [
    { kind: 'cats', row: 0, column: 0, met: false },
    { kind: 'frames', row: 1, column: 3, met: false },
    { kind: 'plants', row: 2, column: 1, met: false },
    { kind: 'trophies', row: 3, column: 0, met: true },
    { kind: 'games', row: 4, column: 4, met: true },
    { kind: 'books', row: 5, column: 2, met: false },
  ],
};

export interface Patch {
  readonly lines: readonly string[]; // small letters stay on the floor
  readonly allowed: boolean;
}
export const PATCHES: readonly Patch[] = [
  { lines: ['...', 'CBG', 'tpf'], allowed: true },
  { lines: ['..G', '.Bf', 'Cpt'], allowed: false },
  { lines: ['..G', '.CB', 'ptf'], allowed: false },
  { lines: ['...', 'C.G', 'tpf'], allowed: false },
];
export const kindOf = (letter: string): Kind | null => LETTER[letter.toUpperCase()] ?? null;
