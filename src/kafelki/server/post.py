"""Who is connected, to which table, and how letters reach them. A slow page is cut off, and catches up when back."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict, deque
from collections.abc import Iterable

from kafelki.errors import TooMany
from kafelki.server.letters import Letter
from kafelki.server.settings import Limits


class Connection:
    """One page or program of a player, at most at one table."""

    def __init__(self, player: str, name: str, address: str, limits: Limits) -> None:
        self.player, self.name, self.address = player, name, address
        self.table: str | None = None
        self.wants_legal = False
        self.lost = asyncio.Event()  # too far behind, or told to go
        self.busy = False  # with a move: that is finished and told before anybody hangs up
        self._letters: deque[Letter] = deque()
        self._came = asyncio.Event()
        self._most = limits.waiting

    def send(self, letter: Letter) -> None:
        """Put a letter into its box; who does not empty it loses the connection."""
        if len(self._letters) >= self._most:
            self.lost.set()
            return
        self._letters.append(letter)
        self._came.set()

    @property
    def is_crowded(self) -> bool:
        """Whether so much waits that who asks for more had better wait until some of it is sent."""
        return 4 * len(self._letters) >= self._most

    async def next_letter(self) -> Letter:
        """The oldest; waits for one."""
        while not self._letters:
            self._came.clear()
            await self._came.wait()
        return self._letters.popleft()

    def flush(self) -> list[Letter]:
        """All that waits."""
        found = list(self._letters)
        self._letters.clear()
        return found


class Post:
    """All connections of this server."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._tables: defaultdict[str, set[Connection]] = defaultdict(set)
        self._all: set[Connection] = set()
        self._players: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    @property
    def connections(self) -> frozenset[Connection]:
        return frozenset(self._all)

    def add(self, connection: Connection) -> None:
        """A new connection, or TooMany."""
        if (
            self._players[connection.player] >= self._limits.sockets_of_player
            or self._addresses[connection.address] >= self._limits.sockets_of_address
        ):
            raise TooMany(
                "So many connections at once are not allowed: close some pages.",
                "Za dużo połączeń naraz: zamknij część stron.",
                "sockets",
            )
        self._all.add(connection)
        self._players[connection.player] += 1
        self._addresses[connection.address] += 1

    def remove(self, connection: Connection) -> None:
        self.leave(connection)
        if connection in self._all:
            self._all.discard(connection)
            for counter, key in ((self._players, connection.player), (self._addresses, connection.address)):
                counter[key] -= 1
                if not counter[key]:
                    del counter[key]

    def join(self, connection: Connection, table: str) -> None:
        """From now on this connection hears of a table."""
        self.leave(connection)
        connection.table = table
        self._tables[table].add(connection)

    def leave(self, connection: Connection) -> None:
        if connection.table is not None:
            here = self._tables[connection.table]
            here.discard(connection)
            if not here:
                del self._tables[connection.table]
            connection.table = None

    @property
    def tables(self) -> list[str]:
        """Tables that somebody hears of."""
        return list(self._tables)

    def at(self, table: str) -> Iterable[Connection]:
        """Who hears of a table."""
        return tuple(self._tables.get(table, ()))

    def present(self, table: str) -> frozenset[str]:
        """The players who have a page open at a table."""
        return frozenset(connection.player for connection in self._tables.get(table, ()))
