"""Tikal in a terminal. A cell is four lines, odd columns hang two lines lower:

 C2 2         the cell's name, stones on the north edge
1 T5! 1       north-west, what lies there, north-east
 a3*b1  2     south-west, who stands there (seat, workers, * = leader), south-east
   1          south edge
"""

from __future__ import annotations

from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from kafelki.games.tikal.moves import cell_name
from kafelki.games.tikal.state import COLUMNS, ROWS
from kafelki.games.tikal.view import LaidTile, Player, TikalView, Tile
from kafelki.games.tikal.words import ASKED, TILES, TREASURES, action_points
from kafelki.words import Language, Text

SEAT_STYLES: Final = ("bold cyan", "bold magenta", "bold yellow", "bold green")
SEAT_LETTERS: Final = "abcd"
TILE_STYLES: Final = {
    "temple": "black on white",
    "treasure": "black on yellow",
    "jungle": "black on green",
    "volcano": "white on red",
    "base": "white on blue",
}
WIDTH: Final = 10
HEIGHT: Final = 4


def draw(view: TikalView, language: Language) -> RenderableType:
    """The board, the players, and what is asked."""
    return Group(_board(view), _players(view, language), _status(view, language), _legend(language))


def _board(view: TikalView) -> Line:
    laid = {tile.cell: tile for tile in view.board}
    rows: list[list[Line]] = [[] for _ in range(HEIGHT * ROWS + HEIGHT // 2)]
    for column in range(COLUMNS):
        lines = [Line(" " * WIDTH)] * (HEIGHT // 2 if column % 2 else 0)
        for row in range(ROWS):
            lines += _cell(laid.get((column, row)), cell_name((column, row)))
        lines += [Line(" " * WIDTH)] * (len(rows) - len(lines))
        for line, part in zip(rows, lines, strict=True):
            line.append(part)
    return Line("\n").join(Line.assemble(*line) for line in rows)


def _cell(laid: LaidTile | None, name: str) -> list[Line]:
    if laid is None:
        return [Line(" " * WIDTH), Line(name.center(WIDTH), style="dim"), Line(" " * WIDTH), Line(" " * WIDTH)]
    north, north_east, south_east, south, south_west, north_west = (str(count or " ") for count in laid.tile.edges)
    return [
        Line(f"{name} {north}".center(WIDTH), style="dim"),
        _line(north_west, _what(laid), north_east),
        _line(south_west, _who(laid), south_east),
        Line(south.center(WIDTH), style="dim"),
    ]


def _line(left: str, middle: Line, right: str) -> Line:
    middle = middle.copy()
    middle.truncate(WIDTH - 2, overflow="ellipsis")
    space = WIDTH - 2 - len(middle)
    return Line.assemble((left, "dim"), " " * (space // 2), middle, " " * (space - space // 2), (right, "dim"))


def _what(laid: LaidTile) -> Line:
    """T and its level, $ and treasures left, or what else; ^ a camp, ! a guard, with the seat's letter."""
    sign = {"temple": "T", "treasure": "$", "jungle": "J", "volcano": "V", "base": "B"}[laid.tile.kind]
    number = laid.level if laid.level is not None else laid.treasures
    what = Line(f" {sign}{'' if number is None else number} ", style=TILE_STYLES[laid.tile.kind])
    if laid.camp is not None:
        what.append(f"^{SEAT_LETTERS[laid.camp]}", style=SEAT_STYLES[laid.camp])
    if laid.guard is not None:
        what.append(f"!{SEAT_LETTERS[laid.guard.seat]}", style=SEAT_STYLES[laid.guard.seat])
    return what


def _who(laid: LaidTile) -> Line:
    who = Line()
    for troop in laid.troops:
        count = str(troop.workers) if troop.workers else ""
        who.append(f"{SEAT_LETTERS[troop.seat]}{count}{'*' if troop.leader else ''}", style=SEAT_STYLES[troop.seat])
    return who


def _players(view: TikalView, language: Language) -> RenderableType:
    table = Table(box=None, pad_edge=False)
    headings = (("", ""), ("points", "punkty"), ("now", "teraz"), ("workers", "rezerwa"), ("leader", "dowódca"))
    for en, pl in (*headings, ("camps", "obozy"), ("guards", "strażnicy"), ("treasures", "skarby")):
        table.add_column(Text(en, pl).say(language))
    for seat, player in enumerate(view.players):
        name = Line(f"{'>' if view.to_act == seat else ' '}{SEAT_LETTERS[seat]}", style=SEAT_STYLES[seat])
        table.add_row(name, *_player(player, language))
    return table


def _player(player: Player, language: Language) -> list[str]:
    places = {
        "supply": Text("in supply", "w rezerwie"),
        "board": Text("on the board", "na planszy"),
        "guard": Text("on guard", "strażnik"),
        "out": Text("out", "poza grą"),
    }
    treasures = [f"{count} {TREASURES[kind].say(language)}" for kind, count in player.treasures.items() if count]
    return [
        str(player.score),
        f"+{player.temple_points + player.treasure_points}",
        str(player.supply),
        places[player.leader].say(language),
        str(2 - player.camps_left),
        str(2 - player.guards_left),
        ", ".join(treasures),
    ]


def _tile(tile: Tile, language: Language) -> str:
    return f"{tile.name} {TILES[tile.kind].fill(value=tile.value).say(language)}"


def _status(view: TikalView, language: Language) -> Line:
    """Points left, the tile in hand, the tiles on offer, the deck."""
    parts = [] if view.over else [ASKED[view.phase].say(language)]
    if view.phase == "act" and not view.over:
        parts.append(Text("{n} left", "zostało: {n}").fill(n=action_points(view.points)).say(language))
    if view.hand is not None:
        parts.append(Text("in hand: {t}", "w ręce: {t}").fill(t=_tile(view.hand, language)).say(language))
    if view.auction is not None and view.auction.offer:
        offer = ", ".join(_tile(tile, language) for tile in view.auction.offer)
        parts.append(
            Text("on offer: {t}; bid {b}", "oferta: {t}; odzywka {b}").fill(t=offer, b=view.auction.bid).say(language)
        )
    if view.scoring is not None:
        parts.append(Text("scoring round", "runda rozliczeniowa").say(language))
    deck = Text("deck {n}, next {l}", "stos {n}, następna {l}").fill(n=view.tiles_left, l=view.next_letter or "-")
    return Line("; ".join([*parts, deck.say(language)]))


def _legend(language: Language) -> Line:
    words = Text(
        "T temple and level, $ treasures, J jungle, V volcano, B base camp; ^ camp, ! guard, * leader",
        "T świątynia i poziom, $ skarby, J dżungla, V wulkan, B obóz startowy; ^ obóz, ! strażnik, * dowódca",
    )
    return Line(words.say(language), style="dim")
