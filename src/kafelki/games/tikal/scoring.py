"""Tikal's points. Numbers (§) are those of docs/rules/tikal.en.md."""

from __future__ import annotations

from kafelki.core.bits import count_bits
from kafelki.core.kernel import kernel
from kafelki.core.record import Ints64, States
from kafelki.games.tikal.pieces import guardable
from kafelki.games.tikal.state import KINDS, TikalState
from kafelki.games.tikal.tables import TREASURE_POINTS


@kernel
def count_held(state: TikalState, seat: int, kind: int) -> int:
    """§18 How many treasures of a kind a seat holds."""
    return ((int(state.held_odd[seat]) >> kind) & 1) + 2 * ((int(state.held_many[seat]) >> kind) & 1)


@kernel
def score_treasures(state: TikalState, seat: int) -> int:
    """§28 1, 3 or 6 points for one, two or three of a kind."""
    points = 0
    for kind in range(KINDS):
        points += TREASURE_POINTS[count_held(state, seat, kind)]
    return points


@kernel
def score_temples(state: TikalState, seat: int) -> int:
    """§27 The temples a seat guards, and those without guard where it has the majority."""
    cells = int(state.guards[seat]) | guardable(state, seat)
    points = 0
    while cells:
        points += int(state.number[count_bits((cells & -cells) - 1)])
        cells &= cells - 1
    return points


@kernel
def list_points(states: States, out: Ints64) -> None:
    """For each seat in a row: the unguarded temples where it has the majority, points for temples, for treasures."""
    state = states[0]
    for seat in range(int(state.seats)):
        out[seat, 0] = guardable(state, seat)
        out[seat, 1] = score_temples(state, seat)
        out[seat, 2] = score_treasures(state, seat)


@kernel
def score_turn(state: TikalState, seat: int) -> None:
    """§26, §50 A seat scores at the end of its own scoring turn."""
    state.score[seat] = int(state.score[seat]) + score_temples(state, seat) + score_treasures(state, seat)


@kernel
def score(state: TikalState, seat: int) -> int:
    """§32 Points on the track; they go on beyond 100."""
    return int(state.score[seat])


@kernel
def tie_break(state: TikalState, seat: int) -> int:
    """§31, §58 None: equals share the rank; by the house rule, points for treasures."""
    return score_treasures(state, seat) if state.tie_by_treasure else 0
