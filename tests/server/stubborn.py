"""A page that comes back by itself: it names the last seq it saw and sends again what was not answered."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
from collections.abc import Sequence
from typing import Final

import websockets
from websockets.asyncio.client import ClientConnection, connect

from kafelki.core.fairness import new_secret, nonce_hash
from tests.server.process import PATIENCE, Server
from tests.server.room import Json

GONE: Final = (OSError, websockets.exceptions.WebSocketException)  # the server was killed, or is not there yet


class Pace:
    """How far matches may go now; who kills servers raises it step by step, so that none ends too early."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._raised = asyncio.Event()
        self.answered = 0  # moves, of all pages
        self.progress = asyncio.Event()

    def raise_to(self, limit: int) -> None:
        self.limit = limit
        self._raised.set()
        self._raised = asyncio.Event()

    async def wait_for(self, seq: int) -> None:
        while seq >= self.limit:
            await self._raised.wait()

    def count(self) -> None:
        self.answered += 1
        self.progress.set()

    async def reach(self, answered: int) -> None:
        """Wait until so many moves were answered."""
        while self.answered < answered:
            self.progress.clear()
            await self.progress.wait()


class Stubborn:
    """One player's page at one table."""

    def __init__(self, servers: Sequence[Server], name: str, pace: Pace) -> None:
        self._servers, self._pace = itertools.cycle(servers), pace
        server = self._server = next(self._servers)
        self._rng = random.Random(name)
        status, me = server.ask("POST", "/api/players", {"name": name})
        assert status == 201, me
        self.token: str = me["token"]
        self._nonce = new_secret()
        self.table = ""
        self.seat: int | None = None
        self.owns = False
        self.seen = 0  # the last seq this page knows
        self.lines: list[int] = []  # the seq of every log line it was sent
        self.answers: dict[str, int] = {}  # command -> the seq that its answer named
        self.sent_again = 0
        self.unexpected: list[Json] = []
        self._waiting: Json = None  # a command without an answer
        self._now: Json = None
        self._commands = 0
        self._moving: asyncio.Task[None] | None = None

    def make_table(self, game: str) -> str:
        """A table of one's own; its code."""
        body = {"game": game, "nonceHash": nonce_hash(self._nonce), "seats": 2}
        status, made = self._server.ask("POST", "/api/tables", body, self.token)
        assert status == 201, made
        self.table, self.owns = made["id"], True
        return str(made["code"])

    def join(self, code: str) -> None:
        body = {"key": code, "nonceHash": nonce_hash(self._nonce)}
        status, made = self._server.ask("POST", "/api/join", body, self.token)
        assert status == 200, made
        self.table = made["id"]

    @property
    def over(self) -> bool:
        return self._now is not None and bool(self._now["over"]) and self._waiting is None

    async def play(self) -> None:
        """To the end of the match, however often the line is cut."""
        headers = {"Authorization": f"Bearer {self.token}"}
        while not self.over:
            try:
                async with connect(
                    self._server.socket_url, additional_headers=headers, open_timeout=PATIENCE
                ) as socket:
                    await self._talk(socket)
            except GONE:
                self._server = next(self._servers)  # where there are several, another one
                await asyncio.sleep(self._rng.uniform(0.05, 0.2))
            finally:
                if self._moving is not None:
                    self._moving.cancel()
                    await asyncio.gather(self._moving, return_exceptions=True)

    async def _talk(self, socket: ClientConnection) -> None:
        watch = {"type": "watch", "table": self.table, "since": self.seen or None, "legal": True}
        await socket.send(json.dumps(watch))
        if self._waiting is not None:
            self.sent_again += 1
            await socket.send(json.dumps(self._waiting))
        async for text in socket:
            await self._take(socket, json.loads(text))
            if self.over:
                return

    async def _take(self, socket: ClientConnection, message: Json) -> None:
        match message["type"]:
            case "table":
                await self._prepare(socket, message["table"])
            case "match":
                self._learn(message["log"], message["standing"])
            case "moved":
                self._learn([message["line"]], message["standing"])
            case "done" if self._waiting is not None and message["id"] == self._waiting["id"]:
                self.answers[message["id"]] = message["seq"]
                self._waiting = None
                self._pace.count()
            case "refused" if message["id"] not in ("start", "reveal"):  # those are sent until they are seen to help
                self.unexpected.append(message)
                raise AssertionError(message)
        self._move_if_to_act(socket)

    async def _prepare(self, socket: ClientConnection, table: Json) -> None:
        """Start when both are there; reveal when asked to."""
        self.seat = table["members"][table["you"]]["seat"]
        if table["phase"] == "revealing":
            await socket.send(json.dumps({"type": "reveal", "id": "reveal", "nonce": self._nonce.hex()}))
        both = len(table["members"]) == 2 and all(member["present"] for member in table["members"])
        if table["phase"] == "lobby" and self.owns and both:
            await socket.send(json.dumps({"type": "start", "id": "start"}))

    def _learn(self, lines: list[Json], now: Json) -> None:
        self.lines += [line["seq"] for line in lines]
        self.seen, self._now = now["seq"], now

    def _move_if_to_act(self, socket: ClientConnection) -> None:
        if self._now is None or self._waiting is not None or not self._now["legal"]:
            return
        if len(self._now["legal"]) == 1 and not self._now["canUndo"]:
            return  # that plays itself
        if self._moving is None or self._moving.done():
            self._moving = asyncio.create_task(self._move(socket, self._now))

    async def _move(self, socket: ClientConnection, now: Json) -> None:
        await self._pace.wait_for(now["seq"])
        self._commands += 1
        move = self._rng.choice(now["legal"])
        self._waiting = {"type": "play", "id": f"m{self._commands}", "seq": now["seq"], "moves": [move]}
        with contextlib.suppress(*GONE):  # it is sent again when the page is back
            await socket.send(json.dumps(self._waiting))
