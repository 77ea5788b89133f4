"""Tikal's pieces: entering, walking, the secret path, guards. Numbers (§) are those of docs/rules/tikal.en.md."""

from __future__ import annotations

from kafelki.core.bits import count_bits
from kafelki.core.kernel import kernel
from kafelki.games.tikal.state import (
    GUARDING,
    IN_SUPPLY,
    LEADER,
    LEADER_STRENGTH,
    NO_CELL,
    OUT_OF_GAME,
    WORKER,
    TikalState,
)
from kafelki.games.tikal.tables import BASE_CELL, MOST_CAMPS


@kernel
def standing(state: TikalState, seat: int, piece: int) -> int:
    """The cells where a seat has a worker, or its leader."""
    if piece == WORKER:
        return int(state.stand[seat])
    return 1 << int(state.leader[seat]) if state.leader[seat] >= 0 else 0


@kernel
def present(state: TikalState, seat: int, pieces: int) -> int:
    """§13-§15 The cells where a seat has at least one piece, or at least two; the leader is one."""
    leader = standing(state, seat, LEADER)
    if pieces == 1:
        return int(state.stand[seat]) | leader
    return int(state.crowd[seat]) | (int(state.stand[seat]) & leader)


@kernel
def strength(state: TikalState, seat: int, cell: int) -> int:
    """§21 Workers, and three for the leader."""
    leader = LEADER_STRENGTH if state.leader[seat] == cell else 0
    return int(state.workers[seat, cell]) + leader


@kernel
def has_majority(state: TikalState, seat: int, cell: int) -> bool:
    """§21, §27 Strictly stronger than each other seat."""
    own = strength(state, seat, cell)
    for other in range(int(state.seats)):
        if other != seat and strength(state, other, cell) >= own:
            return False
    return own > 0


@kernel
def camp_cell(state: TikalState, seat: int, camp: int) -> int:
    """§8, §9 Camp 0 is the base camp, 1 and 2 are the seat's own as built; NO_CELL where there is none."""
    if camp == 0:
        return BASE_CELL
    return int(state.camps[seat, camp - 1])


@kernel
def count_camps(state: TikalState, seat: int) -> int:
    """§20 Camps a seat has built."""
    count = 0
    for camp in range(MOST_CAMPS):
        if state.camps[seat, camp] != NO_CELL:
            count += 1
    return count


@kernel
def in_supply(state: TikalState, seat: int, piece: int) -> bool:
    """§8 Whether a seat still has such a piece to enter."""
    if piece == WORKER:
        return bool(state.supply[seat] > 0)
    return bool(state.leader[seat] == IN_SUPPLY)


@kernel
def put(state: TikalState, seat: int, piece: int, cell: int) -> None:
    """A piece comes to stand on a cell."""
    if piece == LEADER:
        state.leader[seat] = cell
        return
    workers = int(state.workers[seat, cell]) + 1
    state.workers[seat, cell] = workers
    state.stand[seat] |= 1 << cell
    if workers >= 2:
        state.crowd[seat] |= 1 << cell


@kernel
def lift(state: TikalState, seat: int, piece: int, cell: int) -> None:
    """A piece leaves a cell; where it goes is the caller's."""
    if piece == LEADER:
        state.leader[seat] = OUT_OF_GAME
        return
    workers = int(state.workers[seat, cell]) - 1
    state.workers[seat, cell] = workers
    if workers < 2:
        state.crowd[seat] &= ~(1 << cell)
    if workers == 0:
        state.stand[seat] &= ~(1 << cell)


@kernel
def enter(state: TikalState, seat: int, piece: int, cell: int) -> None:
    """§8 A piece from the supply into a camp."""
    if piece == WORKER:
        state.supply[seat] = int(state.supply[seat]) - 1
    put(state, seat, piece, cell)


@kernel
def appoint(state: TikalState, seat: int, piece: int, cell: int) -> None:
    """§22, §23 One piece becomes the guard, the seat's others on that cell leave the game."""
    if piece == LEADER:
        state.leader[seat] = GUARDING
        state.leader_guard[seat] = cell
    elif state.leader[seat] == cell:
        state.leader[seat] = OUT_OF_GAME
    here = 1 << cell
    leaving = int(state.workers[seat, cell]) - (1 if piece == WORKER else 0)
    state.out[seat] = int(state.out[seat]) + leaving
    state.workers[seat, cell] = 0
    state.stand[seat] &= ~here
    state.crowd[seat] &= ~here
    state.guards[seat] |= here
    state.temples &= ~here
    state.stuck &= ~here


@kernel
def guardable(state: TikalState, seat: int) -> int:
    """§21, §24 The unguarded temples where a seat has the majority."""
    cells = present(state, seat, 1) & int(state.temples)
    found = 0
    while cells:
        cell = count_bits((cells & -cells) - 1)
        if has_majority(state, seat, cell):
            found |= 1 << cell
        cells &= cells - 1
    return found


@kernel
def diggable(state: TikalState, seat: int, cells: int) -> int:
    """§13, §14, §45 Of these cells, where a first dig finds one own piece, or a second one two of them."""
    once = int(state.dug_once)
    first = ~once & present(state, seat, 1)
    second = once & ~int(state.dug_twice) & present(state, seat, 2)
    return cells & (first | second)


@kernel
def mark_dug(state: TikalState, cell: int) -> None:
    """§13, §14 Two levels of a temple, or two treasures of a tile, in one turn at most."""
    here = 1 << cell
    if state.dug_once & here:
        state.dug_twice |= here
    state.dug_once |= here
