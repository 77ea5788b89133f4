"""Simulations a second, side by side: our search against OpenSpiel's C++ MCTS bot, on one core, in one run.

One simulation of ours is a re-deal, a walk down the tree, a playout of at least one whole round and an evaluation;
one of theirs a walk down the tree and a playout to the end. We think at the beginning of a match and in its middle,
they at the beginning; rounds go in turn and the best of three counts. Exit code 1: slower than we claim.

python -m benchmarks.thinking [--json]
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Final

import pyspiel

import kafelki
from benchmarks.claims import ROUNDS, Say, Speeds, best_of, run, times
from kafelki.bots.bot import Budget, Observation
from kafelki.bots.searcher import SearchBot, Settings
from kafelki.core.record import States

SIMULATIONS: Final = 4_000  # of ours, from each state
SECONDS: Final = 1.0  # about, for theirs
SEED: Final = 7
PEERS: Final = {"hive": "hive", "go(9)": "go(board_size=9)"}
CLAIM: Final = 100.0  # times hive, each of our games


def ours(name: str) -> Callable[[], float]:
    """Simulations a second at the beginning and in the middle of a match of two."""
    game, rng = kafelki.game(name), random.Random(SEED)
    roots = [_after(name, part) for part in (0.0, 0.5)]
    bot = SearchBot(Settings(simulations=SIMULATIONS))
    bot.think(Observation(game, roots[0], rng), Budget(simulations=2), rng)

    def think() -> float:
        begun = time.perf_counter()
        for states in roots:
            bot.think(Observation(game, states, rng), Budget(simulations=SIMULATIONS), rng)
        return len(roots) * SIMULATIONS / (time.perf_counter() - begun)

    return think


def _after(name: str, part: float) -> States:
    """A state of a random match, so far into it."""
    match, rng = kafelki.new_match(name, seats=2, seed=SEED), random.Random(SEED)
    while not match.over:
        match.play(rng.choice(match.legal()))
    return match.state(int(part * match.ply))


def theirs(name: str) -> Callable[[], float]:
    """Simulations a second of OpenSpiel's bot, one rollout each, from the first position."""
    game = pyspiel.load_game(PEERS[name])

    def seconds(simulations: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, SEED, False)
        state = game.new_initial_state()
        begun = time.perf_counter()
        bot.step(state)
        return time.perf_counter() - begun

    simulations = 16
    while (took := seconds(simulations)) < SECONDS / 10:
        simulations *= 2
    simulations = max(1, int(simulations * SECONDS / took))
    return lambda: simulations / seconds(simulations)


def compare(say: Say) -> Speeds:
    """Rounds in turn, the best of each, and what they say of the claim."""
    say("loading or compiling the search")
    players = {name: ours(name) for name in kafelki.games()} | {name: theirs(name) for name in PEERS}
    say(f"{ROUNDS} rounds of {2 * SIMULATIONS:,} simulations of ours, {SECONDS:g} s of theirs")
    best = best_of(players)
    return Speeds("game", "simulations/s", best, times(best, [(name, CLAIM, "hive") for name in kafelki.games()]))


if __name__ == "__main__":
    run(compare, Speeds.draw)
