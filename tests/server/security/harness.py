"""A server process to attack, players who talk to it, and all that must never be found in its log."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import secrets
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPMessage
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias, cast

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kafelki.core.fairness import nonce_hash
from kafelki.server.identity import Signer, signer_in
from kafelki.server.settings import DATABASE, Limits, Rate, Settings, Times

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
Message: TypeAlias = dict[str, Json]

PATIENCE: Final = 20.0  # seconds for one answer, on a busy machine
STARTING: Final = 300.0
GENEROUS: Final = Limits(requests=Rate(5_000, 1_000), players=Rate(1_000, 100), commands=Rate(2_000, 1_000))
RUN: Final = """
import os, socket, sys, threading
import msgspec
from kafelki.server import run, service
from kafelki.server.run import serve, set_up_log
from kafelki.server.settings import Settings

service._warm = lambda: None  # one game is played here, and a little: it is made ready when it is

def with_small_buffers(settings, listen=run.listen):  # who does not read is seen sooner
    listener = listen(settings)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16384)
    return listener

run.listen = with_small_buffers

def stop_with_the_tests():
    sys.stdin.read()
    os._exit(0)

threading.Thread(target=stop_with_the_tests, daemon=True).start()
set_up_log("debug")
serve(msgspec.json.decode(sys.argv[1], type=Settings, dec_hook=lambda kind, value: kind(value)))
"""


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: HTTPMessage
    body: bytes

    @property
    def json(self) -> Message:
        return cast(Message, json.loads(self.body))

    @property
    def list(self) -> list[Message]:
        return cast("list[Message]", json.loads(self.body))

    @property
    def code(self) -> str:
        """Why it was refused."""
        return str(self.json["code"])


class Server:
    """A real one, in a process of its own, on loopback."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.secrets: set[str] = set()  # what may not be in the log
        self._log = settings.folder / "log"
        settings.folder.mkdir(parents=True, exist_ok=True)
        given = msgspec.json.encode(settings, enc_hook=str).decode()
        with self._log.open("w", encoding="utf-8") as log:
            self.process = subprocess.Popen([sys.executable, "-c", RUN, given], stdin=subprocess.PIPE, stderr=log)
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + STARTING
        while time.monotonic() < until and self.process.poll() is None:
            with contextlib.suppress(OSError):
                if self.ask("GET", "/health").status == 200:
                    return
            time.sleep(0.1)
        raise AssertionError(f"the server did not start: {self.log[-2000:]}")

    @property
    def place(self) -> tuple[str, int]:
        return self.settings.host, self.settings.port

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8")

    @property
    def signer(self) -> Signer:
        return signer_in(self.settings.folder)

    @property
    def memory(self) -> int:
        """Bytes that the process holds."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: Mapping[str, str] | None = None,
        raw: bytes | None = None,
    ) -> Answer:
        """One request on a connection of its own."""
        content = raw if raw is not None else None if body is None else json.dumps(body).encode()
        connection = http.client.HTTPConnection(*self.place, timeout=PATIENCE)
        try:
            connection.request(method, path, content, dict(headers or {}))
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def raw(self, content: bytes, patience: float = PATIENCE) -> bytes:
        """Bytes as they are, and all that comes back until the server hangs up."""
        with socket.create_connection(self.place, patience) as line:
            with contextlib.suppress(ConnectionError):
                line.sendall(content)
            return read_all(line)

    def status(self) -> dict[str, int]:
        """What `kafelki host status` shows."""
        here = {"X-Forwarded-For": f"10.0.{secrets.randbelow(250)}.{secrets.randbelow(250)}"}  # where that is believed
        headers = {**here, **bearer(self.signer.sign("host", "host"))}
        return cast("dict[str, int]", self.ask("GET", "/api/host/status", headers=headers).json)

    def refused(self, code: str) -> int:
        return self.status().get(f"refused.{code}", 0)

    def is_well(self) -> bool:
        return self.process.poll() is None and self.ask("GET", "/health").status == 200

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdin is not None
        self.process.stdin.close()

    def all_secrets(self) -> set[str]:
        """Tokens that were given out, and what the database keeps to itself."""
        found = set(self.secrets)
        with contextlib.closing(sqlite3.connect(self.settings.folder / DATABASE)) as database:
            for (document,) in database.execute("SELECT document FROM tables"):
                table = json.loads(document)
                found |= {table["secret"], table["invitation"], table["code"], table.get("rematch") or table["code"]}
                found |= {member["nonce"] for member in table["members"] if member.get("nonce")}
        return found


def read_all(line: socket.socket) -> bytes:
    """Until the other side hangs up."""
    found = bytearray()
    with contextlib.suppress(ConnectionError):
        while part := line.recv(65536):
            found += part
    return bytes(found)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def serving(folder: Path, **given: object) -> Iterator[Server]:
    """A server for a module's tests: at the end it is still well, nothing broke in it, and its log kept all secrets."""
    settings = msgspec.structs.replace(Settings(folder=folder / "data", port=free_port(), limits=GENEROUS), **given)
    server = Server(settings)
    try:
        yield server
        assert server.is_well()
    finally:
        server.stop()
    broken = [line for line in server.log.splitlines() if '"level": "error"' in line or '"level": "critical"' in line]
    assert not broken, broken[:3]
    told = [secret for secret in server.all_secrets() if secret in server.log]
    assert not told, told[:3]


# ---- People


class Line:
    """A player's socket."""

    def __init__(self, inner: ClientConnection) -> None:
        self.inner = inner
        self._count = 0

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self.inner.close()

    def send(self, kind: str, **fields: object) -> str:
        """A message with an id of its own, where its kind has one."""
        self._count += 1
        id = f"c{self._count}"
        named = {} if kind in ("watch", "ping") or "id" in fields else {"id": id}
        self.inner.send(json.dumps({"type": kind, **named, **fields}))
        return id

    def hear(self, patience: float = PATIENCE) -> Message:
        return cast(Message, json.loads(self.inner.recv(patience)))

    def until(self, *kinds: str) -> Message:
        """The next message of one of these kinds."""
        while True:
            heard = self.hear()
            if heard["type"] in kinds:
                return heard

    def ask(self, kind: str, **fields: object) -> Message:
        """Send, and wait for done or refused."""
        self.send(kind, **fields)
        return self.until("done", "refused")

    def why_not(self, kind: str, **fields: object) -> str:
        """The code of a refusal, or what came instead."""
        heard = self.ask(kind, **fields)
        return str(heard.get("code", heard["type"]))

    def silence(self) -> list[Message]:
        """All that comes before the answer to a ping."""
        self.send("ping")
        heard: list[Message] = []
        while not heard or heard[-1]["type"] != "pong":
            heard.append(self.hear())
        return heard[:-1]

    def closed(self, patience: float = PATIENCE) -> int:
        """Read until the line is cut; its code."""
        try:
            while True:
                self.inner.recv(patience)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


def opened(server: Server, headers: Mapping[str, str]) -> Line:
    """A socket for whoever the headers say."""
    host, port = server.place
    where = f"ws://{host}:{port}/api/socket"
    return Line(connect(where, additional_headers=headers, close_timeout=1).__enter__())


class Player:
    """Somebody with a name, known by a token."""

    def __init__(self, server: Server, name: str, headers: Mapping[str, str] | None = None) -> None:
        self.server = server
        made = server.ask("POST", "/api/players", {"name": name}, headers)
        assert made.status == 201, made.body
        self.id, self.name, self.token = (str(made.json[key]) for key in ("id", "name", "token"))
        self.headers = {**(headers or {}), **bearer(self.token)}
        self.nonce = secrets.token_hex(32)
        server.secrets |= {self.token, self.nonce}

    @property
    def promise(self) -> str:
        return nonce_hash(bytes.fromhex(self.nonce))

    def ask(self, method: str, path: str, body: object = None) -> Answer:
        return self.server.ask(method, path, body, self.headers)

    def table(self, **terms: object) -> Message:
        """A new table."""
        made = self.ask("POST", "/api/tables", {"game": "shelf", "nonceHash": self.promise, "seats": 2, **terms})
        assert made.status == 201, made.body
        return made.json

    def join(self, key: object, role: str = "seat") -> Answer:
        return self.ask("POST", "/api/join", {"key": key, "role": role, "nonceHash": self.promise})

    def line(self, watch: object = None) -> Line:
        """A socket, at a table or not yet."""
        line = opened(self.server, self.headers)
        assert line.hear()["type"] == "welcome"
        if watch is not None:
            line.send("watch", table=watch)
            line.until("table")
        return line


class Table:
    """Two players and a spectator at a private table; the match is begun."""

    def __init__(self, server: Server, **terms: object) -> None:
        self.server = server
        self.players = [Player(server, "Ola"), Player(server, "Jan")]
        self.spectator = Player(server, "Widz")
        self.info = self.players[0].table(**terms)
        self.id = str(self.info["id"])
        assert self.players[1].join(self.info["invitation"]).status == 200
        assert self.spectator.join(self.info["invitation"], "spectator").status == 200
        self.lines = [player.line(self.id) for player in self.players]
        self.watching = self.spectator.line(self.id)

    def start(self) -> Table:
        """Deal, fairly."""
        assert self.lines[0].ask("start")["type"] == "done"
        for player, line in zip(self.players, self.lines, strict=True):
            assert line.ask("reveal", nonce=player.nonce)["type"] == "done"
        return self

    def standing(self, number: int) -> Message:
        """The match as a player sees it now, with all legal moves."""
        line = self.lines[number]
        line.silence()
        line.send("watch", table=self.id, legal=True)
        return cast(Message, line.until("match")["standing"])

    def to_act(self) -> tuple[int, Message]:
        """Who of the two is to act, and how it stands for them."""
        for number in range(2):
            standing = self.standing(number)
            if standing["legal"]:
                return number, standing
        raise AssertionError("nobody is to act")

    def close(self) -> None:
        for line in (*self.lines, self.watching):
            line.inner.close()


@contextlib.contextmanager
def table(server: Server, **terms: object) -> Iterator[Table]:
    """Before the start."""
    found = Table(server, **terms)
    try:
        yield found
    finally:
        found.close()


def eventually(holds: Callable[[], bool], patience: float = PATIENCE) -> bool:
    """Whether it comes true in time."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        if holds():
            return True
        time.sleep(0.05)
    return False


BODIES: Final[dict[str, object]] = {  # of each request that has one, something that is understood
    "make_player": {"name": "Ola"},
    "rename_me": {"name": "Ola"},
    "use_device": {"token": "x"},
    "make_table": {"game": "shelf", "nonceHash": "0" * 64},
    "join_table": {"key": "nowhere"},
    "change_table": {"lot": False},
    "change_bot": {"level": "novice"},
    "add_bot": {"level": "novice"},
    "play_again": {"nonceHash": "0" * 64},
    "subscribe_browser": {"endpoint": "https://push.example/1", "p256dh": "x", "auth": "x", "language": "pl"},
    "set_quiet_hours": {"startHour": 22, "endHour": 7, "zone": "Europe/Warsaw"},
    "set_webhook": {"url": "https://hook.example/", "language": "en"},
}
FAST: Final = Times(reveal=2.0, sweep=0.2, bot_pace=0.0)
