"""Compiling a game's ways in, one by one, before anybody waits for them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kafelki.core.chance import key_words, set_key
from kafelki.core.codes import SPECTATOR
from kafelki.core.game import Game
from kafelki.core.record import Thinking, blank, state_in


def warm_steps(game: Game) -> list[Callable[[], object]]:
    """Calls that, made in order, compile or load all kernels of the game."""
    states, thinking = game.blank(2), blank(Thinking)
    key, out, tally = key_words(bytes(32)), np.zeros(game.actions, dtype=np.int64), np.ones(4, dtype=np.int64)
    seats = game.meta.seats[0]
    game.set_up(states, 0, seats, {})
    return [
        lambda: set_key(state_in(thinking, 0, Thinking), key),
        lambda: game.random_matches(states, thinking, key, tally),
        lambda: game.start(states, 0, key),
        lambda: game.why_not(states, 0, 0),
        lambda: game.count(states, 0),
        lambda: game.pick(states, 0, 0),
        lambda: game.list_legal(states, 0, out),
        lambda: game.play(states, 0, -1),
        lambda: game.redeal(states, 0, SPECTATOR, key),
        lambda: game.score(states, 0, 0),
        lambda: game.tie_break(states, 0, 0),
        lambda: game.why_not_whole(states, 0),
        lambda: game.apply(states, 0, game.pick(states, 0, 0)),
        lambda: game.why_not_whole_match(states, 0, thinking),
        lambda: game.position_at(states, 0),
        lambda: game.view_at(states, 0, 0),
        lambda: game.ahead(state_in(states, 0, game.layout), 0),
    ]
