"""Power cuts among servers on one PostgreSQL: pages go on at another one, and nothing is lost or played twice."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from pathlib import Path
from typing import Final

import asyncpg
import msgspec
import pytest

from tests.server.postgres import Postgres
from tests.server.process import Server
from tests.server.stubborn import Pace, Stubborn
from tests.server.test_kill import FOREVER, GAMES, SHORTEST, check_kept, play_all

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
    steps = [1 + SHORTEST * (kill + 1) // (kills + 1) for kill in range(kills)]
    command = ("-m", "tests.server.serving", "FOLDER", "PORT", url)
    with Server(folder / "a", *command) as first, Server(folder / "b", *command) as second:
        servers, pace = [first, second], Pace(steps[0])
        pages = await asyncio.to_thread(sit_down, servers, tables, pace)
        playing = asyncio.ensure_future(play_all(pages))
        try:
            before = 0
            for kill, limit in enumerate(steps):
                pace.raise_to(limit)
                reached = asyncio.create_task(pace.reach((before + tables * limit) // 2))
                await asyncio.wait((playing, reached), return_when=asyncio.FIRST_COMPLETED)
                assert not playing.done(), playing.exception()
                servers[kill % 2].kill()
                check_kept(await kept_in(url), pages)
                before = tables * limit
                await asyncio.to_thread(servers[kill % 2].start)
            pace.raise_to(FOREVER)
            await playing
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        assert [server.stop() for server in servers] == [0, 0]
    kept = await kept_in(url)
    check_kept(kept, pages)
    for page in pages:
        assert page.unexpected == []
        assert page.lines == list(range(1, len(kept[page.table]) + 1)), "a page missed a line, or got one twice"
    assert sum(Counter(id for _, id in entries).total() for entries in kept.values()) == sum(
        len(page.answers) for page in pages
    ), "every move was answered in the end, and nothing else is kept"


async def test_after_two_kills_of_servers_every_answered_move_is_there_once(tmp_path: Path, postgres: Postgres) -> None:
    await check_kills(tmp_path, await postgres.new_database(), tables=8, kills=2)


@pytest.mark.soak
async def test_after_twenty_kills_of_servers_in_the_middle_of_many_matches(tmp_path: Path, postgres: Postgres) -> None:
    await check_kills(tmp_path, await postgres.new_database(), tables=100 if SOAK else 4, kills=20 if SOAK else 1)
