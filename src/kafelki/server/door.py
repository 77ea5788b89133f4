"""What everybody passes who comes in, by request or by socket: from where, from which page, and who it is."""

from __future__ import annotations

from typing import TypeAlias

from litestar import Request, WebSocket
from litestar.datastructures import State

from kafelki.errors import BadRequest, NotAllowed
from kafelki.server.identity import COOKIE
from kafelki.server.limits import address_of
from kafelki.server.service import Call, Service

Asked: TypeAlias = Request[object, object, State] | WebSocket[object, object, State]


def call_of(service: Service, asked: Asked) -> Call:
    """A request as the service sees it; TooMany from an address that asks too often."""
    peer = asked.client.host if asked.client else ""
    address = address_of(peer, asked.headers.get("x-forwarded-for"), service.settings.trusted_proxies)
    service.requests.take(address)
    return Call(service, address, token_of(asked.headers.get("authorization"), asked.cookies.get(COOKIE)))


def token_of(authorization: str | None, cookie: str | None) -> str | None:
    """What somebody is known by: a program's token before a browser's cookie."""
    scheme, _, token = (authorization or "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else cookie


def require_origin(service: Service, asked: Asked) -> None:
    """A browser says which page asks: it must be one of ours. Programs say nothing."""
    origin, host = asked.headers.get("origin"), asked.headers.get("host")
    if origin is None:
        return
    scheme, separator, place = origin.partition("://")
    if separator and scheme in ("http", "https") and place == host:
        return
    if origin == service.settings.public_url:
        return
    raise NotAllowed("Requests from other pages are not taken.", "Żądania z innych stron nie są przyjmowane.", "origin")


def not_understood(error: Exception) -> BadRequest:
    """What came is none of ours; msgspec says where."""
    why = "nested too deeply" if isinstance(error, RecursionError) else str(error)[:200]
    return BadRequest(f"Not understood: {why}.", f"Nie zrozumiano: {why}.", "shape")
