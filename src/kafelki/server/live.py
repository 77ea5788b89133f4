"""A table in memory, with what is not worth keeping."""

from __future__ import annotations

import asyncio
from collections import deque

from kafelki.errors import KafelkiError
from kafelki.server.matches import LiveMatch
from kafelki.server.tables import Table


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
        self.talk = asyncio.Lock()  # one of them at a time
        self.heard: deque[tuple[str, str]] = deque(maxlen=64)  # who said the last of them, by which command
        self.thinking: tuple[LiveMatch, int] | None = None  # of which match and seq a bot is thinking
