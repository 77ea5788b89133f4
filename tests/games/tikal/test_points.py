"""Rulings 8-20: the ten action points."""

from __future__ import annotations

import pytest

from kafelki.games.tikal.moves import Build, Enter, Exchange, Guard, Path, Take, Uncover, Walk
from tests.games.tikal.components import BOX
from tests.games.tikal.table import (
    END,
    NEAR,
    Spot,
    at,
    begin,
    grown,
    lay_somewhere,
    legal,
    on,
    own,
    pass_turn,
    play_each,
    refused,
    see,
    where,
    with_number,
    workers_on,
)

EMPTIED: dict[str, Spot] = {**NEAR, "C5": ("A4", 0, 0)}  # four treasures have been taken on C5
FOUR = {"mask": 2, "idol": 2}


def left(match: object) -> int:
    return see(match).points  # type: ignore[arg-type]


# ---- 8-12: pieces


def test_08_a_piece_from_the_supply_costs_1_and_enters_the_base_camp_or_an_own_camp_only() -> None:
    match = begin(NEAR, own(camps=["B4"]), own())
    match.play([Enter("worker", 0), Enter("leader", 1), Enter("worker", 1)])
    assert left(match) == 7
    assert workers_on(match, 0, "A5") == workers_on(match, 0, "B4") == 1
    assert on(match, "B4").troops[0].leader
    assert see(match).players[0].supply == 16
    assert refused(match, Enter("worker", 2), "no_such_camp").words.en == "You have not built that camp."
    match.play(END)
    pass_turn(match)
    pass_turn(match)
    lay_somewhere(match)
    assert match.to_act == 1
    refused(match, Enter("worker", 1), "no_such_camp")  # seat 0's camp is none of seat 1's


def test_08_as_many_as_there_are_points_and_pieces() -> None:
    match = begin(NEAR, own(supply=9, B4=9), own())
    match.play([Enter("worker", 0)] * 9)
    error = refused(match, Enter("worker", 0), "none_in_supply")
    assert (error.words.en, error.words.pl) == (
        "There is no worker left in your supply.",
        "W twojej rezerwie nie ma już pionka: uczestnik.",
    )
    match.play(Enter("leader", 0))
    refused(match, Enter("leader", 0), "none_in_supply")
    assert left(match) == 0
    assert match.legal() == [END]
    match = begin(NEAR)
    match.play([Enter("worker", 0)] * 10)
    error = refused(match, Enter("worker", 0), "too_dear")
    assert error.words.en == "That costs 1 action point; you have 0 action points left."
    assert error.words.pl == "To kosztuje 1 punkt akcji; zostało ci: 0 punktów akcji."


def test_09_the_secret_path_costs_1_and_joins_own_camps_and_the_base_camp_in_both_directions() -> None:
    match = begin(EMPTIED, own(A5=1, leader="A5", camps=["B4", "C5"], treasures=FOUR), own())
    ways = [(0, 1), (1, 0), (0, 2), (2, 1), (1, 2), (2, 0)]
    match.play([Path("worker", origin, target) for origin, target in ways])
    assert left(match) == 4
    match.play([Path("leader", 0, 2)])
    assert on(match, "C5").troops[0].leader
    refused(match, Path("leader", 0, 1), "no_piece")
    refused(match, Path("worker", 1, 2), "no_piece")
    match.play([Path("leader", 2, 0), Path("leader", 0, 1), Path("leader", 1, 2)])
    refused(match, Path("leader", 2, 0), "too_dear")


def test_09_a_piece_that_walked_there_may_use_the_path_and_others_camps_have_none() -> None:
    match = begin(EMPTIED, own(A5=1, camps=["B4"], treasures=FOUR), own(A5=1, B4=1, camps=["C5"]))
    match.play([Walk("worker", at("A5"), "NE"), Path("worker", 1, 0)])
    assert (left(match), workers_on(match, 0, "A5")) == (8, 1)
    refused(match, Path("worker", 0, 2), "no_such_camp")
    match.play(END)
    lay_somewhere(match)
    refused(match, Path("worker", 2, 0), "no_such_camp")
    match.play([Path("worker", 0, 1)])
    assert workers_on(match, 1, "C5") == 1


def test_10_a_step_costs_the_stones_on_both_sides_and_without_stones_there_is_none() -> None:
    match = begin({"C4": ("C4", 0), "C3": ("C1", 3)}, own(A5=3, leader="C4"))
    prices = {(border.a, border.b): border.cost for border in see(match).borders}
    assert prices == {
        (at("A5"), at("A4")): 2,
        (at("A5"), at("B4")): 1,
        (at("A5"), at("B5")): 2,
        (at("B4"), at("C4")): 1,
        (at("C4"), at("C3")): 6,
    }
    match.play(Walk("worker", at("A5"), "N"))
    assert left(match) == 8
    error = refused(match, Walk("worker", at("A4"), "SE"), "no_passage")
    assert error.words.pl == "Z pola A4 nie prowadzą tam żadne kamienie."
    match.play(Walk("worker", at("A5"), "SE"))
    match.play(Walk("leader", at("C4"), "N"))
    assert left(match) == 0
    assert on(match, "C3").troops[0].leader


def test_10_each_hop_is_paid_in_full_and_ends_on_a_cell() -> None:
    match = begin({"C4": ("C4", 0), "C3": ("C1", 3)}, own(leader="C4"), points=5)
    error = refused(match, Walk("leader", at("C4"), "N"), "too_dear")
    assert "costs 6" in error.words.en
    assert "kosztuje 6" in error.words.pl
    assert Walk("leader", at("C4"), "N") not in legal(match)
    refused(match, Walk("worker", at("C4"), "N"), "no_piece")
    refused(match, Walk("leader", at("A1"), "N"), "no_piece")
    match = begin({"C4": ("C4", 0), "C3": ("C1", 3)}, own(leader="C3"), points=6)
    match.play(Walk("leader", at("C3"), "S"))
    refused(match, Walk("leader", at("C4"), "SW"), "too_dear")


def test_11_pieces_enter_and_cross_others_camps_guarded_temples_and_the_base_camp() -> None:
    match = begin(NEAR, own(A4=1), own(camps=["B4"], guards=["B3"], B3=2))
    walk = [("A4", "S"), ("A5", "NE"), ("B4", "N"), ("B3", "S"), ("B4", "SE")]
    match.play([Walk("worker", at(cell), direction) for cell, direction in walk])  # type: ignore[arg-type]
    assert (left(match), workers_on(match, 0, "C5")) == (4, 1)


def test_11_there_is_no_limit_to_how_many_stand_together() -> None:
    everybody = own(B4=18, leader="B4")
    match = begin(NEAR, everybody, everybody, everybody, everybody)
    match.play(Walk("worker", at("B4"), "N"))
    assert len(on(match, "B4").troops) == 4
    match.play(Walk("worker", at("B3"), "S"))
    assert workers_on(match, 0, "B4") == 18


def test_12_walking_into_the_base_camp_is_allowed_like_any_cell() -> None:
    match = begin(NEAR, own(A4=1, B4=1, B5=1))
    match.play([Walk("worker", at("A4"), "S"), Walk("worker", at("B4"), "SW"), Walk("worker", at("B5"), "NW")])
    assert (left(match), workers_on(match, 0, "A5")) == (5, 3)


# ---- 13-18: temples and treasures


def test_13_uncovering_costs_2_a_level_one_piece_uncovers_one_and_two_pieces_two() -> None:
    match = begin(NEAR, own(A4=1, B3=3))
    match.play(Uncover(at("A4")))
    assert (left(match), on(match, "A4").level) == (8, 2)
    error = refused(match, Uncover(at("A4")), "needs_two")
    assert error.words.en == "A second time in a turn needs two of your pieces on A4."
    assert error.words.pl == "Drugi raz w kolejce wymaga dwóch twoich pionków na polu A4."
    match.play([Uncover(at("B3")), Uncover(at("B3"))])
    assert (left(match), on(match, "B3").level) == (4, 4)
    error = refused(match, Uncover(at("B3")), "two_a_turn")
    assert error.words.en == "Twice in a turn on B3 is the most."
    refused(match, Uncover(at("B5")), "no_piece")
    refused(match, Uncover(at("B4")), "no_temple")
    refused(match, Uncover(at("C4")), "no_temple")


def test_13_no_majority_is_needed() -> None:
    match = begin(NEAR, own(A4=1), own(A4=9, leader="A4"))
    match.play(Uncover(at("A4")))
    assert on(match, "A4").level == 2


def test_14_a_treasure_costs_3_one_piece_a_token_two_a_tile_and_turn_at_most() -> None:
    match = begin(NEAR, own(C4=3, C5=1))
    match.play(Take(at("C4")))
    assert (left(match), on(match, "C4").treasures, sum(see(match).players[0].treasures.values())) == (7, 3, 1)
    match.play(Take(at("C4")))
    refused(match, Take(at("C4")), "two_a_turn")
    match.play(Take(at("C5")))
    refused(match, Take(at("C5")), "too_dear")
    refused(match, Take(at("B3")), "no_treasure")
    refused(match, Take(at("B4")), "no_treasure")
    match = begin(NEAR, own(C5=1))
    refused(match, Take(at("C4")), "no_piece")
    match.play(Take(at("C5")))
    refused(match, Take(at("C5")), "needs_two")


def test_15_for_both_the_leader_counts_as_one_piece() -> None:
    match = begin(NEAR, own(B3=1, C4=1, leader="B3"))
    match.play([Uncover(at("B3")), Uncover(at("B3"))])
    assert on(match, "B3").level == 4
    for name, dig, code in (("B3", Uncover, "needs_two"), ("C4", Take, "needs_two")):
        match = begin(NEAR, own(leader=name))
        match.play(dig(at(name)))
        refused(match, dig(at(name)), code)
    match = begin(NEAR, own(C4=1, leader="C4"))
    play_each(match, [Take(at("C4")), Take(at("C4"))])
    assert on(match, "C4").treasures == 2


def test_15_pieces_are_counted_at_the_moment_of_the_second_dig() -> None:
    match = begin(NEAR, own(A5=1, A4=1))
    match.play(Uncover(at("A4")))
    refused(match, Uncover(at("A4")), "needs_two")
    match.play([Walk("worker", at("A5"), "N"), Uncover(at("A4"))])
    assert (left(match), on(match, "A4").level) == (4, 3)


def test_16_several_temples_and_treasure_tiles_are_worked_in_one_turn_each_with_its_own_limit() -> None:
    match = begin(NEAR, own(A4=2, B5=2, B3=1))
    match.play([Uncover(at(name)) for name in ("A4", "B5", "B3", "A4", "B5")])
    assert [on(match, name).level for name in ("A4", "B5", "B3")] == [3, 3, 3]
    assert left(match) == 0
    match = begin(NEAR, own(C4=1, C5=1, A4=1))
    play_each(match, [Take(at("C4")), Take(at("C5")), Uncover(at("A4"))])
    assert left(match) == 2


def test_17_level_tokens_are_finite_and_a_temple_without_the_next_number_stops() -> None:
    assert sum(BOX.temple_levels.values()) == 48
    assert see(begin(NEAR)).level_tokens == BOX.temple_levels
    board = with_number(grown(["D1", "E2"]), {"D1": 10, "E2": 9})
    ten, nine = where(board, "D1"), where(board, "E2")
    match = begin(board, own(on={ten: 1, nine: 1}))
    assert see(match).level_tokens == {2: 3, 3: 6, 4: 9, 5: 11, 6: 7, 7: 3, 8: 1, 9: 0, 10: 0}
    for name in (nine, ten):
        error = refused(match, Uncover(at(name)), "no_token")
        assert name in error.words.en
        assert name in error.words.pl


def test_17_the_next_number_is_exactly_one_more_and_its_token_is_used_up() -> None:
    match = begin(NEAR, own(A4=2))
    match.play(Uncover(at("A4")))
    assert (on(match, "A4").level, see(match).level_tokens[2], see(match).level_tokens[3]) == (2, 2, 6)
    match.play(Uncover(at("A4")))
    assert (on(match, "A4").level, see(match).level_tokens[2], see(match).level_tokens[3]) == (3, 2, 5)


def test_17_nine_fours_are_one_too_few_for_the_ten_temples_below() -> None:
    low = ["A1", "A2", "A3", "B1", "B2", "C1", "G1"]
    board: dict[str, Spot] = {**grown([*low, "G2"]), "A4": ("north", 0, 4), "B5": ("east", 0, 4)}
    board = with_number(board, dict.fromkeys(low, 4))
    last = where(board, "G2")
    refused(begin(board, own(on={last: 1})), Uncover(at(last)), "no_token")


def test_18_treasures_lie_hidden_on_the_tile_and_open_before_their_owner() -> None:
    match = begin(NEAR, own(C4=1))
    assert see(match).hidden_treasures == 24
    match.play(Take(at("C4")))
    for seat in (0, 1, None):
        held = see(match, seat).players[0].treasures
        assert sum(held.values()) == 1
    assert see(match).hidden_treasures == 23
    kinds = {
        kind
        for seed in range(60)
        for taken in [begin(NEAR, own(C4=1), seed=seed)]
        if taken.play(Take(at("C4")))
        for kind, count in see(taken).players[0].treasures.items()
        if count
    }
    assert len(kinds) == 8  # any of them may lie on top


# ---- 19: exchanges

HALF: dict[str, Spot] = {"C4": ("A5", 0, 0), "C5": ("A4", 0, 0)}  # eight treasures have been taken


def test_19_an_exchange_costs_3_is_one_for_one_needs_no_piece_and_cannot_be_refused() -> None:
    match = begin(HALF, own(treasures={"mask": 1, "idol": 2}), own(treasures={"jug": 1, "bowl": 3, "ring": 1}))
    match.play(Exchange(1, "mask", "jug"))
    assert left(match) == 7
    assert see(match).players[0].treasures["jug"] == see(match).players[1].treasures["mask"] == 1
    assert see(match).players[0].treasures["mask"] == see(match).players[1].treasures["jug"] == 0
    match.play([Exchange(1, "jug", "ring"), Exchange(1, "ring", "mask")])  # several in a turn
    error = refused(match, Exchange(1, "mask", "jug"), "too_dear")
    assert "costs 3" in error.words.en


def test_19_pairs_and_triples_are_not_broken_on_either_side() -> None:
    match = begin(
        HALF, own(treasures={"mask": 1, "idol": 2}), own(treasures={"jug": 1, "bowl": 3}), own(treasures={"ring": 1})
    )
    error = refused(match, Exchange(1, "idol", "jug"), "not_your_single")
    assert (error.words.en, error.words.pl) == (
        "You do not hold exactly one idol.",
        "Nie masz dokładnie jednego skarbu: posążek.",
    )
    refused(match, Exchange(1, "flute", "jug"), "not_your_single")
    error = refused(match, Exchange(1, "mask", "bowl"), "not_their_single")
    assert error.words.pl == "Ten gracz nie ma dokładnie jednego skarbu: misa."
    refused(match, Exchange(1, "mask", "ring"), "not_their_single")
    assert {move for move in legal(match) if isinstance(move, Exchange)} == {
        Exchange(1, "mask", "jug"),
        Exchange(2, "mask", "ring"),
    }
    refused(match, Exchange(0, "mask", "mask"), "no_such_player")
    refused(match, Exchange(3, "mask", "jug"), "no_such_player")


# ---- 20: camps


def test_20_a_camp_costs_5_on_jungle_or_an_emptied_treasure_tile_without_a_piece_there() -> None:
    match = begin(EMPTIED, own(), own(B4=3, C5=1, treasures=FOUR))  # foreign pieces do not forbid it
    assert {move for move in legal(match) if isinstance(move, Build)} == {Build(at("B4")), Build(at("C5"))}
    match.play([Build(at("B4")), Build(at("C5"))])
    assert left(match) == 0
    assert see(match).players[0].camps == [at("B4"), at("C5")]
    assert on(match, "B4").camp == on(match, "C5").camp == 0


def test_20_one_camp_to_a_cell_over_all_players_and_two_to_a_player() -> None:
    board = {**EMPTIED, "D4": ("A6", 0)}
    match = begin(board, own(camps=["C5"], treasures=FOUR), own(camps=["B4"]))
    error = refused(match, Build(at("B4")), "no_site")
    assert "B4" in error.words.en
    assert "B4" in error.words.pl
    refused(match, Build(at("C5")), "no_site")
    match.play(Build(at("D4")))
    match = begin(board, own(camps=["C5", "D4"], treasures=FOUR))
    error = refused(match, Build(at("B4")), "no_camp_left")
    assert (error.words.en, error.words.pl) == ("You have built both camps.", "Masz już oba obozy.")
    match = begin(board, own(treasures=FOUR), points=4)
    refused(match, Build(at("B4")), "too_dear")


def test_20_camps_are_never_removed_and_unused_points_are_lost() -> None:
    match = begin(NEAR, own(camps=["B4"]))
    match.play(END)
    pass_turn(match)
    lay_somewhere(match)
    assert (match.to_act, left(match)) == (0, 10)
    assert see(match).players[0].camps == [at("B4")]


@pytest.mark.parametrize("points", range(11))
def test_every_cost_is_asked_for_in_full(points: int) -> None:
    board = {**HALF, "B3": ("A2", 1)}
    sides = own(A5=1, B3=1, C4=1, treasures={"mask": 1, "idol": 2}), own(treasures={"jug": 1, "bowl": 3, "ring": 1})
    match = begin(board, *sides, points=points)
    found = legal(match)
    for move, price in (
        (Enter("worker", 0), 1),
        (Walk("worker", at("A5"), "NE"), 1),
        (Walk("worker", at("A5"), "N"), 2),
        (Uncover(at("B3")), BOX.costs["uncover_level"]),
        (Exchange(1, "mask", "jug"), BOX.costs["exchange_treasure"]),
        (Build(at("B4")), BOX.costs["build_camp"]),
        (Guard("worker", at("B3")), BOX.costs["place_guard"]),
        (END, 0),
    ):
        assert (move in found) == (points >= price)


@pytest.mark.parametrize("seat", [-1, 4, 7])
def test_19_an_exchange_with_nobody_is_refused_as_such(seat: int) -> None:
    refused(begin(NEAR), Exchange(seat, "mask", "jug"), "no_such_player")


def test_points_are_told_with_the_right_forms() -> None:
    one = refused(begin(NEAR, points=1), Build(at("B4")), "too_dear").words
    assert one.en == "That costs 5 action points; you have 1 action point left."
    assert one.pl == "To kosztuje 5 punktów akcji; zostało ci: 1 punkt akcji."
    two = refused(begin(NEAR, own(B3=1), points=1), Uncover(at("B3")), "too_dear").words
    assert two.pl.startswith("To kosztuje 2 punkty akcji;")


def test_13_who_digs_without_a_piece_is_told_that_none_is_there() -> None:
    told = refused(begin(NEAR), Uncover(at("B3")), "no_piece").words
    assert (told.en, told.pl) == ("There is no piece of yours on B3.", "Na polu B3 nie masz żadnego pionka.")
    told = refused(begin(NEAR), Walk("leader", at("B3"), "S"), "no_piece").words
    assert (told.en, told.pl) == ("There is no leader of yours on B3.", "Na polu B3 nie masz dowódcy.")
