"""A search of OpenSpiel's plays our game: python examples/openspiel_mcts.py

It thinks on a match it can imagine: what the others hold is dealt anew before each search, and what will be drawn comes
from chance nodes.
"""

from __future__ import annotations

import random

import numpy as np
import pyspiel
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

import kafelki.envs.openspiel

assert kafelki.envs.openspiel  # registers the games


def main(simulations: int = 60, seed: int = 7) -> list[float]:
    """One match of Make Me a Planet for two: the search in seat 0 against chance in seat 1; what each got."""
    rng, draws = random.Random(seed), np.random.RandomState(seed)
    game = pyspiel.load_game("kafelki_planet(players=2)")
    bot = MCTSBot(game, 1.4, simulations, RandomRolloutEvaluator(1, draws), random_state=draws)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.current_player() == 0 and len(state.legal_actions()) > 1:
            action = bot.step(state.resample_from_infostate(0, rng.random))
        else:
            action = rng.choice(state.legal_actions())
        state.apply_action(action)
    returns: list[float] = state.returns()
    return returns


if __name__ == "__main__":
    print(main())
