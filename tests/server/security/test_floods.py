"""Too much, too fast, too slow: who does that is held back or cut off, counted, and nobody else notices.

The server believes a proxy at 127.0.0.1, so that each test can come from an address of its own.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from typing import Final

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from kafelki.server.settings import Limits, Rate, Times
from tests.server.security.harness import PATIENCE, Player, Server, eventually, read_all, serving, table

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="counts in /proc, and uses many loopback addresses")

LIMITS: Final = Limits(
    commands=Rate(200, 50),
    requests=Rate(60, 10),
    players=Rate(8, 0.01),
    sockets_of_player=3,
    sockets_of_address=12,
    connections_of_address=13,
    tables_of_player=4,
    spectators=5,
    lines=30,
    waiting=32,
)
TIMES: Final = Times(request=1.5, stalled=1.5)
MEGABYTE: Final = 1 << 20


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    given = {"limits": LIMITS, "times": TIMES, "trusted_proxies": ("127.0.0.1",)}
    with serving(tmp_path_factory.mktemp("floods"), **given) as server:
        yield server


numbers = itertools.count(1)


def somewhere() -> dict[str, str]:
    return {"X-Forwarded-For": f"198.51.100.{next(numbers)}"}


@pytest.fixture
def player(server: Server) -> Player:
    return Player(server, "Ola", somewhere())


# ---- Too many


def test_requests_of_an_address_are_limited_and_those_of_others_are_not(server: Server) -> None:
    here, before = somewhere(), server.refused("too_many.rate")
    found = Counter(server.ask("GET", "/api/games", headers=here).status for _ in range(100))
    assert set(found) == {200, 429}
    assert found[429] >= 10
    assert server.ask("GET", "/api/games", headers=somewhere()).status == 200
    assert server.refused("too_many.rate") == before + found[429]


def test_an_address_nobody_trusts_cannot_say_that_it_is_another(server: Server) -> None:
    def ask(number: int) -> int:
        with socket.create_connection(server.place, PATIENCE, ("127.0.0.7", 0)) as line:
            head = "GET /api/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            head += f"X-Forwarded-For: 203.0.113.{number}\r\n\r\n"
            line.sendall(head.encode())
            return int(read_all(line).split()[1])

    assert {ask(number) for number in range(100)} == {200, 429}


def test_new_players_of_an_address_are_limited(server: Server) -> None:
    here = somewhere()
    made = [server.ask("POST", "/api/players", {"name": "Ola"}, here) for _ in range(12)]
    assert [one.status for one in made] == [201] * 8 + [429] * 4


def test_tables_of_a_player_are_limited(player: Player) -> None:
    for _ in range(4):
        player.table()
    body = {"game": "shelf", "nonceHash": player.promise}
    assert player.ask("POST", "/api/tables", body).code == "too_many.tables"


def test_sockets_of_a_player_and_of_an_address_are_limited_and_counted(server: Server) -> None:
    here, before = somewhere(), server.refused("too_many.sockets")
    people = [Player(server, f"Ola {number}", here) for number in range(5)]
    with contextlib.ExitStack() as stack:
        for one in people[:4]:
            for _ in range(3):
                stack.enter_context(one.line())
        for one in (people[0], people[4]):
            with pytest.raises(AssertionError):
                one.line()
        assert server.refused("too_many.sockets") == before + 2
        stack.enter_context(Player(server, "Jan", somewhere()).line())
    assert eventually(lambda: server.status()["connections"] == 0)
    with people[4].line():
        pass


def test_connections_of_an_address_are_limited_before_a_word_is_said(server: Server) -> None:
    def connected() -> socket.socket:
        return socket.create_connection(server.place, PATIENCE, ("127.0.0.9", 0))

    before = server.refused("too_many.connections")
    with contextlib.ExitStack() as stack:
        held = [stack.enter_context(connected()) for _ in range(25)]
        for _ in range(5):
            assert read_all(stack.enter_context(connected())) == b""
        assert server.is_well()
        assert server.refused("too_many.connections") == before + 5
        held[0].close()
        time.sleep(0.1)
        again = stack.enter_context(connected())
        again.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert b" 200 " in read_all(again)


def test_a_flood_of_messages_is_answered_slowly_and_holds_nobody_else_up(server: Server, player: Player) -> None:
    before = server.refused("too_many.rate")
    with player.line() as flooding, Player(server, "Jan", somewhere()).line() as calm:
        with contextlib.suppress(ConnectionClosed):  # who does not read the answers may be cut off in the middle
            for _ in range(500):
                flooding.inner.send('{"type": "ping"}')
        begun = time.monotonic()
        assert calm.silence() == []
        assert time.monotonic() - begun < 5
        assert eventually(lambda: server.refused("too_many.rate") > before)


def test_a_table_has_said_enough_at_some_point(server: Server) -> None:
    with table(server) as found:
        codes = [found.lines[0].why_not("say", text="x" * 400) for _ in range(32)]
    assert codes == ["done"] * 30 + ["not_now.chat"] * 2


def test_a_public_table_is_not_watched_by_everybody_at_once(server: Server, player: Player) -> None:
    open_to_all = player.table(public=True)["id"]
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(Player(server, f"Widz {n}", somewhere()).line()) for n in range(6)]
        for line in lines[:5]:
            line.send("watch", table=open_to_all)
            assert line.until("table", "refused")["type"] == "table"
        assert lines[5].why_not("watch", table=open_to_all) == "not_now.spectators"
        stack.enter_context(player.line(open_to_all))  # who sits there always may


def test_mutes_are_limited(server: Server, player: Player) -> None:
    with player.line(player.table()["id"]) as line:
        codes = []
        for number in range(52):
            codes.append(line.why_not("mute", player=f"p{number}"))
            time.sleep(0.03)
    assert codes == ["done"] * 50 + ["not_now.mutes"] * 2


def test_a_player_gets_one_hint_at_a_time(server: Server) -> None:
    with table(server) as found:
        number, _ = found.start().to_act()
        with found.players[number].line(found.id) as other:
            found.lines[number].send("hint", id="a")
            other.send("hint", id="b")
            codes = [line.until("done", "refused").get("code") for line in (found.lines[number], other)]
    assert sorted(codes, key=str) == [None, "too_many.hints"]


# ---- Too slow to send


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (b"", b""),
        (b"", b"\r\n"),
        (b"GET /health HTTP/1.1\r\n", b"X-Slow: 1\r\n"),
        (b"GET /health HTTP/1.1\r\nHost: ", b"x"),
        (b"POST /api/players HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n{", b" "),
        (b"POST /api/players HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
        (b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n", b"\r\n"),
    ],
)
def test_who_sends_a_request_drop_by_drop_is_cut_off(server: Server, first: bytes, then: bytes) -> None:
    before = server.refused("too_slow.request")
    begun = time.monotonic()
    with socket.create_connection(server.place, PATIENCE) as line, contextlib.suppress(ConnectionError):
        line.sendall(first)
        while time.monotonic() < begun + PATIENCE:
            if then:
                line.sendall(then)
            time.sleep(0.1)
            line.settimeout(0.01)
            with contextlib.suppress(TimeoutError):
                while line.recv(65536):
                    pass
                break
    assert time.monotonic() - begun < 10
    assert server.refused("too_slow.request") == before + 1


# ---- Too slow to read


class Deaf:
    """A socket that says all it likes and reads nothing."""

    def __init__(self, player: Player) -> None:
        self.line = socket.socket()
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.line.settimeout(PATIENCE)
        self.line.connect(player.server.place)
        headers = "".join(f"{name}: {value}\r\n" for name, value in player.headers.items())
        self.line.sendall(
            f"GET /api/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{headers}"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert self.line.recv(12) == b"HTTP/1.1 101"

    def send(self, code: Opcode, content: bytes, times: int = 1) -> None:
        self.line.sendall(Frame(code, content).serialize(mask=True) * times)


def test_who_reads_nothing_is_cut_off_and_the_others_play_on(server: Server, player: Player) -> None:
    info = player.table(public=True)
    deaf = Deaf(Player(server, "Głuchy", somewhere()))
    deaf.send(Opcode.TEXT, json.dumps({"type": "watch", "table": info["id"]}).encode())
    memory, before = server.memory, server.refused("too_slow.reading")
    with player.line(info["id"]) as line:
        assert eventually(lambda: server.status()["connections"] == 2)
        turns = itertools.cycle([True, False])
        until = time.monotonic() + 60
        while server.status()["connections"] == 2 and time.monotonic() < until:
            for _ in range(20):
                assert line.ask("mute", player="x" * 80, muted=next(turns))["type"] in ("done", "refused")
        assert server.status()["connections"] == 1
        assert line.ask("say", text="still here")["type"] == "done"
    assert server.memory - memory < 20 * MEGABYTE
    assert eventually(lambda: server.refused("too_slow.reading") == before + 1)  # the line itself goes too
    deaf.line.close()


def test_pings_whose_answers_are_not_read_fill_no_memory(server: Server, player: Player) -> None:
    deaf = Deaf(player)
    memory = server.memory
    with contextlib.suppress(OSError):  # cut off, or held back: both are fine
        deaf.line.settimeout(3)
        for _ in range(800):
            deaf.send(Opcode.PING, b"x" * 125, 400)
    assert server.memory - memory < 10 * MEGABYTE
    assert eventually(lambda: server.status()["connections"] == 0)
    deaf.line.close()


def test_answers_that_are_not_read_fill_no_memory_and_the_line_is_cut(server: Server) -> None:
    memory, before = server.memory, server.refused("too_slow.reading")
    lines = []
    for _ in range(5):
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(1)
        line.connect(server.place)
        lines.append(line)
        with contextlib.suppress(OSError):
            for _ in range(100):
                line.sendall(b"GET /schema/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 10)
    assert eventually(lambda: server.refused("too_slow.reading") >= before + 5)
    assert server.memory - memory < 30 * MEGABYTE
    for line in lines:
        line.close()


# ---- All of it at once


def test_the_server_answers_through_all_of_it(server: Server) -> None:
    def junk(sent: bytes) -> None:
        for _ in range(60):
            with contextlib.suppress(OSError):
                server.raw(sent, 5)

    kinds = (
        b"\xff" * 3_000,
        b"GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n",
        b"POST / HTTP/1.1\r\n\r\n" * 50 + b"\0",
    )
    threads = [threading.Thread(target=junk, args=(kind,)) for kind in kinds]
    for thread in threads:
        thread.start()
    slowest = 0.0
    while any(thread.is_alive() for thread in threads):
        begun = time.monotonic()
        assert server.ask("GET", "/health", headers=somewhere()).status == 200
        slowest = max(slowest, time.monotonic() - begun)
        time.sleep(0.2)
    assert slowest < 5
