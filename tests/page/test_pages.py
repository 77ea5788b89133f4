"""Every page, in both languages and widths: pictures to look at, room, names for all that is pressed, size of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import pytest
from playwright.sync_api import expect

from tests.core.helpers import ROOT
from tests.page.conftest import Visit
from tests.page.forward import forward
from tests.page.hands import mouse, play_match
from tests.page.visitor import LANGUAGES, PHONE, SIZES, Visitor

AXE: Final = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
Way: TypeAlias = Callable[[Visitor], None]
LEAST_PX: Final = 40  # of whatever is pressed, on a phone
POLISH: Final = re.compile("[ąćęłńóśźż]", re.IGNORECASE)

# What is to be pressed, and is too small to. Links in running text are as large as the text.
SMALL: Final = """least => [...document.querySelectorAll(
    'button, select, summary, input:not([type=hidden]), a[href], [role=button]')]
  .filter(e => e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && !e.disabled && e.tabIndex >= 0
    && !(e.tagName === 'A' && getComputedStyle(e).display === 'inline') && !e.closest('.sr, [inert]'))
  .map(e => [e, e.getBoundingClientRect()])
  .filter(([e, r]) => r.width > 0 && Math.min(r.width, r.height) < least - 0.5)
  .map(([e, r]) => `${e.tagName}.${e.getAttribute('class') ?? ''} ${Math.round(r.width)}x${Math.round(r.height)}`
    + ` ${e.getAttribute('aria-label') ?? e.textContent.trim().slice(0, 30)}`)"""


def to_home(anna: Visitor) -> None:
    anna.home()


def to_new_table(anna: Visitor) -> None:
    anna.go("/new")


def to_lobby(anna: Visitor) -> None:
    anna.home()
    anna.page.locator(".gcard[data-game=tikal] .btn.secondary").click()
    expect(anna.page.locator(".code")).to_be_visible()
    anna.page.locator(".rows .btn.secondary").first.click()  # a bot sits down
    expect(anna.page.locator(".rows select")).to_be_visible()


def to_match(game: str) -> Way:
    def go(anna: Visitor) -> None:
        anna.home().play_now(game)
        assert anna.wait_for_turn()
        play_match(anna, mouse, seed=7, turns=4)
        anna.wait_for_turn()

    return go


def to_drawer(anna: Visitor) -> None:
    if anna.page.locator(".strip").is_visible():
        anna.page.locator(".strip").click()
        expect(anna.page.locator("aside")).to_be_visible()


def to_aid(anna: Visitor) -> None:
    anna.page.keyboard.press("?")
    expect(anna.page.locator("dialog[open]")).to_be_visible()


def to_end(anna: Visitor) -> None:
    anna.home().play_now("planet")
    forward([anna], lambda view: view["round"] == 16)
    play_match(anna, mouse, seed=8)
    expect(anna.page.locator(".chip.good").first).to_be_visible()


def to_replay(anna: Visitor) -> None:
    anna.page.locator(".ending a.secondary").click()
    expect(anna.page.locator("p.words")).to_be_attached()
    anna.page.locator("body").press("End")


def to_path(path: str, shown: str = "main h1, main h2") -> Way:
    def go(anna: Visitor) -> None:
        anna.go(path)
        expect(anna.page.locator(shown).first).to_be_visible()

    return go


# What is looked at in one visit: pages, and how to come to each, the second from the first.
VISITS: Final[list[dict[str, Way]]] = [
    {"home": to_home},
    {"new": to_new_table},
    {"lobby": to_lobby},
    {"tikal": to_match("tikal"), "aid": to_aid},
    {"shelf": to_match("shelf"), "drawer": to_drawer},
    {"planet": to_match("planet")},
    {"end": to_end, "replay": to_replay},
    {"rules-tikal": to_path("/rules/tikal", "article h2")},
    {"rules-shelf": to_path("/rules/shelf", "article h2")},
    {"rules-planet": to_path("/rules/planet", "article h2")},
    {"tiles": to_path("/tiles")},
    {"continue": to_path("/continue")},
    {"nowhere": to_path("/nothing/here")},
]


@pytest.mark.parametrize("pages", VISITS, ids=" ".join)
def test_a_page_fits_is_named_and_can_be_pressed(visit: Visit, pages: dict[str, Way]) -> None:
    """In one language after the other, at a desk and then on a phone, without leaving the page."""
    anna = visit()
    for page, go in pages.items():
        go(anna)
        if page == "nowhere":
            anna.forgive("404")
        for size in SIZES.values():
            for lang in LANGUAGES:
                anna.look(size, lang)
                anna.picture(f"page-{page}")
                check(anna)


def check(anna: Visitor) -> None:
    """What holds of every page as it is looked at."""
    anna.check_fits()
    check_axe(anna)
    check_language(anna)
    if anna.size == PHONE:
        small = anna.page.evaluate(SMALL, LEAST_PX)
        assert not small, "\n".join(small)


def check_axe(anna: Visitor) -> None:
    """Nothing serious for those who do not see, or do not point."""
    if not anna.page.evaluate("'axe' in window"):
        anna.page.evaluate(AXE.read_text(encoding="utf-8"))
    anna.page.evaluate("scrollTo(0, document.body.scrollHeight)")  # where no bar lies over anything
    found: dict[str, Any] = anna.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    serious = [
        {
            "rule": one["id"],
            "where": [node["target"] for node in one["nodes"]][:4],
            "why": one["nodes"][0]["failureSummary"],
        }
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == [], json.dumps(serious, indent=1)


def check_language(anna: Visitor) -> None:
    """No word of the other language, and no name of a text instead of the text."""
    text: str = anna.page.evaluate(
        "document.body.innerText + [...document.querySelectorAll('[aria-label]')].map(e => e.ariaLabel).join(' ')"
    )
    assert "undefined" not in text
    assert not re.search(r"\{\w+\}", text), re.findall(r".{0,30}\{\w+\}.{0,30}", text)
    if anna.lang == "en":
        kept = re.sub("Gość|Półeczka|Stwórz mi planetę", "", text)  # names are names
        assert not POLISH.search(kept), re.findall(r".{0,30}[ąćęłńóśźż].{0,30}", kept)[:5]
