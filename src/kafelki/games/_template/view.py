"""What a seat sees of Ridge, and what it can choose from."""

from __future__ import annotations

import msgspec

from kafelki.core.bits import cells_in
from kafelki.core.game import Choices, View
from kafelki.core.meta import Value
from kafelki.core.record import plain
from kafelki.games._template.meta import META
from kafelki.games._template.moves import EndTurn, Lay, RidgeMove, Side, Step
from kafelki.games._template.rules import length
from kafelki.games._template.scoring import score
from kafelki.games._template.state import RidgeState
from kafelki.games._template.tables import STEPS


class Player(msgspec.Struct, frozen=True):
    """A seat's part of the table; `hand` is None where the viewer may not see it."""

    cell: int  # where the climber stands, from the left
    points: int
    tiles: int  # in hand
    hand: list[int] | None


class RidgeView(View, frozen=True, rename="camel", tag="_template.view"):
    """The table as one seat sees it; a spectator is seat None."""

    seat: int | None
    ply: int
    to_act: int | None
    over: bool
    options: dict[str, Value]
    ridge: list[int]
    stack: int
    laid: bool
    steps_left: int
    players: list[Player]


class RidgeChoices(Choices, frozen=True, rename="camel", tag="_template.choices"):
    """Where the climber can step, which tiles can be laid (at either end), and whether the turn can end."""

    steps: list[Side]
    tiles: list[int]
    end_turn: bool


def view(record: RidgeState, seat: int | None) -> RidgeView:
    """The state as `seat` sees it. Kernels are asked few things, of the record; the rest is read off it at once."""
    state, points = plain(record, RidgeState), [int(score(record, other)) for other in range(int(record.seats))]
    return RidgeView(
        seat=seat,
        ply=state.ply,
        to_act=None if state.over else state.turn,
        over=bool(state.over),
        options=META.options_in(state),
        ridge=list(state.ridge[: length(record)]),
        stack=state.stack,
        laid=bool(state.laid),
        steps_left=STEPS - state.steps,
        players=[
            _player(state, other, scored, bool(state.over) or other == seat) for other, scored in enumerate(points)
        ],
    )


def _player(state: RidgeState, seat: int, points: int, known: bool) -> Player:
    hand = tiles_of(state.hands[seat])
    return Player(state.climbers[seat], points, len(hand), hand if known else None)


def tiles_of(tiles: int) -> list[int]:
    """A set of tiles as their numbers, rising."""
    return cells_in(tiles)


def choices(view: RidgeView, legal: list[RidgeMove]) -> RidgeChoices:
    """What the page offers, read off the legal moves."""
    return RidgeChoices(
        steps=[move.side for move in legal if isinstance(move, Step)],
        tiles=sorted({move.tile for move in legal if isinstance(move, Lay)}),
        end_turn=EndTurn() in legal,
    )
