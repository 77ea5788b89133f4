"""The twelve common goals. Numbers (§) are those of docs/rules/shelf.en.md."""

from __future__ import annotations

from kafelki.core.bits import count_bits
from kafelki.core.kernel import kernel
from kafelki.core.record import Ints64
from kafelki.games.shelf.scoring import group_at, shelved
from kafelki.games.shelf.state import COLUMNS, KINDS, ROWS, SAME_KIND, ShelfState
from kafelki.games.shelf.tables import COLUMN_STEP, CORNERS, SHELF_COLUMNS, SHELF_ROWS, STAIRS


@kernel
def fulfils(state: ShelfState, seat: int, goal: int) -> bool:
    """§17-§24 Whether the seat's shelf, as it stands now, fulfils this common goal."""
    shelf = state.shelves[seat]
    if goal == 1:
        return has_two_squares(shelf, state.two_squares == SAME_KIND)
    if goal == 2:
        return count_columns(shelf, 6, 6) >= 2
    if goal == 3:
        return count_groups(shelf, 4) >= 4
    if goal == 4:
        return count_groups(shelf, 2) >= 6
    if goal == 5:
        return count_columns(shelf, 1, 3) >= 3
    if goal == 6:
        return count_rows(shelf, 5, 5) >= 2
    if goal == 7:
        return count_rows(shelf, 1, 3) >= 4
    if goal == 12:
        return is_staircase(shelf)
    return has_kind_pattern(shelf, goal)


@kernel
def has_kind_pattern(shelf: Ints64, goal: int) -> bool:
    """§23 Some one kind makes the pattern of goal 8, 9, 10 or 11."""
    for kind in range(KINDS):
        tiles = int(shelf[kind])
        if goal == 8 and (tiles & CORNERS) == CORNERS:
            return True
        if goal == 9 and count_bits(tiles) >= 8:
            return True
        if goal == 10 and has_cross(tiles):
            return True
        if goal == 11 and (has_diagonal(tiles, COLUMN_STEP + 1) or has_diagonal(tiles, COLUMN_STEP - 1)):
            return True
    return False


@kernel
def has_two_squares(shelf: Ints64, same_kind: bool) -> bool:
    """§20 Squares of 2 x 2 in two different groups."""
    groups = 0
    for kind in range(KINDS):
        own = count_square_groups(int(shelf[kind]))
        groups += own
        if own >= 2 or (groups >= 2 and not same_kind):
            return True
    return False


@kernel
def count_square_groups(tiles: int) -> int:
    """§19, §20 Groups of one kind that hold a square: two squares in one group count once."""
    squares = tiles & (tiles >> 1)
    squares &= squares >> COLUMN_STEP
    count = 0
    while squares:
        squares &= ~group_at(tiles, squares & -squares)
        count += 1
    return count


@kernel
def count_groups(shelf: Ints64, size: int) -> int:
    """§19, §21 Groups of at least `size` tiles, each counted once."""
    count = 0
    for kind in range(KINDS):
        tiles = int(shelf[kind])
        while tiles:
            group = group_at(tiles, tiles & -tiles)
            tiles ^= group
            if count_bits(group) >= size:
                count += 1
    return count


@kernel
def count_kinds(shelf: Ints64, line: int) -> int:
    """How many kinds stand in these cells."""
    kinds = 0
    for kind in range(KINDS):
        if shelf[kind] & line:
            kinds += 1
    return kinds


@kernel
def count_columns(shelf: Ints64, least: int, most: int) -> int:
    """§22 Full columns with so many kinds."""
    cells = shelved(shelf)
    count = 0
    for column in range(COLUMNS):
        line = SHELF_COLUMNS[column]
        if (cells & line) == line and least <= count_kinds(shelf, line) <= most:
            count += 1
    return count


@kernel
def count_rows(shelf: Ints64, least: int, most: int) -> int:
    """§22 Full rows with so many kinds."""
    cells = shelved(shelf)
    count = 0
    for height in range(ROWS):
        line = SHELF_ROWS[height]
        if (cells & line) == line and least <= count_kinds(shelf, line) <= most:
            count += 1
    return count


@kernel
def has_cross(tiles: int) -> bool:
    """§23 Four corners and the middle of a 3 x 3 window, taken from its lower left corner."""
    rising = tiles & (tiles >> (COLUMN_STEP + 1)) & (tiles >> (2 * COLUMN_STEP + 2))
    return (rising & (tiles >> 2) & (tiles >> (2 * COLUMN_STEP))) != 0


@kernel
def has_diagonal(tiles: int, step: int) -> bool:
    """§23 Five on a diagonal; the empty bits between columns break any that would leave the shelf."""
    two = tiles & (tiles >> step)
    return (two & (two >> (2 * step)) & (tiles >> (4 * step))) != 0


@kernel
def is_staircase(shelf: Ints64) -> bool:
    """§24 Heights 1-5 or 2-6, rising or falling."""
    cells = shelved(shelf)
    return cells == STAIRS[0] or cells == STAIRS[1] or cells == STAIRS[2] or cells == STAIRS[3]
