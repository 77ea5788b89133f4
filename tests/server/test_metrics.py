"""What Prometheus reads: only with the host's token, in its own format, and nothing of who plays."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import msgspec
import pytest

from kafelki.errors import BadToken
from kafelki.server.routes import ROUTES
from kafelki.server.service import Call
from tests.server.room import ADDRESS, Room, begin

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("quick")]

TOKEN: Final = "measure-me"
LINE: Final = re.compile(r"(# (HELP|TYPE) kafelki_\w+ .+|kafelki_\w+(\{\w+=\"[\w.+]+\"\})? [\d.]+)")


async def read(room: Room, token: str | None) -> str:
    route = next(route for route in ROUTES if route.name == "metrics")
    return str(await route.handler(Call(room.service, ADDRESS, token)))


@pytest.fixture
def measured(tmp_path: Path) -> Room:
    room = Room(tmp_path / "data")
    room.settings = msgspec.structs.replace(room.settings, metrics_token=TOKEN)
    return room


async def test_moves_refusals_and_what_runs_are_counted(measured: Room) -> None:
    async with measured as room:
        sitting = await begin(room)
        for _ in range(3):
            await sitting.play()
        await sitting.play(seq=0)
        text = await read(room, TOKEN)
    assert all(LINE.fullmatch(line) for line in text.splitlines())
    assert 'kafelki_moves_total{game="shelf"} 3' in text
    assert 'kafelki_refusals_total{code="stale_move"} 1' in text
    assert 'kafelki_move_seconds_bucket{le="+Inf"} 3' in text
    assert "kafelki_sockets 2" in text
    assert "kafelki_tables 1" in text
    assert not any(word in text for word in ("Ola", "Jan", sitting.id))


@pytest.mark.parametrize("token", [None, "", "measure-m", "measure-me ", "zażółć"])
async def test_without_the_token_there_is_nothing(measured: Room, token: str | None) -> None:
    async with measured as room:
        with pytest.raises(BadToken):
            await read(room, token)


async def test_where_the_host_set_none_nobody_measures(tmp_path: Path) -> None:
    async with Room(tmp_path / "data") as room:
        for token in (None, "", TOKEN):
            with pytest.raises(BadToken):
                await read(room, token)
