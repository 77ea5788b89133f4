"""What a network is shown of Tikal. The 40 cells go column by column, from the head of each down, as actions name them.

Left out, because other parts say it: `tile` and `turned` (kinds, stones and costs stand in sets of cells), `stand`
and `crowd` (`workers` counts them).
"""

from __future__ import annotations

from typing import Final

from kafelki.core.tensors import cells, number, one_of, seat, seats
from kafelki.games.tikal.state import COLUMNS, GUARDING, IN_SUPPLY, KINDS, OUT_OF_GAME, ROWS
from kafelki.games.tikal.tables import DECK, cell_at

BOARD: Final = [cell_at(column, row) for column in range(COLUMNS) for row in range(ROWS)]
TILE: Final = range(DECK)

TENSORS: Final = (
    one_of("phase", range(4), "lay a tile, spend points, bid, choose a tile"),
    number("points", "action points left in this turn"),
    one_of("hand", TILE, "the tile to lay"),
    number("scoring", "1 while a scoring round is played"),
    number("last_round", "1 in the scoring round after the last tile"),
    number("scored", "turns of this scoring round already over"),
    seat("order", "seats in the order of this scoring round"),
    seat("last", "who laid the last tile"),
    seat("bidder", "whose bid stands"),
    number("bid", "the bid that stands"),
    seats("passed", "who passed in this auction"),
    seat("first_passed", "the first of them"),
    seats("gone", "who has had a turn in this auction round"),
    number("score", "points so far", by_seat=True),
    number("tokens", "level tokens left, by level 0 to 10"),
    cells("held_odd", range(KINDS), "kinds of treasure held once or thrice", by_seat=True),
    cells("held_many", range(KINDS), "kinds of treasure held twice or thrice", by_seat=True),
    number("supply", "workers not yet entered", by_seat=True),
    number("out", "workers that left the game with a guard", by_seat=True),
    one_of("leader", [*BOARD, IN_SUPPLY, OUT_OF_GAME, GUARDING], "cell, supply, out, or on guard", by_seat=True),
    one_of("leader_guard", BOARD, "the cell the leader guards", by_seat=True),
    one_of("camps", BOARD, "the cells of both camps", by_seat=True),
    number("number", "a temple's level, or treasures left, on each of 48 numbers 6 * column + row"),
    number("workers", "workers on each of the same 48", by_seat=True),
    cells("deck", TILE, "tiles not yet drawn"),
    cells("offer", TILE, "tiles on offer in the auction"),
    cells("aside", TILE, "tiles that fitted nowhere"),
    cells("laid", BOARD, "cells with a tile"),
    cells("volcanoes", BOARD, "cells with a volcano"),
    cells("temples", BOARD, "temples without guard"),
    cells("stuck", BOARD, "temples whose next level token has run out"),
    cells("hoards", BOARD, "cells with treasures left"),
    cells("sites", BOARD, "cells where a camp may be built"),
    cells("dug_once", BOARD, "cells where the seat to act dug or took in this turn"),
    cells("dug_twice", BOARD, "cells where it did so twice"),
    cells("guards", BOARD, "cells this seat guards", by_seat=True),
    cells("stony", BOARD, "for each direction from north clockwise, cells with a stone on that edge"),
    cells("within", BOARD, "for steps north, north-east, south-east: cells from which it costs at most 1 to 6"),
)
