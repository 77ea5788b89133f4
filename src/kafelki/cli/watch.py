"""`kafelki watch`: a match of bots, drawn in the terminal."""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias, cast

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.segment import Segment
from rich.text import Text as Line

from kafelki.bots.bot import Bot, Budget, observe
from kafelki.bots.hint import hint, say_hint
from kafelki.core.game import View
from kafelki.core.match import Match
from kafelki.games import TABLE
from kafelki.words import Language, Text

Draw: TypeAlias = Callable[[View, Language], RenderableType]

LOG_LINES: Final = 6
FEWEST_LOG_LINES: Final = 2  # rather a smaller drawing than fewer of them
LEAST_WIDTH: Final = 40  # no game is drawn in less
HINT: Final = Text("Hint: {said}", "Podpowiedź: {said}")
TOO_SMALL: Final = Text(
    "The terminal is too small for pictures ({width} x {height}): told line by line.",
    "Terminal za mały na rysunki ({width} x {height}): opowieść wiersz po wierszu.",
)


class Programme(NamedTuple):
    """Who plays, who looks, and how it is told."""

    bots: Sequence[Bot]  # seat by seat, from the first again where there are fewer than seats
    seat: int | None
    seed: int | None
    delay: float
    hints: bool  # before each move, what a strong bot would do: as a seat, before one's own


def show(match: Match, programme: Programme, language: Language, console: Console) -> None:
    """Play the match to its end; redrawn in a terminal, told line by line elsewhere."""
    seat, bots = programme.seat, programme.bots
    match.view(seat)  # a seat that does not exist is refused before anything is drawn
    spectator = Spectator(match, seat, language, console)
    rng = random.Random(programme.seed)

    def move() -> None:
        time.sleep(programme.delay if console.is_terminal else 0)
        acting = match.to_act
        assert acting is not None
        if programme.hints and seat in (None, acting):
            spectator.take_hint()
        bot = bots[acting % len(bots)]
        match.play(bot.choose(observe(match, rng), Budget(), rng), by="bot")

    try:
        if console.is_terminal and not console.is_dumb_terminal:
            spectator.look(move)
        spectator.listen(move)
    except KeyboardInterrupt:
        spectator.conclude()
        raise
    spectator.conclude()


class Spectator:
    """Someone at a console who watches a match, from a seat or from beside the table."""

    def __init__(self, match: Match, seat: int | None, language: Language, console: Console) -> None:
        self.match, self.seat, self.language, self.console = match, seat, language, console
        self.log: list[str] = []  # what a picture took the place of
        self.hinted: list[str] = []
        self.sizes = cast(
            "tuple[Draw, ...]", importlib.import_module(f"{TABLE[match.game.id]}.terminal").SIZES
        )  # the largest first

    def look(self, move: Callable[[], None]) -> None:
        """A picture for every move, to the match's end or until the terminal is too small for one."""
        with Live(console=self.console, screen=True, auto_refresh=False) as live:
            while not self.match.over and (picture := self.picture()):
                live.update(picture, refresh=True)
                move()
                self.log += self.news()
        if not self.match.over:
            self.log.clear()
            size = TOO_SMALL.fill(width=self.console.width, height=self.console.height)
            self.console.print(size.say(self.language), style="bold")

    def listen(self, move: Callable[[], None]) -> None:
        """A line for everything that happens."""
        while not self.match.over:
            move()
            self.console.print(*self.news(), sep="\n", soft_wrap=not self.console.is_terminal, markup=False)

    def conclude(self) -> None:
        """The whole table, however high it is."""
        drawings = [draw(self.match.view(self.seat), self.language) for draw in self.sizes]
        drawn = next((drawing for drawing in drawings if self.height(drawing)), drawings[-1])
        self.console.print(drawn, *_dim(self.log[-LOG_LINES:]), self.status(), sep="\n")

    def picture(self) -> RenderableType | None:
        """The table, what happened last and whose turn it is: the largest drawing that fits whole, if any does."""
        view, status, tight = self.match.view(self.seat), self.status(), None
        for draw in self.sizes:
            drawn = draw(view, self.language)
            height = self.height(Group(drawn, status))
            room = self.console.height - height
            if not height or room < 0:
                continue
            picture = Group(drawn, *self.latest(room), status)
            if room >= FEWEST_LOG_LINES:
                return picture
            tight = tight or picture
        return tight

    def latest(self, room: int) -> list[Line]:
        """As many of the last things that happened as there is room for."""
        lines = _dim(self.log[-LOG_LINES:])
        while lines and self.height(Group(*lines)) > room:
            del lines[0]
        return lines

    def height(self, drawn: RenderableType) -> int:
        """How many lines high something is here; 0 if it is too wide."""
        lines = list(Segment.split_lines(self.console.render(drawn)))
        widest = max(Segment.get_line_length(line) for line in lines)
        return len(lines) if max(widest, LEAST_WIDTH) <= self.console.width else 0

    def news(self) -> list[str]:
        """What the last move made happen, in words, after the hint that came before it."""
        names = player_names(self.match.seats, self.language)
        events = self.match.events(self.seat, since=self.match.ply - 1)
        hinted, self.hinted = self.hinted, []
        return hinted + [self.match.game.tell(event, names).say(self.language) for event in events]

    def take_hint(self) -> None:
        """Ask what the best move is, and what comes of it."""
        names = player_names(self.match.seats, self.language)
        self.hinted = [
            HINT.fill(said=say_hint(self.match, thought, names, self.language)).say(self.language)
            for thought in hint(self.match)[:1]
        ]

    def status(self) -> Line:
        return Line(status(self.match, self.language), style="bold")


def _dim(said: list[str]) -> list[Line]:
    return [Line(line, style="dim") for line in said]


def status(match: Match, language: Language) -> str:
    """The one sentence that says where the match stands."""
    names = player_names(match.seats, language)
    if match.to_act is not None:
        return Text("{name} to act.", "Kolej: {name}.").fill(name=names[match.to_act]).say(language)
    several = len(match.winners) > 1
    words = (
        Text("Winners: {names}.", "Wygrywają: {names}.") if several else Text("Winner: {names}.", "Wygrywa: {names}.")
    )
    return words.fill(names=", ".join(names[seat] for seat in match.winners)).say(language)


def player_names(seats: int, language: Language) -> list[str]:
    return [Text("Player {n}", "Gracz {n}").fill(n=seat + 1).say(language) for seat in range(seats)]
