"""The bot that searches, at any strength."""

from __future__ import annotations

import math
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import msgspec
import numpy as np

from kafelki.bots.bot import Budget, Clock, Observation
from kafelki.bots.search import HUNDREDTHS, NO_NODE, Mind, Node, compiled
from kafelki.core.chance import key_words, set_key
from kafelki.core.game import Game, Move
from kafelki.core.record import Ints64, States, blank, state_in

SLICE: Final = 32  # simulations between two looks at the clock
MOST_NODES: Final = 400_000
FEWEST: Final = 24  # simulations, that no game and no number of seats makes fewer
MANY: Final = 6_400  # simulations, that are cut to a game's effort and its seats in full


class Settings(msgspec.Struct, frozen=True):
    """How a search thinks."""

    simulations: int  # for one decision with two at the table, in a game of effort 1; see `simulations_in`
    width: int | None = None  # the game's habits, where nothing is said
    rounds: int | None = None
    tries: int | None = None
    curiosity: float = 1.0
    slips: float = 0.0  # how readily a move that looks nearly as good is taken instead, 0 to 1
    milliseconds: float | None = None  # a cap of its own


def simulations_in(game: Game, seats: int, simulations: int) -> int:
    """What a number of simulations comes to in a game: many are cut to what its turns leave time for, few are not.

    In between it goes by proportion, so that levels keep their distance from each other in every game."""
    if simulations <= FEWEST:
        return simulations
    cut = math.log(MANY * game.habits.effort * 2 / seats / FEWEST) / math.log(MANY / FEWEST)
    return round(FEWEST * math.pow(simulations / FEWEST, cut))


class Thought(msgspec.Struct, frozen=True):
    """A move, and what the search found of it."""

    move: Move
    visits: int
    share: float  # expected result, 0 to 1: the part of the other players one ends before
    points: float  # expected points at the end


class Tree:
    """One search under way: its root, its nodes, its mind. Kernels release the GIL, so several can run at once."""

    def __init__(self, observation: Observation, settings: Settings, simulations: int, rng: random.Random) -> None:
        game = observation.game
        self.observation = observation
        self.states = game.blank(2)
        self.states[0] = observation.redealt(rng)[0]
        width = settings.width or game.habits.width
        self.nodes = blank(Node, min(MOST_NODES, 2 + simulations * (width // 2 + 1)))
        self.nodes[0].first = NO_NODE
        self.work: Ints64 = np.zeros((4, max(game.actions, 8)), dtype=np.int64)
        self.minds = self._mind(settings, rng)
        self.simulations = simulations
        self._search = compiled(game)["search"]

    def _mind(self, settings: Settings, rng: random.Random) -> States:
        minds, habits = blank(Mind), self.observation.game.habits
        set_key(state_in(minds, 0, Mind), key_words(rng.randbytes(32)))
        mind = minds[0]
        mind.seat = self.observation.seat
        mind.width, mind.tries = settings.width or habits.width, settings.tries or habits.tries
        rounds = min(settings.rounds or habits.rounds, habits.rounds)  # further than the game's own is no better
        mind.turns = max(2 * rounds, int(self.states[0].seats))
        mind.curiosity, mind.lead = settings.curiosity, int(HUNDREDTHS) * habits.lead
        mind.used = 1
        return minds

    def grow(self, clock: Clock, until_settled: bool = False) -> None:
        """Simulate until the number is reached, the clock is up, or, if asked, no other move can come first."""
        left = self.simulations
        while left > 0 and not (left < self.simulations and clock.is_up):
            self.work[3, 0] = min(left, SLICE)
            self._search(self.states, self.nodes, self.minds, self.work)
            left -= SLICE
            if until_settled and self.work[3, 1] > left:
                return

    def found(self) -> dict[int, tuple[int, float, float]]:
        """Action -> visits, sums of results and of points, at the root."""
        moves: dict[int, tuple[int, float, float]] = {}
        node = int(self.nodes[0].first)
        while node != NO_NODE:
            one = self.nodes[node]
            moves[int(one.action)] = (int(one.visits), float(one.total), float(one.points) / HUNDREDTHS)
            node = int(one.next)
        return moves


class SearchBot:
    """Chooses by search. With simulations and an rng of the same seed it chooses the same, on any machine."""

    def __init__(self, settings: Settings, threads: int = 1) -> None:
        self.settings = settings
        self.threads = threads

    def choose(self, observation: Observation, budget: Budget, rng: random.Random) -> Move:
        """The move looked at most, or with slips one that looked nearly as good."""
        actions = observation.actions
        if len(actions) == 1:
            return observation.game.move_of(actions[0])
        slips = self.settings.slips
        thoughts = self._think(observation, budget, rng, until_settled=not slips)
        best = thoughts[0]
        if slips and rng.random() < slips:
            near = [one for one in thoughts if one.share >= best.share - slips / 4] or [best]
            return rng.choice(near).move
        return best.move

    def think(self, observation: Observation, budget: Budget, rng: random.Random) -> list[Thought]:
        """All moves looked at, the best first."""
        return self._think(observation, budget, rng)

    def _think(
        self, observation: Observation, budget: Budget, rng: random.Random, until_settled: bool = False
    ) -> list[Thought]:
        settings = self.settings
        limits = [limit for limit in (budget.milliseconds, settings.milliseconds) if limit is not None]
        clock = Budget(milliseconds=min(limits, default=None), stop=budget.stop).clock()
        own = simulations_in(observation.game, observation.seats, settings.simulations)
        simulations = own if budget.simulations is None else budget.simulations
        share = max(1, simulations // self.threads)
        trees = [Tree(observation, settings, share, rng) for _ in range(self.threads)]
        if self.threads == 1:
            trees[0].grow(clock, until_settled)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(lambda tree: tree.grow(clock), trees))
        return self._thoughts(observation, trees)

    def _thoughts(self, observation: Observation, trees: list[Tree]) -> list[Thought]:
        sums: dict[int, tuple[int, float, float]] = {}
        for tree in trees:
            for action, (visits, total, points) in tree.found().items():
                before = sums.get(action, (0, 0.0, 0.0))
                sums[action] = (before[0] + visits, before[1] + total, before[2] + points)
        thoughts = [
            Thought(observation.game.move_of(action), visits, total / visits, points / visits)
            for action, (visits, total, points) in sorted(sums.items())
            if visits
        ]
        return sorted(thoughts, key=lambda one: (one.visits, one.share), reverse=True)
