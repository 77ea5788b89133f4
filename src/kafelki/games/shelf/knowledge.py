"""What a bot knows of Półeczka: guesses, no rules."""

from __future__ import annotations

from typing import Final

from kafelki.core.bits import count_bits
from kafelki.core.kernel import kernel
from kafelki.core.record import Ints64
from kafelki.games.shelf.prospects import missing
from kafelki.games.shelf.rules import kind_on
from kafelki.games.shelf.scoring import count_personal, group_at, score, shelved
from kafelki.games.shelf.state import GOALS, KINDS, NO_GOAL, NO_SEAT, SEATS, ShelfState
from kafelki.games.shelf.tables import (
    ACTION_FIELDS,
    CARD_CELLS,
    COLUMN_STEP,
    GROUP_POINTS,
    LENGTHS,
    ORDER_PLACES,
    PERSONAL_POINTS,
    SHELF_COLUMNS,
    STEPS,
    TOKEN_TABLE,
    WHOLE_SHELF,
)

# In hundredths of a point.
GROWTH: Final = (0, 40, 100, 130, 190, 220, 0)  # size -> what a group that can grow may still bring
CHANCE: Final = (100, 62, 45, 35, 27, 20, 15, 11, 8, 6, 4, 3, 2)  # tiles missing to a goal -> per cent
WANTED: Final = 70  # a cell of the personal card that is still free
A_TILE: Final = 15  # any tile still to come
WANTED_ON: Final = tuple(sum(int(cell) for cell in cells) for cells in CARD_CELLS)  # card -> all its cells


# ---- How it may end


@kernel
def outlook(state: ShelfState, seat: int) -> int:
    """The points a seat has, with what its groups, its card and the common goals may bring in the tiles it has left."""
    if state.over:
        return 100 * score(state, seat)
    left = tiles_left(state, seat)
    shelf = state.shelves[seat]
    guess = 100 if state.end_token == seat else 0
    guess += hope_groups(shelf, left) + hope_card(state, seat, left) + A_TILE * left
    for place in range(GOALS):
        guess += 100 * int(state.tokens[seat, place])
        if state.goals[place] != NO_GOAL and state.tokens[seat, place] == 0 and left > 0:
            guess += hope_token(state, seat, place, left)
    return guess


@kernel
def tiles_left(state: ShelfState, seat: int) -> int:
    """About how many tiles a seat will still place: until somebody's shelf is full."""
    own = count_bits(WHOLE_SHELF & ~shelved(state.shelves[seat]))
    if state.end_token != NO_SEAT:
        return min(own, 3) if seat >= state.turn else 0
    least = own
    for other in range(int(state.seats)):
        least = min(least, count_bits(WHOLE_SHELF & ~shelved(state.shelves[other])))
    return min(own, least + 2)


@kernel
def hope_groups(shelf: Ints64, left: int) -> int:
    """What the groups are worth, and may be while there is room beside them."""
    free = WHOLE_SHELF & ~shelved(shelf)
    guess, growth = 0, 0
    for kind in range(KINDS):
        tiles = int(shelf[kind])
        while tiles:
            group = group_at(tiles, tiles & -tiles)
            tiles ^= group
            size = min(count_bits(group), 6)
            guess += 100 * GROUP_POINTS[size]
            if ((group << 1) | (group << COLUMN_STEP) | (group >> COLUMN_STEP)) & free:
                growth += GROWTH[size]
    return guess + growth * left // (left + 8)


@kernel
def hope_card(state: ShelfState, seat: int, left: int) -> int:
    """What the personal card brings, and may bring while its cells are free."""
    matches = count_personal(state, seat)
    free = count_bits(WANTED_ON[int(state.personal[seat])] & ~shelved(state.shelves[seat]))
    return 100 * PERSONAL_POINTS[matches] + WANTED * free * (matches + 3) * left // (4 * (left + 6))


@kernel
def hope_token(state: ShelfState, seat: int, place: int, left: int) -> int:
    """The next token of a common goal, by how likely it is to come."""
    short = missing(state.shelves[seat], int(state.goals[place]))
    if short > left or short >= len(CHANCE):
        return 0
    taken = 0
    for other in range(SEATS):
        taken += 1 if state.tokens[other, place] else 0
    return int(TOKEN_TABLE[int(state.seats), taken]) * CHANCE[short]


# ---- How a move looks

JOINED: Final = (0, 40, 110, 330, 490, 720, 1000, 1030, 1060, 1090, 1120, 1150, 1180)  # size -> worth of a group
MATCH: Final = (150, 150, 220, 220, 300, 300, 300)  # matches before -> worth of one more
BURIED: Final = 60  # a wanted cell covered by another kind
TEMPO: Final = 30  # a tile


@kernel
def appeal(state: ShelfState, action: int) -> int:
    """What a take brings: tiles that join their kind, cells of the card, and how near the common goals are then."""
    seat = int(state.turn)
    shelf = state.shelves[seat]
    shape, first, order, column = ACTION_FIELDS[action]
    length = LENGTHS[shape]
    card = int(state.personal[seat])
    low = 1 << (count_bits(shelved(shelf) & SHELF_COLUMNS[column]) + COLUMN_STEP * int(column))
    charm, run, last, cell = TEMPO * length, 0, -1, low
    for place in range(length):
        kind = kind_on(state, first + ORDER_PLACES[length - 1, order, place] * STEPS[shape])
        if kind != last and run:
            charm += join(int(shelf[last]), run)
            shelf[last] |= run
            run = 0
        run |= cell
        last = kind
        if CARD_CELLS[card, kind] == cell:
            charm += MATCH[count_personal(state, seat)]
        elif WANTED_ON[card] & cell:
            charm -= BURIED
        cell <<= 1
    charm += join(int(shelf[last]), run)
    shelf[last] |= run
    charm += hope_tokens(state, seat)
    for kind in range(KINDS):  # the tiles were laid there to look, and go back
        shelf[kind] &= ~(cell - low)
    return charm


@kernel
def hope_tokens(state: ShelfState, seat: int) -> int:
    """The next tokens of the common goals that a seat has none of, by how likely they are to come."""
    free = count_bits(WHOLE_SHELF & ~shelved(state.shelves[seat]))
    guess = 0
    for place in range(GOALS):
        if state.goals[place] != NO_GOAL and state.tokens[seat, place] == 0:
            guess += hope_token(state, seat, place, free)
    return guess


@kernel
def join(tiles: int, run: int) -> int:
    """What it brings to put these tiles beside those of their kind."""
    group = group_at(tiles | run, run)
    charm = JOINED[min(count_bits(group), 12)]
    group &= tiles
    while group:
        part = group_at(group, group & -group)
        group ^= part
        charm -= JOINED[min(count_bits(part), 12)]
    return charm
