"""Tikal once more, slowly: dictionaries and plain loops, nothing shared with the kernels but the names of moves.

`Table` is what lies before the players, read off a position. referee.py plays on it.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias

from kafelki.games.tikal.moves import DIRECTIONS as NAMES
from kafelki.games.tikal.moves import (
    AnyMove,
    Bid,
    Build,
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
)
from kafelki.games.tikal.position import Expedition, TikalPosition
from tests.games.tikal.components import BOX, CELLS, DECK, EDGES, START, TYPE, VALUE, Cell, beyond

Laid: TypeAlias = Mapping[Cell, tuple[str, int]]  # cell -> tile, turned
BASE: Final = START["base"]
PIECES: Final[tuple[Piece, ...]] = ("worker", "leader")


# ---- The board


@functools.cache
def edges(tile: str, turned: int) -> tuple[int, ...]:
    """Stones from N clockwise, after so many turns clockwise by a sixth."""
    found = EDGES[tile]
    for _ in range(turned):
        found = (found[5], *found[:5])
    return found


def turns(tile: str) -> list[int]:
    """The turns that look different, each by its smallest number."""
    seen: dict[tuple[int, ...], int] = {}
    for turned in range(6):
        seen.setdefault(edges(tile, turned), turned)
    return list(seen.values())


def stones(laid: Laid, cell: Cell, direction: int) -> int:
    return edges(*laid[cell])[direction]


def cost(laid: Laid, cell: Cell, direction: int) -> int:
    """A step from a laid cell: stones on both sides, 0 where there is no way."""
    there = beyond(cell, direction)
    if there is None or there not in laid or "volcano" in (TYPE[laid[cell][0]], TYPE[laid[there][0]]):
        return 0
    return stones(laid, cell, direction) + stones(laid, there, (direction + 3) % 6)


def fits(laid: Laid, tile: str, turned: int, cell: Cell) -> bool:
    if cell in laid:
        return False
    around = [(direction, beyond(cell, direction)) for direction in range(6)]
    beside = [(direction, there) for direction, there in around if there is not None and there in laid]
    if TYPE[tile] == "volcano":
        return bool(beside)
    own = edges(tile, turned)
    return any(
        own[direction] + stones(laid, there, (direction + 3) % 6) > 0
        for direction, there in beside
        if TYPE[laid[there][0]] != "volcano"
    )


def placements(laid: Laid, tile: str) -> set[tuple[Cell, int]]:
    return {(cell, turned) for cell in CELLS for turned in turns(tile) if fits(laid, tile, turned, cell)}


def reachable(laid: Laid) -> set[Cell]:
    """The cells one can walk to from the base camp."""
    found, edge = {BASE}, [BASE]
    while edge:
        cell = edge.pop()
        for direction in range(6):
            there = beyond(cell, direction)
            if there is not None and there not in found and cost(laid, cell, direction):
                found.add(there)
                edge.append(there)
    return found


# ---- A seat


class Side:
    """All that one seat has."""

    def __init__(self, player: Expedition) -> None:
        self.score = player.score
        self.supply = player.supply
        self.workers: Counter[Cell] = Counter({troops.cell: troops.workers for troops in player.troops})
        self.leader: Cell | Literal["supply", "out", "guard"] = player.leader
        self.camps = list(player.camps)
        leads = player.leader == "guard"
        self.guards: dict[Cell, Piece] = {
            cell: "leader" if leads and number == 0 else "worker" for number, cell in enumerate(player.guards)
        }
        self.treasures: Counter[Treasure] = Counter(player.treasures)
        self.out = 18 - self.supply - self.workers.total() - list(self.guards.values()).count("worker")

    def pieces(self, cell: Cell) -> int:
        return self.workers[cell] + (self.leader == cell)

    def strength(self, cell: Cell) -> int:
        return self.workers[cell] + (3 if self.leader == cell else 0)

    def stands(self, piece: Piece, cell: Cell) -> bool:
        return self.workers[cell] > 0 if piece == "worker" else self.leader == cell

    def singles(self) -> list[Treasure]:
        return [kind for kind, count in self.treasures.items() if count == 1]

    def treasure_points(self) -> int:
        return sum(BOX.treasure_points[count] for count in self.treasures.values())


# ---- The table


class Table:
    """What lies before the players, whose turn it is, and what may be done."""

    def __init__(self, position: TikalPosition, *, no_printed_camp: bool = False) -> None:
        self.no_printed_camp = no_printed_camp
        self.laid: dict[Cell, tuple[str, int]] = {at.cell: (at.tile, at.turned) for at in position.board}
        self.number: dict[Cell, int] = {
            at.cell: VALUE[at.tile] if at.number is None else at.number for at in position.board
        }
        self.sides = [Side(player) for player in position.players]
        self.phase = position.phase
        self.turn = position.to_act
        self.points = position.points
        self.hand = position.hand
        self.order = [] if position.scoring is None else list(position.scoring.order)
        self.scored = 0 if position.scoring is None else position.scoring.scored
        self.last_round = position.scoring is not None and position.scoring.last
        self.auction = position.auction is not None
        self.offer = [] if position.auction is None else list(position.auction.offer)
        self.bid = 0 if position.auction is None else position.auction.bid
        self.bidder = None if position.auction is None else position.auction.bidder
        self.passed = [] if position.auction is None else list(position.auction.passed)
        self.gone = set() if position.auction is None else set(position.auction.gone)
        self.aside = list(position.aside)
        self.dug: Counter[Cell] = Counter(position.dug)
        self.last = position.last
        out = {tile for tile, _ in self.laid.values()} | {*self.offer, *self.aside, self.hand}
        self.deck = [tile for tile in DECK if tile not in out]

    # What there is

    def is_a(self, kind: str, cell: Cell) -> bool:
        return cell in self.laid and TYPE[self.laid[cell][0]] == kind

    def tokens(self) -> dict[int, int]:
        """Level tokens left: a temple has used one for each level above its own."""
        left = dict(BOX.temple_levels)
        for cell, (tile, _) in self.laid.items():
            if TYPE[tile] == "temple":
                for level in range(VALUE[tile] + 1, self.number[cell] + 1):
                    left[level] -= 1
        return left

    def guarded(self) -> dict[Cell, int]:
        return {cell: seat for seat, side in enumerate(self.sides) for cell in side.guards}

    def majority(self, cell: Cell) -> int | None:
        """Who is stronger than each of the others there."""
        strengths = [side.strength(cell) for side in self.sides]
        best = max(strengths)
        return strengths.index(best) if best and strengths.count(best) == 1 else None

    def temples_of(self, seat: int) -> dict[Cell, int]:
        """The temples that score for a seat, and how much."""
        guarded = self.guarded()
        return {
            cell: self.number[cell]
            for cell in self.laid
            if self.is_a("temple", cell) and (guarded[cell] if cell in guarded else self.majority(cell)) == seat
        }

    def count_points(self, seat: int) -> int:
        return sum(self.temples_of(seat).values()) + self.sides[seat].treasure_points()

    # What may be done

    def legal(self) -> set[AnyMove]:
        if self.turn is None:
            return set()
        if self.phase == "place":
            assert self.hand is not None
            return {Lay(cell, turned) for cell, turned in placements(self.laid, self.hand)}
        if self.phase == "bid":
            return {Pass(), *(Bid(points) for points in range(self.bid + 1, self.sides[self.turn].score + 1))}
        if self.phase == "choose":
            return {Choose(tile) for tile in self.offer}
        side = self.sides[self.turn]
        return {move for move, price in (*self.pieces_moves(side), *self.works(side)) if price <= self.points}

    def pieces_moves(self, side: Side) -> Iterator[tuple[AnyMove, int]]:
        camps = [BASE, *side.camps]
        for piece in PIECES:
            if side.supply if piece == "worker" else side.leader == "supply":
                yield from ((Enter(piece, camp), 1) for camp in range(len(camps)))
            for cell in self.laid:
                if side.stands(piece, cell):
                    for direction, name in enumerate(NAMES):
                        if price := cost(self.laid, cell, direction):
                            yield Walk(piece, cell, name), price
            for origin, cell in enumerate(camps):
                if side.stands(piece, cell):
                    yield from ((Path(piece, origin, target), 1) for target in range(len(camps)) if target != origin)

    def works(self, side: Side) -> Iterator[tuple[AnyMove, int]]:
        yield EndTurn(), 0
        tokens, guarded = self.tokens(), self.guarded()
        camps = {cell for each in self.sides for cell in each.camps}
        for cell in self.laid:
            may_dig = side.pieces(cell) >= self.dug[cell] + 1 and self.dug[cell] < 2
            if self.is_a("temple", cell) and cell not in guarded:
                if may_dig and tokens.get(self.number[cell] + 1, 0):
                    yield Uncover(cell), 2
                if self.majority(cell) == self.turn and len(side.guards) < 2:
                    yield from ((Guard(piece, cell), 5) for piece in PIECES if side.stands(piece, cell))
            if self.is_a("treasure", cell) and self.number[cell] and may_dig:
                yield Take(cell), 3
            empty = self.is_a("treasure", cell) and not self.number[cell]
            jungle = self.is_a("jungle", cell) and not (self.no_printed_camp and cell == START["jungle"])
            if (empty or jungle) and cell not in camps and len(side.camps) < 2:
                yield Build(cell), 5
        for seat, other in enumerate(self.sides):
            if other is not side:
                for give in side.singles():
                    yield from ((Exchange(seat, give, take), 3) for take in other.singles() if take != give)

    # How far a piece can go

    def cheapest(self, seat: int, start: Cell, points: int) -> dict[Cell, int]:
        """The price of every cell within reach, by relaxing all ways again and again."""
        camps = [BASE, *self.sides[seat].camps]
        ways = [
            (cell, there, price)
            for cell in self.laid
            for direction in range(6)
            if (there := beyond(cell, direction)) is not None and (price := cost(self.laid, cell, direction))
        ]
        ways += [(cell, there, 1) for cell in camps for there in camps if cell != there]
        best = {start: 0}
        changed = True
        while changed:
            changed = False
            for cell, there, price in ways:
                if cell in best and best[cell] + price < best.get(there, points + 1):
                    best[there] = best[cell] + price
                    changed = True
        del best[start]
        return best
