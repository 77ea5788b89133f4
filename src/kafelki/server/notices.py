"""Who is told that it is their turn, and when: whoever is away, once a turn, after a moment, and not at night.

A turn that begins without its player is written down, due in a moment; one whose player was there and left, when they
have left. Whichever server comes first takes it on when it is due, and looks once more: who has moved or come needs no
notice. What a server took on and did not finish is taken on by another.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import logging
import secrets
import weakref
import zoneinfo
from typing import Final, TypeAlias

from kafelki.errors import BadRequest, Conflict, KafelkiError, NotAllowed, NotNow
from kafelki.server import bodies
from kafelki.server.authority import Authority
from kafelki.server.courier import Courier, trial_news, turn_news
from kafelki.server.letters import moment
from kafelki.server.limits import Buckets
from kafelki.server.live import Live
from kafelki.server.notice_store import LEASE, Browser, Notice, NoticeStore, Quiet, Webhook
from kafelki.server.outbound import target_of
from kafelki.server.store import OUT_OF_REACH
from kafelki.server.webpush import require_keys

log: Final = logging.getLogger("kafelki.notices")
MOST_TRIES: Final = 3
TRIALS_AT_ONCE: Final = 4  # what is tried out is not in the way of what is told
AGAIN: Final = 60.0  # seconds before a notice that nobody took is tried again, and twice that the next time

Turn: TypeAlias = tuple[str, int]  # whose, and the ply at which it began


def awaited(live: Live) -> Turn | None:
    """The turn that a person is to play; None where a bot is to, or nobody."""
    seat, match = live.asked, live.match
    player = None if seat is None else live.table.at_seat(seat).player
    return None if match is None or player is None else (player, match.match.turn_ply)


def quiet_until(quiet: Quiet, now: float) -> float | None:
    """When the quiet hours end that it is now; None outside of them."""
    try:
        here = datetime.datetime.fromtimestamp(now, zoneinfo.ZoneInfo(quiet.zone))
    except (KeyError, ValueError, OSError):
        return None  # a zone that this machine does not know any more
    after, before = here.hour >= quiet.start, here.hour < quiet.end
    if not (after and before if quiet.start < quiet.end else after or before):
        return None
    end = here.replace(hour=quiet.end, minute=0, second=0, microsecond=0)
    if end <= here:
        end += datetime.timedelta(days=1)
    return max(end.timestamp(), now + 60.0)  # also in the night in which clocks are changed


def _next_try(tries: int, now: float) -> tuple[float | None, int]:
    """When to try again what did not work, None for never, and how often it was tried."""
    return (now + AGAIN * (tries + 1) if tries + 1 < MOST_TRIES else None), tries + 1


class Notices:
    """Tells players of their turns, and keeps how they want to be told."""

    def __init__(self, authority: Authority, store: NoticeStore, courier: Courier) -> None:
        self._authority, self._store, self._courier = authority, store, courier
        self._settings = authority.settings
        self._calls = Buckets(authority.settings.limits.calls)  # of a player, and of an address
        self._trials = asyncio.Semaphore(TRIALS_AT_ONCE)
        self._written: weakref.WeakKeyDictionary[Live, Turn] = weakref.WeakKeyDictionary()
        authority.turn_began = self.turn_began
        self._task = asyncio.create_task(self._run(), name="notices")

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    # ---- When

    def turn_began(self, live: Live) -> None:
        """It is somebody's turn, perhaps for a while already: if they are not here, that is written down, once."""
        turn = awaited(live)
        if turn is None or self._written.get(live) == turn or turn[0] in self._authority.here(live.table.id):
            return
        self._written[live] = turn
        due = moment() + self._settings.times.notice
        self._authority.spawn(self._write_down(live, Notice(live.table.id, *turn, due)))

    async def _write_down(self, live: Live, notice: Notice) -> None:
        try:
            if await self._store.wants(notice.player) and not await self._store.has(notice):
                with contextlib.suppress(Conflict):  # another server was first
                    await self._store.add(notice)
        except OUT_OF_REACH:
            self._written.pop(live, None)  # the sweeper comes by again

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._settings.times.sweep)
            try:
                await self.send_due(moment())
            except OUT_OF_REACH as error:
                log.warning("cannot look", extra={"error": type(error).__name__})
            except Exception:
                log.exception("notices failed")

    async def send_due(self, now: float) -> None:
        """Take on what is due and no other server has; nobody waits for it to arrive."""
        for notice in await self._store.due(now):
            with contextlib.suppress(Conflict):
                await self._store.take(notice, now)
                self._authority.spawn(self._settle(notice, now))

    async def _settle(self, notice: Notice, now: float) -> None:
        """Tell it, if it is still so; put it off, or be done with it."""
        try:
            live = await self._authority.live(notice.table)
            if self._authority.store.is_shared:
                async with live.lock:
                    await self._authority.keep_up(live)
            if awaited(live) != (notice.player, notice.ply):
                await self._store.drop(notice)
                return
            try:
                async with asyncio.timeout(LEASE / 2):  # or another server would take it on
                    again = await self._told(live, notice, now)
            except TimeoutError:
                again = _next_try(notice.tries, now)
            await self._store.put_off(notice, *again)
        except OUT_OF_REACH as error:
            log.warning("notice waits", extra={"table": notice.table, "error": type(error).__name__})
        except KafelkiError as error:
            log.info("no notice", extra={"table": notice.table, "error": error.code})
            await self._store.drop(notice)

    async def _told(self, live: Live, notice: Notice, now: float) -> tuple[float | None, int]:
        """When to try again, None for never, and how often it was tried."""
        tries = notice.tries
        if notice.player in self._authority.here(notice.table):
            return None, tries  # they have come
        wish = await self._store.wish(notice.player)
        quiet = None if wish.quiet is None else quiet_until(wish.quiet, now)
        if quiet is not None:
            return quiet, tries
        webhook = wish.webhook if self._settings.webhooks else None
        news = turn_news(live.table, notice.player, notice.ply)
        found = await self._courier.tell(notice.player, webhook, self._settings.url, news)
        codes = [error.code for error in found if error is not None]
        if codes:
            log.info("notice not taken", extra={"table": notice.table, "errors": codes})
        waits = bool(codes) and len(codes) == len(found) and set(codes) != {"cannot_reach.gone"}
        return _next_try(tries, now) if waits else (None, tries + 1)

    # ---- How somebody wants to be told

    async def now(self, player: str) -> bodies.NoticesNow:
        """How it stands for a player."""
        wish = await self._store.wish(player)
        quiet = None
        if wish.quiet is not None:
            quiet = bodies.QuietHours(wish.quiet.start, wish.quiet.end, wish.quiet.zone)
        return bodies.NoticesNow(
            push_key=self._courier.sender.public,
            browsers=[browser.id for browser in await self._store.browsers(player)],
            quiet=quiet,
            webhooks=self._settings.webhooks,
            webhook=wish.webhook.url if wish.webhook and self._settings.webhooks else None,
        )

    async def subscribe(self, player: str, wanted: bodies.Subscribe) -> None:
        """A browser wants to be told; it is this player's from now on."""
        target_of(wanted.endpoint, secure_only=True)
        browser = Browser(wanted.endpoint, wanted.p256dh, wanted.auth, wanted.language)
        require_keys(browser)
        await self._store.add_browser(player, browser)

    async def unsubscribe(self, player: str, id: str) -> None:
        """A browser of the player's wants to be told no more; what is not theirs stays."""
        if id in {browser.id for browser in await self._store.browsers(player)}:
            await self._store.drop_browser(id)

    async def set_quiet(self, player: str, wanted: bodies.QuietHours | None) -> None:
        """Hours in which nothing is told."""
        if wanted is None:
            await self._store.set_quiet(player, None)
            return
        try:
            zoneinfo.ZoneInfo(wanted.zone)
        except (KeyError, ValueError, OSError):
            raise BadRequest("There is no such time zone.", "Nie ma takiej strefy czasowej.", "zone") from None
        if wanted.start_hour == wanted.end_hour:
            raise BadRequest("Quiet hours begin and end.", "Cisza ma początek i koniec.", "hours")
        await self._store.set_quiet(player, Quiet(wanted.start_hour, wanted.end_hour, wanted.zone))

    async def set_webhook(self, player: str, address: str, wanted: bodies.NewWebhook) -> str:
        """An address of the player's own, if it is a public one; the secret that calls are signed with."""
        if not self._settings.webhooks:
            raise NotAllowed("This server calls no addresses.", "Ten serwer nie woła adresów.", "webhooks")
        self._may_call(player, address)
        await self._courier.outbound.require_public(target_of(wanted.url))
        secret = secrets.token_urlsafe(32)
        await self._store.set_webhook(player, Webhook(wanted.url, secret, wanted.language))
        return secret

    async def drop_webhook(self, player: str) -> None:
        await self._store.set_webhook(player, None)

    def _may_call(self, player: str, address: str) -> None:
        """TooMany for who makes this server call others too often, also under many names."""
        self._calls.take(player)
        self._calls.take(f"address {address}", 0.25)

    async def try_out(self, player: str, address: str) -> None:
        """A notice at once, to see whether it comes; where it comes nowhere, why not."""
        self._may_call(player, address)
        wish = await self._store.wish(player)
        webhook = wish.webhook if self._settings.webhooks else None
        async with self._trials:
            found = await self._courier.tell(player, webhook, self._settings.url, trial_news())
        if not found:
            raise NotNow("There is nowhere to tell you.", "Nie ma gdzie cię powiadomić.", "nowhere")
        errors = [error for error in found if error is not None]
        if len(errors) == len(found):
            raise errors[-1]
