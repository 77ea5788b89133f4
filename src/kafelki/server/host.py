"""What a host does with a server's tables. Reading goes to the database; changing goes through the server that runs."""

from __future__ import annotations

import http.client
import sqlite3
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlsplit

import msgspec

from kafelki.errors import CannotServe, KafelkiError, NotNow
from kafelki.server import bodies
from kafelki.server.authority import Authority, unknown_table
from kafelki.server.identity import signer_in
from kafelki.server.matches import LiveMatch
from kafelki.server.post import Post
from kafelki.server.run import server_in
from kafelki.server.settings import DATABASE, Settings
from kafelki.server.store import Store

PATIENCE: Final = 10.0  # seconds


class HostedTable(msgspec.Struct, frozen=True):
    """A table in the host's list."""

    id: str
    game: str
    phase: str
    public: bool
    entries: int
    players: list[str]
    created: float
    touched: float


def _require_database(settings: Settings) -> None:
    path = settings.folder / DATABASE
    if settings.database is None and not path.exists():
        raise CannotServe(
            f"There is no database in {settings.folder}: has a server run here?",
            f"W {settings.folder} nie ma bazy danych: czy działał tu serwer?",
            "database",
        )


async def tables(settings: Settings) -> list[HostedTable]:
    """All tables, the latest first."""
    _require_database(settings)
    store = Store(settings.database_url)
    try:
        return [
            HostedTable(
                table.id,
                table.terms.game,
                table.phase,
                table.terms.public,
                entries,
                [member.name for member in table.members],
                table.created,
                touched,
            )
            for table, touched, entries in await store.all_tables()
        ]
    finally:
        await store.close()


async def export_match(settings: Settings, id: str) -> str:
    """A match as a file; without its secret before the end."""
    _require_database(settings)
    store = Store(settings.database_url)
    try:
        table = await store.table(id)
        if table is None:
            raise unknown_table()
        if not table.seating:
            raise NotNow("That match has not begun.", "Ta rozgrywka się jeszcze nie zaczęła.", "lobby")
        return LiveMatch(table, await store.entries(id)).match.dump()
    finally:
        await store.close()


async def close_table(settings: Settings, id: str) -> None:
    """End a table."""
    if _asked(settings, "POST", f"/api/host/tables/{quote(id)}/close") is None:
        await _without_server(settings, id, delete=False)


async def delete_table(settings: Settings, id: str) -> None:
    """End a table and remove all that is kept of it."""
    if _asked(settings, "DELETE", f"/api/host/tables/{quote(id)}") is None:
        await _without_server(settings, id, delete=True)


def server_status(settings: Settings) -> dict[str, int]:
    """How the running server is doing."""
    answer = _asked(settings, "GET", "/api/host/status")
    if answer is None:
        raise CannotServe(
            "No server runs on this data folder.", "Na tym folderze danych nie działa żaden serwer.", "none"
        )
    return msgspec.json.decode(answer, type=dict[str, int])


def back_up(settings: Settings, to: Path) -> int:
    """A copy of the database as it is at one moment, while the server goes on; how many bytes."""
    _require_database(settings)
    write_new(to, "")
    with sqlite3.connect(settings.folder / DATABASE) as source, sqlite3.connect(to) as target:
        source.backup(target)
    source.close()
    target.close()
    return to.stat().st_size


def write_new(path: Path, text: str) -> None:
    """A new file; what is there is never written over."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise CannotServe(
            f"Cannot write {path}: {error.strerror}.", f"Nie można zapisać {path}: {error.strerror}.", "path"
        ) from None


def _asked(settings: Settings, method: str, path: str) -> bytes | None:
    """The running server's answer; None where none runs."""
    here = server_in(settings.folder)
    if here is None:
        return None
    token = signer_in(settings.folder).sign("host", "host")
    connection = http.client.HTTPConnection(urlsplit(here).netloc, timeout=PATIENCE)
    try:
        connection.request(method, path, headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        content = answer.read()
    except OSError as error:
        raise CannotServe(
            f"The server does not answer: {error}.", f"Serwer nie odpowiada: {error}.", "silent"
        ) from None
    finally:
        connection.close()
    if answer.status >= 400:
        problem = msgspec.json.decode(content, type=bodies.Problem)
        refused = KafelkiError(problem.words.en, problem.words.pl)
        refused.code = problem.code
        raise refused
    return content


async def _without_server(settings: Settings, id: str, *, delete: bool) -> None:
    _require_database(settings)
    store = Store(settings.database_url)
    await store.open()
    authority = Authority(settings, store, Post(settings.limits))
    try:
        await (authority.delete_table(id) if delete else authority.close_table(id, "closed"))
    finally:
        await authority.close()
        await store.close()
