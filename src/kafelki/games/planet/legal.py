"""What may be done in Stwórz mi planetę, and why not. Numbers (§) are those of docs/rules/planet.en.md."""

from __future__ import annotations

from typing import Final

from kafelki.core.bits import count_bits, lowest_cell, nth_cell
from kafelki.core.codes import NO_SUCH_ACTION, OK, OVER
from kafelki.core.kernel import kernel
from kafelki.core.record import Ints64
from kafelki.games.planet.state import CHOOSE, HIDE, NAME, NO_CELL, PLACE, ROUNDS, STACKS, TAKE, TILES, PlanetState
from kafelki.games.planet.tables import (
    ACTIONS,
    CELL_SETS,
    FIRST_HIDE,
    FIRST_NAME,
    FIRST_PLACE,
    FIRST_TAKE,
    TAKE_FACE_DOWN,
)

# Why an action is refused. 0 is always "allowed"; 1 and 2 mean the same in every game.
FIRST_CHOOSE_A_STACK: Final = 10  # the five steps, in the order of state.py
FIRST_HIDE_A_TILE: Final = 11
FIRST_TAKE_A_TILE: Final = 12
FIRST_PLACE_IT: Final = 13
FIRST_NAME_A_SEAT: Final = 14
STACK_USED_UP: Final = 15
NOT_DRAWN: Final = 16
NOT_ON_THE_TABLE: Final = 17
NONE_FACE_DOWN: Final = 18
WRONG_CELL: Final = 19
CELL_TAKEN: Final = 20
HAS_A_TILE: Final = 21
NOT_PLAYING: Final = 22
# Reasons that no action can have, because no action says such a thing.
NO_SUCH_TILE: Final = 30
NO_SUCH_CELL: Final = 31
NO_SUCH_SEAT: Final = 32

FACE_DOWN_BIT: Final = 1 << TILES  # among the tiles to take: the one that lies face down


@kernel
def everybody(state: PlanetState) -> int:
    """All seats, as bits."""
    return (1 << int(state.seats)) - 1


@kernel
def open_stacks(state: PlanetState) -> int:
    """§4 The stacks that are not used up."""
    stacks = 0
    for stack in range(STACKS):
        if state.used[stack] < ROUNDS:
            stacks |= 1 << stack
    return stacks


@kernel
def on_the_table(state: PlanetState) -> int:
    """§2, §24 The tiles to take from: those lying open, and the one face down as FACE_DOWN_BIT."""
    return int(state.offer) | (FACE_DOWN_BIT if state.looked[state.starter] else 0)


@kernel
def filled(state: PlanetState, seat: int, stack: int) -> int:
    """The cells of a planet that hold a tile of this stack."""
    cells = 0
    for number in range(ROUNDS):
        cell = int(state.cells[seat, stack, number])
        if cell != NO_CELL:
            cells |= 1 << cell
    return cells


@kernel
def free_cells(state: PlanetState, seat: int) -> int:
    """§6 Where a tile of this round's stack can go."""
    return CELL_SETS[int(state.stack)] & ~filled(state, seat, int(state.stack))


@kernel
def choices(state: PlanetState) -> int:
    """What the seat to act chooses from now, as bits: stacks, tiles, cells or seats; nothing when all is over."""
    if state.over:
        return 0
    step = state.step
    if step == CHOOSE:
        return open_stacks(state)
    if step == HIDE:
        return int(state.looked[state.turn])
    if step == TAKE:
        return on_the_table(state)
    if step == PLACE:
        return free_cells(state, int(state.turn))
    return int(state.waiting)


@kernel
def ahead(state: PlanetState, seat: int) -> bool:
    """§3 Who has no tile yet will take one of those that now lie there, unless others do first."""
    if state.over or state.step < TAKE or not (int(state.waiting) >> seat) & 1:
        return False
    state.turn = seat
    state.step = TAKE
    return True


@kernel
def action_at(state: PlanetState, bit: int) -> int:
    """The action that one of the `choices` stands for."""
    step = state.step
    if step == CHOOSE:
        return bit
    if step == HIDE:
        return FIRST_HIDE + TILES * int(state.stack) + bit
    if step == TAKE:
        return TAKE_FACE_DOWN if bit == TILES else FIRST_TAKE + TILES * int(state.stack) + bit
    return FIRST_PLACE + bit if step == PLACE else FIRST_NAME + bit


@kernel
def step_of(action: int) -> int:
    """The step that an action belongs to."""
    if action < FIRST_HIDE:
        return CHOOSE
    if action < FIRST_TAKE:
        return HIDE
    if action < FIRST_PLACE:
        return TAKE
    return PLACE if action < FIRST_NAME else NAME


@kernel
def choice_of(action: int) -> int:
    """What an action chooses, as a number within its step; a tile's stack is not in it."""
    step = step_of(action)
    if step == CHOOSE:
        return action
    if step == HIDE:
        return (action - FIRST_HIDE) % TILES
    if step == TAKE:
        return TILES if action == TAKE_FACE_DOWN else (action - FIRST_TAKE) % TILES
    return action - FIRST_PLACE if step == PLACE else action - FIRST_NAME


@kernel
def why_not(state: PlanetState, action: int) -> int:
    """§2, §24, §29 The step that is due, with one of the things it can choose."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if state.over:
        return OVER
    step = int(state.step)
    if step_of(action) != step:
        return FIRST_CHOOSE_A_STACK + step
    bit = choice_of(action)
    if (choices(state) >> bit) & 1 and action_at(state, bit) == action:
        return OK
    if step == CHOOSE:
        return STACK_USED_UP
    if step == HIDE:
        return NOT_DRAWN
    if step == TAKE:
        return NONE_FACE_DOWN if bit == TILES else NOT_ON_THE_TABLE
    if step == PLACE:
        return CELL_TAKEN if (CELL_SETS[int(state.stack)] >> bit) & 1 else WRONG_CELL
    return HAS_A_TILE if bit < state.seats else NOT_PLAYING


@kernel
def count_legal(state: PlanetState) -> int:
    """How many things the seat to act can choose from."""
    return count_bits(choices(state))


@kernel
def pick_legal(state: PlanetState, k: int) -> int:
    """The k-th legal action, rising; -1 when there are not so many."""
    found = choices(state)
    return action_at(state, nth_cell(found, k)) if k < count_bits(found) else -1


@kernel
def list_legal(state: PlanetState, out: Ints64) -> int:
    """Write the legal actions, rising, into `out`; how many there are."""
    found = choices(state)
    count = 0
    while found:
        out[count] = action_at(state, lowest_cell(found))
        found &= found - 1
        count += 1
    return count
