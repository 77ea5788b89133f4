"""Ridge drawn in a terminal."""

from __future__ import annotations

from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from kafelki.games._template.view import Player, RidgeView
from kafelki.words import Language, Text

COLOURS: Final = ("red", "cyan", "yellow")  # by seat
STACK: Final = Text("Stack: {stack}", "Stos: {stack}")
HAND: Final = Text("hand {hand}, points {points}", "ręka {hand}, punkty {points}")


def draw(view: RidgeView, language: Language) -> RenderableType:
    """The ridge, the climbers under their tiles, and what each seat holds."""
    ridge = Table.grid(padding=(0, 1))
    ridge.add_row(*(Line(f"[{tile}]") for tile in view.ridge))
    ridge.add_row(*(_climbers(view, cell) for cell in range(len(view.ridge))))
    hands = [_hand(player, seat, seat == view.to_act, language) for seat, player in enumerate(view.players)]
    return Group(ridge, STACK.fill(stack=view.stack).say(language), *hands)


SIZES: Final = (draw,)  # the largest first; the first one that fits the terminal is shown


def _climbers(view: RidgeView, cell: int) -> Line:
    """The letters of the climbers who stand there."""
    here = [seat for seat, player in enumerate(view.players) if player.cell == cell]
    return Line.assemble(*((_letter(seat), COLOURS[seat]) for seat in here))


def _letter(seat: int) -> str:
    return chr(ord("A") + seat)


def _hand(player: Player, seat: int, acts: bool, language: Language) -> Line:
    """A seat's line: an arrow where it is to act, a question mark for each tile we may not see."""
    tiles = ["?"] * player.tiles if player.hand is None else [str(tile) for tile in player.hand]
    words = HAND.fill(hand=" ".join(tiles) or "-", points=player.points).say(language)
    return Line.assemble("> " if acts else "  ", (_letter(seat), COLOURS[seat]), f" {words}")
