"""Stwórz mi planetę once more, slowly: names of tiles in lists and dicts, nothing shared with the kernels.

A planet is {cell: tile}; what lies face down on it is a set of cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from kafelki.games.planet.moves import Choose, Hide, Name, Place, PlanetMove, Take, TakeFaceDown
from kafelki.games.planet.position import PlanetPosition, TakenTile
from kafelki.games.planet.view import Step
from tests.games.planet.components import BOX, CHARACTER, ELEMENTS, NAMES, STACK_OF, STACKS, Stack

Planet: TypeAlias = Mapping[int, str]

SHEEP: Final = ("sheep_white", "sheep_grey", "sheep_brown")
PER_PIECE: Final = {
    "vain_man": ("snake", 4),
    "astronomer": ("sunset", 2),
    "lamplighter": ("lamppost", 1),
    "businessman_white": ("sheep_white", 2),
    "businessman_grey": ("sheep_grey", 3),
    "businessman_brown": ("sheep_brown", 5),
    "gardener": ("baobab", 7),
    "turkish_astronomer": ("big_star", 1),
}

# ---- Points


def drawn_on(planet: Planet, down: Iterable[int] = ()) -> Counter[str]:
    """All that is drawn on the tiles of a planet that lie face up, characters too."""
    found: Counter[str] = Counter()
    for cell, tile in planet.items():
        if cell not in down:
            found.update(ELEMENTS[tile])
    return found


def character_points(who: str, planet: Planet, down: Iterable[int] = ()) -> int:
    there = drawn_on(planet, down)
    if who in PER_PIECE:
        element, points = PER_PIECE[who]
        return points * there[element]
    match who:
        case "geographer":
            land = [cell for cell, tile in planet.items() if tile not in CHARACTER]
            return sum(cell in down or "volcano" not in ELEMENTS[planet[cell]] for cell in land)
        case "king":
            return {1: 14, 2: 7}.get(there["rose"], 0)
        case "hunter":
            return 3 * sum(any(there[one] for one in kind) for kind in (("elephant",), ("fox",), ("snake",), SHEEP))
        case "drunkard":
            return 3 * len(list(down))
        case "little_prince":
            return 3 * sum(there[colour] > 0 for colour in SHEEP) + there["box"]
    raise ValueError(who)


def final_scores(planets: Sequence[Planet], downs: Sequence[Iterable[int]]) -> list[int]:
    """The four characters of each planet, less the volcanoes of whoever has the most."""
    volcanoes = [drawn_on(planet, down)["volcano"] for planet, down in zip(planets, downs, strict=True)]
    scores = []
    for planet, down, own in zip(planets, downs, volcanoes, strict=True):
        people = [CHARACTER[tile] for tile in planet.values() if tile in CHARACTER]
        fine = own if own == max(volcanoes) else 0
        scores.append(sum(character_points(who, planet, down) for who in people) - fine)
    return scores


def final_ranks(scores: Sequence[int], volcanoes: Sequence[int]) -> list[int]:
    """Most points, then fewest volcanoes; who is equal in both shares the better rank."""
    order = sorted(zip((-points for points in scores), volcanoes, strict=True))
    return [1 + order.index((-points, count)) for points, count in zip(scores, volcanoes, strict=True)]


# ---- A whole match


class Referee:
    """Follows a match move by move. Chance it cannot know: it is told which tiles were drawn."""

    def __init__(self, seats: int, hidden: bool, chosen: bool) -> None:
        self.seats, self.hidden, self.chosen = seats, hidden, chosen
        self.taken: list[dict[Stack, list[str]]] = [{stack: [] for stack in STACKS} for _ in range(seats)]
        self.cell_of: dict[str, int] = {}
        self.down: list[set[int]] = [set() for _ in range(seats)]
        self.drawn: set[str] = set()  # ever
        self.shown: list[set[str]] = []  # characters, round by round
        self.discarded: set[str] = set()
        self.rounds = dict.fromkeys(STACKS, 0)
        self.over = False
        self.turn = 0
        self.begin_round(0)

    def begin_round(self, starter: int) -> None:
        self.starter = self.turn = starter
        self.step: Step = "choose"
        self.stack: Stack | None = None
        self.offer: set[str] = set()
        self.secret: set[str] = set()  # what the drawer of two looks at, then the one face down
        self.waiting = set(range(self.seats))
        self.hand: str | None = None
        self.over = all(rounds == 4 for rounds in self.rounds.values())

    @property
    def running(self) -> Stack:
        assert self.stack is not None
        return self.stack

    def planet(self, seat: int) -> dict[int, str]:
        tiles = [tile for stack in STACKS for tile in self.taken[seat][stack] if tile != self.hand]
        return {self.cell_of[tile]: tile for tile in tiles}

    def free(self) -> list[int]:
        planet = self.planet(self.turn)
        return [cell for cell in BOX.cells[self.running] if cell not in planet]

    def legal(self) -> set[PlanetMove]:
        if self.over:
            return set()
        match self.step:
            case "choose":
                return {Choose(stack) for stack in STACKS if self.rounds[stack] < 4}
            case "hide":
                return {Hide(tile) for tile in self.secret}
            case "take":
                return {*(Take(tile) for tile in self.offer), *([TakeFaceDown()] if self.secret else [])}
            case "place":
                return {Place(cell) for cell in self.free()}
            case "name":
                return {Name(seat) for seat in self.waiting}

    def play(self, move: PlanetMove, drawn: set[str]) -> None:
        """Make a legal move; `drawn` is what it brought from a stack."""
        assert bool(drawn) == isinstance(move, Choose)
        match move:
            case Choose():
                self.draw(move.stack, drawn)
            case Hide():
                self.show(self.secret - {move.tile})
                self.secret = {move.tile}
                self.turn, self.step = 1 - self.turn, "take"
            case Take():
                self.offer.remove(move.tile)
                self.take(move.tile)
            case TakeFaceDown():
                (tile,) = self.secret
                self.secret = set()
                if not (self.hidden and self.running == "character"):
                    self.note(tile)
                self.take(tile)
            case Place():
                assert self.hand is not None
                tile, self.hand = self.hand, None
                self.lay(tile, move.cell)
                self.after_laying()
            case Name():
                self.turn, self.step = move.seat, "take"

    def draw(self, stack: Stack, drawn: set[str]) -> None:
        assert len(drawn) == BOX.draw_per_round[self.seats]
        assert drawn <= set(NAMES[stack])
        assert not drawn & self.drawn, "seen before"
        self.drawn |= drawn
        self.stack = stack
        self.rounds[stack] += 1
        if stack == "character":
            self.shown.append(set())
        if self.seats == 2:
            self.secret, self.step = set(drawn), "hide"
        else:
            self.show(drawn)
            self.step = "take"

    def show(self, tiles: set[str]) -> None:
        self.offer |= tiles
        for tile in tiles:
            self.note(tile)

    def note(self, tile: str) -> None:
        if tile in CHARACTER:
            self.shown[-1].add(tile)

    def take(self, tile: str) -> None:
        self.taken[self.turn][self.running].append(tile)
        self.waiting.remove(self.turn)
        self.hand = tile
        free = self.free()
        if self.chosen and len(free) > 1:
            self.step = "place"
            return
        self.hand = None
        self.lay(tile, min(free))
        self.after_laying()

    def lay(self, tile: str, cell: int) -> None:
        self.cell_of[tile] = cell
        planet, down = self.planet(self.turn), self.down[self.turn]
        baobabs = [at for at, lying in planet.items() if "baobab" in ELEMENTS[lying] and at not in down]
        if len(baobabs) == 3:
            down.update(baobabs)

    def after_laying(self) -> None:
        if not self.waiting:
            self.end_round()
        elif self.seats > 2 and len(self.waiting) > 1:
            self.step = "name"
        else:
            (self.turn,) = self.waiting
            self.step = "take"
            if self.seats > 2:
                self.take(self.offer.pop())

    def end_round(self) -> None:
        for tile in self.secret:
            self.note(tile)
        self.discarded |= self.offer | self.secret
        self.begin_round(1 - self.starter if self.seats == 2 else self.turn)

    # ---- At the end, and as a position

    def volcanoes(self) -> list[int]:
        return [drawn_on(self.planet(seat), self.down[seat])["volcano"] for seat in range(self.seats)]

    def scores(self) -> list[int]:
        return final_scores([self.planet(seat) for seat in range(self.seats)], self.down)

    def ranks(self) -> list[int]:
        return final_ranks(self.scores(), self.volcanoes())

    def taken_tile(self, seat: int, tile: str) -> TakenTile:
        cell = self.cell_of.get(tile)
        return TakenTile(tile, cell, cell in self.down[seat])

    def position(self) -> PlanetPosition:
        return PlanetPosition(
            planets=[
                {stack: [self.taken_tile(seat, tile) for tile in tiles] for stack, tiles in planet.items()}
                for seat, planet in enumerate(self.taken)
            ],
            to_act=None if self.over else self.turn,
            step=None if self.over else self.step,
            starter=self.starter,
            stack=self.stack,
            offer=tuple(sorted(self.offer)),
            looked=tuple(sorted(self.secret)),
            discarded=tuple(sorted(self.discarded, key=lambda tile: (STACKS.index(STACK_OF[tile]), tile))),
            shown_characters=tuple(tuple(sorted(tiles)) for tiles in self.shown),
        )
