"""What a network is shown of Półeczka. Kinds are in the order cats, books, games, frames, trophies, plants."""

from __future__ import annotations

from typing import Final

from kafelki.core.tensors import cells, number, one_of, seat
from kafelki.games.shelf.state import COLUMNS, ROWS
from kafelki.games.shelf.tables import CELLS, PERSONAL, shelf_bit

GOAL_NUMBERS: Final = range(1, 13)
SHELF_CELLS: Final = [shelf_bit(column, ROWS - 1 - row) for row in range(ROWS) for column in range(COLUMNS)]

TENSORS: Final = (
    seat("end_token", "who filled a shelf first"),
    number("bag", "tiles of each kind not yet drawn"),
    one_of("goals", GOAL_NUMBERS, "the common goals, 1 to 12"),
    number("tokens", "points a seat took from each common goal", by_seat=True),
    one_of("personal", range(1, PERSONAL + 1), "the personal card, 1 to 12; others' at the end only", by_seat=True),
    cells("floor", CELLS.values(), "for each kind, the 45 cells of the floor row by row"),
    cells("shelves", SHELF_CELLS, "for each kind, the 30 cells of a shelf row by row from the top", by_seat=True),
)
