"""Batches: the same matches as one by one, whoever computes them."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import kafelki
from kafelki.core.game import Game
from kafelki.envs import BatchEnv, encoding_of
from kafelki.envs.batch import bytes_of
from kafelki.envs.kernels import observe
from kafelki.errors import BadBatch, BadOptions, BadPosition, BadSeats, IllegalMove, NoGpu, UnknownGame
from tests.contract.helpers import Setting, some_settings

SETTINGS = [one for name in kafelki.games() for one in some_settings(name)]


def batch(setting: Setting, n: int = 8, **more: object) -> BatchEnv:
    return BatchEnv(setting.game_id, n, setting.seats, options=setting.options, seed=3, **more)  # type: ignore[arg-type]


def alike(one: BatchEnv, other: BatchEnv) -> bool:
    names = ("states", "observations", "masks", "to_act", "rewards", "done")
    return all(getattr(one, name).tobytes() == getattr(other, name).tobytes() for name in names)


def legal_by_rules(game: Game, env: BatchEnv, i: int) -> list[int]:
    return [action for action in range(game.actions) if game.why_not(env.states, i, action) == 0]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_masks_rewards_and_ends_are_those_of_the_rules(setting: Setting) -> None:
    env, game, ended = batch(setting), setting.game, 0
    actions, steps = np.zeros(8, dtype=np.int64), 0
    while ended < 8:
        if steps % 50 == 0:
            assert np.flatnonzero(env.masks[0]).tolist() == legal_by_rules(game, env, 0)
        before = env.states.copy()
        env.choose("random", actions)
        assert env.masks[np.arange(8), actions].all()
        env.step(actions)
        for i in range(8):
            assert game.play(before, i, int(actions[i])) == 0
            assert env.done[i] == before[i].over
            if env.done[i]:
                ended += 1
                ranks = game.ranks(before, i)
                wanted = [sum((other > own) - (other < own) for other in ranks) / (len(ranks) - 1) for own in ranks]
                assert env.rewards[i].tolist() == pytest.approx(wanted)
                assert env.states[i].ply == 0
            else:
                assert env.states[i].tobytes() == before[i].tobytes()
                assert not env.rewards[i].any()
        assert env.to_act.tolist() == env.states["turn"].tolist()
        steps += 1


def test_the_number_of_threads_changes_nothing() -> None:
    one, many = (BatchEnv("shelf", 200, 2, seed=1, threads=threads) for threads in (1, 5))
    for _ in range(10):
        actions = one.choose("random")
        assert np.array_equal(actions, many.choose("random"))
        one.step(actions)
        many.step(actions)
        assert alike(one, many)
    assert one.simulate(60) == many.simulate(60) > 0
    assert one.simulate(2, "greedy") == many.simulate(2, "greedy")
    assert alike(one, many)


def test_the_same_seed_gives_the_same_matches_and_another_others() -> None:
    one, same, other = (BatchEnv("planet", 4, 3, seed=seed) for seed in (1, 1, 2))
    for env in (one, same, other):
        env.simulate(20)
    assert alike(one, same)
    assert not alike(one, other)
    one.reset(2)
    one.simulate(20)
    assert alike(one, other)


def test_a_copy_and_a_pickle_go_on_as_the_batch_would() -> None:
    env = BatchEnv("tikal", 4, 2, seed=1, rewards="win")
    env.simulate(30)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert alike(env, twin)
        again = copy.deepcopy(env)
        actions = twin.choose("random")
        assert np.array_equal(actions, again.choose("random"))
        twin.step(actions)
        again.step(actions)
        assert alike(twin, again)
        assert not alike(twin, env)


def test_reseeding_changes_what_is_drawn_and_nothing_that_lies_there() -> None:
    env = BatchEnv("tikal", 4, 2, seed=1)
    env.simulate(30)
    before, other = env.observations.copy(), copy.deepcopy(env)
    env.reseed(5)
    env.look()
    assert np.array_equal(env.observations, before)
    for one in (env, other):
        one.simulate(200)
    assert not alike(env, other)


def test_matches_begin_from_a_position() -> None:
    match = kafelki.new_match("shelf", seats=2, seed=4)
    for _ in range(9):
        match.play(match.legal()[0])
    env = BatchEnv("shelf", 3, position=match.position(), seed=1)
    assert all(env.game.position_at(env.states, i) == match.position() for i in range(3))
    while not env.done.any():
        env.step(env.choose("random"))
    assert env.game.position_at(env.states, int(np.argmax(env.done))) == match.position()


@pytest.mark.parametrize(("name", "total"), [("rank", 0.0), ("score", 0.0), ("win", 1.0)])
def test_rewards_of_every_kind_add_up(name: str, total: float) -> None:
    env, ended = BatchEnv("planet", 16, 4, seed=1, rewards=name), 0
    while ended < 32:
        env.step(env.choose("random"))
        assert env.rewards[env.done].sum(axis=1).tolist() == pytest.approx([total] * int(env.done.sum()), abs=1e-4)
        ended += int(env.done.sum())


def test_greedy_beats_random() -> None:
    env = BatchEnv("shelf", 32, 2, seed=1)
    won = ended = 0.0
    while ended < 60:
        greedy, chance = env.choose("greedy"), env.choose("random")
        env.step(np.where(env.to_act == 0, greedy, chance))
        won += float(env.rewards[env.done, 0].sum())
        ended += int(env.done.sum())
    assert won / ended > 0.8


def test_appeals_are_the_games_own_and_of_legal_actions_only() -> None:
    env = BatchEnv("tikal", 4, 2, seed=1)
    env.simulate(20)
    found = env.appeals()
    assert not found[~env.masks].any()
    assert found[env.masks].any()
    own = [env.game.rules.appeal(env.states[1], int(action)) for action in np.flatnonzero(env.masks[1])]
    assert found[1][env.masks[1]].tolist() == own  # nothing is hidden in Tikal
    assert env.appeals(found) is found


def test_outlooks_are_what_greedy_maximizes_and_of_legal_actions_only() -> None:
    env = BatchEnv("tikal", 4, 2, seed=1)
    env.simulate(20)
    chosen = copy.deepcopy(env).choose("greedy")  # with the same chance as what follows
    found = env.outlooks()
    assert not found[~env.masks].any()
    best = np.where(env.masks, found, found.min()).max(axis=1)
    assert found[np.arange(4), chosen].tolist() == best.tolist()
    assert env.outlooks(found) is found


def test_afterstates_are_seen_by_who_acts_and_nothing_is_played() -> None:
    env, encoding = BatchEnv("shelf", 6, 2, seed=1), encoding_of(kafelki.game("shelf"))
    env.simulate(3)
    before, asked = copy.deepcopy(env), np.stack([env.choose("random"), env.choose("greedy"), np.full(6, -1)], axis=1)
    seen = env.afterstates(asked)
    assert seen.shape == (6, 3, encoding.size)
    assert alike(env, before)
    assert not seen[:, 2].any()
    for i, k in np.ndindex(6, 2):
        after, wanted = env.states[[i]], np.zeros(encoding.size, dtype=np.int16)
        assert env.game.play(after, 0, int(asked[i, k])) == 0
        observe(bytes_of(after)[0], int(env.to_act[i]), encoding.plan, wanted)
        assert seen[i, k].tolist() == wanted.tolist()  # no floor is filled again so early
    assert env.afterstates(asked, seen) is seen


def test_afterstates_do_not_foresee_what_is_drawn() -> None:
    env, encoding = BatchEnv("shelf", 1, 2, seed=1), encoding_of(kafelki.game("shelf"))
    while encoding.by_name(env.observations)["floor"].sum() > 5:
        env.step(env.choose("random"))
    last = np.flatnonzero(env.masks[0])[:1]  # takes a tile: then the floor is filled
    floors = {encoding.by_name(env.afterstates(last[None])[0, 0])["floor"].tobytes() for _ in range(4)}
    assert len(floors) == 4


def test_afterstates_of_what_the_rules_refuse_are_not_given() -> None:
    env = BatchEnv("shelf", 3, 2, seed=1)
    for wrong in (int(np.flatnonzero(~env.masks[1])[0]), 10**6, -2):
        with pytest.raises(IllegalMove, match=f"Match 1, action {wrong}: "):
            env.afterstates([[-1], [wrong], [-1]])
    for asked in (env.choose("random"), np.zeros((2, 3), dtype=int), np.zeros((3, 1))):
        with pytest.raises(BadBatch, match=r"ints of shape \(3, k\)"):
            env.afterstates(asked)


# ---- The caller's arrays


def test_the_callers_arrays_are_written_in_place_and_nothing_new_is_made() -> None:
    size, actions = BatchEnv("shelf", 1).encoding.size, kafelki.game("shelf").actions
    observations, masks = np.zeros((40, size), dtype=np.int16), np.zeros((40, actions), dtype=np.bool_)
    env = BatchEnv("shelf", 40, 2, seed=3, observations=observations, masks=masks)
    assert env.observations is observations
    assert env.masks is masks
    other = BatchEnv("shelf", 40, 2, seed=3)
    for _ in range(3):
        env.step(env.choose("random"))
        other.step(other.choose("random"))
    assert alike(env, other)


def test_torch_sees_the_same_memory() -> None:
    torch = pytest.importorskip("torch")
    size = BatchEnv("shelf", 1).encoding.size
    own = torch.zeros((8, size), dtype=torch.int16)
    env = BatchEnv("shelf", 8, 2, seed=3, observations=own)
    masks = torch.from_dlpack(env.masks)
    assert own.sum() > 0
    actions = torch.argmax(masks.to(torch.int8), dim=1)
    env.step(actions)
    assert own.numpy().tobytes() == env.observations.tobytes()
    assert masks.numpy().tobytes() == env.masks.tobytes()


# ---- What goes wrong


def test_a_wrong_action_is_named_and_nothing_has_changed() -> None:
    env = BatchEnv("shelf", 100, 2, seed=3, threads=3)
    actions, before = env.choose("random"), copy.deepcopy(env)
    actions[77] = int(np.flatnonzero(~env.masks[77])[0])
    with pytest.raises(IllegalMove, match=f"Match 77, action {actions[77]}: ") as refused:
        env.step(actions)
    assert refused.value.words.pl.startswith("Rozgrywka 77, akcja")
    assert alike(env, before)
    actions[77] = 10**6
    with pytest.raises(IllegalMove, match="Match 77, action 1000000: There is no such action"):
        env.step(actions)


@pytest.mark.parametrize("actions", [[0], np.zeros((4, 1), dtype=int), np.zeros(4), [0, 0, 0, 0, 0], "abcd"])
def test_actions_of_another_size_or_kind_are_refused(actions: object) -> None:
    env = BatchEnv("planet", 4, 2, seed=3)
    with pytest.raises(BadBatch, match="actions is an array of 4 ints"):
        env.step(actions)


@pytest.mark.parametrize("n", [0, -1, 2.5, "4", True])
def test_a_batch_has_at_least_one_match(n: int) -> None:
    with pytest.raises(BadBatch, match="n is an int, at least 1"):
        BatchEnv("planet", n, 2)


def test_arrays_that_do_not_fit_are_refused() -> None:
    with pytest.raises(BadBatch, match="masks is a contiguous array of bool of shape"):
        BatchEnv("planet", 4, 2, masks=np.zeros((4, 3), dtype=np.bool_))
    with pytest.raises(BadBatch, match="observations is a contiguous array of int16 of shape"):
        BatchEnv("planet", 4, 2, observations=np.zeros((4, 2235), dtype=np.float32))


def test_what_is_not_there_is_said_in_one_line() -> None:
    with pytest.raises(UnknownGame, match="There is no game 'chess'"):
        BatchEnv("chess", 4)
    with pytest.raises(BadSeats, match="2 to 4 players; 9 came"):
        BatchEnv("shelf", 4, 9)
    with pytest.raises(BadOptions, match="Rewards are one of rank, score, win; 'fame' came"):
        BatchEnv("shelf", 4, rewards="fame")
    with pytest.raises(BadOptions, match="Policies in the kernel are random, greedy; 'wise' came"):
        BatchEnv("shelf", 4).simulate(1, "wise")
    with pytest.raises(BadPosition):
        BatchEnv("shelf", 4, position={"type": "nonsense"})


def test_without_a_gpu_one_line_says_so() -> None:
    cuda = pytest.importorskip("numba.cuda")
    if cuda.is_available():
        pytest.skip("there is one here")
    with pytest.raises(NoGpu, match="leave it out for the CPU"):
        BatchEnv("shelf", 4, device="cuda")
    with pytest.raises(BadOptions, match="A device is cpu or cuda; 'tpu' came"):
        BatchEnv("shelf", 4, device="tpu")
