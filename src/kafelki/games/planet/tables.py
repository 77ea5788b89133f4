"""The tiles of Stwórz mi planetę as data. Facts from components/planet.json of the design: what the characters score
is in the rule sheets, but all 80 tiles come from a single public transcription that nothing else confirms (its
repeats C18-C20 and the stars on character tiles are the weakest entries)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import numpy as np

from kafelki.core.record import Ints64
from kafelki.games.planet.state import CHARACTERS, ROUNDS, SEATS, STACKS, TILES

Stack: TypeAlias = Literal["inside", "rising", "falling", "character"]
STACK: Final[tuple[Stack, ...]] = ("inside", "rising", "falling", "character")
Element: TypeAlias = Literal[
    "baobab", "volcano", "sunset", "rose", "lamppost", "box", "big_star",
    "fox", "elephant", "snake", "sheep_white", "sheep_grey", "sheep_brown",
]  # fmt: skip
Character: TypeAlias = Literal[
    "vain_man", "geographer", "astronomer", "king", "lamplighter", "hunter", "drunkard", "businessman_white",
    "businessman_grey", "businessman_brown", "gardener", "turkish_astronomer", "little_prince",
]  # fmt: skip

# ---- Tiles, each as the letters of what is drawn on it.
LETTERS: Final[dict[str, Element]] = {
    "B": "baobab",
    "V": "volcano",
    "U": "sunset",
    "R": "rose",
    "L": "lamppost",
    "X": "box",
    "S": "big_star",
    "F": "fox",
    "E": "elephant",
    "Z": "snake",
    "w": "sheep_white",
    "g": "sheep_grey",
    "b": "sheep_brown",
}
LAND: Final = (  # stack -> its tiles
    (
        "Bwwb", "BFww", "Bgg", "VLL", "VLFw", "VLg", "VLZw", "VZ", "LLLF", "RLL",
        "LLX", "LLZ", "Xww", "Xw", "Xg", "w", "E", "VLg", "VLZw", "VZ",
    ),
    (
        "BUE", "BUg", "BRS", "Bgb", "BSb", "VLLS", "VULFg", "VLwg", "VULEw", "VULZw",
        "VSS", "VSSg", "LLLZ", "URLL", "ULLF", "Lww", "LXX", "Xw", "UF", "UE",
    ),
    (
        "BUg", "BUZ", "BRS", "Bgb", "BSb", "VLLS", "VULFg", "VLwg", "VULEw", "VULZw",
        "VSS", "VSSg", "LLLZ", "URLL", "ULLF", "Lww", "LXX", "Xw", "UF", "UE",
    ),
)  # fmt: skip
CHARACTER: Final[tuple[Character, ...]] = (
    "vain_man", "geographer", "astronomer", "king", "lamplighter", "hunter", "drunkard", "businessman_white",
    "businessman_grey", "businessman_brown", "gardener", "turkish_astronomer", "little_prince",
)  # fmt: skip
COPIES: Final = (2, 2, 2, 1, 2, 2, 1, 1, 1, 1, 2, 2, 1)
STARS: Final = (1, 1, 0, 2, 1, 1, 1, 0, 1, 2, 2, 1, 0)  # on a character's tile
(
    VAIN_MAN, GEOGRAPHER, ASTRONOMER, KING, LAMPLIGHTER, HUNTER, DRUNKARD, BUSINESSMAN_WHITE,
    BUSINESSMAN_GREY, BUSINESSMAN_BROWN, GARDENER, TURKISH_ASTRONOMER, LITTLE_PRINCE,
) = range(len(CHARACTER))  # fmt: skip

CHARACTER_ON: Final = tuple(who for who, copies in enumerate(COPIES) for _ in range(copies))  # tile -> who it is
STACK_LETTERS: Final = "CUDP"
TILE_IDS: Final = tuple(f"{letter}{number + 1:02}" for letter in STACK_LETTERS for number in range(TILES))
TILE_OF: Final = {name: divmod(number, TILES) for number, name in enumerate(TILE_IDS)}  # id -> stack, tile
WHOLE_STACK: Final = (1 << TILES) - 1


def tile_id(stack: int, tile: int) -> str:
    """The name of a tile: C05 is the fifth of the inside."""
    return TILE_IDS[TILES * stack + tile]


def elements_of(stack: int, tile: int) -> dict[Element, int]:
    """What is drawn on a tile, and how often."""
    if stack == CHARACTERS:
        stars = STARS[CHARACTER_ON[tile]]
        return {"big_star": stars} if stars else {}
    drawn = LAND[stack][tile]
    return {element: drawn.count(letter) for letter, element in LETTERS.items() if letter in drawn}


# ---- For the kernels: a tile's elements packed into one int, five bits each, so that a planet is a sum.
FIELD: Final = 5
MOST: Final = (1 << FIELD) - 1
PACKED: Final = tuple(element for element in LETTERS.values() if element != "baobab")  # those are counted by cells
ELEMENTS: Final = len(PACKED)
(VOLCANO, SUNSET, ROSE, LAMPPOST, BOX, BIG_STAR, FOX, ELEPHANT, SNAKE, SHEEP_WHITE, SHEEP_GREY, SHEEP_BROWN) = (
    FIELD * place for place in range(ELEMENTS)
)


def _packed(stack: int, tile: int) -> int:
    elements = elements_of(stack, tile)
    return sum(elements.get(element, 0) << (FIELD * place) for place, element in enumerate(PACKED))


DRAWN_ON: Final[Ints64] = np.array([[_packed(stack, tile) for tile in range(TILES)] for stack in range(STACKS)])
BAOBABS: Final = tuple(  # stack -> its tiles with a baobab
    sum(1 << tile for tile in range(TILES) if "baobab" in elements_of(stack, tile)) for stack in range(STACKS)
)

# ---- The planet, and how many tiles are drawn.
CELLS_OF: Final = ((5, 6, 9, 10), (1, 7, 8, 14), (2, 4, 11, 13), (0, 3, 12, 15))  # stack -> its cells
CELLS: Final = STACKS * ROUNDS
CELL_SETS: Final = tuple(sum(1 << cell for cell in cells) for cells in CELLS_OF)
STACK_OF_CELL: Final = tuple(next(s for s in range(STACKS) if cell in CELLS_OF[s]) for cell in range(CELLS))
DRAWN: Final = (0, 0, 3, 3, 4, 5)  # players -> tiles drawn for a round

# ---- Actions: choose a stack, hide a tile, take a tile, take the one face down, place, name a seat.
FIRST_HIDE: Final = STACKS
FIRST_TAKE: Final = FIRST_HIDE + STACKS * TILES
TAKE_FACE_DOWN: Final = FIRST_TAKE + STACKS * TILES
FIRST_PLACE: Final = TAKE_FACE_DOWN + 1
FIRST_NAME: Final = FIRST_PLACE + CELLS
ACTIONS: Final = FIRST_NAME + SEATS
