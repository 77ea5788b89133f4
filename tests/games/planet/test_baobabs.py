"""Baobabs: rulings 8 to 13 and 31."""

from __future__ import annotations

import pytest

from kafelki.games.planet.events import TurnedOver
from kafelki.games.planet.moves import Choose, Hide, Name, Place, Take, TakeFaceDown
from tests.games.planet import slowly
from tests.games.planet.components import CHARACTER, ELEMENTS, LAND
from tests.games.planet.table import (
    beside,
    choosing,
    drew,
    face_down,
    finished,
    kinds_of,
    legal,
    offering,
    points,
    see,
)


def baobabs(own: str) -> int:
    return see(beside(own)).players[0].elements["baobab"]


# ---- 8: the third


def test_08_the_third_baobab_turns_all_three_tiles_over_at_once_the_new_one_too() -> None:
    match = offering("D01 D18 D19", "C01 U01", "C16 U18", "C17 U19")
    match.play(Take("D18"))
    match.undo()
    assert face_down(match) == set()
    match.play(Take("D01"))
    assert face_down(match) == {"C01", "U01", "D01"}
    assert see(match).players[0].elements["baobab"] == 0
    assert match.events()[-1] == TurnedOver(0, [1, 2, 5])


@pytest.mark.parametrize("own", ["C01", "C01 U01", "C01 C02", "D01 U02"])
def test_08_one_or_two_baobabs_do_no_harm(own: str) -> None:
    match = beside(own)
    assert face_down(match) == set()
    assert baobabs(own) == len(own.split())


def test_08_three_of_one_stack_turn_over_too() -> None:
    match = offering("C03 C16 C17", "C01 C02", "C04 C05", "C06 C07")
    match.play(Take("C03"))
    assert face_down(match) == {"C01", "C02", "C03"}


def test_08_where_places_are_chosen_the_tile_in_hand_turns_nothing_before_it_lies() -> None:
    match = offering("D01 D18 D19", "C01 U01", "C16 U18", "C17 U19", places="chosen")
    match.play(Take("D01"))
    assert face_down(match) == set()
    match.play(Place(13))
    assert face_down(match) == {"C01", "U01", "D01"}
    assert match.events()[-1] == TurnedOver(0, [1, 5, 13])


def test_08_the_last_tile_nobody_asked_for_turns_tiles_over_too() -> None:
    match = offering("D01 D18 D19", "C16 U18", "C17 U19", "C01 U01")
    for move in (Take("D18"), Name(1), Take("D19")):
        match.play(move)
    assert face_down(match, 2) == {"C01", "U01", "D01"}
    assert kinds_of(match.events())[-2:] == ["taken", "turned_over"]


# ---- 9, 31: again


def test_09_counting_begins_anew_and_a_further_three_turn_over() -> None:
    own = "C01- U01- D01- C02 U02"
    match = offering("D02 D18 D19", own, "C16 C17 U18 U19 D20", "C15 C14 U17 U16 D17")
    assert face_down(match) == {"C01", "U01", "D01"}
    match.play(Take("D02"))
    assert face_down(match) == {"C01", "U01", "D01", "C02", "U02", "D02"}


def test_09_a_fourth_baobab_after_a_flip_stays_face_up() -> None:
    match = offering("D02 D18 D19", "C01- U01- D01-", "C16 U18 D20", "C15 U17 D17")
    match.play(Take("D02"))
    assert face_down(match) == {"C01", "U01", "D01"}
    assert see(match).players[0].elements["baobab"] == 1


def test_09_31_the_ninth_baobab_turns_three_more_over_and_the_drunkard_has_27() -> None:
    own = "C01- C02- C03- U01- U02- U03- D01 D02 P12"
    match = offering("D03 D18 D19", own, "C16 C17 C15 U18 U19 U20 D20 D17 P01", "C14 C13 C12 U17 U16 U15 D16 D15 P02")
    assert points(match) == {"drunkard": 18}
    match.play(Take("D03"))
    assert len(face_down(match)) == 9
    assert points(match) == {"drunkard": 27}


def test_31_eleven_baobabs_leave_two_face_up() -> None:
    own = "C01- C02- C03- C16 U01- U02- U03- U04 D01- D02- D03- D04 P12 P16 P17 P20"
    others = (
        "C04 C05 C06 C07 U06 U07 U08 U09 D06 D07 D08 D09 P01 P02 P03 P04",
        "C08 C09 C10 C11 U10 U11 U12 U13 D10 D11 D12 D13 P05 P06 P08 P09",
    )
    match = finished(own, *others)
    assert points(match) == {"drunkard": 27, "gardener": 28, "little_prince": 9}
    assert match.scores[0] == 64


# ---- 10-12: what a tile face down counts for


def test_10_tiles_face_down_carry_nothing() -> None:
    down, up = ["U03", "C01", "D02"], ["C13", "U13", "D17"]
    match = beside(" ".join([*(f"{tile}-" for tile in down), *up]))
    expected = slowly.drawn_on(dict(enumerate(up)))
    found = see(match).players[0].elements
    assert {element: count for element, count in found.items() if count} == expected
    assert not any(found[element] for element in ("baobab", "rose", "big_star", "sunset", "sheep_brown"))


def test_10_no_tile_has_both_a_baobab_and_a_volcano() -> None:
    assert not [name for name in LAND if {"baobab", "volcano"} <= ELEMENTS[name].keys()]


@pytest.mark.parametrize("who", ["P01", "P05", "P08", "P13", "P14", "P15", "P20", "P10", "P18"])
def test_10_no_character_scores_what_lies_face_down(who: str) -> None:
    down = beside(f"C01- C02- U04- D17 D13 {who}")
    planet = {1: "D17", 2: "D13", 3: who}
    assert points(down) == {CHARACTER[who]: slowly.character_points(CHARACTER[who], planet)}


def test_11_the_geographer_counts_tiles_face_down_but_no_characters() -> None:
    assert points(beside("C01- U01- D01- C04 U06 D18 P03")) == {"geographer": 4}
    assert points(beside("C01 U01 P03")) == {"geographer": 2}
    assert points(beside("P03 P10"))["geographer"] == 0


def test_11_the_geographer_has_12_at_most() -> None:
    own = "C16 C17 C12 C13 U18 U19 U20 U17 D18 D19 D20 D17 P03 P04 P05 P06"
    assert points(beside(own)) == {"geographer": 24, "astronomer": 16}


@pytest.mark.parametrize(
    ("own", "gardener", "drunkard"),
    [("C16", 0, 0), ("C01", 7, 0), ("C01 U01", 14, 0), ("C01- U01- D01-", 0, 9), ("C01- U01- D01- C02 U02", 14, 9)],
)
def test_12_the_gardener_counts_baobabs_face_up_and_the_drunkard_tiles_face_down(
    own: str, gardener: int, drunkard: int
) -> None:
    assert points(beside(f"{own} P16 P12")) == {"gardener": gardener, "drunkard": drunkard}


# ---- 13: no way out


def test_13_turning_over_is_not_asked_for_and_never_undone_by_what_follows() -> None:
    match = offering("D01 D18 D19", "C01 U01", "C16 U18", "C17 U19")
    match.play(Take("D01"))
    assert legal(match) == {Name(1), Name(2)}
    match.play(Name(1))
    while not match.over:
        assert face_down(match) >= {"C01", "U01", "D01"}
        match.play(match.legal()[0])
    assert face_down(match) >= {"C01", "U01", "D01"}


def test_13_characters_have_no_baobab() -> None:
    assert not [name for name in CHARACTER if "baobab" in ELEMENTS[name]]
    match = choosing("C01 U01", "C16 U18", "C17 U19")
    match.play(Choose("character"))
    match.play(match.legal()[0])
    assert face_down(match) == set()


# ---- 31: the King


@pytest.mark.parametrize("tile", ["U03", "D03"])
def test_31_a_flip_can_raise_the_king(tile: str) -> None:
    other = {"U03": "D01 D18 D19", "D03": "U01 U18 U19"}[tile]
    last = other.split()[0]
    edge = tile[0]
    match = offering(other, f"C10 C01 {tile} P07", f"C16 C17 {edge}20 P01", f"C15 C14 {edge}17 P02")
    assert points(match) == {"king": 7}
    match.play(Take(last))
    assert face_down(match) == {tile, "C01", last}
    assert points(match) == {"king": 14}


def test_31_a_flip_can_take_the_kings_only_rose() -> None:
    match = offering("D01 D18 D19", "C01 U03 P07", "C16 U18 P01", "C17 U19 P02")
    assert points(match) == {"king": 14}
    match.play(Take("D01"))
    assert points(match) == {"king": 0}


def test_08_28_of_two_players_a_baobab_that_lay_face_down_turns_tiles_over_when_taken() -> None:
    match = drew("D01 D18 D19", "C16 U18", "C01 U01")
    match.play(Hide("D01"))
    match.play(TakeFaceDown())
    assert face_down(match, 1) == {"C01", "U01", "D01"}
    assert kinds_of(match.events()) == ["shown", "taken", "turned_over"]
