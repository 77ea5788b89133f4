"""What characters score: rulings 14 to 19 and the example of 23."""

from __future__ import annotations

import pytest

from tests.games.planet.components import CHARACTER, NAMES
from tests.games.planet.table import beside, finished, points, see

KRZYSZTOF = "C02 C13 C14 C17 U08 U13 U14 U19 D04 D06 D08 D17 P03 P14 P20 P08"
PIOTR = "C03 C05 C07 C16 U09 U11 U12 U16 D03 D12 D13 D20 P07 P10 P13 P09"


def worth(who: str, land: str) -> int:
    """What one character is worth beside these tiles."""
    return points(beside(f"{land} {who}"))[CHARACTER[who]]


# ---- 14: each for itself


@pytest.mark.parametrize(
    ("pair", "land", "each"),
    [("P01 P02", "C07 C08", 8), ("P03 P04", "C16 C04", 1), ("P05 P06", "U19", 2), ("P08 P09", "C09", 3)],
)
def test_14_two_of_a_character_both_score_in_full(pair: str, land: str, each: int) -> None:
    first, second = pair.split()
    assert worth(first, land) == worth(second, land) == each
    assert points(beside(f"{land} {pair}")) == {CHARACTER[first]: 2 * each}


def test_14_hunters_gardeners_and_turkish_astronomers_double_too() -> None:
    assert points(beside("C02 U20 P10 P11 P16 P17")) == {"hunter": 18, "gardener": 14}
    assert points(beside("U11 P18 P19")) == {"turkish_astronomer": 8}


def test_14_a_character_scores_nothing_without_what_it_counts() -> None:
    for who in NAMES["character"]:
        assert worth(who, "C16") == {"P03": 1, "P04": 1, "P10": 3, "P11": 3, "P13": 2, "P20": 3}.get(
            who, 1 if who in ("P18", "P19") else 0
        )


# ---- 15: the King


@pytest.mark.parametrize(
    ("roses", "land", "king"),
    [
        (0, "C16", 0),
        (1, "C10", 14),
        (1, "U14", 14),
        (2, "C10 U14", 7),
        (2, "U03 D03", 7),
        (3, "C10 U14 D14", 0),
        (4, "C10 U14 D14 U03", 0),
        (5, "C10 U14 D14 U03 D03", 0),
    ],
)
def test_15_the_king_has_14_for_a_single_rose_7_for_two_and_nothing_else(roses: int, land: str, king: int) -> None:
    assert see(beside(land)).players[0].elements["rose"] == roses
    assert worth("P07", land) == king


# ---- 16: the Hunter


@pytest.mark.parametrize(
    ("land", "hunter"),
    [
        ("C04", 0),
        ("C17", 3),  # elephant
        ("U19", 3),  # fox
        ("C12", 3),  # snake
        ("C16", 3),  # a white sheep
        ("C15", 3),  # a grey one
        ("U05", 3),  # a brown one
        ("C16 C15 U05", 3),  # sheep are one species
        ("C12 C08", 3),
        ("C17 U19", 6),
        ("C17 U19 C12", 9),
        ("C17 U19 C12 C16", 12),
        ("C17 U19 C12 C16 C15 U05 D20 D19 D13", 12),
    ],
)
def test_16_the_hunter_has_3_for_each_of_four_species(land: str, hunter: int) -> None:
    assert worth("P10", land) == hunter


# ---- 17: the Businessmen


@pytest.mark.parametrize(
    ("who", "land", "expected"),
    [
        ("P13", "C13 U16", 8),
        ("P13", "C03 U05", 0),
        ("P14", "C03 U12", 9),
        ("P14", "C13 U05", 0),
        ("P15", "U05 D05", 10),
        ("P15", "C01", 5),
        ("P15", "C03 C13", 0),
    ],
)
def test_17_a_businessman_has_2_3_or_5_for_each_sheep_of_his_colour(who: str, land: str, expected: int) -> None:
    assert worth(who, land) == expected


# ---- 18: the Little Prince


@pytest.mark.parametrize(
    ("land", "expected"),
    [
        ("C04", 0),
        ("C13", 4),
        ("C16 C13 U16", 4),
        ("U17 D17", 4),
        ("C15 C16 U05", 10),
        ("C15 U05 U17 D17", 11),
        ("C13 C14 D04 D17", 13),
    ],
)
def test_18_the_little_prince_has_3_for_each_colour_of_sheep_and_1_for_each_box(land: str, expected: int) -> None:
    assert worth("P20", land) == expected


# ---- 19: the Turkish Astronomer, and the three that count pieces


@pytest.mark.parametrize(
    ("people", "stars"),
    [("P18", 4), ("P18 P07", 6), ("P18 P05", 4), ("P18 P16 P17 P15", 10), ("P18 P13 P20 P06", 4)],
)
def test_19_the_turkish_astronomer_counts_stars_on_tiles_and_on_characters_himself_too(people: str, stars: int) -> None:
    match = beside(f"U11 D06 {people}")
    assert points(match)["turkish_astronomer"] == stars
    assert see(match).players[0].elements["big_star"] == stars


def test_19_stars_of_other_planets_do_not_count() -> None:
    match = beside("C16 U19 P18", "C17 U11 P07", "C15 U12 P15")
    assert points(match) == {"turkish_astronomer": 1}


def test_14_the_vain_man_counts_snakes_and_the_astronomer_sunsets() -> None:
    assert worth("P01", "C07 C08 U13") == 12
    assert worth("P01", "C10") == 0  # no roses
    assert worth("P05", "U19 D19 D20") == 6
    assert worth("P05", "U11") == 0  # no stars
    assert worth("P08", "C09 U13 D06") == 8


# ---- 23: the example


def test_23_the_planets_of_the_example_score_41_and_39() -> None:
    match = finished(KRZYSZTOF, PIOTR)
    assert points(match, 0) == {"geographer": 9, "businessman_grey": 9, "little_prince": 13, "lamplighter": 10}
    assert points(match, 1) == {"king": 14, "hunter": 12, "businessman_white": 12, "lamplighter": 7}
    assert [player.elements["volcano"] for player in see(match).players] == [3, 6]
    assert [player.points.volcanoes for player in see(match).players] == [0, -6]
    assert [player.points.total for player in see(match).players] == match.scores == [41, 39]
    assert (match.ranks, match.winners) == ([1, 2], (0,))


def test_23_the_example_has_two_baobabs_on_each_planet_and_nothing_face_down() -> None:
    match = finished(KRZYSZTOF, PIOTR)
    for player in see(match).players:
        assert player.elements["baobab"] == 2
        assert not any(laid.face_down for laid in player.planet)


@pytest.mark.parametrize("hidden", [False, True])
def test_23_the_example_scores_the_same_with_characters_hidden(hidden: bool) -> None:
    match = finished(KRZYSZTOF, PIOTR, hidden_characters=hidden)
    for seat in (None, 0, 1):
        assert [player.points.total for player in see(match, seat).players] == [41, 39]
