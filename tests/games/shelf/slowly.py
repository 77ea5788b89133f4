"""Półeczka once more, slowly: letters on grids, plain loops, nothing shared with the kernels it is compared with.

A grid is six rows of five letters from the top, a dot for no tile; a floor is {(row, column): letter}.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Final, TypeAlias

from tests.games.shelf.components import BOX, LETTER_OF, Cell

Grid: TypeAlias = Sequence[Sequence[str]]
Floor: TypeAlias = Mapping[Cell, str]
Move: TypeAlias = tuple[tuple[Cell, ...], int]

CARDS: Final = {card.id: card.cells for card in BOX.personal_goals.cards}


# ---- Shelves


def groups(grid: Grid) -> list[set[Cell]]:
    """Sets of tiles of one kind that hang together side by side."""
    unseen = {(row, column) for row in range(6) for column in range(5) if grid[row][column] != "."}
    found = []
    while unseen:
        edge = [unseen.pop()]
        group = set(edge)
        while edge:
            row, column = edge.pop()
            for beside in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if beside in unseen and grid[beside[0]][beside[1]] == grid[row][column]:
                    unseen.remove(beside)
                    group.add(beside)
                    edge.append(beside)
        found.append(group)
    return found


def group_points(grid: Grid) -> int:
    points = 0
    for group in groups(grid):
        if len(group) >= 6:
            points += 8
        elif len(group) == 5:
            points += 5
        elif len(group) == 4:
            points += 3
        elif len(group) == 3:
            points += 2
    return points


def personal_matches(grid: Grid, card: int) -> int:
    return sum(grid[want.row][want.col] == LETTER_OF[want.type] for want in CARDS[card])


def personal_points(grid: Grid, card: int) -> int:
    return (0, 1, 2, 4, 6, 9, 12)[personal_matches(grid, card)]


def columns(grid: Grid) -> list[list[str]]:
    return [[grid[row][column] for row in range(6)] for column in range(5)]


def heights(grid: Grid) -> list[int]:
    return [sum(letter != "." for letter in column) for column in columns(grid)]


def full(grid: Grid) -> bool:
    return all(letter != "." for row in grid for letter in row)


# ---- Common goals


def two_squares(grid: Grid, same_kind: bool) -> bool:
    holding = []  # the kind of each group with a square in it
    for group in groups(grid):
        for row, column in group:
            if {(row + 1, column), (row, column + 1), (row + 1, column + 1)} <= group:
                holding.append(grid[row][column])
                break
    if same_kind:
        return any(holding.count(kind) >= 2 for kind in holding)
    return len(holding) >= 2


def full_lines(lines: Sequence[Sequence[str]], kinds: range) -> int:
    return sum("." not in line and len(set(line)) in kinds for line in lines)


def cross(grid: Grid) -> bool:
    for row in range(4):
        for column in range(3):
            kinds = {grid[row + down][column + right] for down, right in ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2))}
            if len(kinds) == 1 and kinds != {"."}:
                return True
    return False


def diagonal(grid: Grid) -> bool:
    for top in (0, 1):
        for falling in (True, False):
            kinds = {grid[top + i][i if falling else 4 - i] for i in range(5)}
            if len(kinds) == 1 and kinds != {"."}:
                return True
    return False


def staircase(grid: Grid) -> bool:
    steps = heights(grid)
    return sorted(steps) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]) and steps in (sorted(steps), sorted(steps)[::-1])


def fulfils(grid: Grid, goal: int, same_kind: bool = False) -> bool:
    """Whether the shelf, as it stands, fulfils the common goal of this number."""
    letters = [letter for row in grid for letter in row if letter != "."]
    match goal:
        case 1:
            return two_squares(grid, same_kind)
        case 2:
            return full_lines(columns(grid), range(6, 7)) >= 2
        case 3:
            return sum(len(group) >= 4 for group in groups(grid)) >= 4
        case 4:
            return sum(len(group) >= 2 for group in groups(grid)) >= 6
        case 5:
            return full_lines(columns(grid), range(1, 4)) >= 3
        case 6:
            return full_lines(grid, range(5, 6)) >= 2
        case 7:
            return full_lines(grid, range(1, 4)) >= 4
        case 8:
            corners = {grid[0][0], grid[0][4], grid[5][0], grid[5][4]}
            return len(corners) == 1 and "." not in corners
        case 9:
            return any(letters.count(kind) >= 8 for kind in set(letters))
        case 10:
            return cross(grid)
        case 11:
            return diagonal(grid)
        case 12:
            return staircase(grid)
    raise ValueError(goal)


# ---- The floor


def beside(place: Cell) -> list[Cell]:
    row, column = place
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def takeable_lines(floor: Floor) -> list[tuple[Cell, ...]]:
    """One, two or three tiles in a straight line without gaps, each with a free side."""
    free = {place for place in floor if any(other not in floor for other in beside(place))}
    found: list[tuple[Cell, ...]] = []
    for row, column in free:
        found.append(((row, column),))
        for down, right in ((1, 0), (0, 1)):
            for length in (2, 3):
                line = tuple((row + i * down, column + i * right) for i in range(length))
                if all(place in free for place in line):
                    found.append(line)
    return found


def legal_moves(floor: Floor, grid: Grid) -> set[Move]:
    """Every line in every order into every column with room for it."""
    moves = set()
    tall = heights(grid)
    for line in takeable_lines(floor):
        for order in permutations(line):
            for column in range(5):
                if tall[column] + len(line) <= 6:
                    moves.add((order, column))
    return moves


def wants_refill(floor: Floor, refill: str) -> bool:
    if refill == "pl_2023":
        return len(floor) <= 4
    return not any(other in floor for place in floor for other in beside(place))


# ---- A whole match


class Referee:
    """Follows a match turn by turn. Chance it cannot know: after a refill it is told what lies on the floor."""

    def __init__(self, seats: int, refill: str, goals: Sequence[int], same_kind: bool) -> None:
        self.refill = refill
        self.goals = goals
        self.same_kind = same_kind
        self.cells = BOX.living_room.cells(seats)
        self.floor: dict[Cell, str] = {}
        self.shelves = [[["."] * 5 for _ in range(6)] for _ in range(seats)]
        self.tokens = [[0] * len(goals) for _ in range(seats)]
        self.piles = [sorted(BOX.common_goals.tokens_by_players_low_to_high[seats]) for _ in goals]
        self.end_token: int | None = None
        self.turn = 0
        self.over = False

    def bag(self) -> dict[str, int]:
        """What must be in the bag: all that lies nowhere else."""
        seen = [*self.floor.values(), *(letter for grid in self.shelves for row in grid for letter in row)]
        return {letter: 22 - seen.count(letter) for letter in LETTER_OF.values()}

    def play(self, cells: Sequence[Cell], column: int) -> bool:
        """Play a turn; whether the floor is to be filled after it."""
        grid = self.shelves[self.turn]
        for place in cells:
            lowest = max(row for row in range(6) if grid[row][column] == ".")
            grid[lowest][column] = self.floor.pop(place)
        for which, goal in enumerate(self.goals):
            if not self.tokens[self.turn][which] and fulfils(grid, goal, self.same_kind):
                self.tokens[self.turn][which] = self.piles[which].pop()
        if self.end_token is None and full(grid):
            self.end_token = self.turn
        self.turn = (self.turn + 1) % len(self.shelves)
        self.over = self.turn == 0 and self.end_token is not None
        return not self.over and wants_refill(self.floor, self.refill)

    def see_refill(self, floor: Floor) -> None:
        """The floor was filled: as far as the bag went, and what stays stayed."""
        if self.refill != "ita_2022":
            self.floor = {}
        bag = self.bag()
        assert self.floor.items() <= floor.items()
        assert floor.keys() <= self.cells
        drawn = [letter for place, letter in floor.items() if place not in self.floor]
        assert len(drawn) == min(sum(bag.values()), len(self.cells) - len(self.floor))
        assert all(drawn.count(letter) <= bag[letter] for letter in bag)
        self.floor = dict(floor)

    def score(self, seat: int, card: int) -> int:
        grid = self.shelves[seat]
        return group_points(grid) + personal_points(grid, card) + sum(self.tokens[seat]) + (self.end_token == seat)
