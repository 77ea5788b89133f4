"""A hint for the seat to act: the best moves a strong bot sees, with what it expects of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from kafelki.bots.bot import Budget, Observation, observe
from kafelki.bots.levels import LEVELS
from kafelki.bots.searcher import SearchBot, Thought
from kafelki.core.game import Move
from kafelki.core.match import Match
from kafelki.words import Language, Text, counted

HINTED: Final = 3  # moves
SAYS: Final = Text(
    "{move} About {points} in the end; ahead in {share}% of what it tried.",
    "{move} Na końcu około {points}; z przewagą w {share}% prób.",
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
    points = counted(round(thought.points), ("point", "points"), ("punktu", "punktów", "punktów"))
    move = tell_move(observation, thought.move, names, random.Random(0))
    return SAYS.fill(move=move, points=points, share=round(100 * thought.share))


def tell_move(observation: Observation, move: Move, names: Sequence[str], rng: random.Random) -> Text:
    """What a move does, and nothing that its seat does not know yet; read off any deal the seat may imagine."""
    game, seat = observation.game, observation.seat
    if (foretold := game.foretell(move, names[seat])) is not None:
        return foretold
    states = observation.redealt(rng)
    before = game.view_at(states, 0, seat)
    game.apply(states, 0, game.action_of(move))
    return game.tell(game.events(before, move, game.view_at(states, 0, seat))[0], names)
