"""`kafelki arena`: bots against bots, with progress and tables."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from rich.console import Console, JustifyMethod
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from kafelki.arena.plan import Plan
from kafelki.arena.play import FaultKind
from kafelki.arena.report import FaultCount, Report, Side
from kafelki.arena.tournament import play_plan
from kafelki.words import Language, Text, counted

PREPARING: Final = Text("preparing rules and bots", "przygotowuję zasady i boty")
PLAYING: Final = Text("deals", "rozdania")
KEPT: Final = Text(
    "What was played is in {file}: the same command goes on.",
    "Rozegrane rozdania są w {file}: to samo polecenie gra dalej.",
)
TITLE: Final = Text(
    "{game}, {seats}: {deals}, {matches} a pair, seed {seed}",
    "{game}, {seats}: {deals}, {matches} na parę, ziarno {seed}",
)
PAIR_HEADINGS: Final = (
    Text("bot", "bot"),
    Text("share %", "udział %"),
    Text("95 %", "95 %"),
    Text("points", "punkty"),
    Text("ms/move", "ms/ruch"),
    Text("ms/turn", "ms/kolejka"),
    Text("slowest", "najdł."),
    Text("faults", "usterki"),
)
RATING_HEADINGS: Final = (
    Text("bot", "bot"),
    Text("rating", "ranking"),
    Text("±", "±"),
    Text("share of all %", "udział ze wszystkimi %"),
)
FAULT_WORDS: Final[dict[FaultKind, Text]] = {
    "raised": Text("raised an error", "zgłosił błąd"),
    "not_a_move": Text("gave something that is no move", "podał coś, co nie jest ruchem"),
    "illegal": Text("chose an illegal move", "wybrał niedozwolony ruch"),
    "overran": Text("thought too long", "myślał za długo"),
}
FAULT: Final = Text(
    "{bot} {did} {times}; first in deal {deal}, seat {seat}, ply {ply}: {why}",
    "{bot} {did} {times}; najpierw w rozdaniu {deal}, miejsce {seat}, chwila {ply}: {why}",
)


def compete(
    plan: Plan, *, workers: int | None, file: Path | None, ray: str | None, console: Console, language: Language
) -> Report:
    """Play the run, with a bar and the time left where there is a terminal."""
    if not {"", here := str(Path.cwd())} & set(sys.path):
        sys.path.append(here)  # where bots of one's own are looked for
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(PREPARING.say(language), total=None)

        def tell(done: int, total: int) -> None:
            if progress.tasks[0].total is None:  # what a file held already took no time
                progress.reset(task, total=total, completed=done, description=PLAYING.say(language))
            progress.update(task, completed=done)

        try:
            return play_plan(plan, workers=workers, file=file, ray=ray, progress=tell)
        except KeyboardInterrupt:
            if file is not None:
                console.print(KEPT.fill(file=file).say(language), markup=False, soft_wrap=True)
            raise


def draw(report: Report, console: Console, language: Language) -> None:
    """The pairs, the ratings, and a line for each kind of fault."""
    title = TITLE.fill(
        game=report.game,
        seats=counted(report.seats, ("seat", "seats"), ("miejsce", "miejsca", "miejsc")),
        deals=counted(report.deals, ("deal", "deals"), ("rozdanie", "rozdania", "rozdań")),
        matches=counted(report.pairs[0].matches, ("match", "matches"), ("rozgrywka", "rozgrywki", "rozgrywek")),
        seed=report.seed,
    )
    console.print(title.say(language), markup=False, soft_wrap=True)
    console.print(_pairs(report, language), "", _ratings(report, language), sep="\n")
    for fault in report.faults:
        console.print(_fault(fault).say(language), markup=False, soft_wrap=True)


def _table(headings: tuple[Text, ...], language: Language) -> Table:
    table = Table(box=None, pad_edge=False)
    for number, heading in enumerate(headings):
        side: JustifyMethod = "right" if number else "left"
        table.add_column(heading.say(language), justify=side, no_wrap=number > 0, overflow="fold")
    return table


def _pairs(report: Report, language: Language) -> Table:
    table = _table(PAIR_HEADINGS, language)
    for number, versus in enumerate(report.pairs):
        if number:
            table.add_row()
        for side in versus.sides:
            table.add_row(*_cells(side))
    return table


def _cells(side: Side) -> list[str]:
    low, high = side.interval
    return [
        side.bot,
        f"{100 * side.share:.1f}",
        f"{100 * low:.1f}-{100 * high:.1f}",
        f"{side.points:.1f}",
        *(f"{ms:.3g}" if ms < 100 else f"{ms:.0f}" for ms in (side.move_ms, side.turn_ms, side.slowest_turn_ms)),
        str(side.faults),
    ]


def _ratings(report: Report, language: Language) -> Table:
    table = _table(RATING_HEADINGS, language)
    for one in report.ratings:
        table.add_row(one.bot, f"{one.rating:.1f}", f"{2 * one.sigma:.1f}", f"{100 * one.share:.1f}")
    return table


def _fault(fault: FaultCount) -> Text:
    first = fault.first
    return FAULT.fill(
        bot=fault.bot,
        did=FAULT_WORDS[fault.kind],
        times=counted(fault.count, ("time", "times"), ("raz", "razy", "razy")),
        deal=first.deal,
        seat=first.seat,
        ply=first.ply,
        why=first.why,
    )
