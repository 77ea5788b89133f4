"""What the contract suite must be told of each game, because only a person can say it.

The one file of the suite that knows a game by name. Nothing here may use a game's `redeal`: the two are held
against each other.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import pytest

from kafelki.core.record import States
from kafelki.games._template.state import TILES
from kafelki.games._template.view import tiles_of
from kafelki.games.shelf.tables import PERSONAL


class Secrets(NamedTuple):
    """What is hidden in a game, said a second time and in plain Python. All speak of state 0 of `states`."""

    # Another truth that `seat` (None: a spectator) cannot tell from this one, at random. Chance stays as it is.
    look_alike: Callable[[States, int | None, random.Random], States]
    # All of them, the truth among them, each as likely as the others; None where they are too many to write down.
    all_look_alikes: Callable[[States, int | None], Iterator[States]] | None
    # Take a tile out of the match, or put one in that does not exist.
    lose_a_tile: Callable[[States, random.Random], None]


def secrets_of(game_id: str) -> Secrets:
    if game_id not in SECRETS:
        pytest.fail(
            f"The suite does not know what is hidden in {game_id!r}. Write it down in tests/contract/per_game.py: "
            "look_alike, all_look_alikes if they are few, and lose_a_tile, and put them into SECRETS."
        )
    return SECRETS[game_id]


def _others(states: States, seat: int | None) -> list[int]:
    return [other for other in range(int(states[0].seats)) if other != seat]


# ---- The template: hands


def _all_ridges(states: States, seat: int | None) -> Iterator[States]:
    """As many tiles in each hand, out of all that neither lie in sight nor are the seat's own."""
    state, others = states[0], _others(states, seat)
    own = [] if seat is None else tiles_of(int(state.hands[seat]))
    unseen = [tile for tile in range(1, TILES + 1) if tile not in own and tile not in state.ridge]
    for hands in _deals(unseen, [len(tiles_of(int(state.hands[other]))) for other in others]):
        alike = states.copy()
        for other, hand in zip(others, hands, strict=True):
            alike[0].hands[other] = sum(1 << tile for tile in hand)
        yield alike


def _deals(tiles: list[int], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to deal hands of these sizes."""
    if not sizes:
        yield []
        return
    for hand in itertools.combinations(tiles, sizes[0]):
        for rest in _deals([tile for tile in tiles if tile not in hand], sizes[1:]):
            yield [hand, *rest]


def _another_ridge(states: States, seat: int | None, rng: random.Random) -> States:
    return rng.choice(list(_all_ridges(states, seat)))


def _lose_on_the_ridge(states: States, rng: random.Random) -> None:
    state = states[0]
    if rng.random() < 0.5:
        state.ridge[rng.choice([cell for cell in range(TILES) if state.ridge[cell]])] = 0
    else:
        state.hands[rng.randrange(int(state.seats))] ^= 1 << rng.randint(1, TILES)


# ---- Półeczka: personal cards, until the end


def _all_shelves(states: States, seat: int | None) -> Iterator[States]:
    """Any cards but the seat's own, none twice."""
    if states[0].over:
        yield states.copy()
        return
    others = _others(states, seat)
    cards = [card for card in range(1, PERSONAL + 1) if seat is None or card != states[0].personal[seat]]
    for hidden in itertools.permutations(cards, len(others)):
        alike = states.copy()
        alike[0].personal[others] = hidden
        yield alike


def _another_shelf(states: States, seat: int | None, rng: random.Random) -> States:
    alike, others = states.copy(), _others(states, seat)
    if not states[0].over:
        cards = [card for card in range(1, PERSONAL + 1) if seat is None or card != states[0].personal[seat]]
        alike[0].personal[others] = rng.sample(cards, len(others))
    return alike


def _lose_on_a_shelf(states: States, rng: random.Random) -> None:
    state, kind = states[0], rng.randrange(len(states[0].bag))
    match rng.randrange(3):
        case 0:
            state.bag[kind] += rng.choice((-1, 1))
        case 1:
            state.floor[kind] ^= 1 << 26  # the middle of the floor
        case _:
            state.shelves[rng.randrange(int(state.seats)), kind] ^= 1  # the lowest place of the first column


# ---- Tikal: nothing but chance


def _same_jungle(states: States, seat: int | None, rng: random.Random) -> States:
    """All lies open; what is face down does not exist before it is drawn or taken."""
    return states.copy()


def _lose_in_the_jungle(states: States, rng: random.Random) -> None:
    state = states[0]
    seat = rng.randrange(int(state.seats))
    match rng.randrange(4):
        case 0:
            state.deck ^= 1 << rng.randrange(36)  # a tile
        case 1:
            state.held_odd[seat] ^= 1 << rng.randrange(8)  # a treasure
        case 2:
            state.tokens[rng.randint(2, 10)] += rng.choice((-1, 1))
        case _:
            state.supply[seat] += rng.choice((-1, 1))


# ---- Stwórz mi planetę: hidden characters, and with two players what the drawer looked at


Picks = Callable[[list[int], int], Iterator[tuple[int, ...]]]  # ways to pick so many tiles in order


def _bits(tiles: int) -> list[int]:
    return [tile for tile in range(20) if tiles >> tile & 1]


def _planets(states: States, seat: int | None, picks: Picks, sets: Picks) -> Iterator[States]:
    """Of each round's characters: who took which of those shown; for one that nobody saw, any the seat never saw."""
    state = states[0]
    if state.over:
        yield states.copy()
        return
    own = [] if seat is None else [int(tile) for tile in state.characters[seat] if tile >= 0]
    looked = [] if seat is None or state.stack != 3 else _bits(int(state.looked[seat]))
    fresh = [tile for tile in range(20) if tile not in [*_bits(int(state.shown[3])), *own, *looked]]
    rounds = range(int(state.used[3])) if state.hidden_characters else range(0)
    for alike, left in _character_rounds(states, seat, list(rounds), fresh, picks, sets):
        yield from _drawers(alike, seat, left, sets)


def _character_rounds(
    states: States, seat: int | None, rounds: list[int], fresh: list[int], picks: Picks, sets: Picks
) -> Iterator[tuple[States, list[int]]]:
    if not rounds:
        yield states.copy(), fresh
        return
    state, number = states[0], rounds[0]
    takers = [other for other in _others(states, seat) if state.characters[other, number] >= 0]
    gone = _bits(int(state.discarded[3])) + ([] if seat is None else [int(state.characters[seat, number])])
    gone += _bits(int(state.offer)) if state.stack == 3 else []
    pool = [tile for tile in _bits(int(state.shown_in[number])) if tile not in gone]
    for unseen in sets(fresh, len(takers) - len(pool)):
        for dealt in picks([*pool, *unseen], len(takers)):
            alike = states.copy()
            alike[0].characters[takers, number] = dealt
            left = [tile for tile in fresh if tile not in unseen]
            yield from _character_rounds(alike, seat, rounds[1:], left, picks, sets)


def _drawers(states: States, seat: int | None, fresh: list[int], sets: Picks) -> Iterator[States]:
    state, drawer = states[0], int(states[0].starter)
    count = len(_bits(int(state.looked[drawer])))
    if drawer == seat or not count:
        yield states
        return
    if state.stack != 3:
        fresh = [tile for tile in range(20) if tile not in _bits(int(state.shown[state.stack]))]
    for looked in sets(fresh, count):
        alike = states.copy()
        alike[0].looked[drawer] = sum(1 << tile for tile in looked)
        yield alike


def _all_planets(states: States, seat: int | None) -> Iterator[States]:
    return _planets(states, seat, itertools.permutations, itertools.combinations)


def _another_planet(states: States, seat: int | None, rng: random.Random) -> States:
    def pick(tiles: list[int], count: int) -> Iterator[tuple[int, ...]]:
        yield tuple(rng.sample(tiles, count))

    return next(_planets(states, seat, pick, pick))


def _lose_on_a_planet(states: States, rng: random.Random) -> None:
    state, stack, tile = states[0], rng.randrange(3), 1 << rng.randrange(20)
    match rng.randrange(4):
        case 0:
            state.discarded[stack] ^= tile
        case 1:
            state.shown[rng.randrange(4)] ^= tile
        case 2:
            state.offer ^= tile
        case _:
            seat, number = rng.randrange(int(state.seats)), rng.randrange(4)
            state.land[seat, stack, number] = (int(state.land[seat, stack, number]) + 1) % 20


# Settings that hold more secrets than the fewest that hold every seat count and every option.
MORE_SETTINGS: Final[dict[str, tuple[int, dict[str, bool | int | str]]]] = {
    "planet": (2, {"hidden_characters": True, "places": "chosen"}),
}
LONG_MATCHES: Final = frozenset({"tikal"})  # games of hundreds of plies: un-jitted we play fewer settings of them

SECRETS: Final = {
    "planet": Secrets(_another_planet, _all_planets, _lose_on_a_planet),
    "_template": Secrets(_another_ridge, _all_ridges, _lose_on_the_ridge),
    "shelf": Secrets(_another_shelf, _all_shelves, _lose_on_a_shelf),
    "tikal": Secrets(_same_jungle, None, _lose_in_the_jungle),  # one look-alike has no distribution to look at
}
