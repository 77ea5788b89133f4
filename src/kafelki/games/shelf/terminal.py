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
WIDTH: Final = 3  # of a tile
SMALL: Final = 2
STYLES: Final = dict(zip(KIND, COLOURS, strict=True))


def draw(view: ShelfView, language: Language) -> RenderableType:
    """The floor, the goals and every shelf, as one seat sees them."""
    shelves = [_shelf(view, seat, language) for seat in range(len(view.players))]
    return Group(Columns([_floor(view, language), *shelves], padding=(0, 1)), _goals(view, language), _legend(language))


def draw_small(view: ShelfView, language: Language) -> RenderableType:
    """The same without frames, tiles two columns wide, and of points the sum alone."""
    return Group(draw_bare(view, language), _goals(view, language), _legend(language))


def draw_bare(view: ShelfView, language: Language) -> RenderableType:
    """The same without the goals and what the letters mean."""
    shelves = [_small_shelf(view, seat, language) for seat in range(len(view.players))]
    return Group(Columns([Group(*_floor_lines(view, SMALL)), *shelves], padding=(0, 2)), _bag(view, language))


SIZES: Final = (draw, draw_small, draw_bare)


def _tile(kind: Kind | None, width: int) -> Line:
    if kind is None:
        return Line("·".center(width), style="dim")
    return Line(KIND_LETTERS[KIND.index(kind)].center(width), style=STYLES[kind])


def _floor_lines(view: ShelfView, width: int) -> list[Line]:
    cells = {(cell.row, cell.column): cell.kind for cell in view.floor}
    letters = "".join(chr(ord("A") + column).center(width) for column in range(FLOOR_SIDE))
    lines = [Line(f"  {letters}", style="dim")]
    for row in range(FLOOR_SIDE):
        line = Line(f"{row + 1} ", style="dim")
        for column in range(FLOOR_SIDE):
            there = (row, column) in cells
            line.append_text(_tile(cells[row, column], width) if there else Line(" " * width))
        lines.append(line)
    return lines


def _floor(view: ShelfView, language: Language) -> RenderableType:
    return Panel(Group(*_floor_lines(view, WIDTH)), title=_bag(view, language), expand=False)


def _bag(view: ShelfView, language: Language) -> str:
    return Text("floor, bag {bag}", "podłoga, woreczek {bag}").fill(bag=sum(view.bag.values())).say(language)


def _shelf_lines(player: Player, width: int) -> list[Line]:
    """The shelf from its top, and the numbers of its columns."""
    lines = []
    for row, kinds in enumerate(player.shelf):
        line = Line()
        for column, kind in enumerate(kinds):
            line.append_text(_wanted(player, row, column, width) if kind is None else _tile(kind, width))
        lines.append(line)
    numbers = "".join(str(column + 1).center(width) for column in range(len(player.shelf[0])))
    return [*lines, Line(numbers, style="dim")]


def _shelf(view: ShelfView, seat: int, language: Language) -> RenderableType:
    player, style = view.players[seat], "bold" if view.to_act == seat else "dim"
    lines = Group(*_shelf_lines(player, WIDTH), _score(player, language))
    return Panel(lines, title=_name(view, seat, language), expand=False, border_style=style)


def _small_shelf(view: ShelfView, seat: int, language: Language) -> RenderableType:
    player, style = view.players[seat], "bold" if view.to_act == seat else "dim"
    total = points(player.points.total).say(language)
    return Group(Line(_name(view, seat, language), style=style), *_shelf_lines(player, SMALL), total)


def _name(view: ShelfView, seat: int, language: Language) -> str:
    """The player, with an arrow if it is their turn."""
    name = Text("player {n}", "gracz {n}").fill(n=seat + 1).say(language)
    return f"> {name}" if view.to_act == seat else name


def _wanted(player: Player, row: int, column: int, width: int) -> Line:
    """An empty place, with what the personal card wants there if the viewer knows it."""
    for cell in player.card.cells if player.card else []:
        if (cell.row, cell.column) == (row, column):
            return Line(KIND_LETTERS[KIND.index(cell.kind)].lower().center(width), style="italic")
    return _tile(None, width)


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
    def line(goal: Goal) -> Line:
        tokens = " ".join(str(token) for token in goal.tokens_left) or "-"
        squares = goal.number == 1 and view.options["two_squares"] == "same_kind"
        words = (
            Text("{goal}, both of one kind", "{goal}, obie tego samego rodzaju")
            if squares
            else Text("{goal}", "{goal}")
        )
        told = Text("Goal [{tokens}]: {goal}", "Cel [{tokens}]: {goal}")
        return Line(told.fill(tokens=tokens, goal=words.fill(goal=GOAL_WORDS[goal.number])).say(language))

    return Group(*(line(goal) for goal in view.goals))


def _legend(language: Language) -> RenderableType:
    line = Line()
    for kind, (_, several) in zip(KIND, KIND_WORDS, strict=True):
        line.append_text(_tile(kind, WIDTH)).append(f" {several.say(language)}  ", style="dim")
    return line
