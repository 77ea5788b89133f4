"""What a match's log and file are made of. Entries are appended and never changed or deleted."""

from __future__ import annotations

import hashlib
from typing import Final, Literal, TypeAlias, TypeVar, get_args

import msgspec

from kafelki.core.fairness import Receipt, Transcript, key_of, key_of_seed
from kafelki.core.meta import Value
from kafelki.errors import BadMatchFile, BadMove

V = TypeVar("V")

DIGEST_EVERY: Final = 16  # entries
LONGEST_ID: Final = 200

By: TypeAlias = Literal["person", "bot", "auto"]  # auto: there was only one move, and nobody was asked
SeatWhat: TypeAlias = Literal["taken_over", "timed_out", "returned", "resigned"]
EndReason: TypeAlias = Literal["abandoned", "closed"]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", omit_defaults=True):
    """`seq` numbers entries from 1 and only rises; `id` is the command's, unique in the match."""

    seq: int
    id: str


class Played(Entry, frozen=True, tag="play"):
    """A seat's moves, all or nothing."""

    seat: int
    by: By
    moves: tuple[object, ...]  # typed moves of the game; plain documents just after reading
    digest: str | None = None  # of the state after it, on every sixteenth entry


class Undone(Entry, frozen=True, tag="undo"):
    """A seat took its own steps back, to this ply."""

    seat: int
    to_ply: int
    digest: str | None = None


class SeatChanged(Entry, frozen=True, tag="seat"):
    """A bot took over, for good or because a clock ran out for this turn; the player returned, or resigned for good."""

    seat: int
    what: SeatWhat
    digest: str | None = None


class Ended(Entry, frozen=True, tag="end"):
    """An end from outside the rules; a match that the rules end needs no entry."""

    reason: EndReason
    digest: str | None = None


AnyEntry: TypeAlias = Played | Undone | SeatChanged | Ended


def one_of(value: V, allowed: object) -> V:
    """A command's word, if it is one of those a file can hold."""
    if value not in get_args(allowed):
        words = ", ".join(str(word) for word in get_args(allowed))
        raise BadMove(
            f"One of {words} was expected; {value!r} came.", f"Oczekiwano: {words}; przyszło {value!r}.", "command"
        )
    return value


def require_id(id: object) -> None:
    """BadMove unless it can be a command's id."""
    if not isinstance(id, str) or not 0 < len(id) <= LONGEST_ID or not all(" " <= letter <= "~" for letter in id):
        raise BadMove(
            f"A command's id is 1 to {LONGEST_ID} plain letters, digits and signs; {str(id)[:40]!r} came.",
            f"Identyfikator polecenia: od 1 do {LONGEST_ID} zwykłych liter, cyfr i znaków; przyszło {str(id)[:40]!r}.",
            "command",
        )


class Seeded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="seed"):
    """Chance from a key alone: nothing to prove."""

    key: str


class Fair(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="fair"):
    """Chance from a transcript, its secret and its nonces."""

    transcript: Transcript
    secret: str
    nonces: tuple[str | None, ...]


class Sealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="sealed"):
    """A fair match given out before its end: the secret is not in it."""

    transcript: Transcript


ChanceSource: TypeAlias = Seeded | Fair | Sealed


class MatchFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="kafelki-match/1", tag_field="format"):
    """A match as JSON: options, chance and entries. Nothing else is stored, everything else follows."""

    game: str
    rules: int
    seats: int
    options: dict[str, Value]
    start: dict[str, object] | None  # a position to begin from
    chance: ChanceSource
    entries: tuple[AnyEntry, ...]
    checksum: str = ""  # of all the rest, against slips of the hand; fairness is another matter

    def sum(self) -> str:
        """What `checksum` must be."""
        return hashlib.sha256(
            msgspec.json.encode(msgspec.structs.replace(self, checksum=""), order="sorted")
        ).hexdigest()


def read_file(text: str | bytes) -> MatchFile:
    """The document, strictly: BadMatchFile for anything truncated, edited or strange."""
    try:
        file = msgspec.json.decode(text, type=MatchFile | Receipt)  # of two, each must say which it is
        right = file.sum() if isinstance(file, MatchFile) else ""
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise bad_file(
            f"a kafelki-match/1 document was expected; {error}", f"oczekiwano kafelki-match/1; {error}"
        ) from None
    if not isinstance(file, MatchFile):
        raise bad_file(
            "a kafelki-match/1 document was expected; a receipt came", "oczekiwano kafelki-match/1; przyszedł kwit"
        )
    if file.checksum != right:
        raise bad_file(
            f"its content has checksum {right[:12]}…, it says {file.checksum[:12]!r}: it was edited",
            f"treść ma sumę kontrolną {right[:12]}…, a podaje {file.checksum[:12]!r}: była zmieniana",
        )
    return file


def bad_file(en: str, pl: str) -> BadMatchFile:
    """A file that cannot be read, and why."""
    return BadMatchFile(f"Not a match file: {en}.", f"To nie jest plik rozgrywki: {pl}.")


def bad_entry(seq: int, en: str, pl: str) -> BadMatchFile:
    """An entry that does not hold, and why."""
    return BadMatchFile(f"Entry {seq} of the match file: {en}", f"Wpis {seq} w pliku rozgrywki: {pl}", "entry")


def key_of_chance(chance: ChanceSource) -> bytes:
    """The key of a match's stream; BadMatchFile for a sealed one, Unproved where the parts do not fit."""
    match chance:
        case Seeded():
            return key_of_seed(_unhex(chance.key))
        case Fair():
            nonces = [None if nonce is None else _unhex(nonce) for nonce in chance.nonces]
            return key_of(chance.transcript, _unhex(chance.secret), nonces)
        case Sealed():
            raise bad_file(
                "it was given out before the end and holds no secret; export it again after the end",
                "wydano go przed końcem i nie ma w nim sekretu; wyeksportuj go ponownie po zakończeniu",
            )


def _unhex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise bad_file(f"{text[:12]!r} was to be hexadecimal", f"{text[:12]!r} miało być szesnastkowe") from None


def require_transcript(file: MatchFile, transcript: Transcript) -> None:
    """BadMatchFile unless the transcript tells of this match."""
    for part in ("game", "rules", "seats", "options"):
        told, played = getattr(transcript, part), getattr(file, part)
        if told != played:
            raise bad_file(
                f"its transcript says {part} {told!r}, the match {played!r}",
                f"jego protokół podaje {part} {told!r}, a rozgrywka {played!r}",
            )
    if file.start is not None:
        raise bad_file(
            "a match with a transcript begins from no position", "rozgrywka z protokołem nie zaczyna się od pozycji"
        )
