"""Sets of up to 62 cells as the bits of one int."""

from __future__ import annotations

from kafelki.core.kernel import kernel


@kernel
def count_bits(cells: int) -> int:
    """How many cells are in the set. Written so that LLVM sees one `popcnt` in it, and the mask so that a
    product wrapped to 64 bits and Python's endless one give the same."""
    cells = cells - ((cells >> 1) & 0x5555555555555555)
    cells = (cells & 0x3333333333333333) + ((cells >> 2) & 0x3333333333333333)
    cells = (cells + (cells >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((cells * 0x0101010101010101) >> 56) & 0x7F


@kernel
def lowest_cell(cells: int) -> int:
    """The number of the lowest cell in the set, which is not empty."""
    return count_bits((cells & -cells) - 1)


@kernel
def nth_cell(cells: int, n: int) -> int:
    """The number of the set's n-th cell from below, counted from 0."""
    for _ in range(n):
        cells &= cells - 1
    return lowest_cell(cells)


def cells_in(cells: int) -> list[int]:
    """The numbers of the set's cells, rising: for what is shown, not for kernels."""
    found = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return found
