"""How a server is run: where it listens, what it keeps where, and how much it bears."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
import platformdirs

from kafelki.errors import CannotServe

PORT: Final = 8321
DATABASE: Final = "kafelki.sqlite3"  # in the data folder


class Rate(msgspec.Struct, frozen=True):
    """So many at once, and so many a second after that."""

    burst: int
    each_second: float


class Limits(msgspec.Struct, frozen=True):
    """What one player or address may ask for. A family behind one router shares an address."""

    message_bytes: int = 16 * 1024
    body_bytes: int = 32 * 1024
    commands: Rate = Rate(60, 20)  # on a socket, of a player
    requests: Rate = Rate(200, 40)  # by HTTP, of an address
    players: Rate = Rate(40, 0.2)  # new ones, of an address
    guesses: Rate = Rate(10, 0.1)  # codes and links that lead nowhere, of an address
    sockets_of_player: int = 12
    sockets_of_address: int = 200
    connections_of_address: int = 200  # beside its sockets
    tables_of_player: int = 30  # not over yet
    spectators: int = 100  # of a table
    lines: int = 2_000  # of chat, of a table
    browsers: int = 8  # of a player, that are told
    calls: Rate = Rate(6, 0.05)  # trials of notices and new webhooks, of a player
    waiting: int = 256  # messages that a slow page may be behind before it is cut off


class Times(msgspec.Struct, frozen=True):
    """How long things may take, in seconds."""

    reveal: float = 20.0  # for the pages to reveal their nonces
    request: float = 15.0  # for all of a request to come, from its first byte
    stalled: float = 20.0  # for somebody to read what was sent
    absent: float = 20.0  # without a connection, before others may vote a bot in
    bot_pace: float = 0.35  # between a bot's moves, so that people can follow
    others_think: float = 6.0  # in which a bot is left to the server that wrote the last entry
    sweep: float = 5.0  # between looks at what is overdue
    notice: float = 10.0  # a turn runs without its player, before they are told
    deliver: float = 10.0  # for somebody else's server to take a notice
    keep_lobby: float = 2 * 86400.0  # a table that never started
    keep_running: float = 60 * 86400.0  # a match nobody plays on: it is ended
    keep_over: float = 365 * 86400.0  # a match that is over: it is deleted


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One server."""

    folder: Path = msgspec.field(default_factory=lambda: platformdirs.user_data_path("kafelki"))
    host: str = "127.0.0.1"
    port: int = PORT
    database: str | None = None  # an SQLAlchemy URL; SQLite in the folder where nothing is said
    public_url: str | None = None  # what links are made from
    trusted_proxies: tuple[str, ...] = ()  # whose X-Forwarded-For is believed
    thinkers: int | None = None  # bots that think at the same time; one less than the cores by default
    metrics_token: str | None = None  # who brings it may see /metrics; nobody where nothing is said
    webhooks: bool = False  # players may name an address that is called when it is their turn
    limits: Limits = Limits()
    times: Times = Times()

    @property
    def url(self) -> str:
        """Where people find the table."""
        shown = "localhost" if self.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else self.host
        return (self.public_url or f"http://{shown}:{self.port}").rstrip("/")

    @property
    def secure(self) -> bool:
        """Whether people come by HTTPS."""
        return self.url.startswith("https://")

    @property
    def database_url(self) -> str:
        """With the driver we use."""
        if self.database is None:
            return f"sqlite+aiosqlite:///{self.folder / DATABASE}"
        scheme, separator, rest = self.database.partition("://")
        drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
        return f"{drivers.get(scheme, scheme)}{separator}{rest}"


def unusable(error: OSError) -> CannotServe:
    """The data folder, and what is wrong with it."""
    return CannotServe(
        f"The data folder cannot be used: {error.strerror}.",
        f"Nie można użyć folderu danych: {error.strerror}.",
        "folder",
    )
