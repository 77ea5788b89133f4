"""What holding temples and standing by treasures promises in Tikal: guesses for bots, no rules.

All worth is in hundredths of a point.
"""

from __future__ import annotations

from typing import Final

from kafelki.core.bits import count_bits
from kafelki.core.kernel import kernel
from kafelki.games.tikal.pieces import standing, strength
from kafelki.games.tikal.state import LEADER, TikalState
from kafelki.games.tikal.tables import VOLCANOES

# In percent: how likely a seat is to score a temple, by how far it is stronger than the strongest other, -4 to 5.
LAG: Final = 4
LEAD: Final = 5
ODDS_NOW: Final = (0, 3, 8, 18, 35, 100, 100, 100, 100, 100)  # in the scoring turn being played
ODDS_LATER: Final = (12, 15, 19, 24, 33, 48, 58, 64, 68, 72)  # in a scoring to come
# In percent of one scoring: what several to come are worth together; the board will have changed by the later ones.
LATER: Final = (0, 100, 185, 255, 310)

HOARD: Final = 30  # for each scoring to come: a piece by treasures
HOARD_EACH: Final = 16  # and for each treasure there
SECOND_THERE: Final = 40  # in percent of the first: another piece by the same treasures


@kernel
def scorings_left(state: TikalState, seat: int) -> int:
    """How many times a seat will still score, the turn being played included."""
    left = count_bits((int(state.deck) | int(state.offer)) & VOLCANOES)
    if not state.last_round:
        left += 1
    if state.scoring:
        for place in range(int(state.scored), int(state.seats)):
            if state.order[place] == seat:
                left += 1
    return left


@kernel
def scores_now(state: TikalState, seat: int) -> int:
    """1 if the turn being played ends with this seat's scoring."""
    return 1 if state.scoring and state.turn == seat else 0


@kernel
def lead(state: TikalState, seat: int, cell: int, more: int) -> int:
    """How far a seat, with so much more strength, is before the strongest other on a cell: a place in the odds."""
    own = strength(state, seat, cell) + more
    if own <= 0:
        return 0
    most = 0
    for other in range(int(state.seats)):
        if other != seat:
            most = max(most, strength(state, other, cell))
    return max(-LAG, min(LEAD, own - most)) + LAG


@kernel
def promise(state: TikalState, seat: int, place: int) -> int:
    """What one level of a temple promises to a seat that stands so in the odds."""
    now = scores_now(state, seat)
    later = scorings_left(state, seat) - now
    return now * ODDS_NOW[place] + LATER[later] * ODDS_LATER[place] // 100


@kernel
def temple_worth(state: TikalState, seat: int, cell: int, more: int) -> int:
    """What an unguarded temple promises to a seat that has so much more strength there."""
    return int(state.number[cell]) * promise(state, seat, lead(state, seat, cell, more))


@kernel
def hoard_worth(state: TikalState, seat: int, cell: int, pieces: int) -> int:
    """What so many pieces by a tile's treasures promise: less way to go for them."""
    left = int(state.number[cell])
    worth = scorings_left(state, seat) * (HOARD + HOARD_EACH * left)
    if pieces <= 0:
        return 0
    return worth + worth * SECOND_THERE // 100 if pieces > 1 and left > 1 else worth


@kernel
def pieces_on(state: TikalState, seat: int, cell: int) -> int:
    """How many pieces a seat has on a cell, the leader as one."""
    return int(state.workers[seat, cell]) + ((standing(state, seat, LEADER) >> cell) & 1)


@kernel
def cell_worth(state: TikalState, seat: int, cell: int, more: int) -> int:
    """What a seat's pieces on a cell promise with so much more strength: temples by strength, treasures by presence."""
    if (int(state.temples) >> cell) & 1:
        return temple_worth(state, seat, cell, more)
    if (int(state.hoards) >> cell) & 1:
        change = 1 if more > 0 else -1 if more < 0 else 0
        return hoard_worth(state, seat, cell, pieces_on(state, seat, cell) + change)
    return 0
