"""`kafelki host`: what the one who runs a server does with its tables, while it runs or not."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.table import Table

from kafelki.cli.base import Json, out, print_json, said
from kafelki.cli.serve import Data, Database
from kafelki.server.settings import Settings

app: Final = typer.Typer(no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)

TableId = Annotated[
    str, typer.Argument(metavar="TABLE", help=said("A table's id, from `list`.", "Id stołu, z `list`."))
]


def _settings(data: Path | None, database: str | None) -> Settings:
    settings = Settings(database=database)
    return settings if data is None else msgspec.structs.replace(settings, folder=data)


@app.command(name="list", help=said("List all tables.", "Wypisz wszystkie stoły."))
def list_tables(data: Data = None, database: Database = None, json: Json = False) -> None:
    """Every table, the latest first."""
    from kafelki.server.host import tables

    found = asyncio.run(tables(_settings(data, database)))
    if json:
        print_json(found)
        return
    drawn = Table(box=None, pad_edge=False)
    for name in ("id", said("game", "gra"), said("phase", "stan"), said("entries", "wpisy"), said("players", "gracze")):
        drawn.add_column(name)
    drawn.add_column(said("last used", "ostatnio"))
    for one in found:
        used = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.touched))
        drawn.add_row(one.id, one.game, one.phase, str(one.entries), ", ".join(one.players), used)
    out.print(drawn)


@app.command(help=said("End a table, whoever sits there.", "Zakończ stół, ktokolwiek przy nim siedzi."))
def close(table: TableId, data: Data = None, database: Database = None) -> None:
    """Through the server where one runs, directly otherwise."""
    from kafelki.server.host import close_table

    asyncio.run(close_table(_settings(data, database), table))
    out.print(said("Closed.", "Zamknięto."))


@app.command(help=said("Remove a table and all that is kept of it.", "Usuń stół i wszystko, co o nim zapisano."))
def delete(table: TableId, data: Data = None, database: Database = None) -> None:
    """Through the server where one runs, directly otherwise."""
    from kafelki.server.host import delete_table

    asyncio.run(delete_table(_settings(data, database), table))
    out.print(said("Deleted.", "Usunięto."))


@app.command(help=said("Write a match to a file.", "Zapisz rozgrywkę do pliku."))
def export(
    table: TableId,
    file: Annotated[Path, typer.Argument(metavar="FILE", help=said("Where to.", "Dokąd."))],
    data: Data = None,
    database: Database = None,
) -> None:
    """Before the end of the match its secret is not in the file."""
    from kafelki.server.host import export_match, write_new

    write_new(file, asyncio.run(export_match(_settings(data, database), table)))
    out.print(said(f"Written: {file}", f"Zapisano: {file}"), markup=False, soft_wrap=True)


@app.command(help=said("Copy the database, while the server runs.", "Skopiuj bazę, gdy serwer działa."))
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=said("Where to.", "Dokąd."))], data: Data = None
) -> None:
    """SQLite only: PostgreSQL has pg_dump."""
    from kafelki.server.host import back_up

    size = back_up(_settings(data, None), file)
    out.print(
        said(f"Copied {size:,} bytes: {file}", f"Skopiowano bajtów: {size}: {file}"), markup=False, soft_wrap=True
    )


@app.command(help=said("How the running server is doing.", "Jak się ma działający serwer."))
def status(data: Data = None, json: Json = False) -> None:
    """Connections, tables in memory, refusals by code."""
    from kafelki.server.host import server_status

    found = server_status(_settings(data, None))
    if json:
        print_json(found)
        return
    for name, count in found.items():
        out.print(f"{name:<40}{count:>10}", markup=False)
