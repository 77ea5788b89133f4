"""Półeczka's components and numbering as data. Facts from components/shelf.json of the design, which says
where each was read: the publisher's rulebooks of 2022, the cards, and the Polish sheet."""

from __future__ import annotations

from itertools import permutations
from typing import Final

import numpy as np

from kafelki.core.record import Ints64
from kafelki.games.shelf.state import COLUMNS, KINDS, ROWS

TILES_OF_A_KIND: Final = 22
KIND_LETTERS: Final = "CBGFTP"

FLOOR: Final = (  # a cell's digit: the least number of players it is used with
    "...34....",
    "...224...",
    "..32223..",
    ".42222223",
    "422222224",
    "32222224.",
    "..32223..",
    "...422...",
    "....43...",
)
FLOOR_SIDE: Final = len(FLOOR)
DOWN: Final = 5
RIGHT: Final = 6


def floor_bit(row: int, column: int) -> int:
    """The number of a floor cell; see the drawing in state.py."""
    return DOWN * row + RIGHT * column - 18


CELLS: Final = {  # (row, column) -> its number, for all cells ever used
    (row, column): floor_bit(row, column)
    for row in range(FLOOR_SIDE)
    for column in range(FLOOR_SIDE)
    if FLOOR[row][column] != "."
}
FLOOR_OF: Final = tuple(  # players -> the cells in use, as a set
    sum(1 << bit for (row, column), bit in CELLS.items() if int(FLOOR[row][column]) <= players) for players in range(5)
)

# ---- Lines that can be taken. A shape is a length and a direction; its lines are numbered by their lowest cell.
LENGTHS: Final = (1, 2, 2, 3, 3)
STEPS: Final = (0, DOWN, RIGHT, DOWN, RIGHT)
SHAPES: Final = len(LENGTHS)
ORDERS: Final = tuple(tuple(permutations(range(length))) for length in (1, 2, 3))
ORDERS_OF: Final = tuple(len(ORDERS[length - 1]) for length in LENGTHS)


def _lines(shape: int) -> list[int]:
    """The lowest cells of all lines of this shape on the largest floor, rising."""
    bits = set(CELLS.values())
    return sorted(bit for bit in bits if all(bit + i * STEPS[shape] in bits for i in range(LENGTHS[shape])))


LINES: Final = tuple(_lines(shape) for shape in range(SHAPES))
# An action is a line, an order of its tiles and a column: counted in that order, columns fastest.
FIELDS: Final = [
    (shape, start, order, column)
    for shape in range(SHAPES)
    for start in LINES[shape]
    for order in range(ORDERS_OF[shape])
    for column in range(COLUMNS)
]
ACTIONS: Final = len(FIELDS)
ACTION_FIELDS: Final[Ints64] = np.array(FIELDS, dtype=np.int64)  # action -> shape, lowest cell, order, column
ACTION_OF: Final = {fields: action for action, fields in enumerate(FIELDS)}


def _first_actions() -> Ints64:
    first = np.full((SHAPES, 64), -1, dtype=np.int64)
    for action in reversed(range(ACTIONS)):
        shape, start = FIELDS[action][:2]
        first[shape, start] = action
    return first


FIRST_ACTION: Final = _first_actions()  # shape, lowest cell -> its first action
ORDER_PLACES: Final[Ints64] = np.array(  # length - 1, order, place from below -> which tile of the line
    [[(*order, 0, 0)[:3] for order in (orders * 6)[:6]] for orders in ORDERS], dtype=np.int64
)

# ---- The shelf: bit 7 * column + height.
COLUMN_STEP: Final = ROWS + 1


def shelf_bit(column: int, height: int) -> int:
    """The number of a shelf cell; see the drawing in state.py."""
    return COLUMN_STEP * column + height


def _set(cells: list[tuple[int, int]]) -> int:
    return sum(1 << shelf_bit(column, height) for column, height in cells)


SHELF_COLUMNS: Final = tuple(_set([(column, height) for height in range(ROWS)]) for column in range(COLUMNS))
SHELF_ROWS: Final = tuple(_set([(column, height) for column in range(COLUMNS)]) for height in range(ROWS))
WHOLE_SHELF: Final = sum(SHELF_COLUMNS)
ROOM_FOR: Final = (
    0,
    *(SHELF_ROWS[ROWS - taken] for taken in (1, 2, 3)),
)  # tiles -> the cells that must be free for them
CORNERS: Final = _set([(0, 0), (0, ROWS - 1), (COLUMNS - 1, 0), (COLUMNS - 1, ROWS - 1)])
STAIRS: Final = tuple(  # heights 1-5 and 2-6, rising and falling; 0-4 is refused
    _set([(column, height) for column, top in enumerate(heights) for height in range(top)])
    for heights in ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (5, 4, 3, 2, 1), (6, 5, 4, 3, 2))
)

# ---- Points.
GOAL_TOKENS: Final = ((), (), (8, 4), (8, 6, 4), (8, 6, 4, 2))  # players -> a goal's tokens, from the top
TOKEN_TABLE: Final[Ints64] = np.array([(*tokens, 0, 0, 0, 0)[:4] for tokens in GOAL_TOKENS], dtype=np.int64)
PERSONAL_POINTS: Final = (0, 1, 2, 4, 6, 9, 12)  # matches -> points
GROUP_POINTS: Final = (0, 0, 0, 2, 3, 5, 8)  # size, six for six or more -> points
END_POINTS: Final = 1
MOST_POINTS: Final = 69

# ---- Common goals, by number.
GOAL_NAMES: Final = (
    "",
    "two_squares",
    "two_columns_all_different",
    "four_groups_of_four",
    "six_groups_of_two",
    "three_columns_max_three_kinds",
    "two_rows_all_different",
    "four_rows_max_three_kinds",
    "four_corners",
    "eight_of_a_kind",
    "x_shape",
    "diagonal",
    "staircase",
)
COMMON_GOALS: Final = len(GOAL_NAMES) - 1

# ---- Personal cards, by number: kind letters on the shelf's six rows, top to bottom.
PERSONAL_CARDS: Final = (
    ("P.F..", "....C", "...B.", ".G...", ".....", "..T.."),
    (".....", ".P...", "C.G..", "....B", "...T.", "....F"),
    (".....", "F..G.", "..P..", ".C..T", ".....", "B...."),
    ("....G", ".....", "T.F..", "...P.", ".BC..", "....."),
    (".....", ".T...", ".....", ".FB..", "....P", "G..C."),
    ("..T.C", ".....", "...B.", ".....", ".G.F.", "P...."),
    ("C....", "...F.", ".P...", "T....", "....G", "..B.."),
    ("....F", ".C...", "..T..", "P....", "...B.", "...G."),
    ("..G..", ".....", "..C..", "....B", ".T..P", "F...."),
    ("....T", ".G...", "B....", "...C.", ".F...", "...P."),
    ("..P..", ".B...", "G....", "..F..", "....C", "...T."),
    ("..B..", ".P...", "..F..", "...T.", "....G", "C...."),
)
PERSONAL: Final = len(PERSONAL_CARDS)


def _card_table() -> Ints64:
    table = np.zeros((PERSONAL + 1, KINDS), dtype=np.int64)
    for number, card in enumerate(PERSONAL_CARDS, start=1):
        for row, letters in enumerate(card):
            for column, letter in enumerate(letters):
                if letter != ".":
                    table[number, KIND_LETTERS.index(letter)] = 1 << shelf_bit(column, ROWS - 1 - row)
    return table


CARD_CELLS: Final = _card_table()  # card, kind -> the cell that kind is wanted in
