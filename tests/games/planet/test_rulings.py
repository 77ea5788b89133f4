"""No ruling without a test: names begin with the numbers of docs/rules/planet.en.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

RULINGS = range(1, 34)
ROOT = Path(__file__).parents[3]


def test_every_ruling_has_a_test_that_bears_its_number() -> None:
    numbers = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for found in re.findall(r"^def test_((?:\d\d_)+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            numbers |= {int(number) for number in found.split("_") if number}
    assert numbers == set(RULINGS)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_rules_in_words_number_every_ruling_once_and_in_order(language: str) -> None:
    text = (ROOT / "docs" / "rules" / f"planet.{language}.md").read_text(encoding="utf-8")
    assert [int(number) for number in re.findall(r"^§(\d+) ", text, re.MULTILINE)] == list(RULINGS)
