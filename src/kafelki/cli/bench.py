"""How fast a game is: random play on one core, and how long its kernels take to compile and to load."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from typing import Final

import msgspec
import numpy as np

from kafelki.core.chance import key_words, set_key
from kafelki.core.record import Thinking, blank
from kafelki.games import game

ROUNDS: Final = 3
SLICE_SECONDS: Final = 0.02  # kernels have no clock: we look at ours between slices about this long


class Measured(msgspec.Struct, frozen=True):
    """What `kafelki bench` tells of a game; `mean_branching` is the mean number of legal actions a step."""

    game: str
    seats: int
    steps_per_second: float
    matches_per_second: float
    steps_per_match: float
    mean_branching: float
    state_bytes: int
    compile_seconds: float
    load_seconds: float


class Round(msgspec.Struct, frozen=True):
    """Whole random matches played one after the other, counted."""

    seconds: float
    matches: int
    steps: int
    choices: int  # steps with two legal actions or more
    legal: int  # legal actions, added up over the steps

    @property
    def steps_per_second(self) -> float:
        return self.steps / self.seconds


class RandomPlay:
    """Matches at random, each legal action as likely as the others, over one pair of states.

    Made with its kernels loaded and a slice's size found, so that a round measures play alone.
    """

    def __init__(self, game_id: str, seats: int) -> None:
        self._game = game(game_id)
        self._states = self._game.blank(2)  # the set-up, and the match being played
        self._game.set_up(self._states, 0, seats, {})
        self._thinking = blank(Thinking)
        set_key(self._thinking[0], key_words(bytes(32)))
        self._key = np.zeros(8, dtype=np.int64)
        self._slice = 1
        self._play(1)
        while self._play(self._slice).seconds < SLICE_SECONDS:
            self._slice *= 2

    @property
    def state_bytes(self) -> int:
        return self._game.state_bytes

    def round(self, seconds: float) -> Round:
        """Play for so long, and the rest of a slice."""
        begun = time.perf_counter()
        slices = []
        while time.perf_counter() - begun < seconds:
            slices.append(self._play(self._slice))
        return Round(
            seconds=time.perf_counter() - begun,
            matches=sum(part.matches for part in slices),
            steps=sum(part.steps for part in slices),
            choices=sum(part.choices for part in slices),
            legal=sum(part.legal for part in slices),
        )

    def _play(self, matches: int) -> Round:
        tally = np.array([matches, 0, 0, 0], dtype=np.int64)
        begun = time.perf_counter()
        self._game.random_matches(self._states, self._thinking, self._key, tally)
        return Round(time.perf_counter() - begun, matches, int(tally[1]), int(tally[2]), int(tally[3]))


def measure(game_id: str, seats: int, seconds: float = 1.0) -> Measured:
    """The best of three rounds of `seconds` each; then fresh processes for the times to compile and to load."""
    play = RandomPlay(game_id, seats)
    best = max((play.round(seconds) for _ in range(ROUNDS)), key=lambda one: one.steps_per_second)
    compiling, loading = start_seconds(game_id, seats)
    return Measured(
        game=game_id,
        seats=seats,
        steps_per_second=best.steps_per_second,
        matches_per_second=best.matches / best.seconds,
        steps_per_match=best.steps / best.matches,
        mean_branching=best.legal / best.steps,
        state_bytes=play.state_bytes,
        compile_seconds=compiling,
        load_seconds=loading,
    )


# The first match of a fresh process, as a program would play it. NumPy and Numba are imported before the clock
# starts: that second is theirs, whatever the game.
FIRST_MATCH: Final = """
import random, sys, time
import numba, numpy
begun = time.perf_counter()
import kafelki
match = kafelki.new_match(sys.argv[1], seats=int(sys.argv[2]), seed=1)
chance = random.Random(1)
while not match.over:
    match.play(chance.choice(match.legal()))
match.scores
print(time.perf_counter() - begun)
"""


def start_seconds(game_id: str, seats: int) -> tuple[float, float]:
    """From `import kafelki` to the end of the first match in a fresh process: compiling all it needs, or loading it.

    The first process finds an empty cache folder; the others what that one left there, and the best of them counts.
    What NumPy and Numba take to be imported is in neither.
    """
    command = [sys.executable, "-c", FIRST_MATCH, game_id, str(seats)]
    with tempfile.TemporaryDirectory(prefix="kafelki-bench-") as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        compiling, *loading = (
            float(subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout)
            for _ in range(1 + ROUNDS)
        )
    return compiling, min(loading)
