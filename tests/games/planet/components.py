"""The components as they were transcribed, kept apart from the tables of the game.

components.json is a copy of the facts the tests need; a tile is its name, C05 the fifth of the inside.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

Stack: TypeAlias = Literal["inside", "rising", "falling", "character"]


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    copies: int
    stars: int
    pl: str
    en: str


class Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    elements: dict[str, int]
    character: str | None = None


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    elements: tuple[str, ...]
    remove_per_stack: dict[int, int]
    draw_per_round: dict[int, int]
    rounds: int
    cells: dict[Stack, tuple[int, ...]]
    characters: tuple[Character, ...]
    tiles: dict[Stack, tuple[Tile, ...]]
    totals: dict[str, dict[str, int]]


BOX: Final = msgspec.json.decode(Path(__file__).with_name("components.json").read_bytes(), type=Components)
STACKS: Final[tuple[Stack, ...]] = ("inside", "rising", "falling", "character")
NAMES: Final = {stack: tuple(tile.id for tile in BOX.tiles[stack]) for stack in STACKS}
STACK_OF: Final = {name: stack for stack in STACKS for name in NAMES[stack]}
ELEMENTS: Final = {tile.id: tile.elements for stack in STACKS for tile in BOX.tiles[stack]}
CHARACTER: Final = {tile.id: tile.character for tile in BOX.tiles["character"] if tile.character is not None}
LAND: Final = tuple(name for name in ELEMENTS if name not in CHARACTER)
