"""Connections, below requests and sockets: who opens too many, sends too slowly or does not read is cut off, counted.

uvicorn's protocols do the work; these only keep an eye on them.
"""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from collections import Counter
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Final, TypeAlias, cast

from uvicorn import Config
from uvicorn._types import ASGI3Application, ASGISendEvent, WebSocketResponseBodyEvent, WebSocketResponseStartEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request

from kafelki.server.limits import household
from kafelki.server.settings import Settings

MOST_HEAD: Final = 32 * 1024  # bytes of a request line and its headers
MOST_REQUEST: Final = 1 << 20  # bytes of all of a request; what is read of a body is far less
MOST_FRAGMENTS: Final = 64  # of one message on a socket
GOODBYE: Final = 3.0  # seconds for the other side to hang up too
LINGER: Final = 10.0  # seconds for the last words to a socket that is closed

AppState: TypeAlias = dict[str, object]
Loop: TypeAlias = asyncio.AbstractEventLoop


class Guard:
    """What all connections of a server share."""

    def __init__(self, settings: Settings, refuse: Callable[[str], None], headers: dict[str, str]) -> None:
        self.refuse = refuse
        self.times = settings.times
        self.headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        self._most = settings.limits.connections_of_address + settings.limits.sockets_of_address
        self._trusted = settings.trusted_proxies
        self._open: Counter[str] = Counter()

    def enter(self, peer: str) -> bool:
        """One more from there; False where that is too many. A proxy of ours speaks for everybody."""
        place = household(peer)
        self._open[place] += 1
        return peer in self._trusted or self._open[place] <= self._most

    def leave(self, peer: str) -> None:
        place = household(peer)
        self._open[place] -= 1
        if not self._open[place]:
            del self._open[place]


class _Watch:
    """A connection's clock: one thing is waited for at a time, and what does not come in time cuts it off."""

    def __init__(self, guard: Guard, cut: Callable[[], None]) -> None:
        self._guard, self._cut = guard, cut
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def start(self, what: str, seconds: float) -> None:
        if what not in self._timers:
            self._timers[what] = asyncio.get_running_loop().call_later(seconds, self._late, what)

    def stop(self, what: str | None = None) -> None:
        for one in list(self._timers) if what is None else [what]:
            if (timer := self._timers.pop(one, None)) is not None:
                timer.cancel()

    def _late(self, what: str) -> None:
        self._timers.pop(what, None)
        if what != "closing":
            self._guard.refuse(f"too_slow.{what}")
        self._cut()


class _Read(asyncio.Protocol):
    """What is sent has to be read in time."""

    _guard: Guard
    _watch: _Watch

    def pause_writing(self) -> None:
        """It is not being read."""
        super().pause_writing()
        self._watch.start("reading", self._guard.times.stalled)

    def resume_writing(self) -> None:
        """It is, again."""
        super().resume_writing()
        self._watch.stop("reading")


class HttpLine(_Read, HttpToolsProtocol):
    """A connection that brings requests: each has to be here in time, and its answer read in time."""

    def __init__(
        self, guard: Guard, config: Config, server_state: ServerState, app_state: AppState, _loop: Loop | None = None
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._guard, self._watch = guard, _Watch(guard, self.cut)
        self._in_head, self._bytes = True, 0
        self._answering: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects."""
        super().connection_made(transport)
        if not self._guard.enter(_peer(self)):
            self._guard.refuse("too_many.connections")
            self.cut()
            return
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        self.cut()
        self._watch.stop()
        self._guard.leave(_peer(self))
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A part of a request."""
        if self.transport.is_closing():
            return
        self._expect()
        self._bytes += len(data)
        super().data_received(data)
        if (self._in_head and self._bytes > MOST_HEAD) or self._bytes > MOST_REQUEST:
            self._guard.refuse("bad_request.too_large")
            self.cut()

    def on_message_begin(self) -> None:
        """The first letter of a request."""
        super().on_message_begin()
        self._expect()

    def on_headers_complete(self) -> None:
        """Its head is here."""
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it is here."""
        super().on_message_complete()
        self._in_head, self._bytes = True, 0
        self._watch.stop("request")

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a socket, and counted as one."""
        self._watch.stop()
        self._guard.leave(_peer(self))
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """No request at all: the same headers as everywhere."""
        self._guard.refuse("bad_request.http")
        plain = [(b"content-type", b"text/plain"), (b"content-length", b"%d" % len(msg)), (b"connection", b"close")]
        head = [b"HTTP/1.1 400 Bad Request", *(b": ".join(one) for one in self._guard.headers + plain)]
        self.transport.write(b"\r\n".join([*head, b"", msg.encode()]))
        self.transport.close()

    def cut(self) -> None:
        """Hang up at once; what is being answered, or waits for it, has nobody to go to."""
        for cycle in (self._answering, self.cycle, *(cycle for cycle, _ in self.pipeline)):
            if cycle is not None and not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()
        self.transport.abort()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _expect(self) -> None:
        self._watch.start("request", self._guard.times.request)


class SocketLine(_Read, WebSocketsSansIOProtocol):
    """A connection that became a socket."""

    def __init__(
        self, guard: Guard, config: Config, server_state: ServerState, app_state: AppState, _loop: Loop | None = None
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._guard, self._watch = guard, _Watch(guard, self.cut)
        self.close_timeout = GOODBYE

    def connection_made(self, transport: BaseTransport) -> None:
        """A request became this."""
        super().connection_made(transport)
        self._guard.enter(_peer(self))

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        self._watch.stop()
        self._guard.leave(_peer(self))
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Frames; what is none cuts the line."""
        if self.transport.is_closing():
            return
        try:
            super().data_received(data)
        except Exception:  # a handshake that only looked like one
            self.handshake_initiated = False
        if not self.handshake_initiated:
            self._guard.refuse("bad_request.http")
            self.cut()

    def cut(self) -> None:
        """Hang up at once."""
        self.transport.abort()

    def handle_connect(self, event: Request) -> None:
        """The handshake; one that cannot be taken gets the same headers as everything."""
        response = self.conn.accept(event)
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            super().handle_connect(event)
            return
        self._guard.refuse("bad_request.http")
        self.handshake_initiated = self.handshake_complete = self.close_sent = True
        response.headers.update([(name.decode(), value.decode()) for name, value in self._guard.headers])
        self.conn.send_response(response)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def handle_cont(self, event: Frame) -> None:
        """A part of a message: the parts are counted, an empty one takes room too."""
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
        elif not self.close_sent:
            self._fail(CloseCode.MESSAGE_TOO_BIG)

    def send_receive_event_to_app(self) -> None:
        """A message is whole; text is text."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.frames = []
            self._fail(CloseCode.INVALID_DATA)
        else:
            super().send_receive_event_to_app()

    def _fail(self, code: CloseCode) -> None:
        self.conn.fail(code)
        self.handle_parser_exception()

    def handle_ping(self) -> None:
        """Answered, unless the answers are not read."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_parser_exception(self) -> None:
        """What came breaks the protocol or is too large."""
        closed = self.conn.close_sent
        large = closed is not None and closed.code == CloseCode.MESSAGE_TOO_BIG
        self._guard.refuse("bad_request.too_large" if large else "bad_request.frame")
        super().handle_parser_exception()
        self._watch.start("closing", LINGER)

    async def run_asgi(self) -> None:
        """Until one side hangs up; then the last words have a few seconds."""
        await super().run_asgi()
        if not self.disconnected:
            self._watch.start("closing", 2 * LINGER)

    async def send(self, message: ASGISendEvent) -> None:
        """A socket that is not taken gets an answer with the same headers as everywhere."""
        if message["type"] != "websocket.close" or self.handshake_complete:
            await super().send(message)
            return
        start: WebSocketResponseStartEvent = {
            "type": "websocket.http.response.start",
            "status": 403,
            "headers": self._guard.headers,
        }
        body: WebSocketResponseBodyEvent = {"type": "websocket.http.response.body", "body": b"", "more_body": False}
        await super().send(start)
        await super().send(body)
        self.handshake_complete = True  # with a refusal


def _peer(line: HttpLine | SocketLine) -> str:
    return line.client[0] if line.client else ""


def protocols(guard: Guard) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """For requests and for sockets, as uvicorn wants them."""
    kind = type[asyncio.Protocol]
    return cast(kind, partial(HttpLine, guard)), cast(kind, partial(SocketLine, guard))
