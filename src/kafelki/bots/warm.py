"""Compiling a game's search before anybody waits for it."""

from __future__ import annotations

import random
from collections.abc import Callable

from kafelki.bots.bot import Budget, Observation
from kafelki.bots.searcher import SearchBot, Settings
from kafelki.bots.yardsticks import GreedyBot
from kafelki.core.game import Game


def warm_bots(game: Game) -> list[Callable[[], object]]:
    """Calls that compile or load all that bots of this game need."""
    states, rng = game.blank(), random.Random(0)
    game.deal(states, 0, game.meta.seats[0], {}, bytes(32))
    search, greedy = SearchBot(Settings(simulations=2)), GreedyBot()
    return [
        lambda: search.think(Observation(game, states, rng), Budget(), rng),
        lambda: greedy.choose(Observation(game, states, rng), Budget(), rng),
    ]
