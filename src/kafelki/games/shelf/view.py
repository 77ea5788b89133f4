"""What a seat sees of Półeczka, and what a page offers it."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from kafelki.core.game import Choices, View
from kafelki.core.meta import Value
from kafelki.games.shelf.meta import META
from kafelki.games.shelf.moves import Cell, Take
from kafelki.games.shelf.scoring import score_end, score_groups, score_personal, score_tokens
from kafelki.games.shelf.state import COLUMNS, GOALS, KINDS, NO_GOAL, ROWS, ShelfState
from kafelki.games.shelf.tables import CARD_CELLS, CELLS, FLOOR, GOAL_NAMES, GOAL_TOKENS, shelf_bit

Kind: TypeAlias = Literal["cats", "books", "games", "frames", "trophies", "plants"]
KIND: Final[tuple[Kind, ...]] = ("cats", "books", "games", "frames", "trophies", "plants")


class FloorCell(msgspec.Struct, frozen=True):
    """A floor cell in use, with the tile that lies there."""

    row: int
    column: int
    kind: Kind | None


class Goal(msgspec.Struct, frozen=True, rename="camel"):
    """A common goal and its tokens still to be had, the next one first."""

    number: int
    name: str
    tokens_left: list[int]


class Wanted(msgspec.Struct, frozen=True):
    """A cell of a personal card: rows of the shelf count from the top."""

    kind: Kind
    row: int
    column: int
    met: bool


class PersonalCard(msgspec.Struct, frozen=True):
    """A personal card as far as it is fulfilled."""

    number: int
    cells: list[Wanted]


class Points(msgspec.Struct, frozen=True):
    """Where points come from; personal points are None where the viewer does not know the card."""

    groups: int
    tokens: int
    end: int
    personal: int | None
    total: int  # of what the viewer knows


class Player(msgspec.Struct, frozen=True, rename="camel"):
    """A seat's part of the table; the shelf's rows are given from the top."""

    shelf: list[list[Kind | None]]
    tokens: list[int]  # points taken from each common goal, 0 = none yet
    end_token: bool
    card: PersonalCard | None
    points: Points


class ShelfView(View, frozen=True, rename="camel", tag="shelf.view"):
    """The table as one seat sees it; a spectator is seat None."""

    seat: int | None
    ply: int
    to_act: int | None
    over: bool
    options: dict[str, Value]
    floor: list[FloorCell]
    bag: dict[Kind, int]
    goals: list[Goal]
    players: list[Player]


class Line(msgspec.Struct, frozen=True):
    """Tiles that can be taken together."""

    cells: tuple[Cell, ...]


class ShelfChoices(Choices, frozen=True, tag="shelf.choices"):
    """Which lines can be taken, and how many tiles of one turn each column has room for."""

    lines: list[Line]
    room: list[int]


def view(state: ShelfState, seat: int | None) -> ShelfView:
    """The state as `seat` sees it."""
    seats = int(state.seats)
    return ShelfView(
        seat=seat,
        ply=int(state.ply),
        to_act=None if state.over else int(state.turn),
        over=bool(state.over),
        options={option.id: option.values[int(getattr(state, option.id))] for option in META.options},
        floor=floor(state),
        bag={KIND[kind]: int(state.bag[kind]) for kind in range(KINDS)},
        goals=[_goal(state, place) for place in range(GOALS) if state.goals[place] != NO_GOAL],
        players=[_player(state, other, known=bool(state.over) or other == seat) for other in range(seats)],
    )


def floor(state: ShelfState) -> list[FloorCell]:
    """All cells in use, row by row."""
    lying = [int(cells) for cells in state.floor]
    return [
        FloorCell(row, column, _kind(lying, bit))
        for (row, column), bit in CELLS.items()
        if int(FLOOR[row][column]) <= state.seats
    ]


def shelf_rows(state: ShelfState, seat: int) -> list[list[Kind | None]]:
    """A seat's shelf, rows from the top."""
    cells = [int(kind) for kind in state.shelves[seat]]
    return [[_kind(cells, shelf_bit(column, ROWS - 1 - row)) for column in range(COLUMNS)] for row in range(ROWS)]


def _kind(cells: list[int], bit: int) -> Kind | None:
    return next((KIND[kind] for kind in range(KINDS) if cells[kind] >> bit & 1), None)


def _goal(state: ShelfState, place: int) -> Goal:
    number = int(state.goals[place])
    taken = sum(bool(state.tokens[seat, place]) for seat in range(int(state.seats)))
    return Goal(number, GOAL_NAMES[number], list(GOAL_TOKENS[int(state.seats)][taken:]))


def _player(state: ShelfState, seat: int, *, known: bool) -> Player:
    groups, tokens, end = score_groups(state, seat), score_tokens(state, seat), score_end(state, seat)
    personal = score_personal(state, seat) if known else None
    return Player(
        shelf=shelf_rows(state, seat),
        tokens=[int(state.tokens[seat, place]) for place in range(GOALS) if state.goals[place] != NO_GOAL],
        end_token=bool(state.end_token == seat),
        card=_card(state, seat) if known else None,
        points=Points(groups, tokens, end, personal, groups + tokens + end + (personal or 0)),
    )


def _card(state: ShelfState, seat: int) -> PersonalCard:
    number = int(state.personal[seat])
    cells = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            bit = 1 << shelf_bit(column, ROWS - 1 - row)
            for kind in range(KINDS):
                if CARD_CELLS[number, kind] == bit:
                    cells.append(Wanted(KIND[kind], row, column, bool(int(state.shelves[seat, kind]) & bit)))
    return PersonalCard(number, cells)


def choices(view: ShelfView, legal: list[Take]) -> ShelfChoices:
    """What the page offers, read off the legal moves."""
    lines = sorted({tuple(sorted(move.cells)) for move in legal}, key=lambda cells: (len(cells), cells))
    room = [max((len(move.cells) for move in legal if move.column == column), default=0) for column in range(COLUMNS)]
    return ShelfChoices([Line(cells) for cells in lines], room)
