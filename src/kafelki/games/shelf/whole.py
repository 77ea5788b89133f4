"""Nothing of Półeczka is ever lost: every tile is somewhere, once."""

from __future__ import annotations

from typing import Final

from kafelki.core.bits import count_bits
from kafelki.core.codes import OK
from kafelki.core.kernel import kernel
from kafelki.core.record import Ints64
from kafelki.games.shelf.state import KINDS, NO_CARD, SEATS, ShelfState
from kafelki.games.shelf.tables import FLOOR_OF, TILES_OF_A_KIND, WHOLE_SHELF

TILE_LOST: Final = 1
TWO_TILES_ON_A_CELL: Final = 2
TILE_OFF_THE_FLOOR: Final = 3
TILE_IN_THE_AIR: Final = 4
CARD_TWICE: Final = 5


@kernel
def why_not_whole(state: ShelfState) -> int:
    """Every tile is somewhere, once, and every card with one owner: 0, or what is wrong."""
    on_floor = 0
    for kind in range(KINDS):
        tiles = int(state.floor[kind])
        if on_floor & tiles:
            return TWO_TILES_ON_A_CELL
        on_floor |= tiles
        count = int(state.bag[kind]) + count_bits(tiles)
        for seat in range(SEATS):
            count += count_bits(int(state.shelves[seat, kind]))
        if count != TILES_OF_A_KIND or state.bag[kind] < 0:
            return TILE_LOST
    if on_floor & ~FLOOR_OF[int(state.seats)]:
        return TILE_OFF_THE_FLOOR
    for seat in range(SEATS):
        fault = why_not_standing(state.shelves[seat])
        if fault:
            return fault
    return why_not_dealt(state)


@kernel
def why_not_standing(shelf: Ints64) -> int:
    """No two tiles in one place, none over a gap."""
    cells = 0
    for kind in range(KINDS):
        if cells & int(shelf[kind]):
            return TWO_TILES_ON_A_CELL
        cells |= int(shelf[kind])
    if cells & ~WHOLE_SHELF or ((cells >> 1) & WHOLE_SHELF) & ~cells:
        return TILE_IN_THE_AIR
    return OK


@kernel
def why_not_dealt(state: ShelfState) -> int:
    """Each playing seat has one card, no card has two owners."""
    dealt = 0
    for seat in range(SEATS):
        card = int(state.personal[seat])
        playing = seat < state.seats
        if playing == (card == NO_CARD) or ((dealt >> card) & 1 and playing):
            return CARD_TWICE
        dealt |= 1 << card
    return OK
