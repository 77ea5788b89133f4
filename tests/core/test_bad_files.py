"""Malformed documents, more than ten thousand of them: whatever comes, the answer is a refusal in words.

`EXAMPLES` says how many documents each test tries; every test counts its own. What can be read after all, since not
every edit does harm, comes out of `dump` as the same document.
"""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kafelki
from kafelki.core.entries import MatchFile
from kafelki.core.fairness import Receipt
from kafelki.core.match import Match
from kafelki.core.verify import Verdict
from kafelki.errors import BadMatchFile, KafelkiError, Unproved
from kafelki.words import LANGUAGES
from tests.core.helpers import Json, fair_table, with_right_checksum

EXAMPLES: Final = {
    "bytes": 2600,
    "stale checksum": 1500,
    "right checksum": 3500,
    "entries": 700,
    "receipts": 700,
    "positions": 1200,
    "any bytes": 300,
}
PLIES: Final = 3


# ---- Good documents to spoil


def played(match: Match) -> Match:
    for number in range(PLIES):
        legal = match.legal()
        match.play(legal[number * 7 % len(legal)], id=f"c{number}", by="bot" if number % 2 else "person")
    return match


def from_seed() -> Match:
    return played(kafelki.new_match("shelf", seats=2, seed=7, options={"refill": "ita_2022"}))


def from_position() -> Match:
    match = played(kafelki.new_match("shelf", position=from_seed().position(), seed=8))
    match.change_seat(1, "taken_over")
    match.change_seat(0, "resigned")
    return match


def fair() -> Match:
    match = played(fair_table().match())
    match.end("abandoned")
    return match


def ridge() -> Match:
    """Another game, with something to take back."""
    match = kafelki.new_match("_template", seats=2, seed=1)
    while match.to_act == 0:
        match.play(match.legal()[-1])
    match.play(match.legal()[0])
    match.undo()
    return match


FILES: Final = tuple(match.dump() for match in (from_seed(), from_position(), fair(), ridge()))
DOCUMENTS: Final = tuple(json.loads(text) for text in FILES)
FAIR: Final = FILES[2]
RECEIPT: Final = fair_table().receipt(0)
POSITION: Final = msgspec.json.encode(from_seed().position()).decode()


# ---- What must hold of every answer


def look_at(error: KafelkiError) -> None:
    """Words in both languages that can be printed, as one line."""
    for language in LANGUAGES:
        words = error.say(language)
        assert len(" ".join(words.split()).splitlines()) == 1
        assert words.encode("utf-8")
    assert error.code.split(".")[0] == error.kind
    assert str(error) == error.words.en


def tried(attempt: Callable[[], Verdict | Match]) -> Verdict | Match | None:
    """What came out, or None for a refusal in words; anything else that is raised fails the test."""
    try:
        return attempt()
    except KafelkiError as error:
        look_at(error)
        return None


def meaning(text: str | bytes) -> MatchFile:
    """What a document says, with what goes without saying said: a position may leave out what is as usual."""
    file = msgspec.json.decode(text, type=MatchFile)
    if file.start is None:
        return msgspec.structs.replace(file, checksum="")
    start = msgspec.to_builtins(kafelki.game(file.game).read_position(file.start))
    return msgspec.structs.replace(file, start=start, checksum="")


def try_file(text: str | bytes) -> bool:
    """Whether it was read; `load_match` and `verify` are of one mind about it."""
    match = tried(lambda: kafelki.load_match(text))
    verdict = tried(lambda: kafelki.verify(text))
    if match is None:
        assert verdict is None
        return False
    assert isinstance(match, Match)
    assert isinstance(verdict, Verdict)
    assert (verdict.finding, verdict.entries, verdict.over) == ("consistent", match.seq, match.over)
    again = match.dump(with_secret=True)
    assert meaning(again) == meaning(text)
    assert json.loads(text)["format"] == "kafelki-match/1", "what does not say what it is was read"
    assert kafelki.load_match(again).dump(with_secret=True) == again
    return True


def check(name: str, strategy: st.SearchStrategy[Json], attempt: Callable[[Json], object]) -> None:
    """Try as many documents as `EXAMPLES` promises, the same ones each time."""
    count = 0

    @settings(
        max_examples=EXAMPLES[name],
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def try_one(document: Json) -> None:
        nonlocal count
        count += 1
        attempt(document)

    try_one()
    assert count >= EXAMPLES[name]


# ---- How documents are spoiled

HUGE: Final = (2**31, 2**63 - 1, 2**63, 2**64, -(2**63), -(2**63) - 1, 10**30, -(10**30), 10**400)
STRANGE: Final[tuple[Json, ...]] = (
    *(None, True, False, -2, -1, 0, 1, 2, 3, 4, 5, 8, 12, 13, *HUGE),
    *(0.5, 1.0, 2.0, -0.0, 1e300, float("nan"), float("inf")),
    *("", "x", "a\nb", "\0", "ą", "C", ".....", "ab" * 32, "c0", "#1"),
    *("shelf", "_template", "play", "undo", "seat", "end", "fair", "sealed", "seed", "resigned", "shelf.take", "bot"),
    *([], [None], [0, 0], [[0, 0]], [1, 2, 3], [[[]]], {}, {"x": 1}, {"type": "end"}),
    {"type": "seed", "key": "00" * 32},
    *DOCUMENTS,
    *(entry for document in DOCUMENTS for entry in document["entries"]),
    *(move for document in DOCUMENTS for entry in document["entries"] for move in entry.get("moves", ())),
)
NAMES: Final = ("x", "digest", "start", "a\nb", "type")
PIECES: Final = (b"{", b"]", b",", b'"', b"\\", b"null", b"\xff", b"\xc4", b"\0", b"e9", b"-")


class Tape:
    """Choices read off bytes: one draw makes a document, and fewer bytes make a simpler one."""

    def __init__(self, data: bytes) -> None:
        self._data = iter(data)

    def below(self, limit: int) -> int:
        return (next(self._data, 0) << 8 | next(self._data, 0)) % limit

    def one_of(self, values: Sequence[Json]) -> Json:
        return copy.deepcopy(values[self.below(len(values))])

    def times(self) -> range:
        """Once as a rule, at most four times."""
        return range(1 + max(0, self.below(8) - 4))


tapes: Final = st.binary(min_size=24, max_size=24).map(Tape)


def places(document: Json) -> list[tuple[Json, Json]]:
    """Every (container, key) of a document."""
    inside = document.items() if isinstance(document, dict) else enumerate(document)
    found = []
    for key, value in inside:
        found.append((document, key))
        if isinstance(value, dict | list):
            found += places(value)
    return found


def spoil(tape: Tape, document: Json) -> Json:
    """A few things in a good document replaced, nudged, removed, added, repeated or exchanged."""
    for _ in tape.times():
        everywhere = places(document)
        if not everywhere:
            break
        container, key = everywhere[tape.below(len(everywhere))]
        match tape.one_of(("replace", "replace", "replace", "nudge", "remove", "add", "repeat", "exchange")):
            case "replace":
                container[key] = tape.one_of(STRANGE)
            case "nudge" if type(container[key]) is int:
                container[key] += tape.one_of((-1, 1))
            case "remove":
                del container[key]
            case "add" if isinstance(container, dict):
                container[tape.one_of(NAMES)] = tape.one_of(STRANGE)
            case "repeat" if isinstance(container, list):
                container.insert(key, copy.deepcopy(container[key]))
            case "exchange":
                other, place = everywhere[tape.below(len(everywhere))]
                container[key], other[place] = copy.deepcopy(other[place]), copy.deepcopy(container[key])
    return document


def spoiled(tape: Tape) -> Json:
    return spoil(tape, tape.one_of(DOCUMENTS))


def edit(tape: Tape) -> bytes:
    """A file cut short, or with bytes changed, put in, left out or doubled."""
    data = bytearray(tape.one_of(FILES).encode())
    for _ in tape.times():
        at = tape.below(len(data) + 1)
        match tape.one_of(("cut", "change", "flip", "put", "drop", "double")):
            case "cut":
                del data[at:]
            case "put":
                data[at:at] = tape.one_of(PIECES)
            case "drop":
                del data[at : at + 1 + tape.below(40)]
            case "double":
                data[at:at] = data[at : at + 1 + tape.below(80)]
            case "change" if at < len(data):
                data[at] = tape.below(256)
            case "flip" if at < len(data):
                data[at] ^= 1 << tape.below(8)
    return bytes(data)


def log(tape: Tape) -> list[Json]:
    """Up to four entries, well numbered, that say anything."""
    return [{**some_entry(tape), "seq": number, "id": f"e{number}"} for number in range(1, 1 + tape.below(5))]


def some_entry(tape: Tape) -> dict[str, Json]:
    number = tape.one_of((*range(-1, 5), *HUGE))
    match tape.below(5):
        case 0:
            return {"type": "undo", "seat": tape.below(3), "to_ply": number}
        case 1:
            what = tape.one_of(("taken_over", "returned", "resigned", "gone"))
            return {"type": "seat", "seat": tape.one_of((0, 1, number)), "what": what}
        case 2:
            return {"type": "end", "reason": tape.one_of(("abandoned", "closed", "bored"))}
        case _:
            given = [some_move(tape) for _ in range(1 + tape.below(2))]
            return {"type": "play", "seat": tape.below(2), "by": "bot", "moves": given}


def some_move(tape: Tape) -> Json:
    if tape.below(4) == 0:
        return tape.one_of(STRANGE)
    cells = [[tape.below(11) - 1, tape.below(11) - 1] for _ in range(tape.below(5))]
    return {"type": "shelf.take", "cells": cells, "column": tape.below(8) - 1}


# ---- The tests


def test_more_than_ten_thousand_malformed_documents_are_tried() -> None:
    assert sum(EXAMPLES.values()) >= 10_000


def test_the_good_documents_are_read() -> None:
    assert all(try_file(text) for text in FILES)
    assert kafelki.verify(FAIR, RECEIPT).finding == "proved"
    assert kafelki.new_match("shelf", position=json.loads(POSITION)).position() == from_seed().position()


@pytest.mark.parametrize("text", FILES, ids=["seed", "position", "fair", "other game"])
def test_a_file_cut_short_at_any_byte_is_refused(text: str) -> None:
    data = text.encode()
    for length in range(len(data)):
        with pytest.raises(BadMatchFile, match="a kafelki-match/1 document was expected"):
            kafelki.load_match(data[:length])


def test_edited_bytes_are_refused_in_words() -> None:
    check("bytes", tapes.map(edit), try_file)


def test_a_document_changed_under_its_old_checksum_is_refused_in_words() -> None:
    check("stale checksum", tapes.map(spoiled).map(json.dumps), try_file)


def test_a_document_changed_with_the_checksum_put_right_is_refused_in_words_or_read_as_it_is() -> None:
    read = 0

    def attempt(text: str) -> None:
        nonlocal read
        read += try_file(text)

    check("right checksum", tapes.map(spoiled).map(with_right_checksum), attempt)
    assert read > 100, "some edits make another good match: those must be among the ones tried"


def test_any_log_of_entries_is_refused_in_words_or_read_as_it_is() -> None:
    def written(tape: Tape) -> str:
        return with_right_checksum({**DOCUMENTS[0], "entries": log(tape)})

    check("entries", tapes.map(written), try_file)


def test_any_receipt_is_refused_in_words_or_proves() -> None:
    def attempt(receipt: Json) -> None:
        text = json.dumps(receipt)
        verdict = tried(lambda: kafelki.verify(FAIR, text))
        if isinstance(verdict, Verdict):
            assert verdict.finding == "proved"
            assert msgspec.json.decode(text, type=Receipt) == msgspec.json.decode(RECEIPT, type=Receipt)
            assert receipt["format"] == "kafelki-receipt/1", "what does not say what it is was read"

    check("receipts", tapes.map(lambda tape: spoil(tape, json.loads(RECEIPT))), attempt)


def test_any_position_is_refused_in_words_or_begins_a_match() -> None:
    def attempt(position: Json) -> None:
        match = tried(lambda: kafelki.new_match("shelf", position=position, seed=1))
        if isinstance(match, Match):
            assert match.position() == match.game.read_position(position)
            assert match.over or match.legal()
            assert kafelki.load_match(match.dump()).dump() == match.dump()

    def position(tape: Tape) -> Json:
        if tape.below(8) == 0:
            return tape.one_of(STRANGE[1:])  # None is no position, and asks for none
        return spoil(tape, json.loads(POSITION))

    check("positions", tapes.map(position), attempt)


def test_any_bytes_are_refused_in_words() -> None:
    def attempt(data: str | bytes) -> None:
        assert not try_file(data)
        with pytest.raises(Unproved):
            kafelki.verify(FAIR, data)

    values = st.sampled_from(STRANGE[:40]).map(json.dumps)
    check("any bytes", st.one_of(st.binary(max_size=60), st.text(max_size=40), values), attempt)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xef\xbb\xbf" + FAIR.encode(),
        FAIR.encode("utf-16"),
        FAIR.replace("t1", "\u0105").encode("iso8859-2"),
        FAIR.replace("t1", "\\ud800"),
        "\ud800",
        FAIR + FAIR,
        f"[{FAIR}]",
        '{"format":"kafelki-match/2"}',
        '{"format":"kafelki-match/1"}',
        FAIR.replace('"format":"kafelki-match/1",', ""),
        FAIR.replace('"seats":3', '"seats":NaN'),
        FAIR.replace('"seats":3', '"seats":1e999'),
        FAIR.replace('"seats":3', '"seats":3' + "0" * 5000),
        FAIR.replace('"seats":3', '"seats":3,"seats":2'),
        FAIR.replace('"seats":3', '"seats":03'),
    ],
)
def test_what_is_no_match_file_is_refused_in_words(data: str | bytes) -> None:
    assert not try_file(data)


def test_a_key_given_twice_counts_once_as_everywhere_in_json() -> None:
    text = FAIR.replace('"seats":3', '"seats":2,"seats":3')
    assert try_file(text)
    assert kafelki.load_match(text).dump() == FAIR


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
@pytest.mark.parametrize("where", ['"start":null', '"entries":['])
def test_deep_nesting_is_refused_in_words_however_deep(opening: str, closing: str, where: str) -> None:
    for depth in (*range(900, 1020), 100_000):
        nest = opening * depth + "1" + closing * depth
        into = f'"start":{{"x":{nest}}}' if where == '"start":null' else f'"entries":[{nest},'
        assert not try_file(FILES[0].replace(where, into))
        with pytest.raises(Unproved):
            kafelki.verify(FAIR, f'{{"format":"kafelki-receipt/1","transcript":{nest}}}')


@pytest.mark.parametrize("position", [object(), {1: 2}, {"type": object()}, set(), b"\xff", float("nan"), 10**400])
def test_a_position_that_is_no_document_is_refused_in_words(position: object) -> None:
    with pytest.raises(KafelkiError) as refused:
        kafelki.new_match("shelf", position=position)
    look_at(refused.value)


@pytest.mark.soak
def test_a_hundred_thousand_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXAMPLES, "right checksum", 100_000 if os.environ.get("KAFELKI_SOAK") else 1000)
    check("right checksum", tapes.map(spoiled).map(with_right_checksum), try_file)
