"""What happened in Stwórz mi planetę, read off what a seat saw before and after a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kafelki.core.game import Event
from kafelki.games.planet.moves import Choose, PlanetMove, TakeFaceDown
from kafelki.games.planet.tables import Stack
from kafelki.games.planet.view import Laid, PlanetView, Player, Points, Tile
from kafelki.games.planet.words import CHARACTER_WORDS, ELEMENT_WORDS, STACK_WORDS
from kafelki.words import Text, counted, joined, points


class Chosen(Event, frozen=True, tag="planet.chosen"):
    """A stack was chosen; `tiles` came to lie open, or the drawer looks at them (known to the drawer alone)."""

    seat: int
    stack: Stack
    count: int
    tiles: list[Tile] | None


class Shown(Event, frozen=True, tag="planet.shown"):
    """Two players: the drawer shows two tiles and leaves one face down, which only they know."""

    seat: int
    tiles: list[Tile]
    face_down: Tile | None


class Taken(Event, frozen=True, tag="planet.taken"):
    """A seat took a tile, None where the viewer may not know it; `cell` is None while it is in hand."""

    seat: int
    stack: Stack
    tile: Tile | None
    cell: int | None


class Placed(Event, frozen=True, tag="planet.placed"):
    """The tile in hand was laid."""

    seat: int
    cell: int


class TurnedOver(Event, frozen=True, tag="planet.turned_over"):
    """Three baobabs turned their tiles over."""

    seat: int
    cells: list[int]


class Named(Event, frozen=True, tag="planet.named"):
    """A seat said who takes next."""

    seat: int
    next: int


class Discarded(Event, frozen=True, tag="planet.discarded"):
    """Two players: the tile left over is out of the game."""

    tile: Tile


class Ended(Event, frozen=True, tag="planet.ended"):
    """All planets are whole; each seat's points."""

    results: list[Points]


def events(before: PlanetView, move: PlanetMove | None, after: PlanetView) -> list[Event]:
    """What this seat saw happen, in order."""
    seat = before.to_act
    assert seat is not None
    happened: list[Event] = []
    match before.step:
        case "choose":
            happened.append(_chosen(after, seat))
        case "hide":
            known = after.drawn.tiles if after.drawn else None
            happened.append(Shown(seat, after.offer, known[0] if known else None))
        case "name":
            assert after.to_act is not None
            happened.append(Named(seat, after.to_act))
        case _:
            for other in [seat, *(other for other in range(len(after.players)) if other != seat)]:
                happened += _moved(before, after, other)
    happened += [Discarded(tile) for tile in after.discarded if tile not in before.discarded]
    if after.over:
        happened.append(Ended([player.points for player in after.players]))
    return happened


def _chosen(after: PlanetView, seat: int) -> Chosen:
    assert after.stack is not None
    if after.drawn is None:
        return Chosen(seat, after.stack, len(after.offer), after.offer)
    return Chosen(seat, after.stack, after.drawn.count, after.drawn.tiles)


def _moved(before: PlanetView, after: PlanetView, seat: int) -> list[Event]:
    """A tile came into a seat's hand or on its planet; the one who was last gets theirs unasked."""
    was, now, stack = before.players[seat], after.players[seat], before.stack
    assert stack is not None
    new = _new(was, now)
    happened: list[Event] = []
    if was.in_hand and new:
        happened.append(Placed(seat, new.cell))
    elif new:
        happened.append(Taken(seat, stack, new.tile, new.cell))
    elif now.in_hand and not was.in_hand:
        happened.append(Taken(seat, stack, now.in_hand.tile, None))
    turned = sorted(_face_down(now) - _face_down(was))
    return happened + ([TurnedOver(seat, turned)] if turned else [])


def _new(was: Player, now: Player) -> Laid | None:
    cells = {laid.cell for laid in was.planet}
    return next((laid for laid in now.planet if laid.cell not in cells), None)


def _face_down(player: Player) -> set[int]:
    return {laid.cell for laid in player.planet if laid.face_down}


# ---- In words

CHOOSES: Final = Text("{name} chooses {stack}: {tiles}.", "{name} wybiera stos „{stack}”: {tiles}.")
LOOKS: Final = Text(
    "{name} chooses {stack} and looks at three tiles.", "{name} wybiera stos „{stack}” i ogląda trzy kafelki."
)
SHOWS: Final = Text(
    "{name} shows: {tiles}; one tile stays face down.", "{name} pokazuje: {tiles}; jeden kafelek zostaje zakryty."
)
TAKES: Final = Text("{name} takes: {tile}.", "{name} bierze: {tile}.")
TAKES_A_CHARACTER: Final = Text("{name} takes a character.", "{name} bierze postać.")
PLACES: Final = Text("{name} places the tile.", "{name} kładzie kafelek.")
TURNS: Final = Text("{name} has a third baobab: {tiles} turned face down.", "{name} ma trzeci baobab: {tiles} zakryte.")
NAMES: Final = Text("{name}: next is {next}.", "{name} wskazuje: {next}.")
LEFT_OVER: Final = Text("Left over and discarded: {tile}.", "Zostaje i jest odrzucony: {tile}.")
WILL_CHOOSE: Final = Text("{name} chooses {stack}.", "{name} wybiera stos „{stack}”.")
WILL_TAKE_UNSEEN: Final = Text("{name} takes the tile face down.", "{name} bierze zakryty kafelek.")
OVER: Final = Text("The match is over: {results}.", "Koniec rozgrywki: {results}.")


def tile_words(tile: Tile) -> Text:
    """A tile by what is drawn on it: C09 (lamp post ×3, fox)."""
    if tile.character:
        return CHARACTER_WORDS[tile.character]
    drawn = [
        ELEMENT_WORDS[element]
        if count == 1
        else Text("{element} ×{count}", "{element} ×{count}").fill(element=ELEMENT_WORDS[element], count=count)
        for element, count in tile.elements.items()
    ]
    return Text("{id} ({drawn})", "{id} ({drawn})").fill(id=tile.id, drawn=joined(drawn))


def foretell(move: PlanetMove, name: str) -> Text | None:
    """A move in words before it is made, where nobody knows what comes to light by it."""
    match move:
        case Choose():
            return WILL_CHOOSE.fill(name=name, stack=STACK_WORDS[move.stack])
        case TakeFaceDown():
            return WILL_TAKE_UNSEEN.fill(name=name)
    return None


def tell(event: Event, names: Sequence[str]) -> Text:
    """An event in a sentence."""
    match event:
        case Chosen():
            words = LOOKS if event.tiles is None else CHOOSES
            tiles = joined([tile_words(tile) for tile in event.tiles or []])
            return words.fill(name=names[event.seat], stack=STACK_WORDS[event.stack], tiles=tiles)
        case Shown():
            return SHOWS.fill(name=names[event.seat], tiles=joined([tile_words(tile) for tile in event.tiles]))
        case Taken(tile=None):
            return TAKES_A_CHARACTER.fill(name=names[event.seat])
        case Taken(tile=Tile() as tile):
            return TAKES.fill(name=names[event.seat], tile=tile_words(tile))
        case Placed():
            return PLACES.fill(name=names[event.seat])
        case TurnedOver():
            tiles = counted(len(event.cells), ("tile", "tiles"), ("kafelek", "kafelki", "kafelków"))
            return TURNS.fill(name=names[event.seat], tiles=tiles)
        case Named():
            return NAMES.fill(name=names[event.seat], next=names[event.next])
        case Discarded():
            return LEFT_OVER.fill(tile=tile_words(event.tile))
        case Ended():
            scored = Text("{name}: {points}", "{name}: {points}")
            results = [
                scored.fill(name=names[seat], points=points(one.total)) for seat, one in enumerate(event.results)
            ]
            return OVER.fill(results=joined(results))
    raise TypeError(f"not an event of this game: {event!r}")
