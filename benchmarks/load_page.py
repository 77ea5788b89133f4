"""A page without a picture: its socket, the little of a message that playing needs, and as much HTTP as that takes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final, cast

import msgspec
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

PATIENCE: Final = 30.0  # seconds for anything to be answered, before it is an error
LINES: Final = 16  # HTTP connections
KEPT: Final = 2.0  # seconds that one is kept


class Standing(msgspec.Struct):
    seq: int
    over: bool
    view: msgspec.Raw
    legal: list[msgspec.Raw] | None = None


class Message(msgspec.Struct):
    type: str
    id: str | None = None
    code: str | None = None
    table: msgspec.Raw = msgspec.Raw()  # an id or the whole table
    standing: Standing | None = None


class Member(msgspec.Struct):
    present: bool


class TableNow(msgspec.Struct):
    id: str
    seats: int
    phase: str
    members: list[Member]
    owner: int | None = None
    you: int | None = None
    code: str | None = None


class Known(msgspec.Struct):
    """A player, as the server answers."""

    id: str
    token: str


MESSAGE: Final = msgspec.json.Decoder(Message)
TABLE: Final = msgspec.json.Decoder(TableNow)


class Http:
    """A few kept connections, and as much of HTTP as our server speaks."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._free = asyncio.Semaphore(LINES)
        self._idle: list[tuple[float, asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def post(self, path: str, body: dict[str, object], token: str = "") -> bytes:
        """The answer's body; an OSError where the server refuses."""
        content = msgspec.json.encode(body)
        head = f"POST {path} HTTP/1.1\r\nHost: load\r\nAuthorization: Bearer {token}\r\n"
        async with self._free:
            reader, writer = await self._line()
            writer.write(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
            answer = (await reader.readuntil(b"\r\n\r\n")).lower()
            length = int(answer.partition(b"content-length:")[2].split(b"\r\n")[0])
            found = await reader.readexactly(length)
            self._idle.append((time.perf_counter(), reader, writer))
        if not answer.startswith(b"http/1.1 2"):
            raise OSError(f"POST {path.rpartition('/')[2]}: {found[:80]!r}")
        return found

    async def _line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """The connection used last, unless the server is about to close it."""
        while self._idle:
            since, reader, writer = self._idle.pop()
            if time.perf_counter() - since < KEPT:
                return reader, writer
            writer.close()
        return await asyncio.open_connection("127.0.0.1", self._port)


class Page(asyncio.Protocol):
    """A player's socket. What it understands goes to its table."""

    def __init__(self, player: Known, port: int) -> None:
        self.player = player
        self.closed: Callable[[], None] = lambda: None
        self.hear: Callable[[Message], None] | None = None  # whoever listens now
        self.welcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.port = port
        self._protocol = ClientProtocol(parse_uri(f"ws://127.0.0.1:{port}/api/socket"), max_size=None)

    async def open(self) -> None:
        """Connect, and wait to be welcomed."""
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self.port)
        await asyncio.wait_for(self.welcome, PATIENCE)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by descent
        request = self._protocol.connect()
        request.headers["Authorization"] = f"Bearer {self.player.token}"
        self._protocol.send_request(request)
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed()

    def data_received(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._read(MESSAGE.decode(event.data))
        self._flush()

    def send(self, **message: object) -> None:
        self._protocol.send_text(msgspec.json.encode(message))
        self._flush()

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)

    def hang_up(self) -> None:
        if self._protocol.state is State.OPEN:
            self._protocol.send_close()
            self._flush()

    def _read(self, message: Message) -> None:
        if message.type == "welcome":
            self.welcome.set_result(None)
        elif self.hear is not None:
            self.hear(message)
