"""Półeczka's rules, one small function each. Numbers (§) are those of docs/rules/shelf.en.md."""

from __future__ import annotations

from typing import Final

from kafelki.core.bits import count_bits, lowest_cell, nth_cell
from kafelki.core.chance import below, below_four, set_key
from kafelki.core.game import NO_SUCH_ACTION, OK, OVER
from kafelki.core.kernel import kernel
from kafelki.core.record import Ints64
from kafelki.games.shelf.goals import fulfils
from kafelki.games.shelf.scoring import shelved
from kafelki.games.shelf.state import COLUMNS, ENG_2022, GOALS, ITA_2022, KINDS, NO_CARD, NO_GOAL, NO_SEAT, PL_2023, SEATS, ShelfState
from kafelki.games.shelf.tables import (
    ACTION_FIELDS,
    ACTIONS,
    COLUMN_STEP,
    COMMON_GOALS,
    DOWN,
    FIRST_ACTION,
    FLOOR_OF,
    LENGTHS,
    ORDER_PLACES,
    ORDERS_OF,
    PERSONAL,
    RIGHT,
    ROOM_FOR,
    SHAPES,
    SHELF_COLUMNS,
    STEPS,
    TILES_OF_A_KIND,
    TOKEN_TABLE,
    WHOLE_SHELF,
)

# Why a turn is refused. 0 is always "allowed"; 1 and 2 mean the same in every game.
NOT_IN_USE: Final = 10
NO_TILE: Final = 11
NO_FREE_SIDE: Final = 12
NO_ROOM: Final = 13

LEFTOVERS: Final = 4  # §12: so many tiles left, or fewer, and the floor is filled again


# ---- Set-up


@kernel
def start(state: ShelfState) -> None:
    """§1-§5 A full bag, goals and cards from their stacks, a full floor; seat 0 begins."""
    state.end_token = NO_SEAT
    for kind in range(KINDS):
        state.bag[kind] = TILES_OF_A_KIND
    draw_goals(state)
    deal_cards(state, NO_SEAT)
    fill(state)


@kernel
def draw_goals(state: ShelfState) -> None:
    """§3 Two different common goals, or one."""
    state.goals[0] = 1 + below(state, COMMON_GOALS)
    state.goals[1] = NO_GOAL
    if state.common_goals == 0:
        second = 1 + below(state, COMMON_GOALS - 1)
        state.goals[1] = second if second < state.goals[0] else second + 1


@kernel
def deal_cards(state: ShelfState, keeper: int) -> None:
    """§3 A personal card to every seat but `keeper`, none twice; `keeper`'s own is not in the stack."""
    stack = (1 << PERSONAL) - 1
    if keeper != NO_SEAT:
        stack ^= 1 << (int(state.personal[keeper]) - 1)
    for seat in range(int(state.seats)):
        if seat != keeper:
            card = nth_cell(stack, below(state, count_bits(stack)))
            stack ^= 1 << card
            state.personal[seat] = 1 + card


# ---- What may be taken


@kernel
def lying(state: ShelfState) -> int:
    """The floor cells with a tile."""
    cells = 0
    for kind in range(KINDS):
        cells |= int(state.floor[kind])
    return cells


@kernel
def takeable(state: ShelfState) -> int:
    """§7 The tiles with a free side: all but those with four neighbours."""
    tiles = lying(state)
    return tiles & ~((tiles << DOWN) & (tiles >> DOWN) & (tiles << RIGHT) & (tiles >> RIGHT))


@kernel
def lines(tiles: int, shape: int) -> int:
    """§6 The lowest cells of the lines of this shape that lie wholly in `tiles`."""
    step = STEPS[shape]
    if LENGTHS[shape] > 1:
        tiles &= tiles >> step
    if LENGTHS[shape] > 2:
        tiles &= tiles >> step
    return tiles


@kernel
def open_columns(state: ShelfState, taken: int) -> int:
    """§8 The columns with room for so many tiles, each as the cell that must be free."""
    return ROOM_FOR[taken] & ~shelved(state.shelves[state.turn])


@kernel
def why_not(state: ShelfState, action: int) -> int:
    """§6-§8 A line of one to three tiles, each with a free side, into one column with room for them."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if state.over:
        return OVER
    shape, first = ACTION_FIELDS[action, 0], ACTION_FIELDS[action, 1]
    line = 0
    for i in range(LENGTHS[shape]):
        line |= 1 << (first + i * STEPS[shape])
    if line & ~FLOOR_OF[int(state.seats)]:
        return NOT_IN_USE
    if line & ~lying(state):
        return NO_TILE
    if line & ~takeable(state):
        return NO_FREE_SIDE
    if not (open_columns(state, LENGTHS[shape]) & SHELF_COLUMNS[ACTION_FIELDS[action, 3]]):
        return NO_ROOM
    return OK


@kernel
def count_legal(state: ShelfState) -> int:
    """How many turns the seat to act can choose from."""
    if state.over:
        return 0
    tiles = takeable(state)
    count = 0
    for shape in range(SHAPES):
        columns = count_bits(open_columns(state, LENGTHS[shape]))
        count += count_bits(lines(tiles, shape)) * ORDERS_OF[shape] * columns
    return count


@kernel
def pick_legal(state: ShelfState, k: int) -> int:
    """The k-th legal action, rising, without writing a list; -1 when there are not so many."""
    tiles = takeable(state)
    for shape in range(SHAPES):
        columns = open_columns(state, LENGTHS[shape])
        width = count_bits(columns)
        found = lines(tiles, shape)
        count = count_bits(found) * ORDERS_OF[shape] * width
        if k < count and not state.over:
            order = k // width
            cell = nth_cell(found, order // ORDERS_OF[shape])
            column = nth_cell(columns, k % width) // COLUMN_STEP
            return int(FIRST_ACTION[shape, cell]) + (order % ORDERS_OF[shape]) * COLUMNS + column
        k -= count
    return -1


@kernel
def list_legal(state: ShelfState, out: Ints64) -> int:
    """Write the legal actions, rising, into `out`; how many there are."""
    tiles = takeable(state)
    count = 0
    for shape in range(SHAPES):
        found = 0 if state.over else lines(tiles, shape)
        while found:
            first = int(FIRST_ACTION[shape, lowest_cell(found)])
            found &= found - 1
            for order in range(ORDERS_OF[shape]):
                columns = open_columns(state, LENGTHS[shape])
                while columns:
                    out[count] = first + order * COLUMNS + lowest_cell(columns) // COLUMN_STEP
                    columns &= columns - 1
                    count += 1
    return count


# ---- A turn


@kernel
def apply(state: ShelfState, action: int) -> None:
    """§10 Place; both common goals; the end token; is the match over; refill; next."""
    seat = int(state.turn)
    state.ply = int(state.ply) + 1
    state.turn_ply = state.ply
    take(state, action)
    for place in range(GOALS):
        claim(state, seat, place)
    if state.end_token == NO_SEAT and shelved(state.shelves[seat]) == WHOLE_SHELF:
        state.end_token = seat
    state.turn = (seat + 1) % int(state.seats)
    if state.end_token != NO_SEAT and state.turn == 0:
        state.over = 1  # §26: everybody has had as many turns
    elif wants_refill(state):
        refill(state)
    if state.over:
        state.reveal_ply = state.ply


@kernel
def take(state: ShelfState, action: int) -> None:
    """§6, §8 Move the tiles of a line into a column, in the order chosen."""
    seat = int(state.turn)
    shape, first, order, column = ACTION_FIELDS[action]
    length = LENGTHS[shape]
    above = count_bits(shelved(state.shelves[seat]) & SHELF_COLUMNS[column]) + COLUMN_STEP * column
    for place in range(length):
        cell = first + ORDER_PLACES[length - 1, order, place] * STEPS[shape]
        kind = kind_on(state, cell)
        state.floor[kind] ^= 1 << cell
        state.shelves[seat, kind] |= 1 << (above + place)


@kernel
def kind_on(state: ShelfState, cell: int) -> int:
    """The kind of the tile on a floor cell, where one lies."""
    for kind in range(KINDS):
        if (int(state.floor[kind]) >> cell) & 1:
            return kind
    return -1


@kernel
def claim(state: ShelfState, seat: int, place: int) -> None:
    """§4, §17 Who fulfils a common goal at the end of their turn takes its highest token, once."""
    goal = int(state.goals[place])
    if goal == NO_GOAL or state.tokens[seat, place] or not fulfils(state, seat, goal):
        return
    taken = 0
    for other in range(SEATS):
        taken += 1 if state.tokens[other, place] else 0
    state.tokens[seat, place] = TOKEN_TABLE[int(state.seats), taken]


# ---- Refill


@kernel
def wants_refill(state: ShelfState) -> bool:
    """§12-§14 Four tiles or fewer are left, or no tile has a neighbour."""
    tiles = lying(state)
    if state.refill == PL_2023:
        return count_bits(tiles) <= LEFTOVERS
    return (tiles & (tiles >> DOWN)) == 0 and (tiles & (tiles >> RIGHT)) == 0


@kernel
def refill(state: ShelfState) -> None:
    """§12-§14 Leftovers go back into the bag first, or stay where they lie."""
    if state.refill != ITA_2022:
        for kind in range(KINDS):
            state.bag[kind] = int(state.bag[kind]) + count_bits(int(state.floor[kind]))
            state.floor[kind] = 0
    if fill(state):
        state.reveal_ply = state.ply


@kernel
def fill(state: ShelfState) -> int:
    """§15 Every gap gets a tile from the bag; where there are too few, chance chooses the gaps."""
    gaps = FLOOR_OF[int(state.seats)] & ~lying(state)
    tiles = count_bag(state)
    laid = min(tiles, count_bits(gaps))
    if tiles < count_bits(gaps):
        gaps = choose_gaps(state, gaps, tiles)
    bag = heap_bag(state)
    while count_bits(gaps) >= 4:
        first, second, third, fourth = below_four(state, tiles)
        bag, gaps = lay(state, bag, gaps, first)
        bag, gaps = lay(state, bag, gaps, second)
        bag, gaps = lay(state, bag, gaps, third)
        bag, gaps = lay(state, bag, gaps, fourth)
        tiles -= 4
    while gaps:
        bag, gaps = lay(state, bag, gaps, below(state, tiles))
        tiles -= 1
    unheap_bag(state, bag)
    return laid


@kernel
def choose_gaps(state: ShelfState, gaps: int, tiles: int) -> int:
    """§15 As many of the gaps as there are tiles, any as likely as the others."""
    chosen = 0
    for _ in range(tiles):
        cell = 1 << nth_cell(gaps, below(state, count_bits(gaps)))
        gaps ^= cell
        chosen |= cell
    return chosen


# While the floor is filled the bag is one int: ten bits a kind, holding the tiles of this kind and all before it.
HEAP_BITS: Final = 10
HEAP_ONES: Final = sum(1 << (HEAP_BITS * kind) for kind in range(KINDS))
HEAP_TOPS: Final = HEAP_ONES << (HEAP_BITS - 1)


@kernel
def heap_bag(state: ShelfState) -> int:
    """The bag as one int, kinds heaped upon each other."""
    heap = 0
    for kind in range(KINDS):
        heap += int(state.bag[kind]) * ((HEAP_ONES >> (HEAP_BITS * kind)) << (HEAP_BITS * kind))
    return heap


@kernel
def unheap_bag(state: ShelfState, heap: int) -> None:
    """Back into counts of each kind."""
    below_it = 0
    for kind in range(KINDS):
        upto = (heap >> (HEAP_BITS * kind)) & ((1 << HEAP_BITS) - 1)
        state.bag[kind] = upto - below_it
        below_it = upto


@kernel
def lay(state: ShelfState, bag: int, gaps: int, nth: int) -> tuple[int, int]:
    """§2 The bag's nth tile, kind by kind, on the lowest gap; the bag and the gaps without them.

    A kind's top bit stays set where the heap up to it reaches beyond nth: the first such kind is drawn.
    """
    beyond = ((bag | HEAP_TOPS) - (nth + 1) * HEAP_ONES) & HEAP_TOPS
    kind = KINDS - count_bits(beyond)
    state.floor[kind] |= gaps & -gaps
    return bag - ((HEAP_ONES >> (HEAP_BITS * kind)) << (HEAP_BITS * kind)), gaps & (gaps - 1)


@kernel
def count_bag(state: ShelfState) -> int:
    """Tiles in the bag."""
    tiles = 0
    for kind in range(KINDS):
        tiles += int(state.bag[kind])
    return tiles


# ---- What a seat cannot know


@kernel
def redeal(state: ShelfState, seat: int, key: Ints64) -> None:
    """§31 Other cards and another future, as `seat` (or NO_SEAT, a spectator) may imagine them."""
    set_key(state, key)
    if not state.over:
        deal_cards(state, seat)


# ---- Conservation

TILE_LOST: Final = 1
TWO_TILES_ON_A_CELL: Final = 2
TILE_OFF_THE_FLOOR: Final = 3
TILE_IN_THE_AIR: Final = 4
CARD_TWICE: Final = 5


@kernel
def why_not_whole(state: ShelfState) -> int:
    """Every tile is somewhere, once, and every card with one owner: 0, or what is wrong."""
    on_floor = 0
    for kind in range(KINDS):
        tiles = int(state.floor[kind])
        if on_floor & tiles:
            return TWO_TILES_ON_A_CELL
        on_floor |= tiles
        count = int(state.bag[kind]) + count_bits(tiles)
        for seat in range(SEATS):
            count += count_bits(int(state.shelves[seat, kind]))
        if count != TILES_OF_A_KIND or state.bag[kind] < 0:
            return TILE_LOST
    if on_floor & ~FLOOR_OF[int(state.seats)]:
        return TILE_OFF_THE_FLOOR
    for seat in range(SEATS):
        fault = why_not_standing(state.shelves[seat])
        if fault:
            return fault
    return why_not_dealt(state)


@kernel
def why_not_standing(shelf: Ints64) -> int:
    """No two tiles in one place, none over a gap."""
    cells = 0
    for kind in range(KINDS):
        if cells & int(shelf[kind]):
            return TWO_TILES_ON_A_CELL
        cells |= int(shelf[kind])
    if cells & ~WHOLE_SHELF or ((cells >> 1) & WHOLE_SHELF) & ~cells:
        return TILE_IN_THE_AIR
    return OK


@kernel
def why_not_dealt(state: ShelfState) -> int:
    """Each playing seat has one card, no card has two owners."""
    dealt = 0
    for seat in range(SEATS):
        card = int(state.personal[seat])
        playing = seat < state.seats
        if playing == (card == NO_CARD) or (dealt >> card) & 1 and playing:
            return CARD_TWICE
        dealt |= 1 << card
    return OK
