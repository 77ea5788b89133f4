"""What can be prepared before one's turn: what the table shows to all, and nothing where it is not clear yet."""

from __future__ import annotations

import random

import pytest

import kafelki
from kafelki.core.ahead import choices_ahead, legal_ahead
from kafelki.core.game import View
from kafelki.games.planet.moves import Take, TakeFaceDown
from kafelki.games.planet.view import PlanetChoices, PlanetView
from kafelki.games.shelf.view import ShelfChoices


def planet_view(view: View) -> PlanetView:
    assert isinstance(view, PlanetView)
    return view


def test_in_shelf_all_who_wait_can_prepare_what_is_legal_on_the_floor_as_it_lies() -> None:
    match, rng = kafelki.new_match("shelf", seats=3, seed=3), random.Random(1)
    first = match.legal()
    assert [legal_ahead(match, seat) == first for seat in (1, 2)] == [True, True], "all shelves are empty"
    kept = 0
    while not match.over:
        waiting = ((match.to_act or 0) + 1) % 3
        prepared = set(map(repr, legal_ahead(match, waiting)))
        match.play(rng.choice(match.legal()))
        if match.to_act == waiting:
            kept += len(prepared & set(map(repr, match.legal())))
    assert kept > 1000


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_in_planet_who_has_no_tile_yet_can_prepare_one_that_lies_there(seats: int) -> None:
    match, rng, prepared = kafelki.new_match("planet", seats=seats, seed=4), random.Random(2), 0
    while not match.over:
        now = planet_view(match.view())
        for seat in range(seats):
            ahead = legal_ahead(match, seat)
            if seat == match.to_act or seat not in now.waiting or now.step in ("choose", "hide"):
                assert ahead == []
                continue
            prepared += 1
            assert [move.tile for move in ahead if isinstance(move, Take)] == [tile.id for tile in now.offer]
            assert any(isinstance(move, TakeFaceDown) for move in ahead) == (now.drawn is not None)
        match.play(rng.choice(match.legal()))
    assert prepared >= 16 * (seats - 2) + 16


def test_choices_ahead_are_those_of_a_page() -> None:
    shelf = kafelki.new_match("shelf", seats=2, seed=1)
    assert isinstance(choices_ahead(shelf, 1), ShelfChoices)
    assert choices_ahead(shelf, 0) is None, "the seat to act plays"
    planet = kafelki.new_match("planet", seats=3, seed=1)
    assert choices_ahead(planet, 1) is None, "nothing lies there yet"
    planet.play(planet.legal()[0])
    found = choices_ahead(planet, 1)
    assert isinstance(found, PlanetChoices)
    assert (found.step, len(found.tiles)) == ("take", 3)


def test_asking_changes_nothing_and_tikal_offers_nothing() -> None:
    for game in kafelki.games():
        match = kafelki.new_match(game, seats=2, seed=1)
        before = match.state().tobytes()
        ahead = legal_ahead(match, 1)
        assert match.state().tobytes() == before
        assert bool(ahead) == (game == "shelf")
