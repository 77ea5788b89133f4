"""For researchers: the same rules as environments of the usual frameworks, and as batches.

env = BatchEnv("shelf", n=4096, seats=2)      arrays of matches, on all cores or a GPU
env = aec_env("tikal", seats=3)               PettingZoo
env = gym_env("shelf", opponents="greedy")    Gymnasium; also gymnasium.make("kafelki/shelf-v0")
import kafelki.envs.openspiel                 OpenSpiel: pyspiel.load_game("kafelki_shelf")
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafelki.envs.batch import BatchEnv
from kafelki.envs.encoding import Encoding, encoding_of
from kafelki.envs.extras import is_there, require

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafelki.core.meta import Options
    from kafelki.envs.aec import KafelkiAEC
    from kafelki.envs.single import KafelkiGym

__all__ = ["BatchEnv", "Encoding", "aec_env", "encoding_of", "gym_env"]


def aec_env(
    game: str, seats: int | None = None, *, options: Options | None = None, rewards: str = "rank"
) -> KafelkiAEC:
    """A PettingZoo environment: agents `seat_0`, `seat_1` and so on."""
    require("envs", "pettingzoo", "gymnasium")
    from kafelki.envs.aec import KafelkiAEC

    return KafelkiAEC(game, seats, options=options, rewards=rewards)


def gym_env(
    game: str,
    seats: int | None = None,
    *,
    opponents: str | Sequence[str] = "random",
    seat: int | None = None,
    options: Options | None = None,
    rewards: str = "rank",
    illegal: str = "lose",
) -> KafelkiGym:
    """A Gymnasium environment: one seat is yours (none given: by lot in every match), bots sit in the others."""
    require("envs", "gymnasium")
    from kafelki.envs.single import KafelkiGym

    return KafelkiGym(game, seats, opponents=opponents, seat=seat, options=options, rewards=rewards, illegal=illegal)


if is_there("gymnasium"):
    from kafelki.envs.single import register

    register()
