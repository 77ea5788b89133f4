"""The environments of one match: PettingZoo's and Gymnasium's own checks, and what users of them ask for."""

from __future__ import annotations

import copy
import pickle
import random
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import kafelki
from kafelki.envs import aec_env, gym_env
from kafelki.envs.aec import KafelkiAEC
from kafelki.errors import BadBatch, BadSeats, IllegalMove, MatchOver, MissingExtra, UnknownBot
from tests.contract.helpers import Setting, some_settings

with warnings.catch_warnings():  # it imports games of its own by a way it has deprecated
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

SETTINGS = [one for name in kafelki.games() for one in some_settings(name)]
DICTS = pytest.mark.filterwarnings(  # what PettingZoo says of every environment with masks
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)


def made(setting: Setting) -> KafelkiAEC:
    return aec_env(setting.game_id, setting.seats, options=setting.options)


def play(env: KafelkiAEC, rng: random.Random, plies: int = 10_000) -> list[float]:
    """At random to the end, or so far; what each seat got."""
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(plies):
        seen, reward, over, _, info = env.last()
        got[agent] += reward
        if over:
            env.step(None)
        else:
            assert info["action_mask"] is seen["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]).tolist())))
    return list(got.values())


# ---- PettingZoo


@DICTS
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_pettingzoos_own_test_of_environments_passes(setting: Setting) -> None:
    api_test(made(setting), num_cycles=60)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_pettingzoos_own_test_of_seeds_passes(setting: Setting) -> None:
    seed_test(lambda: made(setting), num_cycles=60)


@pytest.mark.parametrize("game", kafelki.games())
def test_whole_matches_give_each_seat_its_reward_once(game: str) -> None:
    env, rng = aec_env(game, 3), random.Random(1)
    env.reset(seed=1)
    got = play(env, rng)
    assert sum(got) == pytest.approx(0)
    assert got == pytest.approx(env.sitting.rewards())
    assert env.agents == []


def test_a_copy_and_a_pickle_go_on_as_the_match_would() -> None:
    env = aec_env("planet", 4)
    env.reset(seed=1)
    play(env, random.Random(1), 20)
    results = [play(twin, random.Random(2)) for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env)]
    assert results[0] == results[1] == results[2]


def test_a_match_begins_from_any_position() -> None:
    match = kafelki.new_match("tikal", seats=2, seed=4)
    for _ in range(9):
        match.play(match.legal()[0])
    env = aec_env("tikal", 2)
    env.reset(options={"position": match.position()})
    assert env.sitting.game.position_at(env.sitting.states, 0) == match.position()
    play(env, random.Random(1), 20)
    assert legal(gym_env("tikal", 2).reset(options={"position": match.position()})[1])


def test_reseeding_changes_only_what_is_drawn_from_now_on() -> None:
    env = aec_env("planet", 3)
    env.reset(seed=1)
    twin = copy.deepcopy(env)
    twin.reseed(9)
    assert twin.observe("seat_1")["observation"].tobytes() == env.observe("seat_1")["observation"].tobytes()
    for one in (env, twin):
        play(one, random.Random(1), 30)
    assert twin.sitting.states.tobytes() != env.sitting.states.tobytes()


def test_who_is_not_to_act_has_no_legal_action() -> None:
    env = aec_env("shelf", 3)
    env.reset(seed=1)
    assert [bool(env.observe(agent)["action_mask"].any()) for agent in env.agents] == [True, False, False]


# ---- Gymnasium


def legal(info: dict[str, object]) -> list[int]:
    found: list[int] = np.flatnonzero(np.asarray(info["action_mask"])).tolist()
    return found


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_gymnasiums_own_checker_passes(setting: Setting) -> None:
    name = f"kafelki/{setting.game_id}-v0"
    env = gymnasium.make(name, seats=setting.seats, options=setting.options, opponents="greedy")
    check_env(env.unwrapped, skip_render_check=True)


def test_one_seat_against_chosen_opponents_by_whole_matches() -> None:
    env, rng, seats = gym_env("shelf", 3, opponents=["greedy", "random"]), random.Random(1), set()
    _, info = env.reset(seed=1)
    for _ in range(6):
        over, reward = False, 0.0
        while not over:
            action = rng.choice(legal(info))
            _, reward, over, _, info = env.step(action)
        assert reward == env.sitting.rewards()[env.seat]
        seats.add(env.seat)
        with pytest.raises(MatchOver, match=r"call reset\(\)"):
            env.step(0)
        _, info = env.reset()
    assert len(seats) > 1


def test_a_refused_action_loses_with_a_reason_or_raises() -> None:
    env = gym_env("shelf", seat=0)
    _, info = env.reset(seed=1)
    wrong = next(action for action in range(2565) if action not in legal(info))
    _, reward, over, _, told = env.step(wrong)
    assert (reward, over) == (-1.0, True)
    assert str(told["refused"]).startswith(f"Match 0, action {wrong}: ")
    strict = gym_env("shelf", seat=0, illegal="raise")
    strict.reset(seed=1)
    before = strict.sitting.states.tobytes()
    with pytest.raises(IllegalMove, match=f"action {wrong}: "):
        strict.step(wrong)
    assert strict.sitting.states.tobytes() == before


# ---- What goes wrong


def test_what_is_wrong_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    env = aec_env("shelf")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="There is no such action"):
        env.step(10**6)
    with pytest.raises(BadBatch, match="An action is an int; 'left' came"):
        env.step("left")  # type: ignore[arg-type]
    with pytest.raises(BadSeats, match="2 opponents"):
        gym_env("shelf", 3, opponents=["greedy"])
    with pytest.raises(UnknownBot):
        gym_env("shelf", opponents="nobody")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'kafelki\[envs\]'") as missing:
        aec_env("shelf")
    assert "instalacja" in missing.value.words.pl
    with pytest.raises(MissingExtra, match="gymnasium"):
        gym_env("shelf")
