"""Bots think beside the server, in threads, a few at a time; kernels let go of the interpreter while they do."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from kafelki.bots.bot import Budget, Observation
from kafelki.bots.hint import best_moves
from kafelki.bots.levels import bot
from kafelki.bots.searcher import Thought
from kafelki.core.game import Move

log: Final = logging.getLogger("kafelki.bots")
CAP: Final = 5_000.0  # milliseconds for a move, whatever the level: a busy machine must not make people wait for ever
HINT_LEVEL: Final = "master"
NICENESS: Final = 10

T = TypeVar("T")


def _stand_back() -> None:
    """On Linux a thread has a priority of its own: bots get what people's moves leave."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


class Thinkers:
    """Threads that think; who comes later waits."""

    def __init__(self, count: int | None) -> None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        self._stop = threading.Event()
        self._pool = ThreadPoolExecutor(count or max(1, cores - 1), "bot", _stand_back)
        self.busy = 0  # how many think, or wait for a thread

    async def choose(self, level: str, observation: Observation) -> Move:
        """A bot's move. One that fails plays the first legal move, and the log says so."""
        budget = Budget(milliseconds=CAP, stop=self._stop)
        try:
            move = await self._run(lambda: bot(level).choose(observation, budget, random.Random()))
        except Exception as error:
            self._require_time()
            log.error("bot failed", extra={"bot": level, "error": f"{type(error).__name__}: {error}"[:200]})
            return observation.legal[0]
        self._require_time()
        return move

    def _require_time(self) -> None:
        """Nothing comes of a thought that was cut short: after the next start it is thought anew."""
        if self._stop.is_set():
            raise asyncio.CancelledError

    async def hint(self, observation: Observation) -> list[Thought]:
        """The best moves of the seat to act."""
        budget = Budget(milliseconds=CAP, stop=self._stop)
        return await self._run(lambda: best_moves(observation, HINT_LEVEL, budget, random.Random()))

    async def _run(self, work: Callable[[], T]) -> T:
        self.busy += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self.busy -= 1

    def close(self) -> None:
        """Stop thinking at once."""
        self._stop.set()
        self._pool.shutdown(wait=True, cancel_futures=True)
