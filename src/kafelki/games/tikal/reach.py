"""How near a seat's free pieces and camps are to where they could be of use in Tikal: guesses for bots, no rules."""

from __future__ import annotations

from typing import Final

from kafelki.core.bits import count_bits, lowest_cell
from kafelki.core.kernel import kernel
from kafelki.games.tikal.board import step
from kafelki.games.tikal.pieces import camp_cell, present
from kafelki.games.tikal.prospects import cell_worth
from kafelki.games.tikal.state import IN_SUPPLY, NO_CELL, TikalState

# In percent: what is left of the worth of standing somewhere for a piece so many stones away.
NEARNESS: Final = (0, 72, 64, 56, 48, 41, 34, 27, 21, 15, 10)


@kernel
def steps(state: TikalState, cells: int, cost: int) -> int:
    """The cells one step of at most so many stones away from these."""
    found = 0
    for direction in range(3):
        within = int(state.within[direction, cost - 1])
        found |= step(cells & within, direction) | (step(cells, direction + 3) & within)
    return found


@kernel
def doors(state: TikalState, seat: int) -> int:
    """The camps where a seat's pieces in supply may enter."""
    if state.supply[seat] == 0 and state.leader[seat] != IN_SUPPLY:
        return 0
    cells = 0
    for camp in range(3):
        cell = camp_cell(state, seat, camp)
        if cell != NO_CELL:
            cells |= 1 << cell
    return cells


@kernel
def nearness(state: TikalState, seat: int) -> int:
    """What one more piece on each temple and treasure tile promises, less the farther the nearest free one is.

    `a` is what can be reached with the points spent so far, `b` with one less, and so on.
    """
    aims = int(state.temples) | int(state.hoards)
    a, b, c, d, e, f = present(state, seat, 1) & ~aims, 0, 0, 0, 0, 0
    worth = 0
    for points in range(1, len(NEARNESS)):
        reached = a | steps(state, a, 1) | steps(state, b, 2) | steps(state, c, 3) | steps(state, d, 4)
        if e | f:
            reached |= steps(state, f, 6)
        if points == 1:
            reached |= doors(state, seat)
        cells = reached & aims
        aims &= ~cells
        while cells:
            cell = lowest_cell(cells)
            gain = cell_worth(state, seat, cell, 1) - cell_worth(state, seat, cell, 0)
            worth += gain * NEARNESS[points] // 100
            cells &= cells - 1
        if aims == 0:
            break
        a, b, c, d, e, f = reached, a, b, c, d, e
    return worth


@kernel
def on_board(state: TikalState, seat: int) -> int:
    """How many cells a seat's pieces stand on, those with two of them counted twice."""
    return count_bits(present(state, seat, 1)) + count_bits(present(state, seat, 2))
