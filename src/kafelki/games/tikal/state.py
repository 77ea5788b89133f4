"""One match of Tikal as a record.

A cell is `6 * column + row`; odd columns lie half a cell lower. Sets of cells are the bits of an int. Row 5 of every
column stays empty, so that no step leads from the foot of one column to the head of the next.

      column 0   1   2   3   4   5   6   7        directions, clockwise:
    row 0    0   6  12  18  24  30  36  42              N 0
    row 1    1   7  13  19  25  31  37  43         NW 5     NE 1
    row 2    2   8  14  20  26  32  38  44
    row 3    3   9  15  21  27  33  39  45         SW 4     SE 2
    row 4    4  10  16  22  28  34  40  46              S 3

Tiles are numbered 0..35 in the order of their letters, A first; 36..39 are the four printed ones. The order of the
deck does not exist before a tile is drawn, nor does a treasure before it is taken: only chance is hidden.
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from kafelki.core.record import EVERYONE, I8, I16, I64, Head, Ints8, Ints16, Ints64

SEATS: Final = 4
COLUMNS: Final = 8
ROWS: Final = 5
CELLS: Final = 48  # numbers of cells; 40 are used
DIRECTIONS: Final = 6
KINDS: Final = 8  # of treasure
WORKERS: Final = 18
LEADER_STRENGTH: Final = 3
TURN_POINTS: Final = 10

# `phase`: what is asked of the seat to act.
PLACE: Final = 0  # lay the tile in hand
ACT: Final = 1  # spend action points
BID: Final = 2  # bid or pass
CHOOSE: Final = 3  # choose one of the tiles on offer

WORKER: Final = 0
LEADER: Final = 1

NOBODY: Final = -1
NO_TILE: Final = -1
NO_CELL: Final = -1
IN_SUPPLY: Final = -1  # in `leader`
OUT_OF_GAME: Final = -2  # in `leader`: went with a guard
GUARDING: Final = -3  # in `leader`: is a guard, where `leader_guard` says


class TikalState(Head):
    """One match. Sets of cells repeat what lies in `tile`, `turned`, `number` and `workers`: they make rules quick."""

    auction: I8  # option: 1 = tiles are bid for
    tie_by_treasure: I8  # house rule
    no_printed_camp: I8  # house rule
    phase: I8  # PLACE, ACT, BID or CHOOSE
    points: I8  # action points left in this turn
    hand: I8  # tile the seat to act has to lay, or the volcano kept through a scoring round, or NO_TILE
    scoring: I8  # 1 while a scoring round is played
    last_round: I8  # 1 in the scoring round after the last tile
    scored: I8  # turns of this scoring round already over
    order: Annotated[Ints8, np.int8, (SEATS,), EVERYONE]  # seats in the order of this scoring round
    last: I8  # seat that laid the last tile, or NOBODY
    bidder: I8  # seat whose bid stands, or NOBODY
    bid: I16  # the bid that stands, 0 = none
    passed: I8  # set of seats that passed in this auction
    first_passed: I8  # the first of them, or NOBODY
    gone: I8  # set of seats that have had their turn in this auction round
    score: Annotated[Ints16, np.int16, (SEATS,), EVERYONE]
    tokens: Annotated[Ints8, np.int8, (11,), EVERYONE]  # level tokens left, by level 2..10
    held_odd: Annotated[Ints16, np.int16, (SEATS,), EVERYONE]  # set of treasure kinds a seat holds once or thrice
    held_many: Annotated[Ints16, np.int16, (SEATS,), EVERYONE]  # set of kinds it holds twice or thrice
    supply: Annotated[Ints8, np.int8, (SEATS,), EVERYONE]  # workers not yet entered
    out: Annotated[Ints8, np.int8, (SEATS,), EVERYONE]  # workers that left the game with a guard
    leader: Annotated[Ints8, np.int8, (SEATS,), EVERYONE]  # cell, IN_SUPPLY, OUT_OF_GAME or GUARDING
    leader_guard: Annotated[Ints8, np.int8, (SEATS,), EVERYONE]  # cell the leader guards, or NO_CELL
    camps: Annotated[Ints8, np.int8, (SEATS, 2), EVERYONE]  # cells of a seat's camps as built, or NO_CELL
    tile: Annotated[Ints8, np.int8, (CELLS,), EVERYONE]  # tile on each cell, or NO_TILE
    turned: Annotated[Ints8, np.int8, (CELLS,), EVERYONE]  # how far it is turned clockwise, 0..5
    number: Annotated[Ints8, np.int8, (CELLS,), EVERYONE]  # a temple's level, or treasures left
    workers: Annotated[
        Ints8, np.int8, (SEATS, CELLS), EVERYONE
    ]  # workers of each seat on each cell, guards not counted
    deck: I64  # set of tiles not yet drawn
    offer: I64  # set of tiles on offer in the auction
    aside: I64  # set of tiles that fitted nowhere
    laid: I64  # set of cells with a tile
    volcanoes: I64
    temples: I64  # without guard
    stuck: I64  # temples whose next level token has run out
    hoards: I64  # cells with treasures left
    sites: I64  # cells where a camp may be built
    dug_once: I64  # cells where the seat to act dug or took in this turn
    dug_twice: I64
    stand: Annotated[Ints64, np.int64, (SEATS,), EVERYONE]  # cells with a worker of this seat
    crowd: Annotated[Ints64, np.int64, (SEATS,), EVERYONE]  # cells with two workers of this seat or more
    guards: Annotated[Ints64, np.int64, (SEATS,), EVERYONE]  # cells this seat guards
    stony: Annotated[Ints64, np.int64, (DIRECTIONS,), EVERYONE]  # cells with a stone on this edge
    within: Annotated[Ints64, np.int64, (3, 6), EVERYONE]  # cells from which a step N, NE, SE costs at most 1..6
