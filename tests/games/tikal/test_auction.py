"""Rulings 33-40: the auction."""

from __future__ import annotations

import random

import pytest

import kafelki
from kafelki.core.match import Match
from kafelki.games.tikal.events import AuctionWon, ScoringBegan, SetAside, TileChosen, TilesDrawn
from kafelki.games.tikal.moves import Bid, Choose, Enter, Lay, Pass
from kafelki.games.tikal.state import BID, CHOOSE
from tests.games.tikal.table import (
    END,
    begin,
    bidding,
    events_of,
    field,
    full,
    grown,
    hurry,
    lay_somewhere,
    legal,
    own,
    pass_turn,
    refused,
    scores,
    see,
)

OFFER = ["A1", "A2", "A3", "A4"]
WALLED = full("G4", free=["H5"], volcanoes={"B6": "H4", "D5": "G5"})  # G4 fits nowhere


def rich(seats: int) -> list[dict[str, object]]:
    return [own(score=20) for _ in range(seats)]


def say(match: Match, *bids: int) -> None:
    """Bids one after the other; 0 passes."""
    for bid in bids:
        match.play(Bid(bid) if bid else Pass())


def take_turn(match: Match, tile: str | None = None) -> None:
    """Choose (if there is a choice), lay, and end the turn."""
    if see(match).phase == "choose":
        offer = see(match).auction.offer  # type: ignore[union-attr]
        match.play(Choose(tile or offer[0].name))
    pass_turn(match)


@pytest.mark.parametrize(("seats", "rounds"), [(2, 18), (3, 12), (4, 9)])
def test_33_everybody_starts_with_20_and_as_many_tiles_as_players_are_revealed(seats: int, rounds: int) -> None:
    match = kafelki.new_match("tikal", seats=seats, seed=4, options={"auction": True})
    assert scores(match) == [20] * seats
    counts, rng = [], random.Random(4)
    while not field(match, "last_round"):
        if field(match, "phase") == BID and not any(field(match, name) for name in ("gone", "passed", "bid")):
            counts.append(field(match, "offer").bit_count())
        hurry(match, rng)
    assert counts == [seats] * rounds
    assert 36 % seats == 0
    assert see(match).tiles_left == 0


def test_34_bids_rise_a_pass_is_final_and_the_highest_pays_and_chooses() -> None:
    match = bidding(*rich(3), offer=OFFER[:3])
    say(match, 3)
    error = refused(match, Bid(3), "bid_too_low")
    assert (error.words.en, error.words.pl) == (
        "Bid at least 4; 3 came.",
        "Licytuj co najmniej 4; przyszło 3.",
    )
    refused(match, Bid(2), "bid_too_low")
    say(match, 5, 0)
    assert match.to_act == 0  # seat 2 is out of this auction
    say(match, 6)
    assert match.to_act == 1
    say(match, 9, 0)
    assert (match.to_act, see(match).phase, scores(match)) == (1, "choose", [20, 11, 20])
    assert {move.tile for move in legal(match) if isinstance(move, Choose)} == set(OFFER[:3])
    error = refused(match, Choose("B1"), "not_on_offer")
    assert (error.words.en, error.words.pl) == ("Tile B1 is not on offer.", "Płytki B1 nie ma w ofercie.")
    match.play(Choose("A2"))
    assert see(match).hand.name == "A2"  # type: ignore[union-attr]
    lay_somewhere(match)
    assert see(match).points == 10
    match.play([Enter("worker", 0), END])
    auction = see(match).auction
    assert auction is not None
    assert (auction.gone, [tile.name for tile in auction.offer]) == ([1], ["A1", "A3"])  # out for the round


def test_35_the_first_auction_is_opened_by_seat_0_later_ones_by_the_winners_left_neighbour() -> None:
    assert kafelki.new_match("tikal", seats=4, seed=1, options={"auction": True}).to_act == 0
    match = bidding(*rich(4), offer=OFFER)
    say(match, 0, 0, 3, 0)
    assert match.to_act == 2
    take_turn(match)
    assert (match.to_act, see(match).phase) == (3, "bid")
    say(match, 4, 0, 0)
    assert match.to_act == 3
    take_turn(match)
    assert match.to_act == 0
    say(match, 0, 1)
    assert match.to_act == 1
    take_turn(match)  # the last one, seat 0, gets the last tile
    assert (match.to_act, see(match).phase) == (0, "place")
    take_turn(match)
    assert (match.to_act, see(match).phase) == (1, "bid")  # the new round: left of who laid the last tile


def test_35_players_who_have_gone_are_skipped() -> None:
    match = bidding(*rich(4), offer=["A1", "A2", "A3"], board={"C4": "A4"}, to_act=1, gone=[2])
    say(match, 5, 0, 0)
    assert match.to_act == 1
    take_turn(match)
    assert (match.to_act, see(match).phase) == (3, "bid")  # 2 has gone


def test_36_if_all_pass_the_first_to_pass_goes_free_so_the_last_one_is_asked_too() -> None:
    match = bidding(*rich(3), offer=OFFER[:3], to_act=1)
    say(match, 0, 0)
    assert (match.to_act, see(match).phase) == (0, "bid")  # while no bid stands he is asked
    assert Bid(1) in legal(match)
    say(match, 0)
    assert (match.to_act, see(match).phase, scores(match)) == (1, "choose", [20, 20, 20])
    assert [event for event in events_of(match) if isinstance(event, AuctionWon)] == [AuctionWon(1, 0)]


def test_36_the_last_one_asked_may_bid_and_then_pays() -> None:
    match = bidding(*rich(3), offer=OFFER[:3], to_act=1)
    say(match, 0, 0, 2)
    assert (match.to_act, see(match).phase, scores(match)) == (0, "choose", [18, 20, 20])


def test_36_once_a_bid_stands_the_bidder_alone_is_not_asked_again() -> None:
    match = bidding(*rich(2), offer=OFFER[:2])
    say(match, 1, 0)
    assert (match.to_act, see(match).phase, scores(match)) == (0, "choose", [19, 20])


def test_36_the_last_player_of_the_round_takes_the_last_tile_free_without_auction() -> None:
    match = bidding(*rich(2), offer=OFFER[:2])
    say(match, 1, 0)
    take_turn(match, "A1")
    assert (match.to_act, see(match).phase, scores(match)) == (1, "place", [19, 20])
    assert see(match).hand.name == "A2"  # type: ignore[union-attr]
    assert events_of(match)[-1] == TileChosen(1, "A2", "temple", 2)
    take_turn(match)
    assert isinstance(events_of(match)[-1], TilesDrawn)
    assert scores(match) == [19, 20]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_37_there_is_one_auction_less_than_players_in_a_round(seats: int) -> None:
    match, rng = kafelki.new_match("tikal", seats=seats, seed=9, options={"auction": True}), random.Random(1)
    auctions = chosen = 0
    while not match.over:
        before = field(match, "phase")
        hurry(match, rng)
        auctions += before == BID and field(match, "phase") != BID
        chosen += before == CHOOSE
    assert auctions == chosen == 36 // seats * (seats - 1)


def test_38_a_volcano_chosen_begins_a_scoring_round_then_it_is_laid_and_the_chooser_has_gone() -> None:
    board = grown(["A1", "A2", "A3", "A4", "A5", "A6", "B1", "B2", "B3", "B5"])
    sides = own(score=20, A4=1), own(score=20), own(score=20, B5=2)
    match = bidding(*sides, offer=["B4", "B6"], board=board, to_act=2, gone=[1])
    say(match, 2, 0)
    match.play(Choose("B6"))
    assert [event for event in events_of(match) if isinstance(event, ScoringBegan)] == [ScoringBegan([2, 0, 1], False)]
    for seat in (2, 0, 1):  # seat 1 too, who has gone
        assert (match.to_act, see(match).phase, see(match).points) == (seat, "act", 10)
        match.play(END)
    assert scores(match) == [21, 20, 19]
    assert (match.to_act, see(match).phase) == (2, "place")
    lay_somewhere(match)
    assert see(match).points == 10
    match.play(END)
    assert see(match).auction.gone == [1, 2]  # type: ignore[union-attr]
    assert (match.to_act, see(match).hand.name) == (0, "B4")  # type: ignore[union-attr]


def last_tile(*points: int, last: int) -> Match:
    """The last tile of an auction game has been laid by `last`, who has ten points left."""
    seats = len(points)
    return begin(
        full(free=[]),
        *(own(score=each) for each in points),
        to_act=last,
        last=(last - 1) % seats,
        auction={"gone": [seat for seat in range(seats) if seat != last]},
        options={"auction": True},
    )


@pytest.mark.parametrize(
    ("points", "last", "order"),
    [
        ((9, 5, 7, 3), 0, [3, 1, 2, 0]),
        ((5, 5, 5, 5), 1, [2, 3, 0, 1]),  # nearest clockwise to who laid the last tile
        ((8, 5, 8, 5), 3, [1, 3, 0, 2]),
        ((1, 5, 5, 5), 0, [0, 1, 2, 3]),
        ((7, 7), 0, [1, 0]),
    ],
)
def test_39_the_last_scoring_goes_from_the_fewest_points_to_the_most(
    points: tuple[int, ...], last: int, order: list[int]
) -> None:
    match = last_tile(*points, last=last)
    match.play(END)
    scoring = see(match).scoring
    assert scoring is not None
    assert (scoring.order, scoring.last) == (order, True)


def test_39_the_order_is_fixed_once_from_the_scores_before_the_round() -> None:
    match = begin(
        full(free=[]),
        own(score=5, A4=1, B5=1),
        own(score=6),
        own(score=6),
        to_act=2,
        last=1,
        auction={"gone": [0, 1]},
        options={"auction": True},
    )
    match.play(END)
    assert match.to_act == 0
    match.play(END)
    assert scores(match) == [7, 6, 6]
    order = see(match).scoring.order  # type: ignore[union-attr]
    assert order == [0, 1, 2]
    assert match.to_act == 1
    match.play(END)
    assert match.to_act == 2
    match.play(END)
    assert match.over


def test_40_the_least_bid_is_1_and_nobody_bids_more_than_their_points() -> None:
    match = bidding(own(score=3), own(score=20), offer=OFFER[:2])
    assert legal(match) == {Pass(), Bid(1), Bid(2), Bid(3)}
    error = refused(match, Bid(4), "bid_too_high")
    assert (error.words.en, error.words.pl) == (
        "You can bid up to 3; 4 came.",
        "Możesz licytować do 3; przyszło 4.",
    )
    say(match, 3)
    say(match, 4)
    assert legal(match) == {Pass()}
    say(match, 0)
    assert scores(match) == [3, 16]


def test_40_who_has_no_points_can_only_pass() -> None:
    match = bidding(own(score=0), own(score=1), offer=OFFER[:2])
    assert legal(match) == {Pass()}
    say(match, 0, 0)
    assert (match.to_act, see(match).phase, scores(match)) == (0, "choose", [0, 1])


def test_the_tile_in_hand_is_the_one_chosen_and_only_that() -> None:
    match = bidding(*rich(2), offer=["A1", "A4"])
    say(match, 0, 0)
    match.play(Choose("A4"))
    assert {type(move) for move in legal(match)} == {Lay}
    lay_somewhere(match)
    assert [laid.tile.name for laid in see(match).board if laid.treasures is not None] == ["A4"]


def test_40_a_bid_far_too_high_is_told_ones_own_points() -> None:
    match = bidding(*rich(2), offer=OFFER[:2])
    assert refused(match, Bid(500), "bid_too_high").words.en == "You can bid up to 20; 500 came."


def test_40_nobody_bids_more_than_anybody_can_have() -> None:
    match = bidding(own(score=600), own(score=20), offer=OFFER[:2])
    for points in (471, 472, 10**9):
        assert f"up to 470; {points} came" in refused(match, Bid(points), "bid_too_high").words.en
    match.play(Bid(470))


@pytest.mark.parametrize("points", [0, -3])
def test_40_a_bid_of_nothing_is_too_low(points: int) -> None:
    match = bidding(*rich(2), offer=OFFER[:2])
    assert "at least 1" in refused(match, Bid(points), "bid_too_low").words.en


def test_34_a_tile_that_does_not_exist_is_not_on_offer() -> None:
    match = bidding(*rich(2), offer=OFFER[:2])
    say(match, 0, 0)
    refused(match, Choose("Z9"), "not_on_offer")


def test_36_the_last_tile_of_a_round_is_told_as_taken_also_where_it_is_set_aside() -> None:
    match = begin(WALLED, own(score=9), own(score=9), last=1, auction={"offer": ["G4"]}, options={"auction": True})
    match.play(END)
    assert events_of(match)[-2:] == [TileChosen(1, "G4", "jungle", 0), SetAside("G4", "jungle", 0)]


def test_36_a_view_says_who_passed_first() -> None:
    match = bidding(*rich(3), offer=OFFER[:3], to_act=2)
    say(match, 0, 0)
    auction = see(match).auction
    assert auction is not None
    assert auction.passed == [2, 0]
