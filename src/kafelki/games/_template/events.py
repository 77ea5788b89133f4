"""What happened in Ridge, read off what a seat saw before and after a move."""

from __future__ import annotations

from collections.abc import Sequence

from kafelki.core.game import Event
from kafelki.games._template.moves import EndTurn, Lay, RidgeMove, Side, Step
from kafelki.games._template.view import RidgeView
from kafelki.games._template.words import END_WORDS, SIDE_WORDS
from kafelki.words import Text, points


class Stepped(Event, frozen=True, tag="_template.stepped"):
    """A climber went to the next tile."""

    seat: int
    side: Side
    tile: int


class Laid(Event, frozen=True, tag="_template.laid"):
    """A tile was laid at an end of the ridge."""

    seat: int
    tile: int
    side: Side


class Drawn(Event, frozen=True, tag="_template.drawn"):
    """A tile was drawn from the stack; only who drew it knows which."""

    seat: int
    tile: int | None


class TurnEnded(Event, frozen=True, tag="_template.turn_ended"):
    """A turn is over."""

    seat: int


class Ended(Event, frozen=True, tag="_template.ended"):
    """The match is over."""

    points: list[int]


def events(before: RidgeView, move: RidgeMove, after: RidgeView) -> list[Event]:
    """What this seat saw happen, in order."""
    seat = before.to_act
    assert seat is not None
    match move:
        case Step(side):
            return [Stepped(seat, side, after.ridge[after.players[seat].cell])]
        case Lay(tile, side):
            return [Laid(seat, tile, side), *_drawn(before, seat, after)]
        case EndTurn():
            ended = [Ended([player.points for player in after.players])] if after.over else []
            return [TurnEnded(seat), *ended]


def _drawn(before: RidgeView, seat: int, after: RidgeView) -> list[Event]:
    if after.stack == before.stack:
        return []
    held, hand = before.players[seat].hand, after.players[seat].hand
    if held is None or hand is None:
        return [Drawn(seat, None)]
    return [Drawn(seat, tile) for tile in hand if tile not in held]


def tell(event: Event, names: Sequence[str]) -> Text:
    """An event in a sentence."""
    match event:
        case Stepped():
            words = Text("{name} steps {side}, to tile {tile}.", "{name} robi krok w {side}, na kafelek {tile}.")
            return words.fill(name=names[event.seat], side=SIDE_WORDS[event.side], tile=event.tile)
        case Laid():
            words = Text("{name} lays tile {tile} at the {end} end.", "{name} kładzie kafelek {tile} na {end} końcu.")
            return words.fill(name=names[event.seat], tile=event.tile, end=END_WORDS[event.side])
        case Drawn(tile=None):
            return Text("{name} draws a tile.", "{name} dobiera kafelek.").fill(name=names[event.seat])
        case Drawn():
            words = Text("{name} draws tile {tile}.", "{name} dobiera kafelek {tile}.")
            return words.fill(name=names[event.seat], tile=event.tile)
        case TurnEnded():
            return Text("{name} ends the turn.", "{name} kończy kolejkę.").fill(name=names[event.seat])
        case Ended():
            return Text("The match is over: {said}.", "Koniec rozgrywki: {said}.").fill(said=_said(event, names))
    raise TypeError(f"not an event of this game: {event!r}")


def _said(event: Ended, names: Sequence[str]) -> Text:
    scores = [(name, points(number)) for name, number in zip(names, event.points, strict=True)]
    return Text(
        ", ".join(f"{name} {words.en}" for name, words in scores),
        ", ".join(f"{name} {words.pl}" for name, words in scores),
    )
