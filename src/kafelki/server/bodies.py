"""What requests carry and what they are answered with."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from kafelki.core.meta import Meta, Value
from kafelki.server.clocks import Clock
from kafelki.server.wire import AnyEvent, AnyView, Hash, Key, Name, Role, Seat, TableInfo, Wire
from kafelki.words import Language, Text

SIGNATURE: Final = "X-Kafelki-Signature"  # sha256=HEX: the HMAC of a call's body, with the player's secret

Url: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
Hour: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=23)]


class NewPlayer(Wire, frozen=True):
    """Somebody comes."""

    name: Name


class PlayerNow(Wire, frozen=True):
    """Who you are; `token` is for programs, a browser has its cookie."""

    id: str
    name: str
    token: str | None = None


class NewTable(Wire, frozen=True):
    """A table to be made. Bots are given by level; the rest of the seats wait for people."""

    game: Name
    nonce_hash: Hash
    seats: Seat | None = None
    options: dict[str, Value] = msgspec.field(default_factory=dict)
    bots: Annotated[tuple[Name, ...], msgspec.Meta(max_length=8)] = ()
    public: bool = False
    casual: bool | None = None  # hints may be asked for; at private tables, where nothing is said
    lot: bool = True
    take_over: Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None = 10
    clock: Clock | None = None


class NewTerms(Wire, frozen=True):
    """What the owner changes before the start; what is not said stays. Another game begins with its own defaults."""

    game: Name | None = None
    seats: Seat | None = None
    options: dict[str, Value] | None = None
    public: bool | None = None
    casual: bool | None = None
    lot: bool | None = None
    take_over: Annotated[int, msgspec.Meta(ge=0, le=10_000)] | None = None  # 0: only by vote
    clock: Clock | msgspec.UnsetType | None = msgspec.UNSET  # null: nobody is hurried


class Join(Wire, frozen=True):
    """By an invitation or code, or by the id of a public table."""

    key: Key
    role: Role = "seat"
    nonce_hash: Hash | None = None


class NewBot(Wire, frozen=True):
    """A bot for a free seat."""

    level: Name


class Rematch(Wire, frozen=True):
    """Once more with the same people."""

    nonce_hash: Hash


class DeviceLink(Wire, frozen=True):
    """What the other device has to bring along, for ten minutes. It goes behind a # in the link."""

    token: Name


class Subscribe(Wire, frozen=True):
    """A browser that wants to be told of turns: what its `PushSubscription` says, and the language of its page."""

    endpoint: Url
    p256dh: Annotated[str, msgspec.Meta(max_length=120)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]
    language: Language


class QuietHours(Wire, frozen=True):
    """From the one full hour to the other, in a time zone such as Europe/Warsaw, nothing is told."""

    start_hour: Hour
    end_hour: Hour
    zone: Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_+/-]+$")]


class NewWebhook(Wire, frozen=True):
    """An address of one's own that is called with a `TurnCall`."""

    url: Url
    language: Language


class WebhookSecret(Wire, frozen=True):
    """Shown this once. Each call carries `X-Kafelki-Signature: sha256=` and the HMAC-SHA256 of its body with this."""

    secret: str


class TurnCall(Wire, frozen=True):
    """What a webhook is called with, by POST. Answer with a status from 200 to 299; else it is tried twice more."""

    type: Literal["turn", "trial"]
    id: str  # the same for the same turn
    at: int  # seconds since 1970
    title: str
    text: str
    link: str
    table: str | None
    game: str | None
    players: tuple[str, ...]  # with whom you play


class NoticesNow(Wire, frozen=True):
    """How you are told of your turns."""

    push_key: str  # what a browser subscribes with
    browsers: list[str]  # SHA-256 of the endpoint of each that is told, in hex
    quiet: QuietHours | None
    webhooks: bool  # whether the host allows them
    webhook: str | None


class MyTable(Wire, frozen=True):
    """A table in one's list."""

    table: TableInfo
    your_turn: bool
    left: float | None = None  # seconds on your clock, where one runs


class Frame(Wire, frozen=True):
    """One moment of a match that is over."""

    ply: int
    plies: int
    view: AnyView
    events: list[AnyEvent]
    words: list[Text]


class GameCard(Wire, frozen=True):
    """A game, and the levels of its bots."""

    meta: Meta
    levels: list[str]


class Problem(Wire, frozen=True):
    """Why a request was refused."""

    code: str
    words: Text


class Health(Wire, frozen=True):
    """Whether people can play."""

    ready: bool
    version: str
