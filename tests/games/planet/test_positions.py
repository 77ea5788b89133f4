"""Positions: what the components can make is taken and given back the same."""

from __future__ import annotations

import copy
from itertools import product
from typing import Any, Final

import msgspec
import numba
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kafelki
from kafelki.core.match import Match
from kafelki.errors import KafelkiError
from kafelki.games.planet.moves import Take
from tests.games.planet.good import DONE, FOUR, LOOKING, OFFER, PAIR, THREE
from tests.games.planet.table import Json, choosing, drew, from_document, laid_out, new, offering

SLOW: Final = bool(numba.config.DISABLE_JIT)
SETTINGS = tuple(product((2, 3, 4, 5), (False, True), ("first_free", "chosen")))

# ---- There and back


def again(match: Match) -> Match:
    return kafelki.new_match("planet", position=msgspec.to_builtins(match.position()), options=match.options, seed=1)


@pytest.mark.parametrize(("seats", "hidden", "places"), SETTINGS)
def test_every_position_of_a_match_can_be_set_up_again(seats: int, hidden: bool, places: str) -> None:
    match = new(seats, 6, hidden_characters=hidden, places=places)
    number = 0
    while not match.over:
        moves = match.legal()
        match.play(moves[number * 5 % len(moves)])
        number += 1
        if number % (23 if SLOW else 5) and not match.over:
            continue
        twin = again(match)
        assert twin.position() == match.position()
        assert twin.legal() == match.legal()
        assert (twin.to_act, twin.over, twin.scores) == (match.to_act, match.over, match.scores)
        for seat in (None, number % seats):
            assert msgspec.structs.replace(twin.view(seat), ply=match.ply) == match.view(seat)
    assert (twin.ranks, twin.winners) == (match.ranks, match.winners)


def test_a_position_is_readable_and_says_everything() -> None:
    match = offering("U01 U18 U19", "C01", "C16", "C17")
    match.play(Take("U01"))
    assert msgspec.json.decode(msgspec.json.encode(match.position())) == {
        "type": "planet.position",
        "planets": [
            {
                "inside": [{"tile": "C01", "cell": 5}],
                "rising": [{"tile": "U01", "cell": 1}],
                "falling": [],
                "character": [],
            },
            {"inside": [{"tile": "C16", "cell": 5}], "rising": [], "falling": [], "character": []},
            {"inside": [{"tile": "C17", "cell": 5}], "rising": [], "falling": [], "character": []},
        ],
        "to_act": 0,
        "step": "name",
        "starter": 0,
        "stack": "rising",
        "offer": ["U18", "U19"],
        "shown_characters": [],
    }


def test_a_match_from_a_position_is_kept_in_its_file() -> None:
    match = drew("C01 C16 C17", "U01 P01", "U02 P02", hidden_characters=True)
    match.play(match.legal()[0])
    loaded = kafelki.load_match(match.dump())
    assert loaded.position() == match.position()


def test_characters_shown_are_those_taken_where_the_position_does_not_say() -> None:
    match = choosing("P01 P02", "P03 P04", "P05 P06")
    assert laid_out(match).shown_characters == (("P01", "P03", "P05"), ("P02", "P04", "P06"))


# ---- Good ones, and spoiled ones


@pytest.mark.parametrize("good", [THREE, OFFER, PAIR, LOOKING, DONE, FOUR])
def test_the_positions_the_faults_are_made_from_are_good(good: Json) -> None:
    assert from_document(good).to_act == good["to_act"]


def test_a_match_that_is_over_can_be_set_up() -> None:
    match = from_document(DONE)
    assert match.over
    assert match.legal() == []


LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 20),
    st.sampled_from(["C01", "U06", "P20", "choose", "take", "inside", ""]),
)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3), max_leaves=4)


@settings(max_examples=60 if SLOW else 300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.sampled_from([THREE, OFFER, PAIR, LOOKING, DONE, FOUR]), st.data())
def test_a_spoiled_position_is_refused_in_words_or_can_be_played(good: Json, data: st.DataObject) -> None:
    document: Any = copy.deepcopy(good)
    for _ in range(data.draw(st.integers(1, 2))):
        at: Any = document
        while True:
            key = data.draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
            if isinstance(at[key], dict | list) and at[key] and data.draw(st.booleans()):
                at = at[key]
                continue
            at[key] = data.draw(VALUES)
            break
    places = data.draw(st.sampled_from(["first_free", "chosen"]))
    try:
        match = from_document(document, places=places, hidden_characters=data.draw(st.booleans()))
    except KafelkiError:
        return
    assert again(match).position() == match.position()
    for _ in range(3):
        if match.legal():
            match.play(match.legal()[0])
            match.view(0)
