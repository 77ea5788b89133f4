"""Ridge's three moves, and their numbers."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from kafelki.core.game import Move
from kafelki.games._template.state import TILES
from kafelki.games._template.tables import END_TURN, FIRST_LAY, FIRST_STEP, SIDES
from kafelki.games._template.words import NO_SUCH_TILE, REFUSALS

Side: TypeAlias = Literal["left", "right"]
SIDE: Final[tuple[Side, ...]] = ("left", "right")  # by number


class EndTurn(Move, frozen=True, tag="_template.end_turn"):
    """Say that your turn is over."""


class Step(Move, frozen=True, tag="_template.step"):
    """Your climber goes to the next tile on that side."""

    side: Side


class Lay(Move, frozen=True, tag="_template.lay"):
    """A tile of your hand goes to that end of the ridge."""

    tile: int
    side: Side


RidgeMove: TypeAlias = EndTurn | Step | Lay


def move_of(action: int) -> RidgeMove:
    """The move an action stands for."""
    if action == END_TURN:
        return EndTurn()
    if action < FIRST_LAY:
        return Step(SIDE[action - FIRST_STEP])
    tile, side = divmod(action - FIRST_LAY, SIDES)
    return Lay(tile + 1, SIDE[side])


def action_of(move: RidgeMove) -> int:
    """The action a move stands for, or IllegalMove: no such tile."""
    match move:
        case EndTurn():
            return END_TURN
        case Step(side):
            return FIRST_STEP + SIDE.index(side)
        case Lay(tile, side):
            if not 1 <= tile <= TILES:
                raise REFUSALS[NO_SUCH_TILE].error(tiles=TILES, tile=tile)
            return FIRST_LAY + (tile - 1) * SIDES + SIDE.index(side)
