"""Any position of Tikal, readable and writable: for puzzles, tests and teaching."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from kafelki.core.bits import cells_in
from kafelki.core.game import Position
from kafelki.core.record import plain
from kafelki.games.tikal.moves import CELL_OF, Cell, Treasure
from kafelki.games.tikal.state import (
    GUARDING,
    IN_SUPPLY,
    NO_CELL,
    NO_TILE,
    NOBODY,
    OUT_OF_GAME,
    TURN_POINTS,
    TikalState,
)
from kafelki.games.tikal.tables import TILE_NAMES, TILE_VALUES
from kafelki.games.tikal.view import PHASES, Phase, members, passed_in_order, treasures_of

LeaderPlace: TypeAlias = Literal["supply", "out", "guard"]
LEADER_PLACES: Final[dict[int, LeaderPlace]] = {IN_SUPPLY: "supply", OUT_OF_GAME: "out", GUARDING: "guard"}


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tile on the board; `number` is a temple's level or the treasures left, if not as printed."""

    cell: Cell
    tile: str
    turned: int = 0
    number: int | None = None


class Troops(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Workers on a cell."""

    cell: Cell
    workers: int


class Expedition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything of one seat. Where a leader guards, `leader` is "guard" and its temple is the first of `guards`."""

    score: int = 0
    supply: int = 18
    troops: list[Troops] = []
    leader: LeaderPlace | Cell = "supply"
    camps: list[Cell] = []
    guards: list[Cell] = []
    treasures: dict[Treasure, int] = {}


class Scoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scoring round that is being played."""

    order: list[int]
    scored: int
    last: bool = False


class Auction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An auction round; who passed, the first to pass first."""

    offer: list[str] = []
    bid: int = 0
    bidder: int | None = None
    passed: list[int] = []
    gone: list[int] = []


class TikalPosition(Position, frozen=True, tag="tikal.position"):
    """What is neither on the board, in hand, on offer nor set aside is in the deck; tokens and treasures that nobody
    has are in the supply."""

    board: list[Placed]
    players: list[Expedition]
    phase: Phase
    to_act: int | None  # None when the match is over
    points: int = TURN_POINTS
    hand: str | None = None
    scoring: Scoring | None = None
    auction: Auction | None = None
    aside: list[str] = msgspec.field(default_factory=list)
    dug: list[Cell] = msgspec.field(
        default_factory=list
    )  # a cell for each time the seat to act dug or took there in this turn
    last: int | None = None  # who laid the last tile


def seats_of(position: TikalPosition) -> int:
    """How many play in this position."""
    return len(position.players)


def position(record: TikalState) -> TikalPosition:
    """Everything on the table."""
    state = plain(record, TikalState)
    return TikalPosition(
        board=[_placed(state, cell) for cell in CELL_OF if state.tile[cell] != NO_TILE],
        players=[_expedition(state, seat) for seat in range(state.seats)],
        phase=PHASES[state.phase],
        to_act=None if state.over else state.turn,
        points=state.points,
        hand=None if state.hand == NO_TILE else TILE_NAMES[state.hand],
        scoring=_scoring(state) if state.scoring else None,
        auction=_auction(state) if state.auction else None,
        aside=_tiles(state.aside),
        dug=[*members(state.dug_once), *members(state.dug_twice)],
        last=None if state.last == NOBODY else state.last,
    )


def _tiles(tiles: int) -> list[str]:
    return [TILE_NAMES[tile] for tile in cells_in(tiles)]


def _placed(state: TikalState, cell: int) -> Placed:
    tile, number = int(state.tile[cell]), state.number[cell]
    return Placed(CELL_OF[cell], TILE_NAMES[tile], state.turned[cell], None if number == TILE_VALUES[tile] else number)


def _expedition(state: TikalState, seat: int) -> Expedition:
    leader, workers, guards = state.leader[seat], state.workers[seat], members(state.guards[seat])
    if leader == GUARDING:
        own = CELL_OF[state.leader_guard[seat]]
        guards = [own, *(cell for cell in guards if cell != own)]
    return Expedition(
        score=state.score[seat],
        supply=state.supply[seat],
        troops=[Troops(CELL_OF[cell], workers[cell]) for cell in CELL_OF if workers[cell]],
        leader=CELL_OF[leader] if leader >= 0 else LEADER_PLACES[leader],
        camps=[CELL_OF[cell] for cell in state.camps[seat] if cell != NO_CELL],
        guards=guards,
        treasures={kind: count for kind, count in treasures_of(state, seat).items() if count},
    )


def _scoring(state: TikalState) -> Scoring:
    return Scoring(list(state.order[: state.seats]), state.scored, bool(state.last_round))


def _auction(state: TikalState) -> Auction:
    return Auction(
        offer=_tiles(state.offer),
        bid=state.bid,
        bidder=None if state.bidder == NOBODY else state.bidder,
        passed=passed_in_order(state),
        gone=cells_in(state.gone),
    )
