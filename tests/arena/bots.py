"""Bots for the tests of the arena: weak ones that take little time, and ones at fault."""

from __future__ import annotations

import os
import random
import sys
import time
from typing import cast

from kafelki.bots.bot import Budget, Observation
from kafelki.bots.searcher import SearchBot, Settings
from kafelki.bots.yardsticks import RandomBot
from kafelki.core.game import Move


class Few(SearchBot):
    """A search of so few simulations that it takes no time."""

    def __init__(self) -> None:
        super().__init__(Settings(simulations=4, width=4))


class Seldom:
    """Random, but one in ten of its moves is replaced by a fault."""

    def fault(self, observation: Observation) -> Move:
        raise NotImplementedError

    def choose(self, observation: Observation, budget: Budget, rng: random.Random) -> Move:
        if rng.random() < 0.1:
            return self.fault(observation)
        return RandomBot().choose(observation, budget, rng)


class Raises(Seldom):
    def fault(self, observation: Observation) -> Move:
        raise ValueError("nothing\nto \ud800 say")


class Leaves(Seldom):
    def fault(self, observation: Observation) -> Move:
        sys.exit("enough")


class Silent:
    """Not even its error can be told."""

    class Unspeakable(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    def choose(self, observation: Observation, budget: Budget, rng: random.Random) -> Move:
        raise Silent.Unspeakable


class Nonsense(Seldom):
    def fault(self, observation: Observation) -> Move:
        return cast(Move, [observation.legal[0]])


class OtherGame(Seldom):
    def fault(self, observation: Observation) -> Move:
        from kafelki.games.tikal.moves import EndTurn

        return EndTurn()


class Illegal(Seldom):
    def fault(self, observation: Observation) -> Move:
        game = observation.game
        legal = set(observation.actions)
        return game.move_of(next(action for action in range(game.actions) if action not in legal))


class Slow(Seldom):
    def fault(self, observation: Observation) -> Move:
        time.sleep(0.13)
        return observation.legal[0]


class Patient(Few):
    """Thinks the same however long it takes: NAP says how many seconds."""

    def choose(self, observation: Observation, budget: Budget, rng: random.Random) -> Move:
        time.sleep(float(os.environ.get("NAP", "0")))
        return super().choose(observation, budget, rng)


class Chatty(RandomBot):
    """Prints where the result should stand."""

    def choose(self, observation: Observation, budget: Budget, rng: random.Random) -> Move:
        print("hm")
        return super().choose(observation, budget, rng)


class Deadly(RandomBot):
    """Takes its process down, where that is not the one of the tests."""

    def choose(self, observation: Observation, budget: Budget, rng: random.Random) -> Move:
        import multiprocessing

        if multiprocessing.parent_process() is not None:
            os._exit(3)
        return super().choose(observation, budget, rng)


class Broken:
    """Cannot be made."""

    def __init__(self) -> None:
        raise OSError("no weights")


class NoBot:
    """Has nothing to choose with."""
