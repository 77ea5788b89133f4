"""Random play, side by side: ours against OpenSpiel's games, driven inside its C++.

Everybody chooses fairly among all legal moves, on one core, in one process. Rounds go in turn, and the best of three
counts. Exit code 1 says that we are slower than we claim.

python -m benchmarks.side_by_side [--json]
"""

from __future__ import annotations

import random
import statistics
import time
from typing import Final, Protocol

import msgspec
import pyspiel
from rich.console import Console
from rich.table import Table

import kafelki
from benchmarks.claims import ROUNDS, Claim, Say, at_least, run, times
from kafelki.cli.bench import RandomPlay

ROUND_SECONDS: Final = 1.0
SAMPLING_SECONDS: Final = 3.0  # per peer, to find its mean number of steps a match
SEED: Final = 7

OURS: Final = {"planet": 3, "shelf": 2, "tikal": 2}  # game -> seats
PEERS: Final = {"hex(11)": "hex(board_size=11)", "connect_four": "connect_four", "hive": "hive"}  # OpenSpiel's names
CLAIMS: Final = (
    ("planet", 1.5, "connect_four"),
    ("shelf", 1.0, "hex(11)"),
    ("shelf", 100.0, "hive"),
    ("tikal", 100.0, "hive"),
)  # so many times


class Result(msgspec.Struct, frozen=True):
    """One game's best round."""

    game: str
    steps_per_second: float
    matches_per_second: float
    steps_per_match: float
    steps_per_match_error: float  # standard error; 0 where every step was counted


class Report(msgspec.Struct, frozen=True):
    results: list[Result]
    claims: list[Claim]


class Player(Protocol):
    """Whoever can play for a while and say how it went."""

    def round(self) -> Result: ...


class Ours:
    """A game of ours: every step with a real choice is counted; in `shelf` that is every turn."""

    def __init__(self, game: str) -> None:
        self._name = game
        self._play = RandomPlay(game, OURS[game])

    def round(self) -> Result:
        done = self._play.round(ROUND_SECONDS)
        matches = done.matches / done.seconds
        return Result(self._name, done.choices / done.seconds, matches, done.choices / done.matches, 0.0)


class Peer:
    """A game of OpenSpiel's.

    An MCTSBot of one simulation evaluates the position it is asked about, and a RandomRolloutEvaluator of n rollouts
    does so by n random matches from there: all in C++. It does not count their steps; their mean number comes
    from matches played here, from Python, by the same law.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._game = pyspiel.load_game(PEERS[name])
        lengths = self._sample_lengths()
        self._steps = statistics.fmean(lengths)
        self._error = statistics.stdev(lengths) / len(lengths) ** 0.5
        matches = 1
        while (seconds := self._time(matches)) < ROUND_SECONDS / 10:
            matches *= 2
        self._matches = max(1, round(matches * ROUND_SECONDS / seconds))

    def round(self) -> Result:
        rate = self._matches / self._time(self._matches)
        return Result(self._name, rate * self._steps, rate, self._steps, self._error)

    def _time(self, matches: int) -> float:
        """Seconds for so many matches in C++."""
        evaluator = pyspiel.RandomRolloutEvaluator(matches, SEED)
        bot = pyspiel.MCTSBot(self._game, evaluator, 2.0, 1, 1000, False, SEED, False)
        state = self._game.new_initial_state()
        begun = time.perf_counter()
        bot.step(state)
        return time.perf_counter() - begun

    def _sample_lengths(self) -> list[int]:
        """Steps of random matches, as many as the time allows and at least thirty."""
        chance = random.Random(SEED)
        lengths: list[int] = []
        begun = time.perf_counter()
        while len(lengths) < 30 or time.perf_counter() - begun < SAMPLING_SECONDS:
            state, steps = self._game.new_initial_state(), 0
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))
                steps += 1
            lengths.append(steps)
        return lengths


def typed_turns(matches: int, chance: random.Random) -> int:
    """Whole matches through typed moves; how many turns they had."""
    turns = 0
    for seed in range(matches):
        match = kafelki.new_match("shelf", seats=2, seed=seed)
        while not match.over:
            match.play(chance.choice(match.legal()))
        turns += match.ply
    return turns


def int_turns(matches: int, chance: random.Random) -> int:
    """The same through ints, over one state."""
    game = kafelki.game("shelf")
    states, turns = game.blank(), 0
    for seed in range(matches):
        game.deal(states, 0, 2, {}, seed.to_bytes(32, "little"))
        while count := game.count(states, 0):
            game.apply(states, 0, game.pick(states, 0, int(chance.random() * count)))
            turns += 1
    return turns


INTERFACES: Final = (  # name, what plays, matches a round, turns a second we claim at least
    ("match.legal() and match.play()", typed_turns, 100, 5_000),
    ("game.count, game.pick and game.apply", int_turns, 2_000, 200_000),
)


def from_python() -> list[Claim]:
    """Our interfaces, best of three rounds each."""
    found = []
    for name, play, matches, wanted in INTERFACES:
        play(1, random.Random(SEED))
        best = 0.0
        for _ in range(ROUNDS):
            begun = time.perf_counter()
            turns = play(matches, random.Random(SEED))
            best = max(best, turns / (time.perf_counter() - begun))
        found.append(at_least(name, wanted, "turns/s", best))
    return found


def compare(say: Say) -> Report:
    """Rounds in turn, the best of each, and what they say of the claims."""
    say("loading or compiling the rules, counting the steps of OpenSpiel's matches")
    players: list[Player] = [*(Ours(name) for name in OURS), *(Peer(name) for name in PEERS)]
    say(f"{ROUNDS} rounds of {ROUND_SECONDS:g} s each")
    rounds = [[player.round() for player in players] for _ in range(ROUNDS)]
    best = [max(results, key=lambda one: one.steps_per_second) for results in zip(*rounds, strict=True)]
    speeds = {result.game: result.steps_per_second for result in best}
    say("the same from Python")
    return Report(best, [*times(speeds, CLAIMS), *from_python()])


def draw(report: Report, console: Console) -> None:
    table = Table("game")
    for heading in ("steps/s", "matches/s", "steps a match"):
        table.add_column(heading, justify="right")
    for result in report.results:
        length = f"{result.steps_per_match:.1f}"
        if result.steps_per_match_error:
            length += f" ±{result.steps_per_match_error:.1f}"
        table.add_row(result.game, f"{result.steps_per_second:,.0f}", f"{result.matches_per_second:,.0f}", length)
    console.print(table)


if __name__ == "__main__":
    run(compare, draw)
