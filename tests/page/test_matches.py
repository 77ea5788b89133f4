"""Whole matches through the page, by pressing what it offers, at a desk and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.hands import mouse, play_match
from tests.page.visitor import SIZES

GAMES = ("tikal", "shelf", "planet")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_against_a_bot(visit: Visit, game: str, size: str) -> None:
    anna = visit(SIZES[size], "pl" if size == "desk" else "en").home().play_now(game)
    decisions = play_match(anna, mouse, seed=1)
    assert decisions >= 10
    expect(anna.page.locator(".ending table")).to_be_visible()
    anna.check_fits()
    anna.picture(f"end-{game}")
