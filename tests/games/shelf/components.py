"""The components as they were read off the publisher's rulebooks and cards, kept apart from the tables of the game.

components.json is a copy of the facts the tests need; all grids are row, column, from 0, from the top left.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, TypeAlias

import msgspec

Cell: TypeAlias = tuple[int, int]


class TileType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    letter: str


class Tiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    per_type: int
    total: int


class LivingRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mask: tuple[tuple[int, ...], ...]  # least number of players, 0: never used
    cells_base: tuple[Cell, ...]
    cells_3_dots: tuple[Cell, ...]
    cells_4_dots: tuple[Cell, ...]
    cell_count_by_players: dict[int, int]

    def cells(self, players: int) -> frozenset[Cell]:
        """The cells in use with so many players."""
        dots = (*self.cells_base, *(self.cells_3_dots if players >= 3 else ()))
        return frozenset((*dots, *(self.cells_4_dots if players >= 4 else ())))


class Bookshelf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rows: int
    cols: int
    capacity: int


class CardCell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    type: str
    row: int
    col: int


class PersonalCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: int
    cells: tuple[CardCell, ...]


class PersonalGoals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points_by_matches: tuple[int, ...]
    cards: tuple[PersonalCard, ...]


class CommonCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: int
    key: str
    cells: tuple[Cell, ...] = ()
    windows: int = 0
    placements: tuple[tuple[Cell, ...], ...] = ()
    accepted_heights: tuple[tuple[int, ...], ...] = ()


class CommonGoals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tokens_by_players_low_to_high: dict[int, tuple[int, ...]]
    cards: tuple[CommonCard, ...]


class Bounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    max_score_upper_bound: int
    of_which: dict[str, int]
    tiles_off_shelves_at_any_turn_start_min: dict[int, int]


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tile_types: tuple[TileType, ...]
    tiles: Tiles
    living_room: LivingRoom
    bookshelf: Bookshelf
    personal_goals: PersonalGoals
    common_goals: CommonGoals
    group_points: dict[str, int]
    end_token_points: int
    bounds: Bounds


BOX: Final = msgspec.json.decode(Path(__file__).with_name("components.json").read_bytes(), type=Components)
LETTERS: Final = "".join(kind.letter for kind in BOX.tile_types)
LETTER_OF: Final = {kind.id: kind.letter for kind in BOX.tile_types}
