"""Somebody who has never been here: two clicks to a running match, in both languages, and a way for friends."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.visitor import LANGUAGES, PHONE

YOUR_TURN = {"pl": "Twoja kolejka", "en": "Your turn"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["tikal", "shelf", "planet"])
def test_two_clicks_lead_to_a_running_match(visit: Visit, game: str, lang: str) -> None:
    anna = visit(lang=lang).home()
    clicks = 0
    play = anna.page.locator(f".gcard[data-game={game}] .btn.primary")
    play.click()
    clicks += 1
    anna.at_match()
    assert clicks <= 2
    assert anna.wait_for_turn()
    expect(anna.page).to_have_title(re.compile(YOUR_TURN[lang]))
    assert anna.page.locator("link[rel=icon]").get_attribute("href") == "/icon-turn.svg"


def test_the_language_changes_without_a_reload_and_stays(visit: Visit) -> None:
    anna = visit(lang="pl").home()
    anna.page.evaluate("window.same = true")
    anna.page.get_by_role("button", name="EN", exact=True).click()
    expect(anna.page.locator("html")).to_have_attribute("lang", "en")
    expect(anna.page.locator("h1")).to_have_text("Three tile games, one table")
    assert anna.page.evaluate("window.same"), "the page was loaded again"
    anna.page.reload()
    expect(anna.page.locator("h1")).to_have_text("Three tile games, one table")


def test_the_dark_look_is_kept(visit: Visit) -> None:
    anna = visit(lang="en").home()
    anna.page.get_by_role("button", name="Dark look").click()
    expect(anna.page.locator("html")).to_have_attribute("data-theme", "dark")
    anna.page.reload()
    expect(anna.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_name_is_given(visit: Visit) -> None:
    anna = visit(lang="en").home()
    anna.page.locator(".me").click()
    anna.page.get_by_role("textbox", name="Your name").fill("Anna")
    anna.page.get_by_role("button", name="Save").click()
    expect(anna.page.locator(".me")).to_contain_text("Anna")


def test_a_wrong_code_is_answered_in_words(visit: Visit) -> None:
    anna = visit(lang="en").home()
    anna.page.get_by_label("Have a code?").fill("AAAA-AAAA")
    anna.page.get_by_role("button", name="Join").click()
    expect(anna.page.locator("[role=alert]")).to_contain_text("table")
    anna.forgive("404 ")


def test_a_friend_comes_by_the_code_on_a_phone(visit: Visit) -> None:
    anna, bob = visit(lang="en").home(), visit(PHONE, "pl").home()
    anna.page.locator(".gcard[data-game=planet] .btn.secondary").click()
    code = anna.page.locator(".code").inner_text()
    bob.page.get_by_label("Masz kod?").fill(code.lower().replace("-", " "))
    bob.page.get_by_role("button", name="Dołącz").click()
    expect(anna.page.locator(".rows .chip.good")).to_have_count(2)
    anna.page.get_by_role("button", name="Start the match").click()
    bob.at_match()
    anna.at_match()


def test_a_page_that_is_not_there_says_so(visit: Visit) -> None:
    anna = visit(lang="en").go("/nothing/here")
    expect(anna.page.locator("main")).to_contain_text("There is no such page.")
    anna.forgive("404")
