"""Chance at the table: tiles, goals, cards, and the gaps a short bag fills. Seeds are fixed."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable
from itertools import combinations, permutations
from typing import Final

import numba
import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from kafelki.core import chance
from kafelki.core.chance import below_four, key_words, set_key
from kafelki.core.fairness import key_of_seed
from kafelki.core.kernel import kernel
from kafelki.core.record import Ints64, States, Thinking, blank, state_in
from kafelki.games.shelf.floor import choose_gaps, fill, heap_bag, lay, refill, unheap_bag
from kafelki.games.shelf.game import GAME
from kafelki.games.shelf.rules import redeal, start
from kafelki.games.shelf.state import ITA_2022, KINDS, ShelfState
from kafelki.games.shelf.tables import CELLS, FLOOR_OF

SLOW: Final = bool(numba.config.DISABLE_JIT)
DRAWS: Final = 1_500 if SLOW else 100_000
DOUBT: Final = 0.001  # fair draws look worse than that once in a thousand times
BITS: Final = sorted(CELLS.values())
FULL_BAG: Final = (22, 22, 22, 22, 22, 22)
ODD_BAG: Final = (6, 5, 9, 14, 12, 7)  # 53 tiles, hardly more than the floor needs


def a_state(seats: int, seed: int) -> States:
    """Set up but not dealt."""
    states = GAME.blank()
    GAME.set_up(states, 0, seats, {})
    set_key(state_in(states, 0, ShelfState), key_words(key_of_seed(seed)))
    return states


def as_likely(counts: npt.NDArray[np.int64], chances: npt.NDArray[np.float64], tests: int = 1) -> bool:
    """Whether counts look like draws with these chances; each of many tests is doubted less easily."""
    result = stats.chisquare(counts, chances / chances.sum() * counts.sum())
    return bool(DOUBT / tests < result.pvalue < 1 - DOUBT / tests)


def subsets_as_likely(counts: npt.NDArray[np.int64], draws: int, share: float) -> bool:
    """Whether things were chosen equally often, where this share of them, no more and no less, is chosen each time."""
    spread = ((counts - draws * share) ** 2).sum() / (draws * share * (1 - share)) * (len(counts) - 1) / len(counts)
    return bool(DOUBT < stats.chi2.sf(spread, len(counts) - 1) < 1 - DOUBT)


def pairs_of(first: npt.NDArray[np.int64], second: npt.NDArray[np.int64], values: int) -> npt.NDArray[np.int64]:
    """How often each pair of values below `values` occurs."""
    return np.bincount(first * values + second, minlength=values * values).reshape(values, values)


# ---- Tiles


@kernel
def refill_often(states: States, floors: Ints64) -> None:
    """Fill the floor of `states[0]` as its rules say, again and again; the floors that come of it."""
    for i in range(len(floors)):
        for kind in range(KINDS):
            states[1].floor[kind] = states[0].floor[kind]
            states[1].bag[kind] = states[0].bag[kind]
        refill(states[1])
        for kind in range(KINDS):
            floors[i, kind] = states[1].floor[kind]


def kinds_by_cell(floors: Ints64) -> Ints64:
    """Floors as kinds, a row a floor and a column a cell; -1 where no tile lies."""
    kinds = np.full((len(floors), len(BITS)), -1, dtype=np.int64)
    for kind in range(KINDS):
        kinds[(floors[:, kind, None] >> np.array(BITS)) & 1 == 1] = kind
    return kinds


@pytest.mark.parametrize("bag", [FULL_BAG, ODD_BAG])
def test_over_a_hundred_thousand_refills_each_cell_draws_kinds_as_the_bag_holds_them(bag: tuple[int, ...]) -> None:
    states = np.concatenate([a_state(4, seed=21)] * 2)
    states["bag"] = bag
    floors = np.zeros((DRAWS, KINDS), dtype=np.int64)
    refill_often(states, floors)
    kinds = kinds_by_cell(floors)
    assert (kinds >= 0).all()
    one = np.array(bag, dtype=np.float64)
    two = np.outer(one, one) - np.diag(one)  # none is put back: a second of the kind is that much rarer
    for i in range(45):
        assert as_likely(np.bincount(kinds[:, i], minlength=KINDS), one, tests=45)
    for i in range(44):  # neighbours in numbering are drawn one after the other, from the same word or not
        assert as_likely(pairs_of(kinds[:, i], kinds[:, i + 1], KINDS).ravel(), two.ravel(), tests=44)


def test_the_last_tiles_of_a_bag_are_all_drawn() -> None:
    state = state_in(a_state(4, seed=22), 0, ShelfState)
    for count in range(1, 46):
        bag = [(count + 5 - kind) // 6 for kind in range(KINDS)]
        state.floor[:] = 0
        state.bag[:] = bag
        assert fill(state) == count
        assert state.bag.tolist() == [0] * 6
        assert [int(cells).bit_count() for cells in state.floor] == bag


def test_the_bags_nth_tile_is_drawn_for_every_n() -> None:
    state = state_in(a_state(2, seed=1), 0, ShelfState)
    for bag in (FULL_BAG, ODD_BAG, (0, 0, 22, 0, 1, 0), (1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 3)):
        drawn = []
        for nth in range(sum(bag)):
            state.floor[:] = 0
            state.bag[:] = bag
            heap, gaps = lay(state, heap_bag(state), 1, nth)
            unheap_bag(state, heap)
            kind = [int(cells) for cells in state.floor].index(1)
            assert gaps == 0
            assert state.bag.tolist() == [count - (which == kind) for which, count in enumerate(bag)]
            drawn.append(kind)
        assert drawn == [kind for kind in range(KINDS) for _ in range(bag[kind])]


# ---- Goals and cards


@kernel
def deal_often(states: States, dealt: Ints64) -> None:
    """Deal again and again: two goals and four cards."""
    for i in range(len(dealt)):
        start(states[0])
        dealt[i, 0] = states[0].goals[0]
        dealt[i, 1] = states[0].goals[1]
        for seat in range(4):
            dealt[i, 2 + seat] = states[0].personal[seat]


DIFFERENT: Final = tuple(np.array(list(permutations(range(1, 13), 2))).T)  # pairs of different numbers, 1 to 12


def test_03_common_goals_and_personal_cards_are_dealt_uniformly() -> None:
    dealt = np.zeros((DRAWS, 6), dtype=np.int64)
    deal_often(a_state(4, seed=23), dealt)
    for first, second in [(0, 1), *combinations(range(2, 6), 2), (0, 2)]:
        counts = pairs_of(dealt[:, first], dealt[:, second], 13)
        if (first, second) == (0, 2):  # a goal and a card are drawn apart
            assert as_likely(counts[1:, 1:].ravel(), np.ones(144), tests=8)
        else:
            assert counts[DIFFERENT].sum() == DRAWS
            assert as_likely(counts[DIFFERENT], np.ones(132), tests=8)


def test_03_a_single_common_goal_is_dealt_uniformly() -> None:
    states = a_state(2, seed=24)
    states["common_goals"] = 1
    dealt = np.zeros((DRAWS // 2, 6), dtype=np.int64)
    deal_often(states, dealt)
    assert not dealt[:, 1].any()
    assert as_likely(np.bincount(dealt[:, 0], minlength=13)[1:], np.ones(12))


@kernel
def redeal_often(states: States, seat: int, keys: Ints64, dealt: Ints64) -> None:
    """Imagine what the seat cannot know, again and again: four cards."""
    for i in range(len(keys)):
        redeal(states[0], seat, keys[i])
        for other in range(4):
            dealt[i, other] = states[0].personal[other]


@pytest.mark.parametrize("seat", [-1, 0, 2, 3])
def test_31_a_seat_imagines_the_others_cards_uniformly_and_keeps_its_own(seat: int) -> None:
    states = a_state(4, seed=25)
    start(state_in(states, 0, ShelfState))
    before = states.copy()
    keys = np.zeros((DRAWS // 4, 8), dtype=np.int64)
    keys[:, 0] = np.arange(len(keys))
    dealt = np.zeros((len(keys), 4), dtype=np.int64)
    redeal_often(states, seat, keys, dealt)
    for field in ("bag", "goals", "tokens", "floor", "shelves", "turn", "ply", "over", "end_token"):
        assert (states[field] == before[field]).all()
    own = int(before["personal"][0, seat]) if seat >= 0 else 0
    possible = [card for card in range(1, 13) if card != own]
    for other in range(4):
        counts = np.bincount(dealt[:, other], minlength=13)
        if other == seat:
            assert counts[own] == len(keys)
        else:
            assert counts[own] == 0
            assert as_likely(counts[possible], np.ones(len(possible)), tests=4)
    for first, second in combinations(range(4), 2):
        assert (dealt[:, first] != dealt[:, second]).all()


# ---- A bag with too few tiles


@kernel
def choose_often(states: States, gaps: int, tiles: int, chosen: Ints64) -> None:
    """Choose so many of the gaps again and again."""
    for i in range(len(chosen)):
        chosen[i] = choose_gaps(states[0], gaps, tiles)


@pytest.mark.parametrize("tiles", [1, 13, 30, 44])
def test_15_with_too_few_tiles_every_gap_is_as_likely_to_be_filled(tiles: int) -> None:
    chosen = np.zeros(DRAWS // 5, dtype=np.int64)
    choose_often(a_state(4, seed=30 + tiles), FLOOR_OF[4], tiles, chosen)
    filled = (chosen[:, None] >> np.array(BITS)) & 1
    assert (filled.sum(axis=1) == tiles).all()
    assert subsets_as_likely(filled.sum(axis=0), len(chosen), tiles / 45)


def test_15_every_choice_of_gaps_is_as_likely() -> None:
    chosen = np.zeros(DRAWS, dtype=np.int64)
    bits = BITS[7:40:6]
    choose_often(a_state(4, seed=31), sum(1 << bit for bit in bits), 3, chosen)
    found = Counter(chosen.tolist())
    assert found.keys() == {sum(1 << bit for bit in three) for three in combinations(bits, 3)}
    assert as_likely(np.array(list(found.values())), np.ones(len(found)))


def test_15_a_short_refill_lays_each_kind_on_each_gap_as_likely_and_leaves_what_stays() -> None:
    states = np.concatenate([a_state(4, seed=32)] * 2)
    states["refill"] = ITA_2022
    states["bag"] = bag = (1, 2, 3, 4, 5, 5)
    states["floor"][0, 0] = sum(1 << bit for bit in BITS[::9])
    floors = np.zeros((DRAWS // 5, KINDS), dtype=np.int64)
    refill_often(states, floors)
    kinds = kinds_by_cell(floors)
    assert not kinds[:, ::9].any()  # the cats that lay there
    gaps = np.delete(kinds, np.s_[::9], axis=1)
    for kind, tiles in enumerate(bag):
        lying = (gaps == kind).sum(axis=0)
        assert lying.sum() == len(floors) * tiles
        assert subsets_as_likely(lying, len(floors), tiles / 40)


# ---- Four draws from one word

SMALL: Final = 12  # bits of a small word


def small_below_four() -> Callable[[int, int], tuple[int, ...] | None]:
    """`below_four` itself with words of twelve bits, so that all can be tried; None where it throws the word away."""
    lines = inspect.getsource(getattr(below_four, "py_func", below_four)).splitlines()
    source = "\n".join(lines[1:]).replace(">> 32", f">> {SMALL}")
    assert lines[0] == "@kernel"
    assert (source.count(f">> {SMALL}"), source.count("32")) == (4, 0)
    names: dict[str, object] = {**vars(chance), "MASK": (1 << SMALL) - 1, "next_word": next}
    exec(source, names)
    made = names["below_four"]
    assert callable(made)

    def small(word: int, limit: int) -> tuple[int, ...] | None:
        try:
            return tuple(made(iter((word,)), limit))
        except StopIteration:
            return None

    return small


@pytest.mark.parametrize("limit", [4, 5, 6, 7, 8, 9])
def test_of_all_words_equally_many_give_each_four_draws_and_the_fewest_are_thrown_away(limit: int) -> None:
    small = small_below_four()
    found = Counter(small(word, limit) for word in range(1 << SMALL))
    ways = limit * (limit - 1) * (limit - 2) * (limit - 3)
    assert found.pop(None, 0) == (1 << SMALL) % ways
    assert len(found) == ways
    assert set(found.values()) == {(1 << SMALL) // ways}
    for draws in found:
        assert draws is not None
        assert all(0 <= draw < limit - i for i, draw in enumerate(draws))


def test_four_draws_of_up_to_256_things_fit_one_word() -> None:
    assert 256 * 255 * 254 * 253 <= 1 << 32


@kernel
def draw_often(thinking: States, limit: int, drawn: Ints64) -> None:
    """Draw four again and again."""
    for i in range(len(drawn)):
        first, second, third, fourth = below_four(thinking[0], limit)
        drawn[i, 0] = first
        drawn[i, 1] = second
        drawn[i, 2] = third
        drawn[i, 3] = fourth


@pytest.mark.parametrize("limit", [4, 13, 22, 132, 256])
def test_four_draws_from_one_word_are_fair_each_and_by_pairs(limit: int) -> None:
    thinking = blank(Thinking)
    set_key(state_in(thinking, 0, Thinking), key_words(key_of_seed(41)))
    drawn = np.zeros((4 * DRAWS, 4), dtype=np.int64)
    draw_often(thinking, limit, drawn)
    for i in range(4):
        assert 0 <= drawn[:, i].min()
        assert drawn[:, i].max() < limit - i
        if limit - i > 1:
            assert as_likely(np.bincount(drawn[:, i], minlength=limit - i), np.ones(limit - i), tests=20)
        for j in range(i):
            counts = pairs_of(drawn[:, j], drawn[:, i], limit)[: limit - j, : limit - i]
            if 5 * counts.size <= len(drawn):  # else too few draws for so many pairs
                assert as_likely(counts.ravel(), np.ones(counts.size), tests=30)
