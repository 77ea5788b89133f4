"""What a planet may come to: guesses for bots, no rules. All in hundredths of a point."""

from __future__ import annotations

from typing import Final

from kafelki.core.bits import count_bits
from kafelki.core.kernel import kernel
from kafelki.games.planet.rules import held_characters
from kafelki.games.planet.scoring import count_colours, count_of, score_hunter
from kafelki.games.planet.state import CHARACTERS, NO_CELL, NO_TILE, ROUNDS, TILES, PlanetState
from kafelki.games.planet.tables import (
    ASTRONOMER,
    BIG_STAR,
    BOX,
    BUSINESSMAN_BROWN,
    BUSINESSMAN_GREY,
    BUSINESSMAN_WHITE,
    CHARACTER,
    CHARACTER_ON,
    DRUNKARD,
    GARDENER,
    GEOGRAPHER,
    HUNTER,
    KING,
    LAMPLIGHTER,
    LAMPPOST,
    LITTLE_PRINCE,
    ROSE,
    SHEEP_BROWN,
    SHEEP_GREY,
    SHEEP_WHITE,
    SNAKE,
    STARS,
    SUNSET,
    TURKISH_ASTRONOMER,
    VAIN_MAN,
    VOLCANO,
    WHOLE_STACK,
)

WHO: Final = len(CHARACTER)
TILES_WITH: Final = tuple(sum(1 << tile for tile in range(TILES) if CHARACTER_ON[tile] == who) for who in range(WHO))

# What a planet has beside what is drawn on its land, packed: five bits each.
SIDE: Final = 5
MASK: Final = (1 << SIDE) - 1
LEFT: Final = 0  # land tiles still to come
UP: Final = SIDE  # baobabs face up
DOWN: Final = 2 * SIDE  # tiles turned over
STAR: Final = 3 * SIDE  # big stars on its characters


@kernel
def side_of(state: PlanetState, seat: int) -> int:
    """What a planet has beside what is drawn on its land, packed."""
    left, stars = 0, 0
    for stack in range(CHARACTERS):
        for number in range(ROUNDS):
            left += 1 if state.cells[seat, stack, number] == NO_CELL else 0
    for number in range(ROUNDS):
        tile = int(state.characters[seat, number])
        stars += STARS[CHARACTER_ON[tile]] if tile != NO_TILE else 0
    up, down = count_bits(int(state.baobabs[seat])), count_bits(int(state.face_down[seat]))
    return (left << LEFT) + (up << UP) + (down << DOWN) + (stars << STAR)


@kernel
def part(side: int, which: int) -> int:
    """One of the packed numbers."""
    return (side >> which) & MASK


# ---- Characters


@kernel
def hope_who(who: int, seen: int, side: int) -> int:
    """What a character may bring: by what is there, and by the land still to come."""
    left = part(side, LEFT)
    guess = 0
    if who == VAIN_MAN:
        guess = 400 * count_of(seen, SNAKE) + 85 * left
    elif who == GEOGRAPHER:
        guess = 100 * (12 - left - count_of(seen, VOLCANO)) + 70 * left
    elif who == ASTRONOMER:
        guess = 200 * count_of(seen, SUNSET) + 75 * left
    elif who == KING:
        guess = hope_king(count_of(seen, ROSE), left)
    elif who == LAMPLIGHTER:
        guess = 100 * count_of(seen, LAMPPOST) + 95 * left
    elif who == HUNTER:
        guess = 100 * score_hunter(seen) + (1200 - 100 * score_hunter(seen)) * left // (left + 2)
    elif who == BUSINESSMAN_WHITE:
        guess = 200 * count_of(seen, SHEEP_WHITE) + 100 * left
    elif who == BUSINESSMAN_GREY:
        guess = 300 * count_of(seen, SHEEP_GREY) + 85 * left
    elif who == BUSINESSMAN_BROWN:
        guess = 500 * count_of(seen, SHEEP_BROWN) + 35 * left
    elif who == TURKISH_ASTRONOMER:
        guess = 100 * (count_of(seen, BIG_STAR) + part(side, STAR)) + 40 * left
    elif who == LITTLE_PRINCE:
        colours = count_colours(seen)
        guess = 300 * colours + 100 * count_of(seen, BOX) + 300 * (3 - colours) * left // (left + 2) + 25 * left
    else:
        guess = hope_baobabs(who, side)
    return guess


@kernel
def hope_king(roses: int, left: int) -> int:
    """One rose is what a king wants, and there are five in all."""
    if roses == 0:
        return 1400 * left // (left + 6)
    if roses == 1:
        return 1400 - 20 * left
    return 700 - 20 * left if roses == 2 else 0


@kernel
def hope_baobabs(who: int, side: int) -> int:
    """A gardener wants two baobabs, a drunkard three."""
    left, up = part(side, LEFT), part(side, UP)
    if who == GARDENER:
        if up == 2:
            return 1400 - 30 * left
        return 700 * up + 700 * (2 - up) * left // (left + 7)
    if who == DRUNKARD:
        return 300 * part(side, DOWN) + (900 * left // (left + 14 - 6 * up) if left else 0)
    return 0


@kernel
def hope_characters(state: PlanetState, seat: int, seen: int, side: int) -> int:
    """What the characters of a planet may bring, those it has and those still to be chosen."""
    guess, chosen = 0, 0
    for number in range(ROUNDS):
        tile = int(state.characters[seat, number])
        if tile != NO_TILE:
            guess += hope_who(CHARACTER_ON[tile], seen, side)
            chosen += 1
    if chosen < ROUNDS:
        guess += (ROUNDS - chosen) * hope_chosen(unseen(state, seat), seen, side)
    return guess


@kernel
def unseen(state: PlanetState, seat: int) -> int:
    """The characters that a seat may still get."""
    tiles = WHOLE_STACK & ~int(state.shown[CHARACTERS])
    if state.stack == CHARACTERS:
        tiles |= int(state.offer)
    return tiles & ~held_characters(state, seat)


@kernel
def hope_chosen(tiles: int, seen: int, side: int) -> int:
    """What one of these characters may bring to a planet: more than their mean, since one chooses."""
    total, squares = 1, 0
    for who in range(WHO):
        count = count_bits(tiles & TILES_WITH[who])
        if count:
            guess = hope_who(who, seen, side)
            total += count * guess
            squares += count * guess * guess
    return squares // total
