"""Several servers on one PostgreSQL: each says which tables it has changed, and reads what the others have.

What is said aloud is only "these tables have changed" and "these people are here"; what has changed is read from the
database. Nothing depends on being heard: every two seconds, and after a line that broke, all tables at which people
are here are compared with the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterable, Sequence
from typing import Final

import asyncpg
import msgspec

from kafelki.errors import KafelkiError
from kafelki.server.authority import Authority
from kafelki.server.live import Live
from kafelki.server.store import OUT_OF_REACH, Kept
from kafelki.server.writer import CHANNEL

log: Final = logging.getLogger("kafelki.nodes")
LOOK_EVERY: Final = 2.0  # seconds between looks at what was missed
BELIEVED: Final = 3.5 * LOOK_EVERY  # how long what another server said of who is there is taken for true
ANSWER_WITHIN: Final = 5.0  # seconds, or the line to the database is dead
LINE_BROKE: Final = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # hung up in the middle of a word
)
MOST_SAID: Final = 7_000  # bytes of who is here in one word
AT_ONCE: Final = 100  # tables in one word: it has room for 8,000 bytes


class Word(msgspec.Struct, frozen=True, omit_defaults=True):
    """What servers say to each other."""

    node: str
    changed: list[str] = []  # tables
    here: dict[str, list[str]] = {}  # table -> players with a page open there


class News(msgspec.Struct, frozen=True):
    """What came at a table."""

    entries: list[Kept]
    said: int  # the number of its last line of chat


class Nodes:
    """This server among the others."""

    def __init__(self, authority: Authority, url: str) -> None:
        self._authority, self._url = authority, url
        self.name: Final = authority.store.node
        self._line: asyncpg.Connection[asyncpg.Record] | None = None
        self._one_at_a_time = asyncio.Lock()  # on the line
        self._said: dict[tuple[str, str], tuple[frozenset[str], float]] = {}  # node and table -> who is there, since
        self._told: dict[str, frozenset[str]] = {}  # what we said last
        self._behind: set[str] = set()
        self._wake = asyncio.Event()
        authority.people_changed = self._people_changed
        self._tasks = [asyncio.create_task(work) for work in (self._listen(), self._follow(), self._look_around())]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._hang_up()

    # ---- The line

    async def _listen(self) -> None:
        """Keep a line open; when it broke, open another and look at everything."""
        while True:
            try:
                if self._line is None:
                    async with self._one_at_a_time:
                        self._line = await asyncpg.connect(self._url, timeout=ANSWER_WITHIN)
                        await self._line.add_listener(CHANNEL, self._hear)
                    self._follow_up(self._watched())
                async with self._one_at_a_time:
                    await self._line.execute("SELECT 1", timeout=ANSWER_WITHIN)
                await asyncio.sleep(LOOK_EVERY)
            except LINE_BROKE as error:
                log.warning("no line to the database", extra={"error": type(error).__name__})
                await self._hang_up()
                await asyncio.sleep(0.5)

    async def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            with contextlib.suppress(*LINE_BROKE):
                await line.close(timeout=1.0)

    def _hear(self, _line: object, _pid: int, _channel: str, payload: object) -> None:
        try:
            word = msgspec.json.decode(str(payload), type=Word)
        except msgspec.MsgspecError:
            log.warning("a word nobody understands")
            return
        if word.node == self.name:
            return
        self._follow_up(word.changed)
        for table, players in word.here.items():
            self._said[word.node, table] = frozenset(players), time.monotonic()
            self._count_in(table)

    async def _say(self, word: Word) -> None:
        text = msgspec.json.encode(word).decode()
        async with self._one_at_a_time:
            if self._line is not None:
                with contextlib.suppress(*LINE_BROKE):
                    await self._line.execute("SELECT pg_notify($1, $2)", CHANNEL, text, timeout=ANSWER_WITHIN)

    # ---- What changed

    def _watched(self) -> set[str]:
        """Tables at which people are here, and those in memory."""
        return {*self._authority.post.tables, *(live.table.id for live in self._authority.lives)}

    def _follow_up(self, tables: Iterable[str]) -> None:
        self._behind.update(filter(self._authority.follows, tables))
        if self._behind:
            self._wake.set()

    async def _follow(self) -> None:
        """Read what was written elsewhere."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._behind:
                some = [self._behind.pop() for _ in range(min(AT_ONCE, len(self._behind)))]
                tables = [table for table in some if self._authority.follows(table)]  # others were put away meanwhile
                news = await self._news(tables)
                await asyncio.gather(*(self._keep_up(table, news.get(table)) for table in tables))

    async def _news(self, tables: Sequence[str]) -> dict[str, News]:
        """What came at those where only moves or words can have come, read for all of them at once."""
        lives = {live.table.id: live for live in self._authority.lives}
        try:
            heads = await self._authority.store.heads(tables)
            same = {id: lives[id] for id, head in heads.items() if id in lives and head[0] == lives[id].table.version}
            known = {id: _head(live)[1] for id, live in same.items()}
            entries = await self._authority.store.news({id: seq for id, seq in known.items() if heads[id][1] > seq})
        except (KafelkiError, *OUT_OF_REACH) as error:
            log.warning("read one by one", extra={"error": type(error).__name__})
            return {}
        return {id: News(entries.get(id, []), heads[id][2]) for id in same}

    async def _keep_up(self, table: str, news: News | None) -> None:
        """One table; where nothing was read of it, all is."""
        try:
            live = await self._authority.live(table)
            async with live.lock:
                await self._authority.keep_up(live, None if news is None else news.entries)
            if news is None or news.said > live.said:
                await self._authority.chat.keep_up(live)
            self._authority.own_accord.wake_prepared(live)
        except KafelkiError as error:
            log.info("cannot follow", extra={"table": table, "error": error.code})
        except Exception:
            log.exception("cannot follow", extra={"table": table})

    async def _look_around(self) -> None:
        """What was not heard; and who is here is said again."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                tables = list(self._watched())
                self._follow_up(await self._behind_of(tables))
                await self._tell_who_is_here(again=True)
                self._forget_the_silent()
            except Exception as error:
                log.warning("cannot look around", extra={"error": type(error).__name__})

    async def _behind_of(self, tables: Sequence[str]) -> list[str]:
        """Which of them have gone on without us."""
        heads = await self._authority.store.heads(tables)
        lives = {live.table.id: live for live in self._authority.lives}
        return [id for id in tables if id not in lives or heads.get(id) != _head(lives[id])]

    # ---- Who is there

    def _people_changed(self) -> None:
        """Somebody came or went: the others are told at once."""
        self._authority.spawn(self._tell_who_is_here(again=False))

    async def _tell_who_is_here(self, again: bool) -> None:
        post = self._authority.post
        now = {table: post.present(table) for table in post.tables}
        left = {table: frozenset[str]() for table in self._told if table not in now}
        news = {table: here for table, here in {**now, **left}.items() if again or self._told.get(table) != here}
        self._told = now
        part: dict[str, list[str]] = {}
        size = 0
        for table, players in news.items():
            length = len(table) + sum(len(player) + 3 for player in players) + 6
            if part and size + length > MOST_SAID:
                await self._say(Word(self.name, here=part))
                part, size = {}, 0
            part[table] = sorted(players)
            size += length
        if part:
            await self._say(Word(self.name, here=part))

    def _forget_the_silent(self) -> None:
        """A server that says nothing is gone, and who was there with it."""
        now = time.monotonic()
        for key in [key for key, (_, then) in self._said.items() if now - then > BELIEVED]:
            del self._said[key]
            self._count_in(key[1])

    def _count_in(self, table: str) -> None:
        """Who is at a table elsewhere, anew."""
        authority = self._authority
        before = authority.elsewhere.get(table, frozenset())
        there = frozenset[str]().union(*(players for (_, other), (players, _) in self._said.items() if other == table))
        if there == before:
            return
        if there:
            authority.elsewhere[table] = there
        else:
            authority.elsewhere.pop(table, None)
        authority.presence_changed(table, came=there - before, went=before - there)


def _head(live: Live) -> tuple[int, int, int]:
    """How far we have come with a table."""
    return live.table.version, 0 if live.match is None else live.match.match.seq, live.said
