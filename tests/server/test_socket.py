"""Over a real socket: what was begun is finished and told, though the one who asked is gone."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.server.process import PATIENCE, Server
from tests.server.room import Json
from tests.server.stubborn import Pace, Stubborn

pytestmark = pytest.mark.anyio


async def play_to(seq: int, pages: tuple[Stubborn, ...], pace: Pace) -> None:
    """A match of theirs that stands there, and nobody connected."""
    pace.raise_to(seq)
    playing = [asyncio.create_task(page.play()) for page in pages]
    await pace.reach(seq)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


async def told(socket: ClientConnection, kind: str) -> Json:
    """The next message of a kind."""
    while (message := json.loads(await socket.recv()))["type"] != kind:
        pass
    return message


async def test_a_move_is_kept_and_told_though_its_player_hung_up_at_once(tmp_path: Path) -> None:
    pace = Pace(0)
    with Server(tmp_path / "data") as server:
        pages = Stubborn([server], "Ola", pace), Stubborn([server], "Jan", pace)
        pages[1].join(pages[0].make_table("shelf"))
        await play_to(2, pages, pace)
        for seq in range(2, 8):
            sockets: list[tuple[ClientConnection, Json]] = []
            for page in pages:
                headers = {"Authorization": f"Bearer {page.token}"}
                socket = await connect(server.socket_url, additional_headers=headers, open_timeout=PATIENCE)
                await socket.send(json.dumps({"type": "watch", "table": page.table, "legal": True}))
                sockets.append((socket, (await told(socket, "match"))["standing"]))
            sockets.sort(key=lambda one: not one[1]["legal"])
            (acting, now), (other, _) = sockets
            assert now["seq"] == seq
            move = {"type": "play", "id": f"gone-{seq}", "seq": seq, "moves": now["legal"][:1]}
            await acting.send(json.dumps(move))
            if seq % 2:
                acting.transport.abort()
            else:
                await acting.close()
            assert (await told(other, "moved"))["line"]["seq"] == seq + 1
            await other.close()
