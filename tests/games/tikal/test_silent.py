"""Rulings 41-58: the start, and what was decided where the sources are silent. Undo (51) has a file of its own."""

from __future__ import annotations

import random

import pytest

import kafelki
from kafelki.core.match import Match
from kafelki.games.tikal.events import ScoringBegan
from kafelki.games.tikal.moves import (
    Bid,
    Build,
    Choose,
    Enter,
    Exchange,
    Guard,
    Lay,
    Pass,
    Path,
    Take,
    Uncover,
    Walk,
)
from tests.games.tikal.components import DECK, TYPE
from tests.games.tikal.slowly import reachable
from tests.games.tikal.table import (
    END,
    NEAR,
    Document,
    Spot,
    at,
    begin,
    bidding,
    events_of,
    full,
    grown,
    lay_somewhere,
    legal,
    on,
    own,
    pass_turn,
    play_each,
    refused,
    scores,
    see,
    tags,
    with_number,
    workers_on,
)

UP_TO_B4 = grown(["A1", "A2", "A3", "A4", "A5", "A6", "B1", "B2", "B3", "B4"])
EMPTIED: dict[str, Spot] = {**NEAR, "C4": ("A5", 0, 1), "C5": ("A4", 0, 0)}  # seven treasures have been taken


def say(match: Match, *bids: int) -> None:
    for bid in bids:
        match.play(Bid(bid) if bid else Pass())


# ---- 41-43: the start


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("auction", [False, True])
def test_41_nobody_starts_with_pieces_on_the_board(seats: int, auction: bool) -> None:
    match = kafelki.new_match("tikal", seats=seats, seed=1, options={"auction": auction})
    assert all(not laid.troops and laid.camp is None and laid.guard is None for laid in see(match).board)
    assert all((player.supply, player.leader, player.camps) == (18, "supply", []) for player in see(match).players)
    assert {laid.tile.name for laid in see(match).board} == {"base", "north", "jungle", "east"}


@pytest.mark.parametrize("auction", [False, True])
def test_42_and_43_seat_0_begins(auction: bool) -> None:
    for seed in range(5):
        match = kafelki.new_match("tikal", seats=4, seed=seed, options={"auction": auction})
        assert (match.to_act, see(match).phase) == (0, "bid" if auction else "place")


def test_42_first_player_is_seat_0_and_seats_are_drawn_by_lot_elsewhere() -> None:
    match = kafelki.new_match("tikal", seats=3, seed=8)
    for seat in (0, 1, 2, 0):
        assert match.to_act == seat
        pass_turn(match)


def test_43_players_equal_at_the_end_share_the_better_rank() -> None:
    sides = [own(score=points) for points in (7, 9, 7, 2)]
    match = begin(full(free=[]), *sides, scoring={"order": [0, 1, 2, 3], "scored": 3, "last": True}, to_act=3, last=3)
    match.play(END)
    assert (match.ranks, match.winners) == ([2, 1, 2, 4], (1,))


def test_43_a_forced_step_is_done_by_the_engine_but_a_forced_pass_stays_a_move() -> None:
    match = bidding(own(score=5), own(score=1), offer=["A1", "A2"])
    say(match, 5)
    assert legal(match) == {Pass()}  # a move all the same
    match.play(Pass())
    match.play(Choose("A1"))
    pass_turn(match)
    assert (match.to_act, see(match).phase) == (1, "place")  # neither the right nor the tile was asked for


# ---- 44-46: turns and digging


def test_44_the_finders_scoring_turn_and_his_volcano_turn_have_their_own_points_and_limits() -> None:
    match = begin(NEAR, own(B3=2, C4=2), scoring={"order": [0, 1], "scored": 0}, hand="B6")
    dig = [Uncover(at("B3")), Uncover(at("B3")), Take(at("C4")), Take(at("C4"))]
    play_each(match, dig)
    refused(match, Uncover(at("B3")), "two_a_turn")
    match.play(END)
    match.play(END)
    lay_somewhere(match)
    assert (match.to_act, see(match).points, see(match).dug) == (0, 10, [])
    play_each(match, dig)
    assert (on(match, "B3").level, on(match, "C4").treasures) == (6, 0)


def test_44_so_have_the_last_tiles_turn_and_the_last_scoring_turn() -> None:
    match = begin(
        full(free=[]), own(score=1, A4=2), own(score=9), last=1, auction={"gone": [1]}, options={"auction": True}
    )
    match.play([Uncover(at("A4")), Uncover(at("A4")), END])
    assert (match.to_act, see(match).points) == (0, 10)  # the fewest points: he is first in the last round
    match.play([Uncover(at("A4"))])
    assert on(match, "A4").level == 4


def test_45_presence_is_read_at_each_single_dig() -> None:
    match = begin(NEAR, own(B4=1, B3=1))
    match.play([Uncover(at("B3")), Walk("worker", at("B3"), "S")])
    refused(match, Uncover(at("B3")), "no_piece")
    match.play([Walk("worker", at("B4"), "N")])
    refused(match, Uncover(at("B3")), "needs_two")  # two dug there, but not together
    match.play([Walk("worker", at("B4"), "N"), Uncover(at("B3"))])
    assert (on(match, "B3").level, see(match).points) == (4, 3)


def test_45_a_piece_that_dug_may_walk_on_and_dig_elsewhere_again_and_again() -> None:
    match = begin(NEAR, own(B3=1))
    walk = [Walk("worker", at("B3"), "S"), Walk("worker", at("B4"), "SW"), Walk("worker", at("A5"), "N")]
    match.play([Uncover(at("B3")), *walk, Uncover(at("A4"))])
    assert (on(match, "B3").level, on(match, "A4").level, see(match).points) == (3, 2, 2)


def test_46_in_one_turn_a_new_piece_acts_an_emptied_tile_gets_a_camp_and_a_new_camp_is_used() -> None:
    match = begin(EMPTIED, own(C4=1), own(treasures={"mask": 3, "idol": 3, "jug": 1}))
    play_each(match, [Take(at("C4")), Build(at("C4")), Enter("worker", 1), Path("worker", 1, 0)])
    assert (on(match, "C4").camp, see(match).points) == (0, 0)
    match = begin(NEAR, own())
    match.play([Build(at("B4")), Enter("leader", 1), Walk("leader", at("B4"), "N"), Uncover(at("B3"))])
    assert (on(match, "B3").level, see(match).points) == (3, 1)


# ---- 47-50: exchanges, camps, guards, scoring


def test_47_an_exchange_needs_a_single_on_both_sides_and_two_kinds_and_may_complete_a_set() -> None:
    sides = own(treasures={"mask": 1, "idol": 2}), own(treasures={"idol": 1, "mask": 1, "jug": 2})
    match = begin(EMPTIED, *sides)
    error = refused(match, Exchange(1, "mask", "mask"), "same_kind")
    assert (error.words.en, error.words.pl) == ("Exchange different treasures.", "Wymień różne skarby.")
    match.play(Exchange(1, "mask", "idol"))
    mine, theirs = (player.treasures for player in see(match).players)
    assert (mine["idol"], mine["mask"], theirs["mask"], theirs["idol"], theirs["jug"]) == (3, 0, 2, 0, 2)
    assert [player.treasure_points for player in see(match).players] == [6, 6]


def test_48_camps_never_stand_on_base_camp_temples_volcanoes_or_tiles_with_tokens() -> None:
    match = begin({**NEAR, "D3": "B6"}, own())
    for name in ("A5", "A4", "B3", "D3", "C4", "H1"):
        error = refused(match, Build(at(name)), "no_site")
        assert name in error.words.en
        assert name in error.words.pl


def test_48_camps_give_no_strength_and_block_nobody() -> None:
    match = begin(NEAR, own(camps=["B4"]), own(A5=1), to_act=1)
    match.play([Walk("worker", at("A5"), "NE"), Walk("worker", at("B4"), "N")])
    assert workers_on(match, 1, "B3") == 1
    assert all(laid.scores_for is None for laid in see(match).board if laid.camp is not None)


def test_49_printed_temples_may_be_guarded_and_a_leader_alone_may_be_the_guard() -> None:
    match = begin(NEAR, own(A4=1, leader="B5"))
    match.play([Guard("worker", at("A4")), Guard("leader", at("B5"))])
    assert [on(match, name).guard.piece for name in ("A4", "B5")] == ["worker", "leader"]  # type: ignore[union-attr]
    assert see(match).players[0].guards_left == 0


def test_49_the_player_chooses_worker_or_leader_where_both_are_there() -> None:
    match = begin(NEAR, own(B3=2, leader="B3"))
    guards = {move for move in legal(match) if isinstance(move, Guard)}
    assert guards == {Guard("worker", at("B3")), Guard("leader", at("B3"))}


def test_49_only_his_own_other_pieces_on_that_cell_leave_and_his_later_ones_change_nothing() -> None:
    match = begin(NEAR, own(B3=2, B4=2), own(B3=1, leader="A5"))
    match.play([Guard("worker", at("B3")), Walk("worker", at("B4"), "N"), Walk("worker", at("B4"), "N")])
    assert (workers_on(match, 0, "B3"), workers_on(match, 1, "B3")) == (2, 1)
    assert on(match, "B3").scores_for == 0
    match.play([Walk("worker", at("B3"), "S")])  # they come and go
    assert (see(match).players[0].temple_points, workers_on(match, 0, "B3")) == (2, 1)
    refused(match, Uncover(at("B3")), "guarded")  # the owner neither


def test_49_others_pieces_on_a_guarded_temple_count_for_nothing() -> None:
    match = begin(NEAR, own(guards=["B3"]), own(B3=9, leader="B3"))
    assert (on(match, "B3").scores_for, see(match).players[1].temple_points) == (0, 0)


def test_50_scoring_is_automatic_at_the_end_of_a_scoring_turn_for_that_player_only() -> None:
    match = begin(NEAR, own(A4=1), own(B3=1), scoring={"order": [0, 1], "scored": 0}, hand="B6")
    match.play(Enter("worker", 0))
    assert scores(match) == [0, 0]
    match.play(END)
    assert scores(match) == [1, 0]
    assert tags(events_of(match))[-2:] == ["tikal.turn_ended", "tikal.scored"]
    match = begin(NEAR, own(A4=1), own(B3=1))
    match.play(END)
    assert scores(match) == [0, 0]  # no scoring turn


def test_51_undo_goes_back_to_a_treasure_and_no_further() -> None:
    match = begin(NEAR, own(C4=1))
    play_each(match, [Enter("worker", 0), Take(at("C4")), Enter("worker", 0)])
    match.undo()
    with pytest.raises(kafelki.KafelkiError, match="came to light"):
        match.undo()


# ---- 52, 53


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_52_every_laid_tile_but_a_volcano_stays_reachable_from_base_camp(seats: int) -> None:
    match, rng = kafelki.new_match("tikal", seats=seats, seed=seats), random.Random(seats)
    while not match.over:
        lays = [move for move in match.legal() if isinstance(move, Lay)]
        match.play(rng.choice(lays) if lays else END)
        laid = {each.cell: (each.tile.name, each.turned) for each in see(match).board} if lays else {}
        if lays:
            assert reachable(laid) == {cell for cell, (tile, _) in laid.items() if TYPE[tile] != "volcano"}
    assert len(see(match).board) + len(see(match).set_aside) == 40


def test_53_the_last_tile_is_never_a_volcano_and_its_player_is_last_in_the_last_round() -> None:
    assert all(TYPE[tile] != "volcano" for tile in DECK if tile[0] == "G")
    match = begin(full("G4", free=["H5"]), seats=4, phase="place", hand="G4", to_act=2, last=1)
    pass_turn(match)
    assert see(match).scoring.order == [3, 0, 1, 2]  # type: ignore[union-attr]


# ---- 54-57: the auction


def test_54_bids_are_whole_numbers_from_one_more_than_the_highest_to_ones_own_points() -> None:
    match = bidding(own(score=20), own(score=6), own(score=2), offer=["A1", "A2", "A3"])
    assert legal(match) == {Pass(), *(Bid(points) for points in range(1, 21))}
    say(match, 3)
    assert legal(match) == {Pass(), Bid(4), Bid(5), Bid(6)}
    say(match, 4)
    assert legal(match) == {Pass()}


def test_54_the_winner_pays_at_once_before_choosing_and_may_not_decline() -> None:
    match = bidding(own(score=20), own(score=6), offer=["A1", "A2"])
    say(match, 7, 0)
    assert scores(match) == [13, 6]
    assert legal(match) == {Choose("A1"), Choose("A2")}
    for move in (Pass(), Bid(8), END):
        assert refused(match, move, "not_now").words.pl == "Nie teraz: najpierw wybierz płytkę z oferty."


def test_54_no_bid_goes_above_470() -> None:
    match = bidding(own(score=600), own(score=470), offer=["A1", "A2"])
    assert Bid(470) in legal(match)
    refused(match, Bid(471), "bid_too_high")


def test_55_a_volcano_taken_without_a_bid_scores_just_the_same() -> None:
    match = bidding(own(score=20, A4=1), own(score=20), offer=["B5", "B6"], board=UP_TO_B4, to_act=1)
    say(match, 0, 0)
    match.play(Choose("B6"))
    assert see(match).scoring.order == [1, 0]  # type: ignore[union-attr]


def test_55_if_nobody_wants_the_volcano_the_last_player_must_take_it() -> None:
    match = bidding(own(score=20, A4=1), own(score=20), offer=["B5", "B6"], board=UP_TO_B4)
    say(match, 0, 0)
    match.play(Choose("B5"))
    pass_turn(match)
    assert (match.to_act, see(match).phase) == (1, "act")
    assert tags(events_of(match))[-2:] == ["tikal.chosen", "tikal.scoring"]
    match.play(END)
    match.play(END)
    assert scores(match) == [21, 20]
    assert (match.to_act, see(match).phase) == (1, "place")
    pass_turn(match)
    assert (match.to_act, see(match).phase) == (0, "bid")  # a new round, opened left of seat 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_55_two_volcanoes_are_never_face_up_together(seats: int) -> None:
    rounds = [DECK[first : first + seats] for first in range(0, 36, seats)]
    letters = [{tile[0] for tile in tiles} for tiles in rounds]
    assert all(len(each & {"B", "D", "F"}) <= 1 for each in letters)


def test_56_a_scoring_round_inside_an_auction_round_leaves_the_rights_to_bid_as_they_were() -> None:
    board = grown(["A1", "A2", "A3", "A4", "A5", "A6", "B1", "B2", "B5"])
    sides: list[Document] = [own(score=20) for _ in range(4)]
    match = bidding(*sides, offer=["B3", "B4", "B6"], board=board, to_act=2, gone=[1])
    say(match, 5, 0, 0)
    match.play(Choose("B6"))
    assert ScoringBegan([2, 3, 0, 1], False) in events_of(match)  # seat 1 has gone and plays too
    for seat in (2, 3, 0, 1):
        assert match.to_act == seat
        match.play(END)
    assert match.to_act == 2
    pass_turn(match)
    auction = see(match).auction
    assert auction is not None
    assert (auction.gone, match.to_act, see(match).phase) == ([1, 2], 3, "bid")


def test_57_equal_scores_in_the_last_round_go_clockwise_and_who_took_the_last_tile_is_last_among_equals() -> None:
    match = begin(
        full(free=[]),
        *(own(score=points) for points in (4, 4, 4, 1)),
        to_act=1,
        last=0,
        auction={"gone": [0, 2, 3]},
        options={"auction": True},
    )
    match.play(END)
    assert see(match).scoring.order == [3, 2, 0, 1]  # type: ignore[union-attr]


# ---- 58: house rules


@pytest.mark.parametrize(("by_treasure", "winners"), [(False, (0, 1)), (True, (1,))])
def test_58_house_rule_a_tie_is_broken_by_treasure_points(by_treasure: bool, winners: tuple[int, ...]) -> None:
    match = begin(
        with_number(full(free=[]), {"A4": 0, "A5": 0}),
        own(score=23, treasures={"mask": 1, "idol": 1, "jug": 1}),
        own(score=26, treasures={"bowl": 3, "ring": 2}),
        scoring={"order": [1, 0], "scored": 1, "last": True},
        to_act=0,
        last=0,
        options={"tie_by_treasure": by_treasure},
    )
    match.play(END)
    assert scores(match) == [26, 26]
    assert match.winners == winners


@pytest.mark.parametrize("forbidden", [False, True])
def test_58_house_rule_no_camp_on_the_printed_jungle(forbidden: bool) -> None:
    match = begin({**NEAR, "B2": ("A6", 0)}, own(), options={"no_printed_camp": forbidden})
    assert (Build(at("B4")) in legal(match)) != forbidden
    assert Build(at("B2")) in legal(match)
    if forbidden:
        refused(match, Build(at("B4")), "no_site")


def test_58_the_refusal_of_a_camp_on_the_printed_jungle_names_the_house_rule() -> None:
    told = refused(begin(NEAR, options={"no_printed_camp": True}), Build(at("B4")), "no_site").words
    assert "house rule" in told.en
    assert "zasada domowa" in told.pl
    told = refused(begin(NEAR), Build(at("B3")), "no_site").words
    assert "house rule" not in told.en


def test_58_house_rules_are_off_by_default() -> None:
    assert kafelki.new_match("tikal", seed=1).options == {
        "auction": False,
        "tie_by_treasure": False,
        "no_printed_camp": False,
    }
