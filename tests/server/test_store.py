"""What is kept: a writer that commits together and answers after the commit, and tables as the migrations make them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from kafelki.core.entries import Ended, Played
from kafelki.errors import CannotServe, Conflict
from kafelki.server.schema import METADATA
from kafelki.server.store import ADD_ENTRY, Line, Store
from kafelki.server.tables import Table, Terms, new_table
from kafelki.server.writer import MOST_TOGETHER

pytestmark = pytest.mark.anyio

PROMISE = "ab" * 32


def url(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'kept.sqlite3'}"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = Store(url(tmp_path))
    await opened.open()
    yield opened
    await opened.close()


async def a_table(store: Store, owner: str = "ola") -> Table:
    table = new_table(owner, Terms("shelf", 2, {}), 1.0).sit(owner, "Ola", PROMISE)
    await store.add_table(table)
    return table


def entry(seq: int) -> Played:
    return Played(seq, f"#{seq}", 0, "person", ())


# ---- The writer


async def test_what_waits_is_committed_together(store: Store) -> None:
    tables = [await a_table(store) for _ in range(3)]
    commits, writes = store.writer.commits, store.writer.writes
    await asyncio.gather(*(store.add_entry(table.id, entry(seq), 1.0) for table in tables for seq in range(1, 41)))
    assert store.writer.writes - writes == 120
    assert store.writer.commits - commits <= 3
    for table in tables:
        assert [kept.entry.seq for kept in await store.entries(table.id)] == list(range(1, 41))


async def test_a_batch_has_a_limit(store: Store) -> None:
    table, commits = await a_table(store), store.writer.commits
    count = MOST_TOGETHER + 20
    await asyncio.gather(*(store.add_entry(table.id, entry(seq), 1.0) for seq in range(1, count + 1)))
    assert store.writer.commits - commits >= 2
    assert len(await store.entries(table.id)) == count


async def test_what_is_answered_is_on_disk_for_everybody_else(store: Store, tmp_path: Path) -> None:
    table = await a_table(store)
    await store.add_entry(table.id, entry(1), 1.0)
    with closing(sqlite3.connect(tmp_path / "kept.sqlite3")) as other:
        assert other.execute("SELECT seq FROM entries").fetchall() == [(1,)]
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)


async def test_every_connection_waits_for_the_disk(store: Store) -> None:
    async with store.engine.connect() as connection:
        for pragma, value in (("synchronous", 2), ("foreign_keys", 1), ("journal_mode", "wal")):
            assert (await connection.execute(sa.text(f"PRAGMA {pragma}"))).scalar() == value


async def test_a_conflict_inside_a_batch_is_only_its_own(store: Store) -> None:
    table, other = await a_table(store), await a_table(store)
    await store.add_entry(table.id, entry(1), 1.0)
    wanted = [(table, 1), (other, 1), (table, 2), (other, 1), (other, 2)]
    results = await asyncio.gather(
        *(store.add_entry(one.id, entry(seq), 2.0) for one, seq in wanted), return_exceptions=True
    )
    assert [type(result) for result in results] == [Conflict, type(None), type(None), Conflict, type(None)]
    assert [(kept.entry.seq, kept.at) for kept in await store.entries(table.id)] == [(1, 1.0), (2, 2.0)]
    assert [kept.entry.seq for kept in await store.entries(other.id)] == [1, 2]


async def test_of_two_who_change_a_table_at_once_one_is_told_that_another_was_first(store: Store) -> None:
    table = await a_table(store)
    versions = [table.sit(player, player, promise) for player, promise in (("jan", "01" * 32), ("ewa", "02" * 32))]
    results = await asyncio.gather(*(store.save_table(one, table) for one in versions), return_exceptions=True)
    assert [type(result) for result in results] == [type(None), Conflict]
    assert await store.table(table.id) == versions[0]
    assert [one.id for one in await store.tables_of("jan")] == [table.id]
    assert await store.tables_of("ewa") == [], "a write is whole or not at all"


async def test_an_entry_of_a_table_that_is_gone_is_refused(store: Store) -> None:
    table = await a_table(store)
    await store.delete_table(table.id)
    with pytest.raises(Conflict):
        await store.add_entry(table.id, entry(1), 1.0)


async def test_a_disk_that_fails_fails_all_who_wait_and_the_writer_goes_on(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await a_table(store)

    async def fail(*_arguments: object) -> None:
        raise OSError("no space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(store.writer, "_together", fail)
        results = await asyncio.gather(
            *(store.add_entry(table.id, entry(seq), 1.0) for seq in (1, 2)), return_exceptions=True
        )
    assert [type(result) for result in results] == [OSError, OSError]
    assert "write failed" in caplog.text
    await store.add_entry(table.id, entry(1), 1.0)
    assert len(await store.entries(table.id)) == 1


async def test_a_writer_that_is_closed_has_written_everything(tmp_path: Path) -> None:
    store = Store(url(tmp_path))
    await store.open()
    table = await a_table(store)
    waiting = [asyncio.create_task(store.add_entry(table.id, entry(seq), 1.0)) for seq in range(1, 31)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    again = Store(url(tmp_path))
    await again.open()
    assert len(await again.entries(table.id)) == 30
    await again.close()


async def test_one_writer_serves_many_kinds_of_writes_in_their_order(store: Store) -> None:
    table = await a_table(store)
    await asyncio.gather(
        store.add_player("p", "Ola"),
        store.name_player("p", "Aleksandra"),
        store.add_entry(table.id, entry(1), 1.0),
        store.add_line(table.id, Line(1, "players", "p", "Ola", 1.0, "cześć")),
        store.seen(table.id, "ola", 1),
        store.touch(table.id),
    )
    assert await store.player_name("p") == "Aleksandra"
    assert await store.seen_by(table.id, "ola") == 1
    assert await store.last_line(table.id) == 1
    assert [line.text for line in await store.lines(table.id)] == ["cześć"]


# ---- What is found again


async def test_a_table_is_found_by_invitation_and_code_and_by_who_has_to_do_with_it(store: Store) -> None:
    table = await a_table(store)
    assert await store.table(table.id) == table
    assert await store.table_invited(table.invitation) == table
    assert await store.table_invited(table.code) == table
    assert await store.table_invited("nothing") is None
    watched = table.watch("ewa", 5)
    await store.save_table(watched, table)
    assert await store.tables_of("ewa") == [watched]
    left = watched.replace(watchers=())
    await store.save_table(left, watched)
    assert await store.tables_of("ewa") == []


async def test_only_public_tables_that_have_not_begun_are_open(store: Store) -> None:
    private = await a_table(store)
    public = new_table("jan", Terms("shelf", 2, {}, public=True), 1.0).sit("jan", "Jan", PROMISE)
    await store.add_table(public)
    assert await store.open_tables() == [public]
    assert {table.id for table in await store.running()} == {private.id, public.id}
    await store.save_table(public.end("over"), public)
    assert await store.open_tables() == []
    assert [table.id for table in await store.running()] == [private.id]


async def test_deleting_a_table_takes_all_that_is_kept_of_it(store: Store) -> None:
    table, other = await a_table(store), await a_table(store)
    for one in (table, other):
        await store.add_entry(one.id, Ended(1, "#1", "closed"), 1.0)
        await store.add_line(one.id, Line(1, "players", "ola", "Ola", 1.0, "cześć"))
    await store.delete_table(table.id)
    async with store.engine.connect() as connection:
        for name in ("tables", "members", "entries", "chat"):
            count = (await connection.execute(sa.text(f"SELECT count(*) FROM {name}"))).scalar()
            assert count == 1, name
    assert [found.id for found, _, _ in await store.all_tables()] == [other.id]


# ---- Migrations


def inspected(look: Callable[[sa.Connection], object], path: Path) -> object:
    engine = sa.create_engine(f"sqlite:///{path}")
    try:
        with engine.connect() as connection:
            return look(connection)
    finally:
        engine.dispose()


def shape(connection: sa.Connection) -> object:
    """Every table's columns, keys and indexes."""
    found = sa.inspect(connection)
    return {
        name: (
            {column["name"]: (str(column["type"]), column["nullable"]) for column in found.get_columns(name)},
            found.get_pk_constraint(name)["constrained_columns"],
            [
                (key["constrained_columns"], key["referred_table"], key["options"])
                for key in found.get_foreign_keys(name)
            ],
            sorted(str(index["column_names"]) + str(index["unique"]) for index in found.get_indexes(name)),
            sorted(str(one["column_names"]) for one in found.get_unique_constraints(name)),
        )
        for name in sorted(set(found.get_table_names()) - {"alembic_version"})
    }


async def test_the_migrations_make_the_tables_that_the_code_knows(store: Store, tmp_path: Path) -> None:
    def differences(connection: sa.Connection) -> object:
        return compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), METADATA)

    assert inspected(differences, tmp_path / "kept.sqlite3") == []
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'made.sqlite3'}")
    METADATA.create_all(engine)
    engine.dispose()
    assert inspected(shape, tmp_path / "kept.sqlite3") == inspected(shape, tmp_path / "made.sqlite3")


async def test_a_database_that_is_up_to_date_stays_as_it_is(store: Store, tmp_path: Path) -> None:
    table = await a_table(store)
    await store.add_entry(table.id, entry(1), 1.0)
    before = inspected(shape, tmp_path / "kept.sqlite3")
    again = Store(url(tmp_path))
    await again.open()
    assert await again.table(table.id) == table
    assert len(await again.entries(table.id)) == 1
    await again.close()
    assert inspected(shape, tmp_path / "kept.sqlite3") == before


async def test_what_is_no_database_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "kept.sqlite3").write_text("Dear diary, today we played Tikal. " * 100, encoding="utf-8")
    store = Store(url(tmp_path))
    with pytest.raises(CannotServe, match="not a database") as refused:
        await store.open()
    assert refused.value.code == "cannot_serve.database"
    assert "bazy danych" in refused.value.words.pl
    await store.close()


async def test_a_database_of_a_later_release_is_left_alone(store: Store, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "kept.sqlite3")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    later = Store(url(tmp_path))
    with pytest.raises(CannotServe) as refused:
        await later.open()
    assert refused.value.code == "cannot_serve.database"
    await later.close()


async def test_the_guard_is_the_database_itself(store: Store) -> None:
    table = await a_table(store)
    row = {"table_id": table.id, "seq": 1, "at": 1.0, "document": b"{}"}
    async with store.engine.begin() as connection:
        await connection.execute(ADD_ENTRY, row)
    with pytest.raises(Conflict):
        await store.add_entry(table.id, entry(1), 1.0)
