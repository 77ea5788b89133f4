"""What happened in Tikal, read off what a seat saw before and after a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from kafelki.core.game import Event
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
    Pass,
    Path,
    Piece,
    Take,
    Treasure,
    Uncover,
    Walk,
    cell_name,
)
from kafelki.games.tikal.state import ROWS
from kafelki.games.tikal.tables import TILE_NAMES
from kafelki.games.tikal.view import TikalView, Tile, TileType, beyond_cell, tile_of
from kafelki.games.tikal.words import ENTERED, PIECES, TILES, TREASURES, action_points
from kafelki.words import Text, joined, points

Why = Literal["guard", "majority"]


class TileLaid(Event, frozen=True, tag="tikal.laid"):
    seat: int
    tile: str
    kind: TileType
    value: int
    cell: Cell
    turned: int


class PieceEntered(Event, frozen=True, tag="tikal.entered"):
    seat: int
    piece: Piece
    cell: Cell


class PieceMoved(Event, frozen=True, tag="tikal.moved"):
    """A step, or the secret path."""

    seat: int
    piece: Piece
    origin: Cell
    target: Cell
    cost: int
    secret: bool


class LevelUncovered(Event, frozen=True, tag="tikal.uncovered"):
    seat: int
    cell: Cell
    level: int


class TreasureTaken(Event, frozen=True, tag="tikal.taken"):
    seat: int
    cell: Cell
    kind: Treasure


class Exchanged(Event, frozen=True, tag="tikal.exchanged"):
    seat: int
    other: int
    gave: Treasure
    got: Treasure


class CampBuilt(Event, frozen=True, tag="tikal.camp"):
    seat: int
    cell: Cell


class GuardAppointed(Event, frozen=True, tag="tikal.guarded"):
    seat: int
    piece: Piece
    cell: Cell


class TempleScored(msgspec.Struct, frozen=True):
    """A temple's points, and why they are this seat's."""

    cell: Cell
    points: int
    why: Why


class SeatScored(Event, frozen=True, tag="tikal.scored"):
    seat: int
    temples: list[TempleScored]
    treasures: int
    total: int


class TurnEnded(Event, frozen=True, tag="tikal.turn_ended"):
    seat: int
    unspent: int


class TilesDrawn(Event, frozen=True, tag="tikal.drawn"):
    """The tile drawn for the seat to act, or the tiles of a new auction round."""

    tiles: list[str]
    kinds: list[TileType]
    values: list[int]


class SetAside(Event, frozen=True, tag="tikal.set_aside"):
    tile: str
    kind: TileType
    value: int


class ScoringBegan(Event, frozen=True, tag="tikal.scoring"):
    order: list[int]
    last: bool


class BidMade(Event, frozen=True, tag="tikal.bid"):
    seat: int
    points: int


class Passed(Event, frozen=True, tag="tikal.passed"):
    seat: int


class AuctionWon(Event, frozen=True, tag="tikal.won"):
    seat: int
    price: int


class TileChosen(Event, frozen=True, tag="tikal.chosen"):
    seat: int
    tile: str
    kind: TileType
    value: int


class MatchEnded(Event, frozen=True, tag="tikal.ended"):
    scores: list[int]


def events(before: TikalView, move: AnyMove, after: TikalView) -> list[Event]:
    """What this seat saw happen, in order: the move itself, then what followed from it."""
    seat = before.to_act
    assert seat is not None
    happened = [_move(before, seat, move, after)]
    if isinstance(move, EndTurn) and before.scoring is not None:
        happened.append(_scored(before, seat))
    if isinstance(move, Bid | Pass) and after.phase != "bid":
        happened += _won(before, after)
    happened += _followed(before, move, after)
    if after.over:
        happened.append(MatchEnded([player.score for player in after.players]))
    return happened


def _move(before: TikalView, seat: int, move: AnyMove, after: TikalView) -> Event:
    camps = [(0, ROWS - 1), *before.players[seat].camps]
    match move:
        case Lay():
            tile = before.hand
            assert tile is not None
            return TileLaid(seat, tile.name, tile.kind, tile.value, move.cell, move.turned)
        case Enter():
            return PieceEntered(seat, move.piece, camps[move.camp])
        case Walk():
            return PieceMoved(seat, move.piece, move.cell, _target(move), before.points - after.points, False)
        case Path():
            return PieceMoved(
                seat, move.piece, camps[move.origin], camps[move.target], before.points - after.points, True
            )
        case Bid():
            return BidMade(seat, move.points)
        case Pass():
            return Passed(seat)
        case Choose():
            tile = next(tile for tile in _offer(before) if tile.name == move.tile)
            return TileChosen(seat, tile.name, tile.kind, tile.value)
        case EndTurn():
            return TurnEnded(seat, before.points)
        case Uncover() | Take() | Exchange() | Build() | Guard():
            return _work(before, seat, move, after)


def _work(before: TikalView, seat: int, move: Uncover | Take | Exchange | Build | Guard, after: TikalView) -> Event:
    match move:
        case Uncover():
            level = next(laid.level for laid in after.board if laid.cell == move.cell)
            return LevelUncovered(seat, move.cell, level or 0)
        case Take():
            held, holds = before.players[seat].treasures, after.players[seat].treasures
            return TreasureTaken(seat, move.cell, next(kind for kind in holds if holds[kind] > held[kind]))
        case Exchange():
            return Exchanged(seat, move.seat, move.give, move.take)
        case Build():
            return CampBuilt(seat, move.cell)
        case Guard():
            return GuardAppointed(seat, move.piece, move.cell)


def _target(move: Walk) -> Cell:
    number = DIRECTIONS.index(move.direction)
    if number < 3:
        return beyond_cell(move.cell, number)
    column, row = move.cell
    around = [(column, row + 1), (column - 1, row), (column - 1, row - 1), (column - 1, row + 1)]
    return next(cell for cell in around if beyond_cell(cell, number - 3) == move.cell)


def _offer(view: TikalView) -> list[Tile]:
    return view.auction.offer if view.auction is not None else []


def _scored(before: TikalView, seat: int) -> SeatScored:
    """As it stood when the turn ended: who scores which temple the view says itself."""
    temples = [
        TempleScored(laid.cell, laid.level or 0, "guard" if laid.guard is not None else "majority")
        for laid in before.board
        if laid.scores_for == seat
    ]
    treasures = before.players[seat].treasure_points
    return SeatScored(seat, temples, treasures, sum(temple.points for temple in temples) + treasures)


def _won(before: TikalView, after: TikalView) -> list[Event]:
    winner = after.to_act
    assert winner is not None
    return [AuctionWon(winner, before.players[winner].score - after.players[winner].score)]


def _followed(before: TikalView, move: AnyMove, after: TikalView) -> list[Event]:
    """Tiles that came to light, were given or set aside, and scoring rounds that began."""
    happened: list[Event] = []
    known = [*_offer(before), *([before.hand] if before.hand is not None else [])]
    aside = [tile_of(TILE_NAMES.index(name), 0) for name in after.set_aside if name not in before.set_aside]
    shown = [*_offer(after), *([after.hand] if after.hand is not None else []), *aside]
    fresh = [tile for tile in shown if tile not in known]
    if fresh:
        happened.append(
            TilesDrawn([tile.name for tile in fresh], [tile.kind for tile in fresh], [tile.value for tile in fresh])
        )
    if after.to_act is not None and not isinstance(move, Choose):
        given = [tile for tile in _offer(before) if tile not in _offer(after)]
        happened += [TileChosen(after.to_act, tile.name, tile.kind, tile.value) for tile in given]
    happened += [SetAside(tile.name, tile.kind, tile.value) for tile in aside]
    if after.scoring is not None and before.scoring is None:
        happened.append(ScoringBegan(after.scoring.order, after.scoring.last))
    return happened


SENTENCES: Final[dict[type[Event], Text]] = {
    TileLaid: Text("{name} lays {tile} on {cell}.", "{name} wykłada płytkę: {tile}, pole {cell}."),
    PieceEntered: Text("{name} enters {piece} on {cell}.", "{name} wprowadza {piece} na pole {cell}."),
    PieceMoved: Text(
        "{name}'s {piece} goes from {origin} to {target} for {cost}.",
        "{name}: {piece} idzie z {origin} na {target} za {cost}.",
    ),
    LevelUncovered: Text("{name} uncovers level {level} on {cell}.", "{name} odkrywa poziom {level} na polu {cell}."),
    TreasureTaken: Text("{name} takes a treasure on {cell}: {kind}.", "{name} bierze skarb z pola {cell}: {kind}."),
    Exchanged: Text("{name} gives {other} {gave} for {got}.", "{name} wymienia się ({other}): {gave} za {got}."),
    CampBuilt: Text("{name} builds a camp on {cell}.", "{name} buduje obóz na polu {cell}."),
    GuardAppointed: Text(
        "{name}'s {piece} guards the temple on {cell}.", "{name}: {piece} strzeże świątyni na polu {cell}."
    ),
    SeatScored: Text(
        "{name} scores {total}: temples {temples}, treasures {treasures}.",
        "{name}: {total}; świątynie {temples}, skarby {treasures}.",
    ),
    TurnEnded: Text("{name} ends the turn.", "{name} kończy kolejkę."),
    TilesDrawn: Text("Drawn: {tiles}.", "Odkryto: {tiles}."),
    SetAside: Text(
        "A tile fits nowhere and is set aside: {tile}.", "Płytka nigdzie nie pasuje i zostaje odłożona: {tile}."
    ),
    ScoringBegan: Text("A scoring round begins.", "Zaczyna się runda rozliczeniowa."),
    BidMade: Text("{name} bids {bid}.", "{name} licytuje: {bid}."),
    Passed: Text("{name} passes.", "{name} pasuje."),
    AuctionWon: Text("{name} goes next for {price}.", "{name} ma ruch za {price}."),
    TileChosen: Text("{name} takes {tile}.", "{name} bierze płytkę: {tile}."),
    MatchEnded: Text("The match is over: {scores}.", "Koniec rozgrywki: {scores}."),
}

SECRET_PATH: Final = Text(
    "{name}'s {piece} takes the secret path from {origin} to {target} for {cost}.",
    "{name}: {piece} idzie tajemną ścieżką z {origin} na {target} za {cost}.",
)
LAST_ROUND: Final = Text("The last scoring round begins.", "Zaczyna się ostatnia runda rozliczeniowa.")
WILL_TAKE: Final = Text("{name} takes a treasure on {cell}.", "{name} bierze skarb z pola {cell}.")
FREE: Final = Text("free", "darmo")


def foretell(move: AnyMove, name: str) -> Text | None:
    """A move in words before it is made, where nobody knows what comes to light by it."""
    return WILL_TAKE.fill(name=name, cell=cell_name(move.cell)) if isinstance(move, Take) else None


def tell(event: Event, names: Sequence[str]) -> Text:
    """An event in a sentence."""
    return _sentence(event).fill(**_values(event, names))


def _sentence(event: Event) -> Text:
    match event:
        case PieceMoved(secret=True):
            return SECRET_PATH
        case ScoringBegan(last=True):
            return LAST_ROUND
    return SENTENCES[type(event)]


def _values(event: Event, names: Sequence[str]) -> dict[str, object]:
    """The event's fields as a sentence wants them."""
    values: dict[str, object] = {name: getattr(event, name) for name in event.__struct_fields__}
    for place in ("cell", "origin", "target"):
        if place in values:
            values[place] = cell_name(getattr(event, place))
    match event:
        case TileLaid() | TileChosen() | SetAside():
            values["tile"] = TILES[event.kind].fill(value=event.value)
        case TilesDrawn():
            values["tiles"] = joined(
                [TILES[kind].fill(value=value) for kind, value in zip(event.kinds, event.values, strict=True)]
            )
        case PieceEntered():
            values["piece"] = ENTERED[event.piece]
        case PieceMoved():
            values |= {"piece": PIECES[event.piece], "cost": action_points(event.cost)}
        case GuardAppointed():
            values["piece"] = PIECES[event.piece]
        case TreasureTaken():
            values["kind"] = TREASURES[event.kind]
        case Exchanged():
            values |= {"other": names[event.other], "gave": TREASURES[event.gave], "got": TREASURES[event.got]}
        case SeatScored():
            values |= {"total": points(event.total), "temples": sum(temple.points for temple in event.temples)}
        case BidMade():
            values["bid"] = points(event.points)
        case AuctionWon():
            values["price"] = points(event.price) if event.price else FREE
        case MatchEnded():
            scored = Text("{name}: {points}", "{name}: {points}")
            values["scores"] = joined(
                [scored.fill(name=names[seat], points=points(score)) for seat, score in enumerate(event.scores)]
            )
    if "seat" in values:
        values["name"] = names[int(str(values["seat"]))]
    return values
