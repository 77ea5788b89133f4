"""`kafelki` and `kafelki serve`: the table, for the people in front of this machine and for others."""

from __future__ import annotations

import contextlib
import os
import webbrowser
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer

from kafelki.cli.base import LANGUAGE, err, out, said
from kafelki.server.settings import PORT, Settings

EVERYWHERE: Final = "0.0.0.0"
NO_PAGE: Final = "KAFELKI_NO_PAGE"  # set: nothing is opened, for machines without a screen

Data = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        envvar="KAFELKI_DATA",
        help=said("What is kept; the user's data folder.", "Co jest zapisywane; folder danych."),
    ),
]
DATABASE_HELP: Final = ("Another database than SQLite in the folder.", "Inna baza niż SQLite w folderze.")
Database = Annotated[str | None, typer.Option(metavar="URL", envvar="KAFELKI_DATABASE", help=said(*DATABASE_HELP))]
HOST_HELP: Final = ("Listen at this address.", "Nasłuchuj pod tym adresem.")
PUBLIC_HELP: Final = (
    "What links are made from, when friends come by another address.",
    "Z czego robić linki, gdy znajomi przychodzą pod innym adresem.",
)
LAN_HELP: Final = (
    "For phones in the room: listen on the network, print address and QR picture.",
    "Dla telefonów w pokoju: nasłuchuj w sieci, wypisz adres i obrazek QR.",
)
PROXY_HELP: Final = (
    "Believe what this proxy says of where people come from; may be repeated.",
    "Wierz temu pośrednikowi, skąd przychodzą ludzie; można powtarzać.",
)
METRICS_HELP: Final = (
    "Let who brings this token see /metrics, for Prometheus.",
    "Pozwól temu, kto ma ten token, oglądać /metrics, dla Prometheusa.",
)
WEBHOOKS_HELP: Final = (
    "Let players name an address of their own that is called when it is their turn.",
    "Pozwól graczom podać własny adres, wołany, gdy przyjdzie ich kolejka.",
)
THINKERS_HELP: Final = (
    "Bots that think at once; one less than the cores.",
    "Ile botów myśli naraz; rdzenie bez jednego.",
)


def serve(
    host: Annotated[str | None, typer.Option(envvar="KAFELKI_HOST", help=said(*HOST_HELP))] = None,
    port: Annotated[int, typer.Option(min=1, max=65535, envvar="KAFELKI_PORT")] = PORT,
    data: Data = None,
    database: Database = None,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", envvar="KAFELKI_PUBLIC_URL", help=said(*PUBLIC_HELP))
    ] = None,
    lan: Annotated[bool, typer.Option("--lan", help=said(*LAN_HELP))] = False,
    trusted_proxy: Annotated[
        list[str] | None, typer.Option(metavar="ADDRESS", envvar="KAFELKI_TRUSTED_PROXY", help=said(*PROXY_HELP))
    ] = None,
    thinkers: Annotated[int | None, typer.Option(min=1, envvar="KAFELKI_THINKERS", help=said(*THINKERS_HELP))] = None,
    metrics_token: Annotated[
        str | None, typer.Option(metavar="TOKEN", envvar="KAFELKI_METRICS_TOKEN", help=said(*METRICS_HELP))
    ] = None,
    webhooks: Annotated[bool, typer.Option("--webhooks", envvar="KAFELKI_WEBHOOKS", help=said(*WEBHOOKS_HELP))] = False,
    log: Annotated[
        str, typer.Option(metavar="info|warning|error", envvar="KAFELKI_LOG", help=said("How much.", "Jak dużo."))
    ] = "info",
) -> None:
    """Run until stopped."""
    from kafelki.server.run import lan_address

    address = lan_address() if lan else None
    settings = Settings(
        host=host or (EVERYWHERE if lan else "127.0.0.1"),
        port=port,
        database=database,
        public_url=(public_url or (f"http://{address}:{port}" if address else None)),
        trusted_proxies=tuple(trusted_proxy or ()),
        thinkers=thinkers,
        metrics_token=metrics_token,
        webhooks=webhooks,
    )
    if data is not None:
        settings = msgspec.structs.replace(settings, folder=data)
    run(settings, log=log, show_qr=lan)


def open_table() -> None:
    """`kafelki` alone: the table on this machine, and its page. Where one runs already, only the page."""
    from kafelki.server.run import server_in

    settings = Settings()
    running = server_in(settings.folder)
    if running is not None:
        out.print(said(f"The table is already running: {running}", f"Stół już działa: {running}"), markup=False)
        show_page(running)
        return
    run(settings, log="warning", show_qr=False, open_page=True)


def run(settings: Settings, *, log: str, show_qr: bool, open_page: bool = False) -> None:
    """Prepare everything, say where it is, serve."""
    from kafelki.cli.warm import warm
    from kafelki.games import games
    from kafelki.server.run import alone_in, listen, qr_picture, serve, set_up_log

    with alone_in(settings.folder, settings.url), contextlib.closing(listen(settings)):
        pass  # a second server or a taken port is told at once, not after everything was prepared
    warm(games(), err, LANGUAGE)
    set_up_log(log)

    def opened() -> None:
        out.print(said("The table is open: ", "Stół otwarty: ") + settings.url, markup=False, soft_wrap=True)
        if show_qr:
            out.print(qr_picture(settings.url), markup=False)
        out.print(said("Stop it with Ctrl-C.", "Zatrzymaj przez Ctrl-C."))
        if open_page:
            show_page(settings.url)

    serve(settings, opened=opened)


def show_page(url: str) -> None:
    """Open a browser where there is one."""
    if NO_PAGE not in os.environ:
        webbrowser.open(url)
