"""A table in memory, with what is not worth keeping."""

from __future__ import annotations

import asyncio
from collections import deque

from kafelki.errors import KafelkiError
from kafelki.server.matches import LiveMatch
from kafelki.server.prepared import Prepared
from kafelki.server.tables import Table
from kafelki.words import Text


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
        self.moving: tuple[LiveMatch, int] | None = None  # likewise a move of its own accord
        self.prepared: dict[int, Prepared] = {}  # moves that wait for their seat's turn
        self.dropped: dict[int, Text] = {}  # why one could not be played, for who was not there to hear it

    @property
    def here(self) -> tuple[LiveMatch, int] | None:
        """Where the match is, None where nobody can play it."""
        if self.match is None or self.table.phase != "playing" or self.frozen is not None:
            return None
        return self.match, self.match.match.seq

    @property
    def asked(self) -> int | None:
        """The seat of a person who is to act; None where a bot is, or nobody."""
        match = None if self.here is None else self.here[0]
        return None if match is None or match.bot_to_act() is not None else match.match.to_act
