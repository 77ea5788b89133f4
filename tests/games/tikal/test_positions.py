"""Positions: what the components can make is taken and given back the same, anything else is refused in words."""

from __future__ import annotations

import random
from typing import Any, Final

import msgspec
import numba
import pytest

import kafelki
from kafelki.errors import BadPosition, BadSeats
from kafelki.games.tikal.moves import EndTurn, Enter
from tests.games.tikal.table import NEAR, Document, Spot, at, begin, document, full, laid_out, own, see

LONGEST: Final = 100 if numba.config.DISABLE_JIT else 10_000  # plies

# ---- There and back


@pytest.mark.parametrize(("seats", "auction"), [(2, False), (3, True), (4, False)])
def test_every_position_of_a_match_can_be_set_up_again(seats: int, auction: bool) -> None:
    match, rng = kafelki.new_match("tikal", seats=seats, seed=6, options={"auction": auction}), random.Random(6)
    while not match.over and match.ply < LONGEST:
        match.play(rng.choice(match.legal()))
        if match.ply % 17 == 0 or match.over:
            sent = msgspec.json.decode(msgspec.json.encode(match.position()))
            copy = kafelki.new_match("tikal", position=sent, options=match.options, seed=1)
            assert copy.position() == match.position()
            assert copy.legal() == match.legal()
            assert (copy.to_act, copy.over, copy.scores) == (match.to_act, match.over, match.scores)
            assert see(copy) == msgspec.structs.replace(see(match), ply=0)


def test_a_position_is_readable_and_says_everything() -> None:
    match = begin({"C4": ("A5", 2, 3), "A4": ("north", 0, 2)}, own(A5=2, leader="B4", treasures={"ring": 1}), points=7)
    first, *_ = laid_out(match).players
    assert msgspec.to_builtins(first) == {
        "score": 0,
        "supply": 16,
        "troops": [{"cell": (0, 4), "workers": 2}],
        "leader": (1, 3),
        "camps": [],
        "guards": [],
        "treasures": {"ring": 1},
    }
    placed = {each.tile: each for each in laid_out(match).board}
    assert (placed["A5"].turned, placed["A5"].number, placed["north"].number, placed["east"].number) == (2, 3, 2, None)
    assert (laid_out(match).points, laid_out(match).phase, laid_out(match).to_act) == (7, "act", 0)


def test_a_match_from_a_position_is_kept_in_its_file() -> None:
    match = begin(NEAR, own(A5=1))
    match.play([Enter("worker", 0), EndTurn()])
    assert kafelki.load_match(match.dump()).state().tobytes() == match.state().tobytes()


# ---- What is refused


def refused(board: dict[str, Spot] = NEAR, *players: Document, options: Any = None, **rest: object) -> BadPosition:
    seats = rest.pop("seats", 2)
    assert isinstance(seats, int)
    position = document(board, players, seats=max(seats, len(players)), **rest)
    with pytest.raises(BadPosition) as error:
        kafelki.new_match("tikal", position=position, seed=1, options=options or {})
    assert error.value.words.en != error.value.words.pl
    return error.value


@pytest.mark.parametrize(
    ("board", "sides", "rest"),
    [
        ({"B3": "A2", "C4": "A2"}, [], {}),  # a tile twice
        ({"B3": "Z9"}, [], {}),
        ({"B3": ("A2", 6)}, [], {}),
        ({"B3": ("D4", 3)}, [], {}),  # looks like turned by 1
        ({"B3": ("A2", 0, 1)}, [], {}),  # a level below the printed one
        ({"B3": ("A2", 0, 11)}, [], {}),
        ({"C4": ("A5", 0, 5)}, [], {}),  # more treasures than masks
        ({"C4": ("A6", 0, 1)}, [], {}),
        ({"C4": ("A5", 0, 3)}, [], {}),  # one taken, and nobody has it
        (NEAR, [own(treasures={"mask": 1})], {}),  # one held, and none taken
        ({"C4": ("A5", 0, 0)}, [own(treasures={"mask": 4})], {}),
        ({"C4": ("A5", 0, 0)}, [own(treasures={"mask": 3}), own(treasures={"mask": 1})], {}),
        ({"H1": ("A2", 0)}, [], {}),  # out of reach
        ({"B3": "B6", "B2": ("A2", 0)}, [], {}),  # behind a volcano
        (NEAR, [own(supply=19)], {}),
        (NEAR, [own(supply=17)], {}),  # a worker is missing
        (NEAR, [own(B3=19, supply=0)], {}),
        (NEAR, [own(H1=1)], {}),
        ({**NEAR, "D3": "B6"}, [own(D3=1)], {}),
        (NEAR, [own(leader="H1")], {}),
        (NEAR, [own(leader="guard")], {}),
        (NEAR, [own(camps=["B3"])], {}),
        (NEAR, [own(camps=["C4"])], {}),
        (NEAR, [own(camps=["B4", "B4"])], {}),
        (NEAR, [own(camps=["B4"]), own(camps=["B4"])], {}),
        (NEAR, [own(guards=["B4"])], {}),
        (NEAR, [own(guards=["B3", "B3"])], {}),
        (NEAR, [own(guards=["B3"]), own(guards=["B3"])], {}),
        (NEAR, [own(guards=["A4", "B3", "B5"])], {}),
        (NEAR, [], {"points": 11}),
        (NEAR, [], {"points": -1}),
        (NEAR, [], {"to_act": 2}),
        (NEAR, [], {"to_act": None}),  # over, with a deck
        (NEAR, [], {"hand": "A2"}),  # in two places
        (NEAR, [], {"aside": ["A2"]}),
        (NEAR, [], {"phase": "place"}),  # nothing to place
        (NEAR, [], {"phase": "bid"}),
        (NEAR, [], {"phase": "choose"}),
        (NEAR, [], {"last": 2}),
        (NEAR, [], {"auction": {"offer": ["A1", "A3"]}}),
        (NEAR, [], {"options": {"auction": True}}),
        (NEAR, [], {"scoring": {"order": [0, 0], "scored": 0}, "hand": "B6"}),
        (NEAR, [], {"scoring": {"order": [0, 1], "scored": 2}, "hand": "B6"}),
        (NEAR, [], {"dug": ["H1"]}),
        ({}, [], {"options": {"auction": True}, "phase": "bid", "auction": {"offer": ["A1", "A2"], "passed": [0]}}),
        ({}, [], {"options": {"auction": True}, "phase": "bid", "auction": {"offer": ["A1"], "gone": [0]}}),
        ({}, [], {"options": {"auction": True}, "phase": "bid", "auction": {"offer": ["A1", "A2"], "bid": 3}}),
        ({}, [], {"options": {"auction": True}, "phase": "bid", "auction": {"offer": ["A1", "A2"], "gone": [4]}}),
    ],
)
def test_a_position_the_components_cannot_make_is_refused(
    board: dict[str, Spot], sides: list[Document], rest: dict[str, Any]
) -> None:
    error = refused(board, *sides, **rest)
    assert error.code == "bad_position.rules"
    assert error.words.en.startswith("Not a position of Tikal: ")
    assert error.words.pl.startswith("To nie jest pozycja Tikala: ")


def test_a_printed_tile_stays_where_it_is_printed_and_as_it_is() -> None:
    position = document(NEAR)
    board = position["board"]
    assert isinstance(board, list)
    for spoilt in (board[1:], [{**board[0], "cell": at("H1")}, *board[1:]], [{**board[0], "turned": 1}, *board[1:]]):
        with pytest.raises(BadPosition):
            kafelki.new_match("tikal", position={**position, "board": spoilt}, seed=1)


@pytest.mark.parametrize("rest", [{"phase": "rest"}, {"to_act": True}, {"more": 1}, {"points": "3"}, {"type": "x"}])
def test_what_is_no_position_at_all_is_refused(rest: dict[str, object]) -> None:
    assert refused(NEAR, **rest).code == "bad_position.shape"


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_a_position_is_for_two_to_four(seats: int) -> None:
    with pytest.raises(BadSeats):
        kafelki.new_match("tikal", position={**document(NEAR), "players": [own()] * seats}, seed=1)


# ---- What no match can come to

AUCTION: Final = {"auction": True}
RICH: Final = [own(score=9), own(score=9), own(score=9)]


def bids(seats: int, **auction: object) -> dict[str, Any]:
    return {"phase": "bid", "options": AUCTION, "seats": seats, "auction": {"offer": ["A1", "A2", "A3"], **auction}}


@pytest.mark.parametrize(
    ("board", "sides", "rest"),
    [
        # The tile in hand is lost with the next one drawn or chosen.
        pytest.param(NEAR, [], {"hand": "B1"}, id="a tile in hand while points are spent"),
        pytest.param(NEAR, [], {"hand": "B6"}, id="a volcano in hand without its scoring round"),
        pytest.param({}, [], {**bids(3), "hand": "B1"}, id="a tile in hand while bidding"),
        pytest.param({}, [], {**bids(3), "phase": "choose", "hand": "B1"}, id="a tile in hand while choosing"),
        # Nothing to lay when the round is over.
        pytest.param(NEAR, [], {"scoring": {"order": [0, 1], "scored": 0}}, id="a scoring round without its volcano"),
        pytest.param(NEAR, [], {"scoring": {"order": [0, 1], "scored": 0}, "hand": "B1"}, id="scoring for a temple"),
        pytest.param(
            NEAR, [], {"scoring": {"order": [0, 1], "scored": 0}, "hand": "B6", "phase": "place"}, id="laid too soon"
        ),
        pytest.param(
            NEAR, [], {"scoring": {"order": [0, 1], "scored": 0}, "hand": "B6", "to_act": 1}, id="not whose turn it is"
        ),
        pytest.param(
            NEAR,
            [],
            {"scoring": {"order": [0, 2, 1], "scored": 0}, "hand": "B6", "seats": 3},
            id="a volcano round that is not clockwise",
        ),
        pytest.param(NEAR, [], {"scoring": {"order": [0, 1], "scored": 0, "last": True}}, id="the last round too soon"),
        pytest.param(
            full("G4", free=["H5"]),
            [],
            {"scoring": {"order": [0, 1], "scored": 0, "last": True}, "hand": "G4"},
            id="the last round with a tile in hand",
        ),
        pytest.param(full("G4", free=["H5"]), [], {"hand": "G4", "to_act": None}, id="over with a tile in hand"),
        # Tiles on offer are as many as players who have not gone, and rounds come out even.
        pytest.param({}, RICH, bids(3, offer=["A1", "A2"]), id="fewer tiles on offer than players"),
        pytest.param({}, RICH[:2], bids(2), id="more tiles on offer than players"),
        pytest.param({"C4": "A4"}, RICH, bids(3), id="a deck that does not come out even"),
        pytest.param(
            {"C4": "A4", "C5": "A5"}, RICH, {**bids(3, offer=["A1"], gone=[1, 2])}, id="an auction for one alone"
        ),
        pytest.param({"C4": "A4"}, RICH, bids(3, offer=["A1", "A2"], gone=[1], bid=3, bidder=1), id="a bidder gone"),
        pytest.param({}, RICH, bids(3, bid=3, bidder=1, passed=[1]), id="a bidder who passed"),
        pytest.param({}, RICH, bids(3, bid=10, bidder=1), id="a bid above the bidder's points"),
        pytest.param({"C4": "A4"}, RICH, bids(3, offer=["A1", "A2"], gone=[1], passed=[1]), id="gone and passed"),
        pytest.param({}, RICH, {**bids(3, gone=[0]), "phase": "choose"}, id="choosing after one has gone"),
        # What cannot come about.
        pytest.param(NEAR, [], {"phase": "place", "hand": "B1", "points": 3}, id="points spent before laying"),
        pytest.param(NEAR, [], {"phase": "place", "hand": "B1", "dug": ["B3"]}, id="dug before laying"),
        pytest.param(NEAR, [], {"dug": ["B3", "B3", "B3"], "points": 4}, id="dug three times"),
        pytest.param(NEAR, [], {"dug": ["B4"], "points": 4}, id="dug in the jungle"),
        pytest.param(NEAR, [own(leader="out")], {}, id="a leader out of the game without a guard"),
        pytest.param({**NEAR, "H1": "B6"}, [], {}, id="a volcano that touches nothing"),
        pytest.param(NEAR, [], {"aside": ["A1"]}, id="a tile set aside that fits"),
        pytest.param(NEAR, [own(score=-1)], {}, id="fewer points than none"),
    ],
)
def test_a_position_no_match_can_come_to_is_refused(
    board: dict[str, Spot], sides: list[Document], rest: dict[str, Any]
) -> None:
    refused(board, *sides, **rest)
