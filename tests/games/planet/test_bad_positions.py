"""Positions that cannot be are refused in words."""

from __future__ import annotations

from typing import Any, Final

import pytest

from kafelki.core.meta import Value
from kafelki.errors import BadPosition, BadSeats
from kafelki.games.planet import position as positions
from kafelki.games.planet import whole
from kafelki.words import Text
from tests.games.planet.good import DONE, FOUR, LOOKING, OFFER, PAIR, THREE, changed, taken
from tests.games.planet.table import Json, choosing, from_document, position

# ---- What is refused


def refused(document: object, **options: Value) -> BadPosition:
    with pytest.raises(BadPosition) as error:
        from_document(document, **options)
    return error.value


def planets(*tiles: tuple[str, int | None, bool] | None) -> list[Json]:
    """Planets of one inside tile each, or of none."""
    return [{} if one is None else {"inside": [taken(*one)]} for one in tiles]


def first(tile: str, cell: int | None, face_down: bool = False) -> list[Json]:
    """Three planets, the first of which is in doubt."""
    return planets((tile, cell, face_down), ("C16", 5, False), ("C17", 5, False))


FAULTS: Final = positions.FAULTS
BAD: Final[list[tuple[Json, dict[str, Any], Text]]] = [
    (THREE, {"starter": 3}, positions.TURN_WRONG),
    (THREE, {"starter": -1}, positions.TURN_WRONG),
    (THREE, {"to_act": 1}, positions.TURN_WRONG),
    (THREE, {"to_act": 3}, positions.TURN_WRONG),
    (THREE, {"step": None}, positions.TURN_WRONG),
    (THREE, {"to_act": None}, positions.TURN_WRONG),
    (THREE, {"to_act": None, "step": None}, positions.OVER_WRONG),
    (DONE, {"to_act": 0, "step": "choose"}, positions.OVER_WRONG),
    (DONE, {"step": "choose"}, positions.TURN_WRONG),
    (DONE, {"stack": "inside"}, positions.TURN_WRONG),
    (THREE, {"offer": ["C04"]}, FAULTS[whole.TABLE_WRONG]),
    (THREE, {"looked": ["C04"]}, FAULTS[whole.TABLE_WRONG]),
    (THREE, {"step": "take"}, positions.TURN_WRONG),
    (THREE, {"step": "name"}, positions.TURN_WRONG),
    (THREE, {"step": "hide"}, positions.TURN_WRONG),
    (THREE, {"discarded": ["C04"]}, FAULTS[whole.TILE_LOST]),
    (THREE, {"discarded": ["C01"]}, FAULTS[whole.TILE_TWICE]),
    (THREE, {"discarded": ["C04", "C04"]}, FAULTS[whole.TILE_TWICE]),
    (THREE, {"discarded": ["C21"]}, positions.NO_SUCH_TILE),
    (THREE, {"planets": planets(("C01", 5, False), ("C01", 5, False), ("C17", 5, False))}, FAULTS[whole.TILE_TWICE]),
    (THREE, {"planets": planets(("C01", 5, False), ("C16", 5, False), None)}, FAULTS[whole.TILE_LOST]),
    (THREE, {"planets": first("U01", 5)}, positions.NO_SUCH_TILE),
    (THREE, {"planets": first("c01", 5)}, positions.NO_SUCH_TILE),
    (THREE, {"planets": first("C01", 4)}, FAULTS[whole.TILE_MISPLACED]),
    (THREE, {"planets": first("C01", 15)}, FAULTS[whole.TILE_MISPLACED]),
    (THREE, {"planets": first("C01", 16)}, FAULTS[whole.TILE_MISPLACED]),
    (THREE, {"planets": first("C01", -1)}, FAULTS[whole.TILE_MISPLACED]),
    (THREE, {"planets": first("C01", None)}, FAULTS[whole.TILE_MISPLACED]),
    (THREE, {"planets": first("C01", 5, True)}, FAULTS[whole.BAOBABS_WRONG]),
    (THREE, {"planets": planets(("C01", 5, False), ("C16", 5, True), ("C17", 5, False))}, FAULTS[whole.BAOBABS_WRONG]),
    (THREE, {"planets": first("C01", None, True)}, FAULTS[whole.BAOBABS_WRONG]),
    (THREE, {"shown_characters": []}, FAULTS[whole.ROUND_WRONG]),
    (THREE, {"shown_characters": [["P01", "P02"]]}, FAULTS[whole.TILE_LOST]),
    (THREE, {"shown_characters": [["P01", "P02", "P03", "P04"]]}, FAULTS[whole.TILE_LOST]),
    (THREE, {"shown_characters": [["P01", "P02", "P03"], []]}, FAULTS[whole.ROUND_WRONG]),
    (THREE, {"shown_characters": [["P01", "P01", "P03"]]}, FAULTS[whole.TILE_TWICE]),
    (THREE, {"shown_characters": [["P01", "P02", "C03"]]}, positions.NO_SUCH_TILE),
    (OFFER, {"to_act": 1}, positions.TURN_WRONG),
    (OFFER, {"step": "name"}, FAULTS[whole.ROUND_WRONG]),
    (OFFER, {"step": "choose"}, FAULTS[whole.ROUND_WRONG]),
    (OFFER, {"step": "hide"}, positions.TURN_WRONG),
    (OFFER, {"offer": ["U01", "U18"]}, FAULTS[whole.TABLE_WRONG]),
    (OFFER, {"offer": ["U01", "U18", "U19", "U20"]}, FAULTS[whole.TABLE_WRONG]),
    (OFFER, {"offer": ["U01", "U18", "U18"]}, FAULTS[whole.TILE_TWICE]),
    (OFFER, {"offer": ["U01", "U18", "D19"]}, positions.NO_SUCH_TILE),
    (OFFER, {"offer": ["U01", "U18"], "looked": ["U19"]}, FAULTS[whole.TABLE_WRONG]),
    (PAIR, {"to_act": 0}, positions.TURN_WRONG),
    (PAIR, {"starter": 1}, positions.TURN_WRONG),
    (PAIR, {"step": "hide"}, FAULTS[whole.TABLE_WRONG]),
    (PAIR, {"offer": ["U01", "U18", "U19"], "looked": []}, FAULTS[whole.TABLE_WRONG]),
    (PAIR, {"offer": ["U01"], "looked": ["U18", "U19"]}, FAULTS[whole.TABLE_WRONG]),
    (PAIR, {"offer": [], "looked": ["U01", "U18", "U19"]}, FAULTS[whole.TABLE_WRONG]),
    (PAIR, {"looked": ["U01"]}, FAULTS[whole.TILE_TWICE]),
    (PAIR, {"discarded": []}, FAULTS[whole.TILE_LOST]),
    (PAIR, {"discarded": ["C04", "C05"]}, FAULTS[whole.TILE_LOST]),
    (LOOKING, {"to_act": 1}, positions.TURN_WRONG),
    (LOOKING, {"looked": ["U01", "U18"]}, FAULTS[whole.TABLE_WRONG]),
    (LOOKING, {"looked": ["U01", "U18"], "offer": ["U19"]}, FAULTS[whole.TABLE_WRONG]),
    (LOOKING, {"step": "take", "to_act": 1}, FAULTS[whole.TABLE_WRONG]),
]  # fmt: skip


@pytest.mark.parametrize(("good", "changes", "words"), BAD)
def test_a_position_the_components_cannot_make_is_refused_and_told_why(
    good: Json, changes: dict[str, Any], words: Text
) -> None:
    error = refused(changed(good, **changes))
    assert error.code == "bad_position.rules"
    assert error.words.en == f"Not a position of Make Me a Planet: {words.en}."
    assert error.words.pl == f"To nie jest pozycja gry Stwórz mi planetę: {words.pl}."


@pytest.mark.parametrize("who", ["P01", "P15"])
@pytest.mark.parametrize("cell", [0, 15])
def test_no_character_lies_face_down(who: str, cell: int) -> None:
    people = [
        {"character": [taken(who, cell, True)]},
        {"character": [taken("P02", 0)]},
        {"character": [taken("P03", 0)]},
    ]
    error = refused(changed(THREE, planets=people))
    assert FAULTS[whole.BAOBABS_WRONG].en in error.words.en


def test_three_baobabs_never_lie_face_up_nor_two_face_down() -> None:
    for own in ("C01 U01 D01", "C01- U01- D01", "C01- U01- D01- C02- U02 D02"):
        counts = len(own.split()) // 3
        others = ["C16 C15 U18 U17 D18 D17", "C17 C14 U19 U16 D19 D16"]
        short = [" ".join(tile for i, tile in enumerate(one.split()) if i % 2 < counts) for one in others]
        assert FAULTS[whole.BAOBABS_WRONG].en in refused(position([own, *short])).words.en


# ---- Turns that cannot be


def rising(*holders: int, seats: int = 4) -> list[Json]:
    """Planets with an inside tile; these seats have a rising one of the round now running."""
    base = ["C01", "C16", "C17", "C15"][:seats]
    return [
        {"inside": [taken(tile, 5)], **({"rising": [taken(f"U{6 + seat:02}", 1)]} if seat in holders else {})}
        for seat, tile in enumerate(base)
    ]


@pytest.mark.parametrize(
    ("holders", "step", "to_act"),
    [
        ([1], "take", 0),  # the starter takes first
        ([1], "take", 2),
        ([1], "name", 1),
        ([0, 1], "name", 0),  # whoever took last names
        ([0, 1], "name", 2),
        ([0, 1], "take", 1),
        ([0, 1, 2], "name", 2),  # one left: nobody is asked
        ([0, 1, 2], "take", 3),
    ],
)
def test_the_starter_takes_first_and_who_took_last_names(holders: list[int], step: str, to_act: int) -> None:
    offer = ["U01", "U18", "U19", "U20"][: 4 - len(holders)]
    document = changed(FOUR, planets=rising(*holders), step=step, to_act=to_act, offer=offer)
    assert positions.TURN_WRONG.en in refused(document).words.en


@pytest.mark.parametrize(
    ("holders", "step", "to_act"), [([0], "name", 0), ([0], "take", 3), ([0, 2], "name", 2), ([0, 2], "take", 1)]
)
def test_turns_that_can_be_are_taken(holders: list[int], step: str, to_act: int) -> None:
    offer = ["U01", "U18", "U19", "U20"][: 4 - len(holders)]
    match = from_document(changed(FOUR, planets=rising(*holders), step=step, to_act=to_act, offer=offer))
    assert match.to_act == to_act


@pytest.mark.parametrize(("places", "to_act"), [("first_free", 0), ("chosen", 1), ("chosen", 2)])
def test_a_tile_is_in_the_hand_of_the_seat_to_act_where_places_are_chosen(places: str, to_act: int) -> None:
    base = rising(seats=4)
    base[0]["rising"] = [taken("U06", None)]
    document = changed(FOUR, planets=base, step="place", to_act=to_act, offer=["U18", "U19", "U20"])
    refused(document, places=places)
    assert from_document(changed(document, to_act=0), places="chosen").to_act == 0


def test_of_two_players_the_drawer_places_last() -> None:
    base = [{"inside": [taken("C01", 5)], "rising": [taken("U06", None)]}, {"inside": [taken("C16", 5)]}]
    document = changed(PAIR, planets=base, step="place", to_act=0, offer=["U01"], looked=["U19"])
    assert positions.TURN_WRONG.en in refused(document, places="chosen").words.en
    assert from_document(changed(document, starter=1), places="chosen").to_act == 0
    assert (
        positions.TURN_WRONG.en
        in refused(changed(PAIR, planets=rising(1, seats=2), step="name", offer=["U18"])).words.en
    )


# ---- Characters shown, round by round

TWO_ROUNDS: Final = position(["P01 P02", "P03 P04", "P05 P06"])


@pytest.mark.parametrize(
    "shown",
    [
        [["P01", "P02", "P03", "P04", "P05"], ["P06"]],
        [["P02", "P04", "P06"], ["P01", "P03", "P05"]],
        [["P01", "P03", "P06"], ["P02", "P04", "P05"]],
    ],
)
def test_characters_shown_are_of_the_round_they_were_taken_in(shown: list[list[str]]) -> None:
    for hidden in (False, True):
        error = refused(changed(TWO_ROUNDS, shown_characters=shown), hidden_characters=hidden)
        assert FAULTS[whole.TILE_LOST].en in error.words.en


@pytest.mark.parametrize(
    ("shown", "good"),
    [
        ([["P01", "P02", "P19"]], True),
        ([["P01", "P19"]], True),
        ([["P02", "P19"]], True),
        ([["P19"]], False),
        ([["P01", "P02"]], False),
        ([["P01", "P02", "P18"]], False),
    ],
)
def test_of_two_players_one_hidden_character_a_round_was_seen_by_its_taker_alone(
    shown: list[list[str]], good: bool
) -> None:
    document = changed(position(["P01", "P02"]), discarded=["P19"], shown_characters=shown)
    if good:
        assert from_document(document, hidden_characters=True).to_act == 0
    else:
        refused(document, hidden_characters=True)
    if len(shown[0]) < 3:
        refused(document)


# ---- What is no position at all


@pytest.mark.parametrize(
    "changes",
    [
        {"planets": 3},
        {"to_act": True},
        {"starter": "0"},
        {"more": 1},
        {"step": "draw"},
        {"stack": "middle"},
        {"offer": "C01"},
        {"planets": [{"inside": [{"tile": "C01", "cell": 5, "more": 1}]}, {}, {}]},
        {"planets": [{"middle": []}, {}, {}]},
        {"type": "shelf.position"},
    ],
)
def test_what_is_no_position_at_all_is_refused(changes: dict[str, object]) -> None:
    error = refused(changed(THREE, **changes))
    assert error.code == "bad_position.shape"
    assert error.words.en.startswith("Not a position of Make Me a Planet: ")
    assert error.words.pl.startswith("To nie jest pozycja gry Stwórz mi planetę: ")


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_a_position_is_for_two_to_five(seats: int) -> None:
    with pytest.raises(BadSeats):
        choosing(*[""] * seats)
