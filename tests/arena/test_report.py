"""What a run shows: intervals over deals, ratings, thinking time, faults."""

from __future__ import annotations

import numpy as np
import pytest

import kafelki
from kafelki.arena import Deal, Fault, Played
from kafelki.arena.play import Clocked
from kafelki.arena.report import interval, report
from tests.arena.helpers import a_plan


def deal(number: int, pair: tuple[int, int], first_wins: int, *faults: Fault) -> Deal:
    """Both orders, of which the first bot wins so many."""
    clocks = (Clocked(4, 2, 0.5, 0.3), Clocked(8, 8, 0.1, 0.05))
    ranks = [(1, 2) if first_wins > 0 else (2, 1), (2, 1) if first_wins > 1 else (1, 2)]
    matches = [
        Played((0, 1), (20 - ranks[0][0], 20 - ranks[0][1]), ranks[0], clocks, faults),
        Played((1, 0), (20 - ranks[1][0], 20 - ranks[1][1]), ranks[1], clocks),
    ]
    return Deal(number, pair, tuple(matches))


def test_an_interval_is_that_of_the_mean() -> None:
    rng = np.random.default_rng(5)
    shares = rng.choice([0.0, 0.5, 1.0], 400)
    low, high = interval(shares, 1)
    error = shares.std() / np.sqrt(len(shares))
    assert low == pytest.approx(shares.mean() - 1.96 * error, abs=0.004)
    assert high == pytest.approx(shares.mean() + 1.96 * error, abs=0.004)
    assert interval(shares, 1) == (low, high)
    uneven = rng.random(50)
    assert interval(uneven, 2) == interval(uneven, 2) != interval(uneven, 1)


def test_an_interval_holds_the_truth_about_95_times_in_100() -> None:
    rng = np.random.default_rng(6)
    held = 0
    for _ in range(100):
        low, high = interval(rng.choice([0.0, 0.5, 1.0], 60, p=[0.2, 0.3, 0.5]), 1)
        held += low <= 0.65 <= high
    assert 88 <= held <= 100


def test_one_deal_tells_nothing_and_many_fit_in_memory() -> None:
    assert interval(np.array([1.0]), 1) == (0.0, 1.0)
    assert interval(np.ones(3000), 1) == (1.0, 1.0)


def test_a_pair_is_told_from_both_sides() -> None:
    plan = a_plan("a", "b", deals=4)
    told = report(plan, [deal(number, (0, 1), wins) for number, wins in enumerate([2, 2, 1, 1])])
    [versus] = told.pairs
    first, second = versus.sides
    assert (versus.deals, versus.matches) == (4, 8)
    assert (first.bot, first.share, second.bot, second.share) == ("a", 0.75, "b", 0.25)
    assert (second.interval[0], second.interval[1]) == (1 - first.interval[1], 1 - first.interval[0])
    assert (first.points, second.points) == (18.75, 18.25)
    assert (first.move_ms, first.turn_ms, first.slowest_turn_ms) == (125, 250, 300)
    assert (first.moves, first.turns, second.moves, second.turns) == (32, 16, 64, 64)


def test_the_order_in_which_deals_were_played_changes_nothing() -> None:
    plan = a_plan("a", "b", "c", deals=3)
    deals = [deal(number, pair, (number + pair[1]) % 3) for number in range(3) for pair in plan.pairs]
    assert report(plan, deals) == report(plan, deals[::-1])


def test_the_strongest_is_rated_first() -> None:
    plan = a_plan("weak", "strong", "middle", deals=30)
    wins = {(0, 1): 0, (0, 2): 0, (1, 2): 2}
    told = report(plan, [deal(number, pair, wins[pair]) for number in range(30) for pair in plan.pairs])
    assert [one.bot for one in told.ratings] == ["strong", "middle", "weak"]
    assert [one.share for one in told.ratings] == [1.0, 0.5, 0.0]
    assert told.ratings[0].rating > 25 > told.ratings[2].rating
    assert told.ratings[1].rating == pytest.approx(25, abs=2)
    assert told.ratings[0].sigma < 25 / 3


def test_equals_are_rated_equal() -> None:
    told = report(a_plan("a", "b", deals=9), [deal(number, (0, 1), 1) for number in range(9)])
    assert [one.rating for one in told.ratings] == pytest.approx([25, 25])


def test_faults_are_counted_by_bot_and_kind_with_the_first_of_each() -> None:
    faults = [Fault("b", number, (0, 1), 1, 7, "raised", "ValueError: x") for number in (0, 1)]
    other = Fault("b", 1, (0, 1), 1, 9, "overran", "90 ms of 5")
    told = report(a_plan("a", "b", deals=2), [deal(1, (0, 1), 1, faults[1], other), deal(0, (0, 1), 1, faults[0])])
    assert [(one.bot, one.kind, one.count, one.first) for one in told.faults] == [
        ("b", "overran", 1, other),
        ("b", "raised", 2, faults[0]),
    ]
    assert [side.faults for side in told.pairs[0].sides] == [0, 3]


def test_a_report_says_which_run_it_is() -> None:
    told = report(a_plan("a", "b", deals=1, cap=50), [deal(0, (0, 1), 1)])
    assert (told.game, told.seats, told.bots, told.deals, told.seed, told.cap) == ("_template", 2, ("a", "b"), 1, 1, 50)
    assert (told.version, told.rules) == (kafelki.__version__, kafelki.game("_template").meta.rules_version)
