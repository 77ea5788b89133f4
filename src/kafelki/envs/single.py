"""Gymnasium: one seat is the agent's, bots sit in the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces

from kafelki.bots.bot import Budget, Observation
from kafelki.bots.levels import bot
from kafelki.core.meta import Options
from kafelki.core.record import Ints8, Ints16
from kafelki.envs.encoding import DTYPE
from kafelki.envs.sitting import Sitting
from kafelki.errors import BadSeats, IllegalMove, MatchOver
from kafelki.games import games

Seen: TypeAlias = dict[str, Ints16 | Ints8]
Info: TypeAlias = dict[str, object]
BOUNDS: Final = np.iinfo(DTYPE)


def observation_space(size: int, actions: int) -> spaces.Dict:
    """A tensor of small ints, and 0 or 1 for each action."""
    return spaces.Dict(
        {
            "observation": spaces.Box(BOUNDS.min, BOUNDS.max, (size,), DTYPE),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


class KafelkiGym(gymnasium.Env):
    """Own seat against bots: `opponents` is one name for all, or one for each of the other seats in their order.

    An action the rules refuse raises IllegalMove where `illegal` is "raise". Otherwise, since Gymnasium's own checker
    tries any action at all, it loses the match at once: reward -1, and `info["refused"]` says why in one line."""

    metadata = {"render_modes": []}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        options: Options | None = None,
        rewards: str = "rank",
        illegal: str = "lose",
    ) -> None:
        self.sitting = Sitting(game, seats, options, rewards)
        others = self.sitting.seats - 1
        names = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(names) != others or (seat is not None and seat not in range(others + 1)):
            raise BadSeats(
                f"{others + 1} seats: your own, 0 to {others} or None, and {others} opponents;"
                f" {seat!r} and {len(names)} came.",
                f"{others + 1} miejsc: własne, od 0 do {others} albo None, i {others} przeciwników;"
                f" przyszło {seat!r} i {len(names)}.",
            )
        self.bots = [bot(name) for name in names]
        self.own_seat, self.strict, self.lost = seat, illegal == "raise", False
        self.seat = seat or 0
        self.observation_space = observation_space(self.sitting.size, self.sitting.game.actions)
        self.action_space = spaces.Discrete(self.sitting.game.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, object] | None = None) -> tuple[Seen, Info]:
        """Deal, and play on to the first turn of one's own."""
        super().reset(seed=seed)
        self.sitting.deal(seed, options)
        self.lost = False
        if self.own_seat is None:
            self.seat = self.sitting.rng.randrange(self.sitting.seats)
        self._let_others_play()
        return self._seen()

    def step(self, action: int) -> tuple[Seen, float, bool, bool, Info]:
        """Play, and let the others play."""
        if self.sitting.over or self.lost:
            raise MatchOver("The match is over; call reset().", "Rozgrywka się skończyła; wywołaj reset().")
        try:
            self.sitting.play(action)
        except IllegalMove as refusal:
            if self.strict:
                raise
            self.lost = True
            seen, info = self._seen()
            return seen, -1.0, True, False, {**info, "refused": str(refusal)}
        self._let_others_play()
        seen, info = self._seen()
        return seen, self.sitting.rewards()[self.seat], self.sitting.over, False, info

    def reseed(self, seed: int | None = None) -> None:
        """Another future for the match as it stands."""
        self.sitting.reseed(seed)

    def _let_others_play(self) -> None:
        sitting = self.sitting
        while not sitting.over and sitting.turn != self.seat:
            other = (sitting.turn - self.seat) % sitting.seats - 1
            observation = Observation(sitting.game, sitting.states, sitting.rng)
            move = self.bots[other].choose(observation, Budget(), sitting.rng)
            sitting.play(sitting.game.action_of(move))

    def _seen(self) -> tuple[Seen, Info]:
        tensor, mask = self.sitting.look(self.seat)
        return {"observation": tensor, "action_mask": mask}, {"action_mask": mask, "seat": self.seat}


def register() -> None:
    """kafelki/shelf-v0 and so on, for gymnasium.make."""
    for game in games():
        name = f"kafelki/{game}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(name, "kafelki.envs:gym_env", kwargs={"game": game})
