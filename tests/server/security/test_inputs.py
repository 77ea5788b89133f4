"""What is sent in: too large, too deep, no text, no JSON, no HTTP; names and words that are not what they seem."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from typing import Final

import pytest
from websockets.frames import Frame, Opcode

from kafelki.errors import BadName
from kafelki.server.app import CSP, HEADERS
from kafelki.server.identity import clean_name, clean_words
from kafelki.server.routes import ROUTES
from tests.server.security.harness import Player, Server, serving

HASH: Final = "ab" * 32
OUR_SCRIPT: Final = re.compile(r'<script type="module" crossorigin src="/assets/[\w-]+\.js"></script>')
DEEP: Final = "[" * 10_000 + "]" * 10_000
TABLE: Final = '{"game": "shelf", "nonceHash": "' + HASH + '"'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("inputs")) as server:
        yield server


@pytest.fixture(scope="module")
def player(server: Server) -> Player:
    return Player(server, "Ola")


# ---- Bodies

NOT_UNDERSTOOD: Final = {
    "nothing": b"",
    "no JSON": b"{",
    "another shape": b"[]",
    "null": b"null",
    "a number": b"1e999",
    "NaN": TABLE.encode() + b', "takeOver": NaN}',
    "infinity": TABLE.encode() + b', "takeOver": Infinity}',
    "a fraction": TABLE.encode() + b', "seats": 2.5}',
    "a huge number": TABLE.encode() + b', "seats": ' + b"9" * 4000 + b"}",
    "a huge number, longer": TABLE.encode() + b', "seats": ' + b"9" * 20_000 + b"}",
    "a huge option": TABLE.encode() + b', "options": {"tiles": ' + b"9" * 4000 + b"}}",
    "an option of no kind": TABLE.encode() + b', "options": {"tiles": [[]]}}',
    "an unknown option": TABLE.encode() + b', "options": {"__class__": "x"}}',
    "an unknown field": TABLE.encode() + b', "owner": "me"}',
    "a secret of one's own": TABLE.encode() + b', "secret": "00"}',
    "a deep list": DEEP.encode(),
    "a deep field": TABLE.encode() + b', "options": ' + DEEP.encode()[:30_000] + b"}",
    "bytes that are no UTF-8": b'{"game": "\xff\xfe", "nonceHash": "' + HASH.encode() + b'"}',
    "half a surrogate": b'{"game": "\\ud800", "nonceHash": "' + HASH.encode() + b'"}',
    "UTF-16": (TABLE + "}").encode("utf-16"),
    "a mark before it": b"\xef\xbb\xbf" + TABLE.encode() + b"}",
    "something after it": TABLE.encode() + b"} {}",
    "a game by path": b'{"game": "../../etc/passwd", "nonceHash": "' + HASH.encode() + b'"}',
    "a developers' game": b'{"game": "_template", "nonceHash": "' + HASH.encode() + b'"}',
    "a hash that is none": b'{"game": "shelf", "nonceHash": "' + HASH.upper().encode() + b'"}',
    "a hash and a new line": b'{"game": "shelf", "nonceHash": "' + HASH.encode() + b'\\n"}',
    "too many seats": TABLE.encode() + b', "seats": 16}',
    "too many bots": TABLE.encode() + b', "bots": ["novice", "novice", "novice", "novice", "novice"]}',
    "bots without end": TABLE.encode() + b', "bots": [' + b'"novice",' * 999 + b'"novice"]}',
    "a bot that does not exist": TABLE.encode() + b', "bots": ["genius"]}',
}


@pytest.mark.parametrize("body", NOT_UNDERSTOOD.values(), ids=NOT_UNDERSTOOD)
def test_a_body_that_is_not_what_was_asked_for_is_refused(server: Server, player: Player, body: bytes) -> None:
    before = sum(server.status().values())
    answer = server.ask("POST", "/api/tables", headers=player.headers, raw=body)
    assert answer.status in (400, 409), answer.body
    assert set(answer.json) == {"code", "words"}
    assert len(answer.body) < 2_000
    assert sum(server.status().values()) > before


def test_the_last_of_two_equal_fields_counts_and_both_are_checked(server: Server) -> None:
    answer = server.ask("POST", "/api/players", raw=b'{"name": "Ola", "name": "Jan"}')
    assert answer.json["name"] == "Jan"
    assert server.ask("POST", "/api/players", raw=b'{"name": 7, "name": "Jan"}').status == 400


@pytest.mark.parametrize("size", [33_000, 200_000])
def test_a_body_that_is_too_large_is_refused_however_it_is_sent(server: Server, size: int) -> None:
    before = server.refused("bad_request.too_large")
    body = json.dumps({"name": "x" * size}).encode()
    assert server.ask("POST", "/api/players", raw=body).status == 413
    head = b"POST /api/players HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[i : i + 999] for i in range(0, size, 999)))
    assert b" 413 " in server.raw(head + chunks + b"0\r\n\r\n").split(b"\r\n")[0]
    assert server.refused("bad_request.too_large") == before + 2


def test_a_request_without_end_is_cut_off(server: Server) -> None:
    before = server.refused("bad_request.too_large")
    head = b"POST /api/players HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    server.raw(head + b"fff\r\n%s\r\n" % (b"x" * 0xFFF) * 300)
    server.raw(b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 2_000_000)
    server.raw(b"GET / HTTP/1.1\r\n" + b"X-Many: 1\r\n" * 100_000)
    server.raw(b"GET /" + b"x" * 2_000_000)
    assert server.refused("bad_request.too_large") >= before + 4


def test_every_type_of_content_is_read_as_json_or_not_at_all(server: Server) -> None:
    for kind in (
        "application/x-www-form-urlencoded",
        "text/plain",
        "multipart/form-data; boundary=x",
        "application/xml",
    ):
        answer = server.ask("POST", "/api/players", headers={"Content-Type": kind}, raw=b"name=Ola")
        assert answer.status == 400


# ---- HTTP itself

NO_HTTP: Final = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # somebody tries TLS
    b"\0" * 100,
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n : x\r\n\r\n",
    b"CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"POST /api/players HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n",
]


@pytest.mark.parametrize("sent", NO_HTTP)
def test_what_is_no_http_is_refused_with_the_same_headers_as_everything(server: Server, sent: bytes) -> None:
    before = sum(server.status().values())
    answer = server.raw(sent)
    if answer:
        head = answer.partition(b"\r\n\r\n")[0].decode()
        assert head.startswith("HTTP/1.1 4"), head
        assert CSP in head
    assert sum(server.status().values()) > before
    assert server.is_well()


def test_a_socket_that_is_not_asked_for_properly_is_refused(server: Server) -> None:
    shake = b"Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    key = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    for sent in (
        b"GET /api/socket HTTP/1.1\r\n" + shake + b"\r\n",
        b"GET /api/socket HTTP/1.1\r\n" + shake + key.replace(b"13", b"99") + b"\r\n",
        b"POST /api/socket HTTP/1.1\r\n" + shake + key + b"\r\n",
        b"GET /api/socket HTTP/1.1\r\n" + shake + key + b"X-Many: 1\r\n" * 300 + b"\r\n",
        b"GET /api/socket HTTP/1.1\r\n" + shake + key + b"X-Bytes: \xff\xfe\r\n\r\n",
        b"GET /nowhere HTTP/1.1\r\n" + shake + key + b"\r\n",
        b"GET /api/tables/x HTTP/1.1\r\n" + shake + key + b"\r\n",
        b"GET /api/\xc4\x85 HTTP/1.1\r\n" + shake + key + b"\r\n",
    ):
        answer = server.raw(sent)
        assert b" 5" not in answer.partition(b"\r\n")[0]
        assert b"welcome" not in answer
    assert server.is_well()


@pytest.mark.parametrize("method", ["HEAD", "PUT", "TRACE", "PROPFIND", "OPTIONS", "DELETE", "PATCH", "POST", "GET"])
def test_a_method_that_a_path_does_not_have_does_nothing(server: Server, player: Player, method: str) -> None:
    for path in ("/api/players", "/api/me", "/api/me/tables", "/", "/health", "/schema"):
        has = {route.method for route in ROUTES if route.path == path} or {"GET"}
        if method not in has:
            answer = server.ask(method, path, headers=player.headers)
            assert answer.status in (204, 405), (method, path)
            assert "GET" in answer.headers["Allow"] or "POST" in answer.headers["Allow"]


def test_no_header_turns_one_method_into_another(server: Server, player: Player) -> None:
    table = player.table()["id"]
    for name in ("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"):
        headers = {**player.headers, name: "DELETE"}
        assert server.ask("GET", f"/api/tables/{table}", headers=headers).status == 200
        assert server.ask("POST", f"/api/tables/{table}/members/0", headers=headers).status == 405


@pytest.mark.parametrize(
    "path",
    [
        "/static/../run.py",
        "/static/..%2frun.py",
        "/static/%2e%2e/run.py",
        "/static//plain.css/..",
        "/static/plain.css%00.html",
        "//evil.example/%2f..",
        "/api/tables/..%2f..%2fhost%2fstatus",
        "/api/tables/%00",
        "/api/tables/%ff%fe",
        "/api/tables/" + "a" * 5_000,
        "/api/tables/%F0%9F%98%80",
        "/api/host/../me",
        "/API/ME",
        "/schema/openapi.json%0d%0aX-Evil:1",
        "/data/signing.key",
        "/.git/config",
    ],
)
def test_no_path_leads_beside_the_routes(server: Server, player: Player, path: str) -> None:
    answer = server.ask("GET", path, headers=player.headers)
    assert answer.status in (400, 404), answer.body
    assert "X-Evil" not in answer.headers
    assert "location" not in answer.headers


# ---- Headers


def test_every_answer_has_the_security_headers(server: Server, player: Player) -> None:
    asked = [("GET", path) for path in ("/", "/schema", "/schema/openapi.json", "/static/plain.css", "/health")]
    asked += [("GET", "/api/me"), ("GET", "/nowhere"), ("DELETE", "/api/me"), ("OPTIONS", "/api/me"), ("HEAD", "/")]
    asked += [("POST", "/api/players"), ("GET", "/api/host/status"), ("POST", "/api/tables/x/leave")]
    for method, path in asked:
        for headers in ({}, player.headers):
            answer = server.ask(method, path, headers=headers)
            found = {name: answer.headers.get_all(name) for name in HEADERS}
            assert found == {name: [value] for name, value in HEADERS.items()}, (method, path)
            assert "Server" not in answer.headers
            assert "Access-Control-Allow-Origin" not in answer.headers


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere(server: Server) -> None:
    parts = dict(part.strip().partition(" ")[::2] for part in CSP.split(";"))
    assert parts["default-src"] == parts["script-src"] == parts["style-src"] == "'self'"
    assert (parts["object-src"], parts["base-uri"], parts["frame-ancestors"]) == ("'none'", "'none'", "'none'")
    assert "unsafe" not in CSP
    assert "*" not in CSP
    for page in ("/", "/schema"):
        text = server.ask("GET", page).body.decode()
        assert text.count("<script") == len(
            re.findall(r'<script type="module" crossorigin src="/assets/[\w-]+\.js"></script>', text)
        )
        assert "<style" not in text
        assert " style=" not in text
        assert "http:" not in text


def test_the_pages_show_nothing_of_what_was_sent(server: Server) -> None:
    evil = "<script>alert(1)</script>"
    sent = {"Accept-Language": f'"{evil}', "Referer": evil, "User-Agent": evil, "Host": evil}
    for path in ("/", "/schema", f"/{evil.replace(' ', '')}", "/?q=" + evil):
        answer = server.ask("GET", path, headers=sent)
        assert evil not in answer.body.decode() or answer.headers["Content-Type"].startswith("application/json")


# ---- Names

SAME: Final = "Ola"


@pytest.mark.parametrize(
    "name",
    ["\u202eOla", "O\u200bla", "Ola\u00ad", "\ufeffOla", "O\u2066la\u2069", "Ola\x00", "O\x1b[31mla", " Ola \r\n",
     "Ola\u3164", "O\u034fla", "\u2800Ola", "Ola\U000e0041", "\u061cOla", "Ola\ue000"],
)  # fmt: skip
def test_what_is_not_seen_is_no_part_of_a_name(name: str) -> None:
    assert clean_name(name).replace("[31m", "") == SAME


@pytest.mark.parametrize(
    "name", ["", " ", "\u202e", "\u3164", "\u0301", "\x00", "\u200b" * 9, "x" * 25, "\U0001f600" * 25]
)
def test_a_name_of_nothing_or_too_much_is_none(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


@pytest.mark.parametrize("name", ["Оla", "Olа", "Οla", "Jаn"])
def test_a_name_that_borrows_letters_of_another_alphabet_is_refused(name: str) -> None:
    with pytest.raises(BadName, match="one alphabet"):
        clean_name(name)


@pytest.mark.parametrize("name", ["Оля", "Ελένη", "Żółć Gęślą", "李 Jan", "Ola 😀", "O'Hara-Nowak", "Jan №2"])
def test_people_may_be_called_what_they_are_called(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize("other", ["Ola", "OLA", "ola", "O l a", "Óla", "Ｏｌａ", "Ola.", "Ola\u200b"])
def test_two_at_a_table_are_not_called_alike(server: Server, other: str) -> None:
    info = Player(server, "Ola").table()
    joined = Player(server, other).join(info["invitation"]).json
    members = joined["members"]
    assert isinstance(members, list)
    assert [str(member["name"]) for member in members if isinstance(member, dict)] == ["Ola", f"{clean_name(other)} 2"]


@pytest.mark.parametrize(
    "name", ["<b>x</b>", '"><img src=x>', "a\r\nSet-Cookie: x=1", "{{7*7}}", "'; DROP TABLE--", "%s%n"]
)
def test_a_name_is_text_and_nothing_else(server: Server, name: str) -> None:
    made = server.ask("POST", "/api/players", {"name": name})
    server.secrets.add(str(made.json["token"]))
    assert made.json["name"] == clean_name(name)
    assert made.headers.get_all("Set-Cookie") is not None
    assert len(made.headers.get_all("Set-Cookie") or []) == 1
    assert made.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize("name", [b'"\\ud800"', b'"\\udc00\\ud800"', b'"a\\ud83d"', b'"\xed\xa0\x80"', b'"\xc0\x80"'])
def test_half_a_letter_is_no_name(server: Server, name: bytes) -> None:
    assert server.ask("POST", "/api/players", raw=b'{"name": ' + name + b"}").status == 400


def test_chat_is_one_line_without_hidden_turns() -> None:
    assert clean_words("a\u202eb\x00c\x1b[2J\nd\te") == "abc[2J d e"
    assert clean_words("\u3164 \u200b") == ""
    assert clean_words("👩‍👧 ok") == "👩‍👧 ok"


# ---- Messages

JUNK: Final = {
    "nothing": "",
    "no JSON": "{",
    "a list": "[]",
    "null": "null",
    "no type": "{}",
    "an unknown type": '{"type": "sudo"}',
    "a type of no kind": '{"type": ["ping"]}',
    "an outgoing type": '{"type": "welcome", "player": "x", "name": "x", "version": "x"}',
    "an unknown field": '{"type": "ping", "id": "x"}',
    "a deep one": '{"type": "say", "id": "x", "text": ' + "[" * 7_000 + "]" * 7_000 + "}",
    "NaN": '{"type": "watch", "table": "x", "since": NaN}',
    "a huge number": '{"type": "watch", "table": "x", "since": ' + "9" * 9_000 + "}",
    "a negative number": '{"type": "watch", "table": "x", "since": -1}',
    "half a letter": '{"type": "say", "id": "x", "text": "\\ud800"}',
    "too much to say": json.dumps({"type": "say", "id": "x", "text": "x" * 401}),
    "no move": '{"type": "play", "id": "x", "seq": 0, "moves": []}',
    "a move of no game": '{"type": "play", "id": "x", "seq": 0, "moves": [{"type": "chess.e4"}]}',
    "moves without end": json.dumps({"type": "play", "id": "x", "seq": 0, "moves": [{"type": "tikal.pass"}] * 65}),
}


@pytest.mark.parametrize("sent", JUNK.values(), ids=JUNK)
def test_a_message_that_is_none_of_ours_is_answered(player: Player, sent: str) -> None:
    with player.line() as line:
        line.inner.send(sent)
        refused = line.until("refused")
        assert (refused["code"], refused["id"], refused["standing"]) == ("bad_request.shape", None, None)
        assert line.silence() == []


def test_bytes_are_answered_and_not_read(server: Server, player: Player) -> None:
    before = server.refused("bad_request.bytes")
    with player.line() as line:
        for sent in (b"", b"\x00\xff" * 500, b'{"type": "ping"}'):
            line.inner.send(sent)
            assert line.until("refused", "pong")["code"] == "bad_request.bytes"
    assert server.refused("bad_request.bytes") == before + 3


def test_who_only_sends_junk_is_cut_off(server: Server, player: Player) -> None:
    with player.line() as line, contextlib.suppress(Exception):
        for _ in range(30):
            line.inner.send("junk")
    with player.line() as line:
        for _ in range(20):
            line.inner.send("junk")
        assert line.closed() in (1000, 1005, 1006, 4403)
    assert server.is_well()


def test_a_message_that_is_too_large_cuts_the_line_and_is_counted(server: Server, player: Player) -> None:
    before = server.refused("bad_request.too_large")
    with player.line() as line:
        line.inner.send("x" * 17_000)
        assert line.closed() == 1009
    with player.line() as line, contextlib.suppress(Exception):
        line.inner.send(["x" * 5_000] * 10)  # in parts
        assert line.closed() == 1009
    assert server.refused("bad_request.too_large") == before + 2


def test_a_message_in_empty_parts_without_end_cuts_the_line(server: Server, player: Player) -> None:
    before = server.refused("bad_request.too_large")
    with player.line() as line:
        parts = [Frame(Opcode.TEXT, b"{", fin=False), *(Frame(Opcode.CONT, b"", fin=False) for _ in range(500))]
        line.inner.socket.sendall(b"".join(part.serialize(mask=True) for part in parts))
        assert line.closed() == 1009
    assert server.refused("bad_request.too_large") == before + 1


def test_text_that_is_no_utf8_cuts_the_line_and_is_counted(server: Server, player: Player) -> None:
    before = server.refused("bad_request.frame")
    with player.line() as line:
        line.inner.socket.sendall(Frame(Opcode.TEXT, b'"\xff\xfe"').serialize(mask=True))
        assert line.closed() == 1007
    with player.line() as line:
        line.inner.socket.sendall(Frame(Opcode.TEXT, b"{}").serialize(mask=False))  # a client has to mask
        assert line.closed() == 1002
    with player.line() as line:
        line.inner.socket.sendall(bytes(range(200, 256)) * 20)
        assert line.closed() in (1002, 1006)
    assert server.refused("bad_request.frame") == before + 3
