"""Plays a match of every setting of a game and prints what came of it, ply by ply: the same in any process.

Whole matches for every seat count and every value of every option; of the other combinations, where a match is long,
its beginning.

python -m tests.contract.driver GAME
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator

from tests.contract.helpers import (
    LONGEST_MATCH,
    SHORT,
    Setting,
    all_settings,
    deal,
    play_at_random,
    some_settings,
)


def told(setting: Setting, plies: int) -> Iterator[str]:
    """A line a ply: a digest of the record's bytes and of all legal actions."""
    states, rng = deal(setting, 7), random.Random(7)
    while True:
        seen = states.tobytes() + setting.game.legal(states, 0).tobytes()
        seen += repr(setting.game.scores(states, 0)).encode()
        yield f"{setting} {states[0].ply} {hashlib.sha256(seen).hexdigest()}"
        if states[0].over or states[0].ply == plies:
            return
        play_at_random(setting.game, states, rng)


def lines(game_id: str) -> list[str]:
    whole = some_settings(game_id)
    rest = [setting for setting in all_settings(game_id) if setting not in whole]
    lengths = [(setting, LONGEST_MATCH) for setting in whole] + [(setting, SHORT) for setting in rest]
    return [line for setting, plies in lengths for line in told(setting, plies)]


if __name__ == "__main__":
    print("\n".join(lines(sys.argv[1])))
