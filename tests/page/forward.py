"""The first part of a match, played without the page, so that a test begins where there is something to see."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeAlias

from websockets.sync.client import connect

from kafelki.server.identity import COOKIE
from tests.page.visitor import PATIENCE_MS, Visitor
from tests.server.room import Json

FarEnough: TypeAlias = Callable[[Json], bool]  # of what a seat sees

NEAR_THE_END: Final[dict[str, FarEnough]] = {
    "tikal": lambda view: view["tilesLeft"] <= 3,
    "shelf": lambda view: max(sum(map(_tiles, player["shelf"])) for player in view["players"]) >= 21,  # of 30
    "planet": lambda view: view["round"] >= 13,
}


def forward(players: Sequence[Visitor], far_enough: FarEnough, seed: int = 1) -> None:
    """Those at a match play at random until it has come so far, and look at it again."""
    places = [one.page.url for one in players]
    tokens = [_token(one) for one in players]
    for one in players:
        one.home()
    with ThreadPoolExecutor(len(players)) as pool:
        playing = [
            pool.submit(_play, one.base, token, place.rpartition("/")[2], far_enough, random.Random(seed))
            for one, token, place in zip(players, tokens, places, strict=True)
        ]
    for work in playing:
        work.result()
    for one, place in zip(players, places, strict=True):
        one.go(place).at_match()


def _tiles(row: list[str | None]) -> int:
    return len(row) - row.count(None)


def _token(visitor: Visitor) -> str:
    return next(cookie["value"] for cookie in visitor.context.cookies() if cookie["name"] == COOKIE)


def _play(base: str, token: str, table: str, far_enough: FarEnough, rng: random.Random) -> None:
    address, headers = f"ws{base.removeprefix('http')}/api/socket", {"Authorization": f"Bearer {token}"}
    with connect(address, additional_headers=headers) as socket:
        socket.send(json.dumps({"type": "watch", "table": table, "legal": True}))
        while True:
            standing = json.loads(socket.recv(PATIENCE_MS / 1000)).get("standing")
            if standing is None:
                continue
            if far_enough(standing["view"]):
                return
            if standing["legal"]:  # where there is only one it may play itself first: ours is refused then
                moves = [rng.choice(standing["legal"])]
                seq = standing["seq"]
                socket.send(json.dumps({"type": "play", "id": f"forward {seq}", "seq": seq, "moves": moves}))
