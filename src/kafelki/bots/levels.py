"""Levels: how strong an opponent is, by name. docs/ladder.md shows that each beats the one below."""

from __future__ import annotations

import importlib
from typing import Final

from kafelki.bots.bot import Bot
from kafelki.bots.searcher import SearchBot, Settings
from kafelki.bots.yardsticks import GreedyBot, RandomBot
from kafelki.errors import UnknownBot
from kafelki.words import Text

LEVELS: Final[dict[str, Settings]] = {
    "beginner": Settings(simulations=24, rounds=1, slips=0.7),
    "casual": Settings(simulations=40, rounds=1, slips=0.18),
    "club": Settings(simulations=100, rounds=2, slips=0.1),
    "expert": Settings(simulations=1_000, rounds=4, slips=0.04),
    "master": Settings(simulations=6_400),
}
LEVEL_WORDS: Final = {
    "beginner": Text("beginner", "początkujący"),
    "casual": Text("casual", "niedzielny"),
    "club": Text("club", "klubowy"),
    "expert": Text("expert", "ekspert"),
    "master": Text("master", "mistrz"),
}
YARDSTICKS: Final[dict[str, type[RandomBot] | type[GreedyBot]]] = {"random": RandomBot, "greedy": GreedyBot}


def bot(name: str) -> Bot:
    """A bot by the name of its level, or one of your own as `module:Class`."""
    if name in LEVELS:
        return SearchBot(LEVELS[name])
    if name in YARDSTICKS:
        return YARDSTICKS[name]()
    if ":" in name:
        return _own(name)
    known = ", ".join([*YARDSTICKS, *LEVELS])
    raise UnknownBot(
        f"There is no bot {name!r}; there are: {known}, and your own as module:Class.",
        f"Nie ma bota {name!r}; są: {known}, oraz własne jako moduł:Klasa.",
    )


def _own(name: str) -> Bot:
    module, _, kind = name.partition(":")
    try:
        made = getattr(importlib.import_module(module), kind)()
    except Exception as error:
        raise UnknownBot(
            f"The bot {name!r} cannot be made: {type(error).__name__}: {error}.",
            f"Nie można utworzyć bota {name!r}: {type(error).__name__}: {error}.",
        ) from None
    if not callable(getattr(made, "choose", None)):
        raise UnknownBot(
            f"{name!r} is no bot: it has no method choose.", f"{name!r} nie jest botem: nie ma metody choose."
        )
    bot: Bot = made
    return bot
