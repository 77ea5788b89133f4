// Where things stand in the drawing of a shelf. Nothing here knows a rule: groups are found to be joined and numbered.

import type { ShelfPlayer } from '../../wire/kinds';
import type { Kind } from './art';

export type Rows = ShelfPlayer['shelf'];
export interface Ghost {
  readonly row: number;
  readonly column: number;
  readonly kind: Kind;
  readonly variant: number;
}
export interface Group {
  readonly kind: Kind;
  readonly cells: readonly (readonly [row: number, column: number])[];
}

export const at = (rows: Rows, row: number, column: number): Kind | null => rows[row]?.[column] ?? null;

/** The shelf with the tiles in hand standing in a column. */
export function withGhosts(rows: Rows, ghosts: readonly Ghost[]): Rows {
  return rows.map((line, row) => line.map((kind, column) => kind ?? ghosts.find((one) => one.row === row && one.column === column)?.kind ?? null));
}

/** Where the tiles in hand would come to stand, the first one lowest; those that find no place are left out. */
export function ghostsIn(rows: Rows, column: number, hand: readonly { kind: Kind; variant: number }[]): Ghost[] {
  const lowest = rows.filter((line) => line[column] === null).length - 1;
  return hand.map((tile, i) => ({ ...tile, row: lowest - i, column })).filter((ghost) => ghost.row >= 0);
}

/** Neighbours of one kind, joined. */
export function groupsOf(rows: Rows): Group[] {
  const seen = new Set<string>();
  const groups: Group[] = [];
  rows.forEach((line, row) =>
    line.forEach((kind, column) => {
      if (!kind || seen.has(`${row} ${column}`)) return;
      const cells: [number, number][] = [];
      const open: [number, number][] = [[row, column]];
      seen.add(`${row} ${column}`);
      for (let next = open.pop(); next; next = open.pop()) {
        cells.push(next);
        const [r, c] = next;
        for (const [y, x] of [[r + 1, c], [r - 1, c], [r, c + 1], [r, c - 1]] as const) {
          if (at(rows, y, x) !== kind || seen.has(`${y} ${x}`)) continue;
          seen.add(`${y} ${x}`);
          open.push([y, x]);
        }
      }
      groups.push({ kind, cells });
    }),
  );
  return groups;
}

/** The place of a group's badge: its highest tile, the rightmost of those. */
export function corner(group: Group): readonly [number, number] {
  return [...group.cells].sort((a, b) => a[0] - b[0] || b[1] - a[1])[0] ?? [0, 0];
}
