"""A bot of your own. In this folder: kafelki arena shelf --bots my_bot:MyBot,greedy --deals 20"""

from __future__ import annotations

import random

from kafelki.bots.bot import Budget, Observation
from kafelki.core.game import Move


class MyBot:
    """Tries every move on a deal it can imagine, and takes the one with most points at once; equals by lot."""

    def choose(self, observation: Observation, budget: Budget, rng: random.Random) -> Move:
        """One of `observation.legal`; `observation.view` is what your seat sees."""
        game, points = observation.game, {}
        for action in observation.actions:
            states = observation.redealt(rng)
            game.apply(states, 0, action)
            points[action] = game.scores(states, 0)[observation.seat]
        best = [action for action in points if points[action] == max(points.values())]
        return game.move_of(rng.choice(best))
