"""A table laid by hand: floors by the names of their cells, shelves drawn with letters, and a match from there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Final, TypeAlias

import kafelki
from kafelki.core.game import Event
from kafelki.core.match import Match
from kafelki.core.meta import Value
from kafelki.games.shelf.moves import Take
from kafelki.games.shelf.position import ShelfPosition
from kafelki.games.shelf.view import ShelfChoices, ShelfView
from tests.games.shelf.components import BOX, LETTER_OF, LETTERS, Cell

Rows: TypeAlias = tuple[str, ...]

EMPTY: Final[Rows] = (".....",) * 6
# Tiles that lie in the middle of the floor, so that a turn elsewhere leaves enough, with neighbours among them.
BLOCK: Final = {"D5": "T", "E5": "F", "F5": "P", "D6": "P", "E6": "T", "F6": "F"}


def cell(name: str) -> Cell:
    """A5 is row 4, column 0: columns are letters, rows count from 1."""
    return int(name[1:]) - 1, "ABCDEFGHI".index(name[0])


def name(place: Cell) -> str:
    return "ABCDEFGHI"[place[1]] + str(place[0] + 1)


def floor(**tiles: str) -> Rows:
    """A floor with these tiles only: floor(D2="C", E2="B")."""
    return drawn({cell(where): letter for where, letter in tiles.items()})


def drawn(tiles: Mapping[Cell, str]) -> Rows:
    """Tiles by their cells as the nine rows of a floor."""
    return tuple("".join(tiles.get((row, column), ".") for column in range(9)) for row in range(9))


def full_floor(seats: int, first: int = 0) -> Rows:
    """Every cell in use with a tile; kinds follow one another from the `first`."""
    return spread(sorted(BOX.living_room.cells(seats)), first)


def spread(cells: Iterable[Cell], first: int = 0) -> Rows:
    """A tile on each of these cells, kinds following one another from the `first`."""
    return drawn({place: LETTERS[(first + i) % 6] for i, place in enumerate(cells)})


def shelf(*rows: str) -> Rows:
    """A shelf from its lowest rows; those above are empty."""
    return (*EMPTY[len(rows) :], *rows)


def poured(letters: str) -> Rows:
    """A shelf with these tiles, row upon row, from the lower left."""
    tiles = letters.ljust(30, ".")
    return tuple(tiles[5 * height : 5 * height + 5] for height in reversed(range(6)))


def stocked(*counts: int) -> list[Rows]:
    """Shelves with so many tiles, kinds following one another: no two neighbours alike, all kinds in equal numbers."""
    ends = list(accumulate(counts, initial=0))
    return [poured("".join(LETTERS[i % 6] for i in range(*span))) for span in pairwise(ends)]


def begin(
    floor: Rows,
    shelves: Sequence[Rows] = (EMPTY, EMPTY),
    *,
    goals: Sequence[int] = (1, 3),
    taken: Sequence[Sequence[int]] = (),
    personal: Sequence[int] = (1, 2, 3, 4),
    to_act: int | None = 0,
    end_token: int | None = None,
    seed: int = 1,
    **options: Value,
) -> Match:
    """A match from a position; as many common goals as are named."""
    seats = len(shelves)
    tokens = taken or [[0] * seats for _ in goals]
    position = {
        "floor": list(floor),
        "shelves": [list(rows) for rows in shelves],
        "personal": list(personal[:seats]),
        "goals": [{"goal": goal, "taken": list(points)} for goal, points in zip(goals, tokens, strict=True)],
        "to_act": to_act,
        "end_token": end_token,
    }
    return kafelki.new_match("shelf", position=position, seed=seed, options={"common_goals": len(goals), **options})


def take(*names: str, column: int = 0) -> Take:
    """The tiles in the order in which they go in; columns count from 0."""
    return Take(tuple(cell(each) for each in names), column)


def see(match: Match, seat: int | None = None) -> ShelfView:
    found = match.view(seat)
    assert isinstance(found, ShelfView)
    return found


def offered(match: Match) -> ShelfChoices:
    found = match.choices()
    assert isinstance(found, ShelfChoices)
    return found


def laid_out(match: Match, ply: int | None = None) -> ShelfPosition:
    found = match.position(ply)
    assert isinstance(found, ShelfPosition)
    return found


def legal(match: Match) -> list[Take]:
    return [move for move in match.legal() if isinstance(move, Take)]


def lines(match: Match) -> set[frozenset[str]]:
    """The names of the cells that can be taken together."""
    return {frozenset(name(place) for place in move.cells) for move in legal(match)}


def on_floor(match: Match) -> dict[Cell, str]:
    """The tiles that lie on the floor now, by cell."""
    return {(at.row, at.column): LETTER_OF[at.kind] for at in see(match).floor if at.kind is not None}


def in_bag(match: Match) -> int:
    return sum(see(match).bag.values())


def shelf_of(match: Match, seat: int) -> Rows:
    return tuple(laid_out(match).shelves[seat])


def happened(match: Match, since: int = 0, seat: int | None = None) -> list[Event]:
    return match.events(seat, since)


def kinds_of(events: Iterable[Event]) -> list[str]:
    """The events' types, in order."""
    return [str(event.__struct_config__.tag) for event in events]
