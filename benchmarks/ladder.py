"""Each level against the one below, in every game, at two players and at the largest number: `make ladder`.

The deals of every step are in the table below, fixed before anything is played. A step has a file of its own under
build/ladder: stopped, the same command goes on. What it shows is printed and written to docs/ladder.md. Exit code 1:
something does not hold.
"""

from __future__ import annotations

import functools
import itertools
import os
import platform
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

import kafelki
from kafelki.arena import Report, Side, make_plan, play_plan
from kafelki.bots.levels import LEVELS
from kafelki.bots.searcher import SearchBot, simulations_in
from kafelki.games import meta

ROOT: Final = Path(__file__).parents[1]
SEED: Final = 1
MOST_TURN_MS: Final = 500.0  # a turn of master's, on one core
SECONDS: Final = "seconds"  # a file: how long each step took, a line for every time it was played or gone on with
TWIN: Final = "ladder:Twin"  # master, under another name: an arena has each bot once

# Deals of each step, by who should win it. With two a deal is two matches, with more twice as many as seats.
DEALS: Final[dict[tuple[str, int], dict[str, int]]] = {
    ("shelf", 2): {"casual": 100, "club": 200, "expert": 100, "master": 100},
    ("shelf", 4): {"casual": 20, "club": 120, "expert": 40, "master": 30},
    ("tikal", 2): {"casual": 30, "club": 60, "expert": 30, "master": 60},
    ("tikal", 4): {"casual": 12, "club": 30, "expert": 20, "master": 24},
    ("planet", 2): {"casual": 200, "club": 1200, "expert": 500, "master": 400},
    ("planet", 5): {"casual": 20, "club": 80, "expert": 80, "master": 60},
}
# With two: how far above its interval lies when greedy meets random, and the deals of that and of casual's against it.
YARDSTICKS: Final = {"shelf": (0.9, 100, 1000), "tikal": (0.9, 40, 40), "planet": (0.8, 400, 1000)}
# Deals of master against itself, on one core: mean scores, and how long its turns take.
SELF_PLAY: Final = {
    ("shelf", 2): 25,
    ("shelf", 4): 3,
    ("tikal", 2): 12,
    ("tikal", 4): 2,
    ("planet", 2): 25,
    ("planet", 5): 3,
}


HEAD: Final = """# The ladder: each level against the one below

*Po polsku: w każdej grze, przy dwóch graczach i przy największej ich liczbie, każdy poziom botów gra na arenie z
poziomem o jeden niższym na tych samych rozdaniach i we wszystkich układach miejsc. Udział to część miejsc przeciwnika,
przed którymi bot kończy; przedział (95 %) pochodzi z bootstrapu po rozdaniach i ma leżeć cały powyżej podanej liczby.
Liczba rozdań była ustalona z góry. Spełnione: {held} z {all}; jeszcze nierozegrane do końca: {unplayed}.*

Every step is a run of the arena: the same deals in all seatings, so that the luck of the deal falls out. A bot's share
is the part of the other's seats it ends before, ties halved; its interval (95 %) comes from a bootstrap over deals and
is to lie wholly above the number named. The numbers of deals were fixed beforehand, in the table of
[`benchmarks/ladder.py`](../benchmarks/ladder.py). {held} of {all} hold.{left}

One command plays all of it, goes on where it was stopped, and writes this page:

```
make ladder
```

It took {minutes:.0f} minutes.

- Seed {seed}
- {versions}
- {machine}

Two matches were played at a time. Minutes, and the times beside shares, are by the clock on the wall: where other work
shared the machine, or the run was paused, that is in them.
"""
SELF: Final = """## Master against itself

Mean scores, and thinking time with one match at a time, each on one core. A turn is all that a seat decides in it; the
slowest is to take at most {most:.0f} ms.

"""
SETTINGS: Final = """## What the levels are

Simulations for one decision, by game and seats; how many rounds each plays on; and how readily a move is taken that
looks nearly as good as the best.

"""


class Twin(SearchBot):
    """Master's equal."""

    def __init__(self) -> None:
        super().__init__(LEVELS["master"])


class Step(msgspec.Struct, frozen=True):
    """Two bots, of whom the first should win: its interval is to lie above `above`."""

    game: str
    seats: int
    bots: tuple[str, str]
    deals: int
    above: float | None = 0.5  # None: both are equals

    @property
    def file(self) -> str:
        names = "-".join(name.replace(":", "_") for name in self.bots)
        return f"{self.game}-{self.seats}-{names}.jsonl"


class Shown(msgspec.Struct, frozen=True):
    """A step that was played."""

    step: Step
    report: Report

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.report.pairs[0].sides

    @property
    def holds(self) -> bool:
        """For equals: that no turn took too long."""
        if self.step.above is None:
            return max(side.slowest_turn_ms for side in self.sides) <= MOST_TURN_MS
        return self.sides[0].interval[0] > self.step.above

    @property
    def verdict(self) -> str:
        return "yes" if self.holds else "**no**"


def steps() -> Iterator[Step]:
    """All of it, the cheap ones first."""
    for game, (above, against_random, against_greedy) in YARDSTICKS.items():
        yield Step(game, 2, ("greedy", "random"), against_random, above)
        yield Step(game, 2, ("casual", "greedy"), against_greedy)
    for weaker, stronger in itertools.pairwise(LEVELS):
        for (game, seats), deals in DEALS.items():
            yield Step(game, seats, (stronger, weaker), deals[stronger])
    for (game, seats), count in SELF_PLAY.items():
        yield Step(game, seats, ("master", TWIN), count, None)


# ---- Playing


def play(wanted: Sequence[Step], folder: Path, console: Console) -> list[Shown]:
    """Play the steps, or go on with them, and say what each one shows."""
    folder.mkdir(parents=True, exist_ok=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    shown: list[Shown] = []
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        for number, step in enumerate(wanted, start=1):
            task = progress.add_task(f"{number}/{len(wanted)} {step.file}", total=step.deals)
            shown.append(_played(step, folder, functools.partial(_tell, progress, task)))
            progress.remove_task(task)
            console.print(f"{number:2}/{len(wanted)}  {_told(shown[-1])}", markup=False, soft_wrap=True)
    return shown


def is_played(step: Step, folder: Path) -> bool:
    """Whether all deals of a step are in its file, a line each after the header."""
    file = folder / step.file
    return file.exists() and file.read_bytes().count(b"\n") == step.deals + 1


def _tell(progress: Progress, task: TaskID, done: int, total: int) -> None:
    progress.update(task, completed=done, total=total)


def _played(step: Step, folder: Path, tell: Callable[[int, int], object]) -> Shown:
    """One step. Equals play on one core alone, since what their turns take is looked at."""
    begun = time.perf_counter()
    plan = make_plan(step.game, step.bots, seats=step.seats, deals=step.deals, seed=SEED)
    workers = 1 if step.above is None else None
    try:
        return Shown(step, play_plan(plan, workers=workers, file=folder / step.file, progress=tell))
    finally:
        with (folder / SECONDS).open("a") as seconds:
            seconds.write(f"{time.perf_counter() - begun:.1f} {step.file}\n")


def _told(shown: Shown) -> str:
    """A step in a line."""
    step, (first, second) = shown.step, shown.sides
    low, high = first.interval
    what = "equals" if step.above is None else f"{first.share:.3f} ({low:.3f}-{high:.3f})"
    return (
        f"{step.game} {step.seats}: {first.bot} > {second.bot} {what}, {first.points:.1f} : {second.points:.1f} points,"
        f" {_ms(first.turn_ms)} ms a turn, slowest {_ms(first.slowest_turn_ms)}: "
        + ("holds" if shown.holds else "DOES NOT HOLD")
    )


# ---- The page


def page(wanted: Sequence[Step], shown: Sequence[Shown], minutes: float) -> str:
    """docs/ladder.md: what was shown of what is wanted."""
    levels = [one for one in shown if one.step.above is not None and one.step.bots[1] in LEVELS]
    yardsticks = [one for one in shown if one.step.above is not None and one.step.bots[1] not in LEVELS]
    equals = [one for one in shown if one.step.above is None]
    left = [step.file.removesuffix(".jsonl") for step in wanted if step not in [one.step for one in shown]]
    parts = [
        HEAD.format(
            held=sum(one.holds for one in shown),
            all=len(wanted),
            left=_left(left),
            unplayed=len(left),
            minutes=minutes,
            seed=SEED,
            machine=_machine(),
            versions=_versions(),
        ),
        "## Each level against the one below\n\n" + _table(levels),
        "## Against the yardsticks\n\n" + _table(yardsticks),
        SELF.format(most=MOST_TURN_MS) + _self_table(equals),
        SETTINGS + _settings(),
    ]
    return "\n".join(parts)


def _left(names: Sequence[str]) -> str:
    """What nothing is known of yet, in a sentence."""
    return f" Not played to the end yet ({len(names)}): {', '.join(names)}." if names else ""


def _table(shown: Sequence[Shown]) -> str:
    """Shares with intervals, points, thinking time."""
    lines = [
        "| game | seats | deals | bot | against | share | 95 % | above | holds | points | ms a turn | slowest |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for one in sorted(shown, key=lambda one: (one.step.game, one.step.seats)):
        step, (first, second) = one.step, one.sides
        low, high = first.interval
        lines.append(
            f"| {step.game} | {step.seats} | {step.deals} | {first.bot} | {second.bot} | {first.share:.3f}"
            f" | {low:.3f}–{high:.3f} | {step.above:.1f} | {one.verdict} | {first.points:.1f} : {second.points:.1f}"
            f" | {_ms(first.turn_ms)} : {_ms(second.turn_ms)}"
            f" | {_ms(first.slowest_turn_ms)} : {_ms(second.slowest_turn_ms)} |"
        )
    return "\n".join(lines) + "\n"


def _self_table(shown: Sequence[Shown]) -> str:
    """Mean scores of master, and what its turns take on one core."""
    lines = [
        "| game | seats | deals | matches | mean score | ms a turn | slowest | holds |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for one in sorted(shown, key=lambda one: (one.step.game, one.step.seats)):
        points = sum(side.points for side in one.sides) / 2
        mean = sum(side.turn_ms * side.turns for side in one.sides) / sum(side.turns for side in one.sides)
        slowest = max(side.slowest_turn_ms for side in one.sides)
        step, matches = one.step, one.report.pairs[0].matches
        lines.append(
            f"| {step.game} | {step.seats} | {step.deals} | {matches} | {points:.1f} | {_ms(mean)} | {_ms(slowest)}"
            f" | {one.verdict} |"
        )
    return "\n".join(lines) + "\n"


def _settings() -> str:
    columns = [f"{game}, {seats}" for game, seats in DEALS]
    lines = ["| " + " | ".join(["level", *columns, "rounds", "slips"]) + " |", "|---" * (len(columns) + 3) + "|"]
    for name, one in LEVELS.items():
        counts = [simulations_in(kafelki.game(game), seats, one.simulations) for game, seats in DEALS]
        rounds = one.rounds or "the game's"
        lines.append("| " + " | ".join(map(str, [name, *counts, rounds, f"{one.slips:g}"])) + " |")
    return "\n".join(lines) + "\n"


def _ms(milliseconds: float) -> str:
    return f"{milliseconds:.2g}" if milliseconds < 10 else f"{milliseconds:.0f}"


def _versions() -> str:
    rules = ", ".join(f"{game} {meta(game).rules_version}" for game in kafelki.games())
    libraries = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba"))
    return f"kafelki {kafelki.__version__} (rules: {rules}), Python {platform.python_version()}, {libraries}"


def _machine() -> str:
    """The processor and its cores, in words."""
    model = platform.processor() or platform.machine()
    told = Path("/proc/cpuinfo")
    if told.exists():
        names = [
            line.partition(":")[2].strip() for line in told.read_text().splitlines() if line.startswith("model name")
        ]
        model = f"{names[0]}, {platform.machine()}" if names else model
    return f"{model}, {os.cpu_count()} cores, {platform.system()}"


def main(
    folder: Annotated[Path, typer.Option(help="Where the runs' files are.")] = ROOT / "build" / "ladder",
    out: Annotated[Path, typer.Option(help="The page that is written.")] = ROOT / "docs" / "ladder.md",
    played_only: Annotated[bool, typer.Option(help="Play nothing; write down the steps that were played.")] = False,
) -> None:
    """Play all steps, write the page, and exit with 1 where something does not hold."""
    console, wanted = Console(highlight=False), list(steps())
    shown = play([step for step in wanted if not played_only or is_played(step, folder)], folder, console)
    minutes = sum(float(line.split()[0]) for line in (folder / SECONDS).read_text().splitlines()) / 60
    out.write_text(page(wanted, shown, minutes), encoding="utf-8")
    failed = len(wanted) - sum(one.holds for one in shown)
    console.print(f"{len(wanted) - failed} of {len(wanted)} hold, in {minutes:.0f} minutes; see {out.name}")
    if failed:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
