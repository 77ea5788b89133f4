"""One match for the environments that step one match at a time."""

from __future__ import annotations

import random

import numpy as np
import numpy.typing as npt

from kafelki.core.chance import key_words, set_key
from kafelki.core.codes import OK, SPECTATOR
from kafelki.core.fairness import key_of_seed
from kafelki.core.game import Game, Kernel
from kafelki.core.meta import Options
from kafelki.core.record import Ints8, Ints16, Ints64, state_in
from kafelki.envs.batch import bytes_of, refused, reward_number, set_up
from kafelki.envs.encoding import DTYPE, encoding_of
from kafelki.envs.kernels import compiled
from kafelki.errors import BadBatch
from kafelki.games import game as find_game

Floats32 = npt.NDArray[np.float32]


class Sitting:
    """A match, what seats see of it, and what they get. Copies and pickles in mid-match; nothing is shared then."""

    def __init__(self, game: str, seats: int | None, options: Options | None, rewards: str) -> None:
        self.game: Game = find_game(game)
        self.seats = int(set_up(self.game, seats, options or {})[0].seats)
        self.options = dict(options or {})
        self.reward_kind = reward_number(rewards)
        self.rng = random.Random()
        self.states = self.game.blank()
        self._wake()

    def _wake(self) -> None:
        """What is not kept in a copy."""
        encoding = encoding_of(self.game)
        self._raw = bytes_of(self.states)
        self._plan, self.size = encoding.plan, encoding.size
        self._look: Kernel = compiled(self.game)["look_at"]
        self._reward: Kernel = compiled(self.game)["reward"]
        self._work: Ints64 = np.zeros(max(self.game.actions, 8), dtype=np.int64)

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_")}

    def __setstate__(self, kept: dict[str, object]) -> None:
        self.__dict__.update(kept)
        self._wake()

    def deal(self, seed: int | None = None, options: object = None) -> None:
        """A new match: by chance of its own where a seed is given; from `options["position"]` where there is one."""
        asked = options if isinstance(options, dict) else {}
        if seed is not None:
            self.rng.seed(key_of_seed(seed))
        setting = set_up(self.game, self.seats, self.options, asked.get("position"))
        key = key_words(self.rng.randbytes(32))
        self.states[0] = setting[1 if setting[1].seats else 0]
        if setting[1].seats:
            set_key(state_in(self.states, 0, self.game.layout), key)
        else:
            self.game.start(self.states, 0, key)

    def reseed(self, seed: int | None = None) -> None:
        """Another future for the match as it stands."""
        if seed is not None:
            self.rng.seed(key_of_seed(seed))
        set_key(state_in(self.states, 0, self.game.layout), key_words(self.rng.randbytes(32)))

    def play(self, action: object) -> None:
        """Play a legal action, or IllegalMove and nothing has changed."""
        try:
            chosen = int(action)  # type: ignore[call-overload]
        except (TypeError, ValueError):
            raise BadBatch(f"An action is an int; {action!r} came.", f"Akcja to liczba; przyszło {action!r}.") from None
        if self.game.play(self.states, 0, chosen) != OK:
            raise refused(self.game, self.states, 0, chosen)

    @property
    def over(self) -> bool:
        return bool(self.states["over"][0])

    @property
    def turn(self) -> int:
        return int(self.states["turn"][0])

    def look(self, seat: int = SPECTATOR) -> tuple[Ints16, Ints8]:
        """What a seat sees, and what it may do now, in arrays of their own."""
        tensor, mask = np.empty(self.size, dtype=DTYPE), np.empty(self.game.actions, dtype=np.int8)
        self._look(self.states, self._raw, seat, self._plan, (tensor, mask), self._work)
        return tensor, mask

    def rewards(self) -> list[float]:
        """What each seat gets; nothing before the end."""
        out: Floats32 = np.zeros(self.seats, dtype=np.float32)
        if self.over:
            self._reward(self.states[0], self.reward_kind, out)
        return [float(one) for one in out]
