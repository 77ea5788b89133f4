"""What bots believe of Tikal: exact at the end, and sensible on the way there."""

from __future__ import annotations

import random

import pytest

import kafelki
from kafelki.core.match import Match
from kafelki.core.record import state_in
from kafelki.games.tikal.knowledge import appeal, outlook
from kafelki.games.tikal.moves import AnyMove, EndTurn, Enter, Guard, Take, Uncover, Walk, action_of
from kafelki.games.tikal.prospects import scorings_left
from kafelki.games.tikal.scoring import score
from kafelki.games.tikal.state import TikalState
from tests.games.tikal.table import END, NEAR, at, begin, bidding, hurry, legal, own

B3 = at("B3")


def state_of(match: Match) -> TikalState:
    return state_in(match.state(), 0, TikalState)


def charm(match: Match, move: AnyMove) -> int:
    assert move in legal(match)
    return appeal(state_of(match), action_of(move))


def lead(match: Match, seat: int = 0) -> int:
    """How far a seat looks to be before the other one."""
    return outlook(state_of(match), seat) - outlook(state_of(match), 1 - seat)


@pytest.mark.parametrize(("seats", "auction"), [(2, True), (4, False)])
def test_at_the_end_the_outlook_is_the_score_and_before_it_every_action_has_an_appeal(
    seats: int, auction: bool
) -> None:
    rng = random.Random(seats)
    match = kafelki.new_match("tikal", seats=seats, seed=3, options={"auction": auction})
    while not match.over:
        move = rng.choice(match.legal())
        if rng.random() < 0.05:
            state = state_of(match)
            assert abs(appeal(state, match.game.action_of(move))) < 100_000
            assert all(abs(outlook(state, seat)) < 100_000 for seat in range(seats))
        match.play(move)
    state = state_of(match)
    assert [outlook(state, seat) for seat in range(seats)] == [100 * score(state, seat) for seat in range(seats)]


def test_four_scorings_lie_ahead_at_the_start_and_none_behind_the_last_turn() -> None:
    rng = random.Random(1)
    match = kafelki.new_match("tikal", seats=2, seed=1)
    assert [scorings_left(state_of(match), seat) for seat in range(2)] == [4, 4]
    while not state_of(match).last_round:
        hurry(match, rng)
    first = int(state_of(match).turn)
    assert [scorings_left(state_of(match), seat) for seat in range(2)] == [1, 1]
    match.play(END)
    assert [scorings_left(state_of(match), seat) for seat in (first, 1 - first)] == [0, 1]


def test_a_majority_a_treasure_and_a_guard_promise_more_than_none() -> None:
    none = lead(begin(NEAR, own(), own()))
    one = lead(begin(NEAR, own(B3=1), own()))
    assert one > none
    assert lead(begin(NEAR, own(B3=2), own(B3=1))) > lead(begin(NEAR, own(B3=2), own(B3=2)))
    pair = {**NEAR, "C4": ("A5", 0, 2)}
    assert lead(begin(pair, own(treasures={"mask": 2}), own())) > lead(begin(pair, own(), own(treasures={"mask": 2})))
    assert lead(begin({**NEAR, "B3": ("A2", 1, 5)}, own(guards=["B3"]), own())) > none


def test_a_piece_on_its_way_looks_better_with_every_step() -> None:
    """From the base camp over the printed jungle to the temple on B3."""
    match = begin({**NEAR, "B3": ("A2", 1, 5)}, own(A5=1), own())
    start = lead(match)
    match.play(Walk("worker", at("A5"), "NE"))
    half = lead(match)
    match.play(Walk("worker", at("B4"), "N"))
    assert start < half < lead(match)


def test_uncovering_looks_good_where_one_is_stronger_and_bad_where_another_is() -> None:
    assert charm(begin(NEAR, own(B3=2), own()), Uncover(B3)) > charm(begin(NEAR, own(B3=1), own(B3=3)), Uncover(B3))
    assert charm(begin(NEAR, own(B3=2), own()), Uncover(B3)) > 0


def test_ending_a_turn_with_points_left_looks_worse_than_using_them() -> None:
    match = begin(NEAR, own(B3=1, C4=1), own())
    for move in (Uncover(B3), Take(at("C4")), Enter("worker", 0)):
        assert charm(match, move) > charm(match, EndTurn())


def test_leaving_a_temple_where_one_is_just_stronger_looks_worse_than_where_one_is_far_stronger() -> None:
    away = Walk("worker", B3, "S")
    assert charm(begin(NEAR, own(B3=2), own(B3=1)), away) < charm(begin(NEAR, own(B3=6), own(B3=1)), away)


def test_a_guard_looks_better_on_a_higher_temple_and_worse_if_the_leader_goes() -> None:
    guard = Guard("worker", B3)
    low, high = begin(NEAR, own(B3=1), own()), begin({**NEAR, "B3": ("A2", 1, 6)}, own(B3=1), own())
    assert charm(high, guard) > charm(low, guard)
    assert charm(begin(NEAR, own(B3=1, leader="B3"), own()), guard) < charm(low, guard)


def test_a_higher_bid_looks_worse_than_a_lower_one() -> None:
    match = bidding(own(score=20), own(score=20), offer=["A2", "A6"])
    bids = [appeal(state_of(match), match.game.action_of(move)) for move in match.legal()[1:6]]
    assert bids == sorted(bids, reverse=True)
