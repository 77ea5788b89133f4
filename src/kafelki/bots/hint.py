"""A hint for the seat to act: the best moves a strong bot sees, with what it expects of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from kafelki.bots.bot import Budget, Observation, observe
from kafelki.bots.levels import LEVELS
from kafelki.bots.searcher import SearchBot, Thought
from kafelki.core.match import Match
from kafelki.words import Language, Text

HINTED: Final = 3  # moves
SAYS: Final = Text(
    "{move} About {points} points in the end, ahead of {share}% of the others.",
    "{move} Na końcu około {points} punktów, przed {share}% pozostałych.",
)


def hint(match: Match, level: str = "master", *, budget: Budget | None = None, seed: int = 0) -> list[Thought]:
    """The best moves of the seat to act, the best first; only what that seat may know is used."""
    rng = random.Random(f"hint {seed} {match.ply}")
    return best_moves(observe(match, rng), level, budget or Budget(), rng)


def best_moves(observation: Observation, level: str, budget: Budget, rng: random.Random) -> list[Thought]:
    """The same, of what a seat may know."""
    return SearchBot(LEVELS[level]).think(observation, budget, rng)[:HINTED]


def say_hint(match: Match, thought: Thought, names: Sequence[str], language: Language) -> str:
    """A hinted move in a sentence, with what is expected of it."""
    return tell_hint(observe(match, random.Random(0)), thought, names).say(language)


def tell_hint(observation: Observation, thought: Thought, names: Sequence[str]) -> Text:
    """The same in both languages."""
    expected = {"points": round(thought.points), "share": round(100 * thought.share)}
    return SAYS.fill(move=_told(observation, thought, names), **expected)


def _told(observation: Observation, thought: Thought, names: Sequence[str]) -> Text:
    """What the move itself does, as the seat would see it happen in a deal it may imagine."""
    game, seat = observation.game, observation.seat
    states = observation.redealt(random.Random(0))
    before = game.view_at(states, 0, seat)
    game.apply(states, 0, game.action_of(thought.move))
    return game.tell(game.events(before, thought.move, game.view_at(states, 0, seat))[0], names)
