"""Matches through the page to their end, pressing only what it offers: at a desk, on a phone, by keyboard alone."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.forward import NEAR_THE_END, forward
from tests.page.hands import Hand, keyboard, mouse, play_match
from tests.page.visitor import SIZES, Visitor

FEWEST: Final = {"tikal": 36, "shelf": 10, "planet": 16}  # decisions of one seat in any match of two
LAST: Final = {"tikal": 4, "shelf": 2, "planet": 4}  # and of those, how many come when it is near its end
MATCHES: Final = [(game, size) for game in FEWEST for size in SIZES]

# Both are there for every match: its last part in `make test`, all of it in `make soak`.
PART: Final = pytest.mark.parametrize("part", ["last", pytest.param("whole", marks=pytest.mark.soak)])


def play_to_the_end(anna: Visitor, part: str, hand: Hand, seed: int) -> None:
    """All of a match that has just begun, or what is left when it is near its end."""
    game = anna.at_match().game
    if part == "last":
        forward([anna], NEAR_THE_END[game], seed)
    least = LAST if part == "last" else FEWEST
    assert play_match(anna, hand, seed) >= least[game]


@PART
@pytest.mark.parametrize(("game", "size"), MATCHES)
def test_a_match_against_a_bot(visit: Visit, game: str, size: str, part: str) -> None:
    anna = visit(SIZES[size], "pl" if size == "desk" else "en").home().play_now(game)
    play_to_the_end(anna, part, mouse, seed=1)
    check_end(anna, f"end-{game}")


@PART
@pytest.mark.parametrize("size", SIZES)
def test_a_match_of_tikal_with_the_auction(visit: Visit, size: str, part: str) -> None:
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
    play_to_the_end(anna, part, mouse, seed=2)
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


@PART
@pytest.mark.parametrize("game", FEWEST)
def test_a_match_by_keyboard_alone(visit: Visit, game: str, part: str) -> None:
    anna = visit(lang="pl").home()
    keyboard(anna.page.locator(f".gcard[data-game={game}] .btn.primary"))
    play_to_the_end(anna, part, keyboard, seed=3)
