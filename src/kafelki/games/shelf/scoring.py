"""Półeczka's points. Numbers (§) are those of docs/rules/shelf.en.md."""

from __future__ import annotations

from kafelki.core.bits import count_bits
from kafelki.core.kernel import kernel
from kafelki.core.record import Ints64, States
from kafelki.games.shelf.state import GOALS, KINDS, ShelfState
from kafelki.games.shelf.tables import CARD_CELLS, COLUMN_STEP, END_POINTS, GROUP_POINTS, PERSONAL_POINTS


@kernel
def shelved(shelf: Ints64) -> int:
    """The cells of a shelf with a tile."""
    cells = 0
    for kind in range(KINDS):
        cells |= int(shelf[kind])
    return cells


@kernel
def group_at(tiles: int, seed: int) -> int:
    """§19 All of `tiles` that hang together with `seed`, side by side."""
    group = 0
    grown = seed
    while grown != group:
        group = grown
        grown |= (group << 1) | (group >> 1) | (group << COLUMN_STEP) | (group >> COLUMN_STEP)
        grown &= tiles
    return group


@kernel
def score_groups(state: ShelfState, seat: int) -> int:
    """§28 Groups of 3, 4, 5, 6 or more give 2, 3, 5, 8, each group for itself."""
    points = 0
    for kind in range(KINDS):
        tiles = int(state.shelves[seat, kind])
        while tiles:
            group = group_at(tiles, tiles & -tiles)
            tiles ^= group
            points += GROUP_POINTS[min(count_bits(group), 6)]
    return points


@kernel
def count_personal(state: ShelfState, seat: int) -> int:
    """§27 How many tiles stand where the seat's personal card wants them."""
    matches = 0
    for kind in range(KINDS):
        if state.shelves[seat, kind] & CARD_CELLS[int(state.personal[seat]), kind]:
            matches += 1
    return matches


@kernel
def score_personal(state: ShelfState, seat: int) -> int:
    """§27 0 1 2 4 6 9 12 points for 0 to 6 matches."""
    return PERSONAL_POINTS[count_personal(state, seat)]


@kernel
def score_tokens(state: ShelfState, seat: int) -> int:
    """§4 Points of the common goals' tokens taken."""
    points = 0
    for place in range(GOALS):
        points += int(state.tokens[seat, place])
    return points


@kernel
def score_end(state: ShelfState, seat: int) -> int:
    """§25 A point for the first full shelf."""
    return END_POINTS if state.end_token == seat else 0


@kernel
def score(state: ShelfState, seat: int) -> int:
    """All points of a seat as its shelf stands."""
    return score_groups(state, seat) + score_personal(state, seat) + score_tokens(state, seat) + score_end(state, seat)


@kernel
def tie_break(state: ShelfState, seat: int) -> int:
    """§29 Of equal scores the later in turn order is the higher."""
    return seat


@kernel
def list_points(states: States, out: Ints64) -> None:
    """What each seat's points come from, in a row each: groups, tokens, the end token, the personal card."""
    state = states[0]
    for seat in range(int(state.seats)):
        out[seat, 0] = score_groups(state, seat)
        out[seat, 1] = score_tokens(state, seat)
        out[seat, 2] = score_end(state, seat)
        out[seat, 3] = score_personal(state, seat)
