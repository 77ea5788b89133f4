"""Chance at the table: tiles come from a stack as likely as each other, whatever was drawn before. Seeds are fixed."""

from __future__ import annotations

from typing import Final

import numba
import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from kafelki.core.chance import key_words, set_key
from kafelki.core.fairness import key_of_seed
from kafelki.core.kernel import kernel
from kafelki.core.record import Ints64, States, state_in
from kafelki.games.planet.game import GAME
from kafelki.games.planet.rules import draw
from kafelki.games.planet.state import CHARACTERS, TILES, PlanetState

SLOW: Final = bool(numba.config.DISABLE_JIT)
DRAWS: Final = 400 if SLOW else 60_000
DOUBT: Final = 0.001  # fair draws look worse than that once in a thousand times
COUNT: Final = {2: 3, 3: 3, 4: 4, 5: 5}


@kernel
def draw_often(states: States, stack: int, drawn: Ints64) -> None:
    """Draw for a round again and again, the stack staying as it is."""
    for i in range(len(drawn)):
        drawn[i] = draw(states[0], stack)


def as_rows(sets: Ints64) -> npt.NDArray[np.bool_]:
    """A row a set, a column a tile."""
    return np.asarray((sets[:, None] >> np.arange(TILES)) & 1, dtype=np.bool_)


def drawn_sets(seats: int, stack: int, shown: int, seed: int, hidden: bool = False) -> npt.NDArray[np.bool_]:
    """A row a draw, a column a tile."""
    states = GAME.blank()
    GAME.deal(states, 0, seats, {"hidden_characters": hidden}, key_of_seed(seed))
    state = state_in(states, 0, PlanetState)
    set_key(state, key_words(key_of_seed(seed)))
    state.shown[stack] = shown
    sets = np.zeros(DRAWS, dtype=np.int64)
    draw_often(states, stack, sets)
    return as_rows(sets)


def subsets_as_likely(counts: npt.NDArray[np.int64], share: float) -> bool:
    """Whether things were chosen equally often, where this share of them, no more and no less, is chosen each time."""
    size = len(counts)
    spread = ((counts - DRAWS * share) ** 2).sum() / (DRAWS * share * (1 - share)) * (size - 1) / size
    return bool(DOUBT < stats.chi2.sf(spread, size - 1) < 1 - DOUBT)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("stack", [0, 2, 3])
def test_every_tile_of_a_full_stack_is_drawn_as_often(seats: int, stack: int) -> None:
    drawn = drawn_sets(seats, stack, 0, seed=31 * seats + stack)
    assert (drawn.sum(axis=1) == COUNT[seats]).all()
    assert subsets_as_likely(drawn.sum(axis=0), COUNT[seats] / TILES)


@pytest.mark.parametrize("shown", [0b1, 0b10101010101010101010, 0b11111111110000000111, (1 << 15) - 1])
def test_so_is_every_tile_of_those_left_and_no_other(shown: int) -> None:
    drawn = drawn_sets(3, 1, shown, seed=7)
    left = [tile for tile in range(TILES) if not shown >> tile & 1]
    assert not drawn[:, [tile for tile in range(TILES) if tile not in left]].any()
    assert subsets_as_likely(drawn[:, left].sum(axis=0), 3 / len(left))


@pytest.mark.parametrize("seats", [3, 5])
def test_every_pair_of_tiles_comes_together_as_often(seats: int) -> None:
    drawn = drawn_sets(seats, 0, 0, seed=100 + seats).astype(np.int64)
    together = drawn.T @ drawn
    pairs = together[np.triu_indices(TILES, 1)]
    chance = COUNT[seats] * (COUNT[seats] - 1) / (TILES * (TILES - 1))
    far = np.abs(pairs - DRAWS * chance) / np.sqrt(DRAWS * chance * (1 - chance))
    assert far.max() < 5  # of 190 pairs


def test_a_draw_says_nothing_of_the_next() -> None:
    drawn = drawn_sets(4, 1, 0, seed=12)
    held = drawn[:-1, 0]
    table = np.array([[(held & drawn[1:, tile]).sum(), (~held & drawn[1:, tile]).sum()] for tile in range(TILES)])
    shares = table / np.array([held.sum(), (~held).sum()])
    error = np.sqrt(0.2 * 0.8 / held.sum() + 0.2 * 0.8 / (~held).sum())
    assert np.abs(shares[:, 0] - shares[:, 1]).max() < 4.5 * error


def test_the_last_tiles_of_a_stack_all_come() -> None:
    for seats in (2, 3, 4, 5):
        left = 0b10010000000000010101 if COUNT[seats] == 5 else (1 << COUNT[seats]) - 1
        drawn = drawn_sets(seats, 2, ((1 << TILES) - 1) & ~left, seed=3)[:20]
        assert (drawn == [bool(left >> tile & 1) for tile in range(TILES)]).all()


def test_of_two_players_a_hidden_character_in_a_hand_is_never_drawn_again() -> None:
    states = GAME.blank()
    GAME.deal(states, 0, 2, {"hidden_characters": True}, key_of_seed(1))
    state = state_in(states, 0, PlanetState)
    state.characters[0, 0], state.characters[1, 1] = 4, 17
    sets = np.zeros(DRAWS, dtype=np.int64)
    draw_often(states, CHARACTERS, sets)
    drawn = as_rows(sets)
    assert not drawn[:, [4, 17]].any()
    left = [tile for tile in range(TILES) if tile not in (4, 17)]
    assert subsets_as_likely(drawn[:, left].sum(axis=0), 3 / 18)
