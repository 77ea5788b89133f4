"""What the API says of itself: OpenAPI made from the types that decode and encode, socket messages among them."""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Iterator
from typing import Final, TypeAlias, cast

import msgspec

import kafelki
from kafelki.server import bodies, wire
from kafelki.server.routes import ROUTES, Picture, Plain, Route

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
Document: TypeAlias = dict[str, Json]

REFERENCE: Final = "#/components/schemas/{name}"
ABOUT: Final = (
    "The table of Kafelki. A browser is known by its cookie, a program by `Authorization: Bearer <token>`. "
    "Matches are played over the socket `/api/socket`: text frames, each one of `Incoming`; answers are `Outgoing`."
)
FOR_ANYBODY: Final = {
    "health",
    "list_games",
    "make_player",
    "use_device",
    "who_am_i",
}  # nobody has to be known for these
REFUSALS: Final = {"400": "not understood", "401": "not known", "403": "not allowed", "404": "no such table"}
REFUSALS_TOO: Final = {"409": "not now", "413": "too large", "429": "too often", "503": "not ready yet"}


PLAIN: Final = (None, type(None), str, Picture, Plain)  # answers that need no schema


@functools.cache
def document() -> bytes:
    """The whole description as JSON."""
    return msgspec.json.format(msgspec.json.encode(described()), indent=1)


def described() -> Document:
    """The whole description."""
    kinds = [kind for route in ROUTES for kind in (route.body, route.answer) if kind not in PLAIN]
    schemas, components = msgspec.json.schema_components(
        [wire.AnyIncoming, wire.AnyOutgoing, bodies.Problem, bodies.TurnCall, *kinds], ref_template=REFERENCE
    )
    known = dict(zip([str(kind) for kind in kinds], schemas[4:], strict=True))
    parts = {"Incoming": schemas[0], "Outgoing": schemas[1], **components}
    paths: dict[str, Document] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, cast("dict[str, Document]", known))
    whole = {
        "openapi": "3.1.0",
        "info": {"title": "Kafelki", "version": kafelki.__version__, "description": ABOUT},
        "paths": paths,
        "webhooks": {"turn": {"post": _call()}},
        "components": {
            "schemas": parts,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "kafelki"},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
        "security": [{"cookie": []}, {"token": []}],
    }
    return cast(Document, _renamed(whole, _names(list(components))))


def _operation(route: Route, known: dict[str, Document]) -> Document:
    """One request: what it takes and what it may answer."""
    problem: Document = {"content": {"application/json": {"schema": {"$ref": REFERENCE.format(name="Problem")}}}}
    answers: Document = {str(route.status): _answer(route, known)}
    for status, words in {**REFUSALS, **REFUSALS_TOO}.items():
        answers[status] = {"description": words, **problem}
    operation: Document = {"operationId": route.name, "summary": route.words, "responses": answers}
    places = [("path", name) for name in route.parts] + [("query", name) for name in route.query]
    operation["parameters"] = [
        {"name": name, "in": place, "required": place == "path", "schema": {"type": "string"}} for place, name in places
    ]
    if route.name in FOR_ANYBODY:
        operation["security"] = []
    if route.body is not None:
        body = {"application/json": {"schema": known[str(route.body)]}}
        operation["requestBody"] = {"required": True, "content": cast(Json, body)}
    return operation


def _call() -> Document:
    """What a webhook of a player's receives."""
    sign = {"name": bodies.SIGNATURE, "in": "header", "required": True, "schema": {"type": "string"}}
    body = {"application/json": {"schema": {"$ref": REFERENCE.format(name="TurnCall")}}}
    return {
        "operationId": "turn",
        "summary": "It is your turn. The header is `sha256=` and the HMAC-SHA256 of the body with your secret, in hex.",
        "parameters": [cast(Json, sign)],
        "requestBody": {"required": True, "content": cast(Json, body)},
        "responses": {"2XX": {"description": "taken"}},
    }


def _answer(route: Route, known: dict[str, Document]) -> Document:
    if route.answer is type(None):
        return {"description": "done"}
    if route.answer in (Picture, Plain):
        return {"description": "done", "content": {route.answer.media: {"schema": {"type": "string"}}}}
    schema: Document = {"type": "object"} if route.answer is str else known[str(route.answer)]
    return {"description": "done", "content": {"application/json": {"schema": schema}}}


def _names(given: list[str]) -> dict[str, str]:
    """msgspec names what is not unique by its module: kafelki.games.planet.view.Tile becomes PlanetTile."""
    return {
        name: "".join(part.title() for part in name.split(".")[2:3]) + name.rpartition(".")[2]
        for name in given
        if "." in name
    }


def _renamed(value: object, names: dict[str, str]) -> object:
    if isinstance(value, dict):
        return {names.get(key, key): _renamed(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [_renamed(one, names) for one in value]
    if isinstance(value, str) and value.startswith("#/components/schemas/"):
        name = value.rpartition("/")[2]
        return REFERENCE.format(name=names.get(name, name))
    return value


# ---- For people


@functools.cache
def page() -> str:
    """The same as a readable page, with nothing from elsewhere."""
    whole = described()
    parts = cast("dict[str, dict[str, Document]]", whole["components"])["schemas"]
    body = "".join(_lines(parts))
    return PAGE.format(title=f"Kafelki {kafelki.__version__}", about=html.escape(ABOUT), body=body)


PAGE: Final = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<title>{title}: API</title><link rel="stylesheet" href="/static/plain.css">'
    '<main><h1>{title}: API</h1><p>{about}</p><p><a href="/schema/openapi.json">openapi.json</a></p>{body}</main>'
    "</html>"
)


def _lines(parts: dict[str, Document]) -> Iterator[str]:
    yield "<h2>Requests</h2>"
    for route in ROUTES:
        yield f"<h3><code>{route.method} {html.escape(route.path)}</code></h3><p>{html.escape(route.words)}</p>"
        if isinstance(route.body, type):
            yield f'<p>Takes <a href="#{route.body.__name__}">{route.body.__name__}</a>.</p>'
        if isinstance(route.answer, type) and route.answer.__name__ in parts:
            yield f'<p>Gives <a href="#{route.answer.__name__}">{route.answer.__name__}</a>.</p>'
    yield "<h2>Types</h2>"
    for name, schema in parts.items():
        yield f'<h3 id="{html.escape(name)}">{html.escape(name)}</h3>'
        text = html.escape(msgspec.json.format(msgspec.json.encode(schema), indent=2).decode())
        yield f"<pre>{re.sub(r'#/components/schemas/([A-Za-z]+)', LINK, text)}</pre>"


LINK: Final = r'<a href="#\1">\1</a>'


if __name__ == "__main__":
    print(document().decode())
