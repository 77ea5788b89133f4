"""Any position of Półeczka, readable and writable: for puzzles, tests and teaching."""

from __future__ import annotations

from typing import Final

import msgspec

from kafelki.core.game import Position
from kafelki.core.record import plain
from kafelki.errors import BadPosition
from kafelki.games.shelf.floor import lying
from kafelki.games.shelf.scoring import shelved
from kafelki.games.shelf.state import COLUMNS, GOALS, KINDS, NO_GOAL, NO_SEAT, ROWS, ShelfState
from kafelki.games.shelf.tables import (
    CELLS,
    COLUMN_STEP,
    COMMON_GOALS,
    FLOOR_SIDE,
    GOAL_TOKENS,
    KIND_LETTERS,
    PERSONAL,
    TILES_OF_A_KIND,
    WHOLE_SHELF,
    shelf_bit,
)
from kafelki.games.shelf.view import kinds_lying
from kafelki.games.shelf.whole import (
    CARD_TWICE,
    TILE_IN_THE_AIR,
    TILE_LOST,
    TILE_OFF_THE_FLOOR,
    TWO_TILES_ON_A_CELL,
    why_not_whole,
)
from kafelki.words import Text


class CommonGoal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A common goal and the points each seat took from it, 0 = none yet."""

    goal: int
    taken: list[int]


class ShelfPosition(Position, frozen=True, tag="shelf.position"):
    """Rows are strings from the top, a letter a tile: C B G F T P for cats, books, games, frames, trophies,
    plants, a dot for none. What is neither on the floor nor on a shelf is in the bag."""

    floor: list[str]
    shelves: list[list[str]]
    personal: list[int]
    goals: list[CommonGoal]
    to_act: int | None  # None when the match is over
    end_token: int | None = None


LETTERS: Final = str.maketrans("0123456", f".{KIND_LETTERS}")  # a kind's digit -> its letter


def position(record: ShelfState) -> ShelfPosition:
    """Everything on the table."""
    state = plain(record, ShelfState)
    seats = range(state.seats)
    return ShelfPosition(
        floor=_floor(state),
        shelves=[_shelf(state, seat) for seat in seats],
        personal=[state.personal[seat] for seat in seats],
        goals=[
            CommonGoal(state.goals[place], [state.tokens[seat][place] for seat in seats])
            for place in range(GOALS)
            if state.goals[place] != NO_GOAL
        ],
        to_act=None if state.over else state.turn,
        end_token=None if state.end_token == NO_SEAT else state.end_token,
    )


def _floor(state: ShelfState) -> list[str]:
    letters = kinds_lying(state.floor).translate(LETTERS)
    rows = [["."] * FLOOR_SIDE for _ in range(FLOOR_SIDE)]
    for (row, column), bit in CELLS.items():
        rows[row][column] = letters[bit]
    return ["".join(row) for row in rows]


def _shelf(state: ShelfState, seat: int) -> list[str]:
    letters = kinds_lying(state.shelves[seat]).translate(LETTERS)[: COLUMN_STEP * COLUMNS]
    return [letters[height::COLUMN_STEP] for height in reversed(range(ROWS))]


def seats_of(position: ShelfPosition) -> int:
    """How many play in this position."""
    return len(position.shelves)


def set_position(state: ShelfState, position: ShelfPosition) -> None:
    """Lay the position out in a record that has seats and options, or BadPosition."""
    seats = int(state.seats)
    _want(len(position.shelves) == seats and len(position.personal) == seats, SEATS_DIFFER)
    _set_floor(state, position.floor)
    for seat, rows in enumerate(position.shelves):
        _set_shelf(state, seat, rows)
    _want(all(1 <= card <= PERSONAL for card in position.personal), NO_SUCH_CARD)
    for seat, card in enumerate(position.personal):
        state.personal[seat] = card
    _set_goals(state, position.goals)
    _set_turn(state, position)
    fault = why_not_whole(state)
    _want(not fault, FAULTS.get(fault, TILES_WRONG))


def _set_floor(state: ShelfState, rows: list[str]) -> None:
    _want(len(rows) == FLOOR_SIDE and all(len(row) == FLOOR_SIDE for row in rows), FLOOR_SHAPE)
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            if letter != ".":
                _want(letter in KIND_LETTERS, LETTER)
                _want((row, column) in CELLS, FAULTS[TILE_OFF_THE_FLOOR])
                state.floor[KIND_LETTERS.index(letter)] |= 1 << CELLS[row, column]


def _set_shelf(state: ShelfState, seat: int, rows: list[str]) -> None:
    _want(len(rows) == ROWS and all(len(row) == COLUMNS for row in rows), SHELF_SHAPE)
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            if letter != ".":
                _want(letter in KIND_LETTERS, LETTER)
                state.shelves[seat, KIND_LETTERS.index(letter)] |= 1 << shelf_bit(column, ROWS - 1 - row)


def _set_goals(state: ShelfState, goals: list[CommonGoal]) -> None:
    seats = int(state.seats)
    numbers = [goal.goal for goal in goals]
    wanted = GOALS - int(state.common_goals)
    _want(len(numbers) == wanted and len(set(numbers)) == wanted, GOALS_WRONG)
    _want(all(1 <= number <= COMMON_GOALS for number in numbers), GOALS_WRONG)
    for place, goal in enumerate(goals):
        taken = sorted((points for points in goal.taken if points), reverse=True)
        _want(len(goal.taken) == seats and tuple(taken) == GOAL_TOKENS[seats][: len(taken)], TOKENS_WRONG)
        state.goals[place] = goal.goal
        for seat, points in enumerate(goal.taken):
            state.tokens[seat, place] = points


def _set_turn(state: ShelfState, position: ShelfPosition) -> None:
    """Who is to act, and whether the match is over, agree with the end token and the shelves."""
    seats = int(state.seats)
    for kind in range(KINDS):
        shelved_tiles = sum(int(state.shelves[seat, kind]).bit_count() for seat in range(seats))
        left = TILES_OF_A_KIND - shelved_tiles - int(state.floor[kind]).bit_count()
        _want(left >= 0, FAULTS[TILE_LOST])
        state.bag[kind] = left
    full = [seat for seat in range(seats) if shelved(state.shelves[seat]) == WHOLE_SHELF]
    first = position.end_token
    _want(first == min(full, default=None), TOKEN_WRONG)
    state.end_token = NO_SEAT if first is None else first
    if position.to_act is None:
        _want(bool(full), OVER_WRONG)
        state.over = 1
        return
    _want(0 <= position.to_act < seats, TURN_WRONG)
    _want(max(full, default=-1) < position.to_act, TURN_WRONG)
    _want(lying(state) != 0, FLOOR_EMPTY)
    state.turn = position.to_act


def _want(holds: bool, words: Text) -> None:
    if not holds:
        raise BadPosition(
            f"Not a position of My Shelfie: {words.en}.", f"To nie jest pozycja Półeczki: {words.pl}.", "rules"
        )


SEATS_DIFFER: Final = Text(
    "as many shelves and personal cards as players are wanted",
    "potrzeba tylu półeczek i kart indywidualnych, ilu jest graczy",
)
FLOOR_SHAPE: Final = Text("the floor is nine rows of nine", "podłoga to dziewięć wierszy po dziewięć pól")
SHELF_SHAPE: Final = Text("a shelf is six rows of five", "półeczka to sześć wierszy po pięć miejsc")
LETTER: Final = Text(
    "tiles are the letters C B G F T P, a dot is none", "kafelki to litery C B G F T P, kropka to brak"
)
NO_SUCH_CARD: Final = Text("personal cards are numbered 1 to 12", "karty indywidualne mają numery od 1 do 12")
GOALS_WRONG: Final = Text(
    "as many different common goals as the options say, numbered 1 to 12, are wanted",
    "potrzeba tylu różnych celów wspólnych, ile mówią opcje, o numerach od 1 do 12",
)
TOKENS_WRONG: Final = Text(
    "tokens are taken from the top, at most one a seat and goal",
    "żetony bierze się od góry, najwyżej jeden na gracza i cel",
)
TOKEN_WRONG: Final = Text(
    "the end token belongs to the first full shelf of the round, and to nobody without one",
    "żeton końca należy do pierwszej w rundzie pełnej półeczki, a bez niej do nikogo",
)
OVER_WRONG: Final = Text("a match ends only with a full shelf", "rozgrywka kończy się dopiero pełną półeczką")
TURN_WRONG: Final = Text("to_act is a seat that may still play", "to_act to miejsce gracza, który może jeszcze grać")
FLOOR_EMPTY: Final = Text(
    "some tile lies on the floor while the match lasts", "póki trwa gra, na podłodze leży jakiś kafelek"
)
TILES_WRONG: Final = Text("tiles are not where they can be", "kafelki nie leżą tam, gdzie mogą")
FAULTS: Final = {
    TILE_LOST: Text("there are 22 tiles of each kind", "jest po 22 kafelki każdego rodzaju"),
    TWO_TILES_ON_A_CELL: TILES_WRONG,
    TILE_OFF_THE_FLOOR: Text(
        "a tile lies where the floor has no cell for so many players",
        "kafelek leży tam, gdzie przy tylu graczach nie ma pola",
    ),
    TILE_IN_THE_AIR: Text("a tile on a shelf hangs over a gap", "kafelek na półeczce wisi nad pustym miejscem"),
    CARD_TWICE: Text("each player has a personal card of their own", "każdy gracz ma własną kartę indywidualną"),
}
