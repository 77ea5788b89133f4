"""What everybody passes who comes in, by request or by socket: from where, from which page, and who it is."""

from __future__ import annotations

from typing import Final, TypeAlias
from urllib.parse import SplitResult, urlsplit

from litestar import Request, WebSocket
from litestar.datastructures import State

from kafelki.errors import BadRequest, NotAllowed
from kafelki.server.identity import COOKIE
from kafelki.server.limits import address_of
from kafelki.server.service import Call, Service

Asked: TypeAlias = Request[object, object, State] | WebSocket[object, object, State]
PORTS: Final = {"http": 80, "https": 443}


def call_of(service: Service, asked: Asked) -> Call:
    """A request as the service sees it; TooMany from an address that asks too often."""
    peer = asked.client.host if asked.client else ""
    forwarded = ",".join(asked.headers.getall("x-forwarded-for", []))
    address = address_of(peer, forwarded, service.settings.trusted_proxies)
    service.requests.take(address)
    return Call(service, address, token_of(asked.headers.get("authorization"), asked.cookies.get(COOKIE)))


def token_of(authorization: str | None, cookie: str | None) -> str | None:
    """What somebody is known by: a program's token before a browser's cookie."""
    scheme, _, token = (authorization or "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else cookie


def require_origin(service: Service, asked: Asked) -> None:
    """A browser says which page asks: it must be one of ours. Programs say nothing."""
    origin, host = asked.headers.get("origin"), asked.headers.get("host")
    if origin is None or is_ours(origin, host, service.settings.public_url):
        return
    raise NotAllowed("Requests from other pages are not taken.", "Żądania z innych stron nie są przyjmowane.", "origin")


def is_ours(origin: str, host: str | None, public_url: str | None) -> bool:
    """Whether a page is at the address that was asked, or at the public one; that one only with its own scheme."""
    page, public, host = _place(origin), _place(public_url or ""), host or ""
    if page is None or origin != f"{page.scheme}://{page.netloc}":
        return False
    if public is not None and _same(page, public) and page.scheme == public.scheme:
        return True
    if public is not None and _same(_place(f"{public.scheme}://{host}"), public):
        return False  # asked at the public address, from a page that is not there
    return _same(_place(f"{page.scheme}://{host}"), page)


def _same(place: SplitResult | None, other: SplitResult) -> bool:
    return place is not None and (place.hostname, _port(place)) == (other.hostname, _port(other))


def _place(url: str) -> SplitResult | None:
    try:
        found = urlsplit(url)
        usable = found.scheme in PORTS and found.hostname and found.username is None and found.port != 0
    except ValueError:
        return None
    return found if usable else None


def _port(place: SplitResult) -> int:
    return place.port or PORTS[place.scheme]


def not_understood(error: Exception) -> BadRequest:
    """What came is none of ours; msgspec says where."""
    why = "nested too deeply" if isinstance(error, RecursionError) else str(error)[:200]
    return BadRequest(f"Not understood: {why}.", f"Nie zrozumiano: {why}.", "shape")
