"""The command line in this process, in either language."""

from __future__ import annotations

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


@pytest.fixture
def arena(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Arena:
    """`kafelki arena` with these words; few deals and one process, unless they say otherwise."""

    def run(*words: str, language: Language = "en") -> Said:
        monkeypatch.setattr(commands, "LANGUAGE", language)
        capsys.readouterr()
        code = commands.run(["arena", "--deals", "2", "--workers", "1", *words])
        return Said(code, *capsys.readouterr())

    return run
