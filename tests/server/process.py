"""A server in a process of its own, on a free port of this machine, and a little HTTP."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

from tests.core.helpers import PACKAGE, ROOT
from tests.server.room import Json

PATIENCE = 300.0  # seconds: a slow machine compiles what it has not seen


def free_port() -> int:
    """A port that nobody has now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": f"{PACKAGE.parent}{os.pathsep}{ROOT}", "KAFELKI_NO_PAGE": "1", **more}


class Server:
    """A server on a folder and a port; it can be killed and started again there."""

    def __init__(self, folder: Path, *command: str) -> None:
        self.folder, self.port = folder, free_port()
        self._command = command or ("-m", "tests.server.serving", "FOLDER", "PORT")
        self._log = folder.with_suffix(".log")
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            self.kill()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/api/socket"

    @property
    def log(self) -> str:
        """What it said on standard output and standard error, since the first start."""
        return self._log.read_text(encoding="utf-8")

    def start(self) -> None:
        """Returns when it is ready for people."""
        words = {"FOLDER": str(self.folder), "PORT": str(self.port)}
        command = [sys.executable, *(words.get(word, word) for word in self._command)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=ROOT, env=environment())
        until = time.monotonic() + PATIENCE
        while not self._is_ready():
            assert self._process.poll() is None, f"the server did not start: {self.log}"
            assert time.monotonic() < until, f"the server is not ready: {self.log}"
            time.sleep(0.05)

    def _is_ready(self) -> bool:
        try:
            return self.ask("GET", "/health")[0] == 200
        except OSError:
            return False

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As an administrator would; its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(how)
        code = self._process.wait(PATIENCE)
        self._process = None
        return code

    def ask(self, method: str, path: str, body: object = None, token: str | None = None) -> tuple[int, Json]:
        """Status and answer of a request."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            content = answer.read()
        return answer.status, json.loads(content) if content else None
