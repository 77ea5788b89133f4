"""Ruling 30, step by step, and whole turns as one command."""

from __future__ import annotations

import pytest

from kafelki.errors import CannotUndo, IllegalMove
from kafelki.games.planet.moves import Choose, Hide, Name, Place, Take, TakeFaceDown
from tests.games.planet.table import drew, face_down, new, offer, offering, on_planet, see, stuck

PLACES = pytest.mark.parametrize("places", ["first_free", "chosen"])


@PLACES
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_30_drawing_from_a_stack_is_never_undone(seats: int, places: str) -> None:
    match = new(seats, places=places)
    stuck(match, "turn")
    match.play(Choose("rising"))
    stuck(match, "reveal")


def test_30_taking_is_undone_until_the_name_is_given() -> None:
    match = offering("C01 C16 C17 C15", "", "", "", "", places="first_free")
    before = match.state().tobytes()
    match.play(Take("C01"))
    assert see(match).step == "name"
    match.undo()
    assert match.state().tobytes() == before
    match.play(Take("C17"))
    assert on_planet(match, 0) == {5: "C17"}
    match.play(Name(2))
    stuck(match, "turn")


def test_30_taking_and_placing_are_undone_until_the_name_is_given() -> None:
    match = offering("C01 C16 C17 C15", "", "", "", "", places="chosen")
    start = match.state().tobytes()
    match.play(Take("C01"))
    in_hand = match.state().tobytes()
    match.play(Place(9))
    match.undo()
    assert match.state().tobytes() == in_hand
    match.undo()
    assert match.state().tobytes() == start
    match.play([Take("C16"), Place(10)])
    match.reset_turn()
    assert match.state().tobytes() == start
    match.play([Take("C16"), Place(10), Name(3)])
    stuck(match, "turn")


@PLACES
def test_30_whoever_was_named_undoes_their_own_steps_only(places: str) -> None:
    match = offering("C01 C16 C17 C15", "", "", "", "", places=places)
    match.play([Take("C01"), *([Place(9)] if places == "chosen" else []), Name(2)])
    before = match.state().tobytes()
    match.play(Take("C15"), seat=2)
    match.undo(seat=2)
    assert match.state().tobytes() == before
    with pytest.raises(CannotUndo):
        match.undo(to_ply=0)


@PLACES
def test_30_the_starter_of_a_round_goes_back_to_the_draw_and_no_further(places: str) -> None:
    match = new(4, places=places)
    match.play(Choose("rising"))
    drawn = match.state().tobytes()
    match.play(Take(offer(match)[0]))
    match.reset_turn()
    assert match.state().tobytes() == drawn
    stuck(match, "reveal")


def test_30_tiles_turned_over_come_back_with_the_undo() -> None:
    for places in ("first_free", "chosen"):
        match = offering("D01 D18 D19", "C01 U01", "C16 U18", "C17 U19", places=places)
        before = match.state().tobytes()
        match.play([Take("D01"), *([Place(2)] if places == "chosen" else [])])
        assert face_down(match) == {"C01", "U01", "D01"}
        match.reset_turn()
        assert match.state().tobytes() == before


def test_30_who_leaves_the_last_tile_to_another_names_nobody_and_cannot_go_back() -> None:
    match = offering("C01 C16 C17", "", "", "")
    match.play([Take("C01"), Name(2)])
    match.play(Take("C16"))
    assert match.to_act == 1
    stuck(match, "turn")


def test_30_the_last_player_undoes_the_place_of_the_tile_but_not_getting_it() -> None:
    match = offering("C01 C16 C17", "", "", "", places="chosen")
    match.play([Take("C01"), Place(5), Name(2)])
    match.play([Take("C16"), Place(5)])
    stuck(match, "turn")
    before = match.state().tobytes()
    match.play(Place(9), seat=1)
    assert see(match).step == "choose"
    match.undo(seat=1)
    assert match.state().tobytes() == before
    match.play(Place(6))
    match.play(Choose("inside"))
    stuck(match, "reveal")


# ---- Two players


@PLACES
def test_30_of_two_players_the_drawer_cannot_take_back_what_was_shown(places: str) -> None:
    match = drew("C01 C16 C17", places=places)
    stuck(match, "turn")
    match.play(Hide("C16"))
    stuck(match, "turn")


def test_30_of_two_players_a_tile_in_hand_that_lay_open_goes_back() -> None:
    match = drew("C01 C16 C17", places="chosen")
    match.play(Hide("C16"))
    before = match.state().tobytes()
    match.play(Take("C01"))
    match.undo()
    assert match.state().tobytes() == before


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("three", ["C01 C16 C17", "P01 P07 P12"])
def test_30_of_two_players_the_tile_face_down_does_not_go_back(hidden: bool, three: str) -> None:
    match = drew(three, places="chosen", hidden_characters=hidden)
    match.play(Hide(three.split()[1]))
    match.play(TakeFaceDown())
    stuck(match, "reveal")


# ---- Whole turns


def test_30_what_follows_a_draw_is_a_command_of_its_own() -> None:
    match = new(3)
    with pytest.raises(IllegalMove) as refused:
        match.play([Choose("inside"), Take("C01")])
    assert refused.value.code == "illegal_move.revealed"
    assert match.ply == 0


def test_30_a_command_ends_with_the_turn() -> None:
    match = offering("C01 C16 C17", "", "", "")
    with pytest.raises(IllegalMove) as refused:
        match.play([Take("C01"), Name(1), Take("C16")])
    assert refused.value.code == "illegal_move.turn_over"
    assert match.ply == 0
