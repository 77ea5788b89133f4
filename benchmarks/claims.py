"""What a benchmark claims: that we are so many times as fast as a peer, or do so much a second.

A benchmark measures into a report of its own that has `claims`, says how it is drawn, and `run` does the rest: one
JSON document or the drawing, then a line for each claim, and exit code 1 where one does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Final, Protocol, TypeVar

import msgspec
import typer
from rich.console import Console
from rich.table import Table

ROUNDS: Final = 3  # in turn, so that a noisy moment of the machine hits all alike; the best one counts

Say = Callable[[str], None]  # words for who waits


class Claim(msgspec.Struct, frozen=True):
    """`ours` >= `wanted` of a unit (`x hive`, `turns/s`), and what was found."""

    ours: str
    wanted: float
    unit: str
    found: float
    holds: bool

    def words(self) -> str:
        verdict = "[green]holds[/]" if self.holds else "[bold red]does NOT hold[/]"
        found = f"{self.found:,.{2 if self.found < 10 else 1 if self.found < 1000 else 0}f}"
        found += " x" if self.unit.startswith("x ") else ""
        return f"{self.ours} >= {self.wanted:,g} {self.unit}: {verdict} ({found})"


class Report(Protocol):
    """What a benchmark measured; a struct, so that it can be written as JSON."""

    @property
    def claims(self) -> list[Claim]: ...


class Speeds(msgspec.Struct, frozen=True):
    """The plainest report: how many of a unit a second, for each of what was measured."""

    of: str
    unit: str
    speeds: dict[str, float]
    claims: list[Claim]

    def draw(self, console: Console) -> None:
        table = Table(self.of)
        table.add_column(self.unit, justify="right")
        for name, speed in self.speeds.items():
            table.add_row(name, f"{speed:,.0f}")
        console.print(table)


R = TypeVar("R", bound=Report)


def at_least(ours: str, wanted: float, unit: str, found: float) -> Claim:
    """That we do so much."""
    return Claim(ours, wanted, unit, found, found >= wanted)


def times(speeds: Mapping[str, float], claimed: Iterable[tuple[str, float, str]]) -> list[Claim]:
    """That we are so many times as fast as peers, for each of `claimed`: ours, how many times, the peer."""
    return [at_least(ours, wanted, f"x {peer}", speeds[ours] / speeds[peer]) for ours, wanted, peer in claimed]


def best_of(players: Mapping[str, Callable[[], float]]) -> dict[str, float]:
    """The best of each player's rounds, played in turn."""
    rounds = [{name: play() for name, play in players.items()} for _ in range(ROUNDS)]
    return {name: max(done[name] for done in rounds) for name in players}


def run(measure: Callable[[Say], R], draw: Callable[[R, Console], None]) -> None:
    """A benchmark's command line."""

    def main(json: Annotated[bool, typer.Option(help="Print one JSON document and nothing else.")] = False) -> None:
        """Measure, print, and exit with 1 where a claim does not hold."""
        console = Console(highlight=False)
        report = measure(lambda words: None if json else console.print(f"kafelki: {words}", soft_wrap=True))
        if json:
            print(msgspec.json.format(msgspec.json.encode(report)).decode())
        else:
            draw(report, console)
            for claim in report.claims:
                console.print(claim.words(), soft_wrap=True)
        if not all(claim.holds for claim in report.claims):
            raise typer.Exit(1)

    typer.run(main)
