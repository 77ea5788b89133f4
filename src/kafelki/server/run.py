"""Starting a server: its folder, its log, what it prints for people, and that there is only one on a folder."""

from __future__ import annotations

import contextlib
import gc
import io
import json
import logging
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Final

import segno
import uvicorn

from kafelki.errors import CannotServe
from kafelki.server.app import HEADERS, make_app
from kafelki.server.service import Service
from kafelki.server.settings import Settings, unusable
from kafelki.server.transport import Guard, protocols

LOCK: Final = "server.lock"
STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class JsonLines(logging.Formatter):
    """One JSON object a line: what a program can read, and a person too."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, who says it, what, and what belongs to it."""
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in STANDARD}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def set_up_log(level: str, stream: IO[str] | None = None) -> None:
    """Everything as JSON lines on standard error. Requests are not logged: they would name tables."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("alembic", "aiosqlite", "sqlalchemy", "websockets", "uvicorn", "uvicorn.error", "asyncio", "numba"):
        logging.getLogger(name).setLevel(logging.WARNING)


@contextlib.contextmanager
def alone_in(folder: Path, url: str) -> Iterator[None]:
    """One server on a folder; a second says so in one line. The lock holds where the first one is to be found."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / LOCK).open("a+", encoding="utf-8")
    except OSError as error:
        raise unusable(error) from None
    with file:
        if not _locked(file):
            other = server_in(folder) or "?"
            raise CannotServe(
                f"A server already runs on this data folder, at {other}.",
                f"Na tym folderze danych działa już serwer, pod {other}.",
                "second",
            )
        file.truncate(0)
        file.write(url)
        file.flush()
        yield
        file.truncate(0)


def server_in(folder: Path) -> str | None:
    """Where the server of a folder is to be found; None where none runs."""
    path = folder / LOCK
    try:
        with path.open("a+", encoding="utf-8") as file:
            if _locked(file):
                return None
            file.seek(0)
            return file.read() or None
    except OSError:
        return None


def _locked(file: IO[str]) -> bool:
    """Whether the lock is ours now. It goes with the process, however that ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(1 << 20)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def serve(settings: Settings, *, opened: Callable[[], None] | None = None) -> None:
    """Run until told to stop. `opened` is called when people can come."""
    here = f"http://{settings.host if settings.host not in ('0.0.0.0', '::') else '127.0.0.1'}:{settings.port}"
    with alone_in(settings.folder, here), contextlib.closing(listen(settings)) as listener:
        service = Service(settings)
        requests, sockets = protocols(Guard(settings, service.refused.add, HEADERS))
        config = uvicorn.Config(
            make_app(service),
            http=requests,
            ws=sockets,
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            proxy_headers=False,  # we read X-Forwarded-For ourselves, of trusted proxies
            ws_max_size=settings.limits.message_bytes,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=5,
        )
        _Server(config, service, opened).run(sockets=[listener])
        if service.failed is not None:
            raise service.failed


class _Server(uvicorn.Server):
    """Says when it is there."""

    def __init__(self, config: uvicorn.Config, service: Service, opened: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._service, self._opened = service, opened

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stopped as it was asked to: a clean end, where uvicorn would die of the signal after all."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As uvicorn does; then it is told."""
        await super().startup(sockets)
        self.should_exit |= self._service.failed is not None
        _keep_what_is_loaded()
        if self._opened is not None and not self.should_exit:
            self._opened()


def _keep_what_is_loaded() -> None:
    """What is in memory now stays to the end. Were the collector to walk through all of it again and again, everybody
    would wait a tenth of a second each time; and views are so many short-lived objects that it need not come often.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 20, 100)


def listen(settings: Settings) -> socket.socket:
    """A socket at the address, or CannotServe."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    if os.name == "posix":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        raise CannotServe(
            f"Cannot listen at {settings.host}:{settings.port}: {error.strerror}; another port: --port.",
            f"Nie można nasłuchiwać na {settings.host}:{settings.port}: {error.strerror}; inny port: --port.",
            "port",
        ) from None
    return listener


def lan_address() -> str | None:
    """This machine's address in the room, if it has one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith("127.") else found


def qr_picture(url: str) -> str:
    """A QR picture of letters, for a terminal."""
    out = io.StringIO()
    segno.make(url, error="m").terminal(out, compact=True, border=2)
    return out.getvalue()
