"""Rulings 21-25: temple guards."""

from __future__ import annotations

import pytest

from kafelki.games.tikal.events import GuardAppointed
from kafelki.games.tikal.moves import Enter, Guard, Path, Uncover, Walk
from kafelki.games.tikal.view import Sentry, Troop
from tests.games.tikal.table import (
    END,
    NEAR,
    Document,
    at,
    begin,
    events_of,
    lay_somewhere,
    legal,
    on,
    own,
    pass_turn,
    refused,
    scored,
    see,
    workers_on,
)

B3 = at("B3")


@pytest.mark.parametrize(
    ("sides", "may"),
    [
        ([own(B3=1), own()], True),
        ([own(B3=1), own(B3=1)], False),
        ([own(B3=2), own(B3=1), own(B3=1)], True),  # more than each, not than all together
        ([own(B3=2), own(B3=1), own(B3=2)], False),
        ([own(leader="B3"), own(B3=2)], True),  # a leader is three
        ([own(leader="B3"), own(B3=3)], False),
        ([own(B3=1, leader="B3"), own(leader="B3")], True),
        ([own(B3=1, leader="B3"), own(B3=1, leader="B3")], False),
        ([own(B3=3), own(leader="B3")], False),
    ],
)
def test_21_a_guard_costs_5_and_needs_strictly_more_strength_than_each_other_player(
    sides: list[Document], may: bool
) -> None:
    match = begin(NEAR, *sides)
    guards = {move for move in legal(match) if isinstance(move, Guard)}
    assert bool(guards) == may
    if may:
        match.play(guards.pop())
        assert see(match).points == 5
        assert on(match, "B3").guard is not None
    else:
        move = Guard("worker" if workers_on(match, 0, "B3") else "leader", B3)
        error = refused(match, move, "no_majority")
        assert error.words.en == "You are not the strongest on B3."
        assert error.words.pl == "Nie masz przewagi na polu B3."


def test_21_without_a_piece_there_or_five_points_there_is_no_guard() -> None:
    match = begin(NEAR, own(B3=1, B4=1), points=4)
    error = refused(match, Guard("worker", B3), "too_dear")
    assert "costs 5" in error.words.en
    refused(match, Guard("leader", B3), "no_piece")
    refused(match, Guard("worker", at("A4")), "no_piece")
    refused(match, Guard("worker", at("B4")), "no_temple")
    refused(match, Guard("worker", at("H1")), "no_temple")


@pytest.mark.parametrize("piece", ["worker", "leader"])
def test_22_the_guard_is_any_one_own_piece_there_so_it_may_be_the_leader(piece: str) -> None:
    match = begin(NEAR, own(B3=1, leader="B3"))
    match.play({"type": "tikal.guard", "piece": piece, "cell": B3})
    assert on(match, "B3").guard == Sentry(0, piece)  # type: ignore[arg-type]
    assert see(match).players[0].leader == ("guard" if piece == "leader" else "out")
    assert see(match).players[0].guards_left == 1
    assert events_of(match) == [GuardAppointed(0, piece, B3)]  # type: ignore[arg-type]


def test_23_all_other_own_pieces_there_leave_the_game_and_the_opponents_stay() -> None:
    match = begin(NEAR, own(B3=4, B4=1, leader="B3"), own(B3=2))
    match.play(Guard("worker", B3))
    assert on(match, "B3").troops == [Troop(1, 2, False)]
    me = see(match).players[0]
    assert (me.supply, me.leader) == (13, "out")
    assert workers_on(match, 0, "B4") == 1
    refused(match, Enter("leader", 0), "none_in_supply")
    refused(match, Walk("leader", B3, "S"), "no_piece")
    match.play(END)
    lay_somewhere(match)
    match.play(Walk("worker", B3, "S"))  # the others may leave
    assert workers_on(match, 1, "B3") == 1


def test_23_eighteen_workers_are_all_there_will_ever_be() -> None:
    match = begin(NEAR, own(B3=10))
    match.play(Guard("worker", B3))
    assert see(match).players[0].supply == 8
    match.play(Enter("worker", 0))
    assert see(match).players[0].supply == 7


def test_24_a_guarded_temple_scores_for_its_owner_in_every_later_scoring() -> None:
    match = begin(
        NEAR,
        own(guards=["B3"]),
        own(B3=5, leader="B3"),
        scoring={"order": [0, 1], "scored": 0},
        hand="B6",
    )
    match.play(END)
    match.play(END)
    first, second = scored(match)
    assert [(temple.cell, temple.points, temple.why) for temple in first.temples] == [(B3, 2, "guard")]
    assert (first.total, second.total) == (2, 0)


def test_24_nobody_uncovers_a_guarded_temple_and_nobody_guards_it_again() -> None:
    for sides in ([own(guards=["B3"], B3=2), own()], [own(B3=2), own(guards=["B3"])]):
        match = begin(NEAR, *sides)
        error = refused(match, Uncover(B3), "guarded")
        assert (error.words.en, error.words.pl) == (
            "The temple on B3 is guarded.",
            "Świątynia na polu B3 jest strzeżona.",
        )
        refused(match, Guard("worker", B3), "guarded")


def test_24_two_guards_to_a_player_at_most() -> None:
    match = begin(NEAR, own(guards=["B3", "A4"], B5=1))
    error = refused(match, Guard("worker", at("B5")), "no_guard_left")
    assert (error.words.en, error.words.pl) == ("You guard two temples already.", "Strzeżesz już dwóch świątyń.")
    match = begin(NEAR, own(guards=["B3"], B5=1))
    match.play(Guard("worker", at("B5")))
    assert see(match).players[0].guards_left == 0


def test_24_a_guard_never_moves() -> None:
    match = begin(NEAR, own(leader="guard", guards=["B3"]))
    refused(match, Walk("leader", B3, "S"), "no_piece")
    refused(match, Walk("worker", B3, "S"), "no_piece")
    refused(match, Path("leader", 0, 1), "no_such_camp")
    refused(match, Enter("leader", 0), "none_in_supply")


def test_25_a_guard_appointed_in_a_scoring_turn_counts_for_that_scoring() -> None:
    match = begin(
        NEAR,
        own(A4=2),
        own(B3=3, leader="B3"),
        to_act=1,
        scoring={"order": [1, 0], "scored": 0},
        hand="B6",
    )
    match.play([Guard("worker", B3), END])
    (mine,) = scored(match)
    assert [(temple.cell, temple.points, temple.why) for temple in mine.temples] == [(B3, 2, "guard")]
    pass_turn(match)
    assert see(match).players[0].score == 1
    assert match.to_act == 1
