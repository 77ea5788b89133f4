"""Everything that goes over the wire, typed. What comes in is decoded strictly: unknown fields are refused.

In:   Watch, then commands for the table that is watched; each carries an id, and match commands the `seq` they answer.
Out:  Welcome, TableNow, MatchNow, Moved, Said, Hinted, AheadNow, PreparedNow, Done, Refused, Pong.
"""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias, get_type_hints

import msgspec

from kafelki.core.entries import By, EndReason, SeatWhat
from kafelki.core.fairness import Transcript
from kafelki.core.game import Choices, Event, Move, View
from kafelki.core.meta import Value
from kafelki.games import game, games
from kafelki.server.clocks import Clock, Pace
from kafelki.server.tables import Phase
from kafelki.words import Text

LONGEST_SAID: Final = 400
MOST_MOVES: Final = 64  # of one command

Id: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern="^[ -~]+$")]
Seq: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1 << 31)]
Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=15)]
Key: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]
Hash: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
Role: TypeAlias = Literal["seat", "spectator"]
Room: TypeAlias = Literal["players", "spectators"]
What: TypeAlias = Literal["play", "undo", "seat", "end"]


class Wire(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """The base of all that is ours on the wire."""


class Incoming(Wire, frozen=True, tag_field="type"):
    """A message from a page or a bot."""


class Outgoing(Wire, frozen=True, tag_field="type"):
    """A message to one of them."""


if TYPE_CHECKING:
    AnyMove: TypeAlias = Move
    AnyView: TypeAlias = View
    AnyChoices: TypeAlias = Choices
    AnyEvent: TypeAlias = Event
else:  # of all games together; each says by its tag what it is

    def _together(kinds):
        return functools.reduce(operator.or_, kinds)

    def _events(one):
        """A game's events: those that its folder defines."""
        folder = one.home.rpartition(".")[0]
        return [kind for kind in Event.__subclasses__() if kind.__module__.startswith(f"{folder}.")]

    GAMES = [game(name) for name in games()]
    AnyMove = _together(kind for one in GAMES for kind in one.move_types)
    AnyView = _together(get_type_hints(one.view)["return"] for one in GAMES)
    AnyChoices = _together(get_type_hints(one.choices)["return"] for one in GAMES)
    AnyEvent = _together(kind for one in GAMES for kind in _events(one))


# ---- In


class Watch(Incoming, frozen=True, tag="watch"):
    """Follow a table from here on. `since`: the last seq this page has seen, None for the whole log."""

    table: Key
    since: Seq | None = None
    legal: bool = False  # send all legal moves instead of what a page can press: for bots


class Play(Incoming, frozen=True, tag="play"):
    """Moves of one turn, all or nothing."""

    id: Id
    seq: Seq
    moves: Annotated[tuple[AnyMove, ...], msgspec.Meta(min_length=1, max_length=MOST_MOVES)]


class Undo(Incoming, frozen=True, tag="undo"):
    """One step back."""

    id: Id
    seq: Seq


class ResetTurn(Incoming, frozen=True, tag="reset_turn"):
    """Back to the start of the turn, or to what came to light in it."""

    id: Id
    seq: Seq


class Resign(Incoming, frozen=True, tag="resign"):
    """Of two players that ends the match; of more, a bot plays on and the seat ranks last."""

    id: Id


class TakeOver(Incoming, frozen=True, tag="take_over"):
    """A vote that a bot should play for somebody who is away."""

    id: Id
    seat: Seat


class ComeBack(Incoming, frozen=True, tag="come_back"):
    """Take one's own seat back from the bot."""

    id: Id


class Promise(Incoming, frozen=True, tag="promise"):
    """The hash of a new nonce, after a lot that failed."""

    id: Id
    nonce_hash: Hash


class Reveal(Incoming, frozen=True, tag="reveal"):
    """The nonce that was promised, once the transcript is frozen."""

    id: Id
    nonce: Hash


class Start(Incoming, frozen=True, tag="start"):
    """The owner starts the match."""

    id: Id


class Say(Incoming, frozen=True, tag="say"):
    """A line of chat: to players by players, to spectators by spectators."""

    id: Id
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_SAID)]


class Mute(Incoming, frozen=True, tag="mute"):
    """Do not show me what a player says, or do again."""

    id: Id
    player: Key
    muted: bool = True


class AskHint(Incoming, frozen=True, tag="hint"):
    """What a strong bot would do; at casual tables, for the seat to act."""

    id: Id


class AskAhead(Incoming, frozen=True, tag="ahead"):
    """What could be prepared now, by who is not to act."""

    id: Id


class Prepare(Incoming, frozen=True, tag="prepare"):
    """Play this when my turn comes; no move: forget what was prepared."""

    id: Id
    move: AnyMove | None = None


class Ping(Incoming, frozen=True, tag="ping"):
    """Are you there?"""


MatchCommand: TypeAlias = Play | Undo | ResetTurn
AtTable: TypeAlias = Resign | TakeOver | ComeBack | Promise | Reveal | Start | Say | Mute | AskHint | AskAhead | Prepare
Command: TypeAlias = MatchCommand | AtTable
AnyIncoming: TypeAlias = Watch | Command | Ping


# ---- Out


class MemberNow(Wire, frozen=True):
    """Who sits at a table. `player` is an id, no secret; None for a bot."""

    player: str | None
    name: str
    level: str | None
    present: bool
    ready: bool  # the page has promised a nonce, or it is a bot
    seat: int | None
    bot_plays: bool  # for a person who is away or has resigned
    votes: int  # that a bot should take over


class TableInfo(Wire, frozen=True):
    """A table as somebody who may know of it sees it; invitation and code are for who belongs to it."""

    id: str
    game: str
    options: dict[str, Value]
    seats: int
    public: bool
    casual: bool
    lot: bool
    take_over: int | None
    clock: Clock | None
    pace: Pace
    phase: Phase
    attempt: int
    late: tuple[str, ...]
    commitment: str
    transcript: Transcript | None
    members: list[MemberNow]
    owner: int | None  # among the members
    you: int | None  # among the members
    role: Role
    spectators: int
    created: float
    invitation: str | None
    code: str | None
    rematch: str | None


class LogLine(Wire, frozen=True):
    """What an entry of the log tells this seat: the public entry, what was seen to happen, and words for it."""

    seq: int
    ply: int
    at: float
    what: What
    seat: int | None
    by: By | None
    change: SeatWhat | None
    reason: EndReason | None
    events: list[AnyEvent]
    words: list[Text]


class ClockNow(Wire, frozen=True):
    """Clocks as they run: seconds that who is to act still has, the bank counted in, and every seat's bank."""

    left: float | None  # None: a bot is to act, or nobody
    banks: list[float]


class Standing(Wire, frozen=True):
    """How the match stands for one seat: its view and what it may do."""

    seq: int
    ply: int
    to_act: int | None
    over: bool
    view: AnyView
    choices: AnyChoices | None
    legal: list[AnyMove] | None
    can_undo: bool
    ranks: list[int] | None  # once it is over
    scores: list[int] | None
    winners: list[int] | None
    clock: ClockNow | None  # at a table that has one


class Welcome(Outgoing, frozen=True, tag="welcome"):
    """The first message on a socket."""

    player: str
    name: str
    version: str


class TableNow(Outgoing, frozen=True, tag="table"):
    """The table changed, or somebody came or went."""

    table: TableInfo


class MatchNow(Outgoing, frozen=True, tag="match"):
    """The match as it stands, and the log since what the page had seen."""

    table: str
    standing: Standing
    log: list[LogLine]
    seen: int  # the last seq this player had looked at before


class Moved(Outgoing, frozen=True, tag="moved"):
    """The match went on."""

    table: str
    line: LogLine
    standing: Standing


class Said(Outgoing, frozen=True, tag="said"):
    """A line of chat."""

    number: int
    room: Room
    player: str
    name: str
    at: float
    text: str


class HintedMove(Wire, frozen=True):
    """A move, and what is expected of it."""

    move: AnyMove
    words: Text
    share: float
    points: float


class Hinted(Outgoing, frozen=True, tag="hinted"):
    """The best moves a strong bot sees."""

    id: str
    seq: int
    moves: list[HintedMove]


class AheadNow(Outgoing, frozen=True, tag="ahead"):
    """What could be prepared as the table lies now; nothing where that is not clear."""

    id: str
    seq: int
    choices: AnyChoices | None


class PreparedNow(Outgoing, frozen=True, tag="prepared"):
    """What waits for your turn, if anything does; `dropped` says why the one before could not be played."""

    move: AnyMove | None
    dropped: Text | None = None


class Done(Outgoing, frozen=True, tag="done"):
    """A command was carried out; a match command's entry has this seq and is on disk."""

    id: str
    seq: int | None = None


class Refused(Outgoing, frozen=True, tag="refused"):
    """A command was refused and changed nothing; the match as it stands comes along."""

    id: str | None
    code: str
    words: Text
    index: int | None = None  # of several moves, the one that was refused
    standing: Standing | None = None


class Pong(Outgoing, frozen=True, tag="pong"):
    """I am."""


AnyOutgoing: TypeAlias = (
    Welcome | TableNow | MatchNow | Moved | Said | Hinted | AheadNow | PreparedNow | Done | Refused | Pong
)


def decode(text: str | bytes) -> AnyIncoming:
    """A message, or a msgspec error."""
    message: AnyIncoming = _DECODER.decode(text)
    return message


_DECODER: Final = msgspec.json.Decoder(AnyIncoming)
encode: Final = msgspec.json.Encoder().encode
