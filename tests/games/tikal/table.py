"""A table laid by hand: tiles of the real set on cells by name, expeditions, and a match from there.

Cells are named like A5, column A to H, row 1 to 5. Around the printed tiles, with B4's stones on N, NE and SE:

        A3    B3          B4 is the printed jungle: from it to B3, C4 and C5
        A4  (B4)  C4      each step costs 1, where the tile there has no stone on that side
        A5    B5  C5
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec
import pytest

import kafelki
from kafelki.core.game import Event, Move
from kafelki.core.match import Match
from kafelki.core.meta import Value
from kafelki.errors import IllegalMove
from kafelki.games.tikal.choices import TikalChoices
from kafelki.games.tikal.events import SeatScored
from kafelki.games.tikal.moves import AnyMove, EndTurn, Lay
from kafelki.games.tikal.position import TikalPosition
from kafelki.games.tikal.view import LaidTile, TikalView
from tests.games.tikal.components import CELLS, DECK, START, TYPE, Cell
from tests.games.tikal.slowly import fits, placements

Document: TypeAlias = dict[str, object]
Spot: TypeAlias = str | tuple[str, int] | tuple[str, int, int]  # tile; and turned; and level or treasures left

# Three tiles around the printed jungle, each one step of 1 from it: a temple of level 2 and two of four treasures.
NEAR: Final[dict[str, Spot]] = {"B3": ("A2", 1), "C4": ("A5", 0), "C5": ("A4", 0)}
END: Final = EndTurn()


def at(name: str) -> Cell:
    """A5 is (0, 4)."""
    return "ABCDEFGH".index(name[0]), int(name[1:]) - 1


def name_of(cell: Cell) -> str:
    return "ABCDEFGH"[cell[0]] + str(cell[1] + 1)


def own(
    *,
    score: int = 0,
    supply: int | None = None,
    leader: str = "supply",
    camps: Sequence[str] = (),
    guards: Sequence[str] = (),
    treasures: Mapping[str, int] | None = None,
    on: Mapping[str, int] | None = None,
    **workers: int,
) -> Document:
    """An expedition: own(A5=2, leader="B4") has two workers on A5, as has own(on={"A5": 2}); what is nowhere is in the
    supply."""
    workers |= on or {}
    guarding = len(guards) - (leader == "guard")
    left = 18 - sum(workers.values()) - guarding
    return {
        "score": score,
        "supply": left if supply is None else supply,
        "troops": [{"cell": at(cell), "workers": count} for cell, count in workers.items()],
        "leader": leader if leader in ("supply", "out", "guard") else at(leader),
        "camps": [at(cell) for cell in camps],
        "guards": [at(cell) for cell in guards],
        "treasures": dict(treasures or {}),
    }


def tile_and_turn(spot: Spot) -> tuple[str, int]:
    return (spot, 0) if isinstance(spot, str) else (spot[0], spot[1])


def placed(board: Mapping[str, Spot]) -> list[Document]:
    """The four printed tiles and these."""
    found: list[Document] = [{"cell": cell, "tile": tile} for tile, cell in START.items()]
    for name, spot in board.items():
        tile, turned = tile_and_turn(spot)
        number = spot[2] if len(spot) == 3 and not isinstance(spot, str) else None
        if name in ("A4", "B5"):  # a printed temple that has grown
            found = [{**each, "number": number} if each["cell"] == at(name) else each for each in found]
        else:
            found.append({"cell": at(name), "tile": tile, "turned": turned, "number": number})
    return found


def document(
    board: Mapping[str, Spot] = NEAR, players: Sequence[Document] = (), /, *, seats: int = 2, **rest: object
) -> Document:
    """A position in which seat 0 has ten points to spend, unless `rest` says otherwise."""
    sides = [*players, *(own() for _ in range(seats - len(players)))]
    found: Document = {"board": placed(board), "players": sides, "phase": "act", "to_act": 0, **rest}
    for key in ("dug",):
        if key in found:
            found[key] = [at(name) for name in found[key]]  # type: ignore[attr-defined]
    return found


def begin(
    board: Mapping[str, Spot] = NEAR,
    *players: Document,
    seats: int = 2,
    seed: int = 1,
    options: Mapping[str, Value] | None = None,
    **rest: object,
) -> Match:
    """A match from a position."""
    position = document(board, players, seats=max(seats, len(players)), **rest)
    return kafelki.new_match("tikal", position=position, seed=seed, options=dict(options or {}))


def bidding(*players: Document, offer: Sequence[str], to_act: int = 0, seed: int = 1, **rest: object) -> Match:
    """An auction that is being held, on an otherwise empty board."""
    board = rest.pop("board", {})
    assert isinstance(board, dict)
    fields = {"bid": 0, "bidder": None, "passed": [], "gone": [], **rest}
    auction = {"offer": list(offer), **fields}
    return begin(board, *players, to_act=to_act, phase="bid", auction=auction, seed=seed, options={"auction": True})


def grown(tiles: Iterable[str], free: Iterable[str] = (), board: Mapping[str, Spot] | None = None) -> dict[str, Spot]:
    """These tiles, one after the other, each on the first cell where it fits; the `free` cells stay empty."""
    laid = {cell: (tile, 0) for tile, cell in START.items()}
    found: dict[str, Spot] = dict(board or {})
    for name, spot in found.items():
        laid[at(name)] = tile_and_turn(spot)
    kept = {at(name) for name in free}
    for tile in tiles:
        where = (
            (cell, turned)
            for cell in CELLS
            if cell not in kept and cell not in laid
            for turned in range(6)
            if fits(laid, tile, turned, cell)
        )
        cell, turned = next(where)
        laid[cell] = (tile, turned)
        found[name_of(cell)] = (tile, turned)
    return found


def full(*but: str, free: Iterable[str], volcanoes: Mapping[str, str] | None = None) -> dict[str, Spot]:
    """All tiles laid but these, with so many cells left free; the volcanoes where they are wanted, laid last."""
    fixed = dict(volcanoes or {})
    tiles = [tile for tile in DECK if tile not in but and TYPE[tile] != "volcano"]
    board = grown(tiles, [*free, *fixed.values()])
    board |= {cell: (tile, 0) for tile, cell in fixed.items()}
    others = [tile for tile in DECK if TYPE[tile] == "volcano" and tile not in fixed and tile not in but]
    return grown(others, free, board)


def where(board: Mapping[str, Spot], tile: str) -> str:
    """The cell a tile lies on."""
    return next(name for name, spot in board.items() if tile_and_turn(spot)[0] == tile)


def with_number(board: Mapping[str, Spot], numbers: Mapping[str, int]) -> dict[str, Spot]:
    """The board with these tiles' levels, or treasures left."""
    found = dict(board)
    for tile, number in numbers.items():
        name = where(board, tile)
        found[name] = (*tile_and_turn(board[name]), number)
    return found


# ---- What a match says


def see(match: Match, seat: int | None = None) -> TikalView:
    found = match.view(seat)
    assert isinstance(found, TikalView)
    return found


def offered(match: Match) -> TikalChoices:
    found = match.choices()
    assert isinstance(found, TikalChoices)
    return found


def laid_out(match: Match, ply: int | None = None) -> TikalPosition:
    found = match.position(ply)
    assert isinstance(found, TikalPosition)
    return found


def on(match: Match, name: str) -> LaidTile:
    """What lies on a cell."""
    return next(laid for laid in see(match).board if laid.cell == at(name))


def workers_on(match: Match, seat: int, name: str) -> int:
    return sum(troop.workers for troop in on(match, name).troops if troop.seat == seat)


def scores(match: Match) -> list[int]:
    return [player.score for player in see(match).players]


def refused(match: Match, move: object, code: str) -> IllegalMove:
    """The move is refused for this reason, in words of both languages, and nothing changes."""
    before = match.state().tobytes()
    with pytest.raises(IllegalMove) as error:
        match.play(move)
    assert error.value.code == f"illegal_move.{code}"
    assert error.value.words.en != error.value.words.pl
    assert not {"{", "}"} & set(error.value.words.en + error.value.words.pl)
    assert match.state().tobytes() == before
    return error.value


def play_each(match: Match, moves: Iterable[Move]) -> None:
    """One command a move: one that takes a treasure ends its command."""
    for move in moves:
        match.play(move)


def lay_somewhere(match: Match) -> None:
    """Lay the tile in hand on the first cell where it may lie."""
    match.play(next(move for move in match.legal() if isinstance(move, Lay)))


def field(match: Match, name: str) -> int:
    """A field of the record as it stands: much quicker than a view, for tests that look after every ply."""
    return int(match.state()[name][0])


def hurry(match: Match, rng: random.Random) -> AnyMove:
    """Play at random, but spend no points."""
    moves = match.legal()
    move = END if END in moves else rng.choice(moves)
    match.play(move)
    assert isinstance(move, AnyMove)
    return move


def pass_turn(match: Match) -> None:
    """Lay what is in hand, spend nothing, end the turn."""
    if see(match).phase == "place":
        lay_somewhere(match)
    match.play(END)


def events_of(match: Match, since: int = 0) -> list[Event]:
    return match.events(None, since)


def scored(match: Match, since: int = 0) -> list[SeatScored]:
    return [event for event in events_of(match, since) if isinstance(event, SeatScored)]


def tags(events: Iterable[Event]) -> list[str]:
    return [str(event.__struct_config__.tag) for event in events]


def legal(match: Match) -> set[AnyMove]:
    return {move for move in match.legal() if isinstance(move, AnyMove)}


def json_of(thing: object) -> object:
    return msgspec.json.decode(msgspec.json.encode(thing))


def cells_for(board: Mapping[str, Spot], tile: str) -> set[str]:
    """The names of the cells where the slow count lets a tile lie."""
    laid = {at_cell: (name, 0) for name, at_cell in START.items()}
    for cell, spot in board.items():
        laid[at(cell)] = tile_and_turn(spot)
    return {name_of(cell) for cell, _ in placements(laid, tile)}
