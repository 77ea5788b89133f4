"""Two bots to measure others by: any move at all, and the move that looks best at once."""

from __future__ import annotations

import random

import numpy as np

from kafelki.bots.bot import Budget, Observation
from kafelki.bots.search import Mind, compiled
from kafelki.core.chance import key_words, set_key
from kafelki.core.game import Move
from kafelki.core.record import blank, state_in


class RandomBot:
    """Any legal move, each as likely as the others."""

    def choose(self, observation: Observation, budget: Budget, rng: random.Random) -> Move:
        """One of the legal moves."""
        return observation.game.move_of(rng.choice(observation.actions))


class GreedyBot:
    """One ply: the move after which the game's own outlook is best, on one deal; equals by lot."""

    def choose(self, observation: Observation, budget: Budget, rng: random.Random) -> Move:
        """The move that looks best at once."""
        game = observation.game
        states, minds = game.blank(2), blank(Mind)
        states[0] = observation.redealt(rng)[0]
        work = np.zeros((4, max(game.actions, 8)), dtype=np.int64)
        set_key(state_in(minds, 0, Mind), key_words(rng.randbytes(32)))
        minds[0].seat = observation.seat
        compiled(game)["best_reply"](states, minds, work)
        count = int(work[3, 0])
        best = work[1, :count].max()
        return game.move_of(int(rng.choice(work[0, :count][work[1, :count] == best].tolist())))
