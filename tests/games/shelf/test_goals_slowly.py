"""Goals, groups and personal cards on thousands of shelves: the kernels against plain loops over letters."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Final

import numba
import numpy as np
import pytest

from kafelki.core.kernel import kernel
from kafelki.core.record import Ints64, States, blank
from kafelki.games.shelf.goals import fulfils, is_staircase
from kafelki.games.shelf.scoring import count_personal, score_groups
from kafelki.games.shelf.state import SAME_KIND, ShelfState
from kafelki.games.shelf.tables import COMMON_GOALS, PERSONAL, shelf_bit
from tests.games.shelf import slowly
from tests.games.shelf.components import LETTERS
from tests.games.shelf.table import Rows

SHELVES: Final = 1_000 if numba.config.DISABLE_JIT else 3_000
MONOTONE: Final = (2, 5, 6, 7, 8, 9, 10, 11)  # never undone by a tile more; 1, 3, 4 and 12 can be


@kernel
def judge(states: States, out: Ints64) -> None:
    """For each state's first shelf: points for groups, each goal, and matches of each personal card."""
    for i in range(len(states)):
        out[i, 0] = score_groups(states[i], 0)
        for goal in range(1, COMMON_GOALS + 1):
            out[i, goal] = 1 if fulfils(states[i], 0, goal) else 0
        for card in range(1, PERSONAL + 1):
            states[i].personal[0] = card
            out[i, COMMON_GOALS + card] = count_personal(states[i], 0)


def judged(shelves: list[Rows], *, same_kind: bool = False) -> Ints64:
    """What the kernels say of each shelf."""
    states = blank(ShelfState, len(shelves))
    for i, rows in enumerate(shelves):
        for column, height in product(range(5), range(6)):
            if (letter := rows[5 - height][column]) != ".":
                states["shelves"][i, 0, LETTERS.index(letter)] |= 1 << shelf_bit(column, height)
    states["two_squares"] = SAME_KIND if same_kind else 0
    out = np.zeros((len(shelves), 1 + COMMON_GOALS + PERSONAL), dtype=np.int64)
    judge(states, out)
    return out


def judged_slowly(rows: Rows, *, same_kind: bool = False) -> list[int]:
    goals = [int(slowly.fulfils(rows, goal, same_kind)) for goal in range(1, 13)]
    return [slowly.group_points(rows), *goals, *(slowly.personal_matches(rows, card) for card in range(1, 13))]


# ---- Shelves of every sort


def cut(grid: list[list[str]], heights: list[int]) -> Rows:
    """The grid with its columns cut down to these heights."""
    return tuple(
        "".join(grid[row][column] if 6 - row <= heights[column] else "." for column in range(5)) for row in range(6)
    )


def anyhow(rng: random.Random, kinds: int) -> list[list[str]]:
    chosen = rng.sample(LETTERS, kinds)
    return [[rng.choice(chosen) for _ in range(5)] for _ in range(6)]


def in_lumps(rng: random.Random) -> list[list[str]]:
    """Tiles that often repeat the one above or to the left: many groups and squares."""
    grid = anyhow(rng, rng.randint(2, 6))
    for row, column in product(range(6), range(5)):
        if row and rng.random() < 0.45:
            grid[row][column] = grid[row - 1][column]
        elif column and rng.random() < 0.45:
            grid[row][column] = grid[row][column - 1]
    return grid


def in_lines(rng: random.Random) -> list[list[str]]:
    """Rows, or columns, mostly without a kind twice."""
    rows = [rng.sample(LETTERS, 5) for _ in range(6)]
    if rng.random() < 0.5:
        columns = [rng.sample(LETTERS, 6) for _ in range(5)]
        rows = [[columns[column][row] for column in range(5)] for row in range(6)]
    for _ in range(rng.randint(0, 6)):
        rows[rng.randrange(6)][rng.randrange(5)] = rng.choice(LETTERS)
    return rows


def with_a_pattern(rng: random.Random) -> list[list[str]]:
    """An X, a diagonal or corners of one kind, now and then with a flaw."""
    grid = anyhow(rng, 6)
    top, left, falling = rng.randrange(4), rng.randrange(3), rng.random() < 0.5
    cells = rng.choice(
        [
            [(top, left), (top, left + 2), (top + 1, left + 1), (top + 2, left), (top + 2, left + 2)],
            [(top % 2 + i, i if falling else 4 - i) for i in range(5)],
            [(0, 0), (0, 4), (5, 0), (5, 4)],
        ]
    )
    kind = rng.choice(LETTERS)
    for row, column in cells:
        grid[row][column] = kind
    if rng.random() < 0.5:
        row, column = rng.choice(cells)
        grid[row][column] = rng.choice(LETTERS)
    return grid


def some_heights(rng: random.Random) -> list[int]:
    lowest = rng.choice((0, 1, 2))
    stairs = [lowest + column for column in range(5)]
    if rng.random() < 0.3:
        stairs[rng.randrange(5)] = rng.randint(0, 6)
    return rng.choice(
        ([6] * 5, [rng.randint(0, 6) for _ in range(5)], [rng.randint(4, 6) for _ in range(5)], stairs, stairs[::-1])
    )


def shelves_of_every_sort(count: int, seed: int) -> Iterator[Rows]:
    rng = random.Random(seed)
    for _ in range(count):
        grid = rng.choice((in_lumps, in_lumps, in_lines, with_a_pattern, lambda rng: anyhow(rng, rng.randint(1, 6))))(
            rng
        )
        yield cut(grid, some_heights(rng))


# ---- The comparison


@pytest.mark.parametrize("same_kind", [False, True])
def test_kernels_and_plain_loops_agree_on_thousands_of_shelves(same_kind: bool) -> None:
    shelves = list(shelves_of_every_sort(SHELVES, seed=11 + same_kind))
    seen: Counter[tuple[int, int]] = Counter()
    for rows, found in zip(shelves, judged(shelves, same_kind=same_kind).tolist(), strict=True):
        assert found == judged_slowly(rows, same_kind=same_kind), rows
        seen.update(enumerate(found[1:13], start=1))
    for goal in range(1, 13):  # every goal was put to the test, both ways
        assert min(seen[goal, 0], seen[goal, 1]) >= SHELVES // 200, goal


def test_24_of_all_16807_heights_only_four_are_a_staircase() -> None:
    shelf = np.zeros(6, dtype=np.int64)
    stairs = set()
    for heights in product(range(7), repeat=5):
        shelf[0] = sum(((1 << tall) - 1) << shelf_bit(column, 0) for column, tall in enumerate(heights))
        if is_staircase(shelf):
            stairs.add(heights)
    assert stairs == {(1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (5, 4, 3, 2, 1), (6, 5, 4, 3, 2)}


def test_18_no_goal_but_1_3_4_and_12_is_ever_undone_by_a_tile_more() -> None:
    rng = random.Random(3)
    held = np.zeros(len(MONOTONE), dtype=np.int64)
    for start in shelves_of_every_sort(SHELVES // 10, seed=7):
        tall = slowly.heights(start)
        grid = [[rng.choice("CBG") if letter == "." else letter for letter in row] for row in start]
        grown = [start]
        while sum(tall) < 30:
            column = rng.choice([column for column in range(5) if tall[column] < 6])
            tall[column] += 1
            grown.append(cut(grid, tall))
        found = judged(grown)[:, list(MONOTONE)]
        assert (np.diff(found, axis=0) >= 0).all(), grown
        held += found[:-1].any(axis=0)
    assert held.all()  # each of them held, at least once, on a shelf that grew further
