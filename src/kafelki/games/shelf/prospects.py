"""How far a shelf is from each common goal: guesses for bots, no rules."""

from __future__ import annotations

from typing import Final

from kafelki.core.bits import count_bits
from kafelki.core.kernel import kernel
from kafelki.core.record import Ints64
from kafelki.games.shelf.goals import count_kinds
from kafelki.games.shelf.scoring import group_at, shelved
from kafelki.games.shelf.state import COLUMNS, KINDS, ROWS
from kafelki.games.shelf.tables import COLUMN_STEP, CORNERS, SHELF_COLUMNS, SHELF_ROWS, STAIRS, shelf_bit

FAR: Final = 30  # tiles missing where a goal is out of reach


def _cells(*places: tuple[int, int]) -> int:
    return sum(1 << shelf_bit(column, height) for column, height in places)


CROSSES: Final = tuple(
    _cells(*((column + i, height + j) for i, j in ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2))))
    for column in range(COLUMNS - 2)
    for height in range(ROWS - 2)
)
DIAGONALS: Final = tuple(
    _cells(*((i if rising else 4 - i, i + low) for i in range(5))) for low in (0, 1) for rising in (True, False)
)


@kernel
def missing(shelf: Ints64, goal: int) -> int:
    """About how many tiles a shelf still needs for a common goal; FAR or more where it cannot be."""
    if goal == 1:
        return missing_squares(shelf)
    if goal == 2:
        return missing_lines(shelf, SHELF_COLUMNS, 2, False)
    if goal == 3:
        return missing_groups(shelf, 4, 4)
    if goal == 4:
        return missing_groups(shelf, 2, 6)
    if goal == 5:
        return missing_lines(shelf, SHELF_COLUMNS, 3, True)
    if goal == 6:
        return missing_lines(shelf, SHELF_ROWS, 2, False)
    if goal == 7:
        return missing_lines(shelf, SHELF_ROWS, 4, True)
    if goal == 9:
        return missing_eight(shelf)
    if goal == 12:
        return missing_stairs(shelf)
    return missing_pattern(shelf, goal)


@kernel
def missing_squares(shelf: Ints64) -> int:
    """Tiles to two squares of 2 x 2, of different kinds."""
    cells = shelved(shelf)
    first, second = 4, 4
    for kind in range(KINDS):
        short = missing_square(int(shelf[kind]), cells)
        if short < first:
            first, second = short, first
        elif short < second:
            second = short
    return first + second


@kernel
def missing_square(tiles: int, cells: int) -> int:
    """Tiles to a square of this kind: each place of its lower left corner looked at at once."""
    lost = cells & ~tiles
    lost |= lost >> 1
    lost |= lost >> COLUMN_STEP
    right, up, both = tiles >> COLUMN_STEP, tiles >> 1, tiles >> (COLUMN_STEP + 1)
    places = ~lost & SQUARES
    if tiles & right & up & both & places:
        return 0
    if ((tiles & right & (up | both)) | (up & both & (tiles | right))) & places:
        return 1
    if ((tiles & right) | (up & both) | ((tiles | right) & (up | both))) & places:
        return 2
    return 3 if tiles else 4


SQUARES: Final = _cells(*((column, height) for column in range(COLUMNS - 1) for height in range(ROWS - 1)))


@kernel
def missing_lines(shelf: Ints64, lines: tuple[int, ...], wanted: int, alike: bool) -> int:
    """Tiles to so many full columns or rows, of at most three kinds or all different: the fullest that still can."""
    cells = shelved(shelf)
    by_gaps = 0  # eight bits for each number of gaps: how many lines have so many
    for i in range(len(lines)):
        line = lines[i]
        kinds, standing = count_kinds(shelf, line), count_bits(cells & line)
        if kinds <= 3 if alike else kinds == standing:
            by_gaps += 1 << (8 * (count_bits(line) - standing))
    short = 0
    for gaps in range(7):
        here = min(wanted, (by_gaps >> (8 * gaps)) & 255)
        short += here * gaps
        wanted -= here
    return short + FAR * wanted


@kernel
def missing_groups(shelf: Ints64, size: int, wanted: int) -> int:
    """Tiles to so many groups of this size: those that can grow first, then new ones."""
    free = ~shelved(shelf)
    by_gaps = 0
    for kind in range(KINDS):
        tiles = int(shelf[kind])
        while tiles:
            group = group_at(tiles, tiles & -tiles)
            tiles ^= group
            gaps = max(0, size - count_bits(group))
            if gaps == 0 or ((group << 1) | (group << COLUMN_STEP) | (group >> COLUMN_STEP)) & free & ALL:
                by_gaps += 1 << (8 * gaps)
    short = 0
    for gaps in range(size):
        here = min(wanted, (by_gaps >> (8 * gaps)) & 255)
        short += here * gaps
        wanted -= here
    return short + size * wanted


ALL: Final = sum(SHELF_COLUMNS)


@kernel
def missing_eight(shelf: Ints64) -> int:
    """Tiles to eight of a kind."""
    most = 0
    for kind in range(KINDS):
        most = max(most, count_bits(int(shelf[kind])))
    return max(0, 8 - most)


@kernel
def missing_stairs(shelf: Ints64) -> int:
    """Tiles to the nearest staircase that no column has outgrown."""
    cells = shelved(shelf)
    short = FAR
    for i in range(4):
        if cells & ~STAIRS[i] == 0:
            short = min(short, count_bits(STAIRS[i] & ~cells))
    return short


@kernel
def missing_pattern(shelf: Ints64, goal: int) -> int:
    """Tiles of one kind to all corners, an X or a diagonal whose other cells are free."""
    cells = shelved(shelf)
    short = FAR
    for kind in range(KINDS):
        tiles = int(shelf[kind])
        lost = cells & ~tiles
        if goal == 8 and lost & CORNERS == 0:
            short = min(short, count_bits(CORNERS & ~tiles))
        if goal == 10:
            for i in range(12):
                if lost & CROSSES[i] == 0:
                    short = min(short, count_bits(CROSSES[i] & ~tiles))
        if goal == 11:
            for i in range(4):
                if lost & DIAGONALS[i] == 0:
                    short = min(short, count_bits(DIAGONALS[i] & ~tiles))
    return short
