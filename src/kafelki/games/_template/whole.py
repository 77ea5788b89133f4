"""Nothing of Ridge is ever lost: every tile is somewhere, once."""

from __future__ import annotations

from typing import Final

from kafelki.core.bits import count_bits
from kafelki.core.codes import OK
from kafelki.core.kernel import kernel
from kafelki.games._template.rules import length
from kafelki.games._template.state import NO_TILE, SEATS, TILES, RidgeState
from kafelki.games._template.tables import ALL_TILES

TILE_TWICE: Final = 1
TILE_LOST: Final = 2
NO_SUCH_TILE: Final = 3
NO_SUCH_CELL: Final = 4


@kernel
def why_not_whole(state: RidgeState) -> int:
    """Every tile is somewhere, once, and every climber on the ridge: 0, or what is wrong."""
    seen = 0
    for cell in range(TILES):
        tile = int(state.ridge[cell])
        if tile < NO_TILE or tile > TILES:
            return NO_SUCH_TILE
        if (seen >> tile) & 1:
            return TILE_TWICE
        if tile != NO_TILE:
            seen |= 1 << tile
    for seat in range(SEATS):
        hand = int(state.hands[seat])
        if hand & ~ALL_TILES or (hand and seat >= state.seats):
            return NO_SUCH_TILE
        if hand & seen:
            return TILE_TWICE
        seen |= hand
    if state.stack < 0 or count_bits(seen) + int(state.stack) != TILES:
        return TILE_LOST
    return why_not_standing(state)


@kernel
def why_not_standing(state: RidgeState) -> int:
    """No gap in the ridge, and all climbers on it."""
    cells = length(state)
    for cell in range(cells, TILES):
        if state.ridge[cell] != NO_TILE:
            return NO_SUCH_CELL
    for seat in range(int(state.seats)):
        if state.climbers[seat] < 0 or state.climbers[seat] >= cells:
            return NO_SUCH_CELL
    return OK
