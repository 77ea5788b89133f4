"""Set-up: rulings 1 to 5."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from scipy import stats

import kafelki
from kafelki.core.fairness import Transcript, seats_by_lot
from kafelki.games.shelf.view import FloorCell
from tests.games.shelf.components import BOX, LETTER_OF, LETTERS
from tests.games.shelf.table import EMPTY, begin, full_floor, laid_out, on_floor, see, shelf, take

SEATS = (2, 3, 4)


# ---- 1: the floor


@pytest.mark.parametrize(("seats", "cells"), [(2, 29), (3, 37), (4, 45)])
def test_01_the_floor_has_29_37_45_cells_for_2_3_4_players_and_begins_full(seats: int, cells: int) -> None:
    match = kafelki.new_match("shelf", seats=seats, seed=1)
    assert len(see(match).floor) == cells
    assert on_floor(match).keys() == BOX.living_room.cells(seats)


def test_01_four_players_use_the_three_dot_cells_too() -> None:
    used = {(at.row, at.column) for at in see(kafelki.new_match("shelf", seats=4, seed=1)).floor}
    assert used >= set(BOX.living_room.cells_3_dots)
    assert used >= set(BOX.living_room.cells_4_dots)


def test_01_a_shelf_is_six_rows_of_five_and_begins_empty() -> None:
    for seats in SEATS:
        players = see(kafelki.new_match("shelf", seats=seats, seed=1)).players
        assert [player.shelf for player in players] == [[[None] * 5] * 6] * seats


# ---- 2: the tiles


@pytest.mark.parametrize("seats", SEATS)
def test_02_there_are_132_tiles_22_of_each_of_six_kinds(seats: int) -> None:
    match = kafelki.new_match("shelf", seats=seats, seed=5)
    lying = Counter(on_floor(match).values())
    bag = {LETTER_OF[kind]: count for kind, count in see(match).bag.items()}
    assert {letter: lying[letter] + bag[letter] for letter in LETTERS} == dict.fromkeys(LETTERS, 22)
    assert lying.total() + sum(bag.values()) == 132


def test_02_the_picture_on_a_tile_means_nothing() -> None:
    tile = see(kafelki.new_match("shelf", seed=1)).floor[0]
    assert msgspec.structs.asdict(tile).keys() == {"row", "column", "kind"}
    assert {at.kind for at in see(kafelki.new_match("shelf", seats=4, seed=1)).floor} == LETTER_OF.keys()
    assert isinstance(tile, FloorCell)


# ---- 3: goals and cards


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("goals", [1, 2])
def test_03_two_different_common_goals_or_one_are_drawn(goals: int, seats: int) -> None:
    for seed in range(20):
        match = kafelki.new_match("shelf", seats=seats, seed=seed, options={"common_goals": goals})
        numbers = [goal.number for goal in see(match).goals]
        assert len(set(numbers)) == len(numbers) == goals
        assert set(numbers) <= set(range(1, 13))


def test_03_two_goals_are_played_with_unless_one_is_asked_for() -> None:
    assert kafelki.new_match("shelf", seed=1).options["common_goals"] == 2


def test_03_only_the_goals_on_the_table_give_tokens() -> None:
    match = begin(full_floor(2), [shelf("CC...", "CCCCC"), EMPTY], goals=[1])
    match.play(take("D2", column=4))
    match.play(take("E2", column=0))
    assert [player.tokens for player in see(match).players] == [[0], [0]]
    assert len(see(match).goals) == 1


@pytest.mark.parametrize("seats", SEATS)
def test_03_each_player_has_a_personal_card_and_no_two_have_the_same(seats: int) -> None:
    for seed in range(30):
        cards = laid_out(kafelki.new_match("shelf", seats=seats, seed=seed)).personal
        assert len(set(cards)) == len(cards) == seats
        assert set(cards) <= set(range(1, 13))


def test_03_a_personal_card_is_secret() -> None:
    match = kafelki.new_match("shelf", seats=3, seed=2)
    for seat in range(3):
        cards = [player.card for player in see(match, seat).players]
        assert [card is not None for card in cards] == [other == seat for other in range(3)]
        own = cards[seat]
        assert own is not None
        assert own.number == laid_out(match).personal[seat]


# ---- 4: tokens


@pytest.mark.parametrize(("seats", "tokens"), [(2, [8, 4]), (3, [8, 6, 4]), (4, [8, 6, 4, 2])])
def test_04_each_common_goal_has_tokens_8_4_or_8_6_4_or_8_6_4_2_from_the_top(seats: int, tokens: list[int]) -> None:
    match = kafelki.new_match("shelf", seats=seats, seed=1)
    assert [goal.tokens_left for goal in see(match).goals] == [tokens, tokens]


@pytest.mark.parametrize(("seats", "tokens"), [(2, [8, 4]), (3, [8, 6, 4]), (4, [8, 6, 4, 2])])
def test_04_tokens_are_taken_from_the_top_and_never_run_out(seats: int, tokens: list[int]) -> None:
    floor = list(full_floor(seats))
    floor[1], floor[7] = "...CB....", "....GF..."
    match = begin(tuple(floor), [shelf(2 * kind + "...", 5 * kind) for kind in "CBGF"[:seats]], goals=[9])
    for seat, where in enumerate(("D2", "E2", "E8", "F8")[:seats]):
        assert see(match).goals[0].tokens_left == tokens[seat:]
        match.play(take(where, column=2))
        assert see(match).players[seat].tokens == [tokens[seat]]
    assert see(match).goals[0].tokens_left == []


# ---- 5: who begins


@pytest.mark.parametrize("seats", SEATS)
def test_05_seat_0_begins_and_turns_go_round(seats: int) -> None:
    match = kafelki.new_match("shelf", seats=seats, seed=1)
    for ply in range(2 * seats):
        assert match.to_act == see(match).to_act == ply % seats
        match.play(match.legal()[0])


def lot(seats: int, key: int, *, drawn: bool = True) -> tuple[int, ...]:
    transcript = Transcript("table", "shelf", 1, {}, "", (None,) * seats, drawn)
    return tuple(seats_by_lot(transcript, key.to_bytes(32, "big")))


def test_05_seats_are_drawn_by_lot_each_order_as_likely_as_the_others() -> None:
    orders = Counter(lot(3, key) for key in range(1200))
    assert len(orders) == 6
    assert stats.chisquare(list(orders.values())).pvalue > 0.001


def test_05_the_host_may_fix_the_seats() -> None:
    assert {lot(4, key, drawn=False) for key in range(20)} == {(0, 1, 2, 3)}
