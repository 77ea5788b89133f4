"""A power cut in the middle of running matches: what was answered is there, once, and everybody can play on."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Final, TypeAlias

import pytest

from kafelki.server.settings import DATABASE
from tests.server.process import Server
from tests.server.stubborn import Pace, Stubborn

pytestmark = pytest.mark.anyio

SOAK: Final = bool(os.environ.get("KAFELKI_SOAK"))
GAMES: Final = ("shelf", "planet")
SHORTEST: Final = 24  # entries that every match of these games has at least
FOREVER: Final = 1 << 30

Kill: TypeAlias = Callable[[int], Awaitable[None]]  # the how-manieth; when it is done, all is up again
Answered: TypeAlias = tuple[str, str, int]  # table, the entry's id, and the seq that the answer named


def kept_in(folder: Path, beside: Path) -> dict[str, list[tuple[int, str]]]:
    """Table -> seq and id of its entries, from a copy: what the disk holds, and nobody's memory."""
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir()
    for name in (DATABASE, f"{DATABASE}-wal"):
        if (folder / name).exists():
            shutil.copy(folder / name, beside / name)
    kept: dict[str, list[tuple[int, str]]] = {}
    with closing(sqlite3.connect(beside / DATABASE)) as database:
        for table, seq, document in database.execute("SELECT table_id, seq, document FROM entries ORDER BY seq"):
            kept.setdefault(table, []).append((seq, json.loads(document)["id"]))
    return kept


def answered(pages: list[Stubborn]) -> list[Answered]:
    """What pages were answered until now. Asked before the disk is read: at another server they may play on."""
    return [(page.table, f"{page.seat} {id}", seq) for page in pages for id, seq in page.answers.items()]


def check_kept(kept: dict[str, list[tuple[int, str]]], told: list[Answered]) -> None:
    """Every move that was answered is there under the seq that was named, and none is there twice."""
    for table, entries in kept.items():
        assert [seq for seq, _ in entries] == list(range(1, len(entries) + 1)), table
        assert max(Counter(id for _, id in entries).values(), default=1) == 1, table
    for table, id, seq in told:
        assert (seq, id) in kept.get(table, []), "an answered move is lost"


def sit_down(server: Server, tables: int, pace: Pace) -> list[Stubborn]:
    pages = []
    for number in range(tables):
        ola, jan = (Stubborn([server], f"{name} {number}", pace) for name in ("Ola", "Jan"))
        jan.join(ola.make_table(GAMES[number % len(GAMES)]))
        pages += [ola, jan]
    return pages


async def play_all(pages: list[Stubborn]) -> None:
    await asyncio.gather(*(page.play() for page in pages))


async def kill_again_and_again(pages: list[Stubborn], pace: Pace, kills: int, kill: Kill) -> None:
    """All play at once; there is a kill whenever half of what may be played until then was answered."""
    tables = len(pages) // 2
    playing, before = asyncio.ensure_future(play_all(pages)), 0
    try:
        for number, limit in enumerate(limits(kills)):
            pace.raise_to(limit)
            reached = asyncio.create_task(pace.reach((before + tables * limit) // 2))
            await asyncio.wait((playing, reached), return_when=asyncio.FIRST_COMPLETED)
            assert not playing.done(), playing.exception()
            await kill(number)
            before = tables * limit
        pace.raise_to(FOREVER)
        await playing
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


def limits(kills: int) -> list[int]:
    """How far matches may go until each kill."""
    return [1 + SHORTEST * (kill + 1) // (kills + 1) for kill in range(kills)]


def check_told(kept: dict[str, list[tuple[int, str]]], pages: list[Stubborn]) -> None:
    """In the end every page was told every line once, and every move was answered."""
    check_kept(kept, answered(pages))
    for page in pages:
        assert page.unexpected == []
        assert page.lines == list(range(1, len(kept[page.table]) + 1)), "a page missed a line, or got one twice"
    for table, entries in kept.items():
        answers = sum(len(page.answers) for page in pages if page.table == table)
        moves = sum(not id.startswith("#") for _, id in entries)  # others played themselves
        assert answers == moves, "every move was answered in the end, and nothing else is kept"


async def check_kills(folder: Path, tables: int, kills: int) -> None:
    pace = Pace(limits(kills)[0])
    with Server(folder) as server:
        pages = await asyncio.to_thread(sit_down, server, tables, pace)

        async def kill(number: int) -> None:
            server.kill()
            check_kept(kept_in(folder, folder.with_name(f"kill-{number % 2}")), answered(pages))
            await asyncio.to_thread(server.start)

        await kill_again_and_again(pages, pace, kills, kill)
        assert server.stop() == 0, server.log
    check_told(kept_in(folder, folder.with_name("end")), pages)
    assert sum(page.sent_again for page in pages) > 0, "no kill came between a command and its answer"
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        assert database.execute("SELECT DISTINCT phase FROM tables").fetchall() == [("over",)]


async def test_after_three_kills_every_answered_move_is_there_once_and_all_finish(tmp_path: Path) -> None:
    await check_kills(tmp_path / "data", tables=20, kills=3)


@pytest.mark.soak
async def test_after_twenty_kills_in_the_middle_of_two_hundred_matches(tmp_path: Path) -> None:
    await check_kills(tmp_path / "data", tables=200 if SOAK else 6, kills=20 if SOAK else 2)
