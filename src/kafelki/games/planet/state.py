"""One match of Stwórz mi planetę as a record.

Tiles are numbered 0..79, twenty to a stack: inside, rising, falling, character. Sets of tiles of one stack are the
bits of an int. Tiles not yet drawn have no order, and those removed at set-up are no others: a tile is drawn from
all that nobody has seen.

A planet's cells, with the stack each takes its tiles from:

     0  1  2  3        C R F C
     4  5  6  7        F I I R        the n-th tile that a seat takes from a stack is in `land[seat, stack, n]`
     8  9 10 11        R I I F        (a character: in `characters[seat, n]`), its cell in `cells[seat, stack, n]`
    12 13 14 15        C F R C
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from kafelki.core.record import EVERYONE, I8, OWNER, Head, Ints8, Ints16, Ints32, OwnerIf

SEATS: Final = 5
STACKS: Final = 4
CHARACTERS: Final = 3  # the fourth stack
TILES: Final = 20  # of a stack
ROUNDS: Final = 4  # from each stack: a planet takes four tiles of it

NO_TILE: Final = -1
NO_CELL: Final = -1  # of a tile in hand, and of none
NO_STACK: Final = -1  # between two rounds

# What the seat to act does now.
CHOOSE: Final = 0  # a stack, as its round begins
HIDE: Final = 1  # with two players: one of the three tiles drawn
TAKE: Final = 2  # a tile from the table
PLACE: Final = 3  # the tile in hand, where the option asks for it
NAME: Final = 4  # who takes next

# Values of the options, by their place in meta.py.
FIRST_FREE: Final = 0
CHOSEN: Final = 1


class PlanetState(Head):
    """One match. Who knows a character depends on the variant; all else but the drawer's look is open."""

    hidden_characters: I8  # option: 1 = only the owner knows them
    places: I8  # option: who chooses a tile's cell
    step: I8  # what the seat to act does now
    stack: I8  # of the round now running, or NO_STACK
    starter: I8  # who chose, or is to choose, the stack of this round
    waiting: I8  # the seats, as bits, that have no tile yet this round
    used: Annotated[Ints8, np.int8, (STACKS,), EVERYONE]  # rounds begun with each stack
    land: Annotated[Ints8, np.int8, (SEATS, CHARACTERS, ROUNDS), EVERYONE]  # tiles 0..19 of their stack, or NO_TILE
    characters: Annotated[Ints8, np.int8, (SEATS, ROUNDS), OwnerIf("hidden_characters")]  # the same, of the fourth
    cells: Annotated[Ints8, np.int8, (SEATS, STACKS, ROUNDS), EVERYONE]  # where each lies, or NO_CELL
    baobabs: Annotated[Ints16, np.int16, (SEATS,), EVERYONE]  # cells with a baobab face up
    face_down: Annotated[Ints16, np.int16, (SEATS,), EVERYONE]  # cells whose tile the baobabs have turned over
    offer: Annotated[int, np.int32, EVERYONE]  # tiles lying open on the table
    looked: Annotated[Ints32, np.int32, (SEATS,), OWNER]  # two players: tiles the drawer alone has seen
    shown: Annotated[Ints32, np.int32, (STACKS,), EVERYONE]  # tiles of each stack that all have seen
    discarded: Annotated[Ints32, np.int32, (STACKS,), EVERYONE]  # two players: those left over
    shown_in: Annotated[Ints32, np.int32, (ROUNDS,), EVERYONE]  # characters shown in each round of that stack
