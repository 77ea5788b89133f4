"""Tikal in a terminal. A cell is four lines, odd columns hang two lines lower:

 C2 2         the cell's name, stones on the north edge
1 T5! 1       north-west, what lies there, north-east
 a3*b1  2     south-west, who stands there (seat, workers, * = leader), south-east
 c2 1         who else stands there, south edge

Where that is too high, a cell is two lines without stones; where that is too wide, it is five columns without a name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from kafelki.games.tikal.moves import cell_name
from kafelki.games.tikal.state import COLUMNS, ROWS
from kafelki.games.tikal.view import LaidTile, Player, TikalView, Tile, Troop
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
NARROW: Final = 5
LOW: Final = 2


def draw(view: TikalView, language: Language) -> RenderableType:
    """The board, the players, and what is asked."""
    board = _board(view, _cell, WIDTH, HEIGHT)
    return Group(board, _players(view, language), _status(view, language), _legend(language))


def draw_low(view: TikalView, language: Language) -> RenderableType:
    """The same on a board half as high, without stones; what players have is told in numbers only."""
    board = _board(view, _low_cell, WIDTH, LOW)
    return Group(board, _counts(view, language), _status(view, language), _legend(language))


def draw_small(view: TikalView, language: Language) -> RenderableType:
    """The same on a board half as wide too, with letters for the players."""
    return Group(draw_bare(view, language), _legend(language))


def draw_bare(view: TikalView, language: Language) -> RenderableType:
    """The same without what the signs mean."""
    letters = "".join(f"{chr(ord('A') + column):^{NARROW}}" for column in range(COLUMNS))
    board = Group(Line(letters, style="dim"), _board(view, _narrow_cell, NARROW, LOW))
    return Group(board, _counts(view, language, names=False), _status(view, language))


SIZES: Final = (draw, draw_low, draw_small, draw_bare)


def _board(view: TikalView, cell: Callable[[LaidTile | None, str], list[Line]], width: int, height: int) -> Line:
    """Columns of cells side by side, every second one half a cell lower."""
    laid = {tile.cell: tile for tile in view.board}
    rows: list[list[Line]] = [[] for _ in range(height * ROWS + height // 2)]
    for column in range(COLUMNS):
        lines = [Line(" " * width)] * (height // 2 if column % 2 else 0)
        for row in range(ROWS):
            lines += cell(laid.get((column, row)), cell_name((column, row)))
        lines += [Line(" " * width)] * (len(rows) - len(lines))
        for line, part in zip(rows, lines, strict=True):
            line.append(part)
    board = Line("\n").join(Line.assemble(*line) for line in rows)
    board.no_wrap, board.overflow = True, "ignore"
    return board


def _cell(laid: LaidTile | None, name: str) -> list[Line]:
    if laid is None:
        return [Line(" " * WIDTH), Line(name.center(WIDTH), style="dim"), Line(" " * WIDTH), Line(" " * WIDTH)]
    north, north_east, south_east, south, south_west, north_west = (str(count or " ") for count in laid.tile.edges)
    who, others = _who(laid.troops), Line()
    if len(who) > WIDTH - 4:  # a space to either side: stones have numbers too
        who, others = _who(laid.troops[:2]), _who(laid.troops[2:]).append(" ")
    return [
        Line(f"{name} {north}".center(WIDTH), style="dim"),
        _line(north_west, _what(laid), north_east),
        _line(south_west, who, south_east),
        _centred(others.append(south, style="dim"), WIDTH),
    ]


def _low_cell(laid: LaidTile | None, name: str) -> list[Line]:
    if laid is None:
        return [Line(name.center(WIDTH), style="dim"), Line(" " * WIDTH)]
    what = Line.assemble((f"{name} ", "dim"), _what(laid))
    return [_centred(what, WIDTH), _centred(_who_within(laid.troops, WIDTH), WIDTH)]


def _narrow_cell(laid: LaidTile | None, name: str) -> list[Line]:
    if laid is None:
        return [Line(name[1:].center(NARROW), style="dim"), Line(" " * NARROW)]
    return [_centred(_what(laid, ""), NARROW), _centred(_who_within(laid.troops, NARROW), NARROW)]


def _centred(line: Line, width: int) -> Line:
    space = width - len(line)
    return Line.assemble(" " * (space // 2), line, " " * (space - space // 2))


def _line(left: str, middle: Line, right: str) -> Line:
    return Line.assemble((left, "dim"), _centred(middle, WIDTH - 2), (right, "dim"))


def _what(laid: LaidTile, space: str = " ") -> Line:
    """T and its level, $ and treasures left, or what else; ^ a camp, ! a guard, with the seat's letter."""
    sign = {"temple": "T", "treasure": "$", "jungle": "J", "volcano": "V", "base": "B"}[laid.tile.kind]
    number = laid.level if laid.level is not None else laid.treasures
    what = Line()
    what.append(f"{space}{sign}{'' if number is None else number}{space}", style=TILE_STYLES[laid.tile.kind])
    if laid.camp is not None:
        what.append(f"^{SEAT_LETTERS[laid.camp]}", style=SEAT_STYLES[laid.camp])
    if laid.guard is not None:
        what.append(f"!{SEAT_LETTERS[laid.guard.seat]}", style=SEAT_STYLES[laid.guard.seat])
    return what


def _who(troops: list[Troop], workers: bool = True, leader: bool = True) -> Line:
    who = Line()
    for troop in troops:
        count = str(troop.workers) if workers and troop.workers else ""
        star = "*" if leader and troop.leader else ""
        who.append(f"{SEAT_LETTERS[troop.seat]}{count}{star}", style=SEAT_STYLES[troop.seat])
    return who


def _who_within(troops: list[Troop], width: int) -> Line:
    """Who stands there; where there is no room for numbers, letters and leaders, or letters alone."""
    who = _who(troops)
    if len(who) > width:
        who = _who(troops, workers=False)
    return who if len(who) <= width else _who(troops, workers=False, leader=False)


def _players(view: TikalView, language: Language) -> RenderableType:
    table = Table(box=None, pad_edge=False)
    headings = (("", ""), ("points", "punkty"), ("reserve", "rezerwa"), ("leader", "dowódca"))
    for en, pl in (*headings, ("camps", "obozy"), ("guards", "strażnicy"), ("treasures", "skarby")):
        table.add_column(Text(en, pl).say(language))
    for seat, player in enumerate(view.players):
        table.add_row(_name(view, seat, language), _points(player, view.over), *_player(player, language))
    return table


def _counts(view: TikalView, language: Language, names: bool = True) -> RenderableType:
    """What players have in numbers, a line each."""
    table = Table(box=None, pad_edge=False, collapse_padding=not names)
    headings = (("", ""), ("points", "punkty"), ("reserve", "rezerwa"), ("camps", "obozy"), ("guards", "strażnicy"))
    for en, pl in (*headings, ("treasures", "skarby")):
        table.add_column(Text(en, pl).say(language), no_wrap=True)
    for seat, player in enumerate(view.players):
        counts = (player.supply, 2 - player.camps_left, 2 - player.guards_left, sum(player.treasures.values()))
        name = _name(view, seat, language) if names else _letter(view, seat)
        table.add_row(name, _points(player, view.over), *map(str, counts))
    return table


def _letter(view: TikalView, seat: int) -> Line:
    """The seat's letter, with an arrow where it is to act."""
    return Line(f"{'>' if view.to_act == seat else ' '}{SEAT_LETTERS[seat]}", style=SEAT_STYLES[seat])


def _name(view: TikalView, seat: int, language: Language) -> Line:
    name = Text("player {n}", "gracz {n}").fill(n=seat + 1).say(language)
    return _letter(view, seat).append(f" {name}")


def _points(player: Player, over: bool) -> str:
    """The points a seat has, and how many more a scoring round would bring now."""
    return f"{player.score}" if over else f"{player.score}+{player.temple_points + player.treasure_points}"


def _player(player: Player, language: Language) -> list[str]:
    places = {
        "supply": Text("in supply", "w rezerwie"),
        "board": Text("on the board", "na planszy"),
        "guard": Text("on guard", "strażnik"),
        "out": Text("out", "poza grą"),
    }
    treasures = [
        TREASURES[kind].say(language) + (f" ×{count}" if count > 1 else "")
        for kind, count in player.treasures.items()
        if count
    ]
    return [
        str(player.supply),
        places[player.leader].say(language),
        str(2 - player.camps_left),
        str(2 - player.guards_left),
        ", ".join(treasures),
    ]


def _tile(tile: Tile, language: Language) -> str:
    return TILES[tile.kind].fill(value=tile.value).say(language)


def _status(view: TikalView, language: Language) -> Line:
    """Points left or what is asked, the tile in hand, the tiles on offer, the deck."""
    parts = []
    if view.phase == "act" and not view.over:
        parts.append(Text("{n} left", "zostało: {n}").fill(n=action_points(view.points)).say(language))
    elif not view.over:
        parts.append(ASKED[view.phase].say(language))
    if view.hand is not None:
        parts.append(Text("in hand: {t}", "w ręce: {t}").fill(t=_tile(view.hand, language)).say(language))
    if view.auction is not None and view.auction.offer:
        offer = ", ".join(_tile(tile, language) for tile in view.auction.offer)
        parts.append(
            Text("on offer: {t}; bid {b}", "oferta: {t}; odzywka {b}").fill(t=offer, b=view.auction.bid).say(language)
        )
    if view.scoring is not None and not view.over:
        parts.append(Text("scoring round", "runda rozliczeniowa").say(language))
    if view.next_letter is not None:
        deck = Text("deck {n}, next {letter}", "stos {n}, następna {letter}")
        parts.append(deck.fill(n=view.tiles_left, letter=view.next_letter).say(language))
    else:
        parts.append(Text("the deck is empty", "stos jest pusty").say(language))
    return Line("; ".join(parts))


def _legend(language: Language) -> Line:
    words = Text(
        "T temple, $ treasures, J jungle, V volcano, B base, ^ camp, ! guard, * leader, + scoring now",
        "T świątynia, $ skarby, J dżungla, V wulkan, B start, ^ obóz, ! strażnik, * dowódca, + rozliczenie",
    )
    return Line(words.say(language), style="dim")
