"""One match of Ridge as a record.

Cells are numbered from the left; laying at the left end moves everything one cell on:

    cell      0 1 2 3 4 5 6                        0 1 2 3 4 5 6
    ridge     5 1 6 . . . .    2 at the left end   2 5 1 6 . . .
    climbers    A B                                    A B

A set of tiles is an int: bit t for tile t.
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from kafelki.core.record import EVERYONE, I8, OWNER, Head, Ints8, Ints16

SEATS: Final = 3
TILES: Final = 7  # numbered 1..TILES

NO_TILE: Final = 0  # in `ridge`: beyond its right end


class RidgeState(Head):
    """One match. The stack has a height only: its order does not exist before a tile is drawn."""

    alone: I8  # option: 1 = no two climbers on one tile
    stack: I8  # tiles face down
    laid: I8  # 1 when the seat to act has laid its tile of this turn
    steps: I8  # steps its climber has taken in this turn
    ridge: Annotated[Ints8, np.int8, (TILES,), EVERYONE]  # tile on each cell, 1..TILES, or NO_TILE
    climbers: Annotated[Ints8, np.int8, (SEATS,), EVERYONE]  # cell each seat's climber stands on
    hands: Annotated[Ints16, np.int16, (SEATS,), OWNER]  # each seat's hand, a set of tiles
