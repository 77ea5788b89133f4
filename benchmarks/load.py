"""A full house: 300 tables of two sockets each play random legal moves against real servers, rules and views included.

Servers and pages are processes of their own. First one server on SQLite with synchronous=FULL, then two servers on a
PostgreSQL that was started for this, the two players of each table at different ones. Three rounds on each: open loop
(each table one move a second, latency from when a move was due), closed loop (as fast as it goes), and the open loop
again while ten bots think. Afterwards every match is played again from the database, and must lead to exactly what its
pages saw last. Nothing but this machine is reached, and all of it goes with the run.

Exit code 1: a claim does not hold.
"""

from __future__ import annotations

import asyncio
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from benchmarks.load_clients import Order
from benchmarks.load_house import ALL, House, Kind, Plan, Round, Speed, database
from benchmarks.load_replay import Replays, play_again
from kafelki.games import games

OPEN_P99: Final = 150.0  # milliseconds: what we claim at most
BUSY_P99: Final = 300.0  # while bots think
CLOSED_RATE: Final = 1_000.0  # moves a second: what we claim at least
BOTS: Final = 10
KINDS: Final[tuple[Kind, ...]] = ("sqlite", "postgresql")
STOPPED: Final = 130  # the exit code after Ctrl-C

Say = Callable[[str], None]


class Claim(msgspec.Struct, frozen=True):
    """What we claim, and what was found."""

    words: str
    found: str
    holds: bool


class Result(msgspec.Struct, frozen=True):
    """What one database came to."""

    database: str
    servers: int
    safe: str  # how it makes sure that what is acknowledged is on disk
    rounds: list[Round]
    replays: Replays
    server_mebibytes: list[float]  # of each, at most
    database_mebibytes: float | None  # at most of what was seen between rounds; None where it is in the server
    claims: list[Claim]


class Report(msgspec.Struct, frozen=True):
    tables: int
    seconds: float
    results: list[Result]


# ---- Measuring


def measure(say: Say, kind: Kind, plan: Plan) -> Result:
    """Three rounds, then everything again from the database."""
    with database(kind) as kept, tempfile.TemporaryDirectory(prefix="kafelki-load-") as name:
        say(f"{kept.name}: starting (the first time after an edit the rules are compiled: minutes)")
        house = House(Path(name), kept, plan)
        try:
            say(f"{kept.name}: {plan.tables} tables of two sit down")
            house.seated()
            rounds = []
            for title, order in (
                ("open loop", Order("open", plan.seconds)),
                ("closed loop", Order("closed", plan.seconds)),
                (f"open loop, {BOTS} bots think", Order("open", plan.seconds, BOTS)),
            ):
                say(f"{kept.name}: {title}, {plan.seconds:g} s")
                rounds.append(house.round(title, order))
            memory, beside = [server.usage().mebibytes for server in house.servers], kept.usage()
            views = house.leave()
        finally:
            house.stop()
        say(f"{kept.name}: playing every match again")
        replays = asyncio.run(play_again(house.settings[0], views))
    claims = [*(speeds_claimed(rounds) if kind == "sqlite" else []), *always_claimed(rounds, replays)]
    used = None if beside is None else beside.mebibytes
    return Result(kept.name, len(memory), kept.safe, rounds, replays, memory, used, claims)


def speeds_claimed(rounds: list[Round]) -> list[Claim]:
    """What we claim of a house of 300 tables on SQLite; for PostgreSQL it is told what was found."""
    first, closed, busy = (one.speeds[-1] for one in rounds)
    return [
        Claim(f"open loop: p99 < {OPEN_P99:g} ms", f"{first.p99:.1f} ms", first.p99 < OPEN_P99),
        Claim(
            f"closed loop: >= {CLOSED_RATE:,.0f} moves/s",
            f"{closed.moves_per_second:,.0f}",
            closed.moves_per_second >= CLOSED_RATE,
        ),
        Claim(f"while {BOTS} bots think: p99 <= {BUSY_P99:g} ms", f"{busy.p99:.1f} ms", busy.p99 <= BUSY_P99),
    ]


def always_claimed(rounds: list[Round], replays: Replays) -> list[Claim]:
    """That nothing goes wrong, on whatever database."""
    errors = sum(len(one.errors) for one in rounds)
    return [
        Claim("no error", f"{errors}", not errors),
        Claim(
            "every match replays to what its pages saw last",
            f"{replays.matches:,} matches, {replays.entries:,} entries, {replays.views:,} views,"
            f" {len(replays.wrong)} wrong",
            not replays.wrong and replays.views > 0,
        ),
    ]


# ---- Drawing


def draw(report: Report, console: Console) -> None:
    """All figures, the databases side by side; then a line for each claim."""
    table = Table("")
    for one in report.results:
        table.add_column(f"{one.database}\n{one.servers} server{'s' * (one.servers > 1)}", justify="right")
    for number in range(len(report.results[0].rounds)):
        for row in round_rows([one.rounds[number] for one in report.results]):
            table.add_row(*row)
        table.add_section()
    for row in last_rows(report.results):
        table.add_row(*row)
    console.print(table)
    for one in report.results:
        wrong = [error for part in one.rounds for error in part.errors][:5] + one.replays.wrong[:5]
        for words in wrong:
            console.print(f"[red]{one.database}: {words}[/]", soft_wrap=True)
        for claim in one.claims:
            verdict = "[green]holds[/]" if claim.holds else "[bold red]does NOT hold[/]"
            console.print(f"{one.database}: {claim.words}: {verdict} ({claim.found})", soft_wrap=True)


def round_rows(rounds: list[Round]) -> Iterator[list[str]]:
    """One round on all databases: for all games together, and the 99th percentile of each."""
    whole = [one.speeds[-1] for one in rounds]
    yield [f"[bold]{rounds[0].name}[/]: moves/s", *(f"{speed.moves_per_second:,.0f}" for speed in whole)]
    yield ["  median ms", *(f"{speed.median:,.1f}" for speed in whole)]
    yield ["  p99 ms", *(f"[bold]{speed.p99:,.1f}[/]" for speed in whole)]
    for name in sorted({speed.game for one in rounds for speed in one.speeds} - {ALL}):
        yield [f"    {name}", *(_p99(one.speeds, name) for one in rounds)]
    yield ["  worst ms", *(f"{speed.worst:,.1f}" for speed in whole)]
    yield ["  errors", *(f"{len(one.errors):,}" for one in rounds)]
    yield ["  CPU a move, ms: servers", *(f"{one.server_cpu:.2f}" for one in rounds)]
    yield ["    database", *("in it" if one.database_cpu is None else f"{one.database_cpu:.2f}" for one in rounds)]
    yield ["    pages", *(f"{one.clients_cpu:.2f}" for one in rounds)]
    yield ["  matches ended", *(f"{one.matches:,}" for one in rounds)]
    if any(one.bot_moves for one in rounds):
        yield ["  moves against bots", *(f"{one.bot_moves:,}" for one in rounds)]


def _p99(speeds: list[Speed], name: str) -> str:
    return next((f"{speed.p99:,.1f}" for speed in speeds if speed.game == name), "")


def last_rows(results: list[Result]) -> Iterator[list[str]]:
    """What was used, and what the second look found."""
    yield ["memory of each server, MiB", *(" + ".join(f"{one:,.0f}" for one in r.server_mebibytes) for r in results)]
    beside = ("in it" if r.database_mebibytes is None else f"{r.database_mebibytes:,.0f}" for r in results)
    yield ["memory of the database, MiB", *beside]
    yield ["a commit waits for the disk", *(r.safe.replace(", ", "\n") for r in results)]
    yield ["matches played again", *(f"{r.replays.matches:,}" for r in results)]
    yield ["  entries", *(f"{r.replays.entries:,}" for r in results)]
    yield ["  pages' last views", *(f"{r.replays.views:,}" for r in results)]
    yield ["  wrong", *(f"{len(r.replays.wrong):,}" for r in results)]


# ---- The command


def stop_at_once() -> None:
    """Ctrl-C, and a polite kill: everything that was started is stopped; pressed again, it is still being stopped."""

    def stop(*_: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)


def main(
    only: Annotated[
        Kind | None, typer.Option(help="This database alone; both, one after the other, without it.")
    ] = None,
    tables: Annotated[int, typer.Option(min=1, max=2_000, help="Tables of two players each.")] = 300,
    seconds: Annotated[float, typer.Option(min=1, max=600, help="Length of each of the three rounds.")] = 20.0,
    servers: Annotated[int, typer.Option(min=1, max=8, help="Servers on PostgreSQL; SQLite has one.")] = 2,
    game: Annotated[str | None, typer.Option(help="Only this game; a mix of all without it.")] = None,
    thinkers: Annotated[int | None, typer.Option(min=1, help="Bots that think at once, of each server.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Fill a house on SQLite (one server) and on PostgreSQL (two servers, the players of each table at different ones),
    print both side by side, and exit with 1 where a claim does not hold. All of it is on this machine, and is stopped
    and removed at the end.
    """
    if game is not None and game not in games():
        raise typer.BadParameter(f"there are: {', '.join(games())}", param_hint="--game")
    errors = Console(stderr=True, highlight=False)
    plan = Plan(list(games()) if game is None else [game], tables, seconds, thinkers, servers)
    stop_at_once()

    def say(words: str) -> None:
        errors.print(f"kafelki: {words}", soft_wrap=True)

    try:
        report = Report(tables, seconds, [measure(say, kind, plan) for kind in KINDS if only in (None, kind)])
    except KeyboardInterrupt:
        say("stopped")
        raise typer.Exit(STOPPED) from None
    if json:
        print(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        draw(report, Console(highlight=False))
    if not all(claim.holds for one in report.results for claim in one.claims):
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
