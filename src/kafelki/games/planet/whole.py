"""Nothing of Stwórz mi planetę is ever lost: every tile is somewhere, once."""

from __future__ import annotations

from typing import Final

from kafelki.core.bits import count_bits
from kafelki.core.codes import OK
from kafelki.core.kernel import kernel
from kafelki.games.planet.legal import everybody
from kafelki.games.planet.state import (
    CHARACTERS,
    HIDE,
    NO_CELL,
    NO_STACK,
    NO_TILE,
    PLACE,
    ROUNDS,
    SEATS,
    STACKS,
    PlanetState,
)
from kafelki.games.planet.tables import BAOBABS, CELL_SETS, DRAWN, WHOLE_STACK

TILE_TWICE: Final = 1
TILE_LOST: Final = 2
TILE_MISPLACED: Final = 3
BAOBABS_WRONG: Final = 4
TABLE_WRONG: Final = 5
ROUND_WRONG: Final = 6


@kernel
def tile_at(state: PlanetState, seat: int, stack: int, number: int) -> int:
    """The tile a seat took in a round with a stack, or NO_TILE."""
    return int(state.characters[seat, number] if stack == CHARACTERS else state.land[seat, stack, number])


@kernel
def why_not_whole(state: PlanetState) -> int:
    """Every tile is somewhere, once: 0, or what is wrong."""
    fault = why_not_round(state)
    for stack in range(STACKS):
        fault = fault if fault else why_not_stack(state, stack)
    for seat in range(SEATS):
        fault = fault if fault else why_not_planet(state, seat)
    return fault


@kernel
def why_not_round(state: PlanetState) -> int:
    """The round that is running: its stack, the seats still waiting, and as many tiles on the table as they need."""
    stack, waiting = int(state.stack), int(state.waiting)
    looked = 0
    for seat in range(SEATS):
        if state.looked[seat] and (seat != state.starter or state.seats != 2):
            return TABLE_WRONG
        looked += count_bits(int(state.looked[seat]))
    if waiting & ~everybody(state):
        return ROUND_WRONG
    if stack == NO_STACK:
        return TABLE_WRONG if looked or state.offer else (OK if waiting == everybody(state) else ROUND_WRONG)
    if stack < 0 or stack >= STACKS or state.used[stack] < 1:
        return ROUND_WRONG
    left = DRAWN[int(state.seats)] - int(state.seats) + count_bits(waiting)
    if looked + count_bits(int(state.offer)) != left:
        return TABLE_WRONG
    if state.seats == 2 and not (looked == left if state.step == HIDE else looked <= 1 and (looked == 1 or left < 3)):
        return TABLE_WRONG  # all three, then one face down, until somebody takes it
    return OK if state.step >= HIDE else ROUND_WRONG


@kernel
def why_not_stack(state: PlanetState, stack: int) -> int:
    """Each tile of a stack is with one seat, on the table, discarded, or unseen; every seat has as many."""
    if state.used[stack] < 0 or state.used[stack] > ROUNDS:
        return ROUND_WRONG
    running = stack == state.stack
    tiles = int(state.discarded[stack])
    if running and tiles & int(state.offer):
        return TILE_TWICE
    tiles |= int(state.offer) if running else 0
    secret = int(state.looked[state.starter]) if running else 0
    if tiles & secret:
        return TILE_TWICE
    for seat in range(SEATS):
        for number in range(ROUNDS):
            tile = tile_at(state, seat, stack, number)
            finished = number < int(state.used[stack]) - (1 if running else 0)
            current = running and number == int(state.used[stack]) - 1
            has = finished or (current and not (int(state.waiting) >> seat) & 1)
            if (tile != NO_TILE) != (has and seat < state.seats):
                return TILE_LOST
            if tile == NO_TILE:
                continue
            if ((tiles | secret) >> tile) & 1:
                return TILE_TWICE
            tiles |= 1 << tile
    return why_not_shown(state, stack, tiles, secret)


@kernel
def why_not_shown(state: PlanetState, stack: int, tiles: int, secret: int) -> int:
    """What all have seen of a stack is what lies open: hidden characters that nobody saw but their taker are not."""
    shown = int(state.shown[stack])
    if (tiles | secret | shown) & ~WHOLE_STACK or shown & secret or shown & ~tiles:
        return TILE_LOST
    private = tiles & ~shown
    if private and not (stack == CHARACTERS and state.hidden_characters and state.seats == 2):
        return TILE_LOST
    rounds = int(state.used[stack]) - (1 if stack == state.stack else 0)
    discards = rounds * (DRAWN[int(state.seats)] - int(state.seats))
    if count_bits(int(state.discarded[stack])) != discards:
        return TILE_LOST
    if stack == CHARACTERS:
        for number in range(ROUNDS):
            if int(state.shown_in[number]) & ~shown or not shown_is_whole(state, number):
                return TILE_LOST
            shown &= ~int(state.shown_in[number])
        return TILE_LOST if shown else OK
    return OK


@kernel
def shown_is_whole(state: PlanetState, number: int) -> bool:
    """Characters shown in a round are those taken, but for one that lay face down, and those left over."""
    taken = 0
    for seat in range(int(state.seats)):
        if state.characters[seat, number] != NO_TILE:
            taken |= 1 << int(state.characters[seat, number])
    shown = int(state.shown_in[number])
    if count_bits(taken & ~shown) > 1:
        return False
    if number >= state.used[CHARACTERS]:
        return shown == 0
    if state.stack == CHARACTERS and number == state.used[CHARACTERS] - 1:
        face_down = taken & ~shown != 0 and state.looked[state.starter] != 0
        return shown & ~taken == state.offer and not face_down
    left = shown & ~taken
    return left & ~int(state.discarded[CHARACTERS]) == 0 and count_bits(left) == DRAWN[int(state.seats)] - state.seats


@kernel
def why_not_planet(state: PlanetState, seat: int) -> int:
    """Tiles lie on different cells of their own kind; three baobabs never lie face up."""
    baobabs = 0
    for stack in range(STACKS):
        taken = 0
        for number in range(ROUNDS):
            cell = int(state.cells[seat, stack, number])
            tile = tile_at(state, seat, stack, number)
            in_hand = tile != NO_TILE and cell == NO_CELL
            if in_hand and not (state.step == PLACE and seat == state.turn and stack == state.stack):
                return TILE_MISPLACED
            if cell == NO_CELL:
                continue
            if tile == NO_TILE or not (CELL_SETS[stack] >> cell) & 1 or (taken >> cell) & 1:
                return TILE_MISPLACED
            taken |= 1 << cell
            if stack != CHARACTERS and (BAOBABS[stack] >> tile) & 1:
                baobabs |= 1 << cell
    up, down = int(state.baobabs[seat]), int(state.face_down[seat])
    if up & down or up | down != baobabs or count_bits(up) > 2 or count_bits(down) % 3:
        return BAOBABS_WRONG
    return OK
