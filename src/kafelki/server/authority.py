"""The one place that changes tables and matches. It works without a network: connections are only letter boxes.

A command is carried out in memory, written, and told to everybody only when it is on disk. What could not be written
is forgotten, and the match is read anew: memory is a cache.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Final, TypeVar

from kafelki.bots.bot import observe
from kafelki.core.entries import AnyEntry, EndReason
from kafelki.core.match import Match
from kafelki.errors import Frozen, KafelkiError, UnknownTable
from kafelki.server import letters
from kafelki.server.letters import Presence, moment
from kafelki.server.matches import Audience, Entered, LiveMatch
from kafelki.server.post import Connection, Post
from kafelki.server.settings import Settings
from kafelki.server.store import Store
from kafelki.server.tables import RUNNING, Table
from kafelki.server.thinking import Thinkers

log: Final = logging.getLogger("kafelki.table")
TOUCH_EVERY: Final = 600.0  # seconds: how exactly we know when a table was last used

T = TypeVar("T")


class Live:
    """A table in memory."""

    def __init__(self, table: Table, now: float) -> None:
        self.table = table
        self.lock = asyncio.Lock()  # one command at a time
        self.match: LiveMatch | None = None
        self.frozen: KafelkiError | None = None
        self.votes: dict[int, set[str]] = {}  # seat -> who wants a bot there
        self.away: dict[str, float] = {}  # who is away since when
        self.reveal_by: float | None = None
        self.touched = now
        self.kept_touched = 0.0  # when the store was last told so
        self.said = 0  # lines of chat
        self.heard: deque[tuple[str, str]] = deque(maxlen=64)  # who said the last of them, by which command
        self.thinking: tuple[LiveMatch, int] | None = None  # of which match and seq a bot is thinking


class Authority:
    """All tables of this server."""

    def __init__(self, settings: Settings, store: Store, post: Post) -> None:
        self.settings, self.store, self.post = settings, store, post
        self.thinkers = Thinkers(settings.thinkers)
        self._live: dict[str, Live] = {}
        self._invitations: dict[str, str] = {}  # of those -> their ids
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()

    @property
    def lives(self) -> list[Live]:
        return list(self._live.values())

    # ---- Finding a table

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
        here = self.post.present(id)
        people = {member.player for member in table.members if member.player is not None}
        live.away = dict.fromkeys(people - here, moment())
        live.said = await self.store.last_line(id)
        await self._load_match(live)
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
        for key in (live.table.invitation, live.table.code):
            self._invitations[key] = live.table.id

    def invited(self, key: str) -> Live | None:
        """The table of an invitation or a code, if it is in memory."""
        return self._live.get(self._invitations.get(key, ""))

    async def _load_match(self, live: Live) -> None:
        """Play the entries again. A match that does not lead where its digests say is frozen, and that is logged."""
        live.match = None
        if not live.table.seating:
            return
        try:
            live.match = LiveMatch(live.table, await self.store.entries(live.table.id))
        except KafelkiError as error:
            log.error("match frozen", extra={"table": live.table.id, "error": str(error)})
            live.frozen = Frozen(
                f"This match cannot go on: {error.words.en}",
                f"Ta rozgrywka nie może trwać dalej: {error.words.pl}",
            )

    def forget(self, id: str) -> None:
        """Out of memory; what is kept stays."""
        live = self._live.pop(id, None)
        if live is not None:
            for key in (live.table.invitation, live.table.code):
                self._invitations.pop(key, None)

    # ---- Changing a table

    async def change(self, live: Live, step: Callable[[Table], Table]) -> Table:
        """Take a table one step further, keep it, and tell everybody there."""
        return await self._to_the_end(self._change(live, step))

    async def _change(self, live: Live, step: Callable[[Table], Table]) -> Table:
        async with live.lock:
            before = live.table
            after = step(before)
            if after is before:
                return before
            try:
                await self.store.save_table(after, before)
            except Exception:
                self.forget(before.id)
                raise
            live.table = after
            for key in (before.invitation, before.code):
                self._invitations.pop(key, None)
            self._keep(live)
            self._phase_changed(live, before)
            self._let_go(live)
            if after.seating and not before.seating:
                live.match = LiveMatch(after, ())
                self.tell_standing(live)
            elif live.match is not None:
                live.match.table = after
        self.tell_table(live)
        self.wake_bot(live)
        return after

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

    async def enter(self, live: Live, command: Callable[[Match], AnyEntry]) -> AnyEntry:
        """Carry out a command on the match, keep it, and tell everybody there."""
        return await self._to_the_end(self.enter_undisturbed(live, command))

    async def enter_undisturbed(self, live: Live, command: Callable[[Match], AnyEntry]) -> AnyEntry:
        """The same for a caller whom nobody cuts off: it saves a task."""
        async with live.lock:
            match = self.require_match(live)
            entered = match.enter(command, self._audiences(live))
            if not entered.fresh:
                return entered.entry
            at = moment()
            try:
                await self.store.add_entry(live.table.id, entered.entry, at)
            except Exception:
                await self._take_back(live)
                raise
            match.times.append(at)
            self._tell_moved(live, match, entered, at)
            if match.match.over:
                await self._finish(live)
        self._touch(live, at)
        self.wake_bot(live)
        return entered.entry

    async def _take_back(self, live: Live) -> None:
        """What could not be written did not happen: the match is read again, now or by who asks next."""
        try:
            await self._load_match(live)
        except Exception:
            log.exception("cannot read")
            self.forget(live.table.id)

    async def _finish(self, live: Live) -> None:
        """The match is over: so is the table, and its file may be had."""
        before, after = live.table, live.table.end("over")
        await self.store.save_table(after, before)
        live.table = after
        self._phase_changed(live, before)
        self.tell_table(live)

    def _touch(self, live: Live, now: float) -> None:
        live.touched = now
        if now - live.kept_touched > TOUCH_EVERY:
            live.kept_touched = now
            self._spawn(self.store.touch(live.table.id))

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
        for connection in self.post.at(id):
            self.post.leave(connection)
            connection.lost.set()
        self.forget(id)
        await self.store.delete_table(id)

    # ---- Telling

    def _audiences(self, live: Live) -> set[Audience]:
        return {live.table.seat_of(player) for player in self.post.present(live.table.id)}

    def _tell_moved(self, live: Live, match: LiveMatch, entered: Entered, at: float) -> None:
        """One letter for each audience, whoever of it is connected."""
        written: dict[tuple[Audience, bool], letters.Letter] = {}
        for connection in self.post.at(live.table.id):
            audience = live.table.seat_of(connection.player)
            if audience not in entered.views:
                continue  # came while this was being written, and was shown the match as it was
            key = audience, connection.wants_legal
            if key not in written:
                line = match.line(entered, audience, at)
                written[key] = letters.moved(live.table.id, line, match.standing(audience, connection.wants_legal))
            connection.send(written[key])

    def tell_standing(self, live: Live) -> None:
        """The match as it stands, to everybody there: it has just begun."""
        match = live.match
        if match is None:
            return
        for connection in self.post.at(live.table.id):
            audience = live.table.seat_of(connection.player)
            now = match.standing(audience, connection.wants_legal)
            connection.send(letters.match_now(live.table.id, now, match.log_since(audience, 0), 0))

    def presence(self, live: Live) -> Presence:
        present = self.post.present(live.table.id)
        people = {member.player for member in live.table.members}
        bots = frozenset() if live.match is None else live.match.match.bot_seats
        votes = {seat: len(players) for seat, players in live.votes.items()}
        return Presence(present, len(present - people), bots, votes)

    def tell_table(self, live: Live) -> None:
        """The table as it is, to everybody there."""
        presence = self.presence(live)
        for connection in self.post.at(live.table.id):
            connection.send(letters.table_now(live.table, presence, connection.player))

    # ---- Bots

    def wake_bot(self, live: Live) -> None:
        """If a bot is to act, let it think."""
        match = live.match
        if match is None or live.table.phase != "playing" or live.frozen is not None:
            return
        level, here = match.bot_to_act(), (match, match.match.seq)
        if level is not None and live.thinking != here:
            live.thinking = here
            self._spawn(self._bot_move(live, match, level))

    def wake_all(self) -> None:
        """After a start: bots go on where they were, and lots that were being drawn have their time again."""
        self._spawn(self._wake_all())

    async def _wake_all(self) -> None:
        for table in await self.store.running():
            if table.phase == "revealing" or table.seating:
                try:
                    self.wake_bot(await self.live(table.id))
                except Exception:
                    log.exception("cannot read", extra={"table": table.id})

    async def _bot_move(self, live: Live, match: LiveMatch, level: str) -> None:
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
        pace = asyncio.create_task(asyncio.sleep(self.settings.times.bot_pace))
        move = await self.thinkers.choose(level, observation)
        await pace

        def play(current: Match) -> AnyEntry:
            if current.seq != seq:
                return current.entries[-1]  # somebody was first; who is to act now has been woken
            return current.play(move, seat=seat, by="bot")

        if live.match is match and match.match.seq == seq:
            await self.enter(live, play)

    # ---- Inside

    def _spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("task failed", exc_info=error)

    async def _to_the_end(self, work: Coroutine[object, object, T]) -> T:
        """What was begun is finished and told, also when the one who asked is gone."""
        return await asyncio.shield(asyncio.ensure_future(work))

    def connected(self, live: Live, connection: Connection) -> None:
        """Somebody's page is at the table."""
        live.away.pop(connection.player, None)
        seat = live.table.seat_of(connection.player)
        if seat is not None:
            live.votes.pop(seat, None)

    def disconnected(self, live: Live, player: str) -> None:
        """A page is gone; the player only if it was the last one."""
        if player not in self.post.present(live.table.id) and live.table.number_of(player) is not None:
            live.away[player] = moment()


def unknown_table() -> UnknownTable:
    return UnknownTable(
        "There is no such table, or it is not open to you.", "Nie ma takiego stołu albo nie jest dla ciebie otwarty."
    )
