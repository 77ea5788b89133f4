"""A socket: one for each page. What comes is decoded strictly, one message at a time; what goes is a letter."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import msgspec
from litestar import WebSocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from kafelki.errors import BadRequest, BadToken, KafelkiError, TooMany
from kafelki.server import letters, wire
from kafelki.server.door import call_of, not_understood, require_origin
from kafelki.server.post import Connection
from kafelki.server.service import Service

log: Final = logging.getLogger("kafelki.socket")
Socket: TypeAlias = WebSocket[object, object, State]
REFUSED: Final = 4403  # close codes of our own
BEHIND: Final = 4408
WATCHING: Final = 5  # times the cost of another message: a whole match may have to be told
MOST_MISTAKES: Final = 20  # messages that are none of ours, before the line is cut


def talk(service: Service) -> Callable[[Socket], Awaitable[None]]:
    """The handler of sockets."""

    async def handler(socket: Socket) -> None:
        try:
            connection = await _recognised(service, socket)
        except KafelkiError as error:
            service.refuse(error)
            await _turn_away(socket, error)
            return
        await _converse(service, socket, connection)

    return handler


async def _recognised(service: Service, socket: Socket) -> Connection:
    """Who is at the other end, and whether there is room for them."""
    require_origin(service, socket)
    call = call_of(service, socket)
    player, name = await call.named()
    connection = Connection(player, name, call.address, service.settings.limits)
    service.post.add(connection)
    return connection


async def _turn_away(socket: Socket, error: KafelkiError) -> None:
    """A browser cannot read why a handshake failed: we take it, say why, and hang up. Foreign pages get the door."""
    if not isinstance(error, BadToken | TooMany):
        await socket.close(code=REFUSED)
        return
    await socket.accept()
    await socket.send_data(letters.refused(None, error).text)
    await socket.close(code=REFUSED, reason=error.code)


async def _converse(service: Service, socket: Socket, connection: Connection) -> None:
    """Until one side hangs up."""
    try:
        await socket.accept()
        connection.send(letters.welcome(connection.player, connection.name))
        tasks = [
            asyncio.create_task(work)
            for work in (_send(socket, connection), _receive(service, socket, connection), _lost(connection))
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await _finish_move(connection)
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect):
                log.warning("socket ended", extra={"error": f"{type(result).__name__}: {result}"[:200]})
    finally:
        await _hang_up(service, socket, connection)


async def _finish_move(connection: Connection) -> None:
    """What was begun is finished and told, also when the one who asked is gone."""
    while connection.busy:
        await asyncio.sleep(0.01)


async def _hang_up(service: Service, socket: Socket, connection: Connection) -> None:
    try:
        if connection.table is not None and service.ready:
            await service.desk.left(connection)
    except KafelkiError as error:
        log.info("left", extra={"error": error.code})
    finally:
        service.post.remove(connection)
    if connection.lost.is_set():
        try:
            await socket.close(code=BEHIND)
        except Exception:  # it may be gone already
            log.debug("gone")


async def _send(socket: Socket, connection: Connection) -> None:
    while True:
        letter = await connection.next_letter()
        await socket.send({"type": "websocket.send", "text": letter.text, "bytes": None})


async def _lost(connection: Connection) -> None:
    await connection.lost.wait()


async def _receive(service: Service, socket: Socket, connection: Connection) -> None:
    mistakes = 0
    while mistakes < MOST_MISTAKES:
        try:
            service.commands.take(connection.player, 0.0)
            message = _read(await socket.receive())
            service.commands.take(connection.player, WATCHING if isinstance(message, wire.Watch) else 1)
            await service.desk.take(connection, message)
            if connection.is_crowded:
                await asyncio.sleep(0)  # the answers go out first
        except (BadRequest, TooMany) as error:
            mistakes += isinstance(error, BadRequest)
            await service.desk.refuse(connection, None, error)
            if isinstance(error, TooMany):
                await asyncio.sleep(0.2)  # who floods waits


def _read(event: object) -> wire.AnyIncoming:
    """A message, or BadRequest."""
    assert isinstance(event, dict)
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone", code=int(event.get("code", 1005)))
    text = event.get("text")
    if not isinstance(text, str):
        raise BadRequest("Text is expected, bytes came.", "Oczekiwano tekstu, przyszły bajty.", "bytes")
    try:
        return wire.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise not_understood(error) from None
