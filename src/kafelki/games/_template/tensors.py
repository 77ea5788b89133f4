"""What a network is shown of Ridge."""

from __future__ import annotations

from typing import Final

from kafelki.core.tensors import cells, number, one_of
from kafelki.games._template.state import TILES

TILE: Final = range(1, TILES + 1)

TENSORS: Final = (
    number("stack", "tiles face down"),
    number("laid", "1 when the seat to act has laid its tile of this turn"),
    number("steps", "steps its climber has taken in this turn"),
    one_of("ridge", TILE, "the tile on each cell"),
    number("climbers", "the cell each climber stands on", by_seat=True),
    cells("hands", TILE, "the tiles in hand; others' at the end only", by_seat=True),
)
