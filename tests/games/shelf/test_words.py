"""What people read and pages are sent: refusals, events, views and choices."""

from __future__ import annotations

import inspect
import re

import msgspec
import numpy as np
import pytest

import kafelki
from kafelki.core.codes import FIRST_REFUSAL, NO_SUCH_ACTION, OVER
from kafelki.core.game import COMMON_REFUSALS, Event
from kafelki.core.match import Match
from kafelki.errors import BadMove, IllegalMove, MatchOver
from kafelki.games.shelf import rules, words
from kafelki.games.shelf.events import Ended, GoalReached, Refilled, ShelfFilled, Taken, tell
from kafelki.games.shelf.game import GAME
from kafelki.games.shelf.meta import META
from kafelki.games.shelf.moves import Take
from kafelki.games.shelf.tables import GOAL_NAMES
from kafelki.games.shelf.view import FloorCell
from kafelki.words import Text
from tests.games.shelf.components import BOX
from tests.games.shelf.table import (
    BLOCK,
    EMPTY,
    begin,
    floor,
    full_floor,
    happened,
    kinds_of,
    legal,
    offered,
    on_floor,
    see,
    shelf,
    stocked,
    take,
)

NAMES = ("Ala", "Bartek", "Celina", "Darek")
POLISH = re.compile("[ąćęłńóśźż]")


def both(text: Text) -> tuple[str, str]:
    """Both languages, said and different, every {name} filled."""
    for said in (text.en, text.pl):
        assert said
        assert "{" not in said
        assert "}" not in said
        assert "None" not in said
    assert text.en != text.pl
    return text.en, text.pl


# ---- Refusals


def codes_in(module: object) -> set[int]:
    """The refusals a module of rules names: its numbers from FIRST_REFUSAL on, above the line that ends them."""
    source = inspect.getsource(module)  # type: ignore[arg-type]
    return {
        int(number)
        for number in re.findall(r"^[A-Z_]+: Final = (\d+)$", source, re.MULTILINE)
        if int(number) >= FIRST_REFUSAL
    }


def test_every_refusal_code_has_words_in_both_languages() -> None:
    reasons = {rules.NOT_IN_USE, rules.NO_TILE, rules.NO_FREE_SIDE, rules.NO_ROOM}
    reasons |= {words.NOT_A_LINE, words.NOT_ON_THE_FLOOR, words.NO_SUCH_COLUMN}
    assert set(words.REFUSALS) == reasons
    assert reasons <= codes_in(rules) | codes_in(words)
    assert min(reasons) >= FIRST_REFUSAL
    codes = [refusal.code for refusal in (*words.REFUSALS.values(), *COMMON_REFUSALS.values())]
    assert len(set(codes)) == len(codes)
    for refusal in (*words.REFUSALS.values(), *COMMON_REFUSALS.values()):
        assert re.fullmatch("[a-z_]+", refusal.code)
        assert refusal.words.en != refusal.words.pl
        assert re.findall(r"{\w+}", refusal.words.en) == re.findall(r"{\w+}", refusal.words.pl)
        assert refusal.words.en.endswith(".")
        assert refusal.words.pl.endswith(".")


TALL = [("CBGF.", "BGFT.", "GFTP.", "FTPC.", "TPCBC", "PCBGB"), EMPTY]
REFUSED = [
    ("not_in_use", take("D1")),
    ("no_tile", take("B5")),
    ("no_free_side", take("E5")),
    ("no_room", take("D2", column=0)),
    ("not_a_line", take("D2", "E3")),
    ("not_on_the_floor", Take(((0, 0), (40, -2)), 0)),
    ("no_such_column", take("D2", column=5)),
]


@pytest.mark.parametrize(("code", "move"), REFUSED)
def test_every_refusal_can_happen_and_says_what_came_in_both_languages(code: str, move: Take) -> None:
    cross = {"E4": "C", "E6": "B", "D5": "G", "F5": "F", "E5": "T", "D2": "P"}
    match = begin(floor(**cross), TALL)
    with pytest.raises(IllegalMove) as refused:
        match.play(move)
    assert refused.value.code == f"illegal_move.{code}"
    en, pl = both(refused.value.words)
    assert (refused.value.say("en"), refused.value.say("pl")) == (en, pl)
    for said in (en, pl):
        assert re.search(r"[A-I][1-9]|\(40, -2\)|\d", said)


def test_those_are_all_the_refusals_there_are() -> None:
    assert {code for code, _ in REFUSED} == {refusal.code for refusal in words.REFUSALS.values()}


@pytest.mark.parametrize("reason", [OVER, NO_SUCH_ACTION])
def test_refusals_common_to_all_games_have_words_here_too(reason: int) -> None:
    match = kafelki.new_match("shelf", seed=1)
    both(GAME.refusal(match.state(), 0, take("D2"), reason).words)


def test_a_move_after_the_end_is_refused_as_such() -> None:
    match = begin(floor(D2="C", **BLOCK), [EMPTY, stocked(29)[0]], to_act=1)
    match.play(take("D2", column=4))
    with pytest.raises(MatchOver) as refused:
        match.play(take("D5"))
    both(refused.value.words)
    assert GAME.why_not(match.state(), 0, 0) == OVER
    assert GAME.why_not(match.state(), 0, GAME.actions) == NO_SUCH_ACTION
    assert GAME.why_not(match.state(), 0, -1) == NO_SUCH_ACTION


@pytest.mark.parametrize(
    "document",
    [
        {"type": "shelf.take", "cells": [[1, 3]], "column": True},
        {"type": "shelf.take", "cells": [[1, 3]], "column": 1.5},
        {"type": "shelf.take", "cells": [[1, 3, 4]], "column": 1},
        {"type": "shelf.take", "cells": [[1, 3]], "column": 1, "more": 2},
        {"type": "tikal.take", "cells": [[1, 3]], "column": 1},
        "D2",
        7,
    ],
)
def test_what_is_no_move_at_all_is_refused_in_words(document: object) -> None:
    with pytest.raises(BadMove) as refused:
        kafelki.new_match("shelf", seed=1).play(document)
    assert refused.value.code == "bad_move"
    both(refused.value.words)


def test_a_move_is_read_from_its_document() -> None:
    match = kafelki.new_match("shelf", seed=1)
    match.play({"type": "shelf.take", "cells": [[1, 3], [1, 4]], "column": 1})
    assert match.file().entries[0].moves == (take("D2", "E2", column=1),)  # type: ignore[union-attr]


@pytest.mark.parametrize("column", [True, np.int64(1), 1.0], ids=["bool", "numpy", "float"])
def test_a_typed_move_is_read_as_strictly_as_its_document(column: int) -> None:
    match = kafelki.new_match("shelf", seed=1)
    try:
        match.play(Take(((1, 3),), column))
    except BadMove:
        return
    assert kafelki.load_match(match.dump()).position() == match.position()


# ---- Events


def scripted() -> Match:
    """A short match in which everything happens."""
    nearly = ("CBGF.", "CGFTP", "GFTPC", "FTPCB", "TPCBG", "CBGFC")
    match = begin(floor(D2="C", B5="B", H5="G", E8="F", E5="T"), [nearly, EMPTY], goals=[8, 9], personal=[1, 12])
    match.play(take("D2", column=4))
    match.play(legal(match)[0])
    return match


def test_everything_that_happens_is_told_in_both_languages() -> None:
    seen = happened(scripted())
    assert kinds_of(seen) == [
        *("shelf.taken", "shelf.goal", "shelf.goal", "shelf.filled", "shelf.refilled"),
        *("shelf.taken", "shelf.ended"),
    ]
    assert {type(event) for event in seen} == {Taken, GoalReached, ShelfFilled, Refilled, Ended}
    for event in seen:
        en, pl = both(tell(event, NAMES))
        if not isinstance(event, Refilled):
            assert "Ala" in en + pl or "Bartek" in en + pl


def test_events_say_who_what_and_where() -> None:
    match = scripted()
    taken, corners, eight, filled, refilled, _, ended = happened(match)
    assert taken == Taken(0, [(1, 3)], ["cats"], 4, [0])
    assert (corners, eight) == (GoalReached(0, 8, 8), GoalReached(0, 9, 8))
    assert filled == ShelfFilled(0)
    assert isinstance(refilled, Refilled)
    assert refilled.returned == [
        FloorCell(4, 1, "books"),
        FloorCell(4, 4, "trophies"),
        FloorCell(4, 7, "games"),
        FloorCell(7, 4, "frames"),
    ]
    assert len(refilled.laid) == 29
    assert isinstance(ended, Ended)
    assert [(result.seat, result.card, result.points.total) for result in ended.results] == [
        (0, 1, match.scores[0]),
        (1, 12, match.scores[1]),
    ]


@pytest.mark.parametrize(
    ("event", "en", "pl"),
    [
        (Taken(0, [(1, 3)], ["cats"], 4, [0]), "(D2), column 5.", "(D2), kolumna 5."),
        (
            GoalReached(1, 9, 8),
            "Bartek reaches a common goal for 8 points: Eight tiles of one kind, anywhere.",
            "Bartek spełnia cel wspólny za 8 punktów: Osiem kafelków tego samego rodzaju, gdziekolwiek.",
        ),
        (GoalReached(1, 8, 4), "for 4 points", "za 4 punkty"),
        (GoalReached(1, 8, 2), "for 2 points", "za 2 punkty"),
        (
            ShelfFilled(0),
            "Ala has the first full shelf and takes the end token.",
            "Ala ma pierwszą pełną półeczkę i bierze żeton końca.",
        ),
        (Refilled([], [FloorCell(1, 3, "cats")]), "New on the floor: 1 tile.", "Nowe na podłodze: 1 kafelek."),
        (Refilled([], [FloorCell(1, 3, "cats")] * 22), "22 tiles", "22 kafelki"),
        (Refilled([], [FloorCell(1, 3, "cats")] * 25), "25 tiles", "25 kafelków"),
    ],
)
def test_events_are_told_with_the_right_forms(event: Event, en: str, pl: str) -> None:
    told = tell(event, NAMES)
    assert en in told.en
    assert pl in told.pl


def test_rows_of_taken_tiles_count_from_the_top_the_first_lowest() -> None:
    match = begin(floor(D4="C", E4="B", F4="G", **BLOCK), [shelf("..T..", "..P.."), EMPTY])
    match.play(take("E4", "D4", "F4", column=2))
    (event,) = happened(match)
    assert event == Taken(0, [(3, 4), (3, 3), (3, 5)], ["books", "cats", "games"], 2, [3, 2, 1])
    for row, kind in zip((3, 2, 1), ("books", "cats", "games"), strict=True):
        assert see(match).players[0].shelf[row][2] == kind


def test_what_is_no_event_of_this_game_is_not_told() -> None:
    class Other(Event, frozen=True, tag="other"):
        pass

    with pytest.raises(TypeError):
        tell(Other(), NAMES)


# ---- Names of things


def test_goals_kinds_and_options_have_words_in_both_languages() -> None:
    assert len(words.GOAL_WORDS) == len(GOAL_NAMES) == 13
    for text in (*words.GOAL_WORDS[1:], META.title, META.about):
        both(text)
    for one, several in words.KIND_WORDS:
        both(one)
        both(several)
    for option in META.options:
        both(option.words)
        for choice in option.choices:
            both(choice.words)
    assert sum(bool(POLISH.search(text.pl)) for text in words.GOAL_WORDS) >= 8


# ---- Views


def keys_in(document: object) -> set[str]:
    if isinstance(document, dict):
        return set(document) | {key for value in document.values() for key in keys_in(value)}
    if isinstance(document, list):
        return {key for value in document for key in keys_in(value)}
    return set()


def test_a_view_is_json_in_camel_case() -> None:
    match = scripted()
    for seat in (None, 0, 1):
        for ply in range(match.ply + 1):
            document = msgspec.json.decode(msgspec.json.encode(match.view(seat, ply)))
            assert document["type"] == "shelf.view"
            names = keys_in({key: value for key, value in document.items() if key != "options"})
            assert all(re.fullmatch("[a-z]+([A-Z][a-z]+)*", key) for key in names), names
            assert {"toAct", "tokensLeft", "endToken"} <= names
            assert document["options"].keys() == match.options.keys()


def test_events_are_json_in_camel_case_and_tagged_with_the_game() -> None:
    for event in happened(scripted()):
        document = msgspec.json.decode(msgspec.json.encode(event))
        assert document["type"].startswith("shelf.")
        assert all(re.fullmatch("[a-z]+([A-Z][a-z]+)*", key) for key in keys_in(document))


def test_31_a_spectator_is_sent_no_personal_card_before_the_end_and_all_after_it() -> None:
    match = scripted()
    for ply, cards in ((0, [None, None]), (1, [None, None]), (2, [1, 12])):
        document = msgspec.json.decode(msgspec.json.encode(match.view(None, ply)))
        assert [player["card"] and player["card"]["number"] for player in document["players"]] == cards
    for seat in (0, 1):
        document = msgspec.json.decode(msgspec.json.encode(match.view(seat, 1)))
        assert [player["card"] is not None for player in document["players"]] == [seat == 0, seat == 1]


def test_a_view_shows_the_table_as_it_is() -> None:
    match = begin(full_floor(3), stocked(7, 4, 0), goals=[1, 9], taken=[[8, 6, 0], [0, 0, 8]], to_act=2)
    seen = see(match, 2)
    assert (seen.seat, seen.ply, seen.to_act, seen.over) == (2, 0, 2, False)
    assert [(at.row, at.column) for at in seen.floor] == sorted(BOX.living_room.cells(3))
    assert [(goal.number, goal.name, goal.tokens_left) for goal in seen.goals] == [
        (1, "two_squares", [4]),
        (9, "eight_of_a_kind", [6, 4]),
    ]
    assert [player.tokens for player in seen.players] == [[8, 0], [6, 0], [0, 8]]
    assert [player.points.tokens for player in seen.players] == [8, 6, 8]
    assert seen.players[0].shelf[5] == ["cats", "books", "games", "frames", "trophies"]
    assert seen.players[0].shelf[4] == ["plants", "cats", None, None, None]
    card = seen.players[2].card
    assert card is not None
    assert [(cell.kind, cell.row, cell.column, cell.met) for cell in card.cells] == [
        (cell.type, cell.row, cell.col, False) for cell in BOX.personal_goals.cards[2].cells
    ]


# ---- Choices


@pytest.mark.parametrize("seats", [2, 4])
def test_choices_are_exactly_the_lines_and_the_room_of_the_legal_moves(seats: int) -> None:
    match = kafelki.new_match("shelf", seats=seats, seed=12)
    while not match.over:
        moves, choices = legal(match), offered(match)
        lines = [frozenset(line.cells) for line in choices.lines]
        assert len(set(lines)) == len(lines)
        assert set(lines) == {frozenset(move.cells) for move in moves}
        for column, room in enumerate(choices.room):
            assert room == max((len(move.cells) for move in moves if move.column == column), default=0)
        rebuilt = {(line, column) for line in lines for column in range(5) if len(line) <= choices.room[column]}
        assert rebuilt == {(frozenset(move.cells), move.column) for move in moves}
        match.play(moves[-1])
    assert offered(match).lines == []
    assert offered(match).room == [0] * 5


def test_choices_are_in_reading_order_the_shortest_first() -> None:
    lines = [line.cells for line in offered(kafelki.new_match("shelf", seed=1)).lines]
    assert lines == sorted(lines, key=lambda cells: (len(cells), cells))
    assert all(list(cells) == sorted(cells) for cells in lines)
    assert len(on_floor(kafelki.new_match("shelf", seed=1))) == 29
