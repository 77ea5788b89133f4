"""Tikal's board: steps between cells, laying tiles, what a step costs. Numbers (§) as in docs/rules/tikal.en.md."""

from __future__ import annotations

from kafelki.core.bits import count_bits
from kafelki.core.kernel import kernel
from kafelki.games.tikal.state import DIRECTIONS, NO_TILE, TikalState
from kafelki.games.tikal.tables import (
    BOARD,
    EVEN,
    JUNGLE,
    MOST_LEVEL,
    ODD,
    PRINTED_JUNGLE,
    STEP,
    TEMPLE,
    TILE_EDGES,
    TILE_TYPES,
    TILE_VALUES,
    TREASURE,
    VOLCANO,
)


@kernel
def step(cells: int, direction: int) -> int:
    """The neighbours of these cells in one direction; who would leave the board is left out."""
    even, odd = cells & EVEN, cells & ODD
    if direction == 0:
        return (cells >> 1) & BOARD
    if direction == 1:
        return ((even << (STEP - 1)) | (odd << STEP)) & BOARD
    if direction == 2:
        return ((even << STEP) | (odd << (STEP + 1))) & BOARD
    if direction == 3:
        return (cells << 1) & BOARD
    if direction == 4:
        return ((even >> STEP) | (odd >> (STEP - 1))) & BOARD
    return ((even >> (STEP + 1)) | (odd >> STEP)) & BOARD


@kernel
def opposite(direction: int) -> int:
    """The same border, seen from the other side."""
    return direction - 3 if direction >= 3 else direction + 3


@kernel
def stones(tile: int, turned: int, direction: int) -> int:
    """Stones on one edge of a tile that is turned."""
    edge = direction - turned
    return int(TILE_EDGES[tile, edge + DIRECTIONS if edge < 0 else edge])


# ---- Laying tiles


@kernel
def beside(state: TikalState) -> int:
    """§1 The empty cells that touch a tile."""
    cells = 0
    for direction in range(DIRECTIONS):
        cells |= step(int(state.laid), direction)
    return cells & ~int(state.laid)


@kernel
def placements(state: TikalState, tile: int, turned: int) -> int:
    """§1-§4 The cells where a tile, so turned, may lie: it can be entered from somewhere, or it is a volcano."""
    if TILE_TYPES[tile] == VOLCANO:
        return beside(state)
    ground = int(state.laid) & ~int(state.volcanoes)
    cells = 0
    for direction in range(DIRECTIONS):
        border = opposite(direction)
        own = stones(tile, turned, border) > 0
        cells |= step(ground if own else int(state.stony[direction]), direction)
    return cells & ~int(state.laid)


@kernel
def fits(state: TikalState, tile: int) -> bool:
    """§5 A tile has stones somewhere, so it fits beside any cell that can be walked on."""
    ground = int(state.laid)
    if TILE_TYPES[tile] != VOLCANO:
        ground &= ~int(state.volcanoes)
    cells = 0
    for direction in range(DIRECTIONS):
        cells |= step(ground, direction)
    return (cells & ~int(state.laid)) != 0


@kernel
def lay(state: TikalState, tile: int, cell: int, turned: int) -> None:
    """§1, §6 Put a tile on a cell and note what can be done there."""
    here = 1 << cell
    state.tile[cell] = tile
    state.turned[cell] = turned
    state.number[cell] = TILE_VALUES[tile]
    state.laid |= here
    kind = TILE_TYPES[tile]
    if kind == VOLCANO:
        state.volcanoes |= here
        return
    if kind == TEMPLE:
        state.temples |= here
    elif kind == TREASURE:
        state.hoards |= here
    elif kind == JUNGLE and not (state.no_printed_camp and cell == PRINTED_JUNGLE):
        state.sites |= here
    for direction in range(DIRECTIONS):
        join(state, cell, direction)
    mark_stuck(state)


@kernel
def join(state: TikalState, cell: int, direction: int) -> None:
    """§10 Note the stones on one edge, and what crossing it costs if a tile lies beyond."""
    here = 1 << cell
    cost = stones(int(state.tile[cell]), int(state.turned[cell]), direction)
    if cost:
        state.stony[direction] |= here
    there = step(here, direction)
    if not (there & state.laid & ~state.volcanoes):
        return
    other = count_bits(there - 1)
    cost += stones(int(state.tile[other]), int(state.turned[other]), opposite(direction))
    if cost:
        near = here if direction < 3 else there
        for most in range(cost - 1, 6):
            state.within[direction % 3, most] |= near


@kernel
def mark_stuck(state: TikalState) -> None:
    """§17 Temples that cannot grow because the next token has run out."""
    stuck = 0
    cells = int(state.temples)
    while cells:
        cell = count_bits((cells & -cells) - 1)
        level = int(state.number[cell])
        if level == MOST_LEVEL or state.tokens[level + 1] == 0:
            stuck |= 1 << cell
        cells &= cells - 1
    state.stuck = stuck


# ---- Steps


@kernel
def passable(state: TikalState, direction: int, points: int) -> int:
    """§10 The cells from which a step in this direction costs at most so many points."""
    most = min(points, 6) - 1
    if most < 0:
        return 0
    if direction < 3:
        return int(state.within[direction, most])
    return step(int(state.within[direction - 3, most]), direction - 3)


@kernel
def step_cost(state: TikalState, cell: int, direction: int) -> int:
    """§10 The stones on both sides of a border; 0 = no way."""
    for points in range(1, 7):
        if passable(state, direction, points) & (1 << cell):
            return points
    return 0


@kernel
def neighbour(cell: int, direction: int) -> int:
    """The next cell in a direction, or -1 beyond the rim."""
    there = step(1 << cell, direction)
    return count_bits(there - 1) if there else NO_TILE
