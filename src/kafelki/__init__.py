"""Kafelki: a table for tile-laying games. Play them, watch bots play them, or study them.

match = kafelki.new_match("shelf", seats=3, seed=7)
match.play(match.legal()[0])
match.view(seat=0)
kafelki.load_match(match.dump())
"""

from __future__ import annotations

from kafelki.bots.hint import hint
from kafelki.bots.levels import bot
from kafelki.core.entries import Seeded, read_file
from kafelki.core.fairness import key_of_seed
from kafelki.core.match import Match
from kafelki.core.meta import Options
from kafelki.core.replay import replay
from kafelki.core.verify import Verdict
from kafelki.core.verify import verify as _verify
from kafelki.errors import KafelkiError
from kafelki.games import game, games

__version__ = "0.1.0"
__all__ = ["KafelkiError", "Match", "bot", "game", "games", "hint", "load_match", "new_match", "verify"]


def new_match(
    game_id: str,
    *,
    seats: int | None = None,
    options: Options | None = None,
    seed: int | bytes | None = None,
    position: object = None,
) -> Match:
    """A match as it begins, or from any position. The same seed gives the same match; none: a fresh secret."""
    chance = Seeded(key_of_seed(seed).hex())
    return Match(game(game_id), seats=seats, options=options, chance=chance, position=position)


def load_match(text: str | bytes) -> Match:
    """The match a file tells of, every entry played again and checked; BadMatchFile where it does not hold."""
    file = read_file(text)
    return replay(game(file.game), file)


def verify(text: str | bytes, receipt: str | bytes | None = None) -> Verdict:
    """Whether a match file holds: consistent by itself, proved with a player's receipt."""
    return _verify(text, receipt, game)
