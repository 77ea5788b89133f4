"""Follows a match of Tikal move by move on a slow table. Chance it cannot know: it is shown the position that followed,
and takes from it which tile was drawn and which treasure came to light; all the rest must be as it says."""

from __future__ import annotations

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
    Uncover,
    Walk,
)
from kafelki.games.tikal.position import Auction, Expedition, Placed, Scoring, TikalPosition, Troops
from tests.games.tikal.components import CELLS, DECK, TYPE, VALUE, Cell, beyond
from tests.games.tikal.slowly import BASE, Side, Table, cost, placements


class Referee(Table):
    """A table on which moves are made."""

    def play(self, move: AnyMove, after: TikalPosition | None) -> None:
        """Make a legal move; `after` tells what chance gave, where it gave anything."""
        self.after = after
        side = self.side
        match move:
            case Lay():
                assert self.hand is not None
                self.laid[move.cell] = (self.hand, move.turned)
                self.number[move.cell] = VALUE[self.hand]
                self.hand = None
                self.phase = "act"
            case Enter():
                self.points -= 1
                if move.piece == "worker":
                    side.supply -= 1
                self.put(side, move.piece, [BASE, *side.camps][move.camp])
            case Walk():
                direction = NAMES.index(move.direction)
                there = beyond(move.cell, direction)
                assert there is not None
                self.points -= cost(self.laid, move.cell, direction)
                self.carry(side, move.piece, move.cell, there)
            case Path():
                self.points -= 1
                camps = [BASE, *side.camps]
                self.carry(side, move.piece, camps[move.origin], camps[move.target])
            case Bid():
                self.bid, self.bidder = move.points, self.turn
                self.next_bidder()
            case Pass():
                assert self.turn is not None
                self.passed.append(self.turn)
                self.next_bidder()
            case Choose():
                self.take_in_hand(move.tile)
            case EndTurn():
                self.end_turn()
            case _:
                self.work(side, move)

    @property
    def shown(self) -> TikalPosition:
        assert self.after is not None
        return self.after

    @property
    def side(self) -> Side:
        assert self.turn is not None
        return self.sides[self.turn]

    def put(self, side: Side, piece: Piece, cell: Cell) -> None:
        if piece == "leader":
            side.leader = cell
        else:
            side.workers[cell] += 1

    def carry(self, side: Side, piece: Piece, origin: Cell, target: Cell) -> None:
        if piece == "worker":
            side.workers[origin] -= 1
        self.put(side, piece, target)

    def work(self, side: Side, move: Uncover | Take | Exchange | Build | Guard) -> None:
        match move:
            case Uncover():
                self.points -= 2
                self.number[move.cell] += 1
                self.dug[move.cell] += 1
            case Take():
                self.points -= 3
                self.number[move.cell] -= 1
                self.dug[move.cell] += 1
                shown = self.shown.players[self.sides.index(side)].treasures
                (kind,) = (kind for kind, count in shown.items() if count > side.treasures[kind])
                side.treasures[kind] += 1
                assert sum(each.treasures[kind] for each in self.sides) <= 3
            case Exchange():
                self.points -= 3
                other = self.sides[move.seat]
                side.treasures[move.give] -= 1
                other.treasures[move.take] -= 1
                side.treasures[move.take] += 1
                other.treasures[move.give] += 1
            case Build():
                self.points -= 5
                side.camps.append(move.cell)
            case Guard():
                self.points -= 5
                side.out += side.workers.pop(move.cell, 0) - (move.piece == "worker")
                if move.piece == "leader":
                    side.leader = "guard"
                elif side.leader == move.cell:
                    side.leader = "out"
                side.guards[move.cell] = move.piece

    # ---- Turns

    def begin(self, seat: int) -> None:
        self.turn, self.points = seat, 10
        self.dug.clear()
        self.phase = "act"

    def next_seat(self, seat: int) -> int:
        return (seat + 1) % len(self.sides)

    def clockwise(self, first: int) -> list[int]:
        return [(first + i) % len(self.sides) for i in range(len(self.sides))]

    def end_turn(self) -> None:
        assert self.turn is not None
        if not self.order:
            self.last = self.turn
            self.gone |= {self.turn} if self.auction else set()
            self.next_tile(self.next_seat(self.turn))
            return
        self.side.score += self.count_points(self.turn)
        self.scored += 1
        if self.scored < len(self.order):
            self.begin(self.order[self.scored])
            return
        finder, self.order = self.order[0], []
        if self.last_round:
            self.begin(0)
            self.turn, self.last_round = None, False
        else:
            self.begin(finder)
            self.phase = "place"

    def next_tile(self, seat: int) -> None:
        if self.auction:
            self.next_auction(seat)
        elif self.deck:
            self.begin(seat)
            (tile,) = self.draw(1)
            self.take_in_hand(tile)
        else:
            self.final_round(self.clockwise(seat))

    def final_round(self, order: list[int]) -> None:
        self.order, self.scored, self.last_round = order, 0, True
        self.begin(order[0])

    def draw(self, count: int) -> list[str]:
        """Of the lowest letters; which of them, the position says."""
        shown = {*(self.shown.auction.offer if self.shown.auction else []), *self.shown.aside, self.shown.hand}
        drawn = [tile for tile in self.deck if tile in shown]
        assert sorted(tile[0] for tile in drawn) == [tile[0] for tile in self.deck[:count]]
        self.deck = [tile for tile in self.deck if tile not in drawn]
        return drawn

    def take_in_hand(self, tile: str) -> None:
        if tile in self.offer:
            self.offer.remove(tile)
        self.hand = tile
        self.phase = "place"
        if TYPE[tile] == "volcano":
            assert self.turn is not None
            self.order, self.scored = self.clockwise(self.turn), 0
            self.phase = "act"
        elif not placements(self.laid, tile):
            self.hand = None
            self.aside.append(tile)
            self.phase = "act"

    # ---- The auction

    def next_auction(self, seat: int) -> None:
        if len(self.gone) == len(self.sides):
            self.gone = set()
            if not self.deck:
                order = sorted(self.clockwise(seat), key=lambda each: self.sides[each].score)
                self.final_round(order)
                return
            self.offer = self.draw(len(self.sides))
        waiting = [each for each in self.clockwise(seat) if each not in self.gone]
        self.begin(waiting[0])
        if len(waiting) == 1:
            (tile,) = self.offer
            self.take_in_hand(tile)
        else:
            self.bid, self.bidder, self.passed = 0, None, []
            self.phase = "bid"

    def next_bidder(self) -> None:
        assert self.turn is not None
        asked = [seat for seat in self.clockwise(self.next_seat(self.turn)) if seat not in {*self.gone, *self.passed}]
        if not asked:
            self.win(self.passed[0], 0)
        elif self.bidder is not None and asked == [self.bidder]:
            self.win(self.bidder, self.bid)
        else:
            self.begin(asked[0])
            self.phase = "bid"

    def win(self, seat: int, price: int) -> None:
        self.sides[seat].score -= price
        self.begin(seat)
        self.phase = "choose"

    # ---- As a position

    def position(self) -> TikalPosition:
        passed = self.passed[:1] + sorted(self.passed[1:])
        return TikalPosition(
            board=[
                Placed(cell, *self.laid[cell], number=None if number == VALUE[self.laid[cell][0]] else number)
                for cell in CELLS
                if cell in self.laid and (number := self.number[cell]) is not None
            ],
            players=[self.expedition(side) for side in self.sides],
            phase=self.phase,
            to_act=self.turn,
            points=self.points,
            hand=self.hand,
            scoring=Scoring(self.order, self.scored, self.last_round) if self.order else None,
            auction=Auction(sorted(self.offer, key=DECK.index), self.bid, self.bidder, passed, sorted(self.gone))
            if self.auction
            else None,
            aside=sorted(self.aside, key=DECK.index),
            dug=[*sorted(cell for cell in self.dug), *sorted(cell for cell in self.dug if self.dug[cell] == 2)],
            last=self.last,
        )

    def expedition(self, side: Side) -> Expedition:
        guards = sorted(side.guards, key=lambda cell: (side.guards[cell] == "worker", cell))
        return Expedition(
            score=side.score,
            supply=side.supply,
            troops=[Troops(cell, side.workers[cell]) for cell in sorted(side.workers) if side.workers[cell]],
            leader=side.leader,
            camps=list(side.camps),
            guards=guards,
            treasures={kind: count for kind, count in side.treasures.items() if count},
        )
