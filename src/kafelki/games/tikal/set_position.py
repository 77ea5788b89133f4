"""Laying out a position of Tikal in a record; what the components cannot make is refused."""

from __future__ import annotations

from kafelki.games.tikal.board import lay, mark_stuck
from kafelki.games.tikal.moves import CELL_OF, NUMBER_OF, TREASURES, Cell
from kafelki.games.tikal.pieces import put
from kafelki.games.tikal.position import Auction, Expedition, Placed, TikalPosition
from kafelki.games.tikal.possible import want, want_possible
from kafelki.games.tikal.rules import clear, gain
from kafelki.games.tikal.state import (
    GUARDING,
    IN_SUPPLY,
    LEADER,
    NO_CELL,
    NOBODY,
    OUT_OF_GAME,
    TURN_POINTS,
    WORKER,
    WORKERS,
    TikalState,
)
from kafelki.games.tikal.tables import (
    COPIES,
    DECK,
    LEVEL_TOKENS,
    MOST_BID,
    MOST_CAMPS,
    MOST_GUARDS,
    MOST_LEVEL,
    MOST_SCORE,
    PRINTED,
    TEMPLE,
    TILE_NAMES,
    TILE_TURNS,
    TILE_TYPES,
    TILE_VALUES,
    TREASURE,
)
from kafelki.games.tikal.view import PHASES
from kafelki.games.tikal.whole import why_not_whole


def set_position(state: TikalState, position: TikalPosition) -> None:
    """Lay the position out in a record that has seats and options, or BadPosition."""
    want(
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
    want_possible(state, position)
    want(
        why_not_whole(state) == 0,
        "tiles, treasures, tokens and pieces do not add up",
        "płytki, skarby, żetony i pionki się nie zgadzają",
    )


def _set_board(state: TikalState, board: list[Placed]) -> None:
    for level, count in enumerate(LEVEL_TOKENS):
        state.tokens[level] = count
    printed = {TILE_NAMES[tile]: CELL_OF[cell] for cell, tile in PRINTED}
    found = {placed.tile: placed for placed in board}
    want(
        len({placed.cell for placed in board}) == len(found) == len(board),
        "each tile and each cell at most once",
        "każda płytka i każde pole najwyżej raz",
    )
    want(
        all(name in found and found[name].cell == cell for name, cell in printed.items()),
        "the four printed tiles are wanted in their places",
        "cztery wydrukowane pola muszą być na swoich miejscach",
    )
    for placed in board:
        want(
            placed.tile in TILE_NAMES and placed.cell in NUMBER_OF,
            f"no such tile or cell: {placed.tile} {placed.cell}",
            f"nie ma takiej płytki lub pola: {placed.tile} {placed.cell}",
        )
        tile, cell = TILE_NAMES.index(placed.tile), NUMBER_OF[placed.cell]
        most = 1 if placed.tile in printed else TILE_TURNS[tile]
        want(
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
    want(
        temple or treasure,
        f"tile {TILE_NAMES[tile]} cannot have number {number}",
        f"płytka {TILE_NAMES[tile]} nie może mieć liczby {number}",
    )
    state.number[cell] = number
    if temple:
        for level in range(printed + 1, number + 1):
            state.tokens[level] = int(state.tokens[level]) - 1
            want(state.tokens[level] >= 0, f"too many tokens of level {level}", f"za dużo żetonów poziomu {level}")
    elif number == 0:
        state.hoards &= ~(1 << cell)
        state.sites |= 1 << cell


def _set_player(state: TikalState, seat: int, player: Expedition) -> None:
    want(
        0 <= player.score <= MOST_SCORE,
        f"a score is 0 to {MOST_SCORE} points",
        f"wynik to od 0 do {MOST_SCORE} punktów",
    )
    state.score[seat] = player.score
    _set_camps(state, seat, player)
    _set_guards(state, seat, player)
    _set_pieces(state, seat, player)
    for kind, count in player.treasures.items():
        want(0 <= count <= COPIES, f"there are three of {kind}", f"są trzy skarby: {kind}")
        for _ in range(count):
            gain(state, seat, TREASURES.index(kind))


def _set_camps(state: TikalState, seat: int, player: Expedition) -> None:
    want(len(player.camps) <= MOST_CAMPS, "two camps at most", "najwyżej dwa obozy")
    for number, cell in enumerate(player.camps):
        site = _ground(state, cell)
        want(bool(int(state.sites) >> site & 1), f"no place for a camp: {cell}", f"tu nie może stać obóz: {cell}")
        state.camps[seat, number] = site
        state.sites &= ~(1 << site)


def _set_guards(state: TikalState, seat: int, player: Expedition) -> None:
    want(len(player.guards) <= MOST_GUARDS, "two guards at most", "najwyżej dwóch strażników")
    for cell in player.guards:
        temple = _ground(state, cell)
        want(
            bool(int(state.temples) >> temple & 1),
            f"no temple to guard: {cell}",
            f"nie ma świątyni do strzeżenia: {cell}",
        )
        state.guards[seat] |= 1 << temple
        state.temples &= ~(1 << temple)
    if player.leader == "guard":
        want(bool(player.guards), "a leader on guard needs a temple", "dowódca-strażnik potrzebuje świątyni")
        state.leader_guard[seat] = NUMBER_OF[player.guards[0]]


def _set_pieces(state: TikalState, seat: int, player: Expedition) -> None:
    """Supply, troops and the leader; who is nowhere has left the game with a guard."""
    want(0 <= player.supply <= WORKERS, "a supply is 0 to 18 workers", "rezerwa to od 0 do 18 uczestników")
    state.supply[seat] = player.supply
    for troops in player.troops:
        want(0 < troops.workers <= WORKERS, "troops are 1 to 18 workers", "na polu stoi od 1 do 18 uczestników")
        for _ in range(troops.workers):
            put(state, seat, WORKER, _ground(state, troops.cell))
    if isinstance(player.leader, tuple):
        put(state, seat, LEADER, _ground(state, player.leader))
    else:
        state.leader[seat] = {"supply": IN_SUPPLY, "out": OUT_OF_GAME, "guard": GUARDING}[player.leader]
    away = sum(troops.workers for troops in player.troops) + len(player.guards) - (player.leader == "guard")
    out = WORKERS - player.supply - away
    want(
        out >= 0 and (bool(player.guards) or (out == 0 and player.leader != "out")),
        "pieces are 18 workers and a leader, and leave the game only with a guard",
        "pionki to 18 uczestników i dowódca, a z gry wypadają tylko przy mianowaniu strażnika",
    )
    state.out[seat] = out


def _ground(state: TikalState, cell: Cell) -> int:
    """The number of a cell one can stand on."""
    number = NUMBER_OF.get(cell, NO_CELL)
    ground = int(state.laid) & ~int(state.volcanoes)
    want(
        number != NO_CELL and bool(ground >> number & 1),
        f"nothing can stand on {cell}",
        f"nic nie może stać na polu {cell}",
    )
    return number


def _set_tiles(state: TikalState, position: TikalPosition) -> None:
    """In hand, on offer, set aside; the deck is what is left."""

    def numbers(names: list[str]) -> int:
        want(
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
            want(
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
    want(
        (position.auction is not None) == bool(state.auction),
        "auction is given exactly in the auction game",
        "auction podaje się tylko w grze z licytacją",
    )
    if position.scoring is not None:
        scoring = position.scoring
        want(
            sorted(scoring.order) == list(seats) and 0 <= scoring.scored < len(seats),
            "a scoring round names every seat once",
            "runda rozliczeniowa wymienia każde miejsce raz",
        )
        state.scoring, state.scored, state.last_round = 1, scoring.scored, int(scoring.last)
        for place, seat in enumerate(scoring.order):
            state.order[place] = seat
    if position.auction is not None:
        _set_auction(state, position.auction)


def _set_auction(state: TikalState, auction: Auction) -> None:
    seats = range(int(state.seats))
    named = [*auction.passed, *auction.gone, *([auction.bidder] if auction.bidder is not None else [])]
    want(all(seat in seats for seat in named), "no such seat in the auction", "nie ma takiego miejsca w licytacji")
    want(
        (auction.bid > 0) == (auction.bidder is not None) and 0 <= auction.bid <= MOST_BID,
        f"a bid of 1 to {MOST_BID} has a bidder",
        f"odzywka od 1 do {MOST_BID} ma licytującego",
    )
    state.bid = auction.bid
    state.bidder = NOBODY if auction.bidder is None else auction.bidder
    state.passed = sum(1 << seat for seat in set(auction.passed))
    state.first_passed = auction.passed[0] if auction.passed else NOBODY
    state.gone = sum(1 << seat for seat in set(auction.gone))


def _set_turn(state: TikalState, position: TikalPosition) -> None:
    """What is asked, of whom."""
    state.phase = PHASES.index(position.phase)
    want(0 <= position.points <= TURN_POINTS, "0 to 10 action points", "od 0 do 10 punktów akcji")
    state.points = position.points
    want(
        position.last is None or 0 <= position.last < state.seats,
        "no such seat in last",
        "nie ma takiego miejsca w last",
    )
    state.last = NOBODY if position.last is None else position.last
    if position.to_act is None:
        state.over = 1
        return
    want(0 <= position.to_act < state.seats, "to_act is a seat of the match", "to_act to miejsce w rozgrywce")
    state.turn = position.to_act
