"""Whole matches through the page, by pressing only what it offers: at a desk, on a phone, with the keyboard alone."""

from __future__ import annotations

import os
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.hands import keyboard, mouse, play_match
from tests.page.visitor import SIZES, Visitor

SOAK: Final = bool(os.environ.get("KAFELKI_SOAK"))
FEWEST: Final = {"tikal": 36, "shelf": 10, "planet": 16}  # decisions of one seat in any match of two
# A whole match by Tab alone takes long where a turn has many actions; the rest of it is in `make soak`.
BY_KEYBOARD: Final = {"tikal": 24, "shelf": None, "planet": None}


# Tikal takes longest: basic at a desk and with the auction on a phone; the other way round in `make soak`.
MATCHES: Final = [
    pytest.param(game, size, marks=[pytest.mark.soak] if (game, size) == ("tikal", "phone") else [])
    for game in FEWEST
    for size in SIZES
]


@pytest.mark.parametrize(("game", "size"), MATCHES)
def test_a_whole_match_against_a_bot(visit: Visit, game: str, size: str) -> None:
    anna = visit(SIZES[size], "pl" if size == "desk" else "en").home().play_now(game)
    assert play_match(anna, mouse, seed=1) >= FEWEST[game]
    check_end(anna, f"end-{game}")


@pytest.mark.parametrize("size", [pytest.param("desk", marks=pytest.mark.soak), "phone"])
def test_a_whole_match_of_tikal_with_the_auction(visit: Visit, size: str) -> None:
    anna = visit(SIZES[size], "en").home()
    anna.page.locator(".gcard[data-game=tikal] .btn.secondary").click()
    anna.page.get_by_role("radiogroup", name="Tiles are bid for").get_by_role("radio", name="yes").click()
    anna.page.locator(".rows .btn.secondary").first.click()
    expect(anna.page.locator(".rows select")).to_be_visible()
    anna.page.get_by_role("button", name="Start the match").click()
    anna.at_match()
    assert anna.wait_for_turn()
    expect(anna.page.locator(".auction")).to_be_visible()
    anna.picture("auction")
    assert play_match(anna, mouse, seed=2) >= FEWEST["tikal"]
    check_end(anna, "end-auction")
    expect(anna.page.locator(".ending tbody th", has_text="Starting points less bids")).to_be_visible()


def check_end(anna: Visitor, name: str) -> None:
    """Where every point came from: the rows add up to what stands under them."""
    expect(anna.page.locator(".ending table")).to_be_visible()
    anna.check_fits()
    anna.picture(name)
    rows = [row.locator("td").all_inner_texts() for row in anna.page.locator(".ending tbody tr").all()]
    numbers = [[int(cell.replace("–", "0").replace("−", "-")) for cell in row] for row in rows]
    *parts, total = numbers
    assert [sum(column) for column in zip(*parts, strict=True)] == total


@pytest.mark.parametrize("game", FEWEST)
def test_a_match_by_keyboard_alone(visit: Visit, game: str) -> None:
    anna = visit(lang="pl").home()
    keyboard(anna.page.locator(f".gcard[data-game={game}] .btn.primary"))
    anna.at_match()
    decisions = play_match(anna, keyboard, seed=3, turns=BY_KEYBOARD[game])
    assert decisions >= (BY_KEYBOARD[game] or FEWEST[game])


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_a_whole_match_of_tikal_by_keyboard_alone(visit: Visit, size: str) -> None:
    anna = visit(SIZES[size]).home().play_now("tikal")
    play_match(anna, keyboard, seed=4, turns=None if SOAK else 2)
