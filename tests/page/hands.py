"""Hands that play what the page offers, by pressing it: with a mouse or a finger, or with the keyboard alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, Protocol

from playwright.sync_api import Locator

from tests.page.visitor import Visitor

MOST_TABS: Final = 160  # to anything on a page
TIKAL: Final = (
    "[data-action=lay]",
    ".auction .tile.can, [data-action=pass], [data-action=bid]",
    ".act[aria-disabled=false]",
    "[data-action=end]",
)


class Hand(Protocol):
    """How something is pressed."""

    def __call__(self, where: Locator) -> None: ...


def mouse(where: Locator) -> None:
    """Where it is seen; what lies over it is in the way, as for people."""
    where.click()


def prod(where: Locator) -> None:
    """Press what is marked as not to be pressed."""
    where.scroll_into_view_if_needed()
    where.click(force=True)


# Which key leads from the focus to something; Enter where the focus is there.
KEY: Final = """wanted => {
  const here = document.activeElement;
  if (here === wanted) return 'Enter';
  return here.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab';
}"""


def keyboard(where: Locator) -> None:
    """Tab until it has the focus, forwards or back, then Enter. Nothing is focused that Tab does not reach."""
    page = where.page
    wanted = where.element_handle()
    for _ in range(MOST_TABS):
        key = page.evaluate(KEY, wanted)
        page.keyboard.press(key)
        if key == "Enter":
            return
    raise AssertionError(f"Tab does not reach {where}")


def play_match(visitor: Visitor, hand: Hand, seed: int, turns: int | None = None) -> int:
    """Play until the end, or a number of decisions; how many there were."""
    game, rng, decisions = visitor.game, random.Random(seed), 0
    while (turns is None or decisions < turns) and visitor.wait_for_turn():
        seq = visitor.seq
        DECIDE[game](visitor, hand, rng)
        visitor.wait_past(seq)
        decisions += 1
    return decisions


def play_shelf(visitor: Visitor, hand: Hand, rng: random.Random) -> None:
    """One to three tiles in a line, a column with room, sometimes another order."""
    page = visitor.page
    hand(rng.choice(visitor.offered(".press.take")))
    while rng.random() < 0.5 and (more := visitor.offered(".press.add")):
        hand(rng.choice(more))
    while not (columns := visitor.offered(".column.open")):
        hand(page.locator(".press.held").last)  # too many for every column
    if rng.random() < 0.3 and page.locator("button.held").count() > 1:
        hand(page.locator("button.held").first)
    hand(rng.choice(columns))
    hand(page.locator("[data-action=confirm]"))


def play_planet(visitor: Visitor, hand: Hand, rng: random.Random) -> None:
    """Whatever may be pressed, and yes."""
    hand(rng.choice(visitor.offered(".sky .legal:is(button), .sky .press[role=button]")))
    hand(visitor.page.locator("[data-action=confirm]"))


def play_tikal(visitor: Visitor, hand: Hand, rng: random.Random) -> None:
    """A decision of any kind: bid, choose, lay, an action or the end of a turn. What leaves no choice plays itself."""
    page = visitor.page
    lay, auction, able, end = visitor.offered_at_once(*TIKAL)
    if lay:
        hand(rng.choice(visitor.offered("[data-cell][data-legal]")))
        if rng.random() < 0.4 and page.locator("[data-action=turn-right]").count():
            hand(page.locator("[data-action=turn-right]"))
        hand(lay[0])
    elif len(auction) > 1:
        hand(rng.choice(auction))
    elif able and rng.random() > 0.35:
        _act(visitor, hand, rng, rng.choice(able))
    elif end:
        hand(end[0])


def _act(visitor: Visitor, hand: Hand, rng: random.Random, action: Locator) -> None:
    """Press the action, then a hex, then what is asked until the match goes on."""
    page, seq = visitor.page, visitor.seq
    hand(action)
    for _ in range(6):
        if visitor.seq > seq or page.locator("[data-action=lay]").count():
            return
        asked = visitor.offered("[data-option]") or visitor.offered("[data-exchange]")
        asked = asked or visitor.offered("[data-cell][data-legal]:not([data-chosen])")
        hand(rng.choice(asked))
        page.wait_for_selector(".match[aria-busy=false]")
    raise AssertionError("an action asks and asks")


DECIDE: Final[dict[str, Callable[[Visitor, Hand, random.Random], None]]] = {
    "tikal": play_tikal,
    "shelf": play_shelf,
    "planet": play_planet,
}
