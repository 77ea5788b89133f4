"""The service behind Litestar: every request and socket comes through here, and so does every refusal."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib import resources
from typing import Final

import msgspec
from litestar import Litestar, Request, Response
from litestar.datastructures import Cookie, MutableScopeHeaders, State
from litestar.exceptions import HTTPException, NotFoundException
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler, WebsocketRouteHandler
from litestar.types import Message, Scope

from kafelki.errors import BadRequest, KafelkiError
from kafelki.server import bodies, openapi, pages, site, wire
from kafelki.server.door import call_of, not_understood, require_origin
from kafelki.server.identity import COOKIE, LASTS
from kafelki.server.routes import ROUTES, Picture, Plain, Route
from kafelki.server.service import Call, Service
from kafelki.server.socket import talk
from kafelki.server.sweep import Sweeper

log: Final = logging.getLogger("kafelki.web")
Asked = Request[object, object, State]

STATUS: Final = {  # by an error's kind; what is not here is 409
    "bad_request": 400,
    "bad_move": 400,
    "bad_name": 400,
    "bad_options": 400,
    "bad_seats": 400,
    "unknown_game": 400,
    "unknown_bot": 400,
    "bad_token": 401,
    "not_allowed": 403,
    "unknown_table": 404,
    "unknown_page": 404,
    "too_many": 429,
    "not_ready": 503,
}
CSP: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
}


def make_app(service: Service) -> Litestar:
    """The application; the service is opened and closed with it."""

    @asynccontextmanager
    async def life(_app: Litestar) -> AsyncIterator[None]:
        try:
            await service.open()
        except KafelkiError as error:
            service.failed = error  # whoever runs this stops it and says why
            yield
            await service.close()
            return
        sweeper = Sweeper(service.authority)
        try:
            yield
        finally:
            await sweeper.close()
            await service.close()

    handlers: list[BaseRouteHandler] = [_handler(service, route) for route in ROUTES]
    handlers += [WebsocketRouteHandler(path="/api/socket")(talk(service)), *_pages()]
    return Litestar(
        route_handlers=handlers,
        lifespan=[life],
        openapi_config=None,
        logging_config=None,
        request_max_body_size=service.settings.limits.body_bytes,
        before_send=[_with_headers],
        exception_handlers={Exception: lambda request, error: _failed(service, request, error)},
        debug=False,
    )


async def _with_headers(message: Message, _scope: Scope) -> None:
    """Every answer has them, also those that Litestar gives by itself."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)


# ---- Requests


def _handler(service: Service, route: Route) -> HTTPRouteHandler:
    """A route as Litestar has them."""

    async def answer(request: Asked) -> Response[bytes]:
        begun = time.perf_counter()
        try:
            response = await _answered(service, route, request)
        except KafelkiError as error:
            response = refusal(service, error)
        log.debug("request", extra={"route": route.name, "status": response.status_code, "ms": _since(begun)})
        return response

    answer.__name__ = route.name
    path = route.path
    for part in route.parts:
        path = path.replace(f"{{{part}}}", f"{{{part}:str}}")
    return HTTPRouteHandler(path=path, http_method=route.method, status_code=200, name=route.name)(answer)


async def _answered(service: Service, route: Route, request: Asked) -> Response[bytes]:
    if route.method != "GET":
        require_origin(service, request)
    call = call_of(service, request)
    given: dict[str, object] = {name: str(request.path_params[name]) for name in route.parts}
    given |= {name: request.query_params[name] for name in route.query if name in request.query_params}
    if route.body is not None:
        given["body"] = await _read(request, route.body)
    found = await route.handler(call, **given)
    return _response(service, route, call, found)


async def _read(request: Asked, kind: type) -> object:
    """The body, strictly."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise not_understood(error) from None


def _response(service: Service, route: Route, call: Call, found: object) -> Response[bytes]:
    content = b"" if route.status == 204 else found.encode() if isinstance(found, str) else wire.encode(found)
    cookies = []
    if call.cookie is not None:
        cookies = [
            Cookie(
                COOKIE,
                value=call.cookie,
                path="/",
                max_age=LASTS["player"],
                httponly=True,
                samesite="lax",
                secure=service.settings.secure,
            )
        ]
    media = found.media if isinstance(found, Picture | Plain) else "application/json" if content else None
    return Response(content, status_code=route.status, media_type=media, cookies=cookies)


def refusal(service: Service, error: KafelkiError) -> Response[bytes]:
    """Why not, in words."""
    service.refuse(error)
    status = STATUS.get("not_ready" if error.code == "not_now.starting" else error.kind, 409)
    content = wire.encode(bodies.Problem(error.code, error.words))
    return Response(content, status_code=status, media_type="application/json")


def _failed(service: Service, request: Asked, error: Exception) -> Response[bytes]:
    """What Litestar refuses by itself, and what must never happen."""
    if isinstance(error, KafelkiError):
        return refusal(service, error)
    if isinstance(error, HTTPException):
        code = {404: "unknown_page", 405: "method", 413: "too_large"}.get(error.status_code, "request")
        words = BadRequest(f"{error.detail[:100]}.", f"Odmowa: {error.detail[:100]}.", code)
        service.refuse(words)
        content = wire.encode(bodies.Problem(words.code, words.words))
        allow = {"Allow": ", ".join(_methods(request.url.path))} if error.status_code == 405 else {}
        return Response(content, status_code=error.status_code, media_type="application/json", headers=allow)
    log.error("request failed", exc_info=error, extra={"path": request.url.path})
    broken = KafelkiError("Something broke here; it was noted down.", "Coś się tu zepsuło; zapisano to.")
    content = wire.encode(bodies.Problem("error", broken.words))
    return Response(content, status_code=500, media_type="application/json")


def _methods(path: str) -> list[str]:
    """What can be asked at a path; pages can be looked at."""
    here = {route.method for route in ROUTES if re.fullmatch(re.sub(r"{\w+}", "[^/]+", route.path), path)}
    return sorted(here or {"GET"})


def _since(begun: float) -> float:
    return round(1000 * (time.perf_counter() - begun), 1)


# ---- Pages


def _pages() -> list[HTTPRouteHandler]:
    """The description of the API, and the page."""
    static = resources.files("kafelki.server") / "static"
    found: dict[str, tuple[str, Callable[[], bytes]]] = {
        "/schema/openapi.json": ("application/json", openapi.document),
        "/schema": ("text/html", lambda: openapi.page().encode()),
        "/static/plain.css": ("text/css", (static / "plain.css").read_bytes),
    }

    def handler(path: str) -> HTTPRouteHandler:
        media, content = found[path]

        async def show(request: Asked) -> Response[bytes]:
            return Response(content(), media_type=media)

        return HTTPRouteHandler(path=path, http_method="GET")(show)

    return [
        *(handler(path) for path in found),
        HTTPRouteHandler(path=["/", "/{path:path}"], http_method="GET")(_site()),
    ]


def _site() -> Callable[[Asked], Awaitable[Response[bytes]]]:
    """The page and its files; where it was not built, a plain page that says what runs here."""
    files = site.built()

    async def show(request: Asked) -> Response[bytes]:
        path = request.url.path
        file, status = site.find(files, path), 200
        if file is None and path == "/":
            words = pages.home(request.headers.get("accept-language")).encode()
            return Response(words, media_type="text/html")
        if file is None and "text/html" in request.headers.get("accept", ""):
            file, status = files.get("/index.html"), 404  # people are told by the page that there is nothing
        if file is None:
            raise NotFoundException(detail="Not Found")
        headers = {"Cache-Control": file.cache, "Vary": "Accept-Encoding"}
        if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers |= {"Content-Encoding": "gzip"}
            return Response(file.packed, media_type=file.media, headers=headers, status_code=status)
        return Response(file.content, media_type=file.media, headers=headers, status_code=status)

    return show
