"""The components of Tikal as the design has them, kept apart from the tables of the game: components.json is a copy of
the facts the tests need. A cell is (column, row), both from 0; edges run clockwise from N."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

Cell: TypeAlias = tuple[int, int]


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cols: int
    rows: int
    neighbour_rule: str


class StartHex(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cell: Cell
    type: str
    value: int
    edges: tuple[int, ...]


class Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    letter: str
    type: str
    value: int  # a temple's level, a treasure tile's masks
    edges: tuple[int, ...]


class Letter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    count: int
    temple: int
    jungle: int
    treasure: int
    volcano: int


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    edge_order: tuple[str, ...]
    board: Board
    start_hexes: tuple[StartHex, ...]
    tiles: tuple[Tile, ...]
    letters: dict[str, Letter]
    treasure_kinds: int
    treasure_copies: int
    treasure_points: tuple[int, ...]  # by how many of a kind
    temple_levels: dict[int, int]
    pieces: dict[str, int]
    costs: dict[str, int]
    start_score: dict[str, int]


BOX: Final = msgspec.json.decode(
    Path(__file__).with_name("components.json").read_bytes(), type=Components, strict=False
)
PRINTED: Final = ("base", "north", "jungle", "east")  # the names of the start hexes, in the order of the file
DECK: Final = tuple(tile.id for tile in BOX.tiles)
TYPE: Final = {tile.id: tile.type for tile in BOX.tiles} | {
    name: "base" if start.type == "base_camp" else start.type
    for name, start in zip(PRINTED, BOX.start_hexes, strict=True)
}
VALUE: Final = {tile.id: tile.value for tile in BOX.tiles} | {
    name: start.value for name, start in zip(PRINTED, BOX.start_hexes, strict=True)
}
EDGES: Final = {tile.id: tile.edges for tile in BOX.tiles} | {
    name: start.edges for name, start in zip(PRINTED, BOX.start_hexes, strict=True)
}
START: Final = {name: start.cell for name, start in zip(PRINTED, BOX.start_hexes, strict=True)}
CELLS: Final = tuple((column, row) for column in range(BOX.board.cols) for row in range(BOX.board.rows))


def _steps(rule: str) -> dict[str, tuple[int, int]]:
    """`NE=(c+1,r-1)` says: one column on, one row up."""
    found = re.findall(r"([NSEW]+)=\(c([+-]\d)?,r([+-]\d)?\)", rule)
    return {name: (int(column or 0), int(row or 0)) for name, column, row in found}


def _all_steps() -> dict[int, tuple[tuple[int, int], ...]]:
    """The six steps from an even column (0) and from an odd one (1), as the file's rule says them."""
    both, even, odd = BOX.board.neighbour_rule.split(";")
    return {
        parity: tuple((_steps(both) | _steps(rule))[name] for name in BOX.edge_order)
        for parity, rule in enumerate((even, odd))
    }


STEPS: Final = _all_steps()


@functools.cache
def beyond(cell: Cell, direction: int) -> Cell | None:
    """The next cell in a direction, by the rule of the file; None beyond the rim."""
    columns, rows = STEPS[cell[0] % 2][direction]
    there = (cell[0] + columns, cell[1] + rows)
    return there if there in CELLS else None
