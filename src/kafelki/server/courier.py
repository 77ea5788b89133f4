"""How a notice reaches somebody: by Web Push to their browsers, and by a call to an address of their own."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import msgspec

from kafelki.errors import CannotReach, KafelkiError
from kafelki.games import meta
from kafelki.server import bodies
from kafelki.server.letters import moment
from kafelki.server.metrics import Metrics
from kafelki.server.notice_store import Browser, NoticeStore, Webhook
from kafelki.server.outbound import Outbound, target_of
from kafelki.server.tables import Table
from kafelki.server.webpush import Sender
from kafelki.server.wire import Wire
from kafelki.words import Language, Text

log: Final = logging.getLogger("kafelki.notices")
LASTS: Final = 86400  # seconds that a push service keeps a notice for a browser that is not there
GONE: Final = (404, 410)  # the browser has unsubscribed

TURN: Final = Text("Your turn: {game}", "Twoja kolejka: {game}")
COMPANY: Final = Text("At the table: {names}", "Przy stole: {names}")
TRIAL: Final = Text("Notices work here", "Powiadomienia tu działają")
TRIAL_MORE: Final = Text("This is how you are told of your turn.", "Tak się dowiesz, że przyszła twoja kolejka.")


class News(msgspec.Struct, frozen=True):
    """What somebody is told: nothing but what the list of their tables says, too."""

    id: str  # the same for the same turn
    title: Text
    text: Text
    path: str
    table: str | None = None
    game: str | None = None
    players: tuple[str, ...] = ()


class Push(Wire, frozen=True):
    """A notice as the page's worker reads it."""

    title: str
    body: str
    path: str
    tag: str  # a later notice of the same table stands in the place of the one before
    lang: Language


def turn_news(table: Table, player: str, ply: int) -> News:
    """That it is somebody's turn."""
    own = table.seat_of(player)
    others = tuple(name for seat, name in enumerate(table.names) if seat != own)
    game = table.terms.game
    return News(
        id=f"{table.id}-{ply}",
        title=TURN.fill(game=meta(game).title),
        text=COMPANY.fill(names=", ".join(others)),
        path=f"/t/{table.id}",
        table=table.id,
        game=game,
        players=others,
    )


def trial_news() -> News:
    """That notices come through."""
    return News(f"trial-{moment():.3f}", TRIAL, TRIAL_MORE, "/")


class Courier:
    """Carries news to wherever a player wants them."""

    def __init__(self, store: NoticeStore, outbound: Outbound, sender: Sender, metrics: Metrics) -> None:
        self._store, self._metrics = store, metrics
        self.outbound, self.sender = outbound, sender

    async def tell(self, player: str, webhook: Webhook | None, link: str, news: News) -> list[KafelkiError | None]:
        """Everywhere at once; for each way None, or why it did not work. No way at all: an empty list."""
        browsers = await self._store.browsers(player)
        ways = [("push", partial(self._push, browser, news)) for browser in browsers]
        if webhook is not None:
            ways.append(("webhook", partial(self._call, webhook, link, news)))
        two = asyncio.Semaphore(2)  # at once: somebody's slow addresses are not in everybody's way

        async def in_turn(way: str, work: Callable[[], Awaitable[int]]) -> KafelkiError | None:
            async with two:
                return await self._noted(way, work)

        return list(await asyncio.gather(*(in_turn(*one) for one in ways)))

    async def _noted(self, way: str, work: Callable[[], Awaitable[int]]) -> KafelkiError | None:
        """Why it did not work, None where it did; counted."""
        error: KafelkiError | None = None
        try:
            status = await work()
            if not 200 <= status < 300:
                error = _not_taken(status)
        except KafelkiError as found:
            error = found
        except Exception:
            log.exception("notice failed", extra={"way": way})  # the others are told all the same
            error = CannotReach(
                "Something broke here; it was noted down.", "Coś się tu zepsuło; zapisano to.", "broken"
            )
        self._metrics.told(way, "told" if error is None else error.code)
        return error

    async def _push(self, browser: Browser, news: News) -> int:
        language = browser.language
        push = Push(news.title.say(language), news.text.say(language), news.path, news.table or "trial", language)
        headers, body = self.sender.packed(msgspec.json.encode(push), browser, moment())
        headers |= {"TTL": str(LASTS), "Urgency": "normal"}
        if news.table is not None:
            headers |= {"Topic": news.table[:32]}
        status = await self.outbound.post(target_of(browser.endpoint, secure_only=True), headers, body)
        if status in GONE:
            await self._store.drop_browser(browser.id)
        return status

    async def _call(self, webhook: Webhook, link: str, news: News) -> int:
        call = bodies.TurnCall(
            type="turn" if news.table else "trial",
            id=news.id,
            at=int(moment()),
            title=news.title.say(webhook.language),
            text=news.text.say(webhook.language),
            link=link + news.path,
            table=news.table,
            game=news.game,
            players=news.players,
        )
        body = msgspec.json.encode(call)
        headers = {"Content-Type": "application/json", bodies.SIGNATURE: signature(webhook.secret, body)}
        return await self.outbound.post(target_of(webhook.url), headers, body)


def _not_taken(status: int) -> CannotReach:
    if status in GONE:
        return CannotReach("Nobody is there any more.", "Nikogo już tam nie ma.", "gone")
    return CannotReach(f"It was not taken there: {status}.", f"Nie przyjęto tego tam: {status}.", "answer")


def signature(secret: str, body: bytes) -> str:
    """By which a program knows that a call is ours."""
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
