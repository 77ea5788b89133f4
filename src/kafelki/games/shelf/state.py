"""One match of Półeczka as a record.

Cells are the bits of an int, one int for each kind of tile lying there.

The floor is numbered aslant, `5 * row + 6 * column - 18`: all 45 cells fit in 53 bits, a step down is 5, a
step to the right is 6, and no two cells that differ by 5 or 6 are anything but neighbours.

    row 0  . . .  0  6 . . . .          shelf, `7 * column + height`:    5 12 19 26 33
    row 1  . . .  5 11 17 . . .                                         4 11 18 25 32
    row 2  . .  4 10 16 22 28 . .                                       3 10 17 24 31
    row 3  .  3  9 15 21 27 33 39 45                                    2  9 16 23 30
    row 4   2  8 14 20 26 32 38 44 50                                   1  8 15 22 29
    row 5   7 13 19 25 31 37 43 49 .                                    0  7 14 21 28
    row 6  . . 24 30 36 42 48 . .
    row 7  . . . 35 41 47 . . .         bits 6, 13, 20, 27 stay empty, so that
    row 8  . . . . 46 52 . . .          no column runs into the next
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from kafelki.core.record import EVERYONE, I8, OWNER, Head, Ints8, Ints64

SEATS: Final = 4
KINDS: Final = 6  # cats, books, games, frames, trophies, plants
COLUMNS: Final = 5
ROWS: Final = 6
GOALS: Final = 2  # common goals on the table, at most

NO_SEAT: Final = -1  # in `end_token`: still on the floor board
NO_GOAL: Final = 0  # in `goals`: the match has only one
NO_CARD: Final = 0  # in `personal`: a seat that is not played

# Values of the options, by their place in meta.py.
PL_2023: Final = 0
ENG_2022: Final = 1
ITA_2022: Final = 2
ANY_KINDS: Final = 0
SAME_KIND: Final = 1


class ShelfState(Head):
    """One match. The bag has counts only: its order does not exist before a tile is drawn."""

    refill: I8  # option: when the floor is filled again
    common_goals: I8  # option: 0 = two goals, 1 = one
    two_squares: I8  # option: whether the squares of goal 1 need one kind
    end_token: I8  # seat that filled its shelf first, or NO_SEAT
    bag: Annotated[Ints8, np.int8, (KINDS,), EVERYONE]  # tiles of each kind not yet drawn: all others lie in sight
    goals: Annotated[Ints8, np.int8, (GOALS,), EVERYONE]  # common goals, 1..12, or NO_GOAL
    tokens: Annotated[Ints8, np.int8, (SEATS, GOALS), EVERYONE]  # points a seat took from each goal, 0 = none yet
    personal: Annotated[Ints8, np.int8, (SEATS,), OWNER]  # personal card, 1..12, or NO_CARD
    floor: Annotated[Ints64, np.int64, (KINDS,), EVERYONE]  # where each kind lies on the floor
    shelves: Annotated[Ints64, np.int64, (SEATS, KINDS), EVERYONE]  # where each kind stands on each seat's shelf
