"""What a seat sees of Półeczka, and what a page offers it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby, permutations
from operator import attrgetter
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
import numpy as np

from kafelki.core.game import Choices, View
from kafelki.core.meta import Value
from kafelki.core.record import Shared, as_array, plain
from kafelki.games.shelf.meta import META
from kafelki.games.shelf.moves import MOVES, Cell, Take
from kafelki.games.shelf.scoring import list_points
from kafelki.games.shelf.state import COLUMNS, GOALS, KINDS, NO_GOAL, ROWS, SEATS, ShelfState
from kafelki.games.shelf.tables import (
    CARD_CELLS,
    CELLS,
    COLUMN_STEP,
    FLOOR_OF,
    GOAL_NAMES,
    GOAL_TOKENS,
    PERSONAL,
    shelf_bit,
)

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


# A kind as a hex digit, 0 for no tile: see `kinds_lying`.
KIND_AT: Final[dict[str, Kind | None]] = {"0": None, **{str(number): kind for number, kind in enumerate(KIND, 1)}}
FLOOR_CELLS: Final = tuple(  # players -> the cells in use, row by row: number, and the cell with each kind on it
    tuple(
        (bit, {digit: FloorCell(row, column, kind) for digit, kind in KIND_AT.items()})
        for (row, column), bit in CELLS.items()
        if FLOOR_OF[players] >> bit & 1
    )
    for players in range(SEATS + 1)
)


def _wanted(number: int) -> list[tuple[int, int, tuple[Wanted, Wanted]]]:
    """Of each cell of a personal card, row by row: kind, number, and what is shown of it unmet and met."""
    return [
        (kind, 1 << bit, (Wanted(KIND[kind], row, column, False), Wanted(KIND[kind], row, column, True)))
        for row in range(ROWS)
        for column in range(COLUMNS)
        for kind in range(KINDS)
        if CARD_CELLS[number, kind] == 1 << (bit := shelf_bit(column, ROWS - 1 - row))
    ]


WANTED: Final = tuple(_wanted(number) for number in range(PERSONAL + 1))


def view(record: ShelfState, seat: int | None) -> ShelfView:
    """The state as `seat` sees it: with its own card, and at the end with all of them."""
    seen = SEEN(record)
    if seat is None or seen.public.over:
        return msgspec.structs.replace(seen.public, seat=seat)
    players = [*seen.public.players]
    players[seat] = _player(seen.state, seat, seen.points[seat], known=True)
    return msgspec.structs.replace(seen.public, seat=seat, players=players)


class Seen(NamedTuple):
    """What all seats' views of a state are made of."""

    state: ShelfState
    points: list[list[int]]
    public: ShelfView  # as who only watches sees it


def _seen(record: ShelfState) -> Seen:
    state, points = plain(record, ShelfState), np.zeros((SEATS, 4), dtype=np.int64)
    list_points(as_array(record), points)
    over, scored = bool(state.over), points.tolist()
    public = ShelfView(
        seat=None,
        ply=state.ply,
        to_act=None if over else state.turn,
        over=over,
        options=META.options_in(state),
        floor=floor(state),
        bag=dict(zip(KIND, state.bag, strict=True)),
        goals=[_goal(state, place) for place in range(GOALS) if state.goals[place] != NO_GOAL],
        players=[_player(state, seat, scored[seat], known=over) for seat in range(int(state.seats))],
    )
    return Seen(state, scored, public)


SEEN: Final = Shared(_seen)


def kinds_lying(kinds: Iterable[int]) -> str:
    """Of sets of cells, one for each kind: the kind on each cell as a digit from 1, cell 0 first, 0 for none.

    A set's binary digits, read as hexadecimal ones, have room for a kind's number in place of each bit."""
    lying = sum(number * int(f"{cells:b}", 16) for number, cells in enumerate(kinds, 1))
    return f"{lying:064x}"[::-1]


def floor(state: ShelfState) -> list[FloorCell]:
    """All cells in use, row by row."""
    lying = kinds_lying(state.floor)
    return [cells[lying[bit]] for bit, cells in FLOOR_CELLS[state.seats]]


def shelf_rows(state: ShelfState, seat: int) -> list[list[Kind | None]]:
    """A seat's shelf, rows from the top."""
    standing = kinds_lying(state.shelves[seat])[: COLUMN_STEP * COLUMNS]
    return [[KIND_AT[digit] for digit in standing[height::COLUMN_STEP]] for height in reversed(range(ROWS))]


def _goal(state: ShelfState, place: int) -> Goal:
    number = int(state.goals[place])
    taken = sum(bool(state.tokens[seat][place]) for seat in range(state.seats))
    return Goal(number, GOAL_NAMES[number], list(GOAL_TOKENS[state.seats][taken:]))


def _player(state: ShelfState, seat: int, scored: list[int], *, known: bool) -> Player:
    groups, tokens, end, personal = scored
    shown = personal if known else None
    return Player(
        shelf=shelf_rows(state, seat),
        tokens=[state.tokens[seat][place] for place in range(GOALS) if state.goals[place] != NO_GOAL],
        end_token=state.end_token == seat,
        card=_card(state, seat) if known else None,
        points=Points(groups, tokens, end, shown, groups + tokens + end + (shown or 0)),
    )


def _card(state: ShelfState, seat: int) -> PersonalCard:
    number, shelf = int(state.personal[seat]), state.shelves[seat]
    return PersonalCard(number, [shown[bool(shelf[kind] & bit)] for kind, bit, shown in WANTED[number]])


# All lines, short ones first, and which of them some cells are, in whatever order.
ALL_LINES: Final = tuple(Line(cells) for _, cells in sorted({(len(m.cells), tuple(sorted(m.cells))) for m in MOVES}))
LINE_OF: Final = {cells: number for number, line in enumerate(ALL_LINES) for cells in permutations(line.cells)}


def choices(view: ShelfView, legal: list[Take]) -> ShelfChoices:
    """What the page offers, read off the legal moves."""
    lines = {LINE_OF[cells] for cells, _ in groupby(legal, key=attrgetter("cells"))}
    taken = {(move.column, len(move.cells)) for move in legal}
    room = [max((tiles for into, tiles in taken if into == column), default=0) for column in range(COLUMNS)]
    return ShelfChoices([ALL_LINES[number] for number in sorted(lines)], room)
