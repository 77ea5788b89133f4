"""Every message to anybody. Nothing else makes one, and nothing here receives a state: a letter to a seat is built
from that seat's views before and after, the public entry, and what the table says of itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

import kafelki
from kafelki.core.entries import AnyEntry, Ended, EndReason, Played, SeatChanged, SeatWhat, Undone
from kafelki.core.game import Choices, Event, Game, Move, View
from kafelki.errors import IllegalMove, KafelkiError
from kafelki.server import wire
from kafelki.server.clocks import pace_of
from kafelki.server.store import Line
from kafelki.server.tables import Table
from kafelki.words import Text


class Letter:
    """A message, written. Only this module makes them; the post carries nothing else."""

    __slots__ = ("text",)

    def __init__(self, message: wire.AnyOutgoing) -> None:
        self.text: Final = wire.encode(message).decode()


class Told(msgspec.Struct, frozen=True):
    """An entry as one seat saw it happen: what it may keep of the moves, and its views from before to after."""

    seq: int
    ply: int
    at: float
    entry: AnyEntry
    moves: list[Move | None]
    views: list[View]  # one more than moves


class Result(msgspec.Struct, frozen=True):
    """How a match ended."""

    ranks: list[int]
    scores: list[int]
    winners: list[int]


class Scene(msgspec.Struct, frozen=True):
    """How a match stands, without anything that only some may know."""

    seq: int
    ply: int
    to_act: int | None
    over: bool
    can_undo: bool
    result: Result | None
    clock: wire.ClockNow | None = None


# ---- Of a match


def public(entry: AnyEntry) -> AnyEntry:
    """An entry without the moves: what they tell differs from seat to seat."""
    return msgspec.structs.replace(entry, moves=()) if isinstance(entry, Played) else entry


def told(game: Game, entry: AnyEntry, at: float, views: list[View], ply: int) -> Told:
    """What a seat with these views may keep of an entry."""
    moves: list[Move | None] = []
    if isinstance(entry, Played):
        given = [move for move in entry.moves if isinstance(move, Move)]
        moves = [game.told(view, move) for view, move in zip(views, given, strict=False)]
    return Told(entry.seq, ply, at, public(entry), moves, views)


def log_line(game: Game, names: Sequence[str], told: Told) -> wire.LogLine:
    """An entry in the log of one seat."""
    entry = told.entry
    events: list[Event] = []
    for before, move, after in zip(told.views, told.moves, told.views[1:], strict=False):
        events += game.events(before, move, after)
    words = _told_in_words(game, events, names) or _words(entry, names)
    return wire.LogLine(
        seq=told.seq,
        ply=told.ply,
        at=told.at,
        what=_what(entry),
        seat=getattr(entry, "seat", None),
        by=entry.by if isinstance(entry, Played) else None,
        change=entry.what if isinstance(entry, SeatChanged) else None,
        reason=entry.reason if isinstance(entry, Ended) else None,
        events=events,
        words=words,
    )


# The last telling: most seats see the same happen, so that words need not be found for each of them again.
_SAID: Final[list[tuple[Game, Sequence[str], list[Event], list[Text]]]] = []


def _told_in_words(game: Game, events: list[Event], names: Sequence[str]) -> list[Text]:
    if not _SAID or (game, names, events) != _SAID[0][:3]:
        _SAID[:] = [(game, names, events, [game.tell(event, names) for event in events])]
    return _SAID[0][3]


def _what(entry: AnyEntry) -> wire.What:
    match entry:
        case Played():
            return "play"
        case Undone():
            return "undo"
        case SeatChanged():
            return "seat"
        case Ended():
            return "end"


SEAT_WORDS: Final[dict[SeatWhat, Text]] = {
    "taken_over": Text("A bot plays for {name} now.", "Za gracza {name} gra teraz bot."),
    "timed_out": Text("{name} was too slow: a bot plays this turn.", "{name} nie zdąża: tę kolejkę gra bot."),
    "returned": Text("{name} is back.", "{name} wraca do gry."),
    "resigned": Text("{name} resigns.", "{name} poddaje grę."),
}
END_WORDS: Final[dict[EndReason, Text]] = {
    "abandoned": Text("Nobody played on: the match ended.", "Nikt nie grał dalej: rozgrywka się skończyła."),
    "closed": Text("The host closed the table.", "Gospodarz zamknął stół."),
}
UNDO_WORDS: Final = Text("{name} takes a step back.", "{name} cofa ruch.")


def _words(entry: AnyEntry, names: Sequence[str]) -> list[Text]:
    match entry:
        case Undone():
            return [UNDO_WORDS.fill(name=names[entry.seat])]
        case SeatChanged():
            return [SEAT_WORDS[entry.what].fill(name=names[entry.seat])]
        case Ended():
            return [END_WORDS[entry.reason]]
        case Played():
            return []


def standing(
    game: Game, scene: Scene, seat: int | None, view: View, legal: Callable[[], list[Move]] | None, wants_legal: bool
) -> wire.Standing:
    """How the match stands for a seat; only who is to act learns what can be done."""
    moves = legal() if legal is not None and seat is not None and seat == scene.to_act else None
    result = scene.result
    return wire.Standing(
        seq=scene.seq,
        ply=scene.ply,
        to_act=scene.to_act,
        over=scene.over,
        view=view,
        choices=None if moves is None or wants_legal else game.choices(view, moves),
        legal=moves if wants_legal else None,
        can_undo=scene.can_undo and moves is not None,
        ranks=None if result is None else result.ranks,
        scores=None if result is None else result.scores,
        winners=None if result is None else result.winners,
        clock=scene.clock,
    )


def moved(table: str, line: wire.LogLine, now: wire.Standing) -> Letter:
    """The match went on."""
    return Letter(wire.Moved(table, line, now))


def match_now(table: str, now: wire.Standing, log: list[wire.LogLine], seen: int) -> Letter:
    """The match as it stands, for who comes to it."""
    return Letter(wire.MatchNow(table, now, log, seen))


# ---- Of a table


class Presence(msgspec.Struct, frozen=True):
    """What the table knows beside what is kept: who is there, whom bots play for, who voted."""

    players: frozenset[str] = frozenset()
    spectators: int = 0
    bot_seats: frozenset[int] = frozenset()
    votes: dict[int, int] = {}


def table_info(table: Table, presence: Presence, player: str) -> wire.TableInfo:
    """A table as a player may know it."""
    you = table.number_of(player)
    belongs = you is not None or player in table.watchers
    terms = table.terms
    return wire.TableInfo(
        id=table.id,
        game=terms.game,
        options=terms.options,
        seats=terms.seats,
        public=terms.public,
        casual=terms.casual,
        lot=terms.lot,
        take_over=terms.take_over,
        clock=terms.clock,
        pace=pace_of(terms.clock),
        phase=table.phase,
        attempt=table.attempt,
        late=table.late,
        commitment=table.commitment,
        transcript=table.transcript,
        members=[_member(table, presence, number) for number in range(len(table.members))],
        owner=table.number_of(table.owner),
        you=you,
        role="spectator" if you is None else "seat",
        spectators=presence.spectators,
        created=table.created,
        invitation=table.invitation if belongs else None,
        code=table.code if belongs else None,
        rematch=None if you is None else table.rematch,
    )


def _member(table: Table, presence: Presence, number: int) -> wire.MemberNow:
    member = table.members[number]
    seat = table.seating[number] if table.seating else None
    return wire.MemberNow(
        player=member.player,
        name=member.name,
        level=member.level,
        present=member.is_bot or member.player in presence.players,
        ready=member.is_bot or member.nonce_hash is not None,
        seat=seat,
        bot_plays=not member.is_bot and seat in presence.bot_seats,
        votes=0 if seat is None else presence.votes.get(seat, 0),
    )


def table_now(table: Table, presence: Presence, player: str) -> Letter:
    """The table as it is, for somebody who may know of it."""
    return Letter(wire.TableNow(table_info(table, presence, player)))


def said(line: Line) -> Letter:
    """A line of chat."""
    room: wire.Room = "spectators" if line.room == "spectators" else "players"
    return Letter(wire.Said(line.number, room, line.player, line.name, line.at, line.text))


# ---- Answers


def welcome(player: str, name: str) -> Letter:
    return Letter(wire.Welcome(player, name, kafelki.__version__))


def done(id: str, seq: int | None = None) -> Letter:
    return Letter(wire.Done(id, seq))


def pong() -> Letter:
    return Letter(wire.Pong())


def hinted(id: str, seq: int, moves: list[wire.HintedMove]) -> Letter:
    return Letter(wire.Hinted(id, seq, moves))


def ahead(id: str, seq: int, choices: Choices | None) -> Letter:
    """What somebody can prepare."""
    return Letter(wire.AheadNow(id, seq, choices))


def prepared(move: Move | None, dropped: Text | None = None) -> Letter:
    """What somebody has prepared, or that it could not be played."""
    return Letter(wire.PreparedNow(move, dropped))


def refused(id: str | None, error: KafelkiError, now: wire.Standing | None = None) -> Letter:
    """Why nothing was done, in words, with the match as it stands."""
    index = error.index if isinstance(error, IllegalMove) else None
    return Letter(wire.Refused(id, error.code, error.words, index, now))


def moment() -> float:
    """Now, in seconds, to the millisecond: finer is nobody's business."""
    return round(time.time(), 3)
