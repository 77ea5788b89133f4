"""What people read and pages are sent: refusals, events, views and choices."""

from __future__ import annotations

import inspect
import re
from itertools import product

import msgspec
import numba
import pytest

from kafelki.core.codes import FIRST_REFUSAL, NO_SUCH_ACTION, OVER
from kafelki.core.game import COMMON_REFUSALS, Event
from kafelki.core.match import Match
from kafelki.errors import BadMove, IllegalMove, MatchOver
from kafelki.games.planet import legal as reasons
from kafelki.games.planet import words
from kafelki.games.planet.events import (
    Chosen,
    Discarded,
    Ended,
    Named,
    Placed,
    Shown,
    Taken,
    TurnedOver,
    tell,
    tile_words,
)
from kafelki.games.planet.game import GAME
from kafelki.games.planet.meta import META
from kafelki.games.planet.moves import Choose, Hide, Name, Place, PlanetMove, Take, TakeFaceDown
from kafelki.games.planet.view import TILE
from kafelki.words import Text
from tests.games.planet.table import choosing, drew, legal, new, offered, offering, play_to_the_end, see

SLOW = bool(numba.config.DISABLE_JIT)
NAMES = ("Ala", "Bartek", "Celina", "Darek", "Ewa")
SETTINGS = tuple(product((2, 3, 5), (False, True), ("first_free", "chosen")))


def both(text: Text, *, may_be_alike: bool = False) -> tuple[str, str]:
    """Both languages, said and different, every {name} filled."""
    for said in (text.en, text.pl):
        assert said
        assert "{" not in said
        assert "}" not in said
        assert "None" not in said
    assert may_be_alike or text.en != text.pl
    return text.en, text.pl


# ---- Refusals


def at(step: str) -> Match:
    """A match at each of the five steps."""
    match = drew("C01 C16 C17") if step == "hide" else new(4, places="chosen")
    if step in ("take", "place", "name"):
        match = offering("C13 C14 C15", "C01 C02", "C04 C05", "C06 C07", places="chosen")
    if step in ("place", "name"):
        match.play(Take("C13"))
    if step == "name":
        match.play(Place(9))
    assert see(match).step == step
    return match


def used_up() -> Match:
    return choosing("C04 C05 C06 C07", "C08 C09 C10 C11", "C12 C13 C14 C15")


REFUSED: list[tuple[str, str, PlanetMove]] = [
    ("choose_first", "choose", Take("C01")),
    ("choose_first", "choose", Name(1)),
    ("hide_first", "hide", TakeFaceDown()),
    ("hide_first", "hide", Choose("rising")),
    ("take_first", "take", Place(9)),
    ("place_first", "place", Name(1)),
    ("name_first", "name", Take("C14")),
    ("name_first", "name", Hide("C14")),
    ("stack_used_up", "used up", Choose("inside")),
    ("not_drawn", "hide", Hide("C02")),
    ("not_on_the_table", "take", Take("C20")),
    ("not_on_the_table", "take", Take("U13")),
    ("none_face_down", "take", TakeFaceDown()),
    ("wrong_cell", "place", Place(0)),
    ("cell_taken", "place", Place(5)),
    ("has_a_tile", "name", Name(0)),
    ("not_playing", "name", Name(3)),
    ("no_such_tile", "take", Take("C21")),
    ("no_such_tile", "hide", Hide("a tile with a very long name")),
    ("no_such_cell", "place", Place(16)),
    ("no_such_cell", "place", Place(-1)),
    ("no_such_seat", "name", Name(5)),
    ("no_such_seat", "name", Name(-1)),
]


@pytest.mark.parametrize(("code", "step", "move"), REFUSED)
def test_every_refusal_can_happen_and_is_said_in_both_languages(code: str, step: str, move: PlanetMove) -> None:
    match = used_up() if step == "used up" else at(step)
    with pytest.raises(IllegalMove) as refused:
        match.play(move)
    assert refused.value.code == f"illegal_move.{code}"
    en, pl = both(refused.value.words)
    assert (refused.value.say("en"), refused.value.say("pl")) == (en, pl)
    given = [part for part in ("tile", "cell", "seat") if f"{{{part}}}" in words.REFUSALS[number_of(code)].words.en]
    for part, said in product(given, (en, pl)):
        assert str(getattr(move, part))[:10] in said


def number_of(code: str) -> int:
    return next(number for number, refusal in words.REFUSALS.items() if refusal.code == code)


def test_those_are_all_the_refusals_there_are() -> None:
    assert {code for code, _, _ in REFUSED} == {refusal.code for refusal in words.REFUSALS.values()}
    source = inspect.getsource(reasons)
    numbers = {int(number) for number in re.findall(r"^[A-Z_]+: Final = (\d+)\b", source, re.MULTILINE)}
    assert set(words.REFUSALS) == {number for number in numbers if number >= FIRST_REFUSAL}


def test_every_refusal_code_has_words_in_both_languages() -> None:
    refusals = (*words.REFUSALS.values(), *COMMON_REFUSALS.values())
    codes = [refusal.code for refusal in refusals]
    assert len(set(codes)) == len(codes)
    assert min(words.REFUSALS) >= FIRST_REFUSAL
    for refusal in refusals:
        assert re.fullmatch("[a-z_]+", refusal.code)
        assert refusal.words.en != refusal.words.pl
        assert re.findall(r"{\w+}", refusal.words.en) == re.findall(r"{\w+}", refusal.words.pl)
        assert refusal.words.en.endswith(".")
        assert refusal.words.pl.endswith(".")


@pytest.mark.parametrize("reason", [OVER, NO_SUCH_ACTION])
def test_refusals_common_to_all_games_have_words_here_too(reason: int) -> None:
    both(GAME.refusal(new(3).state(), 0, Name(1), reason).words)


def test_a_move_after_the_end_is_refused_as_such() -> None:
    match = play_to_the_end(new(3))
    with pytest.raises(MatchOver) as refused:
        match.play(Choose("inside"))
    both(refused.value.words)
    assert GAME.why_not(match.state(), 0, 0) == OVER
    assert GAME.why_not(match.state(), 0, GAME.actions) == NO_SUCH_ACTION
    assert GAME.why_not(match.state(), 0, -1) == NO_SUCH_ACTION


@pytest.mark.parametrize(
    "document",
    [
        {"type": "planet.choose", "stack": "middle"},
        {"type": "planet.choose"},
        {"type": "planet.place", "cell": True},
        {"type": "planet.place", "cell": 1.5},
        {"type": "planet.take", "tile": 5},
        {"type": "planet.take", "tile": "C01", "more": 2},
        {"type": "planet.take_face_down", "tile": "C01"},
        {"type": "shelf.take", "tile": "C01"},
        {"tile": "C01"},
        "C01",
        7,
    ],
)
def test_what_is_no_move_at_all_is_refused_in_words(document: object) -> None:
    with pytest.raises(BadMove) as refused:
        new(3).play(document)
    assert refused.value.code == "bad_move"
    both(refused.value.words)


# ---- Events


def everything() -> list[Event]:
    """All that happens in a few matches, as everybody saw it."""
    seen: list[Event] = []
    for seats, hidden, places in ((2, False, "chosen"), (2, True, "first_free"), (3, True, "chosen")):
        match = play_to_the_end(new(seats, 2, hidden_characters=hidden, places=places), 1)
        for viewer in (None, 0):
            seen += match.events(viewer)
    return seen


def test_everything_that_happens_is_told_in_both_languages() -> None:
    seen = everything()
    assert {type(event) for event in seen} == {
        *(Chosen, Shown, Taken, Placed, TurnedOver, Named, Discarded, Ended)
    }  # fmt: skip
    for event in seen:
        en, pl = both(tell(event, NAMES))
        if not isinstance(event, Discarded):
            assert any(name in en for name in NAMES)
            assert any(name in pl for name in NAMES)


C16, U13, KING = TILE[0][15], TILE[1][12], TILE[3][6]


@pytest.mark.parametrize(
    ("event", "en", "pl"),
    [
        (
            Chosen(0, "inside", 2, [C16, TILE[0][8]]),
            "Ala chooses inside: C16 (white sheep), C09 (lamp post ×3, fox).",
            "Ala wybiera stos „wnętrze”: C16 (owca biała), C09 (latarnia ×3, lis).",
        ),
        (
            Chosen(1, "character", 3, None),
            "Bartek chooses characters and looks at three tiles.",
            "Bartek wybiera stos „postacie” i ogląda trzy kafelki.",
        ),
        (
            Shown(0, [KING, TILE[3][0]], None),
            "shows: King, Vain Man; one tile",
            "pokazuje: Król, Próżny; jeden kafelek",
        ),
        (
            Taken(1, "rising", U13, 1),
            "Bartek takes: U13 (lamp post ×3, snake).",
            "Bartek bierze: U13 (latarnia ×3, żmija).",
        ),
        (Taken(1, "character", None, 0), "Bartek takes a character.", "Bartek bierze postać."),
        (Taken(1, "character", KING, 0), "Bartek takes: King.", "Bartek bierze: Król."),
        (Placed(2, 5), "Celina places the tile.", "Celina kładzie kafelek."),
        (TurnedOver(0, [1, 2, 5]), "third baobab: 3 tiles turned face down.", "trzeci baobab: 3 kafelki zakryte."),
        (Named(0, 3), "Ala: next is Darek.", "Ala wskazuje: Darek."),
        (Discarded(C16), "discarded: C16 (white sheep).", "odrzucony: C16 (owca biała)."),
    ],
)
def test_events_are_told_with_the_right_words(event: Event, en: str, pl: str) -> None:
    told = tell(event, NAMES)
    assert en in told.en
    assert pl in told.pl


def test_the_end_tells_everybodys_points() -> None:
    match = play_to_the_end(new(3))
    (ended,) = (event for event in match.events() if isinstance(event, Ended))
    assert [points.total for points in ended.results] == match.scores
    for name, points in zip(NAMES, match.scores, strict=False):
        assert f"{name}: {points} p" in tell(ended, NAMES).en


def test_what_is_no_event_of_this_game_is_not_told() -> None:
    class Other(Event, frozen=True, tag="other"):
        pass

    with pytest.raises(TypeError):
        tell(Other(), NAMES)


def test_things_have_words_in_both_languages() -> None:
    for text in (*words.STACK_WORDS.values(), *words.CHARACTER_RULES.values(), META.title, META.about):
        both(text)
    for text in (*words.ELEMENT_WORDS.values(), *words.CHARACTER_WORDS.values()):
        both(text, may_be_alike=text.en == "baobab")
    for option in META.options:
        both(option.words)
        for choice in option.choices:
            both(choice.words)
    for tile in (tile for stack in TILE for tile in stack):
        both(tile_words(tile))


# ---- Views and choices


def keys_in(document: object) -> set[str]:
    if isinstance(document, dict):
        return set(document) | {key for value in document.values() for key in keys_in(value)}
    if isinstance(document, list):
        return {key for value in document for key in keys_in(value)}
    return set()


def test_views_and_events_are_json_in_camel_case() -> None:
    match = play_to_the_end(new(2, 3, places="chosen"))
    for seat, ply in product((None, 0, 1), range(0, match.ply + 1, 7)):
        document = msgspec.json.decode(msgspec.json.encode(match.view(seat, ply)))
        assert document["type"] == "planet.view"
        assert document["options"].keys() == match.options.keys()
        assert {"toAct", "roundsLeft", "shownCharacters", "inHand"} <= keys_in(document)
    for event in match.events(0):
        assert msgspec.json.decode(msgspec.json.encode(event))["type"].startswith("planet.")


@pytest.mark.parametrize(("seats", "hidden", "places"), SETTINGS)
def test_choices_are_exactly_the_legal_moves(seats: int, hidden: bool, places: str) -> None:
    match = new(seats, 12, hidden_characters=hidden, places=places)
    for _ in range(15 if SLOW else 30):
        choices = offered(match)
        tile_move = Hide if choices.step == "hide" else Take
        rebuilt: set[PlanetMove] = {
            *(Choose(stack) for stack in choices.stacks),
            *(tile_move(tile) for tile in choices.tiles),
            *([TakeFaceDown()] if choices.face_down else []),
            *(Place(cell) for cell in choices.cells),
            *(Name(seat) for seat in choices.seats),
        }
        assert rebuilt == legal(match)
        assert choices.step == see(match).step
        match.play(match.legal()[-1])
