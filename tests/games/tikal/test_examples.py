"""Every example in the sources."""

from __future__ import annotations

import pytest

import kafelki
from kafelki.core.match import Match
from kafelki.games.tikal.events import ScoringBegan
from kafelki.games.tikal.moves import Bid, Choose, Enter, Lay, Pass, Walk
from tests.games.tikal.slowly import edges
from tests.games.tikal.table import (
    END,
    Spot,
    at,
    begin,
    events_of,
    grown,
    lay_somewhere,
    legal,
    offered,
    on,
    own,
    refused,
    scored,
    scores,
    see,
    where,
    with_number,
)

TWO: dict[str, Spot] = {"B3": ("A2", 3)}  # the temple of level 2 on (1, 2), edges 1 0 0 2 0 0
WALK: dict[str, Spot] = {**TWO, "C4": ("A5", 4)}  # and four treasures on (2, 3)


# ---- Placements


def test_the_temple_of_level_2_may_lie_there_and_can_be_entered_from_two_sides() -> None:
    assert edges("A2", 3) == (1, 0, 0, 2, 0, 0)
    match = begin({}, phase="place", hand="A2")
    assert Lay((1, 2), 3) in legal(match)
    match.play(Lay((1, 2), 3))
    assert on(match, "B3").tile.edges == [1, 0, 0, 2, 0, 0]
    sides = {border.a for border in see(match).borders if border.b == (1, 2)}
    sides |= {border.b for border in see(match).borders if border.a == (1, 2)}
    assert sides == {at("B4"), at("A4")}


@pytest.mark.parametrize("turned", [0, 2, 5])
def test_the_jungle_may_not_lie_so_beside_the_temple_of_level_2(turned: int) -> None:
    assert edges("A6", turned)[4] == 0  # its SW edge, towards the temple, whose own NE edge has no stone
    assert edges("A2", 3)[1] == 0
    match = begin(TWO, phase="place", hand="A6")
    error = refused(match, Lay((2, 2), turned), "no_way_in")
    assert error.words.en.startswith("Turned like this, no stone leads onto the tile on C3")
    assert "C3" in error.words.pl


@pytest.mark.parametrize("turned", [1, 3, 4])
def test_turned_so_that_a_stone_leads_to_the_temple_it_may(turned: int) -> None:
    match = begin(TWO, phase="place", hand="A6")
    match.play(Lay((2, 2), turned))
    assert on(match, "C3").tile.kind == "jungle"


# ---- The walk


@pytest.mark.parametrize(
    ("board", "two", "ways"),
    [
        (WALK, "B3", ("S", "SE", "SW", ("S", "NE"))),
        ({"C5": ("A2", 5), "C4": ("A5", 4)}, "C5", ("NW", "N", "SW", ("NW", "NE"))),
    ],
)
def test_the_walk_costs_3_none_6_and_1(
    board: dict[str, Spot], two: str, ways: tuple[str, str, str, tuple[str, str]]
) -> None:
    to_jungle, to_treasure, to_one, around = ways
    assert on(begin(board), two).tile.value == 2
    match = begin(board, own(on={two: 1}))
    match.play({"type": "tikal.walk", "piece": "worker", "cell": at(two), "direction": to_jungle})
    assert 10 - see(match).points == 3
    match = begin(board, own(on={two: 1}))
    walk = {"type": "tikal.walk", "piece": "worker", "cell": at(two), "direction": to_treasure}
    refused(match, walk, "no_passage")
    first, second = around
    match.play(
        [
            {"type": "tikal.walk", "piece": "worker", "cell": at(two), "direction": first},
            {"type": "tikal.walk", "piece": "worker", "cell": at("B4"), "direction": second},
        ]
    )
    assert 10 - see(match).points == 6
    match = begin(board, own(on={two: 1}))
    match.play({"type": "tikal.walk", "piece": "worker", "cell": at(two), "direction": to_one})
    assert 10 - see(match).points == 1
    assert any(laid.troops and laid.level == 1 for laid in see(match).board)


def test_a_page_is_told_the_same_prices_and_the_way() -> None:
    match = begin(WALK, own(B3=1))
    (reach,) = offered(match).reach
    prices = {target.cell: target.price for target in reach.targets}
    assert (prices[at("B4")], prices[at("C4")], prices[at("A4")]) == (3, 6, 1)
    way = next(target.way for target in reach.targets if target.cell == at("C4"))
    assert way == [Walk("worker", at("B3"), "S"), Walk("worker", at("B4"), "NE")]


# ---- The scoring


def test_the_scoring_of_21_and_8() -> None:
    tiles = ["A1", "A2", "A3", "A4", "A5", "A6", "B1", "B2", "B3", "B4", "B5", "C1", "C2", "C3", "C4", "C5"]
    board = grown([*tiles, "B6", "D1", "D2", "D3", "D4", "E2"])
    board = with_number(board, {"E2": 8, "A4": 0, "A5": 2})
    temples = {where(board, name): 1 for name in ("B2", "D1", "D2", "E2")}
    held = {"mask": 2, "idol": 2, "jug": 1, "bowl": 1}
    match = begin(board, own(), own(treasures=held, on=temples), own(), last=2)
    match.play(END)  # seat 1 draws the volcano
    assert see(match).hand.name == "D5"  # type: ignore[union-attr]
    match.play([Enter("worker", 0), END])
    (mine,) = scored(match)
    assert sorted(temple.points for temple in mine.temples) == [3, 5, 5, 8]
    assert sum(temple.points for temple in mine.temples) == 21
    assert (mine.treasures, mine.total) == (8, 29)
    assert scores(match) == [0, 29, 0]
    assert match.to_act == 2  # now the neighbour to the left
    match.play(END)
    match.play(END)
    assert (match.to_act, see(match).phase) == (1, "place")
    lay_somewhere(match)
    match.play([Enter("worker", 0), END])
    assert scores(match) == [0, 29, 0]
    assert ScoringBegan([1, 2, 0], False) in events_of(match)


# ---- The auction of A, B, C and D

A, B, C, D = range(4)


def say(match: Match, seat: int, bid: int) -> None:
    assert (match.to_act, see(match).phase) == (seat, "bid")
    match.play(Bid(bid) if bid else Pass(), seat=seat)


def go(match: Match, seat: int) -> None:
    assert match.to_act == seat
    if see(match).phase == "choose":
        match.play(Choose(see(match).auction.offer[0].name))  # type: ignore[union-attr]
    lay_somewhere(match)
    match.play([Enter("worker", 0)] * 10, seat=seat)
    match.play(END, seat=seat)


def test_the_auction_of_a_b_c_and_d() -> None:
    match = kafelki.new_match("tikal", seats=4, seed=3, options={"auction": True})
    assert len(see(match).auction.offer) == 4  # type: ignore[union-attr]
    for seat, bid in ((A, 3), (B, 5), (C, 0), (D, 0), (A, 0)):
        say(match, seat, bid)
    assert scores(match) == [20, 15, 20, 20]
    go(match, B)
    for seat, bid in ((C, 2), (D, 3), (A, 4), (C, 0), (D, 0)):  # C opens, B is out
        say(match, seat, bid)
    assert scores(match) == [16, 15, 20, 20]
    go(match, A)
    for seat, bid in ((C, 0), (D, 0)):  # C opens again, A and B are out
        say(match, seat, bid)
    assert scores(match) == [16, 15, 20, 20]
    go(match, C)  # the first to pass, free
    assert see(match).phase == "place"  # the only tile left
    go(match, D)
    assert scores(match) == [16, 15, 20, 20]
    auction = see(match).auction
    assert auction is not None
    assert (len(auction.offer), auction.gone) == (4, [])
    say(match, A, 1)
