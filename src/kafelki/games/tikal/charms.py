"""How good each kind of action looks at once in Tikal: guesses for bots, no rules. All in hundredths of a point."""

from __future__ import annotations

from typing import Final

from kafelki.core.bits import count_bits, lowest_cell
from kafelki.core.kernel import kernel
from kafelki.games.tikal.allowed import cell_of
from kafelki.games.tikal.board import neighbour, passable, step, step_cost, stones
from kafelki.games.tikal.pieces import camp_cell, present
from kafelki.games.tikal.prospects import cell_worth, lead, promise, scorings_left, temple_worth
from kafelki.games.tikal.scoring import count_held, score_temples, score_treasures
from kafelki.games.tikal.state import DIRECTIONS, KINDS, LEADER, LEADER_STRENGTH, TikalState
from kafelki.games.tikal.tables import (
    CAMP_AT,
    COST_CAMP,
    COST_ENTER,
    COST_EXCHANGE,
    COST_GUARD,
    COST_PATH,
    COST_TAKE,
    COST_UNCOVER,
    ENTER_AT,
    EXCHANGE_AT,
    GUARD_AT,
    JUNGLE,
    PATH_AT,
    PATHS,
    PLACES,
    TAKE_AT,
    TEMPLE,
    TILE_TYPES,
    TILE_VALUES,
    TREASURE,
    TREASURE_POINTS,
    UNCOVER_AT,
    VOLCANO,
    WALK_AT,
)

POINT: Final = 8  # for each scoring to come: what an action point spent is worth
WASTED: Final = 24  # and one that is left when the turn ends
NEAR: Final = 60  # in percent of standing there: standing beside it
ENTERING: Final = 20  # for each scoring to come: one more piece on the board
EXPECTED: Final = 180  # a treasure's points in each scoring, as one does not know which it is
LEADER_LOST: Final = 250  # for each scoring to come
WORKER_LOST: Final = 30
SITES_NEAR: Final = 80  # in percent: of what lies beside a new camp


@kernel
def gain(state: TikalState, cell: int, more: int) -> int:
    """What so much more, or less, strength on a cell brings to the seat to act."""
    seat = int(state.turn)
    return cell_worth(state, seat, cell, more) - cell_worth(state, seat, cell, 0)


@kernel
def draw(state: TikalState, cell: int) -> int:
    """What the best place beside a cell would bring; nothing on a cell that is of use itself."""
    aims = int(state.temples) | int(state.hoards)
    if (aims >> cell) & 1:
        return 0
    best = 0
    for direction in range(DIRECTIONS):
        there = step(passable(state, direction, 4) & (1 << cell), direction) & aims
        if there:
            best = max(best, gain(state, lowest_cell(there), 1))
    return best * NEAR // 100


@kernel
def move_charm(state: TikalState, action: int) -> int:
    """Entering, walking, the secret path: what a piece brings there, less what it leaves."""
    seat = int(state.turn)
    left = scorings_left(state, seat)
    if action < WALK_AT:
        number = action - ENTER_AT
        worth = draw(state, camp_cell(state, seat, number % 3)) * (3 if number >= 3 else 2) // 4
        return worth + left * (ENTERING - POINT * COST_ENTER)
    if action < PATH_AT:
        number = action - WALK_AT
        piece = number // (DIRECTIONS * PLACES)
        cell, direction = cell_of(number % PLACES), (number // PLACES) % DIRECTIONS
        there, cost = neighbour(cell, direction), step_cost(state, cell, direction)
    else:
        number = action - PATH_AT
        piece, path = number // len(PATHS), number % len(PATHS)
        cell, there = camp_cell(state, seat, PATHS[path][0]), camp_cell(state, seat, PATHS[path][1])
        cost = COST_PATH
    force = LEADER_STRENGTH if piece == LEADER else 1
    change = gain(state, there, force) + gain(state, cell, -force)
    return change + draw(state, there) - draw(state, cell) - left * POINT * cost


@kernel
def work_charm(state: TikalState, action: int) -> int:
    """Uncovering, treasures, exchanges, camps and guards."""
    seat = int(state.turn)
    left = scorings_left(state, seat)
    if action < TAKE_AT:
        cell = cell_of(action - UNCOVER_AT)
        return uncover_charm(state, cell) - left * POINT * COST_UNCOVER
    if action < EXCHANGE_AT:
        return left * (EXPECTED - POINT * COST_TAKE)
    if action < CAMP_AT:
        return left * (exchange_charm(state, action - EXCHANGE_AT) - POINT * COST_EXCHANGE)
    if action < GUARD_AT:
        return camp_charm(state, cell_of(action - CAMP_AT)) - left * POINT * COST_CAMP
    number = action - GUARD_AT
    return guard_charm(state, number // PLACES, cell_of(number % PLACES)) - left * POINT * COST_GUARD


@kernel
def uncover_charm(state: TikalState, cell: int) -> int:
    """A level more: for us as it stands in the odds, less what the strongest other has of it."""
    seat = int(state.turn)
    others = 0
    for other in range(int(state.seats)):
        if other != seat:
            others = max(others, promise(state, other, lead(state, other, cell, 0)))
    return promise(state, seat, lead(state, seat, cell, 0)) - others // 2


@kernel
def exchange_charm(state: TikalState, number: int) -> int:
    """Points in each scoring that an exchange brings us, less what it brings the other."""
    seat, other = int(state.turn), number // (KINDS * KINDS)
    given, taken = (number // KINDS) % KINDS, number % KINDS
    own, theirs = count_held(state, seat, taken), count_held(state, other, given)
    ours = TREASURE_POINTS[own + 1] - TREASURE_POINTS[own] - 1
    return 100 * (ours - (TREASURE_POINTS[theirs + 1] - TREASURE_POINTS[theirs] - 1))


@kernel
def camp_charm(state: TikalState, cell: int) -> int:
    """All that lies beside a new camp and not beside one we have."""
    seat = int(state.turn)
    aims = int(state.temples) | int(state.hoards)
    for camp in range(3):
        old = camp_cell(state, seat, camp)
        if old >= 0:
            for direction in range(DIRECTIONS):
                aims &= ~step(1 << old, direction)
    worth = 0
    for direction in range(DIRECTIONS):
        there = step(passable(state, direction, 4) & (1 << cell), direction) & aims
        if there:
            worth += gain(state, lowest_cell(there), 1)
    return worth * SITES_NEAR // 100


@kernel
def guard_charm(state: TikalState, piece: int, cell: int) -> int:
    """A temple for good instead of in the odds, less the pieces that leave."""
    seat = int(state.turn)
    left = scorings_left(state, seat)
    safe = 100 * left * int(state.number[cell]) - temple_worth(state, seat, cell, 0)
    lost = (int(state.workers[seat, cell]) - 1) * WORKER_LOST
    if state.leader[seat] == cell:
        lost += LEADER_LOST
    return safe - left * lost


@kernel
def lay_charm(state: TikalState, cell: int, turned: int) -> int:
    """A tile laid: worth having by ways from where we are, and worth keeping from where others are."""
    tile, seat = int(state.hand), int(state.turn)
    kind, left = TILE_TYPES[tile], scorings_left(state, seat)
    value = left * (30 if kind == JUNGLE else 50 if kind == TREASURE else 15 + 12 * TILE_VALUES[tile])
    worth = 0
    for direction in range(DIRECTIONS):
        there = step(1 << cell, direction) & int(state.laid) & ~int(state.volcanoes)
        if there:
            other = lowest_cell(there)
            cost = stones(tile, turned, direction)
            cost += stones(int(state.tile[other]), int(state.turned[other]), (direction + 3) % 6)
            if kind == VOLCANO:
                worth -= left * 20 * footing(state, there)
            elif cost:
                worth += value * footing(state, there) * max(1, 5 - cost) // 4
    return worth


@kernel
def footing(state: TikalState, cells: int) -> int:
    """How we stand on a cell: 1 or 2 with a piece or camp of our own, less as much for others."""
    seat, worth = int(state.turn), 0
    for other in range(int(state.seats)):
        own = 2 if present(state, other, 1) & cells else 0
        for camp in range(1, 3):
            cell = camp_cell(state, other, camp)
            if cell >= 0 and (cells >> cell) & 1:
                own = 2
        worth += own if other == seat else -own // 2
    return worth


@kernel
def tile_charm(state: TikalState, tile: int) -> int:
    """A tile to choose: temples by their level, treasures; a volcano where our scoring is the best one now."""
    seat = int(state.turn)
    left = scorings_left(state, seat)
    kind = TILE_TYPES[tile]
    if kind == VOLCANO:
        others = 0
        for other in range(int(state.seats)):
            if other != seat:
                others = max(others, score_temples(state, other) + score_treasures(state, other))
        return 50 * (score_temples(state, seat) + score_treasures(state, seat) - others)
    if kind == TEMPLE:
        return left * 20 * TILE_VALUES[tile]
    return left * (10 * TILE_VALUES[tile] + 20)


@kernel
def end_charm(state: TikalState) -> int:
    """The points that ending the turn wastes."""
    seat = int(state.turn)
    return -WASTED * scorings_left(state, seat) * int(state.points)


@kernel
def bid_charm(state: TikalState, bid: int) -> int:
    """What choosing before the others is worth, less the price; nothing for a pass."""
    if bid == 0:
        return 0
    return first_worth(state) - 100 * bid


@kernel
def first_worth(state: TikalState) -> int:
    """What the best tile on offer is worth above a middling one."""
    best, total, cells = -(1 << 20), 0, int(state.offer)
    while cells:
        worth = tile_charm(state, lowest_cell(cells))
        best = max(best, worth)
        total += worth
        cells &= cells - 1
    return best - total // max(1, count_bits(int(state.offer)))
