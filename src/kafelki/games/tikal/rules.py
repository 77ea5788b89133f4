"""Tikal's rules: setting up, and doing what was chosen. Numbers (§) are those of docs/rules/tikal.en.md.

What may be done is in allowed.py, listed in legal.py and refused in refusals.py; the board is in board.py, pieces in
pieces.py, whose turn it is in turns.py, points in scoring.py.
"""

from __future__ import annotations

from kafelki.core.chance import below, set_key
from kafelki.core.kernel import kernel
from kafelki.core.record import Ints64
from kafelki.games.tikal.allowed import (
    cell_of,
)
from kafelki.games.tikal.board import lay, mark_stuck, neighbour, step_cost
from kafelki.games.tikal.pieces import appoint, camp_cell, enter, lift, mark_dug, put
from kafelki.games.tikal.scoring import count_held
from kafelki.games.tikal.state import (
    ACT,
    CELLS,
    DIRECTIONS,
    IN_SUPPLY,
    KINDS,
    NO_CELL,
    NO_TILE,
    NOBODY,
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
