"""Tikal's rules: what may be done, and doing it. Numbers (§) are those of docs/rules/tikal.en.md.

The board is in board.py, pieces in pieces.py, what is allowed in allowed.py, why not in refusals.py, whose turn it is
in turns.py, points in scoring.py.
"""

from __future__ import annotations

from kafelki.core.bits import count_bits, nth_cell
from kafelki.core.chance import below, set_key
from kafelki.core.kernel import kernel
from kafelki.core.record import Ints64
from kafelki.games.tikal.allowed import (
    can_enter,
    can_exchange,
    can_path,
    cell_of,
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
from kafelki.games.tikal.board import lay, mark_stuck, neighbour, step_cost
from kafelki.games.tikal.pieces import appoint, camp_cell, enter, lift, mark_dug, put
from kafelki.games.tikal.scoring import count_held
from kafelki.games.tikal.state import (
    ACT,
    BID,
    CELLS,
    DIRECTIONS,
    IN_SUPPLY,
    KINDS,
    NO_CELL,
    NO_TILE,
    NOBODY,
    PLACE,
    SEATS,
    WORKERS,
    TikalState,
)
from kafelki.games.tikal.tables import (
    BID_AT,
    CAMP_AT,
    CHOOSE_AT,
    COPIES,
    COST_CAMP,
    COST_ENTER,
    COST_EXCHANGE,
    COST_GUARD,
    COST_PATH,
    COST_TAKE,
    COST_UNCOVER,
    DECK,
    END_AT,
    ENTER_AT,
    EXCHANGE_AT,
    GUARD_AT,
    LEVEL_TOKENS,
    MOST_CAMPS,
    PATH_AT,
    PATHS,
    PLACE_AT,
    PLACES,
    PRINTED,
    START_SCORE,
    TAKE_AT,
    UNCOVER_AT,
    WALK_AT,
)
from kafelki.games.tikal.turns import bid_or_pass, choose, end_turn, next_auction, next_tile

# ---- Set-up


@kernel
def start(state: TikalState) -> None:
    """§33, §41, §42 The printed tiles, full supplies, the first tile or the first tiles on offer; seat 0 begins."""
    clear(state)
    for level in range(len(LEVEL_TOKENS)):
        state.tokens[level] = LEVEL_TOKENS[level]
    for cell, tile in PRINTED:
        lay(state, tile, cell, 0)
    state.deck = (1 << DECK) - 1
    if state.auction:
        for seat in range(int(state.seats)):
            state.score[seat] = START_SCORE
        state.gone = (1 << int(state.seats)) - 1
        next_auction(state, 0)
    else:
        next_tile(state, 0)


@kernel
def clear(state: TikalState) -> None:
    """An empty board and everybody's pieces in supply."""
    state.hand = NO_TILE
    state.last = NOBODY
    state.bidder = NOBODY
    state.first_passed = NOBODY
    for cell in range(CELLS):
        state.tile[cell] = NO_TILE
    for seat in range(SEATS):
        playing = seat < state.seats
        state.supply[seat] = WORKERS if playing else 0
        state.leader[seat] = IN_SUPPLY
        state.leader_guard[seat] = NO_CELL
        for camp in range(MOST_CAMPS):
            state.camps[seat, camp] = NO_CELL


# ---- Counting and picking. The sections come in the order of their numbers.


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
    count = count_bits(may_uncover(state)) + count_bits(may_take(state)) + count_bits(may_build(state))
    for other in range(int(state.seats)):
        count += count_exchanges(state, other)
    return count + count_bits(may_guard(state, 0)) + count_bits(may_guard(state, 1))


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
    for piece in range(2):
        cells = may_guard(state, piece)
        if k < count_bits(cells):
            return GUARD_AT + piece * PLACES + place_of(nth_cell(cells, k))
        k -= count_bits(cells)
    return END_AT if k == 0 else -1


@kernel
def list_legal(state: TikalState, out: Ints64) -> int:
    """Write the legal actions, rising, into `out`; how many there are."""
    count = count_legal(state)
    for k in range(count):
        out[k] = pick_legal(state, k)
    return count


# ---- Doing it


@kernel
def apply(state: TikalState, action: int) -> None:
    """One decision of the rulebook: a tile, a step of the ten points, the end of a turn, a bid, a choice."""
    state.ply = int(state.ply) + 1
    if action < ENTER_AT:
        number = action - PLACE_AT
        lay(state, int(state.hand), cell_of(number % PLACES), number // PLACES)
        state.hand = NO_TILE
        state.phase = ACT
    elif action < UNCOVER_AT:
        move_piece(state, action)
    elif action < END_AT:
        work(state, action)
    elif action == END_AT:
        end_turn(state)
    elif action < CHOOSE_AT:
        bid_or_pass(state, action - BID_AT)
    else:
        choose(state, action - CHOOSE_AT)


@kernel
def pay(state: TikalState, cost: int) -> None:
    state.points = int(state.points) - cost


@kernel
def move_piece(state: TikalState, action: int) -> None:
    """§8-§12 Enter a piece, walk one step, or take the secret path."""
    seat = int(state.turn)
    if action < WALK_AT:
        number = action - ENTER_AT
        pay(state, COST_ENTER)
        enter(state, seat, number // 3, camp_cell(state, seat, number % 3))
    elif action < PATH_AT:
        number = action - WALK_AT
        cell, direction = cell_of(number % PLACES), (number // PLACES) % DIRECTIONS
        pay(state, step_cost(state, cell, direction))
        lift(state, seat, number // (DIRECTIONS * PLACES), cell)
        put(state, seat, number // (DIRECTIONS * PLACES), neighbour(cell, direction))
    else:
        number = action - PATH_AT
        path = number % len(PATHS)
        pay(state, COST_PATH)
        lift(state, seat, number // len(PATHS), camp_cell(state, seat, PATHS[path][0]))
        put(state, seat, number // len(PATHS), camp_cell(state, seat, PATHS[path][1]))


@kernel
def work(state: TikalState, action: int) -> None:
    """§13-§24 Uncover, take, exchange, build or guard."""
    if action < TAKE_AT:
        uncover(state, cell_of(action - UNCOVER_AT))
    elif action < EXCHANGE_AT:
        take(state, cell_of(action - TAKE_AT))
    elif action < CAMP_AT:
        exchange(state, action - EXCHANGE_AT)
    elif action < GUARD_AT:
        build(state, cell_of(action - CAMP_AT))
    else:
        number = action - GUARD_AT
        pay(state, COST_GUARD)
        appoint(state, int(state.turn), number // PLACES, cell_of(number % PLACES))


@kernel
def uncover(state: TikalState, cell: int) -> None:
    """§13, §17 The next level token on a temple."""
    level = int(state.number[cell]) + 1
    pay(state, COST_UNCOVER)
    state.number[cell] = level
    state.tokens[level] = int(state.tokens[level]) - 1
    mark_dug(state, cell)
    mark_stuck(state)


@kernel
def take(state: TikalState, cell: int) -> None:
    """§14, §18 The top treasure, which comes to light; an emptied tile is a site for a camp."""
    pay(state, COST_TAKE)
    gain(state, int(state.turn), draw_treasure(state))
    left = int(state.number[cell]) - 1
    state.number[cell] = left
    mark_dug(state, cell)
    if left == 0:
        state.hoards &= ~(1 << cell)
        state.sites |= 1 << cell
    state.reveal_ply = state.ply


@kernel
def draw_treasure(state: TikalState) -> int:
    """§18 Any treasure nobody holds yet, each as likely: face-down tokens are all alike."""
    hidden = KINDS * COPIES
    for kind in range(KINDS):
        hidden -= count_all_held(state, kind)
    nth = below(state, hidden)
    for kind in range(KINDS):
        nth -= COPIES - count_all_held(state, kind)
        if nth < 0:
            return kind
    return -1


@kernel
def count_all_held(state: TikalState, kind: int) -> int:
    """How many of a kind lie before players."""
    count = 0
    for seat in range(int(state.seats)):
        count += count_held(state, seat, kind)
    return count


@kernel
def gain(state: TikalState, seat: int, kind: int) -> None:
    """One more of a kind."""
    if (int(state.held_odd[seat]) >> kind) & 1:
        state.held_many[seat] = int(state.held_many[seat]) | 1 << kind
    state.held_odd[seat] = int(state.held_odd[seat]) ^ 1 << kind


@kernel
def exchange(state: TikalState, number: int) -> None:
    """§19 One's single for another's."""
    seat, other = int(state.turn), number // (KINDS * KINDS)
    given, taken = (number // KINDS) % KINDS, number % KINDS
    pay(state, COST_EXCHANGE)
    state.held_odd[seat] = int(state.held_odd[seat]) ^ 1 << given
    state.held_odd[other] = int(state.held_odd[other]) ^ 1 << taken
    gain(state, seat, taken)
    gain(state, other, given)


@kernel
def build(state: TikalState, cell: int) -> None:
    """§20 A camp, for good."""
    seat = int(state.turn)
    pay(state, COST_CAMP)
    state.camps[seat, 0 if state.camps[seat, 0] == NO_CELL else 1] = cell
    state.sites &= ~(1 << cell)


# ---- What a seat cannot know


@kernel
def redeal(state: TikalState, seat: int, key: Ints64) -> None:
    """Another future: nothing hidden lies in the record but chance, so all seats know the same."""
    set_key(state, key)
