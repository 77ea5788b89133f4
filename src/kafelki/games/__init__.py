"""The one table of games. A new game is a folder and a line here."""

from __future__ import annotations

import functools
import importlib
from typing import Final, cast

from kafelki.core.game import Game
from kafelki.core.meta import Meta
from kafelki.errors import UnknownGame

TABLE: Final = {  # id -> folder; an id that begins with an underscore is for developers and is not listed
    "planet": "kafelki.games.planet",
    "shelf": "kafelki.games.shelf",
    "tikal": "kafelki.games.tikal",
    "_template": "kafelki.games._template",
}


def games() -> tuple[str, ...]:
    """The ids of the games people can play."""
    return tuple(sorted(name for name in TABLE if not name.startswith("_")))


def _folder(game_id: object) -> str:
    if not isinstance(game_id, str) or game_id not in TABLE:
        known = ", ".join(games())
        raise UnknownGame(f"There is no game {game_id!r}; there are: {known}.", f"Nie ma gry {game_id!r}; są: {known}.")
    return TABLE[game_id]


def meta(game_id: str) -> Meta:
    """A game's card, without loading its rules."""
    return cast(Meta, importlib.import_module(f"{_folder(game_id)}.meta").META)


def game(game_id: str) -> Game:
    """The game itself."""
    return _game_in(_folder(game_id))


@functools.cache
def _game_in(folder: str) -> Game:
    return cast(Game, importlib.import_module(f"{folder}.game").GAME)
