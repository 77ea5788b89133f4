"""Tikal's moves, and the number of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from kafelki.core.game import Move
from kafelki.games.tikal.refusals import BID_TOO_LOW, NO_SUCH_PLAYER, NOT_ON_OFFER
from kafelki.games.tikal.state import COLUMNS, ROWS, SEATS
from kafelki.games.tikal.tables import ACTIONS, DECK, MOST_BID, PATHS, TILE_NAMES, cell_at
from kafelki.games.tikal.words import NO_SUCH_THING, OFF_THE_BOARD, REFUSALS

Cell: TypeAlias = tuple[int, int]  # column and row, both from 0; the base camp is (0, 4)
Piece: TypeAlias = Literal["worker", "leader"]
Direction: TypeAlias = Literal["N", "NE", "SE", "S", "SW", "NW"]
Treasure: TypeAlias = Literal["mask", "idol", "jug", "bowl", "knife", "flute", "necklace", "ring"]

PIECES: Final[tuple[Piece, ...]] = ("worker", "leader")
DIRECTIONS: Final[tuple[Direction, ...]] = ("N", "NE", "SE", "S", "SW", "NW")
TREASURES: Final[tuple[Treasure, ...]] = ("mask", "idol", "jug", "bowl", "knife", "flute", "necklace", "ring")


class Lay(Move, frozen=True, tag="tikal.lay"):
    """Lay the tile in hand, turned clockwise by so many sixths."""

    cell: Cell
    turned: int


class Enter(Move, frozen=True, tag="tikal.enter"):
    """A piece from the supply into a camp: 0 is the base camp, 1 and 2 one's own as built."""

    piece: Piece
    camp: int


class Walk(Move, frozen=True, tag="tikal.walk"):
    """One step of a piece."""

    piece: Piece
    cell: Cell
    direction: Direction


class Path(Move, frozen=True, tag="tikal.path"):
    """A piece through the secret path from camp to camp."""

    piece: Piece
    origin: int
    target: int


class Uncover(Move, frozen=True, tag="tikal.uncover"):
    """The next level of a temple."""

    cell: Cell


class Take(Move, frozen=True, tag="tikal.take"):
    """The top treasure of a tile."""

    cell: Cell


class Exchange(Move, frozen=True, tag="tikal.exchange"):
    """One's single treasure for a single one of another seat."""

    seat: int
    give: Treasure
    take: Treasure


class Build(Move, frozen=True, tag="tikal.build"):
    """A camp."""

    cell: Cell


class Guard(Move, frozen=True, tag="tikal.guard"):
    """A piece becomes the guard of the temple it stands at."""

    piece: Piece
    cell: Cell


class EndTurn(Move, frozen=True, tag="tikal.end_turn"):
    """Enough; points not spent are lost."""


class Bid(Move, frozen=True, tag="tikal.bid"):
    """So many points for the right to choose next."""

    points: int


class Pass(Move, frozen=True, tag="tikal.pass"):
    """Out of this auction."""


class Choose(Move, frozen=True, tag="tikal.choose"):
    """One of the tiles on offer, by its name."""

    tile: str


AnyMove: TypeAlias = (
    Lay | Enter | Walk | Path | Uncover | Take | Exchange | Build | Guard | EndTurn | Bid | Pass | Choose
)
MOVE_TYPES: Final = (Lay, Enter, Walk, Path, Uncover, Take, Exchange, Build, Guard, EndTurn, Bid, Pass, Choose)
PLACES: Final = tuple((column, row) for column in range(COLUMNS) for row in range(ROWS))  # as actions count them
CELL_OF: Final = {cell_at(column, row): (column, row) for column, row in PLACES}
NUMBER_OF: Final = {cell: number for number, cell in CELL_OF.items()}


def cell_name(cell: Cell) -> str:
    """(0, 4) is A5: columns are letters, rows count from 1."""
    return f"{chr(ord('A') + cell[0])}{cell[1] + 1}"


def parse_cell(name: str) -> Cell:
    """A5 is (0, 4)."""
    return ord(name[0].upper()) - ord("A"), int(name[1:]) - 1


def _all_moves() -> Iterator[AnyMove]:
    """Every move in the order of its number: the sections of tables.py."""
    yield from (Lay(cell, turned) for turned in range(6) for cell in PLACES)
    yield from (Enter(piece, camp) for piece in PIECES for camp in range(3))
    yield from (Walk(piece, cell, direction) for piece in PIECES for direction in DIRECTIONS for cell in PLACES)
    yield from (Path(piece, origin, target) for piece in PIECES for origin, target in PATHS)
    yield from (Uncover(cell) for cell in PLACES)
    yield from (Take(cell) for cell in PLACES)
    yield from (Exchange(seat, give, take) for seat in range(SEATS) for give in TREASURES for take in TREASURES)
    yield from (Build(cell) for cell in PLACES)
    yield from (Guard(piece, cell) for piece in PIECES for cell in PLACES)
    yield EndTurn()
    yield Pass()
    yield from (Bid(points) for points in range(1, MOST_BID + 2))
    yield from (Choose(TILE_NAMES[tile]) for tile in range(DECK))


MOVES: Final = tuple(_all_moves())
ACTION_OF: Final = {move: action for action, move in enumerate(MOVES)}
assert len(MOVES) == ACTIONS


def move_of(action: int) -> AnyMove:
    """The move an action stands for."""
    return MOVES[action]


def action_of(move: AnyMove) -> int:
    """The action a move stands for, or IllegalMove where it names what the game does not have."""
    action = ACTION_OF.get(move)
    if action is not None:
        return action
    if isinstance(move, Lay | Walk | Uncover | Take | Build | Guard) and move.cell not in NUMBER_OF:
        raise REFUSALS[OFF_THE_BOARD].error(columns=COLUMNS, rows=ROWS, cell=move.cell)
    if isinstance(move, Bid) and move.points > MOST_BID:
        return ACTION_OF[Bid(MOST_BID + 1)]  # refused like any bid above one's own points
    if isinstance(move, Bid):
        raise REFUSALS[BID_TOO_LOW].error(least=1, bid=move.points)
    if isinstance(move, Exchange) and not 0 <= move.seat < SEATS:
        raise REFUSALS[NO_SUCH_PLAYER].error()
    if isinstance(move, Choose):
        raise REFUSALS[NOT_ON_OFFER].error(tile=move.tile)
    raise REFUSALS[NO_SUCH_THING].error(move=move.__struct_config__.tag)
