"""Two players: rulings 24 to 26 and 28."""

from __future__ import annotations

import pytest

from kafelki.core.match import Match
from kafelki.games.planet.events import Discarded, Shown, Taken
from kafelki.games.planet.moves import Choose, Hide, Name, Place, Take, TakeFaceDown
from tests.games.planet.components import NAMES
from tests.games.planet.table import (
    drew,
    face_down,
    kinds_of,
    laid_out,
    legal,
    new,
    offer,
    on_planet,
    refused,
    see,
)

BOTH = pytest.mark.parametrize("hidden", [False, True], ids=["open", "hidden"])


def discarded(match: Match, seat: int | None = None) -> list[str]:
    return [tile.id for tile in see(match, seat).discarded]


# ---- 24: a round, step by step


@BOTH
@pytest.mark.parametrize("stack", ["inside", "character"])
def test_24_the_drawer_looks_at_three_tiles_and_leaves_one_face_down(hidden: bool, stack: str) -> None:
    match = new(2, hidden_characters=hidden)
    match.play({"type": "planet.choose", "stack": stack})
    drawn = see(match, 0).drawn
    assert drawn is not None
    assert drawn.tiles is not None
    three = [tile.id for tile in drawn.tiles]
    assert (len(set(three)), match.to_act, see(match).step) == (3, 0, "hide")
    assert set(three) < {*NAMES["inside"], *NAMES["character"]}
    assert legal(match) == {Hide(tile) for tile in three}
    match.play(Hide(three[1]))
    assert offer(match) == [three[0], three[2]]
    assert (match.to_act, see(match).step) == (1, "take")
    assert legal(match) == {Take(three[0]), Take(three[2]), TakeFaceDown()}


@BOTH
def test_24_the_other_takes_first_then_the_drawer_and_the_last_is_discarded(hidden: bool) -> None:
    match = drew("C01 C16 C17", hidden_characters=hidden)
    match.play(Hide("C16"))
    match.play(Take("C17"), seat=1)
    assert (match.to_act, see(match).step) == (0, "take")
    assert legal(match) == {Take("C01"), TakeFaceDown()}
    match.play(Take("C01"), seat=0)
    assert (on_planet(match, 0), on_planet(match, 1)) == ({5: "C01"}, {5: "C17"})
    assert discarded(match) == ["C16"]
    assert match.to_act == 1


@BOTH
def test_24_the_other_may_take_the_tile_face_down_unseen(hidden: bool) -> None:
    match = drew("C01 C16 C17", hidden_characters=hidden)
    match.play(Hide("C16"))
    match.play(TakeFaceDown(), seat=1)
    assert on_planet(match, 1) == {5: "C16"}
    assert legal(match) == {Take("C01"), Take("C17")}
    assert refused(match, TakeFaceDown()) == "none_face_down"
    match.play(Take("C17"), seat=0)
    assert discarded(match) == ["C01"]


@BOTH
def test_24_the_drawer_may_take_the_tile_face_down_too(hidden: bool) -> None:
    match = drew("C01 C16 C17", hidden_characters=hidden)
    match.play(Hide("C16"))
    match.play(Take("C01"), seat=1)
    match.play(TakeFaceDown(), seat=0)
    assert on_planet(match, 0) == {5: "C16"}
    assert discarded(match) == ["C17"]


@BOTH
@pytest.mark.parametrize("places", ["first_free", "chosen"])
def test_24_roles_swap_every_round_whoever_takes_what(hidden: bool, places: str) -> None:
    match = new(2, 4, hidden_characters=hidden, places=places)
    rounds: list[list[tuple[int | None, str]]] = []
    while not match.over:
        step = see(match).step
        assert step is not None
        if step == "choose":
            rounds.append([])
        if step != "place":
            rounds[-1].append((match.to_act, step))
        match.play(match.legal()[len(rounds) % len(match.legal())])
    for number, steps in enumerate(rounds):
        drawer = number % 2
        assert steps == [(drawer, "choose"), (drawer, "hide"), (1 - drawer, "take"), (drawer, "take")]
    assert len(rounds) == 16


def test_24_two_players_name_nobody() -> None:
    match = drew("C01 C16 C17")
    match.play(Hide("C16"))
    assert refused(match, Name(0)) == "take_first"
    match.play(Take("C01"))
    assert see(match).step == "take"


def test_24_with_places_chosen_both_place_before_the_turn_goes_on() -> None:
    match = drew("C01 C16 C17", places="chosen")
    for seat, move in ((0, Hide("C16")), (1, Take("C17")), (1, Place(9)), (0, TakeFaceDown()), (0, Place(6))):
        match.play(move, seat=seat)
    assert (on_planet(match, 0), on_planet(match, 1)) == ({6: "C16"}, {9: "C17"})
    assert discarded(match) == ["C01"]
    assert (match.to_act, see(match).step) == (1, "choose")


# ---- 25: the drawer chooses


@pytest.mark.parametrize("tile", ["C01", "C16", "C17"])
def test_25_the_drawer_hides_any_of_the_three_after_looking(tile: str) -> None:
    match = drew("C01 C16 C17")
    assert refused(match, Hide("C02")) == "not_drawn"
    assert refused(match, Hide("U01")) == "not_drawn"
    assert refused(match, Take("C01")) == "hide_first"
    match.play(Hide(tile))
    assert laid_out(match).looked == (tile,)
    assert set(offer(match)) == {"C01", "C16", "C17"} - {tile}


def test_25_a_tile_is_hidden_by_two_players_only() -> None:
    match = new(3)
    match.play(Choose("inside"))
    assert refused(match, Hide(offer(match)[0])) == "take_first"
    assert refused(match, TakeFaceDown()) == "none_face_down"


# ---- 26, 28: what becomes of the tile face down


@pytest.mark.parametrize("taker", [0, 1])
def test_26_28_once_taken_it_lies_open_for_all(taker: int) -> None:
    match = drew("P01 P07 P12")
    match.play(Hide("P07"))
    match.play(TakeFaceDown() if taker == 1 else Take("P01"))
    if taker == 0:
        match.play(TakeFaceDown())
    for viewer in (None, 0, 1):
        assert on_planet(match, taker, viewer) == {0: "P07"}
        assert see(match, viewer).drawn is None
        assert "P07" not in see(match, viewer).unseen["character"]
    assert "P07" in {event.tile.id for event in match.events() if isinstance(event, Taken) and event.tile}


@BOTH
@pytest.mark.parametrize("three", ["C01 C16 C17", "P01 P07 P12"])
def test_26_28_left_over_it_is_discarded_face_up_and_public_for_good(hidden: bool, three: str) -> None:
    first, second, third = three.split()
    match = drew(three, hidden_characters=hidden)
    match.play(Hide(second))
    match.play(Take(first))
    match.play(Take(third))
    for viewer in (None, 0, 1):
        assert discarded(match, viewer) == [second]
        event = match.events(viewer)[-1]
        assert isinstance(event, Discarded)
        assert event.tile.id == second
    while not match.over:
        assert second in discarded(match)
        match.play(match.legal()[0])


def test_28_left_over_a_baobab_has_no_effect() -> None:
    match = drew("D01 D18 D19", "C01 U01", "C02 U02")
    match.play(Hide("D01"))
    match.play(Take("D18"))
    match.play(Take("D19"))
    assert discarded(match)[-1] == "D01"
    assert face_down(match, 0) == face_down(match, 1) == set()
    assert kinds_of(match.events()) == ["shown", "taken", "taken", "discarded"]


def test_28_the_drawer_too_may_turn_tiles_over_with_it() -> None:
    match = drew("D01 D18 D19", "C01 U01", "C02 U02")
    match.play(Hide("D01"))
    match.play(Take("D18"))
    assert face_down(match, 0) == set()
    match.play(TakeFaceDown())
    assert face_down(match, 0) == {"C01", "U01", "D01"}


def test_28_for_the_other_seat_it_may_be_any_unseen_tile_of_its_stack() -> None:
    match = drew("C01 C16 C17")
    for viewer in (None, 1):
        assert see(match, viewer).unseen["inside"] == list(NAMES["inside"])
    match.play(Hide("C16"))
    for viewer in (None, 1):
        assert set(see(match, viewer).unseen["inside"]) == set(NAMES["inside"]) - {"C01", "C17"}
    assert set(see(match, 0).unseen["inside"]) == set(NAMES["inside"]) - {"C01", "C16", "C17"}
    shown = match.events(1)[0]
    assert isinstance(shown, Shown)
    assert shown.face_down is None
