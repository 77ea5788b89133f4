"""The yardstick: any legal move, each as likely as the others."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from kafelki.core.chance import below, key_words, set_key
from kafelki.core.fairness import key_of_seed
from kafelki.core.game import Move
from kafelki.core.record import Thinking, blank, state_in


class RandomBot:
    """Draws from a stream of its own, so that the same seed plays the same moves."""

    def __init__(self, seed: int | bytes | None = None) -> None:
        self._stream = blank(Thinking)
        own = hashlib.sha256(b"kafelki bot\0" + key_of_seed(seed)).digest()  # the deal may come from the same seed
        set_key(state_in(self._stream, 0, Thinking), key_words(own))

    def choose(self, legal: Sequence[Move]) -> Move:
        """One of the legal moves."""
        return legal[below(state_in(self._stream, 0, Thinking), len(legal))]
