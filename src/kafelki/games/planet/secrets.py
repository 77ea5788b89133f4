"""What a seat cannot know of Stwórz mi planetę. Numbers (§) are those of docs/rules/planet.en.md.

Hidden characters: the table forgets. Of each round with that stack the tiles shown stay known, not who took which;
a tile that only its taker saw may be any that the seat has not seen.
"""

from __future__ import annotations

from kafelki.core.bits import count_bits, nth_cell
from kafelki.core.chance import below, set_key
from kafelki.core.codes import SPECTATOR
from kafelki.core.kernel import kernel
from kafelki.core.record import Ints64, States
from kafelki.games.planet.rules import held_characters
from kafelki.games.planet.state import CHARACTERS, NO_TILE, STACKS, PlanetState
from kafelki.games.planet.tables import WHOLE_STACK


@kernel
def unknown_tiles(state: PlanetState, stack: int, seat: int) -> int:
    """§7, §28 The tiles of a stack that a seat, or a spectator, has not seen: removed ones among them."""
    tiles = WHOLE_STACK & ~int(state.shown[stack])
    if seat != SPECTATOR:
        if stack == CHARACTERS:
            tiles &= ~held_characters(state, seat)
        if stack == state.stack:
            tiles &= ~int(state.looked[seat])
    return tiles


@kernel
def list_unknown(states: States, seat: int, out: Ints64) -> None:
    """The unknown tiles of each stack; when the match is over, those that no seat has seen."""
    state = states[0]
    for stack in range(STACKS):
        if not state.over:
            out[stack] = unknown_tiles(state, stack, seat)
            continue
        out[stack] = WHOLE_STACK
        for other in range(int(state.seats)):
            out[stack] &= unknown_tiles(state, stack, other)


@kernel
def draw_from(state: PlanetState, tiles: int) -> int:
    """One tile of a set, each as likely as the others."""
    return nth_cell(tiles, below(state, count_bits(tiles)))


@kernel
def redeal(state: PlanetState, seat: int, key: Ints64) -> None:
    """§27-§28 Other characters, another tile face down and another future, as `seat` may imagine them."""
    set_key(state, key)
    if state.over:
        return
    if state.hidden_characters:
        unknown = unknown_tiles(state, CHARACTERS, seat)
        for number in range(int(state.used[CHARACTERS])):
            unknown = redeal_round(state, seat, number, unknown)
    if state.seats == 2:
        redeal_looked(state, seat)


@kernel
def redeal_round(state: PlanetState, seat: int, number: int, unknown: int) -> int:
    """§27 The characters of one round among the other seats that took one; what stays unknown after that."""
    pool = int(state.shown_in[number]) & ~int(state.discarded[CHARACTERS])
    if state.stack == CHARACTERS and number == state.used[CHARACTERS] - 1:
        pool &= ~int(state.offer)
    others = 0
    for other in range(int(state.seats)):
        if state.characters[other, number] == NO_TILE:
            continue
        if other == seat:
            pool &= ~(1 << int(state.characters[other, number]))
        else:
            others += 1
    while count_bits(pool) < others:  # somebody took the one that lay face down
        tile = draw_from(state, unknown)
        unknown &= ~(1 << tile)
        pool |= 1 << tile
    for other in range(int(state.seats)):
        if other != seat and state.characters[other, number] != NO_TILE:
            tile = draw_from(state, pool)
            pool &= ~(1 << tile)
            state.characters[other, number] = tile
    return unknown


@kernel
def redeal_looked(state: PlanetState, seat: int) -> None:
    """§28 The tiles that the drawer alone has seen may be any unknown ones."""
    drawer = int(state.starter)
    tiles = count_bits(int(state.looked[drawer]))
    if drawer == seat or tiles == 0:
        return
    unknown = unknown_tiles(state, int(state.stack), seat)
    if state.stack == CHARACTERS:
        unknown &= ~held_characters(state, 0) & ~held_characters(state, 1)
    looked = 0
    for _ in range(tiles):
        looked |= 1 << draw_from(state, unknown & ~looked)
    state.looked[drawer] = looked
