"""What a seat sees of Tikal: everything but the future. Named field by field all the same."""

from __future__ import annotations

from collections import defaultdict
from typing import Final, Literal, TypeAlias

import msgspec
import numpy as np

from kafelki.core.bits import cells_in
from kafelki.core.game import View
from kafelki.core.meta import Value
from kafelki.core.record import Shared, as_array, plain
from kafelki.games.tikal.meta import META
from kafelki.games.tikal.moves import CELL_OF, TREASURES, Cell, Piece, Treasure
from kafelki.games.tikal.scoring import list_points
from kafelki.games.tikal.state import (
    CELLS,
    DIRECTIONS,
    GUARDING,
    IN_SUPPLY,
    NO_CELL,
    NO_TILE,
    NOBODY,
    OUT_OF_GAME,
    SEATS,
    WORKERS,
    TikalState,
)
from kafelki.games.tikal.tables import (
    COPIES,
    MOST_CAMPS,
    MOST_GUARDS,
    STACK_OF,
    TEMPLE,
    TILE_EDGES,
    TILE_NAMES,
    TILE_TYPES,
    TILE_VALUES,
    TREASURE,
)

Phase: TypeAlias = Literal["place", "act", "bid", "choose"]
TileType: TypeAlias = Literal["temple", "treasure", "jungle", "volcano", "base"]
Where: TypeAlias = Literal["supply", "board", "guard", "out"]

PHASES: Final[tuple[Phase, ...]] = ("place", "act", "bid", "choose")
TYPES: Final[tuple[TileType, ...]] = ("temple", "treasure", "jungle", "volcano", "base")
PLACES: Final[dict[int, Where]] = {IN_SUPPLY: "supply", OUT_OF_GAME: "out", GUARDING: "guard"}
EDGES: Final[list[list[int]]] = TILE_EDGES.tolist()


class Tile(msgspec.Struct, frozen=True):
    """A tile: its name (letter and number), what it is, its value as printed, stones on its edges from N clockwise."""

    name: str
    kind: TileType
    value: int
    edges: list[int]


class Troop(msgspec.Struct, frozen=True):
    """One seat's pieces on a cell."""

    seat: int
    workers: int
    leader: bool


class Sentry(msgspec.Struct, frozen=True):
    """A temple guard."""

    seat: int
    piece: Piece


class LaidTile(msgspec.Struct, frozen=True, rename="camel"):
    """A tile on the board and what is on it; edges as the tile is turned."""

    cell: Cell
    tile: Tile
    turned: int
    level: int | None  # of a temple
    treasures: int | None  # face down, of a treasure tile
    camp: int | None  # seat
    guard: Sentry | None
    troops: list[Troop]
    scores_for: int | None  # the seat that would score this temple now


class Border(msgspec.Struct, frozen=True):
    """A step between neighbouring cells, either way, and what it costs."""

    a: Cell
    b: Cell
    cost: int


class Player(msgspec.Struct, frozen=True, rename="camel"):
    """What a seat has, may still do, and would score now."""

    score: int
    supply: int
    leader: Where
    camps: list[Cell]
    camps_left: int
    guards_left: int
    treasures: dict[Treasure, int]
    temple_points: int
    treasure_points: int


class Scoring(msgspec.Struct, frozen=True):
    """A scoring round: who plays in which order, how many have scored, and whether it is the last one."""

    order: list[int]
    scored: int
    last: bool


class Auction(msgspec.Struct, frozen=True, rename="camel"):
    """The tiles on offer; the bid that stands; who passed (the first to pass first) and who has gone in this round."""

    offer: list[Tile]
    bid: int
    bidder: int | None
    passed: list[int]
    gone: list[int]


class TikalView(View, frozen=True, rename="camel", tag="tikal.view"):
    """The table; a spectator is seat None."""

    seat: int | None
    ply: int
    to_act: int | None
    over: bool
    options: dict[str, Value]
    phase: Phase
    points: int
    hand: Tile | None
    board: list[LaidTile]
    borders: list[Border]
    players: list[Player]
    scoring: Scoring | None
    auction: Auction | None
    dug: list[Cell]  # a cell for each time the seat to act dug or took there in this turn
    level_tokens: dict[int, int]
    hidden_treasures: int
    next_letter: str | None
    tiles_left: int
    set_aside: list[str]


def beyond_cell(cell: Cell, direction: int) -> Cell:
    """The next cell N, NE or SE, on the board or beyond its rim."""
    column, row = cell
    if direction == 0:
        return column, row - 1
    return column + 1, row + (column % 2) - (1 if direction == 1 else 0)


def _turned(tile: int, turned: int) -> Tile:
    edges = EDGES[tile][DIRECTIONS - turned :] + EDGES[tile][: DIRECTIONS - turned]
    return Tile(TILE_NAMES[tile], TYPES[TILE_TYPES[tile]], TILE_VALUES[tile], edges)


# ---- All that can be shown of one kind, made once: a view is put together from these.
TILE: Final = tuple(tuple(_turned(tile, turned) for turned in range(DIRECTIONS)) for tile in range(len(TILE_NAMES)))
TROOP: Final = tuple(  # seat, workers, leader or not
    tuple((Troop(seat, workers, False), Troop(seat, workers, True)) for workers in range(WORKERS + 1))
    for seat in range(SEATS)
)
BORDER: Final = tuple(  # direction, cost less one, cell
    tuple(
        {number: Border(cell, beyond_cell(cell, direction), cost) for number, cell in CELL_OF.items()}
        for cost in range(1, 7)
    )
    for direction in range(3)
)


def tile_of(tile: int, turned: int) -> Tile:
    """A tile as it looks when turned."""
    return TILE[tile][turned]


def members(cells: int) -> list[Cell]:
    """The cells of a set."""
    return [CELL_OF[number] for number in cells_in(cells)]


def view(record: TikalState, seat: int | None) -> TikalView:
    """The state as `seat` sees it, which is as everybody does: only chance is hidden."""
    return msgspec.structs.replace(SEEN(record), seat=seat)


def _seen(record: TikalState) -> TikalView:
    """The state as who only watches sees it."""
    state, points = plain(record, TikalState), np.zeros((SEATS, 3), dtype=np.int64)
    list_points(as_array(record), points)
    deck, scored = state.deck, points.tolist()[: state.seats]
    players = [_player(state, other, *found) for other, (_, *found) in enumerate(scored)]
    return TikalView(
        seat=None,
        ply=state.ply,
        to_act=None if state.over else state.turn,
        over=bool(state.over),
        options=META.options_in(state),
        phase=PHASES[state.phase],
        points=state.points,
        hand=None if state.hand == NO_TILE else tile_of(state.hand, 0),
        board=_board(state, {cell: other for other, found in enumerate(scored) for cell in cells_in(found[0])}),
        borders=_borders(state),
        players=players,
        scoring=_scoring(state) if state.scoring else None,
        auction=_auction(state) if state.auction else None,
        dug=[*members(state.dug_once), *members(state.dug_twice)],
        level_tokens=dict(enumerate(state.tokens[2:], 2)),
        hidden_treasures=len(TREASURES) * COPIES - sum(sum(player.treasures.values()) for player in players),
        next_letter="ABCDEFG"[STACK_OF[(deck & -deck).bit_length() - 1]] if deck else None,
        tiles_left=deck.bit_count(),
        set_aside=[TILE_NAMES[tile] for tile in cells_in(state.aside)],
    )


SEEN: Final = Shared(_seen)


def _board(state: TikalState, scorers: dict[int, int]) -> list[LaidTile]:
    """The tiles and what is on them; `scorers` says who has the majority at a temple without guard."""
    tiles, turned, numbers = state.tile, state.turned, state.number
    troops, camps, guards = _troops(state), _camps(state), _guards(state)
    found = []
    for number, cell in CELL_OF.items():
        tile = tiles[number]
        if tile != NO_TILE:
            kind, guard = TILE_TYPES[tile], guards.get(number)
            found.append(
                LaidTile(
                    cell,
                    TILE[tile][turned[number]],
                    turned[number],
                    numbers[number] if kind == TEMPLE else None,
                    numbers[number] if kind == TREASURE else None,
                    camps.get(number),
                    guard,
                    troops[number],
                    scorers.get(number) if guard is None else guard.seat,
                )
            )
    return found


def _troops(state: TikalState) -> dict[int, list[Troop]]:
    """Cell -> who stands there."""
    found: dict[int, list[Troop]] = defaultdict(list)
    for seat in range(state.seats):
        leader, workers = state.leader[seat], state.workers[seat]
        for cell in cells_in(state.stand[seat] | (1 << leader if leader >= 0 else 0)):
            found[cell].append(TROOP[seat][workers[cell]][cell == leader])
    return found


def _camps(state: TikalState) -> dict[int, int]:
    """Cell -> whose camp."""
    return {cell: seat for seat, camps in enumerate(state.camps) for cell in camps if cell != NO_CELL}


def _guards(state: TikalState) -> dict[int, Sentry]:
    """Cell -> its guard."""
    return {
        cell: Sentry(seat, "leader" if state.leader_guard[seat] == cell else "worker")
        for seat, guarded in enumerate(state.guards)
        for cell in cells_in(guarded)
    }


def _borders(state: TikalState) -> list[Border]:
    """Each border once, from its western or southern side: N, NE and SE. It costs the least that is enough."""
    found: list[Border | None] = [None] * (3 * CELLS)
    for direction, within in enumerate(state.within):
        cheaper = 0
        for borders, cells in zip(BORDER[direction], within, strict=True):
            for number in cells_in(cells & ~cheaper):
                found[3 * number + direction] = borders[number]
            cheaper = cells
    return [border for border in found if border is not None]


def _player(state: TikalState, seat: int, temple_points: int, treasure_points: int) -> Player:
    camps = [CELL_OF[cell] for cell in state.camps[seat] if cell != NO_CELL]
    return Player(
        score=state.score[seat],
        supply=state.supply[seat],
        leader=PLACES.get(state.leader[seat], "board"),
        camps=camps,
        camps_left=MOST_CAMPS - len(camps),
        guards_left=MOST_GUARDS - int(state.guards[seat]).bit_count(),
        treasures=treasures_of(state, seat),
        temple_points=temple_points,
        treasure_points=treasure_points,
    )


def treasures_of(state: TikalState, seat: int) -> dict[Treasure, int]:
    """How many treasures of each kind a seat holds."""
    odd, many = int(state.held_odd[seat]), int(state.held_many[seat])
    return {kind: (odd >> number & 1) + 2 * (many >> number & 1) for number, kind in enumerate(TREASURES)}


def _scoring(state: TikalState) -> Scoring:
    return Scoring(list(state.order[: state.seats]), state.scored, bool(state.last_round))


def _auction(state: TikalState) -> Auction:
    return Auction(
        offer=[tile_of(tile, 0) for tile in cells_in(state.offer)],
        bid=state.bid,
        bidder=None if state.bidder == NOBODY else state.bidder,
        passed=passed_in_order(state),
        gone=cells_in(state.gone),
    )


def passed_in_order(state: TikalState) -> list[int]:
    """§36 Who passed: the first to pass first, the others by seat."""
    return sorted(cells_in(state.passed), key=lambda seat: seat != state.first_passed)
