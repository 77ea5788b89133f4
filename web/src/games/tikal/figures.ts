// What the pictures of the rules say, and the tiles they show. The names stand in docs/rules, in both languages.

import type { Text } from '../../lib/i18n.svelte';
import type { LaidTile, TikalTile } from '../../wire/kinds';
import type { Cell } from './hex';

export const CAPTIONS = {
  laying: {
    pl: 'Świątynia już leży, dżunglę dokładasz. Po lewej na wspólnej granicy jest kamień, więc wolno. Po prawej ta sama płytka jest obrócona tak, że na granicy nie ma żadnego: tak położyć jej nie można.',
    en: 'The temple lies already, the jungle is being laid. On the left a stone lies on the shared border, so it fits. On the right the same tile is turned so that the border has none: it cannot lie like that.',
  },
  steps: {
    pl: 'Cztery wydrukowane pola i jedna wyłożona świątynia. Uczestnik idzie z obozu startowego przez dżunglę: pierwsza granica ma jeden kamień, druga trzy (jeden po bliższej stronie i dwa po dalszej), razem 4 PA. Krzyżyki stoją tam, gdzie kamieni nie ma: tamtędy nikt nie przejdzie.',
    en: 'The four printed cells and one temple that was laid. A worker walks from the base camp through the jungle: the first border has one stone, the second three (one on the near side, two on the far), 4 points together. The crosses stand where there are no stones: nobody passes there.',
  },
  temple: {
    pl: 'Dwóch uczestników stoi w świątyni poziomu 4. Za 2 PA odkrywają poziom 5, za następne 2 PA poziom 6. Jeden pionek odkryłby w tej kolejce tylko jeden poziom, a trzech i tak najwyżej dwa.',
    en: 'Two workers stand on a temple of level 4. For 2 points they uncover level 5, for 2 more level 6. One piece alone could uncover only one level in this turn, and three no more than two.',
  },
  treasure: {
    pl: 'Na płytce leżą cztery zakryte skarby, tyle, ile ma masek. Uczestnik zabiera wierzchni za 3 PA i dopiero wtedy widać, że to dzban; na płytce zostały trzy. Gdy znikną wszystkie, można tam postawić obóz.',
    en: 'Four treasures lie face down on the tile, as many as it has masks. The worker takes the top one for 3 points, and only now is it seen to be a jug; three are left. When all are gone a camp can be built there.',
  },
  camps: {
    pl: 'Tajne przejście z obozu startowego do twojego obozu w dżungli kosztuje 1 PA, w obie strony. Pieszo byłoby 7: granice mają tu jeden, trzy i trzy kamienie. Nowe pionki też mogą wchodzić wprost do obozu.',
    en: 'The secret path from the base camp to your camp in the jungle costs 1 point, either way. On foot it would be 7: the borders here have one, three and three stones. New pieces may enter at the camp as well.',
  },
  guard: {
    pl: 'Trzech uczestników (koła) ma przewagę nad dwoma (trójkąty). Za 5 PA jeden z nich zostaje strażnikiem; dwaj pozostali wypadają z gry na dobre. Trójkąty zostają, ale świątyni już nie zdobędą.',
    en: 'Three workers (circles) are stronger than two (triangles). For 5 points one of them becomes the guard; the other two leave the game for good. The triangles stay, but they will not win this temple any more.',
  },
  majority: {
    pl: 'Dowódca ma siłę trzech. Po lewej 3 do 2: pięć punktów dla kół. W środku 3 do 3: nikt nie dostaje nic. Po prawej stoi strażnik trójkątów, więc sześć punktów jest ich, choć koła są tu silniejsze.',
    en: 'A leader has the strength of three. On the left 3 to 2: five points for the circles. In the middle 3 to 3: nobody gets anything. On the right stands a guard of the triangles, so the six points are theirs although the circles are stronger there.',
  },
  volcano: {
    pl: 'Koło odkrywa wulkan. Najpierw koło, potem trójkąt i kwadrat: każdy ma dziesięć PA, a na końcu własnej kolejki liczy swoje punkty. Dopiero teraz koło wykłada wulkan i ma jeszcze dziesięć PA, już bez punktów.',
    en: 'The circle turns up the volcano. First the circle, then the triangle and the square: each has ten action points and scores as the own turn ends. Only now the circle lays the volcano, with ten more points to act and no scoring.',
  },
} satisfies Record<string, Text>;

export type FigureName = keyof typeof CAPTIONS;

type More = Partial<Omit<LaidTile, 'cell' | 'tile'>>;

export function laid(cell: Cell, kind: TikalTile['kind'], value: number, edges: readonly number[], more: More = {}): LaidTile {
  const level = kind === 'temple' ? value : null;
  const treasures = kind === 'treasure' ? value : null;
  return { cell: [cell[0], cell[1]], tile: { name: '', kind, value, edges: [...edges] }, turned: 0, level, treasures, camp: null, guard: null, troops: [], scoresFor: null, ...more };
}

export const workers = (seat: number, count: number, leader = false): LaidTile['troops'][number] => ({ seat, workers: count, leader });

/** The four cells printed on the board, with pieces of seat 0 on the base camp where asked. */
export const PRINTED = (count: number): LaidTile[] => [
  laid([0, 3], 'temple', 1, [1, 1, 0, 1, 0, 0]),
  laid([1, 3], 'jungle', 0, [1, 1, 1, 0, 0, 0]),
  laid([0, 4], 'base', 0, [1, 1, 1, 0, 0, 0], { troops: count ? [workers(0, count)] : [] }),
  laid([1, 4], 'temple', 1, [0, 1, 0, 0, 0, 1]),
];
/** Another temple and a jungle beyond, as they may come to lie. */
export const BEYOND = laid([2, 3], 'temple', 2, [0, 1, 0, 0, 2, 0]);
export const FAR = laid([3, 2], 'jungle', 0, [1, 0, 0, 0, 2, 0]);
