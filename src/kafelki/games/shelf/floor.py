"""Półeczka's floor: what lies there, and how it is filled again. Numbers (§) are those of docs/rules/shelf.en.md."""

from __future__ import annotations

from typing import Final

from kafelki.core.bits import count_bits, nth_cell
from kafelki.core.chance import below, below_four
from kafelki.core.kernel import kernel
from kafelki.games.shelf.state import ITA_2022, KINDS, PL_2023, ShelfState
from kafelki.games.shelf.tables import DOWN, FLOOR_OF, RIGHT

LEFTOVERS: Final = 4  # §12: so many tiles left, or fewer, and the floor is filled again


@kernel
def lying(state: ShelfState) -> int:
    """The floor cells with a tile."""
    cells = 0
    for kind in range(KINDS):
        cells |= int(state.floor[kind])
    return cells


@kernel
def wants_refill(state: ShelfState) -> bool:
    """§12-§14 Four tiles or fewer are left, or no tile has a neighbour."""
    tiles = lying(state)
    if state.refill == PL_2023:
        return count_bits(tiles) <= LEFTOVERS
    return (tiles & (tiles >> DOWN)) == 0 and (tiles & (tiles >> RIGHT)) == 0


@kernel
def refill(state: ShelfState) -> None:
    """§12-§14 Leftovers go back into the bag first, or stay where they lie."""
    if state.refill != ITA_2022:
        for kind in range(KINDS):
            state.bag[kind] = int(state.bag[kind]) + count_bits(int(state.floor[kind]))
            state.floor[kind] = 0
    if fill(state):
        state.reveal_ply = state.ply


@kernel
def fill(state: ShelfState) -> int:
    """§15 Every gap gets a tile from the bag; where there are too few, chance chooses the gaps."""
    gaps = FLOOR_OF[int(state.seats)] & ~lying(state)
    tiles = count_bag(state)
    laid = min(tiles, count_bits(gaps))
    if tiles < count_bits(gaps):
        gaps = choose_gaps(state, gaps, tiles)
    bag = heap_bag(state)
    while count_bits(gaps) >= 4:
        first, second, third, fourth = below_four(state, tiles)
        bag, gaps = lay(state, bag, gaps, first)
        bag, gaps = lay(state, bag, gaps, second)
        bag, gaps = lay(state, bag, gaps, third)
        bag, gaps = lay(state, bag, gaps, fourth)
        tiles -= 4
    while gaps:
        bag, gaps = lay(state, bag, gaps, below(state, tiles))
        tiles -= 1
    unheap_bag(state, bag)
    return laid


@kernel
def choose_gaps(state: ShelfState, gaps: int, tiles: int) -> int:
    """§15 As many of the gaps as there are tiles, any as likely as the others."""
    chosen = 0
    for _ in range(tiles):
        cell = 1 << nth_cell(gaps, below(state, count_bits(gaps)))
        gaps ^= cell
        chosen |= cell
    return chosen


# While the floor is filled the bag is one int: ten bits a kind, holding the tiles of this kind and all before it.
HEAP_BITS: Final = 10
HEAP_ONES: Final = sum(1 << (HEAP_BITS * kind) for kind in range(KINDS))
HEAP_TOPS: Final = HEAP_ONES << (HEAP_BITS - 1)


@kernel
def heap_bag(state: ShelfState) -> int:
    """The bag as one int, kinds heaped upon each other."""
    heap = 0
    for kind in range(KINDS):
        heap += int(state.bag[kind]) * ((HEAP_ONES >> (HEAP_BITS * kind)) << (HEAP_BITS * kind))
    return heap


@kernel
def unheap_bag(state: ShelfState, heap: int) -> None:
    """Back into counts of each kind."""
    below_it = 0
    for kind in range(KINDS):
        upto = (heap >> (HEAP_BITS * kind)) & ((1 << HEAP_BITS) - 1)
        state.bag[kind] = upto - below_it
        below_it = upto


@kernel
def lay(state: ShelfState, bag: int, gaps: int, nth: int) -> tuple[int, int]:
    """§2 The bag's nth tile, kind by kind, on the lowest gap; the bag and the gaps without them.

    A kind's top bit stays set where the heap up to it reaches beyond nth: the first such kind is drawn.
    """
    beyond = ((bag | HEAP_TOPS) - (nth + 1) * HEAP_ONES) & HEAP_TOPS
    kind = KINDS - count_bits(beyond)
    state.floor[kind] |= gaps & -gaps
    return bag - ((HEAP_ONES >> (HEAP_BITS * kind)) << (HEAP_BITS * kind)), gaps & (gaps - 1)


@kernel
def count_bag(state: ShelfState) -> int:
    """Tiles in the bag."""
    tiles = 0
    for kind in range(KINDS):
        tiles += int(state.bag[kind])
    return tiles
