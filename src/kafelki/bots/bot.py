"""What a bot is, what it is shown, and how long it may think. Writing one takes twenty lines: examples/my_bot.py."""

from __future__ import annotations

import random
import threading
import time
from typing import Protocol

import msgspec

from kafelki.core.chance import key_words
from kafelki.core.game import Game, Move, View
from kafelki.core.match import Match
from kafelki.core.record import States


class Budget(msgspec.Struct, frozen=True):
    """How much a bot may think for one move; whichever ends first. The bot's own habit where nothing is said."""

    simulations: int | None = None
    milliseconds: float | None = None
    stop: threading.Event | None = None  # set: answer at once with the best so far

    def clock(self) -> Clock:
        """A clock that starts now."""
        return Clock(self, time.perf_counter())


class Clock(msgspec.Struct, frozen=True):
    """A budget that is being used."""

    budget: Budget
    begun: float

    @property
    def is_up(self) -> bool:
        """Whether to answer now."""
        if self.budget.stop is not None and self.budget.stop.is_set():
            return True
        limit = self.budget.milliseconds
        return limit is not None and time.perf_counter() - self.begun >= limit / 1000


class Observation:
    """All that a seat to act may know. It holds no true state: what is hidden was dealt anew before anybody looks."""

    def __init__(self, game: Game, states: States, rng: random.Random) -> None:
        self.game = game
        self.seats = int(states[0].seats)
        self.seat = int(states[0].turn)
        self._imagined = states[:1].copy()
        game.redeal(self._imagined, 0, self.seat, key_words(rng.randbytes(32)))

    @property
    def view(self) -> View:
        """What the seat sees."""
        return self.game.view_at(self._imagined, 0, self.seat)

    @property
    def legal(self) -> list[Move]:
        """The moves to choose from."""
        return [self.game.move_of(action) for action in self.actions]

    @property
    def actions(self) -> list[int]:
        """The same as ints."""
        found: list[int] = self.game.legal(self._imagined, 0).tolist()
        return found

    def redealt(self, rng: random.Random, count: int = 1) -> States:
        """States the seat cannot tell from the true one: think on these."""
        states = self.game.blank(count)
        for i in range(count):
            states[i] = self._imagined[0]
            self.game.redeal(states, i, self.seat, key_words(rng.randbytes(32)))
        return states


def observe(match: Match, rng: random.Random) -> Observation:
    """The match as the seat to act may know it."""
    return Observation(match.game, match.state(), rng)


class Bot(Protocol):
    """Whoever chooses moves. The same observation, budget in simulations and rng: the same move."""

    def choose(self, observation: Observation, budget: Budget, rng: random.Random) -> Move:
        """One of the observation's legal moves."""
        ...
