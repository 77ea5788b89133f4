"""A full house: 300 tables of two sockets each play random legal moves against a real server, rules and views included.

The server and the pages are processes of their own; the server keeps what happens in SQLite with synchronous=FULL, in
a folder that goes with the run. Three rounds: open loop (each table one move a second, latency from when a move was
due), closed loop (as fast as it goes), and the open loop again while ten bots think. Afterwards every match is played
again from the database, and must lead to exactly what its pages saw last. Exit code 1: a claim does not hold.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import resource
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from benchmarks import load_clients
from benchmarks.load_clients import LastView, Order, Tally
from kafelki.core.entries import MatchFile
from kafelki.core.replay import replay
from kafelki.games import game, games
from kafelki.server.settings import Limits, Rate, Settings, Times
from kafelki.server.store import Kept, Store
from kafelki.server.tables import Table as KeptTable

OPEN_P99: Final = 150.0  # milliseconds: what we claim at most
BUSY_P99: Final = 300.0  # while bots think
CLOSED_RATE: Final = 1_000.0  # moves a second: what we claim at least
BOTS: Final = 10
START: Final = 900.0  # seconds for the server to be ready: it may have to compile the rules first
MORE: Final = 120.0  # seconds that a round may take beside its own
ALL: Final = "all"

# One machine plays everybody here: nobody is held to what one household may ask for.
FREE: Final = Rate(1_000_000, 1_000_000.0)
LIMITS: Final = Limits(
    commands=FREE, requests=FREE, players=FREE, guesses=FREE, sockets_of_address=10_000, tables_of_player=1_000
)


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
    server_cpu: float
    clients_cpu: float
    errors: list[str]


class Replays(msgspec.Struct):
    """What playing every match again came to."""

    matches: int = 0
    entries: int = 0
    views: int = 0
    wrong: list[str] = msgspec.field(default_factory=list)


class Claim(msgspec.Struct, frozen=True):
    """What we claim, and what was found."""

    words: str
    found: str
    holds: bool


class Report(msgspec.Struct, frozen=True):
    tables: int
    rounds: list[Round]
    replays: Replays
    server_mebibytes: float  # at most
    claims: list[Claim]


# ---- The server, in its own process


class Usage(msgspec.Struct, frozen=True):
    """What the server's process has used."""

    cpu: float  # seconds
    mebibytes: float  # at most


def host(pipe: Connection, folder: Path, port: int, thinkers: int | None) -> None:
    """Serve until told to stop; say when people can come, and what was used whenever asked."""
    from kafelki.server.run import serve, set_up_log

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
    settings = Settings(folder=folder, port=port, thinkers=thinkers, limits=LIMITS, times=Times(bot_pace=0.0))
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

    def stop(self) -> None:
        self.process.terminate()
        self.process.join(20)
        if self.process.is_alive():
            self.process.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# ---- Rounds


class House:
    """A server, its pages, and the orders they get."""

    def __init__(self, folder: Path, names: list[str], tables: int, thinkers: int | None) -> None:
        port = free_port()
        self.server = Child(host, folder, port, thinkers)
        self.server.heard(START)
        self.clients = Child(load_clients.run, port, names, tables)

    def seated(self) -> None:
        self.clients.heard(MORE)

    def usage(self) -> Usage:
        self.server.pipe.send("usage")
        found = self.server.heard(MORE)
        assert isinstance(found, Usage)
        return found

    def round(self, name: str, order: Order) -> Round:
        """Let everybody play."""
        before = self.usage()
        self.clients.pipe.send(order)
        tally = self.clients.heard(order.seconds + MORE)
        assert isinstance(tally, Tally)
        cpu, moves = self.usage().cpu - before.cpu, max(1, len(tally.moves))
        found = sorted({one.game for one in tally.moves})
        return Round(
            name=name,
            moves=len(tally.moves),
            seconds=tally.seconds,
            speeds=[speed_of(tally, name) for name in ([*found, ALL] if len(found) > 1 else found)],
            matches=tally.matches,
            bot_moves=tally.bot_moves,
            server_cpu=1000 * cpu / moves,
            clients_cpu=1000 * tally.cpu / moves,
            errors=tally.errors,
        )

    def leave(self) -> list[LastView]:
        """Everybody goes; what they saw last."""
        self.clients.pipe.send(None)
        views = self.clients.heard(MORE)
        assert isinstance(views, list)
        return views

    def stop(self) -> None:
        self.clients.stop()
        self.server.stop()


def speed_of(tally: Tally, name: str) -> Speed:
    """A game's moves, or all of them."""
    latencies = sorted(1000 * one.latency for one in tally.moves if name in (ALL, one.game))
    rate = len(latencies) / tally.seconds
    return Speed(name, rate, _share(latencies, 0.5), _share(latencies, 0.99), latencies[-1])


def _share(rising: list[float], share: float) -> float:
    """The value that this share of all does not exceed."""
    return rising[min(len(rising) - 1, int(share * len(rising)))]


# ---- Playing it all again


async def play_again(folder: Path, views: list[LastView]) -> Replays:
    """Every match from the database, and whether its pages saw the same, byte for byte."""
    store, found = Store(Settings(folder=folder).database_url), Replays()
    await store.open()
    by_table: dict[str, list[LastView]] = {}
    for view in views:
        by_table.setdefault(view.table, []).append(view)
    try:
        for id, seen in by_table.items():
            table = await store.table(id)
            if table is None:
                found.wrong.append(f"{id} is not in the database")
                continue
            check(found, table, await store.entries(id), seen)
    finally:
        await store.close()
    return found


def check(found: Replays, table: KeptTable, kept: list[Kept], seen: list[LastView]) -> None:
    """One match. A bot may have played on after its page was gone: then only up to what that page saw."""
    found.matches += 1
    found.entries += len(kept)
    for view in seen:
        if view.whole and view.seq != len(kept):
            found.wrong.append(f"{table.id}: {len(kept)} entries, a page saw {view.seq}")
    terms, last = table.terms, seen[0].seq
    entries = tuple(one.entry for one in kept[:last])
    file = MatchFile(terms.game, table.rules, terms.seats, terms.options, None, table.chance(), entries)
    match = replay(game(terms.game), file)
    for view in seen:
        found.views += 1
        if msgspec.json.encode(match.view(table.seat_of(view.player))) != view.view:
            found.wrong.append(f"{table.id}: after {last} entries {terms.game} looks different")


# ---- All of it


def measure(say: Callable[[str], None], names: list[str], tables: int, seconds: float, thinkers: int | None) -> Report:
    """Three rounds, then everything again from the database."""
    with tempfile.TemporaryDirectory(prefix="kafelki-load-") as name:
        folder = Path(name)
        say("starting the server (the first time after an edit it compiles the rules: minutes)")
        house = House(folder, names, tables, thinkers)
        try:
            say(f"{tables} tables of two sit down")
            house.seated()
            rounds = []
            for title, order in (
                ("open loop", Order("open", seconds)),
                ("closed loop", Order("closed", seconds)),
                (f"open loop, {BOTS} bots think", Order("open", seconds, BOTS)),
            ):
                say(f"{title}: {seconds:g} s")
                rounds.append(house.round(title, order))
            usage, views = house.usage(), house.leave()
        finally:
            house.stop()
        say("playing every match again")
        replays = asyncio.run(play_again(folder, views))
    return Report(tables, rounds, replays, usage.mebibytes, claims_of(rounds, replays))


def claims_of(rounds: list[Round], replays: Replays) -> list[Claim]:
    """What we claim of a house of 300 tables, and of none that nothing goes wrong."""
    first, closed, busy = (one.speeds[-1] for one in rounds)
    errors = sum(len(one.errors) for one in rounds)
    return [
        Claim(f"open loop: p99 < {OPEN_P99:g} ms", f"{first.p99:.1f} ms", first.p99 < OPEN_P99),
        Claim(
            f"closed loop: >= {CLOSED_RATE:,.0f} moves/s",
            f"{closed.moves_per_second:,.0f}",
            closed.moves_per_second >= CLOSED_RATE,
        ),
        Claim(f"while {BOTS} bots think: p99 <= {BUSY_P99:g} ms", f"{busy.p99:.1f} ms", busy.p99 <= BUSY_P99),
        Claim("no error", f"{errors}", not errors),
        Claim(
            "every match replays to what its pages saw last",
            f"{replays.matches:,} matches, {replays.entries:,} entries, {replays.views:,} views,"
            f" {len(replays.wrong)} wrong",
            not replays.wrong and replays.views > 0,
        ),
    ]


def draw(report: Report, console: Console) -> None:
    """A table of all, what was used, and a line for each claim."""
    table = Table("round", "game")
    for heading in ("moves/s", "median ms", "p99 ms", "worst ms"):
        table.add_column(heading, justify="right")
    for one in report.rounds:
        for place, speed in enumerate(one.speeds):
            times = (f"{value:,.1f}" for value in (speed.median, speed.p99, speed.worst))
            table.add_row("" if place else one.name, speed.game, f"{speed.moves_per_second:,.0f}", *times)
        table.add_section()
    console.print(table)
    for one in report.rounds:
        console.print(
            f"{one.name}: CPU a move {one.server_cpu:.2f} ms server, {one.clients_cpu:.2f} ms pages; "
            f"{one.matches:,} matches ended" + (f"; {one.bot_moves:,} moves against bots" if one.bot_moves else ""),
            soft_wrap=True,
        )
    console.print(f"memory of the server at most: {report.server_mebibytes:,.0f} MiB")
    for words in [error for one in report.rounds for error in one.errors][:5] + report.replays.wrong[:5]:
        console.print(f"[red]{words}[/]", soft_wrap=True)
    for claim in report.claims:
        verdict = "[green]holds[/]" if claim.holds else "[bold red]does NOT hold[/]"
        console.print(f"{claim.words}: {verdict} ({claim.found})", soft_wrap=True)


def main(
    json: Annotated[bool, typer.Option(help="Print one JSON document and nothing else.")] = False,
    tables: Annotated[int, typer.Option(min=1, max=2_000, help="Tables of two players each.")] = 300,
    seconds: Annotated[float, typer.Option(min=1, max=600, help="Length of each of the three rounds.")] = 20.0,
    game: Annotated[str | None, typer.Option(help="Only this game; a mix of all without it.")] = None,
    thinkers: Annotated[int | None, typer.Option(min=1, help="Bots that think at once.")] = None,
) -> None:
    """Measure, print, and exit with 1 where a claim does not hold."""
    if game is not None and game not in games():
        raise typer.BadParameter(f"there are: {', '.join(games())}", param_hint="--game")
    errors = Console(stderr=True, highlight=False)
    names = list(games()) if game is None else [game]
    report = measure(lambda words: errors.print(f"kafelki: {words}", soft_wrap=True), names, tables, seconds, thinkers)
    if json:
        print(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        draw(report, Console(highlight=False))
    if not all(claim.holds for claim in report.claims):
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
