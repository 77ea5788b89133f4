"""What a network is shown of Stwórz mi planetę. Stacks are in the order inside, rising, falling, character."""

from __future__ import annotations

from typing import Final

from kafelki.core.tensors import cells, number, one_of, seat, seats
from kafelki.games.planet.state import ROUNDS, STACKS, TILES

TILE: Final = range(TILES)
PLANET: Final = range(ROUNDS * STACKS)

TENSORS: Final = (
    one_of("step", range(5), "choose a stack, hide, take, place, name who takes next"),
    one_of("stack", range(STACKS), "of the round now running"),
    seat("starter", "who chose, or is to choose, the stack"),
    seats("waiting", "who has no tile yet this round"),
    number("used", "rounds begun with each stack"),
    one_of("land", TILE, "for each stack but the last, the tiles taken, in their order", by_seat=True),
    one_of("characters", TILE, "the same of the last stack; hidden ones at the end only", by_seat=True),
    number("cells", "for each stack and tile taken its cell 0 to 15, or -1", by_seat=True),
    cells("baobabs", PLANET, "cells with a baobab face up", by_seat=True),
    cells("face_down", PLANET, "cells whose tile the baobabs have turned over", by_seat=True),
    cells("offer", TILE, "tiles lying open on the table"),
    cells("looked", TILE, "two players: tiles the drawer alone has seen", by_seat=True),
    cells("shown", TILE, "tiles of each stack that all have seen"),
    cells("discarded", TILE, "two players: those left over, of each stack"),
    cells("shown_in", TILE, "characters shown in each round of that stack"),
)
