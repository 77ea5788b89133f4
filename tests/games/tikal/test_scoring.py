"""Rulings 26-32: scoring."""

from __future__ import annotations

import random

import pytest

import kafelki
from kafelki.games.tikal.events import ScoringBegan, SeatScored, TempleScored
from kafelki.games.tikal.moves import EndTurn, Enter, Lay, Uncover, Walk
from tests.games.tikal.components import BOX
from tests.games.tikal.table import (
    END,
    NEAR,
    Document,
    Spot,
    at,
    begin,
    events_of,
    field,
    full,
    grown,
    hurry,
    lay_somewhere,
    on,
    own,
    refused,
    scored,
    scores,
    see,
    tags,
)

# All of A and B but the volcano lie there: the next tile is the volcano.
BEFORE_B6 = grown(["A1", "A2", "A3", "A4", "A5", "A6", "B1", "B2", "B3", "B4", "B5"])
LAST_BUT_ONE = full("G4", free=["H5"])


def test_26_who_draws_a_volcano_keeps_it_plays_ten_points_and_scores_then_the_others_clockwise() -> None:
    match = begin(BEFORE_B6, own(A4=1), own(B5=1), own(), last=2)
    match.play(END)
    for number, seat in enumerate((1, 2, 0)):
        seen = see(match)
        assert (seen.to_act, seen.phase, seen.points) == (seat, "act", 10)
        assert seen.hand is not None
        assert seen.hand.name == "B6"
        assert seen.scoring is not None
        assert (seen.scoring.order, seen.scoring.scored, seen.scoring.last) == ([1, 2, 0], number, False)
        refused(match, Lay(at("H1"), 0), "not_now")
        match.play([Enter("worker", 0), END])
    assert scores(match) == [1, 1, 0]
    seen = see(match)
    assert (seen.to_act, seen.phase, seen.scoring) == (1, "place", None)


def test_26_then_the_drawer_places_it_and_takes_a_normal_turn_without_a_further_tile() -> None:
    match = begin(BEFORE_B6, own(), own(B5=1), own(), last=2)
    for _ in range(4):
        match.play(END)
    assert (match.to_act, see(match).phase) == (1, "place")
    lay_somewhere(match)
    assert (match.to_act, see(match).phase, see(match).points, see(match).hand) == (1, "act", 10, None)
    match.play([Enter("worker", 0), END])
    seen = see(match)
    assert (seen.to_act, seen.phase, seen.next_letter) == (2, "place", "C")
    assert seen.hand is not None
    assert seen.hand.name[0] == "C"
    assert scores(match) == [0, 1, 0]  # the turn of the volcano does not score again
    assert tags(events_of(match)).count("tikal.scored") == 3


@pytest.mark.parametrize(
    ("sides", "points"),
    [
        ([own(B3=1), own()], [2, 0]),
        ([own(B3=1), own(B3=1)], [0, 0]),  # a tie for the most: nobody
        ([own(B3=3), own(B3=1), own(B3=1)], [2, 0, 0]),  # 3-1-1 does score
        ([own(B3=3), own(B3=3), own(B3=1)], [0, 0, 0]),
        ([own(leader="B3"), own(B3=2)], [2, 0]),
        ([own(leader="B3"), own(B3=3)], [0, 0]),
        ([own(guards=["B3"]), own(B3=9)], [2, 0]),
        ([own(guards=["B3"], B3=1), own(B3=9, leader="B3")], [2, 0]),
        ([own(), own()], [0, 0]),
    ],
)
def test_27_a_temple_scores_for_its_guard_or_for_who_is_stronger_than_each_other(
    sides: list[Document], points: list[int]
) -> None:
    match = begin(NEAR, *sides, scoring={"order": list(range(len(sides))), "scored": 0}, hand="B6")
    winner = points.index(2) if 2 in points else None
    assert on(match, "B3").scores_for == winner
    for _ in sides:
        match.play(END)
    assert scores(match) == points


def test_27_it_is_judged_at_the_end_of_each_players_own_turn_so_several_score_the_same_temple() -> None:
    match = begin(NEAR, own(B4=1), own(B4=2), own(B4=3), scoring={"order": [0, 1, 2], "scored": 0}, hand="B6")
    for workers in (1, 2, 3):
        match.play([*[Walk("worker", at("B4"), "N")] * workers, END])
    assert scores(match) == [2, 2, 2]
    assert [event.temples for event in scored(match)] == [[TempleScored(at("B3"), 2, "majority")]] * 3


def test_27_a_temple_scores_at_the_level_it_has() -> None:
    match = begin(NEAR, own(B3=2), scoring={"order": [0, 1], "scored": 0}, hand="B6")
    match.play([Uncover(at("B3")), Uncover(at("B3")), END])
    assert scores(match) == [4, 0]


def test_28_treasures_give_1_3_or_6_for_one_two_or_three_of_a_kind_again_each_time() -> None:
    board: dict[str, Spot] = {"C4": ("A5", 0, 0), "C5": ("A4", 0, 0)}
    held = {"mask": 1, "idol": 2, "jug": 3, "bowl": 1}
    sides = own(treasures=held), own(treasures={"ring": 1}, score=7)
    for _ in range(2):
        match = begin(board, *sides, scoring={"order": [0, 1], "scored": 0}, hand="B6")
        match.play(END)
        match.play(END)
        first, second = scored(match)
        assert (first.treasures, first.total, second.treasures) == (11, 11, 1)
        assert scores(match) == [11, 8]
        assert see(match).players[0].treasures == {
            kind: held.get(kind, 0) for kind in see(match).players[0].treasures
        }  # kept


@pytest.mark.parametrize("auction", [False, True])
def test_29_there_are_four_scorings_three_volcanoes_and_one_after_the_last_tile(auction: bool) -> None:
    match, rng = kafelki.new_match("tikal", seats=3, seed=11, options={"auction": auction}), random.Random(3)
    letters, turns = [], 0
    while not match.over:
        before = field(match, "scoring")
        ended = isinstance(hurry(match, rng), EndTurn)
        turns += ended and bool(before)
        if field(match, "scoring") and not before:
            hand = see(match).hand
            letters.append((hand.name[0] if hand else None, bool(field(match, "last_round"))))
    assert letters == [("B", False), ("D", False), ("F", False), (None, True)]
    assert [tile.letter for tile in BOX.tiles if tile.type == "volcano"] == ["B", "D", "F"]
    assert turns == 12


def test_30_the_last_scoring_begins_with_the_player_after_the_one_of_the_last_tile() -> None:
    match = begin(LAST_BUT_ONE, own(), own(A4=1), own(), phase="place", hand="G4", to_act=1, last=0)
    lay_somewhere(match)
    match.play(Enter("worker", 0))
    assert see(match).scoring is None
    match.play(END)
    assert [event for event in events_of(match) if isinstance(event, ScoringBegan)] == [ScoringBegan([2, 0, 1], True)]
    for seat in (2, 0, 1):
        assert (match.to_act, see(match).phase, see(match).points, see(match).hand) == (seat, "act", 10, None)
        assert not any(isinstance(move, Lay) for move in match.legal())  # no tile
        match.play(END)
    assert match.over
    assert scores(match) == [0, 1, 0]
    assert tags(events_of(match))[-1] == "tikal.ended"


def test_31_a_final_tie_is_a_shared_win() -> None:
    sides = own(score=30), own(score=30), own(score=12)
    match = begin(full(free=[]), *sides, scoring={"order": [0, 1, 2], "scored": 2, "last": True}, to_act=2, last=2)
    match.play(END)
    assert match.over
    assert (match.winners, match.ranks) == ((0, 1), [1, 1, 3])


def test_32_the_track_starts_at_0_passes_100_and_goes_on() -> None:
    assert scores(kafelki.new_match("tikal", seats=4, seed=1)) == [0, 0, 0, 0] == [BOX.start_score["basic"]] * 4
    match = begin(NEAR, own(score=99, B3=1), own(score=199, A4=1), scoring={"order": [0, 1], "scored": 0}, hand="B6")
    match.play(END)
    match.play(END)
    assert scores(match) == [101, 200] == match.scores


def test_a_scoring_names_every_temple_its_points_and_why() -> None:
    board: dict[str, Spot] = {**NEAR, "B5": ("east", 0, 3)}
    match = begin(board, own(A4=1, B5=1, guards=["B3"]), own(B5=1), scoring={"order": [0, 1], "scored": 0}, hand="B6")
    match.play(END)
    assert scored(match) == [
        SeatScored(0, [TempleScored(at("A4"), 1, "majority"), TempleScored(at("B3"), 2, "guard")], 0, 3)
    ]
