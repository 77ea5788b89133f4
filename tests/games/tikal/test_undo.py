"""Ruling 51, step by step, and whole turns as one command."""

from __future__ import annotations

import pytest

import kafelki
from kafelki.core.match import Match
from kafelki.errors import CannotUndo, IllegalMove
from kafelki.games.tikal.moves import (
    AnyMove,
    Bid,
    Build,
    Choose,
    Enter,
    Exchange,
    Guard,
    Lay,
    Pass,
    Path,
    Take,
    Uncover,
    Walk,
)
from tests.games.tikal.table import (
    END,
    Spot,
    at,
    begin,
    bidding,
    full,
    grown,
    lay_somewhere,
    legal,
    own,
    refused,
    scores,
    see,
)

BOARD: dict[str, Spot] = {"B3": ("A2", 1), "C4": ("A5", 0, 2), "C5": ("A4", 0, 0), "D4": ("A6", 0)}
SIDES = (
    own(A5=2, B3=2, C4=1, leader="A5", camps=["C5"], treasures={"mask": 1, "idol": 2}),
    own(treasures={"jug": 1, "bowl": 2}),
)


def stuck(match: Match, reason: str) -> None:
    """Neither undo nor reset goes back, and nothing changes."""
    before = match.state().tobytes()
    for command in (match.undo, match.reset_turn):
        with pytest.raises(CannotUndo) as error:
            command()
        assert error.value.code == f"cannot_undo.{reason}"
        assert match.state().tobytes() == before


@pytest.mark.parametrize(
    "move",
    [
        Enter("worker", 0),
        Enter("worker", 1),
        Walk("leader", at("A5"), "NE"),
        Path("worker", 0, 1),
        Uncover(at("B3")),
        Exchange(1, "mask", "jug"),
        Build(at("B4")),
        Guard("worker", at("B3")),
    ],
    ids=lambda move: type(move).__name__,
)
def test_51_undo_crosses_moves_digging_exchange_camp_and_guard(move: AnyMove) -> None:
    match = begin(BOARD, *SIDES)
    before = match.state().tobytes()
    match.play(move)
    assert match.state().tobytes() != before
    match.undo()
    assert match.state().tobytes() == before
    stuck(match, "turn")
    match.play([Enter("worker", 0), move])
    match.reset_turn()
    assert match.state().tobytes() == before


def test_51_undo_goes_back_step_by_step_over_laying_the_tile() -> None:
    match = begin(BOARD, *SIDES, phase="place", hand="B1")
    states = [match.state().tobytes()]
    lay = Lay(at("B2"), next(move.turned for move in legal(match) if isinstance(move, Lay) and move.cell == at("B2")))
    for move in (lay, Enter("worker", 0), Uncover(at("B3")), Uncover(at("B3")), Build(at("B4"))):
        match.play(move)
        states.append(match.state().tobytes())
    while match.ply:
        match.undo()
        states.pop()
        assert match.state().tobytes() == states[-1]
    assert see(match).phase == "place"
    stuck(match, "turn")


def test_51_undo_stops_at_a_taken_treasure() -> None:
    match = begin(BOARD, *SIDES)
    match.play([Enter("worker", 0), Take(at("C4"))])
    stuck(match, "reveal")
    taken = match.state().tobytes()
    match.play([Enter("worker", 0), Enter("worker", 1)])
    match.undo()
    match.undo()
    assert match.state().tobytes() == taken
    stuck(match, "reveal")
    match.play([Enter("worker", 0), Enter("worker", 1)])
    match.reset_turn()
    assert match.state().tobytes() == taken


def test_51_undo_stops_at_the_end_of_the_turn_and_the_drawn_tile() -> None:
    match = begin(BOARD, *SIDES)
    match.play([Enter("worker", 0), END])
    assert (match.to_act, see(match).phase) == (1, "place")
    stuck(match, "turn")
    lay_somewhere(match)
    match.undo()
    stuck(match, "turn")
    match = kafelki.new_match("tikal", seed=1)
    stuck(match, "turn")


def test_51_undo_stops_between_the_turns_of_a_scoring_round_and_at_the_volcanos_turn() -> None:
    match = begin(BOARD, *SIDES, scoring={"order": [0, 1], "scored": 0}, hand="B6")
    match.play([Enter("worker", 0), END])
    stuck(match, "turn")
    match.play(END)
    assert (match.to_act, see(match).phase) == (0, "place")
    stuck(match, "turn")
    lay_somewhere(match)
    match.undo()
    assert see(match).phase == "place"


def test_51_undo_stops_at_a_bid_or_pass_and_crosses_the_choice_of_the_tile() -> None:
    match = bidding(own(score=20), own(score=20), own(score=20), offer=["A1", "A2", "A3"])
    match.play(Bid(2))
    stuck(match, "turn")
    match.play(Pass())
    stuck(match, "turn")
    match.play(Pass())
    assert (match.to_act, see(match).phase) == (0, "choose")
    stuck(match, "turn")
    chosen = match.state().tobytes()
    match.play(Choose("A2"))
    lay_somewhere(match)
    match.undo()
    match.undo()
    assert match.state().tobytes() == chosen
    match.play(Choose("A1"))
    lay_somewhere(match)
    match.play(Enter("worker", 0))
    match.reset_turn()
    assert match.state().tobytes() == chosen
    assert scores(match) == [18, 20, 20]  # the price stays paid


def test_51_undo_crosses_the_choice_of_a_volcano_too_and_its_scoring_round_is_undone_with_it() -> None:
    board = grown(["A1", "A2", "A3", "A4", "A5", "A6", "B1", "B2", "B3", "B4"])
    match = bidding(own(score=20, A5=1), own(score=20), offer=["B5", "B6"], board=board)
    match.play(Bid(1))
    match.play(Pass())
    before = match.state().tobytes()
    match.play([Choose("B6"), Walk("worker", at("A5"), "N")])
    assert see(match).scoring is not None
    match.undo()
    match.undo()
    assert match.state().tobytes() == before
    assert see(match).scoring is None


def test_51_a_tile_forced_on_the_last_player_is_not_given_back() -> None:
    match = bidding(own(score=20), own(score=20), offer=["A1", "A2"])
    match.play(Pass())
    match.play(Pass())
    match.play(Choose("A1"))
    lay_somewhere(match)
    match.play(END)
    assert (match.to_act, see(match).phase) == (1, "place")
    stuck(match, "turn")


def test_51_who_plays_the_last_tile_and_first_in_the_last_round_cannot_undo_into_the_turn_before() -> None:
    match = begin(
        full(free=[]),
        own(score=1, A5=1),
        own(score=5),
        last=1,
        auction={"gone": [1]},
        options={"auction": True},
    )
    match.play([Enter("worker", 0), END])
    assert match.to_act == 0
    stuck(match, "turn")
    match.play(Enter("worker", 0))
    match.undo()
    stuck(match, "turn")


# ---- A whole turn as one command


def whole_turn() -> list[AnyMove]:
    return [
        Lay(at("B2"), 3),
        Walk("worker", at("A5"), "NE"),
        Walk("worker", at("B4"), "N"),
        Uncover(at("B3")),
        Uncover(at("B3")),
        Exchange(1, "mask", "jug"),
        END,
    ]


def test_a_whole_turn_is_one_command() -> None:
    match = begin(BOARD, *SIDES, phase="place", hand="B1")
    match.play(whole_turn())
    assert (match.seq, match.ply, match.to_act) == (1, 7, 1)
    assert kafelki.load_match(match.dump()).state().tobytes() == match.state().tobytes()


@pytest.mark.parametrize(
    ("index", "bad", "code"),
    [
        (0, Enter("worker", 0), "not_now"),
        (0, Lay(at("H1"), 0), "not_beside"),
        (2, Walk("worker", at("B4"), "NW"), "no_passage"),
        (3, Uncover(at("B5")), "no_piece"),
        (4, Uncover(at("H1")), "no_temple"),
        (5, Build(at("B4")), "too_dear"),
        (5, Exchange(1, "mask", "ring"), "not_their_single"),
        (6, Enter("leader", 0), "none_in_supply"),
        (6, Bid(3), "not_now"),
        (3, Walk("worker", (9, 9), "N"), "off_the_board"),
    ],
)
def test_a_turn_with_a_bad_move_is_refused_as_a_whole_with_its_number_and_reason(
    index: int, bad: AnyMove, code: str
) -> None:
    match = begin(BOARD, *SIDES, phase="place", hand="B1")
    moves = whole_turn()
    moves[index] = bad
    error = refused(match, moves, code)
    assert error.index == index
    assert (match.seq, match.ply) == (0, 0)
    match.play(whole_turn())


def test_moves_after_the_end_of_the_turn_are_refused_with_it() -> None:
    match = begin(BOARD, *SIDES)
    before = match.state().tobytes()
    with pytest.raises(IllegalMove) as error:
        match.play([Enter("worker", 0), END, END])
    assert (error.value.code, error.value.index) == ("illegal_move.turn_over", 2)
    assert match.state().tobytes() == before


def test_a_command_does_not_reach_into_the_next_turn_even_if_it_is_the_same_seats() -> None:
    match = begin(full(free=[]), own(score=1), own(score=5), last=1, auction={"gone": [1]}, options={"auction": True})
    refused(match, [END, Enter("worker", 0)], "turn_over")
