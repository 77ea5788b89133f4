"""Stwórz mi planetę in a terminal."""

from __future__ import annotations

from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text as Line

from kafelki.games.planet.state import ROUNDS, STACKS
from kafelki.games.planet.tables import LETTERS, STACK, STACK_OF_CELL, Stack
from kafelki.games.planet.view import Laid, PlanetView, Tile
from kafelki.games.planet.words import CHARACTER_WORDS, ELEMENT_WORDS, STACK_WORDS
from kafelki.words import Language, Text, points

STYLES: Final[dict[Stack, str]] = {
    "inside": "black on green",
    "rising": "black on cyan",
    "falling": "black on yellow",
    "character": "white on magenta",
}
WIDTH: Final = 6


def draw(view: PlanetView, language: Language) -> RenderableType:
    """The table, and every planet, as one seat sees them."""
    planets = [_planet(view, seat, language) for seat in range(len(view.players))]
    return Group(_table(view, language), Columns(planets, padding=(0, 1)), _legend(language))


def _tile(tile: Tile, language: Language) -> Line:
    """Letters for what is drawn on it; a character by the beginning of its name."""
    if tile.character:
        said = CHARACTER_WORDS[tile.character].say(language)
        colour = said.partition("(")[2][:1]  # of three businessmen
        said = f"{said[: WIDTH - 1]:.4}{colour}" if colour else said[: WIDTH - 1]
    else:
        letters = {element: letter for letter, element in LETTERS.items()}
        said = "".join(letters[element] * count for element, count in tile.elements.items())
    return Line(f"{said:^{WIDTH}}", style=STYLES[tile.stack])


def _cell(laid: Laid | None, cell: int, language: Language) -> Line:
    if laid is None:
        return Line(f"{'·':^{WIDTH}}", style="dim")
    if laid.face_down:
        return Line("▒" * WIDTH, style="dim")
    if laid.tile is None:
        return Line(f"{'?':^{WIDTH}}", style=STYLES[STACK[STACK_OF_CELL[cell]]])
    return _tile(laid.tile, language)


def _table(view: PlanetView, language: Language) -> RenderableType:
    title = Text("round {round} of {rounds}", "runda {round} z {rounds}").fill(round=view.round, rounds=STACKS * ROUNDS)
    left = Line()
    for stack in STACK:
        left.append(f" {STACK_WORDS[stack].say(language)} {view.rounds_left[stack]} ", style=STYLES[stack]).append(" ")
    line = Line()
    for tile in view.offer:
        line.append_text(_tile(tile, language)).append(" ")
    if view.drawn:
        line.append(" ".join(["▒" * WIDTH] * view.drawn.count), style="dim")
    return Panel(Group(left, line), title=title.say(language), expand=False)


def _planet(view: PlanetView, seat: int, language: Language) -> RenderableType:
    player = view.players[seat]
    laid = {one.cell: one for one in player.planet}
    lines = []
    for row in range(ROUNDS):
        line = Line()
        for cell in range(ROUNDS * row, ROUNDS * (row + 1)):
            line.append_text(_cell(laid.get(cell), cell, language)).append(" " if cell % ROUNDS < ROUNDS - 1 else "")
        lines.append(line)
    for one in player.points.characters:
        name = Text("hidden", "ukryta") if one.character is None else CHARACTER_WORDS[one.character]
        lines.append(Line(f"{name.say(language):<20}{'?' if one.points is None else one.points:>4}"))
    volcanoes = Text("volcanoes: {count}", "wulkany: {count}").fill(count=player.elements["volcano"])
    lines.append(Line(f"{volcanoes.say(language):<20}{player.points.volcanoes:>4}"))
    lines.append(Line(points(player.points.total).say(language), style="bold"))
    title = Text("player {n}", "gracz {n}").fill(n=seat + 1).say(language)
    return Panel(Group(*lines), title=title, expand=False, border_style="bold" if view.to_act == seat else "dim")


def _legend(language: Language) -> RenderableType:
    line = Line(style="dim")
    for letter, element in LETTERS.items():
        line.append(f"{letter} {ELEMENT_WORDS[element].say(language)}  ")
    return line
