"""The moves of Stwórz mi planetę, and their numbers."""

from __future__ import annotations

from typing import Final, TypeAlias

from kafelki.core.game import Move
from kafelki.games.planet.legal import NO_SUCH_CELL, NO_SUCH_SEAT, NO_SUCH_TILE
from kafelki.games.planet.state import SEATS, TILES
from kafelki.games.planet.tables import (
    ACTIONS,
    CELLS,
    FIRST_HIDE,
    FIRST_NAME,
    FIRST_PLACE,
    FIRST_TAKE,
    STACK,
    TAKE_FACE_DOWN,
    TILE_IDS,
    TILE_OF,
    Stack,
)
from kafelki.games.planet.words import REFUSALS


class Choose(Move, frozen=True, tag="planet.choose"):
    """The stack of this round."""

    stack: Stack


class Hide(Move, frozen=True, tag="planet.hide"):
    """Two players: which of the three tiles drawn lies face down; the others are shown."""

    tile: str


class Take(Move, frozen=True, tag="planet.take"):
    """A tile that lies open on the table."""

    tile: str


class TakeFaceDown(Move, frozen=True, tag="planet.take_face_down"):
    """The tile that lies face down."""


class Place(Move, frozen=True, tag="planet.place"):
    """Where the tile in hand goes; cells are numbered 0 to 15, row by row."""

    cell: int


class Name(Move, frozen=True, tag="planet.name"):
    """Who takes next."""

    seat: int


PlanetMove: TypeAlias = Choose | Hide | Take | TakeFaceDown | Place | Name

MOVES: Final[tuple[PlanetMove, ...]] = (
    *(Choose(stack) for stack in STACK),
    *(Hide(tile) for tile in TILE_IDS),
    *(Take(tile) for tile in TILE_IDS),
    TakeFaceDown(),
    *(Place(cell) for cell in range(CELLS)),
    *(Name(seat) for seat in range(SEATS)),
)
assert len(MOVES) == ACTIONS


def move_of(action: int) -> PlanetMove:
    """The move an action stands for."""
    return MOVES[action]


def action_of(move: PlanetMove) -> int:
    """The action a move stands for, or IllegalMove: there is no such tile, cell or seat."""
    match move:
        case Choose():
            return STACK.index(move.stack)
        case Hide():
            return FIRST_HIDE + _number_of(move.tile)
        case Take():
            return FIRST_TAKE + _number_of(move.tile)
        case TakeFaceDown():
            return TAKE_FACE_DOWN
        case Place():
            if not 0 <= move.cell < CELLS:
                raise REFUSALS[NO_SUCH_CELL].error(cell=move.cell)
            return FIRST_PLACE + move.cell
        case Name():
            if not 0 <= move.seat < SEATS:
                raise REFUSALS[NO_SUCH_SEAT].error(seat=move.seat)
            return FIRST_NAME + move.seat


def _number_of(tile: str) -> int:
    if tile not in TILE_OF:
        raise REFUSALS[NO_SUCH_TILE].error(tile=repr(tile[:10]))
    stack, number = TILE_OF[tile]
    return TILES * stack + number
