"""Laying out a position of Tikal in a record; what the components cannot make is refused."""

from __future__ import annotations

from kafelki.errors import BadPosition
from kafelki.games.tikal.board import fits, lay, mark_stuck
from kafelki.games.tikal.moves import CELL_OF, NUMBER_OF, TREASURES, Cell
from kafelki.games.tikal.pieces import put
from kafelki.games.tikal.position import Expedition, Placed, TikalPosition
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
    away = sum(troops.workers for troops in player.troops) + len(player.guards) - (player.leader == "guard")
    state.out[seat] = WORKERS - player.supply - away
    _want(
        0 <= state.out[seat] and (bool(player.guards) or (state.out[seat] == 0 and player.leader != "out")),
        "pieces are 18 workers and a leader, and leave the game only with a guard",
        "pionki to 18 uczestników i dowódca, a z gry wypadają tylko przy mianowaniu strażnika",
    )
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
            (auction.bid > 0) == (auction.bidder is not None) and 0 <= auction.bid <= MOST_BID,
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
        raise BadPosition(f"Not a position of Tikal: {en}.", f"To nie jest pozycja Tikala: {pl}.", "rules")
