"""The command line in this process, in either language."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import pytest

from kafelki.cli import app as commands
from kafelki.words import Language


class Said(NamedTuple):
    """What a command line answered."""

    code: int
    out: str
    err: str


Arena: TypeAlias = Callable[..., Said]


class OwnClock:
    """Goes on by what bots sleep, and by a step whenever somebody looks: however busy the machine is."""

    def __init__(self, step: float = 0.0) -> None:
        self.now, self.step = 0.0, step

    def look(self) -> float:
        self.now += self.step
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def own_clock(monkeypatch: pytest.MonkeyPatch) -> OwnClock:
    """What bots think is measured by this clock, in this process."""
    clock = OwnClock()
    monkeypatch.setattr(time, "perf_counter", clock.look)
    monkeypatch.setattr(time, "sleep", clock.sleep)
    return clock


@pytest.fixture
def arena(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Arena:
    """`kafelki arena` with these words; few deals and one process, unless they say otherwise."""

    def run(*words: str, language: Language = "en") -> Said:
        monkeypatch.setattr(commands, "LANGUAGE", language)
        capsys.readouterr()
        code = commands.run(["arena", "--deals", "2", "--workers", "1", *words])
        return Said(code, *capsys.readouterr())

    return run
