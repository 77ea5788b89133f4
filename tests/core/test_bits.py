"""Sets of cells as bits."""

from __future__ import annotations

import random
from typing import Final

import pytest

from kafelki.core.bits import cells_in, count_bits, lowest_cell, nth_cell

CELLS: Final = 62
SETS: Final = [
    *(1 << cell for cell in range(CELLS)),
    *((1 << size) - 1 for size in range(1, CELLS + 1)),
    *(random.Random(1).getrandbits(CELLS) | 1 << size for size in range(CELLS)),
    0x1555_5555_5555_5555,
    0x2AAA_AAAA_AAAA_AAAA,
]


def test_cells_are_counted() -> None:
    assert count_bits(0) == 0
    assert [count_bits(cells) for cells in SETS] == [cells.bit_count() for cells in SETS]


def test_the_lowest_cell_is_found() -> None:
    for cells in SETS:
        assert lowest_cell(cells) == min(cell for cell in range(CELLS) if cells >> cell & 1)


@pytest.mark.parametrize("cells", SETS[CELLS::11])
def test_cells_are_numbered_from_below(cells: int) -> None:
    inside = [cell for cell in range(CELLS) if cells >> cell & 1]
    assert [nth_cell(cells, n) for n in range(len(inside))] == inside
    assert cells_in(cells) == inside
