"""What time brings: lots that failed, players who are away too long, tables nobody comes back to."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from kafelki.errors import KafelkiError
from kafelki.server.authority import Authority
from kafelki.server.letters import moment
from kafelki.server.live import Live
from kafelki.server.tables import Table

log: Final = logging.getLogger("kafelki.sweep")
TIDY_EVERY: Final = 3600.0  # seconds
IDLE: Final = 900.0  # a table in memory that nobody is at


class Sweeper:
    """Looks around every few seconds."""

    def __init__(self, authority: Authority) -> None:
        self._authority = authority
        self._times = authority.settings.times
        self._tidied = 0.0
        self._task = asyncio.create_task(self._run(), name="sweeper")

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._times.sweep)
            try:
                await self.sweep(moment())
            except Exception:
                log.exception("sweep failed")

    async def sweep(self, now: float) -> None:
        """Everything that is overdue."""
        for live in self._authority.lives:
            try:
                await self._look_at(live, now)
            except KafelkiError as error:
                log.warning("sweep", extra={"table": live.table.id, "error": error.code})
        if now - self._tidied >= TIDY_EVERY:
            self._tidied = now
            await self.tidy(now)

    async def _look_at(self, live: Live, now: float) -> None:
        if live.reveal_by is not None and now >= live.reveal_by and live.table.phase == "revealing":
            await self._authority.change(live, lambda table: table.give_up_revealing())
        match, patience = live.match, self._authority.bots.patience
        if match is not None and match.match.over and now - match.since >= patience:
            # The server that wrote the last entry died before it said that the table is over, too.
            await self._authority.change(live, Table.finish)
        if live.table.phase == "playing":
            await self._take_over(live, now)
            self._authority.bots.wake(live, self._authority.bots.patience)
            await self._authority.own_accord.look(live)
            self._authority.turn_began(live)
        empty = not self._authority.post.present(live.table.id)
        if empty and now - live.touched > IDLE and not live.lock.locked() and not self._has_bot_to_act(live):
            self._authority.forget(live.table.id)

    def _has_bot_to_act(self, live: Live) -> bool:
        return live.match is not None and live.match.bot_to_act() is not None

    async def _take_over(self, live: Live, now: float) -> None:
        """A bot plays for somebody who is away too long and whose turn it is, while others wait."""
        match, minutes = live.match, live.table.terms.take_over
        if match is None or minutes is None or live.frozen is not None or live.table.is_by_mail:
            return
        seat = match.match.to_act
        if seat is None or seat in match.match.bot_seats:
            return
        since = live.away.get(live.table.at_seat(seat).player or "")
        others = self._authority.here(live.table.id) & {member.player for member in live.table.members}
        if since is not None and now - since >= 60 * minutes and others:
            await self._authority.enter(live, lambda match: match.change_seat(seat, "taken_over"))
            self._authority.tell.table(live)

    async def _find_clocks(self) -> None:
        """Clocks of tables that only a server knew of which is gone."""
        authority = self._authority
        for table in await authority.store.running() if authority.store.is_shared else ():
            if table.terms.clock is not None and not authority.follows(table.id) and table.id not in authority.due:
                await authority.live(table.id)

    async def tidy(self, now: float) -> None:
        """What nobody comes back to: lobbies and finished matches are deleted, running ones ended first."""
        store, times = self._authority.store, self._times
        await self._find_clocks()
        for table in await store.untouched_since(("playing",), now - times.keep_running):
            await self._authority.close_table(table.id, "abandoned")
            log.info("abandoned", extra={"table": table.id})
        lobbies = await store.untouched_since(("lobby", "revealing", "closed"), now - times.keep_lobby)
        for table in lobbies + await store.untouched_since(("over",), now - times.keep_over):
            await self._authority.delete_table(table.id)
            log.info("deleted", extra={"table": table.id})
