"""Positions that are good, to be spoiled."""

from __future__ import annotations

import copy
from typing import Final

from tests.games.planet.table import Json, position


def changed(good: Json, **changes: object) -> Json:
    return {**copy.deepcopy(good), **changes}


def taken(tile: str, cell: int | None, face_down: bool = False) -> Json:
    return {"tile": tile, "cell": cell, "face_down": face_down}


THREE: Final = position(["C01 U01 P01", "C16 U18 P02", "C17 U19 P03"])
OFFER: Final = position(["C01", "C16", "C17"], step="take", stack="rising", offer="U01 U18 U19")
PAIR: Final = position(["C01", "C16"], to_act=1, step="take", stack="rising", offer="U01 U18", looked="U19")
LOOKING: Final = position(["C01", "C16"], step="hide", stack="rising", looked="U01 U18 U19")
DONE: Final = position(
    [
        "C09 C10 C11 C12 U13 U14 U15 U16 D13 D14 D15 D16 P01 P02 P03 P04",
        "C13 C14 C15 C16 U17 U18 U19 U20 D17 D18 D19 D20 P05 P06 P07 P08",
    ],
    to_act=None,
    step=None,
)
FOUR: Final = position(["C01", "C16", "C17", "C15"], step="take", stack="rising", offer="U01 U18 U19 U20")
