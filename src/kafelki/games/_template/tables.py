"""Ridge's components and the numbers of its actions, as data."""

from __future__ import annotations

from typing import Final

from kafelki.games._template.state import TILES

ALL_TILES: Final = sum(1 << tile for tile in range(1, TILES + 1))
HAND_OF: Final = (0, 0, 2, 1)  # players -> tiles in each hand
STEPS: Final = 2  # steps a climber may take in a turn

LEFT: Final = 0
RIGHT: Final = 1
SIDES: Final = 2

# An action is a number: end the turn, step left or right, or lay a tile at the left or right end.
END_TURN: Final = 0
FIRST_STEP: Final = 1  # + side
FIRST_LAY: Final = FIRST_STEP + SIDES  # + (tile - 1) * SIDES + side
ACTIONS: Final = FIRST_LAY + TILES * SIDES
