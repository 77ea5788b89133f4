"""What a bot knows of Tikal: guesses, no rules."""

from __future__ import annotations

from typing import Final

from kafelki.core.bits import lowest_cell
from kafelki.core.kernel import kernel
from kafelki.games.tikal.allowed import cell_of
from kafelki.games.tikal.charms import bid_charm, end_charm, first_worth, lay_charm, move_charm, tile_charm, work_charm
from kafelki.games.tikal.pieces import present
from kafelki.games.tikal.prospects import cell_worth, scorings_left
from kafelki.games.tikal.reach import nearness, on_board
from kafelki.games.tikal.scoring import score, score_treasures
from kafelki.games.tikal.state import BID, IN_SUPPLY, TikalState
from kafelki.games.tikal.tables import BID_AT, CHOOSE_AT, END_AT, ENTER_AT, PLACES, UNCOVER_AT

ON_BOARD: Final = 15  # for each scoring to come: a piece that is on the board
LEADER_ALIVE: Final = 200  # for each scoring to come: a leader that can still go anywhere
POINT_LEFT: Final = 16  # for each scoring to come: an action point not yet spent


@kernel
def outlook(state: TikalState, seat: int) -> int:
    """The points a seat has now, and what treasures, guards, majorities and pieces on their way promise."""
    if state.over:
        return 100 * score(state, seat)
    left = scorings_left(state, seat)
    each = 100 * score_treasures(state, seat) + ON_BOARD * on_board(state, seat)
    cells = int(state.guards[seat])
    while cells:
        each += 100 * int(state.number[lowest_cell(cells)])
        cells &= cells - 1
    if state.leader[seat] >= IN_SUPPLY:
        each += LEADER_ALIVE
    if state.turn == seat:
        each += POINT_LEFT * int(state.points)
    worth = 100 * score(state, seat) + left * each
    cells = present(state, seat, 1) & (int(state.temples) | int(state.hoards))
    while cells:
        worth += cell_worth(state, seat, lowest_cell(cells), 0)
        cells &= cells - 1
    if state.phase == BID and state.bidder == seat:
        worth += first_worth(state) - 100 * int(state.bid)
    return worth + nearness(state, seat)


@kernel
def appeal(state: TikalState, action: int) -> int:
    """How good an action looks at once to the seat to act."""
    if action < ENTER_AT:
        return lay_charm(state, cell_of(action % PLACES), action // PLACES)
    if action < UNCOVER_AT:
        return move_charm(state, action)
    if action < END_AT:
        return work_charm(state, action)
    if action == END_AT:
        return end_charm(state)
    if action < CHOOSE_AT:
        return bid_charm(state, action - BID_AT)
    return tile_charm(state, action - CHOOSE_AT)
