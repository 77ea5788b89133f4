"""Bots at tables: woken when they are to act, one move at a time, never twice for one seq."""

from __future__ import annotations

import asyncio
import logging
import random
from typing import TYPE_CHECKING, Final

from kafelki.bots.bot import observe
from kafelki.core.entries import AnyEntry
from kafelki.core.match import Match
from kafelki.server.letters import moment
from kafelki.server.matches import LiveMatch
from kafelki.server.thinking import Thinkers

if TYPE_CHECKING:
    from kafelki.server.authority import Authority
    from kafelki.server.live import Live

log: Final = logging.getLogger("kafelki.bots")


class BotSeats:
    """Plays for bots, and for who is away."""

    def __init__(self, authority: Authority) -> None:
        self._authority = authority
        self.thinkers: Final = Thinkers(authority.settings.thinkers)

    @property
    def patience(self) -> float:
        """How long a bot that another server may be thinking for is left to it."""
        return self._authority.settings.times.others_think if self._authority.store.is_shared else 0.0

    def wake(self, live: Live, patience: float = 0.0) -> None:
        """If a bot is to act, let it think; with patience only if for so long nothing has happened: the server that
        wrote the last entry thinks first."""
        here = live.here
        if here is None:
            return
        match = here[0]
        if patience and moment() - match.since < patience:
            return
        level = match.bot_to_act()
        if level is not None and live.thinking != here:
            live.thinking = here
            self._authority.spawn(self._move(live, match, level))

    async def wake_all(self) -> None:
        """After a start: bots go on where they were, and lots that were being drawn have their time again."""
        await asyncio.sleep(self.patience)
        for table in await self._authority.store.running():
            if table.phase == "revealing" or table.seating:
                try:
                    self.wake(await self._authority.live(table.id), self.patience)
                except Exception:
                    log.exception("cannot read", extra={"table": table.id})

    async def _move(self, live: Live, match: LiveMatch, level: str) -> None:
        """One move, unless the match has gone on meanwhile."""
        here = match, match.match.seq
        try:
            await self._think(live, match, level)
        finally:
            if live.thinking == here:
                live.thinking = None  # it came to nothing: the sweeper wakes it again

    async def _think(self, live: Live, match: LiveMatch, level: str) -> None:
        seq, seat = match.match.seq, match.match.to_act
        observation = observe(match.match, random.Random())
        pace = asyncio.create_task(asyncio.sleep(self._authority.settings.times.bot_pace))
        try:
            move = await self.thinkers.choose(level, observation)
            await pace
        finally:
            pace.cancel()

        def play(current: Match) -> AnyEntry:
            if current.seq != seq:
                return current.entries[-1]  # somebody was first; who is to act now has been woken
            return current.play(move, seat=seat, by="bot")

        if live.match is match and match.match.seq == seq:
            await self._authority.enter(live, play)
