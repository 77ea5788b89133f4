"""Somebody at the page: a browser window of their own, and an ear for everything that goes wrong in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Response, WebSocketRoute, expect

from tests.core.helpers import ROOT

Size = tuple[int, int]
DESK: Final[Size] = (1280, 800)
PHONE: Final[Size] = (360, 740)
SIZES: Final = {"desk": DESK, "phone": PHONE}
SCREENS: Final = ROOT / "build" / "screens"  # what was seen, for looking at afterwards
LANGUAGES: Final = ("pl", "en")
Lang = Literal["pl", "en"]
PATIENCE_MS: Final = 120_000.0
CHOSEN_ELSEWHERE: Final = """lang => {
  localStorage.setItem('kafelki.lang', lang);
  dispatchEvent(new StorageEvent('storage', {key: 'kafelki.lang', newValue: lang}));
}"""


class Visitor:
    """A window. Console errors and failed requests are kept in `wrong`; nothing is to be there at the end."""

    def __init__(
        self, browser: Browser, base: str, size: Size = DESK, lang: str = "pl", *, dark: bool = False, calm: bool = True
    ) -> None:
        self.base, self.size, self.lang = base, size, lang
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=size[0] < 600,
            locale={"pl": "pl-PL", "en": "en-GB"}[lang],
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference",
            base_url=base,
            accept_downloads=True,
        )
        self.context.add_init_script(
            "localStorage.getItem('kafelki.level') ?? localStorage.setItem('kafelki.level', 'beginner')"
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.page: Page = self.context.new_page()
        self.wrong: list[str] = []
        self.offline = self.deaf = False  # without a line; with a line on which nothing is heard
        self._sockets: list[WebSocketRoute] = []
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.wrong.append(f"uncaught: {error}"))
        self.page.on("response", self._answered)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not self.offline:
            self.wrong.append(f"console: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.wrong.append(f"{response.status} {response.request.method} {response.url}")

    def forgive(self, status: str) -> None:
        """A refusal the test has asked for, and what the browser says of it."""
        self.wrong = [
            line for line in self.wrong if not line.startswith(status) and "Failed to load resource" not in line
        ]

    def close(self) -> None:
        self.context.close()

    # ---- where to

    def home(self) -> Visitor:
        self.page.goto("/")
        expect(self.page.locator(".gcard .facts").first).to_contain_text(re.compile(r"\d"))
        return self

    def go(self, path: str) -> Visitor:
        self.page.goto(path)
        return self

    def play_now(self, game: str) -> Visitor:
        """Two clicks: the page itself is the first."""
        self.page.locator(f".gcard[data-game={game}] .btn.primary").click()
        return self.at_match()

    def at_match(self) -> Visitor:
        expect(self.page.locator(".match[data-seq]")).to_be_visible(timeout=PATIENCE_MS)
        return self

    def look(self, size: Size, lang: str) -> None:
        """The same page from its top in another window, in another language; on a phone in English it is night."""
        self.size, self.lang = size, lang
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.emulate_media(color_scheme="dark" if lang == "en" and size == PHONE else "light")
        if self.page.locator("html").get_attribute("lang") != lang:
            self.page.evaluate(CHOSEN_ELSEWHERE, lang)
        expect(self.page.locator("html")).to_have_attribute("lang", lang)
        self.page.wait_for_load_state("networkidle")
        self.page.evaluate("scrollTo(0, 0); document.fonts.ready")

    # ---- the line

    def lose_line(self) -> None:
        self.offline = True
        self.context.set_offline(True)

    def find_line(self) -> None:
        self.context.set_offline(False)
        self.offline = False

    def deaf_relay(self, route: WebSocketRoute) -> None:
        """Passes everything on to the server, and what it answers only while `deaf` is off."""
        server = route.connect_to_server()
        self._sockets.append(route)
        server.on_message(lambda message: None if self.deaf else route.send(message))

    def break_sockets(self) -> None:
        for route in self._sockets:
            route.close()
        self._sockets.clear()

    # ---- what is there

    @property
    def game(self) -> str:
        return self.page.locator(".match").get_attribute("data-game") or ""

    @property
    def seq(self) -> int:
        return int(self.page.locator(".match").get_attribute("data-seq") or -1)

    @property
    def is_over(self) -> bool:
        return self.page.locator(".ending").count() > 0

    def wait_for_turn(self) -> bool:
        """Whether it is our turn; otherwise the match is over."""
        self.page.wait_for_selector(".prompt.mine, .ending")
        return not self.is_over

    def wait_past(self, seq: int) -> None:
        """Until the match has gone on; a refusal is said."""
        self.page.wait_for_function(
            "seq => Number(document.querySelector('.match')?.dataset.seq) > seq || document.querySelector('.refused')",
            arg=seq,
        )
        refused = self.page.locator(".refused")
        assert refused.count() == 0, refused.first.inner_text()

    def offered(self, selector: str) -> list[Locator]:
        return self.page.locator(selector).all()

    def offered_at_once(self, *selectors: str) -> list[list[Locator]]:
        """The same of several, as they are at one moment."""
        counts = self.page.evaluate("all => all.map(one => document.querySelectorAll(one).length)", selectors)
        return [
            [self.page.locator(one).nth(number) for number in range(count)]
            for one, count in zip(selectors, counts, strict=True)
        ]

    # ---- what is seen

    def picture(self, name: str, *, whole: bool = False) -> Path:
        """Keep a screenshot for looking at."""
        SCREENS.mkdir(parents=True, exist_ok=True)
        path = SCREENS / f"{name}-{self.lang}-{self.size[0]}.png"
        self.page.screenshot(path=path, full_page=whole)
        return path

    def check_fits(self) -> None:
        """Nothing is scrolled sideways."""
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{self.page.url} is {wide} px too wide at {self.size[0]}: {self.widest()}"

    def widest(self) -> Sequence[str]:
        """What sticks out."""
        found: list[str] = self.page.evaluate(
            """() => [...document.querySelectorAll('body *')]
              .filter(e => e.getBoundingClientRect().right > innerWidth + 1)
              .slice(0, 5).map(e => e.tagName + '.' + (e.getAttribute('class') ?? ''))"""
        )
        return found
