"""When servers were up: clocks do not run while none is."""

from __future__ import annotations

import contextlib
import logging
from typing import Final

import sqlalchemy as sa

from kafelki.errors import Conflict
from kafelki.server.clocks import Pause, merged
from kafelki.server.schema import BEATS, PAUSES
from kafelki.server.store import Store

log: Final = logging.getLogger("kafelki.clocks")
BEAT_EVERY: Final = 5.0  # seconds
SILENCE: Final = 3 * BEAT_EVERY  # after which nobody was up
SKEW: Final = 2.0  # seconds by which this machine's clock may be wrong before that is said
ANY: Final = "any"  # server: one row is enough for all

ADD_BEAT: Final = BEATS.insert()
BEAT: Final = BEATS.update().where(BEATS.c.name == ANY, BEATS.c.at < sa.bindparam("now"))
THEIR_TIME: Final = sa.select(sa.cast(sa.func.extract("epoch", sa.func.clock_timestamp()), sa.Float))
ADD_PAUSE: Final = PAUSES.insert()


class Uptime:
    """What the database knows of it; every server says from time to time that it is up."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.pauses: Final[list[Pause]] = []  # the earliest first
        self._said = False  # that the clock is wrong

    async def beat(self, now: float) -> None:
        """A server is up. If none was for a while before, that was a pause. Servers that share a database go by its
        clock in this, not by their own."""
        if self._store.is_shared:
            now = await self._their_time(now)
        async with self._store.engine.connect() as connection:
            last = (await connection.execute(sa.select(BEATS.c.at).where(BEATS.c.name == ANY))).scalar()
        if last is None:
            with contextlib.suppress(Conflict):
                await self._store.writer.write((ADD_BEAT, {"name": ANY, "at": now}))
        else:
            if now - last > SILENCE:
                with contextlib.suppress(Conflict):  # another server saw it first
                    await self._store.writer.write((ADD_PAUSE, {"began": last, "ended": now}))
            await self._store.writer.write((BEAT, {"at": now, "now": now}))
        await self._learn()

    async def _their_time(self, now: float) -> float:
        async with self._store.engine.connect() as connection:
            theirs = float((await connection.execute(THEIR_TIME)).scalar_one())
        if abs(theirs - now) > SKEW and not self._said:
            log.warning("this machine's clock is wrong", extra={"seconds": round(now - theirs, 1)})
            self._said = True
        return theirs

    async def _learn(self) -> None:
        query = sa.select(PAUSES.c.began, PAUSES.c.ended)
        async with self._store.engine.connect() as connection:
            found = merged([Pause(*one) for one in await connection.execute(query.order_by(PAUSES.c.began))])
        if found != self.pauses:
            self.pauses[:] = found
