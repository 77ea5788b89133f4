"""A game's card: what can be asked for, and what is said to who asks for something else."""

from __future__ import annotations

from typing import Any, Final, cast

import pytest

import kafelki
from kafelki.core.meta import Choice, Meta, Option
from kafelki.errors import BadOptions, BadSeats, KafelkiError, UnknownRules
from kafelki.games import TABLE, meta
from kafelki.words import Text

CARD: Final = Meta(
    id="meadow",
    title=Text("Meadow", "Łąka"),
    about=Text("", ""),
    seats=(2, 4),
    minutes=5,
    rules_version=3,
    options=(
        Option("weather", Text("", ""), (Choice("sun", Text("", "")), Choice("rain", Text("", "")))),
        Option("hives", Text("", ""), (Choice(2, Text("", "")), Choice(1, Text("", "")))),
        Option("bees", Text("", ""), (Choice(False, Text("", "")), Choice(True, Text("", "")))),
    ),
)
BARE: Final = Meta("bare", Text("Bare", "Goła"), Text("", ""), (1, 2), 1, 1)


def assert_says(error: KafelkiError, *named: str) -> None:
    """Each of these is in the words, in both languages."""
    for words in (error.words.en, error.words.pl):
        for name in named:
            assert name in words
    assert error.words.en != error.words.pl


# ---- Options


def test_what_is_not_chosen_has_the_first_value_in_the_cards_order() -> None:
    assert list(CARD.full_options({}).items()) == [("weather", "sun"), ("hives", 2), ("bees", False)]
    chosen = CARD.full_options({"hives": 1, "weather": "rain"})
    assert list(chosen.items()) == [("weather", "rain"), ("hives", 1), ("bees", False)]


def test_full_options_are_their_own_full_options() -> None:
    full = CARD.full_options({"bees": True})
    assert CARD.full_options(full) == full


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadOptions) as refused:
        CARD.full_options({"wether": "rain"})
    assert_says(refused.value, "'wether'", "weather, hives, bees")
    assert_says(refused.value, *[])
    assert "Meadow" in refused.value.words.en
    assert "Łąka" in refused.value.words.pl
    assert refused.value.code == "bad_options.name"


def test_a_game_without_options_says_so() -> None:
    assert BARE.full_options({}) == {}
    with pytest.raises(BadOptions) as refused:
        BARE.full_options({"weather": "rain"})
    assert "none" in refused.value.words.en
    assert "żadnych" in refused.value.words.pl


@pytest.mark.parametrize("value", ["snow", "", "Sun", 0, None, ["sun"], b"sun"])
def test_an_unknown_value_is_refused_with_the_known_ones(value: object) -> None:
    with pytest.raises(BadOptions) as refused:
        CARD.full_options(cast("dict[str, Any]", {"weather": value}))
    assert_says(refused.value, "weather", "sun, rain", repr(value))
    assert refused.value.code == "bad_options.value"


@pytest.mark.parametrize(("name", "value"), [("hives", True), ("hives", 1.0), ("hives", "1"), ("bees", 1), ("bees", 0)])
def test_true_is_not_one_and_one_is_not_true(name: str, value: object) -> None:
    with pytest.raises(BadOptions) as refused:
        CARD.full_options(cast("dict[str, Any]", {name: value}))
    assert_says(refused.value, name, repr(value))


def test_values_are_numbered_in_order() -> None:
    hives = CARD.options[1]
    assert hives.values == (2, 1)
    assert [hives.number_of(value) for value in hives.values] == [0, 1]


# ---- Seats and rules


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_as_many_can_play_as_the_card_says(seats: int) -> None:
    CARD.require_seats(seats)


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 10**30, True, 2.0, "3", None])
def test_other_numbers_of_players_are_refused(seats: object) -> None:
    with pytest.raises(BadSeats) as refused:
        CARD.require_seats(seats)
    assert_says(refused.value, "2", "4", repr(seats))
    assert refused.value.code == "bad_seats"


@pytest.mark.parametrize("version", [1, 2, 3])
def test_all_rules_versions_up_to_the_newest_are_played(version: int) -> None:
    CARD.require_rules(version)


@pytest.mark.parametrize("version", [0, 4, -1, True, "1", None, 1.0])
def test_other_rules_versions_are_refused(version: object) -> None:
    with pytest.raises(UnknownRules) as refused:
        CARD.require_rules(version)
    assert_says(refused.value, "1", "3", repr(version))
    assert refused.value.code == "unknown_rules"


# ---- The cards we have


@pytest.mark.parametrize("name", TABLE)
def test_every_card_belongs_to_its_game(name: str) -> None:
    card = meta(name)
    assert card.id == name
    assert kafelki.game(name).meta is card
    assert card.rules_version >= 1
    assert 1 <= card.seats[0] <= card.seats[1]


@pytest.mark.parametrize("name", TABLE)
def test_every_card_speaks_both_languages(name: str) -> None:
    card = meta(name)
    said = [card.title, card.about, *(option.words for option in card.options)]
    said += [choice.words for option in card.options for choice in option.choices]
    assert all(text.en and text.pl for text in said)


@pytest.mark.parametrize("name", TABLE)
def test_every_option_has_values_to_choose_from_and_a_field_of_its_name(name: str) -> None:
    names = kafelki.game(name).blank().dtype.names
    assert names is not None
    for option in meta(name).options:
        assert len(set(map(repr, option.values))) == len(option.values) >= 2
        assert option.id in names


def test_shelf_is_played_by_the_rulings_defaults() -> None:
    assert meta("shelf").full_options({}) == {"refill": "pl_2023", "common_goals": 2, "two_squares": "any_kinds"}
    assert meta("shelf").seats == (2, 4)
