"""Moves that come of their own accord: what a player has prepared, and the only move there is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from kafelki.core.ahead import legal_ahead
from kafelki.core.entries import AnyEntry
from kafelki.core.game import Move
from kafelki.core.match import Match
from kafelki.errors import Conflict, KafelkiError, NotNow
from kafelki.server import letters
from kafelki.server.letters import moment
from kafelki.server.matches import LiveMatch
from kafelki.server.prepared import Prepared, PreparedMoves, claim
from kafelki.words import Text

if TYPE_CHECKING:
    from kafelki.server.authority import Authority
    from kafelki.server.live import Live

log: Final = logging.getLogger("kafelki.table")
DROPPED: Final = Text(
    "Your prepared move could not be played: {why}", "Przygotowanego ruchu nie dało się zagrać: {why}"
)


class OwnAccord:
    """Plays for people who are to act without asking them, where there is nothing to ask."""

    def __init__(self, authority: Authority) -> None:
        self._authority = authority
        self.kept: Final = PreparedMoves(authority.store)

    # ---- Preparing

    async def prepare(self, live: Live, seat: int, prepared: Prepared | None) -> None:
        """Keep a move for this seat's turn, in the place of another; None: forget it. Refused if it is no move now."""
        async with live.lock:
            match = self._authority.require_match(live).match
            await self.refresh(live)
            if prepared is None:
                live.prepared.pop(seat, None)
                await self.kept.drop(live.table.id, seat)
            elif match.to_act == seat:
                raise NotNow("It is your turn: play.", "Twoja kolej: graj.", "turn")
            else:
                if prepared.move not in legal_ahead(match, seat):
                    raise NotNow("That cannot be prepared now.", "Tego nie można teraz przygotować.", "ahead")
                await self.kept.keep(live.table.id, seat, prepared)
                live.prepared[seat] = prepared
        self._tell(live, seat)

    async def refresh(self, live: Live) -> None:
        """Where there are several servers, what was prepared or withdrawn at another one."""
        if self._authority.store.is_shared and live.match is not None:
            live.prepared = await self.kept.of(live.table)

    def _tell(self, live: Live, seat: int) -> None:
        """The seat's own pages, and nobody else's."""
        player = live.table.at_seat(seat).player
        for connection in self._authority.post.at(live.table.id):
            if connection.player == player:
                connection.send(self.now(live, seat))
                live.dropped.pop(seat, None)

    def now(self, live: Live, seat: int) -> letters.Letter:
        """What a seat has prepared, and why what it had before was dropped."""
        prepared = live.prepared.get(seat)
        return letters.prepared(None if prepared is None else prepared.move, live.dropped.get(seat))

    # ---- Playing

    def wake(self, live: Live) -> None:
        """If who is to act need not be asked, play."""
        here = live.here
        if self.wake_prepared(live) or here is None or live.asked is None:
            return
        if live.moving != here and (move := here[0].match.only_move) is not None:
            self._begin(live, lambda: self._play_only(live, *here, move))

    def wake_prepared(self, live: Live) -> bool:
        """The same of what was prepared at this server; whether it is so."""
        here = live.here
        if here is None or live.asked not in live.prepared:
            return False
        if live.moving != here:
            self._begin(live, lambda: self._play_prepared(live, *here))
        return True

    def _begin(self, live: Live, work: Callable[[], Awaitable[None]]) -> None:
        """If it comes to nothing, the sweeper wakes it again."""
        here = live.moving = live.here

        async def move() -> None:
            try:
                await work()
            finally:
                if live.moving == here:
                    live.moving = None

        self._authority.spawn(move())

    async def look(self, live: Live) -> None:
        """Where a while ago it became somebody's turn: the server at which they prepared a move may be gone."""
        here = live.here
        if here is None or live.asked is None:
            return
        if self._authority.store.is_shared:
            if moment() - here[0].since < self._authority.settings.times.others_think:
                return
            if live.moving != here:
                await self.refresh(live)
        self.wake(live)

    async def _play_only(self, live: Live, match: LiveMatch, seq: int, move: Move) -> None:
        seat = match.match.to_act
        await asyncio.sleep(self._authority.settings.times.bot_pace)  # so that people can follow

        def play(current: Match) -> AnyEntry:
            if current.seq != seq:
                return current.entries[-1]  # somebody was first
            return current.play(move, seat=seat, by="auto")

        if live.here == (match, seq) and match.match.only_move == move:
            try:
                await self._authority.enter(live, play)
            except KafelkiError as error:
                log.info("not played", extra={"table": live.table.id, "error": error.code})

    async def _play_prepared(self, live: Live, match: LiveMatch, seq: int) -> None:
        """Play it as if it came from the player's page now, or say why it cannot be."""
        seat = match.match.to_act
        prepared = None if seat is None else live.prepared.get(seat)
        if seat is None or prepared is None:
            return  # withdrawn meanwhile
        id = f"{seat} {prepared.command}"

        def play(current: Match) -> AnyEntry:
            if current.seq != seq and not current.has_answered(id):
                return current.entries[-1]
            return current.play(prepared.move, seat=seat, id=id)

        try:
            await self._authority.enter(live, play, claim(live.table.id, seat, prepared))
        except Conflict:
            pass  # it was withdrawn, or another took its place
        except KafelkiError as error:
            live.dropped[seat] = DROPPED.fill(why=error.words)
            await self.kept.drop(live.table.id, seat)
        if live.prepared.get(seat) == prepared:
            del live.prepared[seat]
        await self.refresh(live)
        self._tell(live, seat)
