"""Keeps time: says that this server is up, and hands a turn to a bot when its clock has run out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from kafelki.core.entries import AnyEntry
from kafelki.core.match import Match
from kafelki.errors import KafelkiError, UnknownTable
from kafelki.server.authority import Authority
from kafelki.server.clocks import turn_of
from kafelki.server.letters import moment
from kafelki.server.live import Live
from kafelki.server.metrics import Metrics
from kafelki.server.store import OUT_OF_REACH
from kafelki.server.uptime import BEAT_EVERY

log: Final = logging.getLogger("kafelki.clocks")
LOOK_EVERY: Final = 0.5  # seconds
FIND_AGAIN: Final = 60.0  # seconds after which a table that could not be read is looked for again


class Timekeeper:
    """Looks at all clocks twice a second. Any server may find that one has run out: `seq` makes it happen once."""

    def __init__(self, authority: Authority, metrics: Metrics) -> None:
        self._authority, self._metrics = authority, metrics
        work = ((self._beat, BEAT_EVERY), (self._look, LOOK_EVERY))
        self._tasks = [asyncio.create_task(self._again_and_again(*one), name="timekeeper") for one in work]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _again_and_again(self, work: Callable[[], Awaitable[None]], every: float) -> None:
        while True:
            try:
                await work()
            except OUT_OF_REACH as error:
                log.warning("the database is out of reach", extra={"error": type(error).__name__})
            except Exception:
                log.exception("clocks")
            await asyncio.sleep(every)

    async def _beat(self) -> None:
        await self._authority.uptime.beat(moment())

    async def _look(self) -> None:
        await self.look(moment())

    async def look(self, now: float) -> None:
        """Every clock that runs."""
        for id, due in list(self._authority.due.items()):
            if now >= due:  # put away, but its clock went on
                await self._find(id)
        for live in self._authority.lives:
            if live.here is not None and (left := live.here[0].left(now)) is not None and left <= 0:
                await self._run_out(live, -left)

    async def _find(self, id: str) -> None:
        try:
            await self._authority.live(id)
        except UnknownTable:
            self._authority.due.pop(id, None)
        except Exception:
            log.exception("cannot read", extra={"table": id})
            self._authority.due[id] += FIND_AGAIN

    async def _run_out(self, live: Live, late: float) -> None:
        """A bot plays this turn."""
        assert live.match is not None
        turn = turn_of(live.match.match)

        def hand_over(match: Match) -> AnyEntry:
            seat = match.to_act
            if seat is None or turn_of(match) != turn or seat in match.bot_seats:
                return match.entries[-1]  # just in time, or another server was first
            return match.change_seat(seat, "timed_out")

        try:
            await self._authority.enter(live, hand_over)
        except KafelkiError as error:
            log.warning("clock", extra={"table": live.table.id, "error": error.code})
            return
        except Exception:  # others' clocks go on
            log.exception("clock", extra={"table": live.table.id})
            return
        self._metrics.ran_out(late)
        self._authority.tell.table(live)
