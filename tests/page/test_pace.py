"""A table with a clock, and a move prepared while the other one thinks."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.hands import DECIDE, mouse
from tests.page.test_company import start, table_of, whose_turn
from tests.page.visitor import PHONE, Visitor


def together(visit: Visit, game: str, clock: str | None = None) -> tuple[Visitor, Visitor]:
    """Two at a table of their own that has begun, one at a desk and one with a phone: who is to act, and who waits."""
    anna, bob = visit(lang="pl").home(), visit(PHONE, "en")
    bob.go(table_of(anna, game))
    expect(bob.page.locator(".rows .chip.good")).to_have_count(2)
    if clock is not None:
        anna.page.get_by_role("radio", name=clock).click()
        expect(bob.page.get_by_label("Time for a turn")).to_be_visible()
        for one in (anna, bob):
            one.check_fits()
            one.picture("lobby-clock", whole=True)
    start(anna, 1)
    bob.at_match()
    acting = whose_turn([anna, bob])
    assert acting is not None
    return acting, bob if acting is anna else anna


def test_a_clock_is_agreed_on_and_runs_for_who_is_to_act(visit: Visit) -> None:
    acting, waiting = together(visit, "shelf", "na żywo")
    for one in (acting, waiting):
        clock = one.page.get_by_role("timer")
        expect(clock).to_contain_text(re.compile(r"0:\d\d\s*\+ 5:00"))
        before = clock.inner_text()
        expect(clock).not_to_have_text(before)
        one.check_fits()
        one.picture("match-clock")
    seq = acting.seq
    DECIDE["shelf"](acting, mouse, random.Random(1))
    waiting.wait_past(seq)
    expect(waiting.page.get_by_role("timer")).to_contain_text(re.compile(r"(1:00|0:5\d)"))


@pytest.mark.parametrize("game", ["shelf", "planet"])
def test_a_move_is_prepared_and_plays_itself_or_is_forgotten(visit: Visit, game: str) -> None:
    acting, waiting = together(visit, game)
    rng = random.Random(2)
    while not begin_preparing(waiting):
        seq = acting.seq
        DECIDE[game](acting, mouse, rng)
        waiting.wait_past(seq)
        acting, waiting = in_turn(acting, waiting)
    waiting.picture(f"preparing-{game}")
    waiting.check_fits()
    DECIDE[game](waiting, mouse, random.Random(7))
    expect(waiting.page.locator(".prepared")).to_be_visible()
    waiting.picture(f"prepared-{game}")
    waiting.page.reload()
    expect(waiting.page.locator(".prepared")).to_be_visible()
    waiting.page.locator(".prepared .btn").click()
    expect(waiting.page.locator(".prepared")).to_have_count(0)
    assert begin_preparing(waiting)
    DECIDE[game](waiting, mouse, random.Random(8))
    expect(waiting.page.locator(".prepared")).to_be_visible()
    DECIDE[game](acting, mouse, rng)
    expect(waiting.page.locator(".prepared")).to_have_count(0)  # played, or dropped with a word


def in_turn(one: Visitor, other: Visitor) -> tuple[Visitor, Visitor]:
    """Who is to act, and who waits."""
    return (one, other) if whose_turn([one, other]) is one else (other, one)


def begin_preparing(waiting: Visitor) -> bool:
    """Ask for it; whether there is anything to prepare yet. If not, leave it again."""
    waiting.page.locator(".ahead").click()
    asked = waiting.page.locator(".prompt")
    expect(asked).to_contain_text(re.compile("Na twoją kolejkę|For your turn|Na razie|Nothing can"))
    found = re.search("Na twoją kolejkę|For your turn", asked.inner_text()) is not None
    if not found:
        waiting.page.locator(".ahead").click()
    return found
