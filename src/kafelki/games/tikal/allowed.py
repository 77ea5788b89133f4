"""What may be done in Tikal now: sets and counts shared by listing, counting, picking and judging.

Numbers (§) are those of docs/rules/tikal.en.md.
"""

from __future__ import annotations

from kafelki.core.bits import count_bits
from kafelki.core.kernel import kernel
from kafelki.games.tikal.board import passable, placements
from kafelki.games.tikal.pieces import camp_cell, count_camps, diggable, guardable, in_supply, standing
from kafelki.games.tikal.state import ACT, BID, NO_CELL, PLACE, TikalState
from kafelki.games.tikal.tables import (
    COST_CAMP,
    COST_ENTER,
    COST_EXCHANGE,
    COST_GUARD,
    COST_PATH,
    COST_TAKE,
    COST_UNCOVER,
    MOST_BID,
    MOST_CAMPS,
    MOST_GUARDS,
    PATHS,
    TILE_TURNS,
)


@kernel
def place_of(cell: int) -> int:
    """A cell's number among the forty, as actions name it."""
    return cell - cell // 6


@kernel
def cell_of(place: int) -> int:
    """The cell that an action names."""
    return place + place // 5


@kernel
def may_lay(state: TikalState, turned: int) -> int:
    """§1-§4 Where the tile in hand may lie, so turned; turns that change nothing are left out."""
    if state.phase != PLACE or turned >= TILE_TURNS[int(state.hand)]:
        return 0
    return placements(state, int(state.hand), turned)


@kernel
def can_enter(state: TikalState, piece: int, camp: int) -> bool:
    """§8 A piece in supply into the base camp or an own camp."""
    seat = int(state.turn)
    return (
        state.phase == ACT
        and state.points >= COST_ENTER
        and in_supply(state, seat, piece)
        and camp_cell(state, seat, camp) != NO_CELL
    )


@kernel
def may_walk(state: TikalState, piece: int, direction: int) -> int:
    """§10, §11 The cells from which such a piece may take a step in this direction."""
    if state.phase != ACT:
        return 0
    return standing(state, int(state.turn), piece) & passable(state, direction, int(state.points))


@kernel
def can_path(state: TikalState, piece: int, path: int) -> bool:
    """§9 A piece from one own camp to another, the base camp among them."""
    seat = int(state.turn)
    origin, target = camp_cell(state, seat, PATHS[path][0]), camp_cell(state, seat, PATHS[path][1])
    if state.phase != ACT or state.points < COST_PATH or min(origin, target) == NO_CELL:
        return False
    return (standing(state, seat, piece) >> origin) & 1 == 1


@kernel
def may_uncover(state: TikalState) -> int:
    """§13, §17, §24 The temples whose next level the seat may uncover."""
    if state.phase != ACT or state.points < COST_UNCOVER:
        return 0
    return diggable(state, int(state.turn), int(state.temples) & ~int(state.stuck))


@kernel
def may_take(state: TikalState) -> int:
    """§14 The tiles from which the seat may take a treasure."""
    if state.phase != ACT or state.points < COST_TAKE:
        return 0
    return diggable(state, int(state.turn), int(state.hoards))


@kernel
def singles(state: TikalState, seat: int) -> int:
    """§19 The kinds a seat holds exactly once."""
    return int(state.held_odd[seat]) & ~int(state.held_many[seat])


@kernel
def can_exchange(state: TikalState, other: int, given: int, taken: int) -> bool:
    """§19, §47 A single for a single of another kind."""
    seat = int(state.turn)
    if state.phase != ACT or state.points < COST_EXCHANGE or other == seat or other >= state.seats or given == taken:
        return False
    return (singles(state, seat) >> given) & (singles(state, other) >> taken) & 1 == 1


@kernel
def count_exchanges(state: TikalState, other: int) -> int:
    """§19 How many exchanges with another seat there are."""
    own = singles(state, int(state.turn))
    if own == 0 or state.phase != ACT or state.points < COST_EXCHANGE or other == state.turn:
        return 0
    theirs = singles(state, other)
    return count_bits(own) * count_bits(theirs) - count_bits(own & theirs)


@kernel
def may_build(state: TikalState) -> int:
    """§20 Where the seat may build a camp."""
    if state.phase != ACT or state.points < COST_CAMP or count_camps(state, int(state.turn)) >= MOST_CAMPS:
        return 0
    return int(state.sites)


@kernel
def may_guard(state: TikalState) -> int:
    """§21, §24 Where the seat may appoint one of its pieces as guard."""
    seat = int(state.turn)
    if state.phase != ACT or state.points < COST_GUARD or count_bits(int(state.guards[seat])) >= MOST_GUARDS:
        return 0
    return guardable(state, seat)


@kernel
def least_bid(state: TikalState) -> int:
    """§40, §54 One more than the bid that stands."""
    return int(state.bid) + 1


@kernel
def count_bids(state: TikalState) -> int:
    """§54 A pass, and every bid up to one's own points."""
    if state.phase != BID:
        return 0
    return 1 + max(0, min(int(state.score[state.turn]), MOST_BID) - least_bid(state) + 1)
