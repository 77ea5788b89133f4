"""One writer for all: what waits is committed together, and is acknowledged only after the commit."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeAlias

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from kafelki.errors import Conflict

log: Final = logging.getLogger("kafelki.writer")
MOST_TOGETHER: Final = 500
CHANNEL: Final = "kafelki"  # on which servers of one PostgreSQL hear each other
ATTEMPTS: Final = 5  # of a write by itself, where another server is in the way
TANGLED: Final = ("40P01", "40001")  # PostgreSQL's words for a deadlock, and for transactions that cannot both be
AT_ONCE: Final = 200  # tables in one word: it has room for 8,000 bytes
TELL: Final = sa.text("SELECT pg_notify(:channel, :word)")

Row: TypeAlias = Mapping[str, object]
Statement: TypeAlias = sa.Executable
Step: TypeAlias = tuple[Statement, Row]


class Write:
    """Statements that belong together; `guarded` ones must each touch a row, else somebody was first."""

    def __init__(self, steps: Sequence[tuple[Statement, Row]], table: str | None, guarded: bool) -> None:
        self.steps, self.table, self.guarded = steps, table, guarded
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Writer:
    """Takes writes from anywhere and commits them in the order in which they came."""

    def __init__(
        self,
        engine: AsyncEngine,
        first: Statement | None = None,
        local: sa.Engine | None = None,
        node: str | None = None,
    ) -> None:
        self._engine, self._first = engine, first
        self._node = node  # there are other servers: with each commit they are told which tables it has changed
        self._local = local  # a database in a file is written in one go by a thread: about half the CPU
        self._thread = ThreadPoolExecutor(1, "writer")
        self._connection: AsyncConnection | None = None  # kept from commit to commit
        self._waiting: list[Write] = []
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._run(), name="writer")
        self._closed = False
        self.commits = 0
        self.writes = 0

    async def write(self, *steps: tuple[Statement, Row], table: str | None = None, guarded: bool = False) -> None:
        """Returns when it is on disk; Conflict when somebody else was first. `table`: what others should look at."""
        if self._closed:
            raise ConnectionError("the server has stopped")  # rather than to wait for ever
        write = Write(steps, table, guarded)
        self._waiting.append(write)
        self._wake.set()
        await write.done

    @property
    def waiting(self) -> int:
        """How many writes are not on disk yet."""
        return len(self._waiting)

    async def close(self) -> None:
        """Commit what waits, then stop."""
        while self._waiting:
            await asyncio.sleep(0.01)
        self._closed = True
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._disconnect()
        if self._local is not None:
            self._thread.submit(self._local.dispose)
        self._thread.shutdown()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch = self._waiting[:MOST_TOGETHER]
                await self._commit(batch)
                del self._waiting[: len(batch)]

    async def _commit(self, batch: list[Write]) -> None:
        """All together; if that fails, one by one, so that a conflict is only its own."""
        try:
            await self._together(batch)
        except Exception as error:
            if isinstance(error, IntegrityError | Conflict) or _is_tangled(error):
                for write in batch:
                    await self._alone(write)
            else:
                log.error("write failed", extra={"error": type(error).__name__})
                _settle(batch, error)
        else:
            _settle(batch, None)
        self.commits += 1
        self.writes += len(batch)

    async def _alone(self, write: Write) -> None:
        for left in reversed(range(ATTEMPTS)):
            try:
                await self._together([write])
            except IntegrityError:
                _settle([write], taken())
            except (Conflict, SQLAlchemyError, OSError) as error:
                if left and _is_tangled(error):
                    continue
                _settle([write], error)
            else:
                _settle([write], None)
            return

    async def _together(self, batch: list[Write]) -> None:
        groups = _grouped(batch, self._first)
        if self._local is not None:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._thread, _commit_here, self._local, groups)
            return
        if self._connection is None:
            self._connection = await self._engine.connect()
        try:
            async with self._connection.begin():
                for statement, rows, guarded in groups:
                    await self._execute(self._connection, statement, rows, guarded)
                if self._node is not None:
                    await self._tell(self._connection, self._node, batch)
        except (IntegrityError, Conflict):
            raise
        except BaseException:
            await self._disconnect()  # it may be broken: the next commit gets another
            raise

    async def _tell(self, connection: AsyncConnection, node: str, batch: list[Write]) -> None:
        """To the other servers; they hear it when this is committed."""
        tables = list(dict.fromkeys(write.table for write in batch if write.table is not None))
        for first in range(0, len(tables), AT_ONCE):
            word = {"node": node, "changed": tables[first : first + AT_ONCE]}
            await connection.execute(TELL, {"channel": CHANNEL, "word": json.dumps(word)})

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError, OSError):
                await connection.close()

    async def _execute(self, connection: AsyncConnection, statement: Statement, rows: list[Row], guarded: bool) -> None:
        if not guarded:
            await connection.execute(statement, rows)
            return
        if self._engine.dialect.supports_sane_multi_rowcount:
            if (await connection.execute(statement, rows)).rowcount != len(rows):
                raise taken()
            return
        for row in rows:
            if (await connection.execute(statement, row)).rowcount != 1:
                raise taken()


def _commit_here(engine: sa.Engine, groups: list[tuple[Statement, list[Row], bool]]) -> None:
    """One transaction, in this thread."""
    with engine.begin() as connection:
        for statement, rows, guarded in groups:
            if connection.execute(statement, rows).rowcount != len(rows) and guarded:
                raise taken()


def _grouped(batch: list[Write], first: Statement | None) -> list[tuple[Statement, list[Row], bool]]:
    """All rows of one statement go to the database in one call, those of `first` before what leans on them. Else
    writes that wait together have nothing to do with each other: who changes something waits until it is on disk. So
    all servers take tables, and the rows of each, in the same order, and seldom wait for each other in a ring.
    """
    groups: dict[tuple[int, bool], tuple[Statement, list[Row], bool]] = {}
    for write in sorted(batch, key=_place):
        for number, (statement, row) in enumerate(write.steps):
            guarded = write.guarded and number == 0
            groups.setdefault((id(statement), guarded), (statement, [], guarded))[1].append(row)
    return sorted(groups.values(), key=lambda group: (group[0] is not first, *_kind(group[0])))


def _place(write: Write) -> str:
    """What a write is about."""
    row = write.steps[0][1]
    return write.table or str(row.get("table") or row.get("player") or "")


def _kind(statement: Statement) -> tuple[str, str]:
    """Its table, and whether it deletes, inserts or updates: in this order, which is also that of the alphabet."""
    table = statement.table if isinstance(statement, sa.Delete | sa.Insert | sa.Update) else ""
    return str(table), type(statement).__name__


def _is_tangled(error: Exception) -> bool:
    """Whether two servers waited for each other, and the database sent this one away."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) in TANGLED


def _settle(batch: list[Write], error: Exception | None) -> None:
    for write in batch:
        if write.done.done():
            continue
        if error is None:
            write.done.set_result(None)
        else:
            write.done.set_exception(error)


def taken() -> Conflict:
    return Conflict("Somebody else was first: look again.", "Ktoś był szybszy: spójrz jeszcze raz.")
