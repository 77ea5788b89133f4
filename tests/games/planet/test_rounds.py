"""Set-up, rounds and places: rulings 1 to 7 and 29."""

from __future__ import annotations

from collections import Counter

import numba
import pytest

from kafelki.games.planet.events import Taken
from kafelki.games.planet.moves import Choose, Name, Place, Take
from tests.games.planet.components import BOX, NAMES, STACKS
from tests.games.planet.table import (
    choosing,
    finished,
    legal,
    names_in,
    new,
    offer,
    offering,
    on_planet,
    play_round,
    play_to_the_end,
    refused,
    see,
)

SLOW = bool(numba.config.DISABLE_JIT)
SEATS = (2, 3, 4, 5)


# ---- 1, 7: tiles that stay out


@pytest.mark.parametrize(("seats", "removed"), [(2, 8), (3, 8), (4, 4), (5, 0)])
def test_01_as_many_tiles_of_each_stack_never_come_up_as_are_removed(seats: int, removed: int) -> None:
    assert BOX.remove_per_stack[seats] == removed
    for seed in range(1 if SLOW else 2):
        match = play_to_the_end(new(seats, seed))
        assert {stack: len(names) for stack, names in see(match).unseen.items()} == dict.fromkeys(STACKS, removed)


@pytest.mark.parametrize("seats", SEATS)
def test_01_07_what_is_removed_stays_hidden_and_may_be_any_tile(seats: int) -> None:
    match = new(seats)
    for viewer in (None, *range(seats)):
        view = see(match, viewer)
        assert {stack: tuple(names) for stack, names in view.unseen.items()} == NAMES
        assert (view.offer, view.discarded, view.drawn) == ([], [], None)


def test_07_only_two_players_discard_and_they_do_it_face_up() -> None:
    for seats in (3, 4, 5):
        assert see(play_to_the_end(new(seats))).discarded == []
    match = play_to_the_end(new(2))
    assert Counter(tile.stack for tile in see(match).discarded) == dict.fromkeys(STACKS, 4)


# ---- 2, 29: a round


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_02_a_round_lays_open_as_many_tiles_of_the_stack_as_there_are_players(seats: int) -> None:
    match = new(seats)
    assert legal(match) == {Choose(stack) for stack in STACKS}
    match.play(Choose("rising"))
    assert len(set(offer(match))) == seats
    assert set(offer(match)) <= set(NAMES["rising"])
    assert legal(match) == {Take(tile) for tile in offer(match)}
    assert match.to_act == 0


def test_02_who_took_a_tile_names_somebody_without_one() -> None:
    match = new(4)
    match.play(Choose("inside"))
    first = offer(match)
    match.play(Take(first[2]))
    assert first[2] not in offer(match)
    assert legal(match) == {Name(1), Name(2), Name(3)}
    match.play(Name(2))
    assert match.to_act == 2
    match.play(Take(first[0]))
    assert legal(match) == {Name(1), Name(3)}
    assert see(match).waiting == [1, 3]
    assert refused(match, Name(0)) == "has_a_tile"
    assert refused(match, Name(2)) == "has_a_tile"
    assert refused(match, Name(4)) == "not_playing"


def test_29_take_place_and_name_come_in_that_order() -> None:
    match = new(4, places="chosen")
    match.play(Choose("falling"))
    assert refused(match, Place(2)) == "take_first"
    assert refused(match, Name(1)) == "take_first"
    match.play(Take(offer(match)[0]))
    assert refused(match, Name(1)) == "place_first"
    assert refused(match, Take(offer(match)[0])) == "place_first"
    match.play(Place(11))
    assert refused(match, Take(offer(match)[0])) == "name_first"
    match.play(Name(3))
    assert (match.to_act, see(match).step) == (3, "take")


def test_29_with_one_player_left_nobody_is_asked_and_they_get_the_last_tile() -> None:
    match = new(3)
    match.play(Choose("inside"))
    left = offer(match)
    match.play(Take(left[1]))
    match.play(Name(2))
    match.play(Take(left[0]))
    assert on_planet(match, 1) == {5: left[2]}
    assert [event.seat for event in match.events() if isinstance(event, Taken)] == [0, 2, 1]
    assert (match.to_act, see(match).step, see(match).stack) == (1, "choose", None)


def test_29_the_last_player_too_chooses_a_place_where_places_are_chosen() -> None:
    match = offering("C01 C16 C17", "", "", "", places="chosen")
    for move in (Take("C01"), Place(5), Name(2), Take("C17"), Place(9)):
        match.play(move)
    assert (match.to_act, see(match).step) == (1, "place")
    hand = see(match).players[1].in_hand
    assert hand is not None
    assert hand.tile is not None
    assert hand.tile.id == "C16"
    match.play(Place(10))
    assert (match.to_act, see(match).step) == (1, "choose")
    assert on_planet(match, 1) == {10: "C16"}


# ---- 3: who starts


@pytest.mark.parametrize("seats", SEATS)
def test_03_seat_0_starts_the_first_round(seats: int) -> None:
    for seed in range(4):
        match = new(seats, seed)
        assert (match.to_act, see(match).starter, see(match).round) == (0, 0, 1)


def test_03_the_last_to_take_starts_the_next_round() -> None:
    match = new(4)
    for order in ((0, 2, 1, 3), (3, 1, 2, 0), (0, 1, 3, 2), (2, 3, 0, 1)):
        assert (match.to_act, see(match).starter) == (order[0], order[0])
        play_round(match, "inside", order)
        assert (match.to_act, see(match).starter) == (order[-1], order[-1])
        assert see(match).waiting == [0, 1, 2, 3]


# ---- 4, 5: the stacks


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_04_a_stack_lasts_four_rounds_even_one_after_the_other(seats: int) -> None:
    match = new(seats)
    for left in (3, 2, 1, 0):
        starter = see(match).starter
        play_round(match, "character", [(starter + k) % seats for k in range(seats)])
        assert see(match).rounds_left == {"inside": 4, "rising": 4, "falling": 4, "character": left}
    assert legal(match) == {Choose("inside"), Choose("rising"), Choose("falling")}
    assert refused(match, Choose("character")) == "stack_used_up"


@pytest.mark.parametrize("seats", SEATS)
def test_04_all_planets_hold_equal_numbers_of_a_kind_between_rounds(seats: int) -> None:
    match = new(seats, 3)
    rounds = 0
    while not match.over:
        view = see(match)
        if view.step == "choose":
            kinds = [Counter(laid.tile.stack for laid in one.planet if laid.tile) for one in view.players]
            assert all(found == kinds[0] for found in kinds)
            assert {stack: 4 - kinds[0][stack] for stack in STACKS} == view.rounds_left
            assert legal(match) == {Choose(stack) for stack in STACKS if view.rounds_left[stack]}
            rounds += 1
        match.play(match.legal()[-1])
    assert rounds == BOX.rounds
    assert [len(player.planet) for player in see(match).players] == [16] * seats


@pytest.mark.parametrize("seats", SEATS)
def test_05_a_stack_is_chosen_before_its_tiles_are_seen(seats: int) -> None:
    match = new(seats)
    for _ in range(30):
        if see(match).step == "choose":
            for viewer in (None, *range(seats)):
                assert (see(match, viewer).offer, see(match, viewer).drawn) == ([], None)
            tile = NAMES["inside"][0]
            assert refused(match, Take(tile)) == "choose_first"
        match.play(match.legal()[0])


def test_05_nobody_can_go_without_a_tile() -> None:
    match = offering("C01 C16 C17", "", "", "")
    assert legal(match) == {Take("C01"), Take("C16"), Take("C17")}
    assert refused(match, Name(1)) == "take_first"
    assert refused(match, Choose("inside")) == "take_first"


# ---- 6: places


def test_06_tiles_go_to_the_first_free_place_of_their_kind() -> None:
    match = play_to_the_end(new(3, 8), 1)
    for seat in range(3):
        cells = {laid.cell: laid.tile for laid in see(match).players[seat].planet}
        for kind in STACKS:
            assert {cell for cell, tile in cells.items() if tile and tile.stack == kind} == set(BOX.cells[kind])
    match = choosing("C01", "C16", "C17")
    play_round(match, "inside", (0, 1, 2))
    assert all(sorted(on_planet(match, seat)) == [5, 6] for seat in range(3))
    assert refused(match, Place(9)) == "choose_first"


@pytest.mark.parametrize(
    ("tile", "kind"), [("C16", "inside"), ("U18", "rising"), ("D18", "falling"), ("P01", "character")]
)
def test_06_where_places_are_chosen_any_free_one_of_the_kind_will_do(tile: str, kind: str) -> None:
    rest = {"C16": "C17 C15", "U18": "U19 U20", "D18": "D19 D20", "P01": "P02 P03"}[tile]
    match = offering(f"{tile} {rest}", "", "", "", places="chosen")
    match.play(Take(tile))
    own = next(cells for stack, cells in BOX.cells.items() if stack == kind)
    assert legal(match) == {Place(cell) for cell in own}
    for cell in set(range(16)) - set(own):
        assert refused(match, Place(cell)) == "wrong_cell"
    match.play(Place(own[2]))  # a gap before it
    assert on_planet(match, 0) == {own[2]: tile}


def test_06_a_place_is_taken_once_and_the_last_one_needs_no_choice() -> None:
    match = offering("C13 C14 C15", "C01 C02 C16", "C04 C05 C17", "C06 C07 C12", places="chosen")
    match.play(Take("C13"))
    assert on_planet(match, 0)[10] == "C13"
    assert see(match).step == "name"
    match = offering("C13 C14 C15", "C01 C02", "C04 C05", "C06 C07", places="chosen")
    match.play(Take("C13"))
    assert refused(match, Place(5)) == "cell_taken"
    assert legal(match) == {Place(9), Place(10)}


def test_06_places_never_score() -> None:
    own = names_in("C01 C02 C13 C17 U08 U13 U18 U20 D06 D08 D17 D18 P07 P10 P18 P20")
    others = (
        "C04 C05 C06 C07 U05 U06 U07 U09 D05 D07 D09 D10 P01 P02 P03 P04",
        "C08 C09 C10 C11 U10 U11 U12 U14 D11 D12 D13 D14 P05 P06 P08 P09",
    )
    scores = {
        tuple(finished(" ".join(sorted(own, key=lambda tile: (tile[0], turn * int(tile[1:]) % 23))), *others).scores)
        for turn in range(1, 8)
    }
    assert len(scores) == 1
