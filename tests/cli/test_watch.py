"""Watching in terminals of all sizes: nothing is cropped, and the end is always shown whole."""

from __future__ import annotations

import io
import random
from typing import Final

import pytest
from rich.console import Console
from rich.segment import Segment

import kafelki
from kafelki.bots.yardsticks import RandomBot
from kafelki.cli import watch
from kafelki.cli.watch import Spectator
from kafelki.core.match import Match
from kafelki.words import LANGUAGES, Language

SIZES: Final = [(160, 50), (100, 40), (80, 24), (45, 24)]
LEAVE_SCREEN: Final = "\x1b[?1049l"


def terminal(width: int, height: int, **environment: str) -> Console:
    """A terminal of that size which remembers what was written to it."""
    known = {"TERM": "xterm-256color", **environment}
    return Console(file=io.StringIO(), force_terminal=True, width=width, height=height, highlight=False, _environ=known)


def written(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def watched(game_id: str, console: Console, seats: int = 2, language: Language = "en") -> Match:
    match = kafelki.new_match(game_id, seats=seats, seed=1)
    watch.show(match, watch.Programme([RandomBot()], None, seed=1, delay=0, hints=False), language, console)
    return match


@pytest.mark.parametrize(
    ("game_id", "options"), [("_template", {}), ("shelf", {}), ("tikal", {}), ("tikal", {"auction": True})]
)
def test_every_picture_fits_and_ends_with_whose_turn_it_is(game_id: str, options: dict[str, bool]) -> None:
    match = kafelki.new_match(game_id, seats=kafelki.game(game_id).meta.seats[1], seed=1, options=options)
    spectators = [Spectator(match, None, language, terminal(*size)) for size in SIZES for language in LANGUAGES]
    rng = random.Random(1)
    while not match.over:
        for spectator in spectators if match.ply % 41 == 0 else []:
            picture, console = spectator.picture(), spectator.console
            assert picture is not None
            lines = list(Segment.split_lines(console.render(picture)))
            assert len(lines) <= console.height
            assert max(map(Segment.get_line_length, lines)) <= console.width
            assert "".join(segment.text for segment in lines[-1]) == watch.status(match, spectator.language)
        match.play(rng.choice(match.legal()))
        for spectator in spectators:
            spectator.log += spectator.news()


def test_the_largest_drawing_that_fits_is_shown() -> None:
    match = kafelki.new_match("tikal", seats=2, seed=1)
    drawn = []
    for width, height in SIZES:
        console = terminal(width, height)
        console.print(Spectator(match, None, "en", console).picture())
        drawn.append(written(console))
    large, less, low, small = (text.count("\n") for text in drawn)
    assert large == less > low
    assert "player 1" in drawn[2]
    assert "player 1" not in drawn[3]
    assert small < 24


@pytest.mark.parametrize("height", [12, 60])
def test_the_end_is_shown_whole_after_the_pictures(height: int) -> None:
    console = terminal(80, height)
    match = watched("shelf", console, seats=4)
    end = written(console).rpartition(LEAVE_SCREEN)[2]
    for seat, score in enumerate(match.scores):
        assert f" player {seat + 1} " in end
        assert f"{score} points" in end
    assert end.rstrip().splitlines()[-1].startswith("\x1b[1mWinner: Player ")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "The terminal is too small"), ("pl", "Terminal za mały na rysunki")]
)
def test_a_terminal_too_small_is_told_so_and_gets_lines(language: Language, said: str) -> None:
    console = terminal(80, 6)
    watched("shelf", console, language=language)
    told = written(console).rpartition(LEAVE_SCREEN)[2].splitlines()
    assert said in told[0]
    assert "80 x 6" in told[0]
    assert told[1].startswith("Gracz 1 bierze: " if language == "pl" else "Player 1 takes: ")


def test_a_dumb_terminal_gets_lines_and_no_codes() -> None:
    console = terminal(80, 24, TERM="dumb", NO_COLOR="1")
    watched("shelf", console)
    assert written(console).startswith("Player 1 takes: ")
    assert "\x1b[?" not in written(console)


def test_who_stops_watching_keeps_the_last_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(spectator: Spectator) -> list[str]:
        raise KeyboardInterrupt

    monkeypatch.setattr(Spectator, "news", stop)
    console = terminal(80, 24)
    with pytest.raises(KeyboardInterrupt):
        watched("shelf", console)
    assert "Player 2 to act." in written(console).rpartition(LEAVE_SCREEN)[2]


def test_several_winners_are_named_as_several(monkeypatch: pytest.MonkeyPatch) -> None:
    match = watched("_template", terminal(80, 24))
    monkeypatch.setattr(Match, "winners", (0, 1))
    assert watch.status(match, "en") == "Winners: Player 1, Player 2."
    assert watch.status(match, "pl") == "Wygrywają: Gracz 1, Gracz 2."
