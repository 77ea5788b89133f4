"""The rules of Stwórz mi planetę, one small function each. Numbers (§) are those of docs/rules/planet.en.md.

What may be done is in legal.py, points in scoring.py, what a seat cannot know in secrets.py.
"""

from __future__ import annotations

from kafelki.core.bits import count_bits, lowest_cell, nth_cell
from kafelki.core.chance import below
from kafelki.core.kernel import kernel
from kafelki.games.planet.legal import choice_of, everybody, free_cells, open_stacks
from kafelki.games.planet.state import (
    CHARACTERS,
    CHOOSE,
    CHOSEN,
    HIDE,
    NAME,
    NO_CELL,
    NO_STACK,
    NO_TILE,
    PLACE,
    ROUNDS,
    SEATS,
    STACKS,
    TAKE,
    TILES,
    PlanetState,
)
from kafelki.games.planet.tables import BAOBABS, DRAWN, WHOLE_STACK

# ---- Set-up


@kernel
def start(state: PlanetState) -> None:
    """§1 Four stacks, empty planets; seat 0 begins. What is removed unseen stays in the stack: nobody can tell."""
    state.stack = NO_STACK
    state.waiting = everybody(state)
    for seat in range(SEATS):
        for stack in range(STACKS):
            for number in range(ROUNDS):
                state.cells[seat, stack, number] = NO_CELL
                if stack == CHARACTERS:
                    state.characters[seat, number] = NO_TILE
                else:
                    state.land[seat, stack, number] = NO_TILE


# ---- A step


@kernel
def apply(state: PlanetState, action: int) -> None:
    """§2, §24 Choose, hide, take, place or name."""
    state.ply = int(state.ply) + 1
    step = state.step
    bit = choice_of(action)
    if step == CHOOSE:
        choose(state, bit)
    elif step == HIDE:
        hide(state, bit)
    elif step == TAKE:
        take(state, bit)
        if lay(state):
            go_on(state)
    elif step == PLACE:
        place(state, bit)
        go_on(state)
    else:
        give_turn(state, bit, TAKE)


@kernel
def give_turn(state: PlanetState, seat: int, step: int) -> None:
    """It is that seat's turn, to do this."""
    if seat != state.turn:
        state.turn = seat
        state.turn_ply = state.ply
    state.step = step


@kernel
def choose(state: PlanetState, stack: int) -> None:
    """§2, §24 Draw as many tiles as players and lay them open; of two players the drawer looks at three."""
    state.stack = stack
    state.used[stack] = int(state.used[stack]) + 1
    drawn = draw(state, stack)
    state.reveal_ply = state.ply
    if state.seats == 2:
        state.looked[state.turn] = drawn
        state.step = HIDE
    else:
        show(state, drawn)
        state.step = TAKE


@kernel
def draw(state: PlanetState, stack: int) -> int:
    """§1 Tiles for a round, each as likely as the others, out of all that are in no hand and never were shown."""
    left = WHOLE_STACK & ~int(state.shown[stack])
    if stack == CHARACTERS and state.seats == 2 and state.hidden_characters:
        for seat in range(2):
            left &= ~held_characters(state, seat)
    count = count_bits(left)
    drawn = 0
    for number in range(DRAWN[int(state.seats)]):
        tile = 1 << nth_cell(left & ~drawn, below(state, count - number))
        drawn |= tile
    return drawn


@kernel
def held_characters(state: PlanetState, seat: int) -> int:
    """The character tiles a seat has taken."""
    tiles = 0
    for number in range(ROUNDS):
        if state.characters[seat, number] != NO_TILE:
            tiles |= 1 << int(state.characters[seat, number])
    return tiles


@kernel
def show(state: PlanetState, tiles: int) -> None:
    """Lay tiles of this round's stack open on the table."""
    state.offer = int(state.offer) | tiles
    remember(state, tiles)


@kernel
def remember(state: PlanetState, tiles: int) -> None:
    """Tiles of this round's stack that all have seen."""
    stack = int(state.stack)
    state.shown[stack] = int(state.shown[stack]) | tiles
    if stack == CHARACTERS:
        number = int(state.used[stack]) - 1
        state.shown_in[number] = int(state.shown_in[number]) | tiles


@kernel
def hide(state: PlanetState, tile: int) -> None:
    """§25 The drawer leaves one tile face down and shows the others; the other player takes first."""
    drawer = int(state.turn)
    show(state, int(state.looked[drawer]) & ~(1 << tile))
    state.looked[drawer] = 1 << tile
    state.reveal_ply = state.ply
    give_turn(state, 1 - drawer, TAKE)


@kernel
def take(state: PlanetState, tile: int) -> None:
    """§2, §28 Take a tile in hand; one that lay face down comes to light, but for a hidden character."""
    seat, stack = int(state.turn), int(state.stack)
    if tile == TILES:
        tile = lowest_cell(int(state.looked[state.starter]))
        state.looked[state.starter] = 0
        state.reveal_ply = state.ply
        if not (state.hidden_characters and stack == CHARACTERS):
            remember(state, 1 << tile)
    else:
        state.offer = int(state.offer) & ~(1 << tile)
    number = int(state.used[stack]) - 1
    if stack == CHARACTERS:
        state.characters[seat, number] = tile
    else:
        state.land[seat, stack, number] = tile
    state.waiting = int(state.waiting) & ~(1 << seat)


@kernel
def lay(state: PlanetState) -> bool:
    """§6 The tile in hand goes to the first free cell, unless the player is to choose; whether it lies now."""
    free = free_cells(state, int(state.turn))
    if state.places == CHOSEN and count_bits(free) > 1:
        state.step = PLACE
        return False
    place(state, lowest_cell(free))
    return True


@kernel
def place(state: PlanetState, cell: int) -> None:
    """§8-§9 Lay the tile in hand; the third baobab face up turns all three tiles over."""
    seat, stack = int(state.turn), int(state.stack)
    number = int(state.used[stack]) - 1
    state.cells[seat, stack, number] = cell
    if stack == CHARACTERS or not (BAOBABS[stack] >> int(state.land[seat, stack, number])) & 1:
        return
    baobabs = int(state.baobabs[seat]) | (1 << cell)
    if count_bits(baobabs) == 3:
        state.face_down[seat] = int(state.face_down[seat]) | baobabs
        baobabs = 0
    state.baobabs[seat] = baobabs


@kernel
def go_on(state: PlanetState) -> None:
    """§3, §29 Name who takes next; the last one is not asked, and gets the last tile."""
    waiting = int(state.waiting)
    if waiting == 0:
        end_round(state)
    elif state.seats == 2:
        give_turn(state, lowest_cell(waiting), TAKE)
    elif waiting & (waiting - 1):
        state.step = NAME
    else:
        give_turn(state, lowest_cell(waiting), TAKE)
        take(state, lowest_cell(int(state.offer)))
        if lay(state):
            end_round(state)


@kernel
def end_round(state: PlanetState) -> None:
    """§3, §24 The last one starts the next round (of two: who did not draw); what two players leave is discarded."""
    if state.seats == 2:
        discard(state)
        state.starter = 1 - int(state.starter)
    else:
        state.starter = state.turn
    state.stack = NO_STACK
    state.waiting = everybody(state)
    give_turn(state, int(state.starter), CHOOSE)
    if open_stacks(state) == 0:
        state.over = 1
        state.reveal_ply = state.ply


@kernel
def discard(state: PlanetState) -> None:
    """§26, §28 Of two players' three tiles the last goes out of the game, face up."""
    stack = int(state.stack)
    left = int(state.offer)
    hidden = int(state.looked[state.starter])
    if hidden:
        remember(state, hidden)
        state.looked[state.starter] = 0
        state.reveal_ply = state.ply
    state.discarded[stack] = int(state.discarded[stack]) | left | hidden
    state.offer = 0
