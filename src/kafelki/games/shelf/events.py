"""What happened in a turn of Półeczka, read off what a seat saw before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from kafelki.core.game import Event
from kafelki.games.shelf.moves import Cell, Take, cell_name
from kafelki.games.shelf.view import KIND, FloorCell, Kind, Points, ShelfView
from kafelki.games.shelf.words import GOAL_WORDS, KIND_WORDS
from kafelki.words import Text, counted, joined, points


class Taken(Event, frozen=True, tag="shelf.taken"):
    """Tiles went from the floor into a column; `rows` is where each came to stand, counted from the top."""

    seat: int
    cells: list[Cell]
    kinds: list[Kind]
    column: int
    rows: list[int]


class GoalReached(Event, frozen=True, tag="shelf.goal"):
    """A common goal's token was taken."""

    seat: int
    goal: int
    points: int


class ShelfFilled(Event, frozen=True, tag="shelf.filled"):
    """The first full shelf: the end token."""

    seat: int


class Refilled(Event, frozen=True, tag="shelf.refilled"):
    """The floor was filled: what went back into the bag, what was laid."""

    returned: list[FloorCell]
    laid: list[FloorCell]


class SeatResult(msgspec.Struct, frozen=True):
    """A seat's points at the end."""

    seat: int
    card: int
    points: Points


class Ended(Event, frozen=True, tag="shelf.ended"):
    """The match is over; the personal cards are turned up."""

    results: list[SeatResult]


def events(before: ShelfView, move: Take, after: ShelfView) -> list[Event]:
    """What this seat saw happen, in order."""
    seat = before.to_act
    assert seat is not None
    happened: list[Event] = [_taken(before, seat, move, after)]
    for place, goal in enumerate(after.goals):
        gained = after.players[seat].tokens[place] - before.players[seat].tokens[place]
        if gained:
            happened.append(GoalReached(seat, goal.number, gained))
    if after.players[seat].end_token and not before.players[seat].end_token:
        happened.append(ShelfFilled(seat))
    happened += _refilled(before, move, after)
    if after.over:
        happened.append(_ended(after))
    return happened


def _taken(before: ShelfView, seat: int, move: Take, after: ShelfView) -> Taken:
    lying = {(cell.row, cell.column): cell.kind for cell in before.floor}
    kinds = [kind for kind in (lying[cell] for cell in move.cells) if kind is not None]
    top = sum(row[move.column] is None for row in after.players[seat].shelf)
    rows = [top + len(kinds) - 1 - place for place in range(len(kinds))]
    return Taken(seat, list(move.cells), kinds, move.column, rows)


def _refilled(before: ShelfView, move: Take, after: ShelfView) -> list[Event]:
    """Tiles were drawn or given back exactly when the floor is not what the taker left."""
    left = [cell for cell in before.floor if (cell.row, cell.column) not in move.cells and cell.kind is not None]
    now = [cell for cell in after.floor if cell.kind is not None]
    if now == left:
        return []
    if after.options["refill"] == "ita_2022":
        return [Refilled([], [cell for cell in now if cell not in left])]
    return [Refilled(left, now)]


def _ended(after: ShelfView) -> Ended:
    results = []
    for seat, player in enumerate(after.players):
        assert player.card is not None
        results.append(SeatResult(seat, player.card.number, player.points))
    return Ended(results)


TAKES: Final = Text(
    "{name} takes: {kinds} ({cells}), column {column}.", "{name} bierze: {kinds} ({cells}), kolumna {column}."
)
REACHES: Final = Text(
    "{name} reaches a common goal for {points}: {goal}.", "{name} spełnia cel wspólny za {points}: {goal}."
)
FILLS: Final = Text(
    "{name} has the first full shelf and takes the end token.",
    "{name} ma pierwszą pełną półeczkę i bierze żeton końca.",
)
FILLED: Final = Text("New on the floor: {laid}.", "Nowe na podłodze: {laid}.")
OVER: Final = Text("The match is over: {results}.", "Koniec rozgrywki: {results}.")


def tell(event: Event, names: Sequence[str]) -> Text:
    """An event in a sentence."""
    match event:
        case Taken():
            kinds = joined([KIND_WORDS[KIND.index(kind)][0] for kind in event.kinds])
            cells = ", ".join(cell_name(cell) for cell in event.cells)
            return TAKES.fill(name=names[event.seat], kinds=kinds, cells=cells, column=event.column + 1)
        case GoalReached():
            return REACHES.fill(name=names[event.seat], points=points(event.points), goal=GOAL_WORDS[event.goal])
        case ShelfFilled():
            return FILLS.fill(name=names[event.seat])
        case Refilled():
            return FILLED.fill(laid=counted(len(event.laid), ("tile", "tiles"), ("kafelek", "kafelki", "kafelków")))
        case Ended():
            scored = Text("{name}: {points}", "{name}: {points}")
            results = [scored.fill(name=names[one.seat], points=points(one.points.total)) for one in event.results]
            return OVER.fill(results=joined(results))
    raise TypeError(f"not an event of this game: {event!r}")
