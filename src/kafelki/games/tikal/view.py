"""What a seat sees of Tikal: everything but the future. Named field by field all the same."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from kafelki.core.game import View
from kafelki.core.meta import Value
from kafelki.games.tikal.meta import META
from kafelki.games.tikal.moves import CELL_OF, TREASURES, Cell, Piece, Treasure
from kafelki.games.tikal.pieces import guardable
from kafelki.games.tikal.scoring import score_temples, score_treasures
from kafelki.games.tikal.state import (
    CELLS,
    DIRECTIONS,
    GUARDING,
    IN_SUPPLY,
    NO_CELL,
    NO_TILE,
    NOBODY,
    OUT_OF_GAME,
    TikalState,
)
from kafelki.games.tikal.tables import (
    COPIES,
    DECK,
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


def view(state: TikalState, seat: int | None) -> TikalView:
    """The state as `seat` sees it."""
    deck = int(state.deck)
    players = [_player(state, other) for other in range(int(state.seats))]
    return TikalView(
        seat=seat,
        ply=int(state.ply),
        to_act=None if state.over else int(state.turn),
        over=bool(state.over),
        options={option.id: option.values[int(getattr(state, option.id))] for option in META.options},
        phase=PHASES[int(state.phase)],
        points=int(state.points),
        hand=None if state.hand == NO_TILE else tile_of(int(state.hand), 0),
        board=_board(state),
        borders=_borders(state),
        players=players,
        scoring=_scoring(state) if state.scoring else None,
        auction=_auction(state) if state.auction else None,
        dug=[*members(int(state.dug_once)), *members(int(state.dug_twice))],
        level_tokens=dict(enumerate(state.tokens.tolist()[2:], 2)),
        hidden_treasures=len(TREASURES) * COPIES - sum(sum(player.treasures.values()) for player in players),
        next_letter="ABCDEFG"[STACK_OF[(deck & -deck).bit_length() - 1]] if deck else None,
        tiles_left=deck.bit_count(),
        set_aside=[TILE_NAMES[tile] for tile in range(DECK) if int(state.aside) >> tile & 1],
    )


def tile_of(tile: int, turned: int) -> Tile:
    """A tile as it looks when turned."""
    edges = EDGES[tile][DIRECTIONS - turned :] + EDGES[tile][: DIRECTIONS - turned]
    return Tile(TILE_NAMES[tile], TYPES[TILE_TYPES[tile]], TILE_VALUES[tile], edges)


def members(cells: int) -> list[Cell]:
    """The cells of a set."""
    return [cell for number, cell in CELL_OF.items() if cells >> number & 1]


def _board(state: TikalState) -> list[LaidTile]:
    """The tiles and what is on them. Each field is read once: reading a record is slow."""
    tiles, turned, numbers = state.tile.tolist(), state.turned.tolist(), state.number.tolist()
    troops, camps, guards, scorers = _troops(state), _camps(state), _guards(state), _scorers(state)
    found = []
    for number, cell in CELL_OF.items():
        tile = tiles[number]
        if tile != NO_TILE:
            kind, guard = TILE_TYPES[tile], guards.get(number)
            found.append(
                LaidTile(
                    cell=cell,
                    tile=tile_of(tile, turned[number]),
                    turned=turned[number],
                    level=numbers[number] if kind == TEMPLE else None,
                    treasures=numbers[number] if kind == TREASURE else None,
                    camp=camps.get(number),
                    guard=guard,
                    troops=troops[number],
                    scores_for=scorers.get(number) if guard is None else guard.seat,
                )
            )
    return found


def _troops(state: TikalState) -> list[list[Troop]]:
    """Who stands on each cell."""
    workers, leaders = state.workers.tolist(), state.leader.tolist()
    seats = range(int(state.seats))
    return [
        [
            Troop(seat, workers[seat][cell], leaders[seat] == cell)
            for seat in seats
            if workers[seat][cell] or leaders[seat] == cell
        ]
        for cell in range(CELLS)
    ]


def _camps(state: TikalState) -> dict[int, int]:
    """Cell -> whose camp."""
    return {cell: seat for seat, camps in enumerate(state.camps.tolist()) for cell in camps if cell != NO_CELL}


def _guards(state: TikalState) -> dict[int, Sentry]:
    """Cell -> its guard."""
    leaders = state.leader_guard.tolist()
    return {
        cell: Sentry(seat, "leader" if leaders[seat] == cell else "worker")
        for seat, guarded in enumerate(state.guards.tolist())
        for cell in CELL_OF
        if guarded >> cell & 1
    }


def _scorers(state: TikalState) -> dict[int, int]:
    """Temple without guard -> the seat that has the majority there."""
    found: dict[int, int] = {}
    for seat in range(int(state.seats)):
        strong = int(guardable(state, seat))
        found |= {cell: seat for cell in CELL_OF if strong >> cell & 1}
    return found


def _borders(state: TikalState) -> list[Border]:
    """Each border once, from its western or southern side: N, NE and SE. It costs the least that is enough."""
    within = state.within.tolist()
    return [
        Border(
            cell,
            beyond_cell(cell, direction),
            next(cost for cost, cells in enumerate(within[direction], 1) if cells >> number & 1),
        )
        for number, cell in CELL_OF.items()
        for direction in range(3)
        if within[direction][-1] >> number & 1
    ]


def beyond_cell(cell: Cell, direction: int) -> Cell:
    column, row = cell
    if direction == 0:
        return column, row - 1
    return column + 1, row + (column % 2) - (1 if direction == 1 else 0)


def _player(state: TikalState, seat: int) -> Player:
    camps = [CELL_OF[cell] for cell in state.camps[seat].tolist() if cell != NO_CELL]
    odd, many = int(state.held_odd[seat]), int(state.held_many[seat])
    return Player(
        score=int(state.score[seat]),
        supply=int(state.supply[seat]),
        leader=PLACES.get(int(state.leader[seat]), "board"),
        camps=camps,
        camps_left=MOST_CAMPS - len(camps),
        guards_left=MOST_GUARDS - int(state.guards[seat]).bit_count(),
        treasures={kind: (odd >> number & 1) + 2 * (many >> number & 1) for number, kind in enumerate(TREASURES)},
        temple_points=int(score_temples(state, seat)),
        treasure_points=int(score_treasures(state, seat)),
    )


def _scoring(state: TikalState) -> Scoring:
    return Scoring(state.order.tolist()[: int(state.seats)], int(state.scored), bool(state.last_round))


def _auction(state: TikalState) -> Auction:
    return Auction(
        offer=[tile_of(tile, 0) for tile in range(DECK) if int(state.offer) >> tile & 1],
        bid=int(state.bid),
        bidder=None if state.bidder == NOBODY else int(state.bidder),
        passed=passed_in_order(state),
        gone=[seat for seat in range(int(state.seats)) if int(state.gone) >> seat & 1],
    )


def passed_in_order(state: TikalState) -> list[int]:
    """§36 Who passed: the first to pass first, the others by seat."""
    passed = [seat for seat in range(int(state.seats)) if int(state.passed) >> seat & 1]
    return sorted(passed, key=lambda seat: seat != state.first_passed)
