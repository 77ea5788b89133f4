"""Power cuts among servers on one PostgreSQL: pages go on at another one, and nothing is lost or played twice."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Final

import asyncpg
import msgspec
import pytest

from tests.server.postgres import Postgres
from tests.server.process import Server
from tests.server.stubborn import Pace, Stubborn
from tests.server.test_kill import GAMES, answered, check_kept, check_told, kill_again_and_again, limits

pytestmark = pytest.mark.anyio

SOAK: Final = bool(os.environ.get("KAFELKI_SOAK"))


async def kept_in(url: str) -> dict[str, list[tuple[int, str]]]:
    """Table -> seq and id of its entries."""
    line = await asyncpg.connect(url)
    try:
        rows = await line.fetch("SELECT table_id, seq, document FROM entries ORDER BY seq")
    finally:
        await line.close()
    kept: dict[str, list[tuple[int, str]]] = {}
    for table, seq, document in rows:
        kept.setdefault(table, []).append((seq, msgspec.json.decode(document)["id"]))
    return kept


def sit_down(servers: list[Server], tables: int, pace: Pace) -> list[Stubborn]:
    """Players of one table begin at different servers."""
    pages = []
    for number in range(tables):
        ola, jan = (
            Stubborn(order, f"{name} {number}", pace) for name, order in (("Ola", servers), ("Jan", servers[::-1]))
        )
        jan.join(ola.make_table(GAMES[number % len(GAMES)]))
        pages += [ola, jan]
    return pages


async def check_kills(folder: Path, url: str, tables: int, kills: int) -> None:
    """One server after the other is killed under load and started again."""
    command, pace = ("-m", "tests.server.serving", "FOLDER", "PORT", url), Pace(limits(kills)[0])
    with Server(folder / "a", *command) as first, Server(folder / "b", *command) as second:
        servers = [first, second]
        pages = await asyncio.to_thread(sit_down, servers, tables, pace)

        async def kill(number: int) -> None:
            servers[number % 2].kill()
            told = answered(pages)
            check_kept(await kept_in(url), told)
            await asyncio.to_thread(servers[number % 2].start)

        await kill_again_and_again(pages, pace, kills, kill)
        assert [server.stop() for server in servers] == [0, 0]
    check_told(await kept_in(url), pages)


async def test_after_two_kills_of_servers_every_answered_move_is_there_once(tmp_path: Path, postgres: Postgres) -> None:
    await check_kills(tmp_path, await postgres.new_database(), tables=8, kills=2)


@pytest.mark.soak
async def test_after_twenty_kills_of_servers_in_the_middle_of_many_matches(tmp_path: Path, postgres: Postgres) -> None:
    await check_kills(tmp_path, await postgres.new_database(), tables=100 if SOAK else 4, kills=20 if SOAK else 1)
