"""Points of Stwórz mi planetę. Numbers (§) are those of docs/rules/planet.en.md."""

from __future__ import annotations

from kafelki.core.bits import count_bits
from kafelki.core.kernel import kernel
from kafelki.core.record import Ints64, States
from kafelki.games.planet.state import CHARACTERS, NO_CELL, ROUNDS, PlanetState
from kafelki.games.planet.tables import (
    ASTRONOMER,
    BIG_STAR,
    BOX,
    BUSINESSMAN_BROWN,
    BUSINESSMAN_GREY,
    BUSINESSMAN_WHITE,
    CHARACTER_ON,
    DRAWN_ON,
    DRUNKARD,
    ELEMENTS,
    ELEPHANT,
    FIELD,
    FOX,
    GARDENER,
    GEOGRAPHER,
    HUNTER,
    KING,
    LAMPLIGHTER,
    LAMPPOST,
    LITTLE_PRINCE,
    MOST,
    ROSE,
    SHEEP_BROWN,
    SHEEP_GREY,
    SHEEP_WHITE,
    SNAKE,
    SUNSET,
    TURKISH_ASTRONOMER,
    VAIN_MAN,
    VOLCANO,
)


@kernel
def seen_on_land(state: PlanetState, seat: int) -> int:
    """§10 What is drawn on a planet's tiles that lie face up, packed; characters apart."""
    cells, land, down = state.cells[seat], state.land[seat], int(state.face_down[seat])
    seen = 0
    for stack in range(CHARACTERS):
        for number in range(ROUNDS):
            cell = int(cells[stack, number])
            if cell != NO_CELL and not (down >> cell) & 1:
                seen += int(DRAWN_ON[stack, int(land[stack, number])])
    return seen


@kernel
def count_of(seen: int, element: int) -> int:
    """How many of an element there are in what is seen."""
    return (seen >> element) & MOST


@kernel
def count_stars(state: PlanetState, seat: int) -> int:
    """§19 Big stars on the planet and on its four characters."""
    cells, characters = state.cells[seat, CHARACTERS], state.characters[seat]
    stars = count_of(seen_on_land(state, seat), BIG_STAR)
    for number in range(ROUNDS):
        if cells[number] != NO_CELL:
            stars += count_of(int(DRAWN_ON[CHARACTERS, int(characters[number])]), BIG_STAR)
    return stars


@kernel
def count_land(state: PlanetState, seat: int) -> int:
    """Tiles that lie on a planet, characters apart."""
    cells, tiles = state.cells[seat], 0
    for stack in range(CHARACTERS):
        for number in range(ROUNDS):
            tiles += 0 if cells[stack, number] == NO_CELL else 1
    return tiles


@kernel
def score_king(roses: int) -> int:
    """§15 One rose 14, two 7, any other number nothing."""
    if roses == 1:
        return 14
    return 7 if roses == 2 else 0


@kernel
def score_hunter(seen: int) -> int:
    """§16 Three points for each of elephant, fox, snake, and sheep of whatever colour."""
    species = 1 if count_of(seen, ELEPHANT) else 0
    species += 1 if count_of(seen, FOX) else 0
    species += 1 if count_of(seen, SNAKE) else 0
    species += 1 if count_colours(seen) else 0
    return 3 * species


@kernel
def count_colours(seen: int) -> int:
    """How many colours of sheep there are."""
    colours = 1 if count_of(seen, SHEEP_WHITE) else 0
    colours += 1 if count_of(seen, SHEEP_GREY) else 0
    return colours + (1 if count_of(seen, SHEEP_BROWN) else 0)


@kernel
def score_who(state: PlanetState, seat: int, who: int) -> int:
    """§11-§19 What one tile of this character is worth on a planet as it lies now."""
    seen = seen_on_land(state, seat)
    points = 0
    if who == VAIN_MAN:
        points = 4 * count_of(seen, SNAKE)
    elif who == GEOGRAPHER:
        points = count_land(state, seat) - count_of(seen, VOLCANO)
    elif who == ASTRONOMER:
        points = 2 * count_of(seen, SUNSET)
    elif who == KING:
        points = score_king(count_of(seen, ROSE))
    elif who == LAMPLIGHTER:
        points = count_of(seen, LAMPPOST)
    elif who == HUNTER:
        points = score_hunter(seen)
    elif who == DRUNKARD:
        points = 3 * count_bits(int(state.face_down[seat]))
    elif who == BUSINESSMAN_WHITE:
        points = 2 * count_of(seen, SHEEP_WHITE)
    elif who == BUSINESSMAN_GREY:
        points = 3 * count_of(seen, SHEEP_GREY)
    elif who == BUSINESSMAN_BROWN:
        points = 5 * count_of(seen, SHEEP_BROWN)
    elif who == GARDENER:
        points = 7 * count_bits(int(state.baobabs[seat]))
    elif who == TURKISH_ASTRONOMER:
        points = count_stars(state, seat)
    elif who == LITTLE_PRINCE:
        points = 3 * count_colours(seen) + count_of(seen, BOX)
    return points


@kernel
def score_characters(state: PlanetState, seat: int) -> int:
    """§14 Every character tile scores for itself."""
    points = 0
    for number in range(ROUNDS):
        if state.cells[seat, CHARACTERS, number] != NO_CELL:
            points += score_who(state, seat, CHARACTER_ON[int(state.characters[seat, number])])
    return points


@kernel
def count_volcanoes(state: PlanetState, seat: int) -> int:
    """§20 Volcanoes that lie face up."""
    return count_of(seen_on_land(state, seat), VOLCANO)


@kernel
def score_volcanoes(state: PlanetState, seat: int) -> int:
    """§20-§21 What the most volcanoes cost: a point each, from everyone who has so many."""
    own = count_volcanoes(state, seat)
    for other in range(int(state.seats)):
        if count_volcanoes(state, other) > own:
            return 0
    return -own


@kernel
def list_points(states: States, out: Ints64) -> None:
    """For each seat in a row: its elements as packed, what volcanoes cost, what each laid character is worth."""
    state = states[0]
    for seat in range(int(state.seats)):
        seen = seen_on_land(state, seat)
        for place in range(ELEMENTS):
            out[seat, place] = count_of(seen, FIELD * place)
        out[seat, ELEMENTS] = score_volcanoes(state, seat)
        for number in range(ROUNDS):
            if state.cells[seat, CHARACTERS, number] != NO_CELL:
                who = CHARACTER_ON[int(state.characters[seat, number])]
                out[seat, ELEMENTS + 1 + number] = score_who(state, seat, who)


@kernel
def score(state: PlanetState, seat: int) -> int:
    """All points of a seat as the planets lie now."""
    return score_characters(state, seat) + score_volcanoes(state, seat)


@kernel
def tie_break(state: PlanetState, seat: int) -> int:
    """§22, §33 Of equal scores the one with fewer volcanoes is the higher."""
    return -count_volcanoes(state, seat)
