"""Półeczka's rules, one small function each. Numbers (§) are those of docs/rules/shelf.en.md.

The twelve goals are in goals.py, points in scoring.py, filling the floor in floor.py.
"""

from __future__ import annotations

from typing import Final

from kafelki.core.bits import count_bits, lowest_cell, nth_cell
from kafelki.core.chance import below, set_key
from kafelki.core.codes import NO_SUCH_ACTION, OK, OVER, SPECTATOR
from kafelki.core.kernel import kernel
from kafelki.core.record import Ints64
from kafelki.games.shelf.floor import fill, lying, refill, wants_refill
from kafelki.games.shelf.goals import fulfils
from kafelki.games.shelf.scoring import shelved
from kafelki.games.shelf.state import COLUMNS, GOALS, KINDS, NO_GOAL, NO_SEAT, SEATS, ShelfState
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


# ---- Set-up


@kernel
def start(state: ShelfState) -> None:
    """§1-§5 A full bag, goals and cards from their stacks, a full floor; seat 0 begins."""
    state.end_token = NO_SEAT
    for kind in range(KINDS):
        state.bag[kind] = TILES_OF_A_KIND
    draw_goals(state)
    deal_cards(state, SPECTATOR)
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
    if keeper != SPECTATOR:
        stack ^= 1 << (int(state.personal[keeper]) - 1)
    for seat in range(int(state.seats)):
        if seat != keeper:
            card = nth_cell(stack, below(state, count_bits(stack)))
            stack ^= 1 << card
            state.personal[seat] = 1 + card


# ---- What may be taken


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


@kernel
def ahead(state: ShelfState, seat: int) -> bool:
    """§6 Every turn takes from the same floor; others may take first what one has in mind."""
    state.turn = seat
    return not state.over


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


# ---- What a seat cannot know


@kernel
def redeal(state: ShelfState, seat: int, key: Ints64) -> None:
    """§31 Other cards and another future, as `seat` (or a spectator) may imagine them."""
    set_key(state, key)
    if not state.over:
        deal_cards(state, seat)
