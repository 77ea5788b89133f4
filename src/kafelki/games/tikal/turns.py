"""Whose turn it is in Tikal, and what for: tiles, scoring rounds. Numbers (§) as in docs/rules/tikal.en.md."""

from __future__ import annotations

from kafelki.core.bits import count_bits, lowest_cell, nth_cell
from kafelki.core.chance import below
from kafelki.core.kernel import kernel
from kafelki.games.tikal.board import fits
from kafelki.games.tikal.scoring import score_turn
from kafelki.games.tikal.state import ACT, BID, CHOOSE, NO_TILE, NOBODY, PLACE, SEATS, TURN_POINTS, TikalState
from kafelki.games.tikal.tables import STACK_OF, STACKS, VOLCANOES


@kernel
def begin_turn(state: TikalState, seat: int, phase: int) -> None:
    """§44 Ten points and fresh limits."""
    state.turn = seat
    state.turn_ply = state.ply
    state.phase = phase
    state.points = TURN_POINTS
    state.dug_once = 0
    state.dug_twice = 0


@kernel
def after(state: TikalState, seat: int) -> int:
    """The next seat, clockwise."""
    return seat + 1 if seat + 1 < state.seats else 0


@kernel
def draw_tile(state: TikalState) -> int:
    """§33 The next tile: any of the stack of the lowest letter left."""
    stack = int(state.deck) & STACKS[STACK_OF[lowest_cell(int(state.deck))]]
    tile = nth_cell(stack, below(state, count_bits(stack)))
    state.deck ^= 1 << tile
    state.reveal_ply = state.ply
    return tile


@kernel
def take_in_hand(state: TikalState, tile: int) -> None:
    """§5, §7, §26 A tile is laid before anything else; a volcano is kept and scored first; one that fits nowhere
    is set aside."""
    state.hand = tile
    if (VOLCANOES >> tile) & 1:
        begin_scoring(state, int(state.turn))
    elif fits(state, tile):
        state.phase = PLACE
    else:
        state.aside |= 1 << tile
        state.hand = NO_TILE
        state.phase = ACT


@kernel
def begin_scoring(state: TikalState, first: int) -> None:
    """§26, §30 A scoring round: each in turn, clockwise from `first`, plays ten points and scores."""
    state.scoring = 1
    state.scored = 0
    seat = first
    for place in range(int(state.seats)):
        state.order[place] = seat
        seat = after(state, seat)
    state.turn = first
    state.phase = ACT


@kernel
def end_turn(state: TikalState) -> None:
    """§26, §30 What follows a turn: the next of a scoring round, the volcano, the next tile, or the end."""
    seat = int(state.turn)
    if not state.scoring:
        state.last = seat
        next_tile(state, after(state, seat))
        return
    score_turn(state, seat)
    state.scored = int(state.scored) + 1
    if state.scored < state.seats:
        begin_turn(state, int(state.order[state.scored]), ACT)
        return
    end_scoring(state)


@kernel
def end_scoring(state: TikalState) -> None:
    """§26, §30 After a scoring round the finder lays the volcano, or the match is over."""
    finder = int(state.order[0])
    state.scoring = 0
    state.scored = 0
    for place in range(SEATS):
        state.order[place] = 0
    if state.last_round:
        state.last_round = 0
        state.over = 1
        state.reveal_ply = state.ply
        begin_turn(state, 0, ACT)
    else:
        begin_turn(state, finder, PLACE)


@kernel
def next_tile(state: TikalState, seat: int) -> None:
    """The next tile for `seat` in the basic game, the next right to choose in the auction, or the last round."""
    if state.auction:
        state.gone |= 1 << int(state.last)
        next_auction(state, seat)
    elif state.deck:
        begin_turn(state, seat, PLACE)
        take_in_hand(state, draw_tile(state))
    else:
        begin_last_round(state, seat)


@kernel
def begin_last_round(state: TikalState, seat: int) -> None:
    """§30, §39 The last scoring round: from the next seat on, in the auction from the fewest points on."""
    state.last_round = 1
    begin_scoring(state, seat)
    if state.auction:
        sort_by_score(state)
    begin_turn(state, int(state.order[0]), ACT)


@kernel
def sort_by_score(state: TikalState) -> None:
    """§39, §57 Fewest points first; equals keep their order clockwise."""
    for end in range(int(state.seats) - 1, 0, -1):
        for place in range(end):
            left, right = int(state.order[place]), int(state.order[place + 1])
            if state.score[left] > state.score[right]:
                state.order[place] = right
                state.order[place + 1] = left


# ---- The auction


@kernel
def next_auction(state: TikalState, seat: int) -> None:
    """§33, §35 The next right to choose, opened by the first from `seat` on who has not gone; or a new round."""
    everyone = (1 << int(state.seats)) - 1
    if state.gone == everyone:
        state.gone = 0
        if state.deck == 0:
            begin_last_round(state, seat)
            return
        for _ in range(int(state.seats)):
            state.offer |= 1 << draw_tile(state)
    opener = next_of(state, seat, everyone & ~int(state.gone))
    if count_bits(everyone & ~int(state.gone)) == 1:
        win(state, opener, 0)
        return
    state.bid = 0
    state.bidder = NOBODY
    state.passed = 0
    state.first_passed = NOBODY
    begin_turn(state, opener, BID)


@kernel
def next_of(state: TikalState, seat: int, among: int) -> int:
    """The first seat of a set, clockwise from `seat` on."""
    while not (among >> seat) & 1:
        seat = after(state, seat)
    return seat


@kernel
def bid_or_pass(state: TikalState, bid: int) -> None:
    """§34, §36 Strictly rising bids; a pass is final; if all pass the first to pass goes, free."""
    seat = int(state.turn)
    if bid:
        state.bid = bid
        state.bidder = seat
    else:
        state.passed |= 1 << seat
        if state.first_passed == NOBODY:
            state.first_passed = seat
    left = ((1 << int(state.seats)) - 1) & ~int(state.gone) & ~int(state.passed)
    if left == 0:
        win(state, int(state.first_passed), 0)
    elif state.bidder != NOBODY and left == 1 << int(state.bidder):
        win(state, int(state.bidder), int(state.bid))
    else:
        begin_turn(state, next_of(state, after(state, seat), left), BID)


@kernel
def win(state: TikalState, seat: int, price: int) -> None:
    """§34, §43 Pay, then choose; the only tile left needs no choice."""
    state.score[seat] = int(state.score[seat]) - price
    state.reveal_ply = state.ply
    begin_turn(state, seat, CHOOSE)
    if count_bits(int(state.offer)) == 1:
        choose(state, lowest_cell(int(state.offer)))


@kernel
def choose(state: TikalState, tile: int) -> None:
    """§34, §38 Take a tile on offer; a volcano begins its scoring round at once."""
    state.offer ^= 1 << tile
    take_in_hand(state, tile)
