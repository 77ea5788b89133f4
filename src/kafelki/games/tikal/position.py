"""Any position of Tikal, readable and writable: for puzzles, tests and teaching."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from kafelki.core.game import Position
from kafelki.errors import BadPosition
from kafelki.games.tikal.board import fits, lay, mark_stuck
from kafelki.games.tikal.moves import CELL_OF, NUMBER_OF, TREASURES, Cell, Treasure
from kafelki.games.tikal.pieces import put
from kafelki.games.tikal.rules import clear, gain
from kafelki.games.tikal.scoring import count_held
from kafelki.games.tikal.state import (
    GUARDING,
    IN_SUPPLY,
    LEADER,
    NO_CELL,
    NO_TILE,
    NOBODY,
    OUT_OF_GAME,
    TURN_POINTS,
    WORKER,
    TikalState,
)
from kafelki.games.tikal.tables import (
    COPIES,
    DECK,
    LEVEL_TOKENS,
    MOST_CAMPS,
    MOST_GUARDS,
    MOST_LEVEL,
    PRINTED,
    TEMPLE,
    TILE_NAMES,
    TILE_TURNS,
    TILE_TYPES,
    TILE_VALUES,
    TREASURE,
)
from kafelki.games.tikal.view import PHASES, Phase, members
from kafelki.games.tikal.whole import why_not_whole
from kafelki.words import Text

LeaderPlace: TypeAlias = Literal["supply", "out", "guard"]


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
    """An auction round; who passed in the order of passing."""

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
    aside: list[str] = []
    dug: list[Cell] = []  # a cell for each time the seat to act dug or took there in this turn
    last: int | None = None  # who laid the last tile


def seats_of(position: TikalPosition) -> int:
    """How many play in this position."""
    return len(position.players)


# ---- Reading a record


def position(state: TikalState) -> TikalPosition:
    """Everything on the table."""
    return TikalPosition(
        board=[_placed(state, cell) for cell in CELL_OF if state.tile[cell] != NO_TILE],
        players=[_expedition(state, seat) for seat in range(int(state.seats))],
        phase=PHASES[int(state.phase)],
        to_act=None if state.over else int(state.turn),
        points=int(state.points),
        hand=None if state.hand == NO_TILE else TILE_NAMES[int(state.hand)],
        scoring=_scoring(state) if state.scoring else None,
        auction=_auction(state) if state.auction else None,
        aside=_tiles(int(state.aside)),
        dug=[*members(int(state.dug_once)), *members(int(state.dug_twice))],
        last=None if state.last == NOBODY else int(state.last),
    )


def _tiles(tiles: int) -> list[str]:
    return [TILE_NAMES[tile] for tile in range(DECK) if tiles >> tile & 1]


def _placed(state: TikalState, cell: int) -> Placed:
    tile, number = int(state.tile[cell]), int(state.number[cell])
    return Placed(
        CELL_OF[cell], TILE_NAMES[tile], int(state.turned[cell]), None if number == TILE_VALUES[tile] else number
    )


def _expedition(state: TikalState, seat: int) -> Expedition:
    leader = int(state.leader[seat])
    places: dict[int, LeaderPlace] = {IN_SUPPLY: "supply", OUT_OF_GAME: "out", GUARDING: "guard"}
    guards = members(int(state.guards[seat]))
    if leader == GUARDING:
        own = CELL_OF[int(state.leader_guard[seat])]
        guards = [own, *(cell for cell in guards if cell != own)]
    return Expedition(
        score=int(state.score[seat]),
        supply=int(state.supply[seat]),
        troops=[Troops(CELL_OF[cell], int(state.workers[seat, cell])) for cell in CELL_OF if state.workers[seat, cell]],
        leader=CELL_OF[leader] if leader >= 0 else places[leader],
        camps=[CELL_OF[int(cell)] for cell in state.camps[seat] if cell != NO_CELL],
        guards=guards,
        treasures={
            kind: count_held(state, seat, number)
            for number, kind in enumerate(TREASURES)
            if count_held(state, seat, number)
        },
    )


def _scoring(state: TikalState) -> Scoring:
    order = [int(state.order[place]) for place in range(int(state.seats))]
    return Scoring(order, int(state.scored), bool(state.last_round))


def _auction(state: TikalState) -> Auction:
    seats = range(int(state.seats))
    passed = [seat for seat in seats if int(state.passed) >> seat & 1 and seat != state.first_passed]
    first = [] if state.first_passed == NOBODY else [int(state.first_passed)]
    return Auction(
        offer=_tiles(int(state.offer)),
        bid=int(state.bid),
        bidder=None if state.bidder == NOBODY else int(state.bidder),
        passed=first + passed,
        gone=[seat for seat in seats if int(state.gone) >> seat & 1],
    )


# ---- Writing a record


def set_position(state: TikalState, position: TikalPosition) -> None:
    """Lay the position out in a record that has seats and options, or BadPosition."""
    _want(
        len(position.players) == state.seats, "as many players as seats are wanted", "potrzeba tylu graczy, ile miejsc"
    )
    clear(state)
    _set_board(state, position.board)
    for seat, player in enumerate(position.players):
        _set_player(state, seat, player)
    _set_tiles(state, position)
    _set_rounds(state, position)
    _set_turn(state, position)
    mark_stuck(state)
    _want(
        why_not_whole(state) == 0,
        "tiles, treasures, tokens and pieces do not add up",
        "płytki, skarby, żetony i pionki się nie zgadzają",
    )


def _set_board(state: TikalState, board: list[Placed]) -> None:
    for level, count in enumerate(LEVEL_TOKENS):
        state.tokens[level] = count
    printed = {TILE_NAMES[tile]: CELL_OF[cell] for cell, tile in PRINTED}
    found = {placed.tile: placed for placed in board}
    _want(
        len({placed.cell for placed in board}) == len(found) == len(board),
        "each tile and each cell at most once",
        "każda płytka i każde pole najwyżej raz",
    )
    _want(
        all(name in found and found[name].cell == cell for name, cell in printed.items()),
        "the four printed tiles are wanted in their places",
        "cztery wydrukowane pola muszą być na swoich miejscach",
    )
    for placed in board:
        _want(
            placed.tile in TILE_NAMES and placed.cell in NUMBER_OF,
            f"no such tile or cell: {placed.tile} {placed.cell}",
            f"nie ma takiej płytki lub pola: {placed.tile} {placed.cell}",
        )
        tile, cell = TILE_NAMES.index(placed.tile), NUMBER_OF[placed.cell]
        most = 1 if placed.tile in printed else TILE_TURNS[tile]
        _want(
            0 <= placed.turned < most,
            f"tile {placed.tile} cannot be turned by {placed.turned}",
            f"płytki {placed.tile} nie można obrócić o {placed.turned}",
        )
        lay(state, tile, cell, placed.turned)
        if placed.number is not None:
            _set_number(state, tile, cell, placed.number)


def _set_number(state: TikalState, tile: int, cell: int, number: int) -> None:
    printed = TILE_VALUES[tile]
    temple = TILE_TYPES[tile] == TEMPLE and printed <= number <= MOST_LEVEL
    treasure = TILE_TYPES[tile] == TREASURE and 0 <= number <= printed
    _want(
        temple or treasure,
        f"tile {TILE_NAMES[tile]} cannot have number {number}",
        f"płytka {TILE_NAMES[tile]} nie może mieć liczby {number}",
    )
    state.number[cell] = number
    if temple:
        for level in range(printed + 1, number + 1):
            state.tokens[level] = int(state.tokens[level]) - 1
            _want(state.tokens[level] >= 0, f"too many tokens of level {level}", f"za dużo żetonów poziomu {level}")
    elif number == 0:
        state.hoards &= ~(1 << cell)
        state.sites |= 1 << cell


def _set_player(state: TikalState, seat: int, player: Expedition) -> None:
    _want(
        0 <= player.supply <= 18 and -999 < player.score < 9999,
        "a supply is 0 to 18 workers",
        "rezerwa to od 0 do 18 uczestników",
    )
    state.score[seat] = player.score
    state.supply[seat] = player.supply
    for troops in player.troops:
        _want(0 < troops.workers <= 18, "troops are 1 to 18 workers", "na polu stoi od 1 do 18 uczestników")
        for _ in range(troops.workers):
            put(state, seat, WORKER, _ground(state, troops.cell))
    if isinstance(player.leader, tuple):
        put(state, seat, LEADER, _ground(state, player.leader))
    else:
        state.leader[seat] = {"supply": IN_SUPPLY, "out": OUT_OF_GAME, "guard": GUARDING}[player.leader]
    _want(
        len(player.camps) <= MOST_CAMPS and len(player.guards) <= MOST_GUARDS,
        "two camps and two guards at most",
        "najwyżej dwa obozy i dwóch strażników",
    )
    for number, cell in enumerate(player.camps):
        site = _ground(state, cell)
        _want(bool(int(state.sites) >> site & 1), f"no place for a camp: {cell}", f"tu nie może stać obóz: {cell}")
        state.camps[seat, number] = site
        state.sites &= ~(1 << site)
    for cell in player.guards:
        temple = _ground(state, cell)
        _want(
            bool(int(state.temples) >> temple & 1),
            f"no temple to guard: {cell}",
            f"nie ma świątyni do strzeżenia: {cell}",
        )
        state.guards[seat] |= 1 << temple
        state.temples &= ~(1 << temple)
    if player.leader == "guard":
        _want(bool(player.guards), "a leader on guard needs a temple", "dowódca-strażnik potrzebuje świątyni")
        state.leader_guard[seat] = NUMBER_OF[player.guards[0]]
    for kind, count in player.treasures.items():
        _want(0 <= count <= COPIES, f"there are three of {kind}", f"są trzy skarby: {kind}")
        for _ in range(count):
            gain(state, seat, TREASURES.index(kind))


def _ground(state: TikalState, cell: Cell) -> int:
    """The number of a cell one can stand on."""
    number = NUMBER_OF.get(cell, NO_CELL)
    ground = int(state.laid) & ~int(state.volcanoes)
    _want(
        number != NO_CELL and bool(ground >> number & 1),
        f"nothing can stand on {cell}",
        f"nic nie może stać na polu {cell}",
    )
    return number


def _set_tiles(state: TikalState, position: TikalPosition) -> None:
    """In hand, on offer, set aside; the deck is what is left."""

    def numbers(names: list[str]) -> int:
        _want(
            all(name in TILE_NAMES[:DECK] for name in names) and len(set(names)) == len(names),
            f"no such tiles: {names}",
            f"nie ma takich płytek: {names}",
        )
        return sum(1 << TILE_NAMES.index(name) for name in names)

    state.aside = numbers(position.aside)
    state.offer = numbers(position.auction.offer) if position.auction is not None else 0
    hand = numbers([position.hand]) if position.hand is not None else 0
    state.hand = hand.bit_length() - 1
    away = int(state.aside) | int(state.offer) | hand
    for placed in position.board:
        tile = TILE_NAMES.index(placed.tile)
        if tile < DECK:
            _want(
                not away >> tile & 1,
                f"tile {placed.tile} is in two places",
                f"płytka {placed.tile} jest w dwóch miejscach",
            )
            away |= 1 << tile
    state.deck = ((1 << DECK) - 1) & ~away
    for cell in position.dug:
        here = 1 << _ground(state, cell)
        if state.dug_once & here:
            state.dug_twice |= here
        state.dug_once |= here


def _set_rounds(state: TikalState, position: TikalPosition) -> None:
    seats = range(int(state.seats))
    _want(
        (position.auction is not None) == bool(state.auction),
        "auction is given exactly in the auction game",
        "auction podaje się tylko w grze z licytacją",
    )
    if position.scoring is not None:
        scoring = position.scoring
        _want(
            sorted(scoring.order) == list(seats) and 0 <= scoring.scored < len(seats),
            "a scoring round names every seat once",
            "runda rozliczeniowa wymienia każde miejsce raz",
        )
        state.scoring, state.scored, state.last_round = 1, scoring.scored, int(scoring.last)
        for place, seat in enumerate(scoring.order):
            state.order[place] = seat
    if position.auction is not None:
        auction = position.auction
        named = [*auction.passed, *auction.gone, *([auction.bidder] if auction.bidder is not None else [])]
        _want(all(seat in seats for seat in named), "no such seat in the auction", "nie ma takiego miejsca w licytacji")
        _want(
            (auction.bid > 0) == (auction.bidder is not None) and 0 <= auction.bid <= 470,
            "a bid has a bidder",
            "odzywka ma licytującego",
        )
        state.bid = auction.bid
        state.bidder = NOBODY if auction.bidder is None else auction.bidder
        state.passed = sum(1 << seat for seat in set(auction.passed))
        state.first_passed = auction.passed[0] if auction.passed else NOBODY
        state.gone = sum(1 << seat for seat in set(auction.gone))


def _set_turn(state: TikalState, position: TikalPosition) -> None:
    """What is asked, of whom: it must be something that can be done."""
    state.phase = PHASES.index(position.phase)
    _want(0 <= position.points <= TURN_POINTS, "0 to 10 action points", "od 0 do 10 punktów akcji")
    state.points = position.points
    _want(
        position.last is None or 0 <= position.last < state.seats,
        "no such seat in last",
        "nie ma takiego miejsca w last",
    )
    state.last = NOBODY if position.last is None else position.last
    if position.to_act is None:
        state.over = 1
        _want(
            state.deck == 0 and state.offer == 0,
            "a match ends with the last tile",
            "rozgrywka kończy się po ostatniej płytce",
        )
        return
    _want(0 <= position.to_act < state.seats, "to_act is a seat of the match", "to_act to miejsce w rozgrywce")
    state.turn = position.to_act
    if position.phase == "place":
        _want(
            position.hand is not None and fits(state, int(state.hand)),
            "a tile in hand that fits is wanted",
            "potrzeba płytki w ręce, która pasuje",
        )
    if position.phase == "choose":
        _want(
            int(state.offer).bit_count() > 1, "choosing needs two tiles on offer", "wybór wymaga dwóch płytek w ofercie"
        )
    if position.phase == "bid":
        away = int(state.gone) | int(state.passed)
        waiting = [seat for seat in range(int(state.seats)) if not away >> seat & 1]
        _want(
            bool(state.offer) and position.to_act in waiting and position.to_act != state.bidder,
            "a bid is asked of who may still bid",
            "licytuje ten, kto jeszcze może",
        )


def _want(holds: bool, en: str, pl: str) -> None:
    if not holds:
        words = Text(en, pl)
        raise BadPosition(f"Not a position of Tikal: {words.en}.", f"To nie jest pozycja Tikala: {words.pl}.", "rules")
