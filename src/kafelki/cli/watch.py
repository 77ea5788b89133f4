"""`kafelki watch`: a match of bots, drawn in the terminal."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from typing import cast

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text as Line

from kafelki.bots.random_bot import RandomBot
from kafelki.core.game import View
from kafelki.core.match import Match
from kafelki.games import TABLE
from kafelki.words import Language, Text

LOG_LINES = 6


def show(
    match: Match, *, seat: int | None, seed: int | None, delay: float, language: Language, console: Console
) -> None:
    """Play the match to its end with random bots; redrawn in a terminal, told line by line elsewhere."""
    match.view(seat)  # a seat that does not exist is refused before anything is drawn
    bot = RandomBot(seed)
    log: list[str] = []
    if not console.is_terminal:
        while not match.over:
            console.print(*_turn(match, bot, seat, language), sep="\n", soft_wrap=True)
        console.print(picture(match, seat, language, []))
        return
    with Live(picture(match, seat, language, log), console=console, auto_refresh=False) as live:
        while not match.over:
            time.sleep(delay)
            log += _turn(match, bot, seat, language)
            live.update(picture(match, seat, language, log[-LOG_LINES:]), refresh=True)


def _turn(match: Match, bot: RandomBot, seat: int | None, language: Language) -> list[str]:
    """One move, and what it made happen, in words."""
    match.play(bot.choose(match.legal()), by="bot")
    names = player_names(match.seats, language)
    return [match.game.tell(event, names).say(language) for event in match.events(seat, since=match.ply - 1)]


def picture(match: Match, seat: int | None, language: Language, log: list[str]) -> RenderableType:
    """The table as `seat` sees it, whose turn it is, and the last things that happened."""
    terminal = importlib.import_module(f"{TABLE[match.game.id]}.terminal")
    draw = cast("Callable[[View, Language], RenderableType]", terminal.draw)
    lines = [Line(said, style="dim") for said in log]
    return Group(draw(match.view(seat), language), *lines, Line(status(match, language), style="bold"))


def status(match: Match, language: Language) -> str:
    """The one sentence that says where the match stands."""
    names = player_names(match.seats, language)
    if match.to_act is not None:
        return Text("{name} to act.", "Kolej: {name}.").fill(name=names[match.to_act]).say(language)
    winners = ", ".join(names[seat] for seat in match.winners)
    return Text("Winner: {winners}.", "Wygrywa: {winners}.").fill(winners=winners).say(language)


def player_names(seats: int, language: Language) -> list[str]:
    return [Text("Player {n}", "Gracz {n}").fill(n=seat + 1).say(language) for seat in range(seats)]
