"""Compiling what the environments need, before tests or benchmarks run in many processes.

python -m kafelki.envs.warm
"""

from __future__ import annotations

from kafelki.envs.batch import BatchEnv
from kafelki.envs.sitting import Sitting
from kafelki.games import TABLE


def warm(game: str) -> None:
    """Every kernel of batches and single matches once."""
    env = BatchEnv(game, 1, seed=0)
    env.reseed(0)
    env.step(env.choose("random"))
    env.step(env.choose("greedy"))
    env.appeals()
    env.outlooks()
    env.afterstates(env.choose("random")[:, None])
    env.simulate(1)
    env.simulate(1, "greedy")
    sitting = Sitting(game, None, None, "rank")
    sitting.deal(0)
    sitting.look()
    while not sitting.over:
        sitting.play(int(sitting.look(sitting.turn)[1].argmax()))
    sitting.rewards()


if __name__ == "__main__":
    for name in TABLE:
        warm(name)
