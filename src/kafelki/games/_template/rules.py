"""Ridge's rules, one small function each; points are in scoring.py. The whole rulebook:

§1  Seven tiles are numbered 1 to 7. One is turned up and begins the ridge.
§2  Two players are dealt two tiles each, three players one each, hidden from the others. The rest are the stack.
§3  All climbers begin on the first tile; seat 0 begins.
§4  In your turn you lay one tile of your hand at the left or right end of the ridge, and then draw one from the
    stack while it has any.
§5  Before and after that your climber takes up to two steps, each to the next tile on the left or right.
§6  Option `alone`: no step onto a tile where another climber stands.
§7  You say when your turn ends, and not before you have laid a tile.
§8  The match ends with the turn in which the last tile was laid: everybody has had as many turns. The number
    under your climber is your score; equals share the win.
§9  Hidden are the other hands and the stack, and so is what will be drawn.
"""

from __future__ import annotations

from typing import Final

from kafelki.core.bits import count_bits, lowest_cell, nth_cell
from kafelki.core.chance import below, set_key
from kafelki.core.codes import NO_SUCH_ACTION, OK, OVER, SPECTATOR
from kafelki.core.kernel import kernel
from kafelki.core.record import Ints64
from kafelki.games._template.state import NO_TILE, TILES, RidgeState
from kafelki.games._template.tables import (
    ACTIONS,
    ALL_TILES,
    END_TURN,
    FIRST_LAY,
    FIRST_STEP,
    HAND_OF,
    LEFT,
    SIDES,
    STEPS,
)

# Why an action is refused. 0 is always "allowed"; 1 and 2 mean the same in every game.
NOT_IN_HAND: Final = 10
ALREADY_LAID: Final = 11
NO_STEPS_LEFT: Final = 12
RIDGE_ENDS: Final = 13
OCCUPIED: Final = 14
LAY_FIRST: Final = 15


# ---- Where tiles are


@kernel
def length(state: RidgeState) -> int:
    """How many tiles the ridge has."""
    cells = 0
    while cells < TILES and state.ridge[cells] != NO_TILE:
        cells += 1
    return cells


@kernel
def unseen_by(state: RidgeState, seat: int) -> int:
    """§9 The tiles neither on the ridge nor in the seat's own hand."""
    seen = 0 if seat == SPECTATOR else int(state.hands[seat])
    for cell in range(length(state)):
        seen |= 1 << int(state.ridge[cell])
    return ALL_TILES & ~seen


@kernel
def face_down(state: RidgeState) -> int:
    """The tiles in the stack: those on the ridge and in all hands are elsewhere."""
    tiles = unseen_by(state, SPECTATOR)
    for seat in range(int(state.seats)):
        tiles &= ~int(state.hands[seat])
    return tiles


@kernel
def draw_from(state: RidgeState, tiles: int, count: int) -> int:
    """A set of `count` of these tiles, any as likely as the others."""
    drawn = 0
    for _ in range(count):
        tile = 1 << nth_cell(tiles, below(state, count_bits(tiles)))
        tiles ^= tile
        drawn |= tile
    return drawn


# ---- Set-up


@kernel
def start(state: RidgeState) -> None:
    """§1, §2 The first tile, a hand for every seat, the stack."""
    seats = int(state.seats)
    state.ridge[0] = lowest_cell(draw_from(state, ALL_TILES, 1))
    for seat in range(seats):
        state.hands[seat] = draw_from(state, face_down(state), HAND_OF[seats])
    state.stack = TILES - 1 - seats * HAND_OF[seats]


# ---- What may be done


@kernel
def why_not(state: RidgeState, action: int) -> int:
    """Whether the seat to act may do this: 0, or why not."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if state.over:
        return OVER
    if action == END_TURN:
        return OK if state.laid else LAY_FIRST
    if action < FIRST_LAY:
        return why_not_step(state, action - FIRST_STEP)
    return why_not_lay(state, 1 + (action - FIRST_LAY) // SIDES)


@kernel
def why_not_step(state: RidgeState, side: int) -> int:
    """§5, §6 Two steps a turn, along the ridge; with `alone` onto a free tile."""
    if state.steps >= STEPS:
        return NO_STEPS_LEFT
    cell = next_cell(state, side)
    if cell < 0 or cell >= length(state):
        return RIDGE_ENDS
    if state.alone:
        for seat in range(int(state.seats)):
            if state.climbers[seat] == cell:
                return OCCUPIED
    return OK


@kernel
def next_cell(state: RidgeState, side: int) -> int:
    """The cell on that side of the climber whose turn it is."""
    cell = int(state.climbers[state.turn])
    return cell - 1 if side == LEFT else cell + 1


@kernel
def why_not_lay(state: RidgeState, tile: int) -> int:
    """§4 One tile a turn, from the hand; both ends of the ridge are always open."""
    if state.laid:
        return ALREADY_LAID
    if not (int(state.hands[state.turn]) >> tile) & 1:
        return NOT_IN_HAND
    return OK


# Seventeen actions are few: asking each of them is quick enough, and cannot disagree with `why_not`.


@kernel
def count_legal(state: RidgeState) -> int:
    """How many actions the seat to act can choose from."""
    count = 0
    for action in range(ACTIONS):
        if why_not(state, action) == OK:
            count += 1
    return count


@kernel
def pick_legal(state: RidgeState, k: int) -> int:
    """The k-th legal action, rising, without writing a list; -1 when there are not so many."""
    for action in range(ACTIONS):
        if why_not(state, action) == OK:
            if k == 0:
                return action
            k -= 1
    return -1


@kernel
def list_legal(state: RidgeState, out: Ints64) -> int:
    """Write the legal actions, rising, into `out`; how many there are."""
    count = 0
    for action in range(ACTIONS):
        if why_not(state, action) == OK:
            out[count] = action
            count += 1
    return count


# ---- Doing it


@kernel
def apply(state: RidgeState, action: int) -> None:
    """Do a legal action."""
    state.ply = int(state.ply) + 1
    if action == END_TURN:
        end_turn(state)
    elif action < FIRST_LAY:
        step(state, action - FIRST_STEP)
    else:
        lay(state, 1 + (action - FIRST_LAY) // SIDES, (action - FIRST_LAY) % SIDES)


@kernel
def step(state: RidgeState, side: int) -> None:
    """§5 One step along the ridge. Nothing hidden comes to light: it can be undone."""
    state.climbers[state.turn] = next_cell(state, side)
    state.steps = int(state.steps) + 1


@kernel
def lay(state: RidgeState, tile: int, side: int) -> None:
    """§4 A tile from the hand, and one from the stack. Others see the first, you see the second: no undo."""
    seat = int(state.turn)
    state.hands[seat] = int(state.hands[seat]) ^ (1 << tile)
    if side == LEFT:
        make_room(state)
        state.ridge[0] = tile
    else:
        state.ridge[length(state)] = tile
    if state.stack > 0:
        state.hands[seat] = int(state.hands[seat]) | draw_from(state, face_down(state), 1)
        state.stack = int(state.stack) - 1
    state.laid = 1
    state.reveal_ply = state.ply


@kernel
def make_room(state: RidgeState) -> None:
    """Move the ridge and all who stand on it one cell to the right."""
    for cell in range(length(state), 0, -1):
        state.ridge[cell] = state.ridge[cell - 1]
    for seat in range(int(state.seats)):
        state.climbers[seat] = int(state.climbers[seat]) + 1


@kernel
def end_turn(state: RidgeState) -> None:
    """§7, §8 The next seat's turn, or the end of the match."""
    state.turn = (int(state.turn) + 1) % int(state.seats)
    state.turn_ply = state.ply
    state.laid = 0
    state.steps = 0
    if length(state) == TILES:
        state.over = 1


# ---- What a seat cannot know


@kernel
def redeal(state: RidgeState, seat: int, key: Ints64) -> None:
    """§9 Other hands, as high as they are, and another future, as `seat` (or SPECTATOR) may imagine them."""
    set_key(state, key)
    unseen = unseen_by(state, seat)
    for other in range(int(state.seats)):
        if other != seat:
            hand = draw_from(state, unseen, count_bits(int(state.hands[other])))
            state.hands[other] = hand
            unseen ^= hand
