"""The legal actions of Tikal: how many, the k-th of them, all of them. Sections come in the order of their numbers."""

from __future__ import annotations

from kafelki.core.bits import count_bits, lowest_cell, nth_cell
from kafelki.core.kernel import kernel
from kafelki.core.record import Ints64
from kafelki.games.tikal.allowed import (
    can_enter,
    can_exchange,
    can_path,
    count_bids,
    count_exchanges,
    least_bid,
    may_build,
    may_guard,
    may_lay,
    may_take,
    may_uncover,
    may_walk,
    place_of,
)
from kafelki.games.tikal.pieces import standing
from kafelki.games.tikal.state import ACT, BID, DIRECTIONS, KINDS, LEADER, PLACE, WORKER, TikalState
from kafelki.games.tikal.tables import (
    BID_AT,
    CAMP_AT,
    CHOOSE_AT,
    END_AT,
    ENTER_AT,
    EXCHANGE_AT,
    GUARD_AT,
    PATH_AT,
    PATHS,
    PLACE_AT,
    PLACES,
    TAKE_AT,
    UNCOVER_AT,
    WALK_AT,
)


@kernel
def count_legal(state: TikalState) -> int:
    """How many actions the seat to act can choose from."""
    if state.over:
        return 0
    if state.phase == PLACE:
        count = 0
        for turned in range(DIRECTIONS):
            count += count_bits(may_lay(state, turned))
        return count
    if state.phase == ACT:
        return count_pieces(state) + count_works(state) + 1
    if state.phase == BID:
        return count_bids(state)
    return count_bits(int(state.offer))


@kernel
def count_pieces(state: TikalState) -> int:
    """Entering, walking and the secret path."""
    if state.points == 0:
        return 0
    count = 0
    for piece in range(2):
        for camp in range(3):
            count += 1 if can_enter(state, piece, camp) else 0
        for direction in range(DIRECTIONS):
            count += count_bits(may_walk(state, piece, direction))
        for path in range(len(PATHS)):
            count += 1 if can_path(state, piece, path) else 0
    return count


@kernel
def count_works(state: TikalState) -> int:
    """Uncovering, treasures, exchanges, camps and guards."""
    seat = int(state.turn)
    count = count_bits(may_uncover(state)) + count_bits(may_take(state)) + count_bits(may_build(state))
    for other in range(int(state.seats)):
        count += count_exchanges(state, other)
    guards = may_guard(state)
    if guards:
        count += count_bits(guards & standing(state, seat, WORKER)) + count_bits(guards & standing(state, seat, LEADER))
    return count


@kernel
def pick_legal(state: TikalState, k: int) -> int:
    """The k-th legal action, rising, without writing a list; -1 when there are not so many."""
    if state.over:
        return -1
    if state.phase == PLACE:
        return pick_placement(state, k)
    if state.phase == ACT:
        return pick_piece(state, k)
    if state.phase == BID:
        return BID_AT + (least_bid(state) + k - 1 if k else 0) if k < count_bids(state) else -1
    return CHOOSE_AT + nth_cell(int(state.offer), k) if k < count_bits(int(state.offer)) else -1


@kernel
def pick_placement(state: TikalState, k: int) -> int:
    """The k-th way to lay the tile in hand."""
    for turned in range(DIRECTIONS):
        cells = may_lay(state, turned)
        count = count_bits(cells)
        if k < count:
            return PLACE_AT + turned * PLACES + place_of(nth_cell(cells, k))
        k -= count
    return -1


@kernel
def pick_piece(state: TikalState, k: int) -> int:
    """The k-th of all that points can buy, pieces first."""
    if state.points == 0:
        return END_AT if k == 0 else -1
    for number in range(6):
        if can_enter(state, number // 3, number % 3):
            if k == 0:
                return ENTER_AT + number
            k -= 1
    for number in range(2 * DIRECTIONS):
        cells = may_walk(state, number // DIRECTIONS, number % DIRECTIONS)
        count = count_bits(cells)
        if k < count:
            return WALK_AT + number * PLACES + place_of(nth_cell(cells, k))
        k -= count
    for number in range(2 * len(PATHS)):
        if can_path(state, number // len(PATHS), number % len(PATHS)):
            if k == 0:
                return PATH_AT + number
            k -= 1
    return pick_work(state, k)


@kernel
def pick_work(state: TikalState, k: int) -> int:
    """The k-th of uncovering, treasures and exchanges, or of what comes after them."""
    cells = may_uncover(state)
    if k < count_bits(cells):
        return UNCOVER_AT + place_of(nth_cell(cells, k))
    k -= count_bits(cells)
    cells = may_take(state)
    if k < count_bits(cells):
        return TAKE_AT + place_of(nth_cell(cells, k))
    k -= count_bits(cells)
    for other in range(int(state.seats)):
        count = count_exchanges(state, other)
        if k < count:
            return pick_exchange(state, other, k)
        k -= count
    return pick_building(state, k)


@kernel
def pick_exchange(state: TikalState, other: int, k: int) -> int:
    """The k-th exchange with a seat."""
    for number in range(KINDS * KINDS):
        if can_exchange(state, other, number // KINDS, number % KINDS):
            if k == 0:
                return EXCHANGE_AT + other * KINDS * KINDS + number
            k -= 1
    return -1


@kernel
def pick_building(state: TikalState, k: int) -> int:
    """The k-th of camps and guards, or the end of the turn."""
    cells = may_build(state)
    if k < count_bits(cells):
        return CAMP_AT + place_of(nth_cell(cells, k))
    k -= count_bits(cells)
    guards = may_guard(state)
    for piece in range(2):
        cells = guards & standing(state, int(state.turn), piece)
        if k < count_bits(cells):
            return GUARD_AT + piece * PLACES + place_of(nth_cell(cells, k))
        k -= count_bits(cells)
    return END_AT if k == 0 else -1


@kernel
def list_legal(state: TikalState, out: Ints64) -> int:
    """Write the legal actions, rising, into `out`; how many there are."""
    count = 0
    if state.phase == ACT and not state.over:
        return list_works(state, out, list_pieces(state, out))
    if state.phase == PLACE and not state.over:
        for turned in range(DIRECTIONS):
            count = list_cells(out, count, PLACE_AT + turned * PLACES, may_lay(state, turned))
        return count
    count = count_legal(state)
    for k in range(count):
        out[k] = pick_legal(state, k)
    return count


@kernel
def list_cells(out: Ints64, count: int, first: int, cells: int) -> int:
    """Write a section's actions for these cells after the `count` written before; how many there are then."""
    while cells:
        out[count] = first + place_of(lowest_cell(cells))
        cells &= cells - 1
        count += 1
    return count


@kernel
def list_pieces(state: TikalState, out: Ints64) -> int:
    """Entering, walking and the secret path."""
    count = 0
    if state.points == 0:
        return count
    for number in range(6):
        if can_enter(state, number // 3, number % 3):
            out[count] = ENTER_AT + number
            count += 1
    for number in range(2 * DIRECTIONS):
        cells = may_walk(state, number // DIRECTIONS, number % DIRECTIONS)
        count = list_cells(out, count, WALK_AT + number * PLACES, cells)
    for number in range(2 * len(PATHS)):
        if can_path(state, number // len(PATHS), number % len(PATHS)):
            out[count] = PATH_AT + number
            count += 1
    return count


@kernel
def list_works(state: TikalState, out: Ints64, count: int) -> int:
    """Uncovering, treasures, exchanges, camps, guards and the end of the turn, after the `count` written before."""
    count = list_cells(out, count, UNCOVER_AT, may_uncover(state))
    count = list_cells(out, count, TAKE_AT, may_take(state))
    for other in range(int(state.seats)):
        for k in range(count_exchanges(state, other)):
            out[count] = pick_exchange(state, other, k)
            count += 1
    count = list_cells(out, count, CAMP_AT, may_build(state))
    guards = may_guard(state)
    for piece in range(2):
        cells = guards & standing(state, int(state.turn), piece)
        count = list_cells(out, count, GUARD_AT + piece * PLACES, cells)
    out[count] = END_AT
    return count + 1
