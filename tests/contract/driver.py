"""Plays a match of every setting of a game and prints what came of it, ply by ply: the same in any process.

python -m tests.contract.driver GAME
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator

from tests.contract.helpers import Setting, all_settings, deal, play_at_random


def told(setting: Setting) -> Iterator[str]:
    """A line a ply: a digest of the record's bytes and of all legal actions."""
    states, rng = deal(setting, 7), random.Random(7)
    while True:
        seen = states.tobytes() + setting.game.legal(states, 0).tobytes()
        seen += repr(setting.game.scores(states, 0)).encode()
        yield f"{setting} {states[0].ply} {hashlib.sha256(seen).hexdigest()}"
        if states[0].over:
            return
        play_at_random(setting.game, states, rng)


def lines(game_id: str) -> list[str]:
    return [line for setting in all_settings(game_id) for line in told(setting)]


if __name__ == "__main__":
    print("\n".join(lines(sys.argv[1])))
