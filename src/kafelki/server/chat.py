"""What is said at a table: to players by players, to spectators by spectators."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kafelki.errors import Conflict
from kafelki.server import letters
from kafelki.server.post import Connection, Post
from kafelki.server.store import Line, Store

if TYPE_CHECKING:
    from kafelki.server.live import Live


class Chat:
    """Numbers lines, keeps them, and brings them to who may hear them."""

    def __init__(self, store: Store, post: Post) -> None:
        self._store, self._post = store, post

    async def say(self, live: Live, line: Line) -> None:
        """A new line, under the next number that nobody else has."""
        async with live.talk:
            while True:
                numbered = msgspec.structs.replace(line, number=live.said + 1)
                try:
                    await self._store.add_line(live.table.id, numbered)
                    break
                except Conflict:
                    await self._hear(live)  # somebody spoke at another server
            live.said = numbered.number
            self._tell(live, numbered)

    async def keep_up(self, live: Live) -> None:
        """What was said at other servers."""
        async with live.talk:
            await self._hear(live)

    async def _hear(self, live: Live) -> None:
        for line in await self._store.lines(live.table.id, after=live.said):
            live.said = line.number
            self._tell(live, line)

    def _tell(self, live: Live, line: Line) -> None:
        for connection in self._post.at(live.table.id):
            self.deliver(connection, live, line)

    def deliver(self, connection: Connection, live: Live, line: Line) -> None:
        """To whom it is for; nobody hears whom they muted."""
        room = "players" if live.table.number_of(connection.player) is not None else "spectators"
        if room == line.room and (connection.player, line.player) not in live.table.mutes:
            connection.send(letters.said(line))
