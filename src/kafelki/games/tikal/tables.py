"""Tikal's components and numbering as data. Facts from components/tikal.json of the design, which says where each was
read: two public implementations compared tile by tile, and reviews of the game of 1999."""

from __future__ import annotations

from typing import Final

import numpy as np

from kafelki.core.record import Ints64
from kafelki.games.tikal.state import COLUMNS, DIRECTIONS, ROWS

STEP: Final = ROWS + 1  # from a cell to the one in the next column


def cell_at(column: int, row: int) -> int:
    """The number of a cell; see the drawing in state.py."""
    return STEP * column + row


COLUMN_CELLS: Final = tuple(sum(1 << cell_at(column, row) for row in range(ROWS)) for column in range(COLUMNS))
BOARD: Final = sum(COLUMN_CELLS)
EVEN: Final = sum(COLUMN_CELLS[0::2])
ODD: Final = sum(COLUMN_CELLS[1::2])
PLACES: Final = COLUMNS * ROWS  # cells counted without gaps: what actions name

# ---- Tiles: letter and number, what it is, its value (a temple's level, masks), stones on its edges from N clockwise.
TEMPLE: Final = 0
TREASURE: Final = 1
JUNGLE: Final = 2
VOLCANO: Final = 3
BASE: Final = 4

TILES: Final = (
    ("A1", TEMPLE, 1, (2, 1, 0, 0, 0, 0)),
    ("A2", TEMPLE, 2, (2, 0, 0, 1, 0, 0)),
    ("A3", TEMPLE, 2, (2, 0, 1, 0, 0, 0)),
    ("A4", TREASURE, 4, (2, 0, 0, 0, 1, 0)),
    ("A5", TREASURE, 4, (2, 0, 1, 0, 0, 0)),
    ("A6", JUNGLE, 0, (1, 1, 0, 1, 0, 0)),
    ("B1", TEMPLE, 2, (2, 0, 0, 0, 1, 0)),
    ("B2", TEMPLE, 3, (2, 0, 0, 1, 0, 0)),
    ("B3", TREASURE, 4, (2, 0, 0, 0, 0, 1)),
    ("B4", JUNGLE, 0, (2, 0, 1, 0, 0, 0)),
    ("B5", JUNGLE, 0, (2, 1, 0, 0, 0, 0)),
    ("B6", VOLCANO, 0, (0, 0, 0, 0, 0, 0)),
    ("C1", TEMPLE, 3, (3, 0, 0, 0, 0, 0)),
    ("C2", TEMPLE, 4, (2, 0, 0, 0, 1, 0)),
    ("C3", TREASURE, 3, (3, 0, 0, 0, 0, 0)),
    ("C4", JUNGLE, 0, (3, 0, 0, 0, 0, 0)),
    ("C5", JUNGLE, 0, (1, 1, 0, 1, 0, 0)),
    ("D1", TEMPLE, 5, (2, 0, 0, 1, 0, 0)),
    ("D2", TEMPLE, 5, (3, 0, 0, 0, 0, 0)),
    ("D3", TREASURE, 3, (3, 0, 0, 0, 0, 0)),
    ("D4", JUNGLE, 0, (1, 0, 1, 0, 1, 0)),
    ("D5", VOLCANO, 0, (0, 0, 0, 0, 0, 0)),
    ("E1", TEMPLE, 5, (3, 0, 0, 0, 0, 0)),
    ("E2", TEMPLE, 6, (3, 0, 0, 0, 0, 0)),
    ("E3", TREASURE, 2, (2, 0, 0, 0, 0, 1)),
    ("E4", JUNGLE, 0, (2, 0, 0, 1, 0, 0)),
    ("E5", JUNGLE, 0, (2, 0, 0, 1, 0, 0)),
    ("F1", TEMPLE, 4, (3, 0, 0, 0, 0, 0)),
    ("F2", TEMPLE, 4, (2, 1, 0, 0, 0, 0)),
    ("F3", TREASURE, 2, (2, 0, 0, 1, 0, 0)),
    ("F4", JUNGLE, 0, (2, 0, 0, 1, 0, 0)),
    ("F5", VOLCANO, 0, (0, 0, 0, 0, 0, 0)),
    ("G1", TEMPLE, 3, (2, 0, 0, 0, 0, 1)),
    ("G2", TEMPLE, 3, (2, 0, 1, 0, 0, 0)),
    ("G3", TREASURE, 2, (3, 0, 0, 0, 0, 0)),
    ("G4", JUNGLE, 0, (2, 0, 0, 1, 0, 0)),
    ("base", BASE, 0, (1, 1, 1, 0, 0, 0)),  # from here on: printed on the board
    ("north", TEMPLE, 1, (1, 1, 0, 1, 0, 0)),
    ("jungle", JUNGLE, 0, (1, 1, 1, 0, 0, 0)),
    ("east", TEMPLE, 1, (0, 1, 0, 0, 0, 1)),
)
DECK: Final = 36  # tiles to be drawn
TILE_NAMES: Final = tuple(name for name, _, _, _ in TILES)
TILE_TYPES: Final = tuple(kind for _, kind, _, _ in TILES)
TILE_VALUES: Final = tuple(value for _, _, value, _ in TILES)
TILE_EDGES: Final[Ints64] = np.array([edges for _, _, _, edges in TILES], dtype=np.int64)
VOLCANOES: Final = sum(1 << tile for tile in range(DECK) if TILE_TYPES[tile] == VOLCANO)
# Turns after which a tile looks as before: a volcano always, D4 every second, any other only all the way round.
TILE_TURNS: Final = tuple(
    next(turn for turn in range(1, DIRECTIONS + 1) if edges[-turn:] + edges[:-turn] == edges)
    for _, _, _, edges in TILES
)
STACKS: Final = tuple(  # letter -> its tiles, as a set
    sum(1 << tile for tile in range(DECK) if TILE_NAMES[tile][0] == letter) for letter in "ABCDEFG"
)
STACK_OF: Final = tuple("ABCDEFG".index(TILE_NAMES[tile][0]) for tile in range(DECK))
PRINTED: Final = ((cell_at(0, 4), 36), (cell_at(0, 3), 37), (cell_at(1, 3), 38), (cell_at(1, 4), 39))  # cell, tile
BASE_CELL: Final = cell_at(0, 4)
PRINTED_JUNGLE: Final = cell_at(1, 3)

# ---- Tokens and costs.
LEVEL_TOKENS: Final = (0, 0, 3, 6, 9, 11, 8, 5, 3, 2, 1)  # by level
MOST_LEVEL: Final = 10
COPIES: Final = 3  # of each treasure
TREASURE_POINTS: Final = (0, 1, 3, 6)
COST_ENTER: Final = 1
COST_PATH: Final = 1
COST_UNCOVER: Final = 2
COST_TAKE: Final = 3
COST_EXCHANGE: Final = 3
COST_CAMP: Final = 5
COST_GUARD: Final = 5
MOST_CAMPS: Final = 2
MOST_GUARDS: Final = 2
START_SCORE: Final = 20  # in the auction
MOST_BID: Final = 470
MOST_SCORE: Final = 620

# ---- Actions: sections, each counted by what it names.
PATHS: Final = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))  # from and to: 0 base camp, 1 and 2 own camps as built
PLACE_AT: Final = 0  # turn, place
ENTER_AT: Final = PLACE_AT + DIRECTIONS * PLACES  # worker or leader, camp 0..2
WALK_AT: Final = ENTER_AT + 2 * 3  # worker or leader, direction, place
PATH_AT: Final = WALK_AT + 2 * DIRECTIONS * PLACES  # worker or leader, PATHS
UNCOVER_AT: Final = PATH_AT + 2 * len(PATHS)  # place
TAKE_AT: Final = UNCOVER_AT + PLACES  # place
EXCHANGE_AT: Final = TAKE_AT + PLACES  # other seat, kind given, kind taken
CAMP_AT: Final = EXCHANGE_AT + 4 * 8 * 8  # place
GUARD_AT: Final = CAMP_AT + PLACES  # worker or leader, place
END_AT: Final = GUARD_AT + 2 * PLACES
BID_AT: Final = END_AT + 1  # 0 = pass, or the bid; the last stands for all that nobody can have
CHOOSE_AT: Final = BID_AT + MOST_BID + 2  # tile
ACTIONS: Final = CHOOSE_AT + DECK
