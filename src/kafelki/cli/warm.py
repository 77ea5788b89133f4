"""`kafelki warm`: everything compiled, with progress."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskProgressColumn, TextColumn

from kafelki.bots.warm import warm_bots
from kafelki.core.warm import warm_steps
from kafelki.games import game
from kafelki.words import Language, Text

DOING: Final = Text("preparing the rules of {name}", "przygotowuję zasady: {name}")


def warm(names: Iterable[str], console: Console, language: Language) -> None:
    """Every way into these games and what bots think with, once, with progress: what is compiled loads in a moment."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        for name in names:
            steps = warm_steps(game(name)) + warm_bots(game(name))
            task = progress.add_task(DOING.fill(name=name).say(language), total=len(steps))
            for step in steps:
                step()
                progress.advance(task)
