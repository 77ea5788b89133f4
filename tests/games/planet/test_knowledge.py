"""What a bot knows of Stwórz mi planetę: guesses that are true at the end and sensible before it."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import kafelki
from kafelki.core.meta import Value
from kafelki.core.record import state_in
from kafelki.games.planet.game import GAME
from kafelki.games.planet.knowledge import appeal, outlook
from kafelki.games.planet.moves import Take, action_of
from kafelki.games.planet.state import PlanetState
from kafelki.games.planet.tables import CELLS_OF, STACK, TILE_IDS, TILE_OF


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("options", [{}, {"hidden_characters": True}, {"places": "chosen"}])
def test_at_the_end_the_outlook_is_the_score(seats: int, options: dict[str, Value]) -> None:
    rng = random.Random(seats)
    states = GAME.blank()
    GAME.deal(states, 0, seats, options, rng.randbytes(32))
    while not states[0].over:
        before = states[0].tobytes()
        actions = GAME.legal(states, 0).tolist()
        for action in actions:
            appeal(state_in(states, 0, PlanetState), action)
        for seat in range(seats):
            assert abs(outlook(state_in(states, 0, PlanetState), seat)) < 20_000
        assert states[0].tobytes() == before, "looking at a position changed it"
        assert GAME.play(states, 0, rng.choice(actions)) == 0
    assert [outlook(state_in(states, 0, PlanetState), seat) for seat in range(seats)] == [
        100 * points for points in GAME.scores(states, 0)
    ]


def planet(*names: str) -> dict[str, list[dict[str, object]]]:
    """A planet of these tiles, each on the first free cell."""
    stacks: dict[str, list[dict[str, object]]] = {}
    for name in names:
        stack = TILE_OF[name][0]
        laid = stacks.setdefault(STACK[stack], [])
        laid.append({"tile": name, "cell": CELLS_OF[stack][len(laid)]})
    return stacks


def filler(own: Sequence[str], used: Sequence[str]) -> list[str]:
    """As many tiles of each stack as `own`, plain ones that nobody has."""
    found: list[str] = []
    for name in own:
        stack = TILE_OF[name][0]
        found.append(next(one for one in reversed(TILE_IDS) if TILE_OF[one][0] == stack and one not in (*used, *found)))
    return found


def three(own: Sequence[str], stack: str, offer: Sequence[str]) -> PlanetState:
    """Three players, the first to take from the offer; the others have as many tiles, of no interest."""
    second = filler(own, [*own, *offer])
    third = filler(own, [*own, *offer, *second])
    position = {
        "planets": [planet(*own), planet(*second), planet(*third)],
        "to_act": 0,
        "step": "take",
        "starter": 0,
        "stack": stack,
        "offer": list(offer),
    }
    return state_in(kafelki.new_match("planet", position=position).state(), 0, PlanetState)


def charm(state: PlanetState, tile: str) -> int:
    return int(appeal(state, action_of(Take(tile))))


def test_a_lamplighter_wants_lamp_posts() -> None:
    state = three(["P08"], "inside", ["C09", "C16", "C17"])  # three lamp posts and a fox; a sheep; an elephant
    assert charm(state, "C09") > charm(state, "C16")
    assert charm(state, "C09") > charm(state, "C17")


def test_a_vain_man_wants_snakes() -> None:
    state = three(["P01"], "inside", ["C12", "C11", "C04"])  # two lamp posts each: with a snake, a box, a volcano
    assert charm(state, "C12") > charm(state, "C11") > charm(state, "C04")


def test_a_gardener_wants_baobabs_but_not_a_third() -> None:
    offer = ["U05", "U19", "U11"]  # a baobab on the first
    lamplighter, gardener = three(["P08"], "rising", offer), three(["P16"], "rising", offer)
    two = three(["P16", "C01", "C02"], "rising", offer)
    assert charm(gardener, "U05") - charm(gardener, "U19") > charm(lamplighter, "U05") - charm(lamplighter, "U19")
    assert charm(two, "U05") < charm(two, "U19")


def test_a_character_is_wanted_where_the_planet_suits_it() -> None:
    state = three(["C09", "C12", "U13"], "character", ["P08", "P16", "P15"])  # eight lamp posts, no baobab, no sheep
    assert charm(state, "P08") > charm(state, "P16")
    assert charm(state, "P08") > charm(state, "P15")


def test_most_volcanoes_darken_the_outlook() -> None:
    few = three(["U20"], "inside", ["C15", "C16", "C17"])
    many = three(["U11"], "inside", ["C15", "C16", "C17"])
    assert outlook(many, 0) < outlook(few, 0)
