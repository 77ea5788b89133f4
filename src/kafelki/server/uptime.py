"""When servers were up: clocks do not run while none is."""

from __future__ import annotations

import contextlib
from typing import Final

import sqlalchemy as sa

from kafelki.errors import Conflict
from kafelki.server.clocks import Pause
from kafelki.server.schema import BEATS, PAUSES
from kafelki.server.store import Store

BEAT_EVERY: Final = 5.0  # seconds
SILENCE: Final = 3 * BEAT_EVERY  # after which nobody was up
REMEMBERED: Final = 90 * 86_400.0  # longer than any turn
ANY: Final = "any"  # server: one row is enough for all

ADD_BEAT: Final = BEATS.insert()
BEAT: Final = BEATS.update().where(BEATS.c.name == ANY)
ADD_PAUSE: Final = PAUSES.insert()


class Uptime:
    """What the database knows of it; every server says from time to time that it is up."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.pauses: Final[list[Pause]] = []  # as far as they matter, the earliest first

    async def beat(self, now: float) -> None:
        """A server is up. If none was for a while before, that was a pause."""
        async with self._store.engine.connect() as connection:
            last = (await connection.execute(sa.select(BEATS.c.at).where(BEATS.c.name == ANY))).scalar()
        if last is None:
            with contextlib.suppress(Conflict):
                await self._store.writer.write((ADD_BEAT, {"name": ANY, "at": now}))
        else:
            if now - last > SILENCE:
                with contextlib.suppress(Conflict):  # another server saw it first
                    await self._store.writer.write((ADD_PAUSE, {"began": last, "ended": now}))
            await self._store.writer.write((BEAT, {"at": now}))
        await self._learn(now)

    async def _learn(self, now: float) -> None:
        query = sa.select(PAUSES.c.began, PAUSES.c.ended).where(PAUSES.c.ended > now - REMEMBERED)
        async with self._store.engine.connect() as connection:
            found = [Pause(*one) for one in await connection.execute(query.order_by(PAUSES.c.began))]
        if found != self.pauses:
            self.pauses[:] = found
