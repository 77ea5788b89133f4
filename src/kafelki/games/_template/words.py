"""Ridge's words, in both languages."""

from __future__ import annotations

from typing import Final

from kafelki.core.game import Refusal
from kafelki.games._template.rules import (
    ALREADY_LAID,
    LAY_FIRST,
    NO_STEPS_LEFT,
    NOT_IN_HAND,
    OCCUPIED,
    RIDGE_ENDS,
)
from kafelki.words import Text

# A reason that no action can have, because no action says such a thing.
NO_SUCH_TILE: Final = 20

REFUSALS: Final = {
    NOT_IN_HAND: Refusal("not_in_hand", Text("Tile {tile} is not in your hand.", "Nie masz na ręce kafelka {tile}.")),
    ALREADY_LAID: Refusal(
        "already_laid", Text("Only one tile is laid in a turn.", "W jednej kolejce kładzie się tylko jeden kafelek.")
    ),
    NO_STEPS_LEFT: Refusal(
        "no_steps_left",
        Text("A climber takes at most {steps} steps in a turn.", "Wspinacz robi w kolejce najwyżej {steps} kroki."),
    ),
    RIDGE_ENDS: Refusal(
        "ridge_ends",
        Text("The ridge ends there: no step to the {side}.", "Grań tam się kończy: nie ma kroku w {side}."),
    ),
    OCCUPIED: Refusal(
        "occupied",
        Text("A climber stands there, and tiles hold only one.", "Stoi tam wspinacz, a kafelek mieści tylko jednego."),
    ),
    LAY_FIRST: Refusal(
        "lay_first", Text("Lay a tile before you end your turn.", "Połóż kafelek, zanim zakończysz kolejkę.")
    ),
    NO_SUCH_TILE: Refusal(
        "no_such_tile",
        Text("Tiles are numbered 1 to {tiles}; {tile} came.", "Kafelki mają numery od 1 do {tiles}; przyszło {tile}."),
    ),
}


SIDE_WORDS: Final = {"left": Text("left", "lewo"), "right": Text("right", "prawo")}  # as in "w lewo"
END_WORDS: Final = {"left": Text("left", "lewym"), "right": Text("right", "prawym")}  # as in "na lewym końcu"
