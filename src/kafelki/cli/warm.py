"""`kafelki warm`: everything compiled, with progress."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskProgressColumn, TextColumn

import kafelki
from kafelki.bots.bot import Budget, observe
from kafelki.bots.levels import bot
from kafelki.core.warm import warm_steps
from kafelki.games import game
from kafelki.words import Language, Text

DOING: Final = Text("preparing the rules of {name}", "przygotowuję zasady: {name}")


def warm(names: Iterable[str], console: Console, language: Language, bots: Sequence[str] = ()) -> None:
    """Every way into these games, once, with progress: what is compiled already loads in a moment. With bots also
    what they think with."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        for name in names:
            steps = warm_steps(game(name)) + [functools.partial(_think, name, bot) for bot in bots]
            task = progress.add_task(DOING.fill(name=name).say(language), total=len(steps))
            for step in steps:
                step()
                progress.advance(task)


def _think(name: str, bot_name: str) -> None:
    """One move by this bot."""
    match, rng = kafelki.new_match(name, seed=1), random.Random(1)
    while len(match.legal()) == 1:  # nothing to think about
        match.play(match.legal()[0])
    bot(bot_name).choose(observe(match, rng), Budget(simulations=1), rng)
