"""A match told by its file, every entry played and checked again."""

from __future__ import annotations

from kafelki.core.entries import (
    AnyEntry,
    Ended,
    Fair,
    MatchFile,
    Played,
    Sealed,
    SeatChanged,
    Undone,
    bad_entry,
    require_transcript,
)
from kafelki.core.game import Game
from kafelki.core.match import Match
from kafelki.errors import Diverged, KafelkiError


def replay(game: Game, file: MatchFile) -> Match:
    """The match as it stands after all entries; BadMatchFile where one does not hold."""
    match = begin(game, file)
    for entry in file.entries:
        repeat(match, entry)
    return match


def begin(game: Game, file: MatchFile) -> Match:
    """The match before its first entry."""
    if isinstance(file.chance, Fair | Sealed):
        require_transcript(file, file.chance.transcript)
    return Match(
        game,
        seats=file.seats,
        options=file.options,
        chance=file.chance,
        position=file.start,
        rules=file.rules,
        written=file.options,
    )


def repeat(match: Match, entry: AnyEntry) -> None:
    """Do again what an entry says, and want the very same entry from it."""
    if entry.seq != match.seq + 1:
        _unexpected(match, entry)
    try:
        made = _command(match, entry)
    except KafelkiError as error:
        raise bad_entry(entry.seq, error.words.en, error.words.pl) from None
    if made.seq != entry.seq:
        _unexpected(match, entry)
    if made.digest != entry.digest:
        raise Diverged(
            f"After entry {entry.seq} the state has digest {made.digest}; the file says {entry.digest}.",
            f"Po wpisie {entry.seq} stan ma skrót {made.digest}; plik podaje {entry.digest}.",
        )


def _command(match: Match, entry: AnyEntry) -> AnyEntry:
    match entry:
        case Played():
            return match.play(entry.moves, seat=entry.seat, id=entry.id, by=entry.by)
        case Undone():
            return match.undo(to_ply=entry.to_ply, seat=entry.seat, id=entry.id)
        case SeatChanged():
            return match.change_seat(entry.seat, entry.what, id=entry.id)
        case Ended():
            return match.end(entry.reason, id=entry.id)


def _unexpected(match: Match, entry: AnyEntry) -> None:
    """An id used before is answered, not played: then the log has not grown."""
    came = f"seq {entry.seq}, id {entry.id!r}"
    raise bad_entry(
        match.seq + 1,
        f"expected seq {match.seq + 1} and an id not used before; came {came}.",
        f"oczekiwano seq {match.seq + 1} i nieużytego id; przyszło {came}.",
    )
