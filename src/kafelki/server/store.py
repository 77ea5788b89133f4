"""What is kept: players, tables, entries, chat. SQLite by default, anything SQLAlchemy knows by its URL."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from kafelki.core.entries import AnyEntry, bad_file
from kafelki.errors import CannotServe, Conflict
from kafelki.server.schema import CHAT, ENTRIES, KEYS, MEMBERS, PLAYERS, TABLES
from kafelki.server.tables import RUNNING, Table
from kafelki.server.writer import Step, Writer

OUT_OF_REACH: Final = (SQLAlchemyError, OSError)  # what a database that is down raises
MIGRATIONS: Final = Path(__file__).parent / "migrations"
FILE_CONNECTIONS: Final = 4  # one of them is the writer's
PRAGMAS: Final = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")

ADD_ENTRY: Final = ENTRIES.insert()
ADD_TABLE: Final = TABLES.insert()
DELETE_TABLE: Final = TABLES.delete().where(TABLES.c.id == sa.bindparam("table"))
ADD_LINE: Final = CHAT.insert()
ADD_KEY: Final = KEYS.insert()
SIGNING: Final = "signing"
ADD_PLAYER: Final = PLAYERS.insert()
NAME_PLAYER: Final = PLAYERS.update().where(PLAYERS.c.id == sa.bindparam("player"))
SAVE_TABLE: Final = TABLES.update().where(
    TABLES.c.id == sa.bindparam("table"), TABLES.c.version == sa.bindparam("before")
)
NEWS: Final = sa.text(  # of many tables in one question, for servers that share a PostgreSQL
    "SELECT table_id, document, at FROM entries"
    " JOIN unnest(CAST(:tables AS text[]), CAST(:seqs AS integer[])) AS known (id, last)"
    " ON table_id = known.id AND seq > known.last ORDER BY table_id, seq"
)
TOUCH: Final = TABLES.update().where(TABLES.c.id == sa.bindparam("table"))
SEEN: Final = MEMBERS.update().where(
    MEMBERS.c.table_id == sa.bindparam("table"), MEMBERS.c.player_id == sa.bindparam("player")
)


class Kept(msgspec.Struct, frozen=True):
    """An entry and when it was made."""

    entry: AnyEntry
    at: float


class Line(msgspec.Struct, frozen=True):
    """A line of chat."""

    number: int
    room: str
    player: str
    name: str
    at: float
    text: str


class Store:
    """The database. Everything that changes it goes through the one writer."""

    def __init__(self, url: str) -> None:
        # SQLite in a file: a few connections that stay; making one for a single question costs more than to wait.
        url_read = sa.make_url(url)
        in_file = url_read.get_backend_name() == "sqlite" and url_read.database not in (None, "", ":memory:")
        kept = {"pool_size": FILE_CONNECTIONS, "max_overflow": 0} if in_file else {"pool_pre_ping": True}
        try:
            self.engine: AsyncEngine = create_async_engine(
                url, hide_parameters=True, **kept
            )  # rows are no one's to log
        except (ImportError, SQLAlchemyError) as error:
            raise _no_such_database(url_read, error) from None
        if self.engine.dialect.name == "sqlite":
            sa.event.listen(self.engine.sync_engine, "connect", _set_pragmas)
        self._local = _local_engine(url_read) if in_file else None
        self._writer: Writer | None = None
        self.is_shared = url_read.get_backend_name() == "postgresql"  # several servers may write to it
        self.node: Final = secrets.token_hex(6)  # this server, among those

    async def open(self) -> None:
        """Bring the database to the present tables."""
        try:
            async with self.engine.begin() as connection:
                await connection.run_sync(_migrate)
        except CommandError:
            raise CannotServe(
                "A later release has used this database: install that one.",
                "Tej bazy używało już nowsze wydanie: zainstaluj je.",
                "database",
            ) from None
        except (SQLAlchemyError, OSError) as error:
            why = str(getattr(error, "orig", None) or error)
            raise CannotServe(
                f"The database cannot be used: {why}.", f"Nie można użyć bazy danych: {why}.", "database"
            ) from None
        self._writer = Writer(
            self.engine, first=ADD_TABLE, local=self._local, node=self.node if self.is_shared else None
        )

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer.close()
        await self.engine.dispose()

    @property
    def plain_url(self) -> str:
        """Where the database is, for who talks to it without SQLAlchemy."""
        return self.engine.url.set(drivername=self.engine.dialect.name).render_as_string(hide_password=False)

    @property
    def writer(self) -> Writer:
        assert self._writer is not None, "the store is not open"
        return self._writer

    async def shared_key(self, offered: bytes, name: str = SIGNING) -> bytes:
        """The key that all servers of this database sign with: the first one's."""
        with contextlib.suppress(Conflict):
            await self.writer.write((ADD_KEY, {"name": name, "value": offered}))
        found = await self._one(sa.select(KEYS.c.value).where(KEYS.c.name == name))
        assert found is not None
        assert isinstance(found[0], bytes)
        return found[0]

    # ---- Players

    async def add_player(self, player: str, name: str) -> None:
        await self.writer.write((ADD_PLAYER, {"id": player, "name": name, "created": time.time()}))

    async def name_player(self, player: str, name: str) -> None:
        await self.writer.write((NAME_PLAYER, {"player": player, "name": name}))

    async def player_name(self, player: str) -> str | None:
        found = await self._one(sa.select(PLAYERS.c.name).where(PLAYERS.c.id == player))
        return None if found is None else str(found[0])

    # ---- Tables

    async def add_table(self, table: Table) -> None:
        await self.writer.write(
            (ADD_TABLE, {"id": table.id, **_row(table)}), *_new_members(table, None), table=table.id
        )

    async def save_table(self, table: Table, before: Table) -> None:
        """The next version, or Conflict if another came first."""
        row = {"table": table.id, "before": before.version, **_row(table)}
        await self.writer.write((SAVE_TABLE, row), *_new_members(table, before), table=table.id, guarded=True)

    async def table(self, id: str) -> Table | None:
        found = await self._one(sa.select(TABLES.c.document).where(TABLES.c.id == id))
        return None if found is None else _table(found[0])

    async def table_invited(self, key: str) -> Table | None:
        """The table whose invitation or code this is."""
        here = sa.or_(TABLES.c.invitation == key, TABLES.c.code == key)
        found = await self._one(sa.select(TABLES.c.document).where(here))
        return None if found is None else _table(found[0])

    async def open_tables(self, most: int = 50) -> list[Table]:
        """Public ones that have not begun, the newest first."""
        here = sa.and_(TABLES.c.phase == "lobby", TABLES.c.public.is_(True))
        return await self._tables(sa.select(TABLES.c.document).where(here).order_by(TABLES.c.touched.desc()), most)

    async def tables_of(self, player: str, most: int = 50) -> list[Table]:
        """What a player has to do with, the latest first."""
        query = sa.select(TABLES.c.document).join(MEMBERS, MEMBERS.c.table_id == TABLES.c.id)
        return await self._tables(query.where(MEMBERS.c.player_id == player).order_by(TABLES.c.touched.desc()), most)

    async def count_running(self, player: str) -> int:
        """At how many tables that are not over a player sits or watches."""
        query = sa.select(sa.func.count()).select_from(MEMBERS.join(TABLES, MEMBERS.c.table_id == TABLES.c.id))
        async with self.engine.connect() as connection:
            here = query.where(MEMBERS.c.player_id == player, TABLES.c.phase.in_(RUNNING))
            return int((await connection.execute(here)).scalar_one())

    async def running(self) -> list[Table]:
        """What is not over."""
        return await self._tables(sa.select(TABLES.c.document).where(TABLES.c.phase.in_(RUNNING)), None)

    async def untouched_since(self, phases: Sequence[str], then: float) -> list[Table]:
        here = sa.and_(TABLES.c.phase.in_(phases), TABLES.c.touched < then)
        return await self._tables(sa.select(TABLES.c.document).where(here), 200)

    async def all_tables(self) -> list[tuple[Table, float, int]]:
        """Each with when it was touched and how many entries it has."""
        count = sa.select(sa.func.count()).where(ENTRIES.c.table_id == TABLES.c.id).scalar_subquery()
        query = sa.select(TABLES.c.document, TABLES.c.touched, count).order_by(TABLES.c.touched.desc())
        async with self.engine.connect() as connection:
            return [(_table(one[0]), float(one[1]), int(one[2])) for one in await connection.execute(query)]

    async def delete_table(self, id: str) -> None:
        await self.writer.write((DELETE_TABLE, {"table": id}), table=id)

    async def heads(self, tables: Sequence[str]) -> dict[str, tuple[int, int, int]]:
        """How far each of them has come: its version, its last seq, its last line of chat."""
        seq = sa.select(sa.func.max(ENTRIES.c.seq)).where(ENTRIES.c.table_id == TABLES.c.id).scalar_subquery()
        line = sa.select(sa.func.max(CHAT.c.number)).where(CHAT.c.table_id == TABLES.c.id).scalar_subquery()
        query = sa.select(TABLES.c.id, TABLES.c.version, seq, line).where(TABLES.c.id.in_(tables))
        async with self.engine.connect() as connection:
            return {one[0]: (one[1], one[2] or 0, one[3] or 0) for one in await connection.execute(query)}

    # ---- Matches

    async def add_entry(self, table: str, entry: AnyEntry, at: float, claim: Step | None = None) -> None:
        """On disk when this returns; Conflict if that seq is taken, or what is claimed with it is gone."""
        row = {"table_id": table, "seq": entry.seq, "at": at, "document": msgspec.json.encode(entry)}
        steps: list[Step] = [(ADD_ENTRY, row)] if claim is None else [claim, (ADD_ENTRY, row)]
        await self.writer.write(*steps, table=table, guarded=claim is not None)

    async def touch(self, table: str) -> None:
        await self.writer.write((TOUCH, {"table": table, "touched": time.time()}))

    async def entries(self, table: str, after: int = 0) -> list[Kept]:
        here = sa.and_(ENTRIES.c.table_id == table, ENTRIES.c.seq > after)
        query = sa.select(ENTRIES.c.document, ENTRIES.c.at).where(here).order_by(ENTRIES.c.seq)
        async with self.engine.connect() as connection:
            return [Kept(_entry(one[0]), float(one[1])) for one in await connection.execute(query)]

    async def news(self, known: Mapping[str, int]) -> dict[str, list[Kept]]:
        """What came at each of these tables after the seq that is known of it."""
        found: dict[str, list[Kept]] = {}
        if known:
            async with self.engine.connect() as connection:
                asked = {"tables": list(known), "seqs": list(known.values())}
                for table, document, at in await connection.execute(NEWS, asked):
                    found.setdefault(table, []).append(Kept(_entry(document), float(at)))
        return found

    async def seen(self, table: str, player: str, seq: int) -> None:
        """How far a player has looked."""
        await self.writer.write((SEEN, {"table": table, "player": player, "seen_seq": seq}))

    async def seen_by(self, table: str, player: str) -> int:
        here = sa.and_(MEMBERS.c.table_id == table, MEMBERS.c.player_id == player)
        found = await self._one(sa.select(MEMBERS.c.seen_seq).where(here))
        return 0 if found is None else int(str(found[0]))

    # ---- Chat

    async def add_line(self, table: str, line: Line) -> None:
        plain = msgspec.structs.asdict(line)
        await self.writer.write((ADD_LINE, {"table_id": table, "player_id": plain.pop("player"), **plain}), table=table)

    async def last_line(self, table: str) -> int:
        found = await self._one(sa.select(sa.func.max(CHAT.c.number)).where(CHAT.c.table_id == table))
        return int(str((found and found[0]) or 0))

    async def lines(self, table: str, after: int = 0) -> list[Line]:
        query = sa.select(CHAT.c.number, CHAT.c.room, CHAT.c.player_id, CHAT.c.name, CHAT.c.at, CHAT.c.text).where(
            CHAT.c.table_id == table, CHAT.c.number > after
        )
        async with self.engine.connect() as connection:
            return [Line(*one) for one in await connection.execute(query.order_by(CHAT.c.number))]

    # ---- Inside

    async def _one(self, query: sa.Select[tuple[object]]) -> Sequence[object] | None:
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).first()

    async def _tables(self, query: sa.Select[tuple[bytes]], most: int | None) -> list[Table]:
        async with self.engine.connect() as connection:
            return [_table(one[0]) for one in await connection.execute(query.limit(most))]


def _row(table: Table) -> dict[str, object]:
    return {
        "version": table.version,
        "phase": table.phase,
        "public": table.terms.public,
        "invitation": table.invitation,
        "code": table.code,
        "touched": time.time(),
        "document": msgspec.json.encode(table),
    }


def _new_members(table: Table, before: Table | None) -> list[tuple[sa.Executable, dict[str, object]]]:
    """Rows for who is new, and none any more for who left."""
    now, then = _people(table), _people(before) if before is not None else set()
    rows: list[tuple[sa.Executable, dict[str, object]]] = []
    rows += [(ADD_MEMBER, {"player_id": one, "table_id": table.id, "seen_seq": 0}) for one in sorted(now - then)]
    rows += [(DROP_MEMBER, {"player": one, "table": table.id}) for one in sorted(then - now)]
    return rows


ADD_MEMBER: Final = MEMBERS.insert()
DROP_MEMBER: Final = MEMBERS.delete().where(
    MEMBERS.c.table_id == sa.bindparam("table"), MEMBERS.c.player_id == sa.bindparam("player")
)


def _people(table: Table) -> set[str]:
    return {member.player for member in table.members if member.player is not None} | set(table.watchers)


def _table(document: object) -> Table:
    assert isinstance(document, bytes)
    return msgspec.json.decode(document, type=Table)


def _entry(document: object) -> AnyEntry:
    assert isinstance(document, bytes)
    try:
        entry: AnyEntry = msgspec.json.decode(document, type=AnyEntry)
    except msgspec.MsgspecError as error:
        raise bad_file(str(error), str(error)) from None
    return entry


def _local_engine(url: sa.URL) -> sa.Engine:
    """The same file, for the thread that writes."""
    engine = sa.create_engine(url.set(drivername="sqlite"), pool_size=1, max_overflow=0, hide_parameters=True)
    sa.event.listen(engine, "connect", _set_pragmas)
    return engine


def _set_pragmas(connection: sa.engine.interfaces.DBAPIConnection, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _no_such_database(url: sa.URL, error: Exception) -> CannotServe:
    name = url.get_backend_name()
    if name == "postgresql":
        more = "pip install 'kafelki[postgres]'"
        return CannotServe(
            f"PostgreSQL needs its driver: {more}", f"PostgreSQL potrzebuje sterownika: {more}", "driver"
        )
    return CannotServe(
        f"There is no way to a database of the kind {name!r}: sqlite:///… and postgresql://… are known.",
        f"Nie umiemy używać bazy {name!r}: znamy sqlite:///… i postgresql://….",
        "driver",
    )


def _migrate(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":  # one server at a time
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(8321)"))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
