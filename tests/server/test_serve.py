"""`kafelki serve` and `kafelki host`: one server on a folder, and a host who looks after its tables."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import sqlite3
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

import kafelki
from kafelki.cli import app
from kafelki.server import run as running
from kafelki.server import service
from kafelki.server.identity import signer_in
from kafelki.server.run import alone_in, server_in
from kafelki.server.settings import DATABASE
from tests.core.helpers import run_python
from tests.server.process import Server, free_port
from tests.server.room import Json, Room, Sitting, begin
from tests.server.stubborn import Pace, Stubborn


class Host:
    """`kafelki host` on a folder, in this process."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys

    def __call__(self, *words: str) -> str:
        """What it printed; it must have gone well."""
        code, out, err = self.run(*words)
        assert (code, err) == (0, "")
        return out

    def run(self, *words: str) -> tuple[int, str, str]:
        self._capsys.readouterr()
        code = app.run(["host", *words, "--data", str(self.folder)])
        return code, *self._capsys.readouterr()

    def refused(self, *words: str) -> str:
        """The code of what went wrong, which is told in one line."""
        code, out, err = self.run(*words)
        assert code != 0
        assert out == ""
        return code_in(err)

    def tables(self) -> list[Json]:
        found: list[Json] = json.loads(self("list", "--json"))
        return found


def code_in(err: str) -> str:
    """The code in the one line that says what went wrong."""
    assert err.count("\n") == 1, err
    assert err.startswith("kafelki: ")
    return err[err.rindex("[") + 1 : err.rindex("]")]


def secret_of(folder: Path, table: str) -> str:
    with contextlib.closing(sqlite3.connect(folder / DATABASE)) as database:
        (document,) = database.execute("SELECT document FROM tables WHERE id = ?", (table,)).fetchone()
    return str(json.loads(document)["secret"])


# ---- While a server runs


async def play_a_little(server: Server) -> str:
    """A match of two with a few moves; its table."""
    pace = Pace(4)
    ola, jan = Stubborn([server], "Ola", pace), Stubborn([server], "Jan", pace)
    jan.join(ola.make_table("shelf"))
    playing = [asyncio.create_task(one.play()) for one in (ola, jan)]
    await pace.reach(4)
    for one in playing:
        one.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return ola.table


def check_second(server: Server) -> None:
    """A second server on the folder says so in one line, at once."""
    said = run_python("-m", "kafelki", "serve", "--data", str(server.folder), "--port", str(free_port()))
    assert said.returncode == 1
    assert said.stdout == ""
    assert code_in(said.stderr) == "cannot_serve.second"
    assert str(server.port) in said.stderr


def check_exports(host: Host, table: str, folder: Path) -> None:
    """A match as a file: without its secret before the end, whole after it; nothing is written over."""
    secret, early, late = secret_of(host.folder, table), folder / "early.json", folder / "late.json"
    host("export", table, str(early))
    assert secret not in early.read_text(encoding="utf-8")
    assert host.refused("export", table, str(early)) == "cannot_serve.path"
    host("close", table)
    host("export", table, str(late))
    assert secret in late.read_text(encoding="utf-8")
    assert kafelki.verify(late.read_text(encoding="utf-8")).finding == "consistent"


def test_a_host_looks_after_a_server_that_runs_and_stops_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "data"
    with Server(folder, "-m", "kafelki", "serve", "--data", "FOLDER", "--port", "PORT") as server:
        host = Host(folder, capsys)
        check_second(server)
        table = asyncio.run(play_a_little(server))
        (row,) = host.tables()
        assert (row["id"], row["phase"], row["entries"], row["players"]) == (table, "playing", 4, ["Ola", "Jan"])
        assert table in host("list")
        assert json.loads(host("status", "--json"))["tables_in_memory"] == 1
        assert "tables_in_memory" in host("status")
        host("backup", str(tmp_path / "copy.sqlite3"))
        with contextlib.closing(sqlite3.connect(tmp_path / "copy.sqlite3")) as copy:
            assert copy.execute("SELECT count(*) FROM entries").fetchone() == (4,)
        assert host.refused("backup", str(tmp_path / "copy.sqlite3")) == "cannot_serve.path"
        check_exports(host, table, tmp_path)
        assert host.tables()[0]["phase"] == "over"
        assert host.refused("close", "nothing") == "unknown_table"
        host("delete", table)
        assert host.tables() == []
        assert host.refused("delete", table) == "unknown_table"
        assert str(server.port) in server.log, "it says where it is"
        assert server.stop() == 0
        assert "Traceback" not in server.log
        assert server_in(folder) is None
        assert host.refused("status") == "cannot_serve.none"
        assert host.tables() == []


# ---- While none runs


def in_a_room(folder: Path, visit: Callable[[Room], Coroutine[object, object, Sitting]]) -> Sitting:
    """What people left behind when the server was stopped."""

    async def stay() -> Sitting:
        async with Room(folder) as room:
            return await visit(room)

    return asyncio.run(stay())


async def two_moves(room: Room) -> Sitting:
    sitting = await begin(room)
    await sitting.play()
    await sitting.play()
    return sitting


@pytest.mark.usefixtures("quick")
def test_a_host_can_do_all_that_without_a_server_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "data"
    table = in_a_room(folder, two_moves).id
    host = Host(folder, capsys)
    assert [(row["id"], row["entries"]) for row in host.tables()] == [(table, 2)]
    check_exports(host, table, tmp_path)
    assert host.tables()[0]["phase"] == "over"
    host("backup", str(tmp_path / "copy.sqlite3"))
    assert host.refused("close", "nothing") == "unknown_table"
    host("delete", table)
    assert host.tables() == []
    assert host.refused("export", table, str(tmp_path / "gone.json")) == "unknown_table"


def test_where_no_server_has_ever_been_there_is_nothing_to_look_after(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host = Host(tmp_path, capsys)
    for words in (("list",), ("close", "t"), ("delete", "t"), ("export", "t", "f"), ("backup", str(tmp_path / "b"))):
        assert host.refused(*words) == "cannot_serve.database", words
    assert host.refused("status") == "cannot_serve.none"
    assert not (tmp_path / "b").exists()


@pytest.mark.usefixtures("quick")
def test_a_match_that_has_not_begun_is_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "data"

    async def sit(room: Room) -> Sitting:
        ola = await room.person("Ola")
        made = await room.ask(ola, "make_table", body={"game": "shelf", "nonceHash": ola.promise})
        return Sitting(room, made["id"], [ola], [])

    table = in_a_room(folder, sit).id
    host = Host(folder, capsys)
    assert host.refused("export", table, str(tmp_path / "f")) == "not_now.lobby"
    assert not (tmp_path / "f").exists()
    host("close", table)
    assert host.tables()[0]["phase"] == "closed"


# ---- What keeps a server from starting


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """`kafelki serve` in this process, where it must fail; why."""
    monkeypatch.setattr("kafelki.cli.warm.warm", lambda *_: None)
    monkeypatch.setattr(running, "set_up_log", lambda *_: None)
    monkeypatch.setattr(service, "_warm", lambda: None)

    def start(folder: Path, port: int) -> str:
        capsys.readouterr()
        assert app.run(["serve", "--data", str(folder), "--port", str(port)]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        return code_in(err)

    return start


def test_a_port_that_is_taken_is_said_so(tmp_path: Path, serve: Callable[..., str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        assert serve(tmp_path, other.getsockname()[1]) == "cannot_serve.port"
    assert server_in(tmp_path) is None


def test_a_folder_that_cannot_be_used_is_said_so(tmp_path: Path, serve: Callable[..., str]) -> None:
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    assert serve(tmp_path / "file" / "data", free_port()) == "cannot_serve.folder"


def test_a_folder_that_another_server_has_is_said_so(tmp_path: Path, serve: Callable[..., str]) -> None:
    with alone_in(tmp_path, "http://127.0.0.1:1"):
        assert server_in(tmp_path) == "http://127.0.0.1:1"
        assert serve(tmp_path, free_port()) == "cannot_serve.second"
    assert server_in(tmp_path) is None


def test_a_signing_key_that_was_cut_short_is_said_so(tmp_path: Path, serve: Callable[..., str]) -> None:
    (tmp_path / "signing.key").write_bytes(b"short")
    assert serve(tmp_path, free_port()) == "cannot_serve.key"


def test_what_is_no_database_is_said_so_in_one_line(tmp_path: Path, serve: Callable[..., str]) -> None:
    (tmp_path / DATABASE).write_text("no database" * 1000, encoding="utf-8")
    assert serve(tmp_path, free_port()) == "cannot_serve.database"


def test_a_database_of_a_later_release_is_said_so_in_one_line(tmp_path: Path, serve: Callable[..., str]) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / DATABASE)) as later, later:
        later.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        later.execute("INSERT INTO alembic_version VALUES ('9999')")
    assert serve(tmp_path, free_port()) == "cannot_serve.database"


@pytest.mark.skipif(sys.platform == "win32", reason="there are other rights there")
def test_the_signing_key_is_for_its_owner_alone(tmp_path: Path) -> None:
    signer_in(tmp_path)
    assert (tmp_path / "signing.key").stat().st_mode & 0o777 == 0o600
