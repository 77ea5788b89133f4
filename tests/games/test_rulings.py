"""No ruling without a test: names begin with the numbers of docs/rules/GAME.en.md."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import kafelki

RULINGS: Final = {"planet": range(1, 34), "shelf": range(1, 32), "tikal": range(1, 59)}
ROOT: Final = Path(__file__).parents[2]


def test_every_game_people_can_play_says_how_many_rulings_it_has() -> None:
    assert set(RULINGS) == set(kafelki.games())


@pytest.mark.parametrize("game_id", RULINGS)
def test_every_ruling_has_a_test_that_bears_its_number(game_id: str) -> None:
    numbers = set()
    for path in (Path(__file__).parent / game_id).glob("test_*.py"):
        for found in re.findall(r"^def test_((?:\d\d_)+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            numbers |= {int(number) for number in found.split("_") if number}
    assert numbers == set(RULINGS[game_id])


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("game_id", RULINGS)
def test_the_rules_in_words_number_every_ruling_once_and_in_order(game_id: str, language: str) -> None:
    text = (ROOT / "docs" / "rules" / f"{game_id}.{language}.md").read_text(encoding="utf-8")
    assert [int(number) for number in re.findall(r"^§(\d+) ", text, re.MULTILINE)] == list(RULINGS[game_id])
