"""No ruling without a test: names begin with the numbers of the rulings."""

from __future__ import annotations

import re
from pathlib import Path

RULINGS = range(1, 34)


def test_every_ruling_has_a_test_that_bears_its_number() -> None:
    numbers = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for found in re.findall(r"^def test_((?:\d\d_)+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            numbers |= {int(number) for number in found.split("_") if number}
    assert numbers == set(RULINGS)
