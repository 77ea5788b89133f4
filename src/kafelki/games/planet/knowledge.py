"""What a bot knows of Stwórz mi planetę: guesses, no rules. All in hundredths of a point."""

from __future__ import annotations

from typing import Final

from kafelki.core.bits import count_bits, lowest_cell
from kafelki.core.kernel import kernel
from kafelki.games.planet.legal import choice_of
from kafelki.games.planet.prospects import DOWN, LEFT, STAR, UP, hope_characters, hope_who, part, side_of
from kafelki.games.planet.scoring import count_of, count_volcanoes, score, seen_on_land
from kafelki.games.planet.state import CHARACTERS, HIDE, NO_CELL, NO_TILE, ROUNDS, TAKE, TILES, PlanetState
from kafelki.games.planet.tables import (
    BAOBABS,
    CHARACTER_ON,
    DRAWN_ON,
    STARS,
    TURKISH_ASTRONOMER,
    VOLCANO,
)

MOST_OF_ALL: Final = (3, 8, 18, 32, 50, 66, 80, 90, 95)  # per cent, by the lead in volcanoes from -4 to 4
VOLCANOES: Final = 37  # hundredths, on a land tile still to come
BAOBAB: Final = 220  # what one face up costs: a third turns all over


# ---- How it may end


@kernel
def outlook(state: PlanetState, seat: int) -> int:
    """What the characters may bring, chosen and to be chosen, less what volcanoes and baobabs may cost."""
    if state.over:
        return 100 * score(state, seat)
    seen, side = seen_on_land(state, seat), side_of(state, seat)
    return hope_characters(state, seat, seen, side) - fear(state, seat, seen, side)


@kernel
def fear(state: PlanetState, seat: int, seen: int, side: int) -> int:
    """What the volcanoes may cost, as likely as one is to have the most of them, and what the baobabs may turn over."""
    most = 0
    for other in range(int(state.seats)):
        if other != seat:
            most = max(most, count_volcanoes(state, other))
    own, left = count_of(seen, VOLCANO), part(side, LEFT)
    lead = min(4, max(-4, (own - most) * 10 // (left + 5)))
    flip = BAOBAB * part(side, UP) * min(left, 4) // 4
    return flip + (100 * own + VOLCANOES * left) * MOST_OF_ALL[lead + 4] // 100


# ---- How a move looks


@kernel
def appeal(state: PlanetState, action: int) -> int:
    """What a tile would bring to the one who takes it, or hides it to take it; other steps look all the same."""
    bit = choice_of(action)
    if state.step == HIDE:
        return charm(state, bit)
    if state.step != TAKE:
        return 0
    if bit < TILES:
        return charm(state, bit)
    if state.turn == state.starter:
        return charm(state, lowest_cell(int(state.looked[state.starter])))
    total, tiles = 0, int(state.offer)
    while tiles:
        total += charm(state, lowest_cell(tiles))
        tiles &= tiles - 1
    return total // max(1, count_bits(int(state.offer)))


@kernel
def charm(state: PlanetState, tile: int) -> int:
    """What a tile of this round's stack would make of the planet of the seat to act."""
    seat, stack = int(state.turn), int(state.stack)
    seen, side = seen_on_land(state, seat), side_of(state, seat)
    if stack == CHARACTERS:
        return charm_of_character(state, CHARACTER_ON[tile], seen, side)
    seen += int(DRAWN_ON[stack, tile])
    side -= 1 << LEFT
    if (BAOBABS[stack] >> tile) & 1:
        side += 1 << UP
        if part(side, UP) == 3:
            seen -= int(DRAWN_ON[stack, tile]) + seen_on_baobabs(state, seat)
            side += (3 << DOWN) - (3 << UP)
    return hope_characters(state, seat, seen, side) - fear(state, seat, seen, side)


@kernel
def charm_of_character(state: PlanetState, who: int, seen: int, side: int) -> int:
    """What a character would bring, its stars to a Turkish Astronomer too."""
    seat = int(state.turn)
    guess = hope_who(who, seen, side + (STARS[who] << STAR))
    for number in range(ROUNDS):
        tile = int(state.characters[seat, number])
        if tile != NO_TILE and CHARACTER_ON[tile] == TURKISH_ASTRONOMER:
            guess += 100 * STARS[who]
    return guess


@kernel
def seen_on_baobabs(state: PlanetState, seat: int) -> int:
    """What is drawn on the tiles with a baobab face up, packed."""
    seen = 0
    for stack in range(CHARACTERS):
        for number in range(ROUNDS):
            cell = int(state.cells[seat, stack, number])
            if cell != NO_CELL and (int(state.baobabs[seat]) >> cell) & 1:
                seen += int(DRAWN_ON[stack, int(state.land[seat, stack, number])])
    return seen
