"""What can be asked by HTTP: one function each. Bodies are decoded strictly by the type that is named here, and the
API's description is made from the same names.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Final, Literal, TypeAlias, get_type_hints

import kafelki
from kafelki.errors import NotNow, UnknownTable
from kafelki.server import bodies, wire
from kafelki.server.metrics import MEDIA
from kafelki.server.service import Call, whole_number

Method: TypeAlias = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
Handler: TypeAlias = Callable[..., Awaitable[object]]


class Picture(str):
    """An answer that is a picture, in SVG."""

    media: Final = "image/svg+xml"


class Plain(str):
    """An answer in plain lines."""

    media: Final = MEDIA


class Route:
    """A function that answers a kind of request."""

    def __init__(self, method: Method, path: str, handler: Handler, status: int) -> None:
        self.method, self.path, self.handler, self.status = method, path, handler, status
        hints = get_type_hints(handler)
        self.body: type | None = hints.get("body")
        self.answer: object = hints["return"]
        names = [name for name in inspect.signature(handler).parameters if name not in ("call", "body")]
        self.parts = [name for name in names if f"{{{name}}}" in path]
        self.query = [name for name in names if name not in self.parts]

    @property
    def words(self) -> str:
        """What it does, from its docstring."""
        return inspect.getdoc(self.handler) or ""

    @property
    def name(self) -> str:
        return self.handler.__name__


ROUTES: Final[list[Route]] = []


def route(method: Method, path: str, status: int = 200) -> Callable[[Handler], Handler]:
    """Put a function into the list."""

    def add(handler: Handler) -> Handler:
        ROUTES.append(Route(method, path, handler, status))
        return handler

    return add


# ---- The server itself


@route("GET", "/health")
async def health(call: Call) -> bodies.Health:
    """Whether everything is prepared and people can play."""
    if not call.service.ready:
        raise NotNow("Not ready yet.", "Jeszcze nie gotowe.", "starting")
    return bodies.Health(True, kafelki.__version__)


@route("GET", "/metrics")
async def metrics(call: Call) -> Plain:
    """How it goes, for Prometheus: who brings the token that the host has set."""
    call.require_metrics()
    return Plain(call.service.metrics.text(call.service))


@route("GET", "/api/games")
async def list_games(call: Call) -> list[bodies.GameCard]:
    """The games: seats, options, levels of bots."""
    return call.service.lobby.cards()


# ---- Who you are


@route("POST", "/api/players", 201)
async def make_player(call: Call, body: bodies.NewPlayer) -> bodies.PlayerNow:
    """Come with a name. A browser gets a cookie; a program keeps the token and sends it as `Authorization: Bearer`."""
    call.service.players.take(call.address)
    player = await call.service.new_player(body.name)
    return bodies.PlayerNow(player, await call.service.name_of(player), call.recognise(player))


@route("GET", "/api/me")
async def who_am_i(call: Call) -> bodies.PlayerNow | None:
    """Who you are, null for somebody new; the cookie lasts longer again."""
    if call.is_nobody:
        return None
    player, name = await call.named()
    call.recognise(player)
    return bodies.PlayerNow(player, name)


@route("PATCH", "/api/me")
async def rename_me(call: Call, body: bodies.NewPlayer) -> bodies.PlayerNow:
    """Another name, for tables you sit down at from now on."""
    player = await call.player()
    return bodies.PlayerNow(player, await call.service.rename(player, body.name))


@route("GET", "/api/me/tables")
async def list_my_tables(call: Call) -> list[bodies.MyTable]:
    """Your tables, those first where it is your turn."""
    return await call.service.lobby.my_tables(await call.player())


@route("POST", "/api/me/device", 201)
async def link_device(call: Call) -> bodies.DeviceLink:
    """Continue on another device: what it has to bring, within ten minutes. Never in a path: it goes behind a #."""
    return bodies.DeviceLink(call.service.signer.sign("device", await call.player()))


@route("POST", "/api/device")
async def use_device(call: Call, body: bodies.DeviceLink) -> bodies.PlayerNow:
    """On the other device: become that player."""
    call.service.guesses.take(call.address, 0.2)
    player = call.service.signer.read("device", body.token)
    name = await call.service.name_of(player)
    return bodies.PlayerNow(player, name, call.recognise(player))


# ---- Being told of one's turn


@route("GET", "/api/me/notices")
async def show_notices(call: Call) -> bodies.NoticesNow:
    """How you are told that it is your turn."""
    return await call.service.notices.now(await call.player())


@route("PUT", "/api/me/notices/browser")
async def subscribe_browser(call: Call, body: bodies.Subscribe) -> bodies.NoticesNow:
    """Tell this browser by Web Push, in this language; it has subscribed with `pushKey`."""
    player = await call.player()
    await call.service.notices.subscribe(player, body)
    return await call.service.notices.now(player)


@route("DELETE", "/api/me/notices/browsers/{browser}")
async def unsubscribe_browser(call: Call, browser: str) -> bodies.NoticesNow:
    """Tell a browser no more: the SHA-256 of its endpoint, in hex."""
    player = await call.player()
    await call.service.notices.unsubscribe(player, browser)
    return await call.service.notices.now(player)


@route("PUT", "/api/me/notices/quiet")
async def set_quiet_hours(call: Call, body: bodies.QuietHours) -> bodies.NoticesNow:
    """Hours in which nothing is told; what falls into them comes when they end, if it is still your turn."""
    player = await call.player()
    await call.service.notices.set_quiet(player, body)
    return await call.service.notices.now(player)


@route("DELETE", "/api/me/notices/quiet")
async def drop_quiet_hours(call: Call) -> bodies.NoticesNow:
    """No quiet hours any more."""
    player = await call.player()
    await call.service.notices.set_quiet(player, None)
    return await call.service.notices.now(player)


@route("PUT", "/api/me/notices/webhook")
async def set_webhook(call: Call, body: bodies.NewWebhook) -> bodies.WebhookSecret:
    """Call an address of your own when it is your turn, where the host allows it: a public one, no redirects."""
    return bodies.WebhookSecret(await call.service.notices.set_webhook(await call.player(), call.address, body))


@route("DELETE", "/api/me/notices/webhook")
async def drop_webhook(call: Call) -> bodies.NoticesNow:
    """Call it no more."""
    player = await call.player()
    await call.service.notices.drop_webhook(player)
    return await call.service.notices.now(player)


@route("POST", "/api/me/notices/trial", 204)
async def try_notices(call: Call) -> None:
    """A notice at once, to see whether it comes; refused where it comes nowhere."""
    await call.service.notices.try_out(await call.player(), call.address)


# ---- Tables


@route("GET", "/api/tables")
async def list_open_tables(call: Call) -> list[wire.TableInfo]:
    """Public tables that wait for players."""
    return await call.service.lobby.open_tables(await call.player())


@route("POST", "/api/tables", 201)
async def make_table(call: Call, body: bodies.NewTable) -> wire.TableInfo:
    """Make a table and sit down at it. `nonceHash` is the SHA-256 that the fairness protocol asks for."""
    player, name = await call.named()
    return await call.service.lobby.create(player, name, body)


@route("POST", "/api/join")
async def join_table(call: Call, body: bodies.Join) -> wire.TableInfo:
    """Sit down at a table or come to watch: by its invitation, its code, or a public table's id."""
    player, name = await call.named()
    call.service.guesses.require(call.address)
    try:
        return await call.service.lobby.join(player, name, body)
    except UnknownTable:
        call.service.guesses.take(call.address)
        raise


@route("GET", "/api/tables/{table}")
async def show_table(call: Call, table: str) -> wire.TableInfo:
    """A table you belong to, or a public one."""
    return await call.service.lobby.table(await call.player(), table)


@route("POST", "/api/tables/{table}/leave", 204)
async def leave_table(call: Call, table: str) -> None:
    """Leave a table before the start, or stop watching it."""
    await call.service.lobby.leave(await call.player(), table)


@route("POST", "/api/tables/{table}/bots", 201)
async def add_bot(call: Call, table: str, body: bodies.NewBot) -> wire.TableInfo:
    """Give a free seat to a bot of a level."""
    return await call.service.lobby.add_bot(await call.player(), table, body.level)


@route("PATCH", "/api/tables/{table}")
async def change_table(call: Call, table: str, body: bodies.NewTerms) -> wire.TableInfo:
    """Change what is agreed, before the start: options, seats, who may see it, even the game."""
    return await call.service.lobby.agree(await call.player(), table, body)


@route("PATCH", "/api/tables/{table}/members/{number}")
async def change_bot(call: Call, table: str, number: str, body: bodies.NewBot) -> wire.TableInfo:
    """Give a bot another level, before the start."""
    return await call.service.lobby.set_level(await call.player(), table, whole_number(number, "number"), body.level)


@route("DELETE", "/api/tables/{table}/members/{number}")
async def remove_member(call: Call, table: str, number: str) -> wire.TableInfo:
    """Take a bot or a person from your table before the start."""
    return await call.service.lobby.remove(await call.player(), table, whole_number(number, "number"))


@route("POST", "/api/tables/{table}/rematch", 201)
async def play_again(call: Call, table: str, body: bodies.Rematch) -> wire.TableInfo:
    """Once more with the same people, at a new table."""
    player, name = await call.named()
    return await call.service.lobby.rematch(player, name, table, body.nonce_hash)


@route("GET", "/api/tables/{table}/qr")
async def show_invitation(call: Call, table: str) -> Picture:
    """The table's link as a QR picture, for who belongs to it."""
    return Picture(await call.service.lobby.qr(await call.player(), table))


@route("GET", "/api/tables/{table}/file")
async def export_match(call: Call, table: str) -> str:
    """The match as a file, once it is over: `kafelki verify` checks it."""
    return await call.service.lobby.match_file(await call.player(), table)


@route("GET", "/api/tables/{table}/plies/{ply}")
async def show_ply(call: Call, table: str, ply: str, seat: str | None = None) -> bodies.Frame:
    """One moment of a match that is over, for looking at it again."""
    place = None if seat is None else whole_number(seat, "seat")
    return await call.service.lobby.frame(await call.player(), table, whole_number(ply, "ply"), place)


# ---- For the host, with a token made from the signing key


@route("GET", "/api/host/status")
async def host_status(call: Call) -> dict[str, int]:
    """Connections, tables in memory, and what was refused, by code."""
    call.require_host()
    service = call.service
    counts = {"connections": len(service.post.connections), "tables_in_memory": len(service.authority.lives)}
    return counts | {f"refused.{code}": count for code, count in sorted(service.refused.counts.items())}


@route("POST", "/api/host/tables/{table}/close", 204)
async def host_close(call: Call, table: str) -> None:
    """End a table, whoever sits there."""
    call.require_host()
    await call.service.authority.close_table(table, "closed")


@route("DELETE", "/api/host/tables/{table}", 204)
async def host_delete(call: Call, table: str) -> None:
    """End a table and remove all that is kept of it."""
    call.require_host()
    await call.service.authority.delete_table(table)
