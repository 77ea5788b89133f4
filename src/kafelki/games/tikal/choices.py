"""What a page offers the seat to act in Tikal, read off its view and the legal moves."""

from __future__ import annotations

import heapq
from collections import defaultdict
from typing import TypeAlias

import msgspec

from kafelki.core.game import Choices
from kafelki.games.tikal.moves import (
    DIRECTIONS,
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
from kafelki.games.tikal.state import ROWS
from kafelki.games.tikal.tables import (
    COST_CAMP,
    COST_ENTER,
    COST_EXCHANGE,
    COST_GUARD,
    COST_PATH,
    COST_TAKE,
    COST_UNCOVER,
)
from kafelki.games.tikal.view import TikalView, beyond_cell

Steps: TypeAlias = dict[Cell, list[tuple[Cell, int, Walk | Path]]]


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


def choices(view: TikalView, legal: list[AnyMove]) -> TikalChoices:
    """The legal moves sorted for a page, and how far each piece can go."""
    turns: dict[Cell, list[int]] = defaultdict(list)
    for move in legal:
        if isinstance(move, Lay):
            turns[move.cell].append(move.turned)
    bids = [move.points for move in legal if isinstance(move, Bid)]
    return TikalChoices(
        lay=[LayChoice(cell, found) for cell, found in sorted(turns.items())],
        enter=[move for move in legal if isinstance(move, Enter)],
        reach=_reach(view, legal),
        uncover=[move.cell for move in legal if isinstance(move, Uncover)],
        take=[move.cell for move in legal if isinstance(move, Take)],
        exchange=[move for move in legal if isinstance(move, Exchange)],
        build=[move.cell for move in legal if isinstance(move, Build)],
        guard=[move for move in legal if isinstance(move, Guard)],
        can_end=EndTurn() in legal,
        can_pass=view.phase == "bid" and bool(legal),
        least_bid=min(bids, default=None),
        most_bid=max(bids, default=None),
        tiles=[move.tile for move in legal if isinstance(move, Choose)],
    )


def _reach(view: TikalView, legal: list[AnyMove]) -> list[Reach]:
    """For every own piece that can move at all, the cheapest ways to everywhere."""
    camps = [(0, ROWS - 1), *view.players[view.to_act].camps] if view.to_act is not None else []
    starts: set[tuple[Piece, Cell]] = {(move.piece, move.cell) for move in legal if isinstance(move, Walk)}
    starts |= {(move.piece, camps[move.origin]) for move in legal if isinstance(move, Path)}
    steps = {piece: _steps(view, camps, piece) for piece in {piece for piece, _ in starts}}
    return [Reach(piece, cell, _targets(steps[piece], cell, view.points)) for piece, cell in sorted(starts)]


def _targets(steps: Steps, start: Cell, points: int) -> list[Target]:
    """Cheapest first over borders and secret paths, within the points left."""
    best: dict[Cell, Target] = {}
    queue: list[tuple[int, int, Cell, list[Walk | Path]]] = [(0, 0, start, [])]
    tick = 0
    while queue:
        price, _, cell, way = heapq.heappop(queue)
        if cell in best:
            continue
        best[cell] = Target(cell, price, way)
        for beyond, cost, move in steps[cell]:
            if price + cost <= points and beyond not in best:
                tick += 1
                heapq.heappush(queue, (price + cost, tick, beyond, [*way, move]))
    return [target for cell, target in sorted(best.items()) if cell != start]


def _steps(view: TikalView, camps: list[Cell], piece: Piece) -> Steps:
    """From each cell: where one move leads, what it costs, and the move."""
    steps: Steps = defaultdict(list)
    for border in view.borders:
        ahead = next(number for number in range(3) if beyond_cell(border.a, number) == border.b)
        steps[border.a].append((border.b, border.cost, Walk(piece, border.a, DIRECTIONS[ahead])))
        steps[border.b].append((border.a, border.cost, Walk(piece, border.b, DIRECTIONS[ahead + 3])))
    for origin, cell in enumerate(camps):
        for target, beyond in enumerate(camps):
            if origin != target:
                steps[cell].append((beyond, COST_PATH, Path(piece, origin, target)))
    return steps
