"""Nothing of Tikal is ever lost: tiles, treasures, level tokens and pieces are always somewhere."""

from __future__ import annotations

from typing import Final

from kafelki.core.bits import count_bits
from kafelki.core.codes import OK
from kafelki.core.kernel import kernel
from kafelki.games.tikal.board import passable, step
from kafelki.games.tikal.scoring import count_held
from kafelki.games.tikal.state import (
    CELLS,
    DIRECTIONS,
    GUARDING,
    KINDS,
    NO_CELL,
    NO_TILE,
    OUT_OF_GAME,
    SEATS,
    WORKERS,
    TikalState,
)
from kafelki.games.tikal.tables import (
    BASE,
    BASE_CELL,
    COPIES,
    JUNGLE,
    LEVEL_TOKENS,
    MOST_CAMPS,
    PRINTED_JUNGLE,
    TEMPLE,
    TILE_TYPES,
    TILE_VALUES,
    TREASURE,
    VOLCANO,
)

TILE_LOST: Final = 1
TREASURE_LOST: Final = 2
TOKEN_LOST: Final = 3
PIECE_LOST: Final = 4
SETS_WRONG: Final = 5
OUT_OF_REACH: Final = 6


@kernel
def why_not_whole(state: TikalState) -> int:
    """Every tile, treasure, token and piece is somewhere, once: 0, or what is wrong."""
    fault = why_not_tiles(state)
    if fault == OK:
        fault = why_not_treasures(state)
    if fault == OK:
        fault = why_not_tokens(state)
    if fault == OK:
        fault = why_not_sets(state)
    for seat in range(int(state.seats)):
        if fault == OK:
            fault = why_not_pieces(state, seat)
    if fault == OK and reachable(state) != int(state.laid) & ~int(state.volcanoes):
        fault = OUT_OF_REACH
    return fault


@kernel
def why_not_tiles(state: TikalState) -> int:
    """§5 In the deck, on offer, in hand, set aside or on the board: each of the 36 once."""
    seen = int(state.deck)
    for heap in (int(state.offer), int(state.aside), 1 << int(state.hand) if state.hand != NO_TILE else 0):
        if seen & heap:
            return TILE_LOST
        seen |= heap
    laid = 0
    for cell in range(CELLS):
        tile = int(state.tile[cell])
        if tile == NO_TILE:
            continue
        laid |= 1 << cell
        if (seen >> tile) & 1:
            return TILE_LOST
        seen |= 1 << tile
    if laid != state.laid:
        return SETS_WRONG
    return OK if seen == (1 << len(TILE_TYPES)) - 1 else TILE_LOST


@kernel
def why_not_treasures(state: TikalState) -> int:
    """§6 No kind more than three times; on the tiles no more than were laid."""
    for kind in range(KINDS):
        count = 0
        for seat in range(SEATS):
            count += count_held(state, seat, kind)
        if count > COPIES:
            return TREASURE_LOST
    taken = 0
    for cell in range(CELLS):
        tile = int(state.tile[cell])
        if tile != NO_TILE and TILE_TYPES[tile] == TREASURE:
            taken += TILE_VALUES[tile] - int(state.number[cell])
    held = 0
    for seat in range(SEATS):
        held += count_bits(int(state.held_odd[seat])) + 2 * count_bits(int(state.held_many[seat]))
    return OK if held == taken else TREASURE_LOST


@kernel
def why_not_tokens(state: TikalState) -> int:
    """§17 A temple's level stands on one token for each level above the printed one."""
    for level in range(2, len(LEVEL_TOKENS)):
        used = 0
        for cell in range(CELLS):
            tile = int(state.tile[cell])
            if tile != NO_TILE and TILE_TYPES[tile] == TEMPLE:
                used += 1 if TILE_VALUES[tile] < level <= state.number[cell] else 0
        if used + state.tokens[level] != LEVEL_TOKENS[level]:
            return TOKEN_LOST
    return OK


@kernel
def why_not_pieces(state: TikalState, seat: int) -> int:
    """Workers in supply, on the board, on guard or out of the game are eighteen; the sets agree with the counts."""
    workers = 0
    for cell in range(CELLS):
        here = int(state.workers[seat, cell])
        workers += here
        stands = (int(state.stand[seat]) >> cell) & 1 == 1
        crowds = (int(state.crowd[seat]) >> cell) & 1 == 1
        if here < 0 or stands != (here > 0) or crowds != (here > 1):
            return SETS_WRONG
    leads = (state.leader[seat] == GUARDING) == (state.leader_guard[seat] != NO_CELL)
    lost = state.leader[seat] == OUT_OF_GAME or state.out[seat] > 0
    guards = count_bits(int(state.guards[seat])) - (1 if state.leader[seat] == GUARDING else 0)
    if not leads or min(int(state.supply[seat]), int(state.out[seat]), guards) < 0 or (lost and not state.guards[seat]):
        return PIECE_LOST
    return OK if workers + int(state.supply[seat]) + int(state.out[seat]) + guards == WORKERS else PIECE_LOST


@kernel
def why_not_sets(state: TikalState) -> int:
    """The sets of cells say what tiles, numbers, camps and guards say."""
    volcanoes, temples, hoards, sites, camps, guards = 0, 0, 0, 0, 0, 0
    for seat in range(int(state.seats)):
        guards |= int(state.guards[seat])
        for camp in range(MOST_CAMPS):
            cell = int(state.camps[seat, camp])
            if cell != NO_CELL and (camps >> cell) & 1:
                return SETS_WRONG
            camps |= 1 << cell if cell != NO_CELL else 0
    for cell in range(CELLS):
        tile, here = int(state.tile[cell]), 1 << cell
        kind = TILE_TYPES[tile] if tile != NO_TILE else BASE
        empty = kind == TREASURE and state.number[cell] == 0
        printed = state.no_printed_camp and cell == PRINTED_JUNGLE
        volcanoes |= here if kind == VOLCANO else 0
        temples |= here if kind == TEMPLE else 0
        hoards |= here if kind == TREASURE and not empty else 0
        sites |= here if empty or (kind == JUNGLE and not printed) else 0
    if volcanoes != state.volcanoes or hoards != state.hoards or guards & ~temples or camps & ~sites:
        return SETS_WRONG
    return OK if temples & ~guards == state.temples and sites & ~camps == state.sites else SETS_WRONG


@kernel
def reachable(state: TikalState) -> int:
    """§52 The cells one can walk to from the base camp."""
    found = 1 << BASE_CELL
    grown = 0
    while grown != found:
        grown = found
        for direction in range(DIRECTIONS):
            found |= step(found & passable(state, direction, 6), direction)
    return found
