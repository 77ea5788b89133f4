"""A house for the load benchmark: a database, servers and pages, each a process of its own, all on this machine.

Whatever is started here is stopped at the end, also when somebody presses Ctrl-C.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import resource
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

from benchmarks import load_clients
from benchmarks.load_clients import LastView, Order, Tally
from kafelki.server.settings import Limits, Rate, Settings, Times

if TYPE_CHECKING:
    from tests.server.postgres import Postgres

START: Final = 900.0  # seconds for a server to be ready: it may have to compile the rules first
MORE: Final = 120.0  # seconds that a round may take beside its own
LEAVE: Final = 20.0  # seconds to stop in, before it is ended
ALL: Final = "all"

# One machine plays everybody here: nobody is held to what one household may ask for.
FREE: Final = Rate(1_000_000, 1_000_000.0)
LIMITS: Final = Limits(
    commands=FREE, requests=FREE, players=FREE, guesses=FREE, sockets_of_address=10_000, tables_of_player=1_000
)

Kind: TypeAlias = Literal["sqlite", "postgresql"]


class Plan(msgspec.Struct, frozen=True):
    """What is to be measured."""

    games: list[str]
    tables: int
    seconds: float  # of each round
    thinkers: int | None  # bots that think at once, of each server
    servers: int  # on PostgreSQL; SQLite has one


class Speed(msgspec.Struct, frozen=True):
    """One game's moves in a round, in milliseconds."""

    game: str
    moves_per_second: float
    median: float
    p99: float
    worst: float


class Round(msgspec.Struct, frozen=True):
    """One round. CPU is in milliseconds for each move, of all threads, setting up new tables included."""

    name: str
    moves: int
    seconds: float
    speeds: list[Speed]
    matches: int
    bot_moves: int
    server_cpu: float  # of all servers
    database_cpu: float | None  # where it is not in the server
    clients_cpu: float
    errors: list[str]


class Usage(msgspec.Struct, frozen=True):
    """What a process has used, or several together."""

    cpu: float  # seconds
    mebibytes: float  # at most


# ---- Processes


def host(pipe: Connection, settings: Settings) -> None:
    """Serve until told to stop; say when people can come, and what was used whenever asked."""
    from kafelki.server.run import serve, set_up_log

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # until the server listens to it: our parent stops us

    def answer() -> None:
        while pipe.recv() is not None:
            largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
                1 << 20 if sys.platform == "darwin" else 1024
            )
            pipe.send(Usage(time.process_time(), largest))

    def opened() -> None:
        pipe.send(None)
        threading.Thread(target=answer, daemon=True).start()

    set_up_log("warning")
    serve(settings, opened=opened)


class Child:
    """A process and the pipe to it."""

    def __init__(self, work: Callable[..., None], *given: object) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=work, args=(other, *given), daemon=True)
        self.process.start()
        other.close()

    def heard(self, seconds: float) -> object:
        """The next thing it says."""
        if not self.pipe.poll(seconds):
            raise TimeoutError(f"nothing was heard for {seconds:g} s")
        try:
            return self.pipe.recv()
        except EOFError:
            raise RuntimeError("a process of the run ended; what it said stands above") from None

    def usage(self) -> Usage:
        self.pipe.send("usage")
        found = self.heard(MORE)
        assert isinstance(found, Usage)
        return found

    def stop(self) -> None:
        self.process.terminate()
        self.process.join(LEAVE)
        if self.process.is_alive():
            self.process.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# ---- Databases


class Database:
    """Where servers keep what happens: SQLite in the folder of the one server there is."""

    name = "SQLite"
    safe = "synchronous=FULL"  # an acknowledged move is on disk

    def __init__(self, url: str | None = None) -> None:
        self.url = url

    def usage(self) -> Usage | None:
        """What it uses beside the servers."""
        return None


class Shared(Database):
    """A PostgreSQL as it comes, with nothing of its settings changed; it listens to no network."""

    name = "PostgreSQL"

    def __init__(self, postgres: Postgres) -> None:
        super().__init__(asyncio.run(postgres.new_database()))
        self._postgres, self._most = postgres, 0.0
        settings = {name: asyncio.run(postgres.value(f"SHOW {name}")) for name in ("fsync", "synchronous_commit")}
        self.safe = ", ".join(f"{name}={value}" for name, value in settings.items())

    def usage(self) -> Usage:
        """Of all its processes together."""
        cpu, memory = self._postgres.used()
        self._most = max(self._most, memory / (1 << 20))
        return Usage(cpu, self._most)


@contextlib.contextmanager
def database(kind: Kind) -> Iterator[Database]:
    if kind == "sqlite":
        yield Database()
        return
    from tests.server.postgres import Postgres  # its wheel is there only where it is needed

    postgres = Postgres()
    try:
        yield Shared(postgres)
    finally:
        postgres.close()


# ---- All together


class House:
    """Servers on one database, their pages, and the orders those get."""

    def __init__(self, folder: Path, kept: Database, plan: Plan) -> None:
        self.kept = kept
        self.settings = [
            Settings(
                folder=folder / f"server-{number}",
                port=free_port(),
                database=kept.url,
                thinkers=plan.thinkers,
                limits=LIMITS,
                times=Times(bot_pace=0.0),
            )
            for number in range(1 if kept.url is None else plan.servers)
        ]
        self.servers: list[Child] = []
        try:
            for one in self.settings:
                self.servers.append(Child(host, one))
                self.servers[-1].heard(START)  # one after the other: were there rules to compile, the first does
            ports = [one.port for one in self.settings]
            self.clients = Child(load_clients.run, ports, plan.games, plan.tables)
        except BaseException:
            self.stop()
            raise

    def seated(self) -> None:
        self.clients.heard(MORE)

    def round(self, name: str, order: Order) -> Round:
        """Let everybody play."""
        before, database_before = self._cpu(), self.kept.usage()
        self.clients.pipe.send(order)
        tally = self.clients.heard(order.seconds + MORE)
        assert isinstance(tally, Tally)
        after, database_after = self._cpu(), self.kept.usage()
        each = 1000 / max(1, len(tally.moves))
        found = sorted({one.game for one in tally.moves})
        return Round(
            name=name,
            moves=len(tally.moves),
            seconds=tally.seconds,
            speeds=[speed_of(tally, name) for name in ([*found, ALL] if len(found) > 1 else found)],
            matches=tally.matches,
            bot_moves=tally.bot_moves,
            server_cpu=each * (after - before),
            database_cpu=each * (database_after.cpu - database_before.cpu)
            if database_before is not None and database_after is not None
            else None,
            clients_cpu=each * tally.cpu,
            errors=tally.errors,
        )

    def _cpu(self) -> float:
        return sum(server.usage().cpu for server in self.servers)

    def leave(self) -> list[LastView]:
        """Everybody goes; what they saw last."""
        self.clients.pipe.send(None)
        views = self.clients.heard(MORE)
        assert isinstance(views, list)
        return views

    def stop(self) -> None:
        """All at once, the pages first."""
        children = [child for child in (getattr(self, "clients", None), *self.servers) if child is not None]
        for child in children:
            child.process.terminate()
        for child in children:
            child.stop()


def speed_of(tally: Tally, name: str) -> Speed:
    """A game's moves, or all of them."""
    latencies = sorted(1000 * one.latency for one in tally.moves if name in (ALL, one.game))
    rate = len(latencies) / tally.seconds
    return Speed(name, rate, _share(latencies, 0.5), _share(latencies, 0.99), latencies[-1])


def _share(rising: list[float], share: float) -> float:
    """The value that this share of all does not exceed."""
    return rising[min(len(rising) - 1, int(share * len(rising)))]
