"""The suite is worth something: each of these faults, planted in a game that has none, makes its checks fail."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kafelki.core.codes import SPECTATOR
from kafelki.core.game import Game, View
from kafelki.core.record import EVERYONE, OWNER, Ints64, States, who_knows
from kafelki.games import game as find_game
from tests.contract.checks import (
    check_actions,
    check_distribution,
    check_light,
    check_redeal_is_blind,
    check_redeal_is_true,
    check_redeal_varies,
    check_told,
    check_view,
    differing,
    look_alike,
)
from tests.contract.helpers import keys_of, some_settings, states_of_a_match

SEAT = 0  # who looks, and is to act as the match begins


def planted(game: Game, **ways_in: Callable[..., Any]) -> Game:
    """The game with other ways in. Plain functions: a compiled one would be kept in the cache as the game's own."""
    spoilt = dataclasses.replace(game)
    for name, way in ways_in.items():
        object.__setattr__(spoilt, name, way)
    return spoilt


def dealt(game: Game) -> tuple[States, list[States]]:
    """The first state of a match in which the seat to act has all to guess that can be hidden; and look-alikes."""
    states, alikes = _dealt(game.id)
    return states.copy(), [alike.copy() for alike in alikes]


@functools.cache
def _dealt(game_id: str) -> tuple[States, list[States]]:
    game, setting, rng = find_game(game_id), some_settings(game_id)[0], random.Random(11)
    for states in itertools.chain.from_iterable(states_of_a_match(setting, seed) for seed in range(11, 31)):
        alikes = [look_alike(game, states, SEAT, rng) for _ in range(12)]
        guessed = [[differing(game, states, alike)[name].any() for alike in alikes] for name in owned(game, states)]
        if states[0].turn == SEAT and all(any(differs) for differs in guessed):
            return states, alikes
    raise AssertionError("there is no such state")


def owned(game: Game, states: States) -> list[str]:
    """The fields that hide what a seat holds."""
    return [name for name, knows in who_knows(game.layout, states, 0).items() if knows == OWNER]


# ---- Views


class Leaky(View, frozen=True, tag="contract.leaky"):
    """An honest view and a little more."""

    honest: Any
    more: list[int]


def check_views(game: Game) -> None:
    states, alikes = dealt(game)
    for alike in alikes:
        check_view(game, states, alike, SEAT)


def test_a_view_with_any_one_hidden_field_more_is_found_out(game: Game) -> None:
    check_views(game)
    for name, knows in who_knows(game.layout, dealt(game)[0], 0).items():

        def view(state: Any, seat: int | None, name: str = name) -> View:
            return Leaky(game.view(state, seat), np.ravel(state[name]).tolist())

        if knows == EVERYONE:
            check_views(dataclasses.replace(game, view=view))
        else:
            with pytest.raises(AssertionError, match="sees what is hidden"):
                check_views(dataclasses.replace(game, view=view))


def test_legal_moves_that_depend_on_what_is_hidden_are_found_out(game: Game) -> None:
    def list_legal(states: States, i: int, out: Ints64) -> int:
        return int(game.list_legal(states, i, out)) - int(states[i].chance_key[0] & 1)

    with pytest.raises(AssertionError, match="may do tells"):
        check_views(planted(game, list_legal=list_legal))


def test_a_move_that_tells_what_its_player_hides_is_found_out(game: Game) -> None:
    def check_tellings(game: Game) -> None:
        rng = random.Random(13)
        for states in states_of_a_match(some_settings(game.id)[0], 13):
            if not states[0].over:
                check_told(game, states, look_alike(game, states, None, rng), None)

    check_tellings(game)
    if game.told is not Game.told:
        with pytest.raises(AssertionError, match="is told a move"):
            check_tellings(dataclasses.replace(game, told=Game.told))


# ---- What comes to light


def check_lights(game: Game) -> None:
    """Along a match, as a spectator sees it."""
    rng = random.Random(12)
    for states in states_of_a_match(some_settings(game.id)[0], 12):
        for action in game.legal(states, 0)[:5].tolist():
            check_light(game, states, look_alike(game, states, None, rng), None, action)


def test_a_game_that_does_not_say_what_came_to_light_is_found_out(game: Game) -> None:
    def play(states: States, i: int, action: int) -> int:
        refusal = int(game.play(states, i, action))
        states[i].reveal_ply = 0
        return refusal

    check_lights(game)
    with pytest.raises(AssertionError):
        check_lights(planted(game, play=play))


# ---- Redeal


def check_redeal(game: Game) -> None:
    states, alikes = dealt(game)
    keys = keys_of(30, "planted")
    check_redeal_is_true(game, states, SEAT, keys[:10])
    check_redeal_varies(game, states, alikes, SEAT, keys)
    for alike in alikes:
        check_redeal_is_blind(game, states, alike, SEAT, keys)


def test_the_games_themselves_pass_what_the_faults_below_do_not(game: Game) -> None:
    check_redeal(game)


def test_a_redeal_that_does_nothing_is_found_out(game: Game) -> None:
    with pytest.raises(AssertionError):
        check_redeal(planted(game, redeal=lambda states, i, seat, key: None))


def test_a_redeal_that_changes_nothing_but_chance_is_found_out(game: Game) -> None:
    def redeal(states: States, i: int, seat: int, key: Ints64) -> None:
        kept = states[i : i + 1].copy()
        game.redeal(states, i, seat, key)
        for name in owned(game, states):
            states[name][i] = kept[name][0]

    if owned(game, dealt(game)[0]):
        with pytest.raises(AssertionError, match="leaves"):
            check_redeal(planted(game, redeal=redeal))


@pytest.mark.parametrize("name", ["chance_key", "chance_words", "chance_block", "chance_left"])
def test_a_redeal_that_keeps_a_part_of_chance_is_found_out(game: Game, name: str) -> None:
    def redeal(states: States, i: int, seat: int, key: Ints64) -> None:
        kept = states[name][i].copy()
        game.redeal(states, i, seat, key)
        states[name][i] = kept

    with pytest.raises(AssertionError):
        check_redeal(planted(game, redeal=redeal))


def test_a_redeal_that_never_gives_the_truth_is_found_out(game: Game) -> None:
    def redeal(states: States, i: int, seat: int, key: Ints64) -> None:
        truth = hidden_bytes(game, states, i)
        while hidden_bytes(game, states, i) == truth:
            game.redeal(states, i, seat, key)
            key = key + 1

    if owned(game, dealt(game)[0]):
        with pytest.raises(AssertionError, match="depends on what is hidden"):
            check_redeal(planted(game, redeal=redeal))


def test_a_redeal_that_changes_what_the_seat_knows_is_found_out(game: Game) -> None:
    def redeal(states: States, i: int, seat: int, key: Ints64) -> None:
        game.redeal(states, i, SPECTATOR, key)

    if owned(game, dealt(game)[0]):
        with pytest.raises(AssertionError):
            check_redeal(planted(game, redeal=redeal))


def test_a_redeal_that_favours_some_look_alikes_is_found_out(game: Game) -> None:
    def redeal(states: States, i: int, seat: int, key: Ints64) -> None:
        other = states[i : i + 1].copy()
        game.redeal(states, i, seat, key)
        game.redeal(other, 0, seat, key + 1)
        if hidden_bytes(game, other, 0) < hidden_bytes(game, states, i):
            states[i] = other[0]

    states, _ = dealt(game)
    if check_distribution(game, states, SEAT):
        with pytest.raises(AssertionError, match="favours"):
            check_distribution(planted(game, redeal=redeal), states, SEAT)


def hidden_bytes(game: Game, states: States, i: int) -> bytes:
    """What seats hold, all of them."""
    return b"".join(states[name][i].tobytes() for name in owned(game, states))


# ---- Actions


def spoilt_listing(game: Game) -> Game:
    return planted(game, list_legal=lambda states, i, out: game.list_legal(states, i, out) - 1)


def spoilt_count(game: Game) -> Game:
    return planted(game, count=lambda states, i: game.count(states, i) + 1)


def spoilt_pick(game: Game) -> Game:
    return planted(game, pick=lambda states, i, k: game.pick(states, i, max(k - 1, 0)))


def spoilt_why_not(game: Game) -> Game:
    return planted(game, why_not=lambda states, i, action: 0)


@pytest.mark.parametrize("spoil", [spoilt_listing, spoilt_count, spoilt_pick, spoilt_why_not])
def test_ways_to_list_actions_that_disagree_are_found_out(game: Game, spoil: Callable[[Game], Game]) -> None:
    states, _ = dealt(game)
    check_actions(game, states)
    with pytest.raises(AssertionError):
        check_actions(spoil(game), states)
