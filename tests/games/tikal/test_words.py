"""What people read and pages are sent: refusals, events, views and choices."""

from __future__ import annotations

import inspect
import random
import re
from typing import Final

import msgspec
import numba
import pytest

import kafelki
from kafelki.core.codes import FIRST_REFUSAL, NO_SUCH_ACTION, OVER
from kafelki.core.game import COMMON_REFUSALS, Event
from kafelki.core.match import Match
from kafelki.errors import BadMove, MatchOver
from kafelki.games.tikal import events, refusals, words
from kafelki.games.tikal.events import (
    SENTENCES,
    AuctionWon,
    MatchEnded,
    PieceEntered,
    PieceMoved,
    ScoringBegan,
    SeatScored,
    SetAside,
    TempleScored,
    TileChosen,
    TilesDrawn,
    tell,
)
from kafelki.games.tikal.game import GAME
from kafelki.games.tikal.meta import META
from kafelki.games.tikal.moves import (
    AnyMove,
    Bid,
    Build,
    Choose,
    EndTurn,
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
from kafelki.games.tikal.view import TikalView
from kafelki.words import Text
from tests.games.tikal.table import (
    END,
    Spot,
    at,
    begin,
    bidding,
    events_of,
    full,
    grown,
    lay_somewhere,
    legal,
    offered,
    own,
    pass_turn,
    play_each,
    refused,
    see,
    tags,
    where,
    with_number,
)

LONGEST: Final = 90 if numba.config.DISABLE_JIT else 10_000  # plies
NAMES: Final = ("Ala", "Bartek", "Celina", "Darek")
BOARD: Final[dict[str, Spot]] = {
    "B3": ("A2", 1),
    "C4": ("A5", 0, 2),
    "C5": ("A4", 0, 0),
    "D4": ("A6", 0),
    "A4": ("north", 0, 4),
    "B5": ("east", 0, 4),
}
SIDES: Final = (
    own(A5=2, B3=2, C4=1, A4=1, guards=["B5"], treasures={"mask": 1, "idol": 2}),
    own(B3=2, treasures={"jug": 1, "bowl": 2}),
)


def both(text: Text) -> tuple[str, str]:
    """Both languages, said, every {name} filled."""
    for said in (text.en, text.pl):
        assert said.strip()
        assert not {"{", "}"} & set(said)
        assert "None" not in said
    return text.en, text.pl


def act(points: int = 10) -> Match:
    return begin(BOARD, *SIDES, points=points)


def lay(hand: str) -> Match:
    return begin(BOARD, *SIDES, phase="place", hand=hand)


def bid() -> Match:
    return bidding(own(score=9), own(score=20), own(score=20), offer=["A1", "A2", "A3"], bid=3, bidder=2)


def ran_out() -> Match:
    """All nine 4s are used: the temple of level 3 on the last cell grows no more."""
    low = ["A1", "A2", "A3", "B1", "B2", "C1", "G1"]
    board = grown([*low, "G2"])
    last = where(board, "G2")
    fours = with_number(board, dict.fromkeys(low, 4))
    match = begin({**fours, "A4": ("north", 0, 4), "B5": ("east", 0, 4)}, own(on={last: 1}))
    refused(match, Uncover(at(last)), "no_token")
    return match


def dug() -> Match:
    match = begin(BOARD, own(B3=3, C4=1, treasures={"mask": 3, "idol": 3}))
    match.play([Uncover(at("B3")), Uncover(at("B3")), Take(at("C4"))])
    return match


def built() -> Match:
    return begin(BOARD, own(camps=["B4", "D4"], A4=1, guards=["B3", "B5"], treasures={"mask": 3, "idol": 3}))


# ---- Refusals

REFUSED: Final = [
    ("not_now", act, Lay(at("B2"), 3)),
    ("not_now", lambda: lay("B1"), END),
    ("not_now", bid, END),
    ("not_now", act, Choose("A1")),
    ("too_dear", lambda: act(0), Enter("worker", 0)),
    ("too_dear", lambda: act(1), Walk("worker", at("A5"), "N")),
    ("too_dear", lambda: act(1), Uncover(at("B3"))),
    ("too_dear", lambda: act(2), Take(at("C4"))),
    ("too_dear", lambda: act(2), Exchange(1, "mask", "jug")),
    ("too_dear", lambda: act(4), Build(at("B4"))),
    ("too_dear", lambda: act(4), Guard("worker", at("A4"))),
    ("occupied", lambda: lay("B1"), Lay(at("A5"), 0)),
    ("not_beside", lambda: lay("B1"), Lay(at("H1"), 0)),
    ("no_way_in", lambda: lay("B1"), Lay(at("B2"), 0)),
    ("same_turn", lambda: lay("D4"), Lay(at("A3"), 2)),
    ("none_in_supply", lambda: begin(BOARD, own(leader="A5", treasures={"mask": 3, "idol": 3})), Enter("leader", 0)),
    ("no_such_camp", act, Enter("worker", 1)),
    ("no_such_camp", act, Path("worker", 0, 1)),
    ("no_piece", act, Walk("leader", at("A5"), "N")),
    ("no_piece", built, Path("worker", 1, 2)),
    ("no_piece", act, Guard("leader", at("B3"))),
    ("no_passage", act, Walk("worker", at("A5"), "S")),
    ("no_temple", act, Uncover(at("B4"))),
    ("guarded", act, Uncover(at("B5"))),
    ("no_token", ran_out, None),
    ("two_a_turn", dug, Uncover(at("B3"))),
    ("needs_two", dug, Take(at("C4"))),
    ("no_treasure", act, Take(at("C5"))),
    ("no_such_player", act, Exchange(3, "mask", "jug")),
    ("same_kind", act, Exchange(1, "mask", "mask")),
    ("not_your_single", act, Exchange(1, "idol", "jug")),
    ("not_their_single", act, Exchange(1, "mask", "bowl")),
    ("no_site", act, Build(at("B3"))),
    ("no_camp_left", built, Build(at("C5"))),
    ("no_majority", act, Guard("worker", at("B3"))),
    ("no_guard_left", built, Guard("worker", at("A4"))),
    ("bid_too_low", bid, Bid(3)),
    ("bid_too_high", bid, Bid(10)),
    ("not_on_offer", lambda: begin({}, phase="choose", auction={"offer": ["A1", "A2"], "passed": [0, 1]},
                                   options={"auction": True}), Choose("C1")),
    ("off_the_board", act, Uncover((8, 0))),
    ("off_the_board", lambda: lay("B1"), Lay((0, 5), 0)),
    ("off_the_board", act, Walk("worker", (-1, 2), "N")),
    ("no_such_thing", lambda: lay("B1"), Lay(at("B2"), 6)),
    ("no_such_thing", act, Path("worker", 0, 0)),
    ("no_such_thing", act, Enter("worker", 3)),
]  # fmt: skip


@pytest.mark.parametrize(("code", "made", "move"), REFUSED)
def test_every_refusal_can_happen_and_says_so_in_both_languages(code: str, made: object, move: AnyMove | None) -> None:
    match = made()  # type: ignore[operator]
    if move is None:
        return  # refused while it was made
    error = refused(match, move, code)
    en, pl = both(error.words)
    assert (error.say("en"), error.say("pl")) == (en, pl)
    assert (en[-1], pl[-1]) == (".", ".")
    if code not in ("not_now", "too_dear", "no_such_thing", "off_the_board") and isinstance(
        move, Lay | Walk | Uncover | Take | Build | Guard
    ):
        name = "ABCDEFGH"[move.cell[0]] + str(move.cell[1] + 1)
        assert (name in en) == (name in pl)


def test_those_are_all_the_refusals_there_are_and_each_has_words_and_a_name() -> None:
    assert {code for code, _, _ in REFUSED} == {refusal.code for refusal in words.REFUSALS.values()}
    numbers = {value for name, value in vars(refusals).items() if name.isupper() and name in reasons()}
    assert set(words.REFUSALS) == numbers | {words.OFF_THE_BOARD, words.NO_SUCH_THING}
    assert min(words.REFUSALS) >= FIRST_REFUSAL
    found = [*words.REFUSALS.values(), *COMMON_REFUSALS.values()]
    assert len({refusal.code for refusal in found}) == len(found)
    for refusal in found:
        assert re.fullmatch("[a-z_]+", refusal.code)
        assert refusal.words.en != refusal.words.pl
        assert set(re.findall(r"{\w+}", refusal.words.en)) == set(re.findall(r"{\w+}", refusal.words.pl))
        assert (refusal.words.en[-1], refusal.words.pl[-1]) == (".", ".")


def reasons() -> set[str]:
    """The names of refusals.py that are numbers from FIRST_REFUSAL on, in the lines that define them."""
    return set(re.findall(r"^([A-Z_]+): Final = \d\d$", inspect.getsource(refusals), re.MULTILINE))


@pytest.mark.parametrize("reason", [OVER, NO_SUCH_ACTION])
def test_refusals_common_to_all_games_have_words_here_too(reason: int) -> None:
    both(GAME.refusal(act().state(), 0, END, reason).words)


def test_a_move_after_the_end_is_refused_as_such() -> None:
    match = begin(full(free=[]), scoring={"order": [0, 1], "scored": 1, "last": True}, to_act=1, last=1)
    match.play(END)
    with pytest.raises(MatchOver):
        match.play(END)
    assert {int(GAME.why_not(match.state(), 0, action)) for action in (0, 700, GAME.actions - 1)} == {OVER}


@pytest.mark.parametrize(
    "document",
    [
        {"type": "tikal.lay", "cell": [1, 2]},
        {"type": "tikal.lay", "cell": [1, 2, 3], "turned": 0},
        {"type": "tikal.lay", "cell": "B3", "turned": 0},
        {"type": "tikal.bid", "points": 1.5},
        {"type": "tikal.walk", "piece": "camp", "cell": [0, 4], "direction": "N"},
        {"type": "tikal.walk", "piece": "worker", "cell": [0, 4], "direction": "E"},
        {"type": "tikal.exchange", "seat": 1, "give": "crown", "take": "ring"},
        {"type": "tikal.end_turn", "now": True},
        {"type": "shelf.take", "cells": [[1, 3]], "column": 1},
        "END",
    ],
)
def test_what_is_no_move_at_all_is_refused_in_words(document: object) -> None:
    with pytest.raises(BadMove) as error:
        act().play(document)
    both(error.value.words)


# ---- Events


def everything() -> list[Match]:
    """Matches in which everything happens."""
    match = begin(BOARD, *SIDES, phase="place", hand="B1")
    play_each(match, [Lay(at("B2"), 3), Take(at("C4")), Exchange(1, "mask", "jug"), Enter("leader", 0), END])
    pass_turn(match)
    lay_somewhere(match)
    match.play(
        [Build(at("B4")), Path("worker", 0, 1), Walk("worker", at("A5"), "NE"), Walk("worker", at("B4"), "N"), END]
    )
    pass_turn(match)
    lay_somewhere(match)
    match.play([Uncover(at("B3")), Guard("worker", at("B3")), END])
    sold = bidding(own(score=20), own(score=20), offer=["A1", "A2"])
    for move in (Bid(2), Pass(), Choose("A2")):
        sold.play(move)
    for _ in range(2):
        pass_turn(sold)
    walled = full("G4", free=["H5"], volcanoes={"B6": "H4", "D5": "G5"})
    ended = begin(walled, own(A4=1), last=1)
    for _ in range(4):
        ended.play(END)
    return [match, sold, ended]


def test_every_sort_of_event_happens_and_is_told_in_both_languages() -> None:
    told = [event for match in everything() for event in events_of(match)]
    sorts = {sort for sort in vars(events).values() if isinstance(sort, type) and issubclass(sort, Event)} - {Event}
    assert {type(event) for event in told} == sorts == set(SENTENCES)
    for event in told:
        en, pl = both(tell(event, NAMES))
        assert en != pl
        assert (en[-1], pl[-1]) == (".", ".")
        document = msgspec.json.decode(msgspec.json.encode(event))
        assert document["type"].startswith("tikal.")
        assert all(re.fullmatch("[a-z]+([A-Z][a-z]+)*", key) for key in document)


def test_events_are_told_move_by_move() -> None:
    match, sold, ended = everything()
    assert tags(events_of(match))[:6] == [
        *("tikal.laid", "tikal.taken", "tikal.exchanged", "tikal.entered", "tikal.turn_ended", "tikal.drawn")
    ]
    assert tags(events_of(sold)) == [
        *("tikal.bid", "tikal.passed", "tikal.won", "tikal.chosen", "tikal.laid", "tikal.turn_ended", "tikal.chosen"),
        *("tikal.laid", "tikal.turn_ended", "tikal.drawn"),
    ]
    assert tags(events_of(ended))[-5:] == [
        *("tikal.turn_ended", "tikal.scored", "tikal.turn_ended", "tikal.scored", "tikal.ended")
    ]


@pytest.mark.parametrize(
    ("event", "en", "pl"),
    [
        (AuctionWon(1, 1), "Bartek goes next for 1 point.", "Bartek ma ruch za 1 punkt."),
        (AuctionWon(1, 0), "Bartek goes next for free.", "Bartek ma ruch za darmo."),
        (PieceEntered(0, "worker", (0, 4)), "Ala enters a worker on A5.", "Ala wprowadza uczestnika na pole A5."),
        (PieceEntered(0, "leader", (0, 4)), "Ala enters the leader on A5.", "Ala wprowadza dowódcę na pole A5."),
        (PieceMoved(0, "leader", (0, 4), (1, 3), 1, False), "for 1 action point.", "za 1 punkt akcji."),
        (PieceMoved(0, "leader", (0, 4), (1, 3), 5, False), "for 5 action points.", "za 5 punktów akcji."),
        (PieceMoved(0, "worker", (0, 4), (1, 3), 1, True), "takes the secret path from", "idzie tajemną ścieżką z"),
        (ScoringBegan([0, 1], False), "A scoring round begins.", "Zaczyna się runda rozliczeniowa."),
        (ScoringBegan([0, 1], True), "The last scoring round begins.", "Zaczyna się ostatnia runda rozliczeniowa."),
        (AuctionWon(1, 2), "for 2 points", "za 2 punkty"),
        (AuctionWon(1, 5), "for 5 points", "za 5 punktów"),
        (
            SeatScored(0, [TempleScored((1, 2), 21, "guard")], 8, 29),
            "Ala scores 29 points: temples 21, treasures 8.",
            "Ala: 29 punktów; świątynie 21, skarby 8.",
        ),
        (MatchEnded([22, 101]), "Ala: 22 points, Bartek: 101 points.", "Ala: 22 punkty, Bartek: 101 punktów."),
    ],
)
def test_events_are_told_with_the_right_forms(event: Event, en: str, pl: str) -> None:
    told = tell(event, NAMES)
    assert en in told.en
    assert pl in told.pl


@pytest.mark.parametrize(
    "event",
    [
        TilesDrawn(["A3", "A4"], ["temple", "treasure"], [2, 4]),
        TileChosen(0, "A3", "temple", 2),
        SetAside("A3", "temple", 2),
    ],
)
def test_a_tile_is_not_told_by_the_name_of_a_cell(event: Event) -> None:
    told = tell(event, NAMES)
    assert not re.search(r"\b[A-H][1-6]\b", told.en + told.pl)
    assert "temple 2" in told.en
    assert "świątynia 2" in told.pl


@pytest.mark.parametrize("move", [Path("worker", 0, 0), Enter("worker", 3)])
def test_a_move_that_names_nothing_is_told_by_its_tag(move: AnyMove) -> None:
    told = refused(act(), move, "no_such_thing").words
    tag = str(move.__struct_config__.tag)
    for text in both(told):
        assert tag in text
        assert "(" not in text


def test_names_of_things_have_words_in_both_languages() -> None:
    named = (*words.ASKED.values(), *words.PIECES.values(), *words.TREASURES.values(), META.about)
    for text in (*named, *(option.words for option in META.options)):
        both(text)
    assert len({text.pl for text in words.TREASURES.values()}) == len({*words.TREASURES}) == 8


# ---- Views and choices


@pytest.mark.parametrize(("seats", "auction"), [(2, False), (3, True), (4, False)])
def test_views_are_json_and_choices_are_exactly_the_legal_moves(seats: int, auction: bool) -> None:
    match, rng = kafelki.new_match("tikal", seats=seats, seed=2, options={"auction": auction}), random.Random(2)
    while not match.over and match.ply < LONGEST:
        if match.ply % 29 == 0:
            for seat in (None, match.to_act):
                sent = msgspec.json.encode(match.view(seat))
                assert msgspec.json.decode(sent, type=TikalView) == see(match, seat)
            assert rebuilt(match) == legal(match)
            assert msgspec.json.decode(msgspec.json.encode(offered(match)), type=type(offered(match))) == offered(match)
        match.play(rng.choice(match.legal()))


def test_nothing_is_offered_when_the_match_is_over() -> None:
    match = begin(full(free=[]), own(A5=1), scoring={"order": [1, 0], "scored": 1, "last": True}, last=0)
    assert offered(match).reach
    match.play(END)
    assert match.over
    assert offered(match).reach == []
    assert not offered(match).can_end
    assert not offered(match).can_pass


def rebuilt(match: Match) -> set[AnyMove]:
    """The legal moves as a page would make them from its choices; of walks and paths, those the pieces' ways begin."""
    offer, walks = offered(match), {move for move in legal(match) if isinstance(move, Walk | Path)}
    begun = {target.way[0] for reach in offer.reach for target in reach.targets}
    assert begun <= walks
    camps = [(0, 4), *(see(match).players[match.to_act].camps if match.to_act is not None else [])]
    starts = {(move.piece, move.cell if isinstance(move, Walk) else camps[move.origin]) for move in walks}
    assert {(reach.piece, reach.cell) for reach in offer.reach} == starts
    found: set[AnyMove] = {Lay(choice.cell, turned) for choice in offer.lay for turned in choice.turns}
    found |= {*offer.enter, *walks, *offer.exchange, *offer.guard}
    found |= {Uncover(cell) for cell in offer.uncover} | {Take(cell) for cell in offer.take}
    found |= {Build(cell) for cell in offer.build} | {Choose(tile) for tile in offer.tiles}
    found |= ({EndTurn()} if offer.can_end else set()) | ({Pass()} if offer.can_pass else set())
    if offer.least_bid is not None and offer.most_bid is not None:
        found |= {Bid(points) for points in range(offer.least_bid, offer.most_bid + 1)}
    return found
