"""What a seat sees of Stwórz mi planetę, and what a page offers it."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from kafelki.core.game import SPECTATOR, Choices, Move, View
from kafelki.core.meta import Value
from kafelki.games.planet.meta import META
from kafelki.games.planet.moves import Choose, Hide, Name, Place, PlanetMove, Take, TakeFaceDown
from kafelki.games.planet.scoring import count_of, score_volcanoes, score_who, seen_on_land
from kafelki.games.planet.secrets import unknown_tiles
from kafelki.games.planet.state import CHARACTERS, NO_CELL, NO_STACK, ROUNDS, STACKS, TILES, PlanetState
from kafelki.games.planet.tables import (
    CHARACTER,
    CHARACTER_ON,
    FIELD,
    PACKED,
    STACK,
    STARS,
    Character,
    Element,
    Stack,
    elements_of,
    tile_id,
)
from kafelki.games.planet.whole import tile_at

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


def tiles_in(stack: int, tiles: int) -> list[Tile]:
    """The tiles of a set, rising."""
    return [TILE[stack][tile] for tile in range(TILES) if tiles >> tile & 1]


def view(state: PlanetState, seat: int | None) -> PlanetView:
    """The state as `seat` sees it."""
    over, stack = bool(state.over), int(state.stack)
    used = [int(rounds) for rounds in state.used]
    return PlanetView(
        seat=seat,
        ply=int(state.ply),
        to_act=None if over else int(state.turn),
        over=over,
        options={option.id: option.values[int(getattr(state, option.id))] for option in META.options},
        step=None if over else STEP[int(state.step)],
        round=min(sum(used) + (stack == NO_STACK), STACKS * ROUNDS),
        stack=None if stack == NO_STACK else STACK[stack],
        starter=int(state.starter),
        waiting=[other for other in range(int(state.seats)) if int(state.waiting) >> other & 1],
        rounds_left={STACK[kind]: ROUNDS - used[kind] for kind in range(STACKS)},
        offer=[] if stack == NO_STACK else tiles_in(stack, int(state.offer)),
        drawn=_drawn(state, seat),
        discarded=[tile for kind in range(STACKS) for tile in tiles_in(kind, int(state.discarded[kind]))],
        shown_characters=[tiles_in(CHARACTERS, int(state.shown_in[number])) for number in range(used[CHARACTERS])],
        unseen={STACK[kind]: _unseen(state, kind, seat) for kind in range(STACKS)},
        players=[_player(state, other, _knows(state, seat, other)) for other in range(int(state.seats))],
    )


def _knows(state: PlanetState, seat: int | None, other: int) -> bool:
    """Whether `seat` knows the characters of `other`."""
    return seat == other or bool(state.over) or not state.hidden_characters


def _drawn(state: PlanetState, seat: int | None) -> Drawn | None:
    drawer = int(state.starter)
    tiles = tiles_in(int(state.stack), int(state.looked[drawer]))
    return Drawn(drawer, len(tiles), tiles if seat == drawer or state.over else None) if tiles else None


def _unseen(state: PlanetState, stack: int, seat: int | None) -> list[str]:
    seats = range(int(state.seats)) if state.over else [SPECTATOR if seat is None else seat]
    tiles = -1
    for viewer in seats:
        tiles &= unknown_tiles(state, stack, viewer)
    return [tile.id for tile in tiles_in(stack, tiles)]


def _player(state: PlanetState, seat: int, known: bool) -> Player:
    cells, down = state.cells[seat].tolist(), int(state.face_down[seat])
    tiles = [*state.land[seat].tolist(), state.characters[seat].tolist()]
    planet = [
        Laid(cell, _known_tile(stack, tiles[stack][number], known), bool(down >> cell & 1))
        for stack in range(STACKS)
        for number in range(ROUNDS)
        if (cell := cells[stack][number]) != NO_CELL
    ]
    return Player(
        planet=sorted(planet, key=lambda laid: laid.cell),
        in_hand=_in_hand(state, seat, known),
        elements=_elements(state, seat, known),
        points=_points(state, seat, known),
    )


def _known_tile(stack: int, tile: int, known: bool) -> Tile | None:
    return TILE[stack][tile] if known or stack != CHARACTERS else None


def _in_hand(state: PlanetState, seat: int, known: bool) -> InHand | None:
    if state.step != STEP.index("place") or state.turn != seat:
        return None
    stack = int(state.stack)
    return InHand(_known_tile(stack, tile_at(state, seat, stack, int(state.used[stack]) - 1), known))


def _laid_characters(state: PlanetState, seat: int) -> list[tuple[int, int]]:
    """Cell and character of each laid character tile."""
    pairs = zip(state.cells[seat, CHARACTERS].tolist(), state.characters[seat].tolist(), strict=True)
    return [(cell, CHARACTER_ON[tile]) for cell, tile in pairs if cell != NO_CELL]


def _elements(state: PlanetState, seat: int, known: bool) -> dict[Element, int]:
    seen = seen_on_land(state, seat)
    counts: dict[Element, int] = {"baobab": int(state.baobabs[seat]).bit_count()}
    counts |= {element: count_of(seen, FIELD * place) for place, element in enumerate(PACKED)}
    if known:
        counts["big_star"] += sum(STARS[who] for _, who in _laid_characters(state, seat))
    return counts


def _points(state: PlanetState, seat: int, known: bool) -> Points:
    characters = [
        CharacterPoints(cell, CHARACTER[who], score_who(state, seat, who))
        if known
        else CharacterPoints(cell, None, None)
        for cell, who in _laid_characters(state, seat)
    ]
    volcanoes = score_volcanoes(state, seat)
    return Points(characters, volcanoes, volcanoes + sum(one.points or 0 for one in characters))


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
