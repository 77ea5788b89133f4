"""What a seat sees of Stwórz mi planetę, and what a page offers it."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
import numpy as np

from kafelki.core.codes import SPECTATOR
from kafelki.core.game import Choices, Move, View
from kafelki.core.meta import Value
from kafelki.core.record import Shared, as_array, plain
from kafelki.games.planet.meta import META
from kafelki.games.planet.moves import Choose, Hide, Name, Place, PlanetMove, Take, TakeFaceDown
from kafelki.games.planet.scoring import list_points
from kafelki.games.planet.secrets import list_unknown
from kafelki.games.planet.state import CHARACTERS, NO_CELL, NO_STACK, PLACE, ROUNDS, SEATS, STACKS, TILES, PlanetState
from kafelki.games.planet.tables import (
    CHARACTER,
    CHARACTER_ON,
    ELEMENTS,
    PACKED,
    STACK,
    STACK_OF_CELL,
    STARS,
    Character,
    Element,
    Stack,
    elements_of,
    tile_id,
)

Taken: TypeAlias = tuple[tuple[int, ...], ...]  # the tiles a seat took, by stack and round
Step: TypeAlias = Literal["choose", "hide", "take", "place", "name"]
STEP: Final[tuple[Step, ...]] = ("choose", "hide", "take", "place", "name")


class Tile(msgspec.Struct, frozen=True):
    """A tile and what is drawn on it."""

    id: str
    stack: Stack
    elements: dict[Element, int]
    character: Character | None


class Laid(msgspec.Struct, frozen=True, rename="camel"):
    """A tile on a planet; `tile` is None for a character that the viewer may not know."""

    cell: int
    tile: Tile | None
    face_down: bool  # turned over by baobabs


class InHand(msgspec.Struct, frozen=True):
    """A tile taken and not placed yet; None where the viewer may not know it."""

    tile: Tile | None


class Drawn(msgspec.Struct, frozen=True):
    """Two players: what the drawer alone has seen, three tiles and then the one face down."""

    seat: int
    count: int
    tiles: list[Tile] | None  # for the drawer, and for all when the match is over


class CharacterPoints(msgspec.Struct, frozen=True):
    """What a character is worth as the planet lies now; None where the viewer may not know it."""

    cell: int
    character: Character | None
    points: int | None


class Points(msgspec.Struct, frozen=True):
    """Where points come from, as far as the viewer knows."""

    characters: list[CharacterPoints]
    volcanoes: int  # what the most volcanoes would cost now, 0 or less
    total: int


class Player(msgspec.Struct, frozen=True, rename="camel"):
    """A seat's planet. `elements` counts what lies face up, stars of known characters included."""

    planet: list[Laid]
    in_hand: InHand | None
    elements: dict[Element, int]
    points: Points


class PlanetView(View, frozen=True, rename="camel", tag="planet.view"):
    """The table as one seat sees it; a spectator is seat None."""

    seat: int | None
    ply: int
    to_act: int | None
    over: bool
    options: dict[str, Value]
    step: Step | None
    round: int  # 1..16
    stack: Stack | None  # of the round now running
    starter: int
    waiting: list[int]  # seats without a tile this round
    rounds_left: dict[Stack, int]
    offer: list[Tile]
    drawn: Drawn | None
    discarded: list[Tile]
    shown_characters: list[list[Tile]]  # round by round with that stack: who took which is not in it
    unseen: dict[Stack, list[str]]  # tiles the viewer has not seen, removed ones among them
    players: list[Player]


class PlanetChoices(Choices, frozen=True, rename="camel", tag="planet.choices"):
    """What can be pressed now; all but one of these are empty."""

    step: Step | None
    stacks: list[Stack]
    tiles: list[str]
    face_down: bool
    cells: list[int]
    seats: list[int]


def _tile(stack: int, tile: int) -> Tile:
    character = CHARACTER[CHARACTER_ON[tile]] if stack == CHARACTERS else None
    return Tile(tile_id(stack, tile), STACK[stack], elements_of(stack, tile), character)


TILE: Final = tuple(tuple(_tile(stack, tile) for tile in range(TILES)) for stack in range(STACKS))
HIDDEN: Final = (*TILE[:CHARACTERS], (None,) * TILES)  # as who does not know the characters sees them
# ---- All that can be shown of one kind, made once: a view is put together from these.
LAID: Final = tuple(  # known or not, cell, tile, face up or down
    tuple(
        tuple((Laid(cell, tile, False), Laid(cell, tile, True)) for tile in shown[stack])
        for cell, stack in enumerate(STACK_OF_CELL)
    )
    for shown in (HIDDEN, TILE)
)
TILE_BITS: Final = tuple(tuple((1 << number, tile) for number, tile in enumerate(tiles)) for tiles in TILE)
ID_BITS: Final = tuple(tuple((bit, tile.id) for bit, tile in tiles) for tiles in TILE_BITS)


def tiles_in(stack: int, tiles: int) -> list[Tile]:
    """The tiles of a set, rising."""
    return [tile for bit, tile in TILE_BITS[stack] if tiles & bit] if tiles else []


def view(record: PlanetState, seat: int | None) -> PlanetView:
    """The state as `seat` sees it: with what it has looked at, and its own characters."""
    seen = SEEN(record)
    if seat is None:
        return seen.public
    state, players = seen.state, seen.public.players
    if state.hidden_characters and not state.over:
        players = [*players]
        players[seat] = _player(state, seat, seen.points[seat], known=True)
    return msgspec.structs.replace(
        seen.public, seat=seat, drawn=_drawn(state, seat), unseen=_unseen(record, seat), players=players
    )


class Seen(NamedTuple):
    """What all seats' views of a state are made of."""

    state: PlanetState
    points: list[list[int]]
    public: PlanetView  # as who only watches sees it


def _seen(record: PlanetState) -> Seen:
    state, points = plain(record, PlanetState), np.zeros((SEATS, ELEMENTS + 1 + ROUNDS), dtype=np.int64)
    list_points(as_array(record), points)
    over, stack, used, scored = bool(state.over), state.stack, state.used, points.tolist()
    known = over or not state.hidden_characters
    public = PlanetView(
        seat=None,
        ply=state.ply,
        to_act=None if over else state.turn,
        over=over,
        options=META.options_in(state),
        step=None if over else STEP[state.step],
        round=min(sum(used) + (stack == NO_STACK), STACKS * ROUNDS),
        stack=None if stack == NO_STACK else STACK[stack],
        starter=state.starter,
        waiting=[other for other in range(state.seats) if state.waiting >> other & 1],
        rounds_left={STACK[kind]: ROUNDS - used[kind] for kind in range(STACKS)},
        offer=[] if stack == NO_STACK else tiles_in(stack, state.offer),
        drawn=_drawn(state, None),
        discarded=[tile for kind in range(STACKS) for tile in tiles_in(kind, state.discarded[kind])],
        shown_characters=[tiles_in(CHARACTERS, state.shown_in[number]) for number in range(used[CHARACTERS])],
        unseen=_unseen(record, None),
        players=[_player(state, seat, scored[seat], known) for seat in range(state.seats)],
    )
    return Seen(state, scored, public)


SEEN: Final = Shared(_seen)


def _drawn(state: PlanetState, seat: int | None) -> Drawn | None:
    drawer = state.starter
    tiles = tiles_in(state.stack, state.looked[drawer])
    return Drawn(drawer, len(tiles), tiles if seat == drawer or state.over else None) if tiles else None


def _unseen(record: PlanetState, seat: int | None) -> dict[Stack, list[str]]:
    unknown = np.zeros(STACKS, dtype=np.int64)
    list_unknown(as_array(record), SPECTATOR if seat is None else seat, unknown)
    sets = enumerate(unknown.tolist())
    return {STACK[stack]: [name for bit, name in ID_BITS[stack] if tiles & bit] for stack, tiles in sets}


def _player(state: PlanetState, seat: int, scored: list[int], known: bool) -> Player:
    """A seat's planet; `scored` is a row of `list_points`, and `known` says whether characters are shown."""
    tiles = (*state.land[seat], state.characters[seat])
    return Player(
        planet=_planet(state, seat, tiles, known),
        in_hand=_in_hand(state, seat, tiles, known),
        elements=_elements(state, seat, scored, known),
        points=_points(state, seat, scored[ELEMENTS:], known),
    )


def _planet(state: PlanetState, seat: int, tiles: Taken, known: bool) -> list[Laid]:
    """The tiles that lie, cell by cell."""
    laid, down = LAID[known], state.face_down[seat]
    planet: list[Laid | None] = [None] * len(STACK_OF_CELL)
    for stack, cells in enumerate(state.cells[seat]):
        for number, cell in enumerate(cells):
            if cell != NO_CELL:
                planet[cell] = laid[cell][tiles[stack][number]][down >> cell & 1]
    return [one for one in planet if one is not None]


def _in_hand(state: PlanetState, seat: int, tiles: Taken, known: bool) -> InHand | None:
    if state.step != PLACE or state.turn != seat:
        return None
    tile = tiles[state.stack][state.used[state.stack] - 1]
    return InHand((TILE if known else HIDDEN)[state.stack][tile])


def _elements(state: PlanetState, seat: int, scored: list[int], known: bool) -> dict[Element, int]:
    counts: dict[Element, int] = {"baobab": int(state.baobabs[seat]).bit_count()}
    counts.update(zip(PACKED, scored, strict=False))
    if known:
        laid = zip(state.cells[seat][CHARACTERS], state.characters[seat], strict=True)
        counts["big_star"] += sum(STARS[CHARACTER_ON[tile]] for cell, tile in laid if cell != NO_CELL)
    return counts


def _points(state: PlanetState, seat: int, scored: list[int], known: bool) -> Points:
    volcanoes, *worth = scored
    characters = [
        CharacterPoints(cell, CHARACTER[CHARACTER_ON[tile]], points) if known else CharacterPoints(cell, None, None)
        for cell, tile, points in zip(state.cells[seat][CHARACTERS], state.characters[seat], worth, strict=True)
        if cell != NO_CELL
    ]
    return Points(characters, volcanoes, volcanoes + (sum(worth) if known else 0))


def told(view: PlanetView, move: PlanetMove) -> Move | None:
    """§27-§28 A move as the viewer may remember it: not what another one hid, nor which character they took."""
    if view.seat == view.to_act:
        return move
    secret = view.stack == "character" and bool(view.options["hidden_characters"])
    hidden = isinstance(move, Hide) or (secret and isinstance(move, Take | TakeFaceDown))
    return None if hidden else move


def choices(view: PlanetView, legal: list[PlanetMove]) -> PlanetChoices:
    """What the page offers, read off the legal moves."""
    return PlanetChoices(
        step=view.step,
        stacks=[move.stack for move in legal if isinstance(move, Choose)],
        tiles=[move.tile for move in legal if isinstance(move, Hide | Take)],
        face_down=any(isinstance(move, TakeFaceDown) for move in legal),
        cells=[move.cell for move in legal if isinstance(move, Place)],
        seats=[move.seat for move in legal if isinstance(move, Name)],
    )
