"""Environments, side by side: our batches beside Pgx, our PettingZoo wrapper beside PettingZoo's own games.

Everybody chooses fairly among all legal moves and is given observations and masks. All of them use the cores as they
do by themselves; Pgx gets the batch size it is fastest with. Rounds go in turn, and the best of three counts. Exit
code 1 says that we are slower than we claim.

python -m benchmarks.environments [--json]
"""

from __future__ import annotations

import functools
import random
import time
import warnings
from collections.abc import Callable
from typing import Final

import jax
import numpy as np
import pgx
from pettingzoo import AECEnv
from pgx.experimental import auto_reset

from benchmarks.claims import ROUNDS, Say, Speeds, best_of, run, times
from kafelki.envs import BatchEnv, aec_env

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from open_spiel.python.rl_environment import Environment
    from pettingzoo.classic import chess_v6, connect_four_v3

SECONDS: Final = 1.0
SEED: Final = 7
N: Final = 2048
PGX_SIZES: Final = (16, 64, 256, 1024)
SEATS: Final = {"planet": 3, "shelf": 2, "tikal": 2}
CLAIMS: Final = (  # ours >= so many times a peer
    ("BatchEnv shelf", 10.0, "Pgx go_9x9"),
    ("BatchEnv planet", 10.0, "Pgx go_9x9"),
    ("BatchEnv tikal", 3.0, "Pgx go_9x9"),
    *((f"aec_env {game}", 5.0, "PettingZoo chess") for game in SEATS),
    *((f"aec_env {game}", 2.0, "PettingZoo connect_four") for game in SEATS),
)

Play = Callable[[], int]  # plays for a moment; how many steps


def ours(game: str) -> Play:
    """A batch with all that is observed written anew in every step."""
    env = BatchEnv(game, N, SEATS[game], seed=SEED)
    actions = np.zeros(N, dtype=np.int64)

    def play() -> int:
        env.choose("random", actions)
        env.step(actions)
        return N

    return play


def theirs(name: str, n: int) -> Play:
    """A batch of Pgx's, random moves chosen in the compiled step too."""
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(state: pgx.State, key: jax.Array) -> tuple[pgx.State, jax.Array]:
        key, draw, chance = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(draw, logits, axis=1)
        return step(state, actions, jax.random.split(chance, n)), key

    compiled, keys = jax.jit(one), jax.random.split(jax.random.PRNGKey(SEED), n)
    held = [jax.jit(jax.vmap(env.init))(keys), jax.random.PRNGKey(SEED)]

    def play() -> int:
        held[:] = compiled(*held)
        held[0].observation.block_until_ready()
        return n

    return play


def fastest(name: str) -> tuple[str, Play]:
    """Pgx with the batch size it is fastest with."""
    plays = {n: theirs(name, n) for n in PGX_SIZES}
    speeds = {n: speed(play) for n, play in plays.items()}
    best = max(speeds, key=lambda n: speeds[n])
    return f"Pgx {name}", plays[best]


def zoo(make: Callable[[], AECEnv]) -> Play:
    """A whole match of PettingZoo's kind."""
    env, rng = make(), random.Random(SEED)

    def play() -> int:
        steps = 0
        env.reset(seed=rng.randrange(1 << 30))
        for _ in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            legal = mask.nonzero()[0]
            env.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
        return steps

    return play


def spiel(name: str) -> Play:
    """A whole match in OpenSpiel's environment for learning."""
    env, rng = Environment(name), random.Random(SEED)

    def play() -> int:
        step, steps = env.reset(), 0
        while not step.last():
            player = step.observations["current_player"]
            step = env.step([rng.choice(step.observations["legal_actions"][player])])
            steps += 1
        return steps

    return play


def speed(play: Play) -> float:
    """Steps a second, for a while; what is compiled on the way does not count."""
    play()
    steps, begun = 0, time.perf_counter()
    while (seconds := time.perf_counter() - begun) < SECONDS:
        steps += play()
    return steps / seconds


def compare(say: Say) -> Speeds:
    """Rounds in turn, the best of each, and what they say of the claims."""
    say("compiling or loading, and trying which batch Pgx is fastest with")
    players: dict[str, Play] = {f"BatchEnv {game}": ours(game) for game in SEATS}
    players |= dict([fastest("go_9x9"), fastest("backgammon")])
    players |= {f"aec_env {game}": zoo(lambda game=game: aec_env(game, SEATS[game])) for game in SEATS}  # type: ignore[misc]
    players |= {"PettingZoo connect_four": zoo(connect_four_v3.env), "PettingZoo chess": zoo(chess_v6.env)}
    players |= {"OpenSpiel rl_environment go(9)": spiel("go(board_size=9)")}
    say(f"{ROUNDS} rounds of {SECONDS:g} s each")
    best = best_of({name: functools.partial(speed, play) for name, play in players.items()})
    return Speeds("environment", "steps/s", best, times(best, CLAIMS))


if __name__ == "__main__":
    run(compare, Speeds.draw)
