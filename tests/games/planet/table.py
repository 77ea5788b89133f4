"""A table laid by hand: planets as the names of their tiles, and a match from there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

import pytest

import kafelki
from kafelki.core.game import Event
from kafelki.core.match import Match
from kafelki.core.meta import Value
from kafelki.errors import CannotUndo, IllegalMove
from kafelki.games.planet.moves import Choose, Name, PlanetMove
from kafelki.games.planet.position import PlanetPosition
from kafelki.games.planet.view import PlanetChoices, PlanetView
from tests.games.planet.components import BOX, ELEMENTS, NAMES, STACK_OF, STACKS, Stack

Json: TypeAlias = dict[str, object]

MEANS_NOTHING: Final = ("C16", "C17", "U18", "U19", "D18", "D19")  # no volcano, no baobab, no rose, no star


def planet(tiles: str, in_hand: str = "") -> Json:
    """A planet from the names of its tiles in the order they were taken, U03- one that lies face down."""
    laid: dict[str, list[Json]] = {}
    for name in tiles.split():
        tile = name.rstrip("-")
        kind = STACK_OF[tile]
        row = laid.setdefault(kind, [])
        row.append({"tile": tile, "cell": BOX.cells[kind][len(row)], "face_down": name.endswith("-")})
    if in_hand:
        laid.setdefault(STACK_OF[in_hand], []).append({"tile": in_hand})
    return dict(laid)


def names_in(*texts: str) -> list[str]:
    return [name.rstrip("-") for text in texts for name in text.split()]


def spare(kind: Stack, without: Iterable[str]) -> list[str]:
    """Tiles of a stack that are not named, those that mean little first."""
    left = [tile for tile in NAMES[kind] if tile not in set(without)]
    return sorted(left, key=lambda tile: (tile not in MEANS_NOTHING, "baobab" in ELEMENTS[tile], tile))


def position(
    planets: Sequence[str],
    *,
    to_act: int | None = 0,
    step: str | None = "choose",
    in_hand: str = "",
    looked: str = "",
    stack: Stack | None = None,
    offer: str = "",
    starter: int = 0,
) -> Json:
    """A position as a document; with two players each finished round has left a tile that is not named."""
    discarded: list[str] = []
    if len(planets) == 2:
        named = names_in(*planets, offer, looked, in_hand)
        for kind in STACKS:
            rounds = min(sum(STACK_OF[tile] == kind for tile in names_in(one)) for one in planets)
            rounds -= kind == stack and to_act == starter and step == "place"
            discarded += sorted(spare(kind, named)[-rounds:]) if rounds else []
    return {
        "planets": [planet(one, in_hand if seat == to_act else "") for seat, one in enumerate(planets)],
        "to_act": to_act,
        "step": step,
        "starter": starter,
        "stack": stack,
        "offer": names_in(offer),
        "looked": names_in(looked),
        "discarded": discarded,
    }


def from_document(document: object, **options: Value) -> Match:
    return kafelki.new_match("planet", position=document, seed=1, options=options)


def choosing(*planets: str, to_act: int = 0, **options: Value) -> Match:
    """A round is about to begin."""
    return from_document(position(planets, to_act=to_act, starter=to_act), **options)


def offering(offer: str, *planets: str, to_act: int = 0, **options: Value) -> Match:
    """The first to take chooses from these tiles; more than two play."""
    stack = STACK_OF[names_in(offer)[0]]
    return from_document(
        position(planets, to_act=to_act, starter=to_act, step="take", stack=stack, offer=offer), **options
    )


def drew(three: str, *planets: str, **options: Value) -> Match:
    """Two players: seat 0 looks at three tiles."""
    stack = STACK_OF[names_in(three)[0]]
    document = position(planets or ("", ""), step="hide", stack=stack, looked=three)
    return from_document(document, **options)


def finished(*planets: str, **options: Value) -> Match:
    """A match that is over."""
    return from_document(position(planets, to_act=None, step=None), **options)


def beside(own: str, *others: str) -> Match:
    """Seat 0 has these tiles, the others as many that mean little: three play; no round is running."""
    planets = [own, *others]
    while len(planets) < 3:
        used = names_in(*planets)
        tiles = []
        for kind in STACKS:
            count = sum(STACK_OF[tile] == kind for tile in names_in(own))
            tiles += spare(kind, used)[:count]
        planets.append(" ".join(tiles))
    return finished(*planets) if len(names_in(own)) == BOX.rounds else choosing(*planets)


# ---- Looking and playing


def new(seats: int, seed: int = 1, **options: Value) -> Match:
    return kafelki.new_match("planet", seats=seats, seed=seed, options=options)


def see(match: Match, seat: int | None = None, ply: int | None = None) -> PlanetView:
    found = match.view(seat, ply)
    assert isinstance(found, PlanetView)
    return found


def offered(match: Match) -> PlanetChoices:
    found = match.choices()
    assert isinstance(found, PlanetChoices)
    return found


def laid_out(match: Match) -> PlanetPosition:
    found = match.position()
    assert isinstance(found, PlanetPosition)
    return found


def legal(match: Match) -> set[PlanetMove]:
    return {move for move in match.legal() if isinstance(move, PlanetMove)}


def points(match: Match, seat: int = 0) -> dict[str, int]:
    """What each character of a seat is worth now; two of a kind are added."""
    found: dict[str, int] = {}
    for one in see(match, seat).players[seat].points.characters:
        assert one.character is not None
        assert one.points is not None
        found[one.character] = found.get(one.character, 0) + one.points
    return found


def offer(match: Match) -> list[str]:
    return [tile.id for tile in see(match).offer]


def on_planet(match: Match, seat: int, viewer: int | None = None) -> dict[int, str | None]:
    """{cell: tile}, None where the viewer does not know it."""
    return {laid.cell: laid.tile.id if laid.tile else None for laid in see(match, viewer).players[seat].planet}


def face_down(match: Match, seat: int = 0) -> set[str]:
    return {laid.tile.id for laid in see(match, seat).players[seat].planet if laid.face_down and laid.tile}


def play_round(match: Match, stack: Stack, order: Sequence[int]) -> None:
    """More than two players: each in this order takes the first tile; the last is not asked."""
    match.play(Choose(stack), seat=order[0])
    for seat, after in pairwise(order):
        match.play(match.legal()[0], seat=seat)
        if after != order[-1]:
            match.play(Name(after), seat=seat)


def play_to_the_end(match: Match, which: int = 0) -> Match:
    while not match.over:
        moves = match.legal()
        match.play(moves[which % len(moves)])
    return match


def refused(match: Match, move: object) -> str:
    """The code with which a move is refused; nothing changes."""
    before = match.state().tobytes()
    with pytest.raises(IllegalMove) as error:
        match.play(move)
    assert match.state().tobytes() == before
    return error.value.code.removeprefix("illegal_move.")


def stuck(match: Match, reason: str) -> None:
    """Neither undo nor reset goes back, and nothing changes."""
    before = match.state().tobytes()
    for command in (match.undo, match.reset_turn):
        with pytest.raises(CannotUndo) as error:
            command()
        assert error.value.code == f"cannot_undo.{reason}"
        assert match.state().tobytes() == before


def kinds_of(events: Iterable[Event]) -> list[str]:
    """The events' types, in order."""
    return [str(event.__struct_config__.tag).removeprefix("planet.") for event in events]
