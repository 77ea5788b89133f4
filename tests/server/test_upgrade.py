"""An upgrade while people play: a database of the very first server is opened by the present one, and all go on.

What is in `first_release` was written by that server; nothing of it is made by the code that is tested here.
"""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.ext.asyncio import create_async_engine

import kafelki
from kafelki.errors import CannotServe
from kafelki.server.identity import KEY_FILE
from kafelki.server.schema import METADATA
from kafelki.server.service import Call
from kafelki.server.settings import DATABASE, Settings, Times
from kafelki.server.store import MIGRATIONS, Store
from tests.server.postgres import Postgres
from tests.server.room import ADDRESS, Json, Person, Room

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("quick")]

FIRST: Final = Path(__file__).parent / "first_release"
PAGES: Final[Json] = msgspec.json.decode((FIRST / "pages.json").read_bytes())
KEPT: Final = ("players", "tables", "members", "entries", "chat")
FOREVER: Final = 1e12  # seconds: what was written long ago is not cleared away here
SAID: Final = {
    "over": ["Dobra gra, dziękuję!"],
    "shelf": ["Zaraz wracam; herbata.", "I am waiting."],
    "tikal": ["Kto prowadzi?"],
}
TIMES: Final = Times(bot_pace=0.0, others_think=0.1, keep_lobby=FOREVER, keep_running=FOREVER, keep_over=FOREVER)


# ---- The database of then


def lay_out(folder: Path) -> None:
    """A data folder as the first server left it."""
    folder.mkdir()
    (folder / KEY_FILE).write_bytes(bytes.fromhex(PAGES["key"]))
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        database.executescript((FIRST / "kafelki.sql").read_text(encoding="utf-8"))


async def carry_over(folder: Path, url: str) -> None:
    """The same rows in PostgreSQL, in the tables that the first release made there."""
    engine = create_async_engine(Settings(database=url).database_url)
    async with engine.begin() as connection:
        await connection.run_sync(_first_tables)
        tables = sa.MetaData()
        await connection.run_sync(tables.reflect)
        with closing(sqlite3.connect(folder / DATABASE)) as database:
            database.row_factory = sqlite3.Row
            for name in KEPT:
                rows = [dict(row) for row in database.execute(f"SELECT * FROM {name}")]
                await connection.execute(tables.tables[name].insert(), rows)
    await engine.dispose()
    (folder / DATABASE).unlink()


def _first_tables(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "0001")


@pytest.fixture(params=["sqlite", "postgresql"])
async def then(tmp_path: Path, request: pytest.FixtureRequest) -> Settings:
    """Where the first release kept what it kept."""
    folder, url = tmp_path / "data", None
    lay_out(folder)
    if request.param == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        url = await postgres.new_database()
        await carry_over(folder, url)
    return Settings(folder=folder, database=url)


async def people(room: Room) -> dict[str, Person]:
    """Who they are is read from the tokens they were given then."""
    found = {}
    for token in PAGES["tokens"].values():
        player, name = await Call(room.service, ADDRESS, token).named()
        found[name] = Person(room, player, name)
    return found


async def entries_in(settings: Settings) -> list[tuple[str, int, bytes]]:
    engine = create_async_engine(settings.database_url)
    async with engine.connect() as connection:
        found = await connection.execute(sa.text("SELECT table_id, seq, document FROM entries ORDER BY 1, 2"))
        rows = [(str(table), int(seq), bytes(document)) for table, seq, document in found]
    await engine.dispose()
    return rows


def is_same(now: Json, then: Json) -> bool:
    """Whether what was shown then is shown now; a view may have more to say by now."""
    if isinstance(then, dict):
        return isinstance(now, dict) and all(key in now and is_same(now[key], then[key]) for key in then)
    if isinstance(then, list):
        return isinstance(now, list) and len(now) == len(then) and all(map(is_same, now, then))
    return bool(now == then)


# ---- All is there


async def test_with_the_present_server_all_is_as_the_first_one_left_it(then: Settings) -> None:
    async with Room(then.folder, times=TIMES, database=then.database) as room:
        await check_tables(room)
        await check_standing(room, await people(room))
        await check_over(room, PAGES["matches"]["over"]["table"])
        said = {name: await room.service.store.lines(match["table"]) for name, match in PAGES["matches"].items()}
        assert {name: [line.text for line in lines] for name, lines in said.items()} == SAID


async def check_tables(room: Room) -> None:
    """The database has the tables that the code knows."""

    def look(connection: sa.Connection) -> tuple[object, object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, METADATA), context.get_current_heads()

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    async with room.service.store.engine.connect() as connection:
        differences, heads = await connection.run_sync(look)
    assert differences == []
    assert heads == tuple(ScriptDirectory.from_config(config).get_heads())


async def check_standing(room: Room, known: dict[str, Person]) -> None:
    """Who has a token is known, finds their tables, and is shown every match as it was shown then."""
    assert list(known) == ["Ola", "Jan", "Ewa"]
    for match in PAGES["matches"].values():
        for name, seen in match["seen"].items():
            own = [table["table"]["id"] for table in await room.ask(known[name], "list_my_tables")]
            assert match["table"] in own
            letters = await known[name].watch(match["table"])
            standing = next(letter["standing"] for letter in letters if letter["type"] == "match")
            assert standing["seq"] == seen["seq"]
            assert is_same(standing["view"], seen["view"]), name


async def check_over(room: Room, table: str) -> None:
    """A match is over, and its deal can be checked."""
    live = await room.authority.live(table)
    assert live.table.phase == "over"
    assert live.match is not None
    assert kafelki.verify(live.match.match.dump()).finding == "consistent"


# ---- And goes on


async def test_after_the_upgrade_running_matches_are_played_to_their_end_and_who_waited_begins(then: Settings) -> None:
    before = await entries_in(then)
    async with Room(then.folder, times=TIMES, database=then.database) as room:
        known = await people(room)
        for name in ("shelf", "tikal"):
            table = PAGES["matches"][name]["table"]
            for person in known.values():
                await person.watch(table)
            await play_to_the_end(room, table, known)
            await check_over(room, table)
        await check_lobby(room, known)
    after = await entries_in(then)
    assert set(before) < set(after), "what was kept is kept as it was, byte for byte"


async def play_to_the_end(room: Room, table: str, known: dict[str, Person]) -> None:
    rng, by_id = random.Random(1), {person.player: person for person in known.values()}
    live = await room.authority.live(table)
    match = live.match
    assert match is not None
    while not match.match.over:
        seat = match.match.to_act
        assert seat is not None
        if match.bot_to_act() is not None:
            await room.until(lambda: match.bot_to_act() is None)
            continue
        person = by_id[str(live.table.at_seat(seat).player)]
        move = msgspec.to_builtins(rng.choice(match.match.legal()))
        answer = await person.send("play", seq=match.match.seq, moves=[move])
        assert answer["type"] == "done", answer
        person.throw_away()


async def check_lobby(room: Room, known: dict[str, Person]) -> None:
    """A third comes to the two who waited; what those promised then, their pages reveal now."""
    lobby, ola = PAGES["lobby"], known["Ola"]
    joined = await room.ask(ola, "join_table", body={"key": lobby["code"], "nonceHash": ola.promise})
    assert joined["id"] == lobby["table"]
    nonces = lobby["nonces"] | {"Ola": ola.nonce.hex()}
    for person in known.values():
        await person.watch(lobby["table"])
    assert (await known["Jan"].send("start"))["type"] == "done"
    for name, person in known.items():
        assert (await person.send("reveal", nonce=nonces[name]))["type"] == "done"
    assert (await room.authority.live(lobby["table"])).match is not None


# ---- The other way round


async def test_a_database_of_a_later_release_is_left_as_it_is(then: Settings) -> None:
    engine = create_async_engine(then.database_url)
    async with engine.begin() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    await engine.dispose()
    before = await entries_in(then)
    store = Store(then.database_url)
    with pytest.raises(CannotServe, match="A later release has used this database") as refused:
        await store.open()
    assert refused.value.code == "cannot_serve.database"
    assert "nowsze wydanie" in refused.value.words.pl
    async with store.engine.connect() as connection:
        assert (await connection.execute(sa.text("SELECT version_num FROM alembic_version"))).scalars().all() == [
            "9999"
        ]
    await store.close()
    assert await entries_in(then) == before
