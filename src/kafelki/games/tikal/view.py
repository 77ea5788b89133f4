"""What a seat sees of Tikal: everything but the future. Named field by field all the same."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from kafelki.core.game import View
from kafelki.core.meta import Value
from kafelki.games.tikal.board import step_cost
from kafelki.games.tikal.meta import META
from kafelki.games.tikal.moves import CELL_OF, TREASURES, Cell, Piece, Treasure
from kafelki.games.tikal.pieces import guardable
from kafelki.games.tikal.scoring import count_held, score_temples, score_treasures
from kafelki.games.tikal.state import (
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
    """The tiles on offer; the bid that stands; who passed and who has gone in this round."""

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
    seats = range(int(state.seats))
    deck = int(state.deck)
    held = sum(count_held(state, other, kind) for other in seats for kind in range(len(TREASURES)))
    return TikalView(
        seat=seat,
        ply=int(state.ply),
        to_act=None if state.over else int(state.turn),
        over=bool(state.over),
        options={option.id: option.values[int(getattr(state, option.id))] for option in META.options},
        phase=PHASES[int(state.phase)],
        points=int(state.points),
        hand=None if state.hand == NO_TILE else tile_of(int(state.hand), 0),
        board=[_laid(state, cell) for cell in CELL_OF if state.tile[cell] != NO_TILE],
        borders=_borders(state),
        players=[_player(state, other) for other in seats],
        scoring=_scoring(state) if state.scoring else None,
        auction=_auction(state) if state.auction else None,
        dug=[*members(int(state.dug_once)), *members(int(state.dug_twice))],
        level_tokens={level: int(state.tokens[level]) for level in range(2, 11)},
        hidden_treasures=len(TREASURES) * COPIES - held,
        next_letter="ABCDEFG"[STACK_OF[(deck & -deck).bit_length() - 1]] if deck else None,
        tiles_left=deck.bit_count(),
        set_aside=[TILE_NAMES[tile] for tile in range(DECK) if int(state.aside) >> tile & 1],
    )


def tile_of(tile: int, turned: int) -> Tile:
    """A tile as it looks when turned."""
    edges = [int(TILE_EDGES[tile, (direction - turned) % DIRECTIONS]) for direction in range(DIRECTIONS)]
    return Tile(TILE_NAMES[tile], TYPES[TILE_TYPES[tile]], TILE_VALUES[tile], edges)


def members(cells: int) -> list[Cell]:
    """The cells of a set."""
    return [cell for number, cell in CELL_OF.items() if cells >> number & 1]


def _laid(state: TikalState, cell: int) -> LaidTile:
    tile, seats = int(state.tile[cell]), range(int(state.seats))
    troops = [Troop(seat, int(state.workers[seat, cell]), bool(state.leader[seat] == cell)) for seat in seats]
    camp = next((seat for seat in seats if cell in (state.camps[seat, 0], state.camps[seat, 1])), None)
    guard = next((seat for seat in seats if int(state.guards[seat]) >> cell & 1), None)
    winner = next((seat for seat in seats if guardable(state, seat) >> cell & 1), None)
    return LaidTile(
        cell=CELL_OF[cell],
        tile=tile_of(tile, int(state.turned[cell])),
        turned=int(state.turned[cell]),
        level=int(state.number[cell]) if TILE_TYPES[tile] == TEMPLE else None,
        treasures=int(state.number[cell]) if TILE_TYPES[tile] == TREASURE else None,
        camp=camp,
        guard=None if guard is None else Sentry(guard, "leader" if state.leader_guard[guard] == cell else "worker"),
        troops=[troop for troop in troops if troop.workers or troop.leader],
        scores_for=winner if guard is None else guard,
    )


def _borders(state: TikalState) -> list[Border]:
    """Each border once, from its western or southern side: N, NE and SE."""
    found = []
    for number, cell in CELL_OF.items():
        for direction in range(3) if int(state.laid) >> number & 1 else ():
            cost = step_cost(state, number, direction)
            if cost:
                found.append(Border(cell, beyond_cell(cell, direction), cost))
    return found


def beyond_cell(cell: Cell, direction: int) -> Cell:
    column, row = cell
    if direction == 0:
        return column, row - 1
    return column + 1, row + (column % 2) - (1 if direction == 1 else 0)


def _player(state: TikalState, seat: int) -> Player:
    camps = [CELL_OF[int(cell)] for cell in state.camps[seat] if cell != NO_CELL]
    places: dict[int, Where] = {IN_SUPPLY: "supply", OUT_OF_GAME: "out", GUARDING: "guard"}
    return Player(
        score=int(state.score[seat]),
        supply=int(state.supply[seat]),
        leader=places.get(int(state.leader[seat]), "board"),
        camps=camps,
        camps_left=MOST_CAMPS - len(camps),
        guards_left=MOST_GUARDS - int(state.guards[seat]).bit_count(),
        treasures={kind: count_held(state, seat, number) for number, kind in enumerate(TREASURES)},
        temple_points=score_temples(state, seat),
        treasure_points=score_treasures(state, seat),
    )


def _scoring(state: TikalState) -> Scoring:
    order = [int(state.order[place]) for place in range(int(state.seats))]
    return Scoring(order, int(state.scored), bool(state.last_round))


def _auction(state: TikalState) -> Auction:
    seats = range(int(state.seats))
    return Auction(
        offer=[tile_of(tile, 0) for tile in range(DECK) if int(state.offer) >> tile & 1],
        bid=int(state.bid),
        bidder=None if state.bidder == NOBODY else int(state.bidder),
        passed=[seat for seat in seats if int(state.passed) >> seat & 1],
        gone=[seat for seat in seats if int(state.gone) >> seat & 1],
    )
