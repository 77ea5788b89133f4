"""Any position of Stwórz mi planetę, readable and writable: for puzzles, tests and teaching."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from kafelki.core.bits import cells_in
from kafelki.core.game import Position
from kafelki.core.record import plain
from kafelki.errors import BadPosition
from kafelki.games.planet.legal import everybody, free_cells, open_stacks
from kafelki.games.planet.rules import start
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
    STACKS,
    TAKE,
    PlanetState,
)
from kafelki.games.planet.tables import BAOBABS, CELLS_OF, STACK, TILE_OF, Stack, tile_id
from kafelki.games.planet.view import STEP, Step
from kafelki.games.planet.whole import (
    BAOBABS_WRONG,
    ROUND_WRONG,
    TABLE_WRONG,
    TILE_LOST,
    TILE_MISPLACED,
    TILE_TWICE,
    why_not_whole,
)
from kafelki.words import Text


class TakenTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A tile of a planet; no cell while it is in hand."""

    tile: str
    cell: int | None = None
    face_down: bool = False


class PlanetPosition(Position, frozen=True, tag="planet.position"):
    """Each planet: stack -> its tiles in the order they were taken. What is nowhere here nobody has seen."""

    planets: list[dict[Stack, list[TakenTile]]]
    to_act: int | None  # None when the match is over
    step: Step | None
    starter: int
    stack: Stack | None = None
    offer: tuple[str, ...] = ()
    looked: tuple[str, ...] = ()  # two players: what the drawer alone has seen, three tiles or the one face down
    discarded: tuple[str, ...] = ()
    shown_characters: tuple[tuple[str, ...], ...] | None = (
        None  # round by round; left out: what was taken or discarded then
    )


def position(record: PlanetState) -> PlanetPosition:
    """Everything on the table."""
    state = plain(record, PlanetState)
    stack = state.stack
    return PlanetPosition(
        planets=[{STACK[kind]: _taken(state, seat, kind) for kind in range(STACKS)} for seat in range(state.seats)],
        to_act=None if state.over else state.turn,
        step=None if state.over else STEP[state.step],
        starter=state.starter,
        stack=None if stack == NO_STACK else STACK[stack],
        offer=_names(stack, state.offer),
        looked=_names(stack, state.looked[state.starter]),
        discarded=tuple(name for kind in range(STACKS) for name in _names(kind, state.discarded[kind])),
        shown_characters=tuple(_names(CHARACTERS, state.shown_in[number]) for number in range(state.used[CHARACTERS])),
    )


def _names(stack: int, tiles: int) -> tuple[str, ...]:
    return tuple(tile_id(stack, tile) for tile in cells_in(tiles))


def _taken(state: PlanetState, seat: int, stack: int) -> list[TakenTile]:
    tiles = state.characters[seat] if stack == CHARACTERS else state.land[seat][stack]
    return [
        TakenTile(tile_id(stack, tile))
        if cell == NO_CELL
        else TakenTile(tile_id(stack, tile), cell, bool(state.face_down[seat] >> cell & 1))
        for tile, cell in zip(tiles, state.cells[seat][stack], strict=True)
        if tile != NO_TILE
    ]


def seats_of(position: PlanetPosition) -> int:
    """How many play in this position."""
    return len(position.planets)


def set_position(state: PlanetState, position: PlanetPosition) -> None:
    """Lay the position out in a record that has seats and options, or BadPosition."""
    seats = int(state.seats)
    _want(len(position.planets) == seats, SEATS_DIFFER)
    _want(0 <= position.starter < seats, TURN_WRONG)
    start(state)
    state.starter = position.starter
    if position.to_act is None:
        _want(position.step is None and position.stack is None, TURN_WRONG)
        state.turn = position.starter
    else:
        _want(position.step is not None and 0 <= position.to_act < seats, TURN_WRONG)
        state.turn = position.to_act
        state.step = STEP.index(position.step or "choose")
    _set_planets(state, position)
    _set_rounds(state, position)
    _set_table(state, position)
    fault = why_not_whole(state)
    _want(not fault, FAULTS.get(fault, TURN_WRONG))
    _want((open_stacks(state) == 0 and position.stack is None) == (position.to_act is None), OVER_WRONG)
    state.over = 1 if position.to_act is None else 0
    _want(bool(state.over) or _turn_can_be(state), TURN_WRONG)


def _tile(name: str, stack: int) -> int:
    kind, tile = TILE_OF.get(name, (-1, -1))
    _want(kind == stack, NO_SUCH_TILE)
    return tile


def _set_planets(state: PlanetState, position: PlanetPosition) -> None:
    for seat, planet in enumerate(position.planets):
        for stack in range(STACKS):
            taken = planet.get(STACK[stack], [])
            _want(len(taken) <= ROUNDS, FAULTS[ROUND_WRONG])
            for number, one in enumerate(taken):
                _lay(state, seat, stack, number, one)


def _lay(state: PlanetState, seat: int, stack: int, number: int, one: TakenTile) -> None:
    tile = _tile(one.tile, stack)
    if stack == CHARACTERS:
        state.characters[seat, number] = tile
    else:
        state.land[seat, stack, number] = tile
    _want(not one.face_down or (one.cell is not None and _is_baobab(stack, tile)), FAULTS[BAOBABS_WRONG])
    if one.cell is None:
        return
    _want(one.cell in CELLS_OF[stack], FAULTS[TILE_MISPLACED])
    state.cells[seat, stack, number] = one.cell
    if one.face_down:
        state.face_down[seat] |= 1 << one.cell
    elif _is_baobab(stack, tile):
        state.baobabs[seat] |= 1 << one.cell


def _set_rounds(state: PlanetState, position: PlanetPosition) -> None:
    """How many rounds each stack has had, and who has no tile yet in the one that is running."""
    counts = [[len(planet.get(stack, [])) for planet in position.planets] for stack in STACK]
    state.stack = NO_STACK if position.stack is None else STACK.index(position.stack)
    for stack in range(STACKS):
        state.used[stack] = max(counts[stack])
    if position.stack is not None:
        running = counts[int(state.stack)]
        begun = state.step in (PLACE, NAME) or len(set(running)) > 1  # somebody has a tile of this round
        rounds = max(running) + (0 if begun else 1)
        _want(rounds <= ROUNDS, FAULTS[ROUND_WRONG])
        state.used[int(state.stack)] = rounds
        state.waiting = sum(1 << seat for seat, count in enumerate(running) if count < rounds)


def _set_table(state: PlanetState, position: PlanetPosition) -> None:
    stack = int(state.stack)
    _want(stack != NO_STACK or not (position.offer or position.looked), FAULTS[TABLE_WRONG])
    state.offer = _set(position.offer, stack)
    state.looked[position.starter] = _set(position.looked, stack)
    for name in position.discarded:
        kind, tile = TILE_OF.get(name, (-1, -1))
        _want(kind >= 0, NO_SUCH_TILE)
        _want(not int(state.discarded[kind]) >> tile & 1, FAULTS[TILE_TWICE])
        state.discarded[kind] |= 1 << tile
    for kind in range(CHARACTERS):
        taken = [one.tile for planet in position.planets for one in planet.get(STACK[kind], [])]
        state.shown[kind] = _set(taken, kind) | int(state.discarded[kind]) | (int(state.offer) if kind == stack else 0)
    _set_shown_characters(state, position)


def _set_shown_characters(state: PlanetState, position: PlanetPosition) -> None:
    rounds: Sequence[Sequence[str]] | None = position.shown_characters
    if rounds is None:
        rounds = _rounds_as_taken(state, position)
    _want(len(rounds) == int(state.used[CHARACTERS]), FAULTS[ROUND_WRONG])
    for number, names in enumerate(rounds):
        state.shown_in[number] = _set(names, CHARACTERS)
        state.shown[CHARACTERS] |= int(state.shown_in[number])


def _rounds_as_taken(state: PlanetState, position: PlanetPosition) -> Sequence[Sequence[str]]:
    rounds: list[list[str]] = [[] for _ in range(int(state.used[CHARACTERS]))]
    for planet in position.planets:
        for number, one in enumerate(planet.get("character", [])[: len(rounds)]):
            rounds[number].append(one.tile)
    discarded = [name for name in position.discarded if TILE_OF[name][0] == CHARACTERS]
    for names, name in zip(rounds, discarded, strict=False):
        names.append(name)
    if position.stack == "character":
        rounds[-1] += position.offer
    return rounds


def _set(names: Sequence[str], stack: int) -> int:
    tiles = [_tile(name, stack) for name in names]
    _want(len(set(tiles)) == len(tiles), FAULTS[TILE_TWICE])
    return sum(1 << tile for tile in tiles)


def _turn_can_be(state: PlanetState) -> bool:
    """The seat to act is one that can be at this step."""
    seat, step, waiting = int(state.turn), int(state.step), int(state.waiting)
    pair = state.seats == 2
    if step == CHOOSE or state.stack == NO_STACK:
        return step == CHOOSE and seat == state.starter and state.stack == NO_STACK
    if step == HIDE:
        return pair and seat == state.starter and waiting == everybody(state)
    if bool(waiting >> seat & 1) != (step == TAKE):
        return False
    before = waiting if step == TAKE else waiting | 1 << seat  # who had no tile when this seat's turn came
    first = before == everybody(state)
    if first == (seat == state.starter) if pair else first != (seat == state.starter):
        return False  # of two the drawer is the last to take, of more the starter is the first
    if not pair and before >> int(state.starter) & 1 and not first:
        return False
    if step == PLACE:
        in_hand = state.cells[seat, int(state.stack), int(state.used[int(state.stack)]) - 1] == NO_CELL
        return in_hand and state.places == CHOSEN and free_cells(state, seat).bit_count() > 1
    return step == TAKE if pair else waiting.bit_count() > 1


def _is_baobab(stack: int, tile: int) -> bool:
    return bool(BAOBABS[stack] >> tile & 1)


def _want(holds: bool, words: Text) -> None:
    if not holds:
        raise BadPosition(
            f"Not a position of Make Me a Planet: {words.en}.",
            f"To nie jest pozycja gry Stwórz mi planetę: {words.pl}.",
            "rules",
        )


SEATS_DIFFER: Final = Text("as many planets as players are wanted", "potrzeba tylu planet, ilu jest graczy")
NO_SUCH_TILE: Final = Text(
    "tiles are C01-C20 (inside), U01-U20 (rising), D01-D20 (falling) and P01-P20 (characters), each in its stack",
    "kafelki to C01-C20 (wnętrze), U01-U20 (wznosząca), D01-D20 (opadająca) i P01-P20 (postacie), każdy w swoim stosie",
)
TURN_WRONG: Final = Text(
    "to_act, step, starter and stack do not fit what lies on the table",
    "to_act, step, starter i stack nie zgadzają się z tym, co leży na stole",
)
OVER_WRONG: Final = Text(
    "a match is over when all planets are whole, and only then",
    "rozgrywka kończy się, gdy wszystkie planety są całe, i tylko wtedy",
)
FAULTS: Final = {
    TILE_TWICE: Text("a tile lies in two places", "jakiś kafelek leży w dwóch miejscach"),
    TILE_LOST: Text(
        "all planets have as many tiles of a kind, and two players discard one tile a round",
        "wszystkie planety mają tyle samo kafelków danego rodzaju, a dwóch graczy odrzuca jeden kafelek na rundę",
    ),
    TILE_MISPLACED: Text(
        "each tile has a cell of its own kind to itself", "każdy kafelek ma dla siebie pole swojego rodzaju"
    ),
    BAOBABS_WRONG: Text(
        "baobab tiles lie face down by threes, and at most two face up",
        "kafelki z baobabami leżą zakryte trójkami, a odkryte najwyżej dwa",
    ),
    TABLE_WRONG: Text(
        "the table has a tile for everyone who waits, and one more with two players",
        "na stole leży po kafelku dla każdego, kto czeka, a przy dwóch graczach jeszcze jeden",
    ),
    ROUND_WRONG: Text("there are four rounds with each stack", "z każdego stosu są cztery rundy"),
}
