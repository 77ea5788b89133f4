"""Our games in OpenSpiel: its own tests, unmodified, and that a search there does not foresee what will be drawn."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.rl_environment import Environment

import kafelki
import kafelki.envs.openspiel as ours
from tests.contract.helpers import Setting, some_settings
from tests.core.helpers import run_python

SETTINGS = [one for name in kafelki.games() for one in some_settings(name)]


def name_of(setting: Setting) -> str:
    options = "".join(f",{name}={value}" for name, value in setting.options.items())
    return f"kafelki_{setting.game_id}(players={setting.seats}{options})"


def begun(name: str, plies: int, seed: int = 1) -> pyspiel.State:
    """A match so far, at a player's turn."""
    rng, state = random.Random(seed), pyspiel.load_game(name).new_initial_state()
    while plies > 0 or state.is_chance_node():
        plies -= not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_openspiels_random_simulation_passes_with_serialization(setting: Setting) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name_of(setting)), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", kafelki.games())
def test_openspiel_writes_a_playthrough(game: str) -> None:
    actions = begun(f"kafelki_{game}", 12).history()
    text = generate_playthrough.playthrough(f"kafelki_{game}", actions)
    assert f'GameType.short_name = "kafelki_{game}"' in text
    assert "ObservationTensor(0)" in text


def test_openspiels_own_api_test_passes() -> None:
    done = run_python("-m", "tests.envs.openspiel_api")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "15"  # five tests of three games


def test_its_learning_environment_plays_whole_matches() -> None:
    env, rng = Environment("kafelki_planet", players=3), random.Random(1)
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([rng.choice(step.observations["legal_actions"][player])])
    assert sum(step.rewards) == pytest.approx(0)


def test_what_is_drawn_comes_from_a_chance_node_and_not_from_the_clone() -> None:
    """A search over clones must not see the next tile: in Tikal every turn draws one."""
    state = begun("kafelki_tikal", 0)
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    drawn = {str(state.child(outcome)) for outcome, _ in state.chance_outcomes()}
    assert len(drawn) > 3


def test_resampling_deals_what_the_player_cannot_know() -> None:
    state, rng = begun("kafelki_shelf(players=3)", 6), random.Random(1)
    others = [state.resample_from_infostate(1, rng.random) for _ in range(20)]
    assert {other.observation_string(1) for other in others} == {state.observation_string(1)}
    assert len({other.observation_string(2) for other in others}) > 1
    assert all(np.array_equal(other.observation_tensor(1), state.observation_tensor(1)) for other in others)


def test_parameters_are_seats_and_options() -> None:
    game = pyspiel.load_game("kafelki_tikal(players=4,auction=True)")
    assert game.num_players() == 4
    state = begun("kafelki_tikal(players=4,auction=True)", 0)
    assert state.states[0].auction == 1
    assert ours.hidden_parts(kafelki.game("shelf")) == ["personal"]


def test_a_wrong_action_is_refused() -> None:
    state = begun("kafelki_shelf", 3)
    wrong = next(action for action in range(2565) if action not in state.legal_actions())
    with pytest.raises((ValueError, pyspiel.SpielError)):
        state.apply_action(wrong)
