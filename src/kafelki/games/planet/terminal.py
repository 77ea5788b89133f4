"""Stwórz mi planetę in a terminal."""

from __future__ import annotations

from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text as Line

from kafelki.games.planet.state import ROUNDS, STACKS
from kafelki.games.planet.tables import LETTERS, STACK, STACK_OF_CELL, Element, Stack
from kafelki.games.planet.view import Laid, PlanetView, Tile
from kafelki.games.planet.words import CHARACTER_WORDS, ELEMENT_WORDS, STACK_WORDS
from kafelki.words import Language, Text, points

STYLES: Final[dict[Stack, str]] = {
    "inside": "black on green",
    "rising": "black on cyan",
    "falling": "black on yellow",
    "character": "white on magenta",
}
LETTER_OF: Final[dict[Element, str]] = {element: letter for letter, element in LETTERS.items()}
WIDTH: Final = 7  # of a tile
SMALL: Final = 5
NAME: Final = 4 * WIDTH - 4  # of a character, before its points


def draw(view: PlanetView, language: Language) -> RenderableType:
    """The table and every planet with its characters' points, as one seat sees them."""
    planets = [_planet(view, seat, language) for seat in range(len(view.players))]
    return Group(_table(view, language, WIDTH), Columns(planets, padding=(0, 1)), _legend(language))


def draw_small(view: PlanetView, language: Language) -> RenderableType:
    """The same without frames, and of points the sum alone."""
    return Group(draw_bare(view, language), _legend(language))


def draw_bare(view: PlanetView, language: Language) -> RenderableType:
    """The same without what the letters mean."""
    planets = [
        Group(_sum(view, seat, language), *_rows(view, seat, SMALL, language)) for seat in range(len(view.players))
    ]
    return Group(_table(view, language, SMALL), Columns(planets, padding=(0, 2)))


SIZES: Final = (draw, draw_small, draw_bare)


def _letters(tile: Tile, width: int, language: Language) -> str:
    """Letters for what is drawn on a tile; a character by the beginning of its name."""
    if tile.character is None:
        return "".join(LETTER_OF[element] * count for element, count in tile.elements.items())
    said = CHARACTER_WORDS[tile.character].say(language)
    colour = said.partition("(")[2][:1]  # of three businessmen
    return f"{said[: width - 2]}{colour}" if colour else said[: width - 1]


def _tile(tile: Tile, width: int, language: Language) -> Line:
    return Line(_letters(tile, width, language).center(width), style=STYLES[tile.stack])


def _cell(laid: Laid | None, cell: int, width: int, language: Language) -> Line:
    if laid is None:
        return Line("·".center(width), style="dim")
    if laid.face_down:
        return Line("▒" * width, style="dim")
    if laid.tile is None:
        return Line("?".center(width), style=STYLES[STACK[STACK_OF_CELL[cell]]])
    return _tile(laid.tile, width, language)


def _rows(view: PlanetView, seat: int, width: int, language: Language) -> list[Line]:
    laid = {one.cell: one for one in view.players[seat].planet}
    return [
        Line.assemble(*(_cell(laid.get(cell), cell, width, language) for cell in range(first, first + ROUNDS)))
        for first in range(0, STACKS * ROUNDS, ROUNDS)
    ]


def _table(view: PlanetView, language: Language, width: int) -> RenderableType:
    """The round, the rounds left with each stack, and the tiles to take; ▒ lies face down."""
    numbers = Text("Round {round} of {rounds}", "Runda {round} z {rounds}")
    line = Line(numbers.fill(round=view.round, rounds=STACKS * ROUNDS).say(language), style="bold")
    for stack in STACK:
        line.append("  ").append(f" {STACK_WORDS[stack].say(language)} {view.rounds_left[stack]} ", style=STYLES[stack])
    offer = Line(Text("On the table:", "Na stole:").say(language))
    for tile in view.offer:
        offer.append(" ").append_text(_tile(tile, width, language))
    for tile in (view.drawn.tiles or []) if view.drawn else []:
        offer.append(" ").append(_letters(tile, width, language).center(width, "▒"), style="reverse")
    for _ in range(view.drawn.count if view.drawn and view.drawn.tiles is None else 0):
        offer.append(" ").append("▒" * width, style="dim")
    return Group(line, offer)


def _title(view: PlanetView, seat: int, language: Language) -> str:
    arrow = "► " if view.to_act == seat else ""
    return arrow + Text("player {n}", "gracz {n}").fill(n=seat + 1).say(language)


def _sum(view: PlanetView, seat: int, language: Language) -> Line:
    player = view.players[seat]
    words = Text("{title}: {points}, V {volcanoes}", "{title}: {points}, V {volcanoes}").fill(
        title=_title(view, seat, language), points=player.points.total, volcanoes=player.elements["volcano"]
    )
    return Line(words.say(language), style="bold" if view.to_act == seat else "")


def _planet(view: PlanetView, seat: int, language: Language) -> RenderableType:
    player = view.players[seat]
    lines = _rows(view, seat, WIDTH, language)
    for one in player.points.characters:
        name = Text("hidden", "ukryta") if one.character is None else CHARACTER_WORDS[one.character]
        lines.append(Line(f"{name.say(language):<{NAME}}{'?' if one.points is None else one.points:>4}"))
    volcanoes = Text("volcanoes: {count}", "wulkany: {count}").fill(count=player.elements["volcano"])
    lines.append(Line(f"{volcanoes.say(language):<{NAME}}{player.points.volcanoes:>4}"))
    lines.append(Line(points(player.points.total).say(language), style="bold"))
    border = "bold" if view.to_act == seat else "dim"
    return Panel(Group(*lines), title=_title(view, seat, language), expand=False, border_style=border)


def _legend(language: Language) -> RenderableType:
    said = [f"{letter} {ELEMENT_WORDS[element].say(language)}" for letter, element in LETTERS.items()]
    return Line("  ".join(said), style="dim")
