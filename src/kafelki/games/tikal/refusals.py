"""Why something may not be done in Tikal: a reason code, 0 for "allowed". The words are in words.py."""

from __future__ import annotations

from typing import Final

from kafelki.core.codes import NO_SUCH_ACTION, OK, OVER
from kafelki.core.kernel import kernel
from kafelki.games.tikal.allowed import (
    can_enter,
    can_exchange,
    can_path,
    cell_of,
    least_bid,
    may_build,
    may_guard,
    may_lay,
    may_take,
    may_uncover,
    may_walk,
    singles,
)
from kafelki.games.tikal.board import beside, step_cost
from kafelki.games.tikal.pieces import camp_cell, count_camps, guardable, in_supply, present, standing
from kafelki.games.tikal.state import ACT, BID, CHOOSE, DIRECTIONS, KINDS, NO_CELL, PLACE, SEATS, TikalState
from kafelki.games.tikal.tables import (
    ACTIONS,
    BID_AT,
    CAMP_AT,
    CHOOSE_AT,
    COST_GUARD,
    COST_TAKE,
    COST_UNCOVER,
    END_AT,
    ENTER_AT,
    EXCHANGE_AT,
    GUARD_AT,
    MOST_BID,
    MOST_CAMPS,
    PATH_AT,
    PATHS,
    PLACE_AT,
    PLACES,
    TAKE_AT,
    TILE_TURNS,
    UNCOVER_AT,
    WALK_AT,
)

NOT_NOW: Final = 10
TOO_DEAR: Final = 11
OCCUPIED: Final = 12
NOT_BESIDE: Final = 13
NO_WAY_IN: Final = 14
SAME_TURN: Final = 15
NONE_IN_SUPPLY: Final = 16
NO_SUCH_CAMP: Final = 17
NO_PIECE: Final = 18
NO_PASSAGE: Final = 19
NO_TEMPLE: Final = 20
GUARDED: Final = 21
NO_TOKEN: Final = 22
TWO_A_TURN: Final = 23
NEEDS_TWO: Final = 24
NO_TREASURE: Final = 25
NO_SUCH_PLAYER: Final = 26
SAME_KIND: Final = 27
NOT_YOUR_SINGLE: Final = 28
NOT_THEIR_SINGLE: Final = 29
NO_SITE: Final = 30
NO_CAMP_LEFT: Final = 31
NO_MAJORITY: Final = 32
NO_GUARD_LEFT: Final = 33
BID_TOO_LOW: Final = 34
BID_TOO_HIGH: Final = 35
NOT_ON_OFFER: Final = 36


@kernel
def why_not(state: TikalState, action: int) -> int:
    """Why the seat to act may not do this now."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if state.over:
        return OVER
    if state.phase != phase_of(action):
        return NOT_NOW
    if action < ENTER_AT:
        return why_not_lay(state, cell_of((action - PLACE_AT) % PLACES), (action - PLACE_AT) // PLACES)
    if action < UNCOVER_AT:
        return why_not_move_piece(state, action)
    if action < END_AT:
        return why_not_work(state, action)
    if action == END_AT:
        return OK
    if action < CHOOSE_AT:
        return why_not_bid(state, action - BID_AT)
    return OK if (int(state.offer) >> (action - CHOOSE_AT)) & 1 else NOT_ON_OFFER


@kernel
def phase_of(action: int) -> int:
    """The phase in which an action is asked for."""
    if action < ENTER_AT:
        return PLACE
    if action < BID_AT:
        return ACT
    return BID if action < CHOOSE_AT else CHOOSE


@kernel
def why_not_lay(state: TikalState, cell: int, turned: int) -> int:
    """§1-§4 On an empty cell beside a tile, so turned that it can be entered."""
    here = 1 << cell
    if may_lay(state, turned) & here:
        return OK
    if state.laid & here:
        return OCCUPIED
    if not (beside(state) & here):
        return NOT_BESIDE
    return SAME_TURN if turned >= TILE_TURNS[int(state.hand)] else NO_WAY_IN


@kernel
def why_not_move_piece(state: TikalState, action: int) -> int:
    """§8-§12 Entering, walking, the secret path."""
    seat = int(state.turn)
    if action < WALK_AT:
        number = action - ENTER_AT
        if can_enter(state, number // 3, number % 3):
            return OK
        if camp_cell(state, seat, number % 3) == NO_CELL:
            return NO_SUCH_CAMP
        return TOO_DEAR if in_supply(state, seat, number // 3) else NONE_IN_SUPPLY
    if action < PATH_AT:
        return why_not_walk(state, action - WALK_AT)
    number = action - PATH_AT
    piece, path = number // len(PATHS), number % len(PATHS)
    if can_path(state, piece, path):
        return OK
    origin, target = camp_cell(state, seat, PATHS[path][0]), camp_cell(state, seat, PATHS[path][1])
    if min(origin, target) == NO_CELL:
        return NO_SUCH_CAMP
    return TOO_DEAR if (standing(state, seat, piece) >> origin) & 1 else NO_PIECE


@kernel
def why_not_walk(state: TikalState, number: int) -> int:
    """§10, §11 One's own piece, over stones, each hop paid in full."""
    cell, direction = cell_of(number % PLACES), (number // PLACES) % DIRECTIONS
    piece = number // (DIRECTIONS * PLACES)
    if (may_walk(state, piece, direction) >> cell) & 1:
        return OK
    if not (standing(state, int(state.turn), piece) >> cell) & 1:
        return NO_PIECE
    return TOO_DEAR if step_cost(state, cell, direction) else NO_PASSAGE


@kernel
def why_not_work(state: TikalState, action: int) -> int:
    """§13-§24 Uncovering, treasures, exchanges, camps, guards."""
    if action < TAKE_AT:
        return why_not_uncover(state, cell_of(action - UNCOVER_AT))
    if action < EXCHANGE_AT:
        return why_not_take(state, cell_of(action - TAKE_AT))
    if action < CAMP_AT:
        return why_not_exchange(state, action - EXCHANGE_AT)
    if action < GUARD_AT:
        return why_not_build(state, cell_of(action - CAMP_AT))
    return why_not_guard(state, (action - GUARD_AT) // PLACES, cell_of((action - GUARD_AT) % PLACES))


@kernel
def is_guarded(state: TikalState, cell: int) -> bool:
    """§24 Whether anybody guards this cell."""
    guarded = 0
    for seat in range(SEATS):
        guarded |= int(state.guards[seat])
    return (guarded >> cell) & 1 == 1


@kernel
def why_not_uncover(state: TikalState, cell: int) -> int:
    """§13, §17, §24 An unguarded temple with a token left for it, and pieces enough."""
    here = 1 << cell
    if may_uncover(state) & here:
        return OK
    if is_guarded(state, cell):
        return GUARDED
    if not (state.temples & here):
        return NO_TEMPLE
    if state.stuck & here:
        return NO_TOKEN
    return why_not_dig(state, cell, COST_UNCOVER)


@kernel
def why_not_dig(state: TikalState, cell: int, cost: int) -> int:
    """§13-§15, §45 One own piece for the first, two for the second, never a third."""
    here = 1 << cell
    if not (present(state, int(state.turn), 1) & here):
        return NO_PIECE
    if state.dug_twice & here:
        return TWO_A_TURN
    if state.points < cost:
        return TOO_DEAR
    return NEEDS_TWO


@kernel
def why_not_take(state: TikalState, cell: int) -> int:
    """§14 A tile with treasures left, and pieces enough."""
    here = 1 << cell
    if may_take(state) & here:
        return OK
    if not (state.hoards & here):
        return NO_TREASURE
    return why_not_dig(state, cell, COST_TAKE)


@kernel
def why_not_exchange(state: TikalState, number: int) -> int:
    """§19, §47 A single for a single of another kind."""
    other, given, taken = number // (KINDS * KINDS), (number // KINDS) % KINDS, number % KINDS
    if can_exchange(state, other, given, taken):
        return OK
    if other == state.turn or other >= state.seats:
        return NO_SUCH_PLAYER
    if given == taken:
        return SAME_KIND
    if not (singles(state, int(state.turn)) >> given) & 1:
        return NOT_YOUR_SINGLE
    if not (singles(state, other) >> taken) & 1:
        return NOT_THEIR_SINGLE
    return TOO_DEAR


@kernel
def why_not_build(state: TikalState, cell: int) -> int:
    """§20, §48 Jungle or an emptied treasure tile without a camp; two camps a player."""
    if (may_build(state) >> cell) & 1:
        return OK
    if not (int(state.sites) >> cell) & 1:
        return NO_SITE
    return NO_CAMP_LEFT if count_camps(state, int(state.turn)) >= MOST_CAMPS else TOO_DEAR


@kernel
def why_not_guard(state: TikalState, piece: int, cell: int) -> int:
    """§21-§24 A majority on an unguarded temple; two guards a player."""
    seat = int(state.turn)
    here = 1 << cell
    if may_guard(state) & standing(state, seat, piece) & here:
        return OK
    if is_guarded(state, cell):
        return GUARDED
    if not (state.temples & here):
        return NO_TEMPLE
    if not (standing(state, seat, piece) & here):
        return NO_PIECE
    if not (guardable(state, seat) & here):
        return NO_MAJORITY
    return TOO_DEAR if state.points < COST_GUARD else NO_GUARD_LEFT


@kernel
def why_not_bid(state: TikalState, bid: int) -> int:
    """§34, §40, §54 More than the bid that stands, no more than one's own points."""
    if bid == 0:
        return OK
    if bid < least_bid(state):
        return BID_TOO_LOW
    return OK if bid <= min(int(state.score[state.turn]), MOST_BID) else BID_TOO_HIGH
