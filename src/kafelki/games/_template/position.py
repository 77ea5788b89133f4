"""Any position of Ridge, readable and writable: for puzzles, tests and teaching."""

from __future__ import annotations

from typing import Final

from kafelki.core.game import Position
from kafelki.core.record import plain
from kafelki.errors import BadPosition
from kafelki.games._template.rules import length
from kafelki.games._template.state import TILES, RidgeState
from kafelki.games._template.tables import HAND_OF, STEPS
from kafelki.games._template.view import tiles_of
from kafelki.games._template.whole import why_not_whole
from kafelki.words import Text


class RidgePosition(Position, frozen=True, tag="_template.position"):
    """The ridge from left to right. What lies neither there nor in a hand is in the stack."""

    ridge: list[int]
    climbers: list[int]  # cells of the ridge, from 0
    hands: list[list[int]]
    to_act: int | None  # None when the match is over
    laid: bool = False  # by the seat to act, in this turn
    steps: int = 0


def position(record: RidgeState) -> RidgePosition:
    """Everything on the table."""
    state = plain(record, RidgeState)
    return RidgePosition(
        ridge=list(state.ridge[: length(record)]),
        climbers=list(state.climbers[: state.seats]),
        hands=[tiles_of(hand) for hand in state.hands[: state.seats]],
        to_act=None if state.over else state.turn,
        laid=bool(state.laid),
        steps=state.steps,
    )


def seats_of(position: RidgePosition) -> int:
    """How many play in this position."""
    return len(position.climbers)


def set_position(state: RidgeState, position: RidgePosition) -> None:
    """Lay the position out in a record that has seats and options, or BadPosition."""
    seats = int(state.seats)
    _want(len(position.climbers) == len(position.hands) == seats, SEATS_DIFFER)
    tiles = position.ridge + [tile for hand in position.hands for tile in hand]
    _want(bool(position.ridge) and len(tiles) == len(set(tiles)), TILES_WRONG)
    _want(all(1 <= tile <= TILES for tile in tiles), TILES_WRONG)
    _want(all(0 <= cell < len(position.ridge) for cell in position.climbers), CLIMBER_WRONG)
    _want([len(hand) for hand in position.hands] == _hand_sizes(seats, len(position.ridge) - 1), HANDS_WRONG)
    for cell, tile in enumerate(position.ridge):
        state.ridge[cell] = tile
    for seat in range(seats):
        state.climbers[seat] = position.climbers[seat]
        state.hands[seat] = sum(1 << tile for tile in position.hands[seat])
    state.stack = TILES - len(tiles)
    _set_turn(state, position)
    assert not why_not_whole(state)


def _hand_sizes(seats: int, laid: int) -> list[int]:
    """§4 Hands stay as they were dealt until the stack is gone; from then on each tile laid is missed."""
    stack = TILES - 1 - seats * HAND_OF[seats]
    return [HAND_OF[seats] - sum(turn % seats == seat for turn in range(stack, laid)) for seat in range(seats)]


def _set_turn(state: RidgeState, position: RidgePosition) -> None:
    """One tile is laid in each turn, so the ridge says whose turn it is."""
    turns = len(position.ridge) - 1 - position.laid
    over = turns == TILES - 1
    _want(turns >= 0 and position.to_act == (None if over else turns % int(state.seats)), TURN_WRONG)
    _want(0 <= position.steps <= (0 if over else STEPS), STEPS_WRONG)
    state.turn = turns % int(state.seats)
    state.over = over
    state.laid = position.laid
    state.steps = position.steps


def _want(holds: bool, words: Text) -> None:
    if not holds:
        raise BadPosition(f"Not a position of Ridge: {words.en}.", f"To nie jest pozycja Grani: {words.pl}.", "rules")


SEATS_DIFFER: Final = Text(
    "as many climbers and hands as players are wanted", "potrzeba tylu wspinaczy i rąk, ilu jest graczy"
)
TILES_WRONG: Final = Text(
    f"tiles are numbered 1 to {TILES}, each is there once, and one at least is on the ridge",
    f"kafelki mają numery od 1 do {TILES}, każdy jest jeden, a choć jeden leży na grani",
)
CLIMBER_WRONG: Final = Text("climbers stand on cells of the ridge, from 0", "wspinacze stoją na polach grani, od 0")
HANDS_WRONG: Final = Text(
    "hands are as they were dealt until the stack is gone, and then lose a tile a turn",
    "na rękach jest tyle, ile rozdano, póki jest stos, a potem o jeden mniej z każdą kolejką",
)
TURN_WRONG: Final = Text(
    "one tile is laid a turn, beginning with seat 0; to_act does not agree with that",
    "w każdej kolejce kładzie się jeden kafelek, zaczyna miejsce 0; to_act się z tym nie zgadza",
)
STEPS_WRONG: Final = Text(f"a turn has 0 to {STEPS} steps", f"kolejka ma od 0 do {STEPS} kroków")
