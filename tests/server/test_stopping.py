"""A server that stops: what was begun is finished, nothing else begins, and no line to the database is left open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from kafelki.core.entries import AnyEntry
from kafelki.errors import Conflict
from kafelki.server.store import Kept, Store
from kafelki.server.writer import Step
from tests.server.room import Room, begin

pytestmark = pytest.mark.anyio


class Held:
    """A part of the store that waits where it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        self.inside, self.go_on = asyncio.Event(), asyncio.Event()
        whole: Callable[..., object] = getattr(Store, name)

        async def held(*given: object, **named: object) -> object:
            self.inside.set()
            await self.go_on.wait()
            return await whole(*given, **named)  # type: ignore[misc]

        monkeypatch.setattr(Store, name, held)


def lines_in_use(room: Room) -> int:
    return int(room.service.store.engine.pool.checkedout())  # type: ignore[attr-defined]


async def test_a_move_that_is_being_written_is_finished_though_nobody_waits_for_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = await begin(room)
    live = await sitting.live()
    disk = Held(monkeypatch, "add_entry")
    move = asyncio.create_task(room.authority.enter(live, lambda match: match.play(match.legal()[0])))
    await disk.inside.wait()
    move.cancel()
    before = asyncio.all_tasks()
    stopping = asyncio.create_task(room.service.close())
    await asyncio.sleep(0.05)
    assert not stopping.done()
    disk.go_on.set()
    await stopping
    assert asyncio.all_tasks() <= before, "nothing was begun that goes on"
    assert lines_in_use(room) == 0
    await room.__aenter__()
    assert await sitting.seq() == 1


async def test_while_bots_play_a_server_stops_and_nothing_of_it_goes_on(room: Room) -> None:
    before = asyncio.all_tasks()
    await room.restart()
    for _ in range(3):
        await begin(room, people=1, bots=("beginner", "beginner", "beginner"))
    await room.service.close()
    assert not room.authority._tasks
    assert asyncio.all_tasks() <= before
    assert lines_in_use(room) == 0
    await room.__aenter__()


async def test_what_comes_after_the_end_is_refused_and_does_not_wait_for_ever(room: Room) -> None:
    await room.service.close()
    with pytest.raises(OSError, match="stopped"):
        await room.service.store.add_player("late", "Ola")
    await room.__aenter__()


class SomebodyFirst:
    """An entry that another server has written in between, once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        add_entry = Store.add_entry

        async def add(store: Store, table: str, entry: AnyEntry, at: float, claim: Step | None = None) -> None:
            monkeypatch.setattr(Store, "add_entry", add_entry)
            raise Conflict("first", "pierwszy")

        monkeypatch.setattr(Store, "add_entry", add)


async def test_a_match_that_is_read_anew_is_there_all_the_while(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = await begin(room)
    live = await sitting.live()
    SomebodyFirst(monkeypatch)
    reading = Held(monkeypatch, "entries")
    move = asyncio.create_task(sitting.play())
    await reading.inside.wait()
    assert live.match is not None
    reading.go_on.set()
    assert (await move)["type"] == "done"
    assert await sitting.seq() == 1


async def test_a_match_that_could_not_be_read_anew_is_read_by_who_asks_next(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = await begin(room)

    async def out_of_reach(_store: Store, _table: str, after: int = 0) -> list[Kept]:
        raise OSError("the line broke")

    SomebodyFirst(monkeypatch)
    with monkeypatch.context() as broken:
        broken.setattr(Store, "entries", out_of_reach)
        assert (await sitting.play())["type"] == "refused"
    assert await sitting.seq() == 0, "what was not written did not happen"
    assert (await sitting.play())["type"] == "done"
