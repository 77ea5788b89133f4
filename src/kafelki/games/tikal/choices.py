"""What a page offers the seat to act in Tikal, read off its view and the legal moves."""

from __future__ import annotations

from collections import defaultdict
from typing import Final, TypeAlias, TypeVar, cast

import msgspec

from kafelki.core.game import Choices, Move
from kafelki.games.tikal.moves import (
    CELL_OF,
    DIRECTIONS,
    NUMBER_OF,
    PIECES,
    PLACES,
    AnyMove,
    Bid,
    Build,
    Cell,
    Choose,
    EndTurn,
    Enter,
    Exchange,
    Guard,
    Lay,
    Path,
    Piece,
    Take,
    Uncover,
    Walk,
)
from kafelki.games.tikal.state import CELLS, ROWS
from kafelki.games.tikal.tables import (
    COST_CAMP,
    COST_ENTER,
    COST_EXCHANGE,
    COST_GUARD,
    COST_PATH,
    COST_TAKE,
    COST_UNCOVER,
    PATHS,
)
from kafelki.games.tikal.view import TikalView, beyond_cell

Moves: TypeAlias = tuple[Walk | Path, ...]  # a worker's and a leader's; none at the start
Steps: TypeAlias = list[list[tuple[int, int, Moves]]]  # by number of cell: where to, the cost, the move
Way: TypeAlias = tuple[int, int, int, Moves]  # a cell, its price, the cell before it, and the move from there
Sorts: TypeAlias = dict[type[Move], list[Move]]
M = TypeVar("M", bound=Move)


class LayChoice(msgspec.Struct, frozen=True):
    """A cell for the tile in hand, and the turns in which it fits there."""

    cell: Cell
    turns: list[int]


class Target(msgspec.Struct, frozen=True):
    """A cell within reach, the cheapest price, and the way: moves to be played one after the other."""

    cell: Cell
    price: int
    way: list[Walk | Path]


class Reach(msgspec.Struct, frozen=True):
    """All that a piece can reach in this turn."""

    piece: Piece
    cell: Cell
    targets: list[Target]


class Costs(msgspec.Struct, frozen=True):
    """What each thing costs in action points."""

    enter: int = COST_ENTER
    path: int = COST_PATH
    uncover: int = COST_UNCOVER
    take: int = COST_TAKE
    exchange: int = COST_EXCHANGE
    build: int = COST_CAMP
    guard: int = COST_GUARD


class TikalChoices(Choices, frozen=True, rename="camel", tag="tikal.choices"):
    """What can be pressed now; empty lists where a thing cannot be done."""

    lay: list[LayChoice]
    enter: list[Enter]
    reach: list[Reach]
    uncover: list[Cell]
    take: list[Cell]
    exchange: list[Exchange]
    build: list[Cell]
    guard: list[Guard]
    can_end: bool
    can_pass: bool
    least_bid: int | None
    most_bid: int | None
    tiles: list[str]
    costs: Costs = Costs()


# Each as a worker's move and as a leader's: pieces move alike.
WALKS: Final = tuple(
    {cell: (Walk("worker", cell, direction), Walk("leader", cell, direction)) for cell in PLACES}
    for direction in DIRECTIONS
)
PATH: Final = {pair: (Path("worker", *pair), Path("leader", *pair)) for pair in PATHS}
STEPS_OVER: Final = {  # a border -> the numbers of its cells, and the steps from each of them over it
    (a, b, cost): (
        number,
        NUMBER_OF[b],
        (NUMBER_OF[b], cost, WALKS[direction][a]),
        (number, cost, WALKS[direction + 3][b]),
    )
    for number, a in CELL_OF.items()
    for direction in range(3)
    if (b := beyond_cell(a, direction)) in NUMBER_OF
    for cost in range(1, 7)
}


def choices(view: TikalView, legal: list[AnyMove]) -> TikalChoices:
    """The legal moves sorted for a page, and how far each piece can go."""
    sorts: Sorts = defaultdict(list)
    for move in legal:
        sorts[type(move)].append(move)
    turns: dict[Cell, list[int]] = defaultdict(list)
    for lay in _of(sorts, Lay):
        turns[lay.cell].append(lay.turned)
    bids = [bid.points for bid in _of(sorts, Bid)]
    return TikalChoices(
        lay=[LayChoice(cell, found) for cell, found in sorted(turns.items())],
        enter=_of(sorts, Enter),
        reach=_reach(view, _of(sorts, Walk), _of(sorts, Path)),
        uncover=[move.cell for move in _of(sorts, Uncover)],
        take=[move.cell for move in _of(sorts, Take)],
        exchange=_of(sorts, Exchange),
        build=[move.cell for move in _of(sorts, Build)],
        guard=_of(sorts, Guard),
        can_end=EndTurn in sorts,
        can_pass=view.phase == "bid" and bool(legal),
        least_bid=min(bids, default=None),
        most_bid=max(bids, default=None),
        tiles=[move.tile for move in _of(sorts, Choose)],
    )


def _of(sorts: Sorts, kind: type[M]) -> list[M]:
    return cast(list[M], sorts.get(kind, []))


def _reach(view: TikalView, walks: list[Walk], paths: list[Path]) -> list[Reach]:
    """For every own piece that can move at all, the cheapest ways to everywhere."""
    camps = [(0, ROWS - 1), *view.players[view.to_act].camps] if view.to_act is not None else []
    starts: set[tuple[Piece, Cell]] = {(move.piece, move.cell) for move in walks}
    starts |= {(move.piece, camps[move.origin]) for move in paths}
    if not starts:
        return []
    steps = _steps(view, camps)
    ways = {cell: _ways(steps, NUMBER_OF[cell], view.points) for cell in {cell for _, cell in starts}}
    return [Reach(piece, cell, _targets(ways[cell], piece)) for piece, cell in sorted(starts)]


def _targets(ways: list[Way], piece: Piece) -> list[Target]:
    """All cells but the first, with the moves that lead there."""
    own, targets, moves = PIECES.index(piece), dict[int, Target](), {ways[0][0]: list[Walk | Path]()}
    for cell, price, before, move in ways[1:]:
        way = moves[cell] = [*moves[before], move[own]]
        targets[cell] = Target(CELL_OF[cell], price, way)
    return [targets[cell] for cell in sorted(targets)]


def _ways(steps: Steps, start: int, points: int) -> list[Way]:
    """Cheapest first over borders and secret paths, within the points left; of equal prices the first found."""
    prices, found = [points + 1] * CELLS, list[Way]()
    prices[start] = 0
    rings: list[list[Way]] = [[] for _ in range(points + 1)]  # price -> ways found at it
    rings[0].append((start, 0, start, ()))
    for spent, ring in enumerate(rings):
        for way in ring:
            cell = way[0]
            if prices[cell] != spent:
                continue  # found again, cheaper
            found.append(way)
            for beyond, cost, move in steps[cell] if spent < points else ():
                price = spent + cost
                if price < prices[beyond]:
                    prices[beyond] = price
                    rings[price].append((beyond, price, cell, move))
    return found


def _steps(view: TikalView, camps: list[Cell]) -> Steps:
    """From each cell: where one move leads, what it costs, and the move."""
    steps: Steps = [[] for _ in range(CELLS)]
    for border in view.borders:
        a, b, ahead, back = STEPS_OVER[border.a, border.b, border.cost]
        steps[a].append(ahead)
        steps[b].append(back)
    for origin, cell in enumerate(camps):
        for target, beyond in enumerate(camps):
            if origin != target:
                steps[NUMBER_OF[cell]].append((NUMBER_OF[beyond], COST_PATH, PATH[origin, target]))
    return steps
