"""Półeczka's one move, and its number."""

from __future__ import annotations

from typing import Final, TypeAlias

from kafelki.core.game import Move
from kafelki.games.shelf.state import COLUMNS
from kafelki.games.shelf.tables import ACTION_OF, ACTIONS, CELLS, FIELDS, LENGTHS, ORDERS, SHAPES, STEPS
from kafelki.games.shelf.words import NO_SUCH_COLUMN, NOT_A_LINE, NOT_ON_THE_FLOOR, REFUSALS

Cell: TypeAlias = tuple[int, int]  # row and column of the floor, both from 0


class Take(Move, frozen=True, tag="shelf.take"):
    """One whole turn: the tiles in the order they go in, the first one lowest, and the column."""

    cells: tuple[Cell, ...]
    column: int


def cell_name(cell: Cell) -> str:
    """(4, 0) is A5: columns are letters, rows count from 1."""
    return f"{chr(ord('A') + cell[1])}{cell[0] + 1}"


def parse_cell(name: str) -> Cell:
    """A5 is (4, 0)."""
    return int(name[1:]) - 1, ord(name[0].upper()) - ord("A")


_CELL_OF: Final = {bit: cell for cell, bit in CELLS.items()}


def _move_of(fields: tuple[int, int, int, int]) -> Take:
    shape, start, order, column = fields
    line = [_CELL_OF[start + i * STEPS[shape]] for i in range(LENGTHS[shape])]
    return Take(tuple(line[i] for i in ORDERS[LENGTHS[shape] - 1][order]), column)


MOVES: Final = tuple(_move_of(fields) for fields in FIELDS)
assert len(MOVES) == ACTIONS


def move_of(action: int) -> Take:
    """The move an action stands for."""
    return MOVES[action]


def action_of(move: Take) -> int:
    """The action a move stands for, or IllegalMove: not a line, off the floor, no such column."""
    if not 0 <= move.column < COLUMNS:
        raise REFUSALS[NO_SUCH_COLUMN].error(columns=COLUMNS, column=move.column + 1)
    if len(move.cells) > len(CELLS):
        raise REFUSALS[NOT_A_LINE].error(cells=len(move.cells))
    strangers = [cell for cell in move.cells if cell not in CELLS]
    if strangers:
        raise REFUSALS[NOT_ON_THE_FLOOR].error(cells=", ".join(f"({row}, {column})" for row, column in strangers))
    bits = [CELLS[cell] for cell in move.cells]
    line = sorted(bits)
    for shape in range(SHAPES):
        if len(line) == LENGTHS[shape] and all(line[0] + i * STEPS[shape] == bit for i, bit in enumerate(line)):
            order = ORDERS[len(line) - 1].index(tuple(line.index(bit) for bit in bits))
            return ACTION_OF[shape, line[0], order, move.column]
    raise REFUSALS[NOT_A_LINE].error(cells=", ".join(cell_name(cell) for cell in move.cells) or "-")
