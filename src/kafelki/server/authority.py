"""The one place that changes tables and matches. It works without a network: connections are only letter boxes.

A command is carried out in memory, written, and told to everybody only when it is on disk. What could not be written
is forgotten, and the match is read anew: memory is a cache.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Final, TypeVar

import msgspec

from kafelki.core.entries import AnyEntry, EndReason
from kafelki.core.match import Match
from kafelki.errors import Conflict, Frozen, KafelkiError, UnknownTable
from kafelki.server import letters
from kafelki.server.bot_seats import BotSeats
from kafelki.server.chat import Chat
from kafelki.server.letters import moment
from kafelki.server.live import Live
from kafelki.server.matches import LiveMatch, again
from kafelki.server.own_accord import OwnAccord
from kafelki.server.post import Post
from kafelki.server.settings import Settings
from kafelki.server.store import Kept, Store
from kafelki.server.tables import RUNNING, Table
from kafelki.server.teller import Teller
from kafelki.server.uptime import Uptime
from kafelki.server.writer import Step

log: Final = logging.getLogger("kafelki.table")
ATTEMPTS: Final = 5  # where other servers are quicker
TOUCH_EVERY: Final = 600.0  # seconds: how exactly we know when a table was last used

T = TypeVar("T")


class Authority:
    """All tables of this server."""

    def __init__(self, settings: Settings, store: Store, post: Post) -> None:
        self.settings, self.store, self.post = settings, store, post
        self.tell: Final = Teller(post, self.here)
        self.bots: Final = BotSeats(self)
        self.own_accord: Final = OwnAccord(self)
        self.uptime: Final = Uptime(store)
        self.due: dict[str, float] = {}  # tables put away -> when a clock of theirs runs out, at the earliest
        self.chat: Final = Chat(store, post)
        self._live: dict[str, Live] = {}
        self._invitations: dict[str, str] = {}  # of those -> their ids
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._begun: set[Awaitable[object]] = set()  # what is finished also when the one who asked is gone
        self._closing = False
        self.people_changed: Callable[[], None] = lambda: None  # other servers want to know
        self.turn_began: Callable[[Live], None] = lambda live: None  # or runs on: who is away is told
        self.elsewhere: dict[str, frozenset[str]] = {}  # table -> who is at it through another server

    async def close(self) -> None:
        """What was begun is finished, with the database still there for it; nothing else begins."""
        self._closing = True
        for task in self._tasks:
            task.cancel()
        while running := [*self._tasks, *self._begun]:
            await asyncio.gather(*running, return_exceptions=True)
        self.bots.thinkers.close()

    @property
    def lives(self) -> list[Live]:
        return list(self._live.values())

    # ---- Finding a table

    def follows(self, id: str) -> bool:
        """Whether a table is in memory, or somebody is at it."""
        return id in self._live or bool(self.post.at(id))

    async def live(self, id: str) -> Live:
        """A table, from memory or from the store."""
        found = self._live.get(id)
        if found is not None:
            return found
        async with self._loading.setdefault(id, asyncio.Lock()):
            try:
                return self._live.get(id) or await self._load(id)
            finally:
                self._loading.pop(id, None)

    async def _load(self, id: str) -> Live:
        table = await self.store.table(id)
        if table is None:
            raise unknown_table()
        live = Live(table, moment())
        if table.phase == "revealing":
            live.reveal_by = moment() + self.settings.times.reveal
        people = {member.player for member in table.members if member.player is not None}
        live.away = dict.fromkeys(people - self.here(id), moment())
        live.said = await self.store.last_line(id)
        await self._load_match(live)
        live.prepared = await self.own_accord.kept.of(table)
        if live.match is not None and live.match.match.over and table.phase == "playing":
            await self._finish(live)  # the server was stopped between the last entry and this
        self._keep(live)  # not before it is whole: others may be waiting for it
        return live

    async def add(self, table: Table) -> Live:
        """A new table."""
        await self.store.add_table(table)
        live = Live(table, moment())
        live.away = {member.player: moment() for member in table.members if member.player is not None}
        self._keep(live)
        return live

    def _keep(self, live: Live) -> None:
        self._live[live.table.id] = live
        self.due.pop(live.table.id, None)
        for key in (live.table.invitation, live.table.code):
            self._invitations[key] = live.table.id

    def invited(self, key: str) -> Live | None:
        """The table of an invitation or a code, if it is in memory."""
        return self._live.get(self._invitations.get(key, ""))

    async def _load_match(self, live: Live, before: int | None = None) -> None:
        """Play the entries again, all or those before a seq. A match that does not lead where its digests say is
        frozen, and that is logged."""
        if not live.table.seating:
            return
        try:
            entries = await self.store.entries(live.table.id)
            kept = entries if before is None else entries[: before - 1]
            live.match = LiveMatch(live.table, kept, self.uptime.pauses)  # until now it is the one it was
        except KafelkiError as error:
            live.match = None
            self._freeze(live, error)
        except BaseException:
            live.match = None
            self.forget(live.table.id)  # who asks next reads it anew
            raise

    def _freeze(self, live: Live, error: KafelkiError) -> None:
        log.error("match frozen", extra={"table": live.table.id, "error": str(error)})
        live.frozen = Frozen(
            f"This match cannot go on: {error.words.en}", f"Ta rozgrywka nie może trwać dalej: {error.words.pl}"
        )

    def forget(self, id: str) -> None:
        """Out of memory; what is kept stays."""
        live = self._live.pop(id, None)
        if live is not None:
            left = None if live.here is None else live.here[0].left(moment())
            if left is not None:
                self.due[id] = moment() + left
            for key in (live.table.invitation, live.table.code):
                self._invitations.pop(key, None)

    # ---- Changing a table

    async def change(self, live: Live, step: Callable[[Table], Table]) -> Table:
        """Take a table one step further, keep it, and tell everybody there."""
        return await self._to_the_end(self._change(live, step))

    async def _change(self, live: Live, step: Callable[[Table], Table]) -> Table:
        async with live.lock:
            before = live.table
            after = await self._take(live, step)
        if after is not before:
            self.tell.table(live)
            self._wake(live)
        return after

    async def _take(self, live: Live, step: Callable[[Table], Table]) -> Table:
        """Take a table one step further and keep it; where another server was first, from there. Under its lock."""
        for attempt in range(ATTEMPTS):
            before = live.table
            after = step(before)
            if after is before:
                return before
            if after.seating and not before.seating:
                after = msgspec.structs.replace(after, began=moment())
            try:
                await self.store.save_table(after, before)
                break
            except Exception as error:
                if not isinstance(error, Conflict) or attempt + 1 == ATTEMPTS:
                    self.forget(before.id)
                    raise
                await self.keep_up(live)
        self._stands(live, after)
        return after

    def _stands(self, live: Live, after: Table) -> None:
        """A table is as it was kept."""
        before, live.table = live.table, after
        for key in (before.invitation, before.code):
            self._invitations.pop(key, None)
        self._keep(live)
        self._phase_changed(live, before)
        self._let_go(live)
        if live.match is not None:
            live.match.table = after
        elif after.seating and not before.seating:
            live.match = LiveMatch(after, (), self.uptime.pauses)
            self.tell.standing(live)

    def _phase_changed(self, live: Live, before: Table) -> None:
        if live.table.phase == before.phase:
            return
        log.info("phase", extra={"table": before.id, "game": before.terms.game, "phase": live.table.phase})
        revealing = live.table.phase == "revealing"
        live.reveal_by = moment() + self.settings.times.reveal if revealing else None

    def _let_go(self, live: Live) -> None:
        """Who left a private table, or was asked to, hears no more of it."""
        for connection in self.post.at(live.table.id):
            if not live.table.knows(connection.player):
                self.post.leave(connection)
                connection.send(letters.refused(None, unknown_table()))

    # ---- Changing a match

    async def enter(self, live: Live, command: Callable[[Match], AnyEntry], claim: Step | None = None) -> AnyEntry:
        """Carry out a command on the match, keep it, and tell everybody there. `claim`: what has to be there for it."""
        return await self._to_the_end(self.enter_undisturbed(live, command, claim))

    async def enter_undisturbed(
        self, live: Live, command: Callable[[Match], AnyEntry], claim: Step | None = None
    ) -> AnyEntry:
        """The same for a caller whom nobody cuts off: it saves a task."""
        async with live.lock:
            for attempt in range(ATTEMPTS):
                match, at = self.require_match(live), moment()
                entered = match.enter(command, self.tell.audiences(live))
                if not entered.fresh:
                    return entered.entry
                try:
                    await self.store.add_entry(live.table.id, entered.entry, at, claim)
                    break
                except Exception as error:
                    if not isinstance(error, Conflict) or attempt + 1 == ATTEMPTS:
                        await self._take_back(live, entered.entry.seq)
                        raise
                    await self._load_match(live, before=entered.entry.seq)
                    await self.keep_up(live)  # another server was first: the command is looked at again from there
            match.at(at)
            self.tell.moved(live, match, entered, at)
            if match.match.over:
                await self._finish(live)
        self._touch(live, at)
        self._wake(live)
        return entered.entry

    def _wake(self, live: Live) -> None:
        """Who need not be asked goes on; who is asked and not here is told."""
        self.bots.wake(live)
        self.own_accord.wake(live)
        self.turn_began(live)

    async def _take_back(self, live: Live, seq: int) -> None:
        """What could not be written did not happen: the match is read again, now or by who asks next."""
        try:
            await self._load_match(live)
            if live.match is not None and live.match.match.seq >= seq:
                self.tell.standing(live)  # the line broke after it was written: it is there after all
        except Exception:
            log.exception("cannot read")

    async def _finish(self, live: Live) -> None:
        """The match is over: so is the table, and its file may be had."""
        await self._take(live, Table.finish)
        self.tell.table(live)

    def _touch(self, live: Live, now: float) -> None:
        live.touched = now
        if now - live.kept_touched > TOUCH_EVERY:
            live.kept_touched = now
            self.spawn(self.store.touch(live.table.id))

    def require_match(self, live: Live) -> LiveMatch:
        """The match, if it can be played on."""
        if live.frozen is not None:
            raise live.frozen
        if live.match is None:
            live.table.require("playing", "over")
            raise unknown_table()
        return live.match

    async def close_table(self, id: str, reason: EndReason) -> None:
        """End a table from outside: its match, if one is being played, has no winner."""
        live = await self.live(id)
        if live.match is not None and live.table.phase == "playing" and live.frozen is None:
            await self.enter(live, lambda match: match.end(reason))
        elif live.table.phase in RUNNING:
            await self.change(live, lambda table: table.end("closed"))

    async def delete_table(self, id: str) -> None:
        """End a table and remove all that is kept of it."""
        await self.close_table(id, "closed")
        self._gone(id)
        await self.store.delete_table(id)

    # ---- Keeping up with other servers

    async def keep_up(self, live: Live, news: list[Kept] | None = None) -> None:
        """Read what others have written of a table, and tell it as if it had happened here. Under its lock. `news`:
        entries that were read already, where the rest is known to be as it was."""
        match = live.match
        if news is None or match is None or not _follow_on(news, match.match.seq):
            table = await self.store.table(live.table.id)
            if table is None:
                self._gone(live.table.id)
                raise unknown_table()
            if table.version > live.table.version:
                self._stands(live, table)
                self.tell.table(live)
            match = live.match
            news = [] if match is None else await self.store.entries(table.id, after=match.match.seq)
        if match is None or live.frozen is not None:
            return
        for kept in news:
            if kept.entry.seq <= match.match.seq:
                continue  # came to be known meanwhile
            try:
                entered = match.enter(again(kept.entry), self.tell.audiences(live))
            except KafelkiError as error:
                self._freeze(live, error)
                return
            match.at(kept.at)
            self.tell.moved(live, match, entered, kept.at)

    def _gone(self, id: str) -> None:
        """A table is no more."""
        for connection in self.post.at(id):
            self.post.leave(connection)
            connection.lost.set()
        self.forget(id)
        self.due.pop(id, None)

    def here(self, table: str) -> frozenset[str]:
        """Who is at a table, through this server or another."""
        return self.post.present(table) | self.elsewhere.get(table, frozenset())

    # ---- Inside

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        """Work that nobody waits for."""
        if self._closing:
            work.close()
            return
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("task failed", exc_info=error)

    async def _to_the_end(self, work: Coroutine[object, object, T]) -> T:
        """What was begun is finished and told, also when the one who asked is gone."""
        task = asyncio.ensure_future(work)
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        return await asyncio.shield(task)

    def connected(self, live: Live, player: str) -> None:
        """Somebody's page is at the table."""
        live.away.pop(player, None)
        seat = live.table.seat_of(player)
        if seat is not None:
            live.votes.pop(seat, None)

    def disconnected(self, live: Live, player: str) -> None:
        """A page is gone; the player only if it was the last one."""
        if player not in self.here(live.table.id) and live.table.number_of(player) is not None:
            live.away[player] = moment()

    def presence_changed(self, table: str, came: frozenset[str], went: frozenset[str]) -> None:
        """Others came to a table at another server, or went."""
        live = self._live.get(table)
        if live is not None:
            for player in came:
                self.connected(live, player)
            for player in went:
                self.disconnected(live, player)
            self.tell.table(live)


def _follow_on(news: list[Kept], seq: int) -> bool:
    """Whether nothing is missing between what is known and what came."""
    return not news or news[0].entry.seq <= seq + 1


def unknown_table() -> UnknownTable:
    return UnknownTable(
        "There is no such table, or it is not open to you.", "Nie ma takiego stołu albo nie jest dla ciebie otwarty."
    )
