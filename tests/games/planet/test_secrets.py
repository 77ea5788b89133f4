"""What stays hidden, and from whom: rulings 27 and 28."""

from __future__ import annotations

import re
from itertools import product

import msgspec
import numba
import pytest

from kafelki.core.chance import key_words
from kafelki.core.fairness import key_of_seed
from kafelki.core.match import Match
from kafelki.games.planet.game import GAME
from kafelki.games.planet.moves import Hide, Name, PlanetMove, Take, TakeFaceDown
from kafelki.games.planet.position import PlanetPosition
from tests.games.planet.components import BOX, CHARACTER, NAMES
from tests.games.planet.table import drew, new, offering, on_planet, play_to_the_end, see

SLOW = bool(numba.config.DISABLE_JIT)
TILE = re.compile(r'"([CUDP][0-2]\d)"')
SETTINGS = tuple(product((2, 3, 4, 5), (False, True), ("first_free", "chosen")))


def names_in(document: object) -> set[str]:
    """Every tile named anywhere in a view, an event or a move."""
    return set(TILE.findall(msgspec.json.encode(document).decode()))


def told(match: Match, moves: list[PlanetMove], seat: int | None) -> list[object]:
    """The moves as a seat may remember them."""
    return [GAME.told(match.view(seat, ply), move) for ply, move in enumerate(moves)]


def history(first: str, second: str, people: str = "P01 P07 P12 P20") -> tuple[Match, list[PlanetMove]]:
    """Four players: seat 0 takes one, seat 1 another, seat 2 has to go on."""
    match = offering(people, "C16", "C17", "C15", "C14", hidden_characters=True)
    moves: list[PlanetMove] = [Take(first), Name(1), Take(second), Name(2)]
    for move in moves:
        match.play(move)
    return match, moves


# ---- 27: the table forgets


def test_27_who_took_which_character_leaves_no_trace_with_the_others() -> None:
    one, moves = history("P07", "P12")
    two, other_moves = history("P12", "P07")
    for seat in (None, 2, 3):
        assert one.view(seat) == two.view(seat)
        assert one.events(seat) == two.events(seat)
        assert told(one, moves, seat) == told(two, other_moves, seat) == [None, Name(1), None, Name(2)]
    for seat in (0, 1):
        assert one.view(seat) != two.view(seat)
        assert one.events(seat) != two.events(seat)


def test_27_it_leaves_no_trace_later_either() -> None:
    one, _ = history("P07", "P12")
    two, _ = history("P12", "P07")
    for match in (one, two):
        match.play(Take("P20"))
        for _ in range(4):
            match.play(match.legal()[0])
    for seat in (None, 2, 3):
        assert one.view(seat) == two.view(seat)
        assert one.events(seat) == two.events(seat)


def test_27_a_character_is_known_to_its_taker_alone_until_the_end() -> None:
    match, _ = history("P07", "P12")
    assert (on_planet(match, 0, 0)[0], on_planet(match, 1, 0)[0]) == ("P07", None)
    assert (on_planet(match, 0, 1)[0], on_planet(match, 1, 1)[0]) == (None, "P12")
    for viewer in (None, 2, 3):
        assert (on_planet(match, 0, viewer)[0], on_planet(match, 1, viewer)[0]) == (None, None)
    assert (on_planet(match, 0)[5], on_planet(match, 1)[5]) == ("C16", "C17")  # planet tiles stay open


def test_27_stars_and_points_of_a_hidden_character_are_hidden_too() -> None:
    match, _ = history("P07", "P12")
    own, seen = see(match, 0).players[0], see(match, 3).players[0]
    assert (own.elements["big_star"], seen.elements["big_star"]) == (2, 0)
    assert [(one.character, one.points) for one in own.points.characters] == [("king", 0)]
    assert [(one.character, one.points) for one in seen.points.characters] == [(None, None)]
    assert seen.points.total == seen.points.volcanoes


def test_27_volcanoes_count_the_same_for_every_viewer() -> None:
    match = new(3, 5, hidden_characters=True)
    while not match.over:
        counts = [
            [(player.elements["volcano"], player.points.volcanoes) for player in see(match, viewer).players]
            for viewer in (None, 0, 1, 2)
        ]
        assert all(count == counts[0] for count in counts)
        match.play(match.legal()[0])


def test_27_the_set_shown_in_each_round_stays_public() -> None:
    match, _ = history("P07", "P12")
    for viewer in (None, 0, 1, 2, 3):
        assert [[tile.id for tile in shown] for shown in see(match, viewer).shown_characters] == [
            ["P01", "P07", "P12", "P20"]
        ]
        assert not {"P01", "P07", "P12", "P20"} & set(see(match, viewer).unseen["character"])


def test_27_it_is_an_option_and_off_by_default() -> None:
    assert new(3).options["hidden_characters"] is False
    match = offering("P01 P07 P12", "", "", "")
    match.play(Take("P07"))
    for viewer in (None, 0, 1, 2):
        assert on_planet(match, 0, viewer) == {0: "P07"}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_27_all_is_revealed_at_scoring(seats: int) -> None:
    match = play_to_the_end(new(seats, 6, hidden_characters=True), 1)
    open_view = see(match, None)
    for viewer in range(seats):
        view = see(match, viewer)
        assert view.players == open_view.players
        assert view.unseen == open_view.unseen
    assert all(laid.tile for player in open_view.players for laid in player.planet)
    assert all(one.character for player in open_view.players for one in player.points.characters)
    removed = dict.fromkeys(NAMES, BOX.remove_per_stack[seats])
    assert {stack: len(left) for stack, left in open_view.unseen.items()} == removed


def redealt(match: Match, seat: int, seed: int) -> PlanetPosition:
    states = match.state()
    GAME.redeal(states, 0, seat, key_words(key_of_seed(seed)))
    assert GAME.why_not_whole(states, 0) == 0
    assert GAME.view_at(states, 0, seat) == match.view(seat)
    position = GAME.position_at(states, 0)
    assert isinstance(position, PlanetPosition)
    return position


def test_27_a_seat_imagines_the_others_characters_in_either_order() -> None:
    match, _ = history("P07", "P12")
    found = {tuple(planet["character"][0].tile for planet in redealt(match, 3, seed).planets[:2]) for seed in range(20)}
    assert found == {("P07", "P12"), ("P12", "P07")}
    known = {redealt(match, 0, seed).planets[1]["character"][0].tile for seed in range(10)}
    assert known == {"P12"}


def test_27_one_that_nobody_else_saw_is_imagined_as_any_unseen_character() -> None:
    match = drew("P01 P07 P12", hidden_characters=True)
    for move in (Hide("P07"), Take("P01"), TakeFaceDown()):
        match.play(move)
    found = {redealt(match, 1, seed).planets[0]["character"][0].tile for seed in range(60 if SLOW else 150)}
    assert not found & {"P01", "P12"}
    assert SLOW or found == set(CHARACTER) - {"P01", "P12"}


# ---- 28: two players, the tile face down


def drawn_in_secret(match: Match, secret: set[str]) -> None:
    """The other seat and a spectator see, hear and remember nothing of these tiles."""
    for viewer in (1, None):
        view = see(match, viewer)
        everything = {name for names in view.unseen.values() for name in names}
        assert secret <= everything
        shown = msgspec.structs.replace(view, unseen={})
        assert not names_in(shown) & secret
        assert not names_in(match.events(viewer)) & secret


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("three", ["C01 C16 C17", "P01 P07 P12"])
def test_28_the_other_seat_never_learns_what_the_drawer_looks_at(hidden: bool, three: str) -> None:
    match = drew(three, hidden_characters=hidden)
    drawn_in_secret(match, set(three.split()))
    first, second, third = three.split()
    assert GAME.told(match.view(1), Hide(second)) is None
    assert GAME.told(match.view(0), Hide(second)) == Hide(second)
    match.play(Hide(second))
    drawn_in_secret(match, {second})
    match.play(Take(first))
    drawn_in_secret(match, {second})
    assert names_in(see(match, 0).drawn) == {second}
    assert third in names_in(see(match, 1).offer)


@pytest.mark.parametrize("three", ["P01 P07 P12", "P07 P08 P09"])
def test_28_taken_by_the_drawer_a_hidden_character_stays_unknown(three: str) -> None:
    first, second, third = three.split()
    match = drew(three, hidden_characters=True)
    for move in (Hide(second), Take(first), TakeFaceDown()):
        match.play(move)
    drawn_in_secret(match, {second})
    assert on_planet(match, 0, 0) == {0: second}
    assert on_planet(match, 0, 1) == {0: None}
    assert [tile.id for tile in see(match, 1).discarded] == [third]


def test_28_two_histories_that_differ_in_what_was_hidden_look_alike_to_the_other() -> None:
    found = []
    for secret in ("P07", "P20"):
        match = drew(f"P01 {secret} P12", hidden_characters=True)
        match.play(Hide(secret))
        match.play(Take("P01"))
        match.play(TakeFaceDown())
        found.append((match.view(1), match.events(1), match.view(None), match.events(None)))
    assert found[0] == found[1]


def test_28_the_drawers_view_forgets_a_character_the_other_took_face_down() -> None:
    found = []
    for secret in ("P07", "P20"):
        match = drew(f"P01 {secret} P12", hidden_characters=True)
        assert secret in names_in(see(match, 0).drawn)
        match.play(Hide(secret))
        match.play(TakeFaceDown())
        view = see(match, 0)
        assert (view.drawn, on_planet(match, 1, 0)) == (None, {0: None})
        assert secret in view.unseen["character"]
        assert secret not in see(match, 1).unseen["character"]
        found.append(match.view(0))
    assert found[0] == found[1]


@pytest.mark.parametrize("places", ["first_free", "chosen"])
def test_28_when_a_player_resigns_nothing_stays_hidden(places: str) -> None:
    match = drew("C01 C16 C17", places=places)
    match.change_seat(1, "resigned")
    for viewer in (None, 0, 1):
        drawn = see(match, viewer).drawn
        assert drawn is not None
        assert names_in(drawn) == {"C01", "C16", "C17"}
    match = drew("P01 P07 P12", places="chosen", hidden_characters=True)
    match.play(Hide("P07"))
    match.play(TakeFaceDown())
    match.change_seat(0, "resigned")
    for viewer in (None, 0, 1):
        assert names_in(see(match, viewer).players[1].in_hand) == {"P07"}


# ---- Events and views


@pytest.mark.parametrize(("seats", "hidden", "places"), SETTINGS)
def test_27_events_name_no_tile_that_the_view_does_not_show(seats: int, hidden: bool, places: str) -> None:
    match = new(seats, 9, hidden_characters=hidden, places=places)
    for number in range(10 if SLOW else 25):
        moves = match.legal()
        move = moves[number * 7 % len(moves)]
        before = {viewer: see(match, viewer) for viewer in (None, number % seats, (number + 1) % seats)}
        match.play(move)
        for viewer, view in before.items():
            after = see(match, viewer)
            memory = GAME.told(view, move)
            seen = names_in([msgspec.structs.replace(one, unseen={}) for one in (view, after)])
            assert names_in([memory] if memory else []) <= seen
            assert names_in(GAME.events(view, memory, after)) <= names_in(msgspec.structs.replace(after, unseen={}))
