"""Półeczka in a terminal."""

from __future__ import annotations

from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text as Line

from kafelki.games.shelf.tables import FLOOR_SIDE, KIND_LETTERS
from kafelki.games.shelf.view import KIND, Goal, Kind, Player, ShelfView
from kafelki.games.shelf.words import GOAL_WORDS, KIND_WORDS
from kafelki.words import Language, Text, points

COLOURS: Final = (
    "black on green",
    "black on white",
    "black on yellow",
    "white on blue",
    "black on cyan",
    "black on magenta",
)
STYLES: Final = dict(zip(KIND, COLOURS, strict=True))


def draw(view: ShelfView, language: Language) -> RenderableType:
    """The floor, the goals and every shelf, as one seat sees them."""
    shelves = [_shelf(view, seat, language) for seat in range(len(view.players))]
    return Group(Columns([_floor(view, language), *shelves], padding=(0, 1)), _goals(view, language), _legend(language))


def _tile(kind: Kind | None) -> Line:
    if kind is None:
        return Line(" · ", style="dim")
    return Line(f" {KIND_LETTERS[KIND.index(kind)]} ", style=STYLES[kind])


def _floor(view: ShelfView, language: Language) -> RenderableType:
    cells = {(cell.row, cell.column): cell.kind for cell in view.floor}
    lines = [Line("  " + "".join(f" {chr(ord('A') + column)} " for column in range(FLOOR_SIDE)), style="dim")]
    for row in range(FLOOR_SIDE):
        line = Line(f"{row + 1} ", style="dim")
        for column in range(FLOOR_SIDE):
            line.append_text(_tile(cells[row, column]) if (row, column) in cells else Line("   "))
        lines.append(line)
    title = Text("floor, bag {bag}", "podłoga, woreczek {bag}").fill(bag=sum(view.bag.values()))
    return Panel(Group(*lines), title=title.say(language), expand=False)


def _shelf(view: ShelfView, seat: int, language: Language) -> RenderableType:
    player = view.players[seat]
    lines = []
    for row, kinds in enumerate(player.shelf):
        line = Line()
        for column, kind in enumerate(kinds):
            line.append_text(_wanted(player, row, column) if kind is None else _tile(kind))
        lines.append(line)
    lines += [
        Line("".join(f" {column + 1} " for column in range(len(player.shelf[0]))), style="dim"),
        _score(player, language),
    ]
    title = Text("player {n}", "gracz {n}").fill(n=seat + 1).say(language)
    return Panel(Group(*lines), title=title, expand=False, border_style="bold" if view.to_act == seat else "dim")


def _wanted(player: Player, row: int, column: int) -> Line:
    """An empty place, with what the personal card wants there if the viewer knows it."""
    for cell in player.card.cells if player.card else []:
        if (cell.row, cell.column) == (row, column):
            return Line(f" {KIND_LETTERS[KIND.index(cell.kind)].lower()} ", style="italic")
    return _tile(None)


def _score(player: Player, language: Language) -> Line:
    parts = [
        (Text("groups", "grupy"), player.points.groups),
        (Text("goals", "cele"), player.points.tokens),
        (Text("card", "karta"), player.points.personal),
        (Text("end", "koniec"), player.points.end),
    ]
    lines = [f"{name.say(language):<7}{'?' if number is None else number:>3}" for name, number in parts]
    return Line("\n".join([*lines, points(player.points.total).say(language)]))


def _goals(view: ShelfView, language: Language) -> RenderableType:
    def told(goal: Goal) -> Line:
        tokens = " ".join(str(token) for token in goal.tokens_left) or "-"
        squares = goal.number == 1 and view.options["two_squares"] == "same_kind"
        words = (
            Text("{goal}, both of one kind", "{goal}, obie tego samego rodzaju")
            if squares
            else Text("{goal}", "{goal}")
        )
        return Line(f"[{tokens}] {words.fill(goal=GOAL_WORDS[goal.number]).say(language)}")

    return Group(*(told(goal) for goal in view.goals))


def _legend(language: Language) -> RenderableType:
    line = Line()
    for kind, (_, several) in zip(KIND, KIND_WORDS, strict=True):
        line.append_text(_tile(kind)).append(f" {several.say(language)}  ", style="dim")
    return line
