"""Who somebody is, where they come from, and from which page: forged, borrowed, guessed.

The server of these tests is behind a proxy, so that each of them can come from an address of its own.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from http.cookies import SimpleCookie
from typing import Final

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from kafelki.server.door import is_ours
from kafelki.server.identity import COOKIE, LASTS, Purpose, Signer
from kafelki.server.limits import address_of, household
from kafelki.server.settings import Limits, Rate
from tests.server.security.harness import Player, Server, bearer, opened, serving

PUBLIC: Final = "https://table.example/"
OURS: Final = "https://table.example"
FOREIGN: Final = [
    "null",
    "",
    "https://evil.example",
    "http://table.example",
    "https://table.example:8443",
    "https://table.example.evil.example",
    "https://eviltable.example",
    "https://user@table.example",
    "https://table.example/",
    "https://table.example/page",
    "HTTPS://",
    "https://",
    "ftp://table.example",
    "file://",
    "table.example",
    "https://[::1",
    "https://table.example:99999",
    "https://table.example, https://evil.example",
]
GUESSES: Final = Rate(5, 0.01)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    limits = Limits(guesses=GUESSES)
    given = {"public_url": PUBLIC, "trusted_proxies": ("127.0.0.1",), "limits": limits}
    with serving(tmp_path_factory.mktemp("tokens"), **given) as server:
        yield server


numbers = itertools.count(1)


def somewhere() -> dict[str, str]:
    """An address nobody has come from before."""
    number = next(numbers)
    return {"X-Forwarded-For": f"198.51.{number // 250}.{number % 250 + 1}"}


@pytest.fixture
def player(server: Server) -> Player:
    return Player(server, "Ola", somewhere())


def asked_as(server: Server, token: str) -> list[int]:
    """As a program, as a browser, and on the socket."""
    known = [bearer(token), {"Cookie": f"{COOKIE}={token}"}]
    found = [server.ask("GET", "/api/me", headers={**somewhere(), **one}).status for one in known]
    with opened(server, {**somewhere(), **known[0]}) as line:
        return [*found, 200 if line.hear()["type"] == "welcome" else line.closed()]


REFUSED: Final = [401, 401, 4403]


# ---- Tokens


def test_a_token_is_good_as_a_programs_and_as_a_browsers(server: Server, player: Player) -> None:
    assert asked_as(server, player.token) == [200, 200, 200]


def test_a_token_that_was_changed_anywhere_is_not_ours(server: Server, player: Player) -> None:
    subject, until, mac = player.token.split(".")
    other = Player(server, "Jan", somewhere())
    changed = [
        f"{other.id}.{until}.{mac}",
        f"{subject}.{int(until) + 1}.{mac}",
        f"{subject}.{until}.{mac[:-1]}",
        f"{subject}.{until}.{mac}A",
        f"{subject}.{until}.{mac.swapcase()}",
        f"{subject}.{until}.",
        f"{subject}..{mac}",
        f".{until}.{mac}",
        f"{subject}.-1.{mac}",
        f"{subject}.{'9' * 150}.{mac}",
        subject,
        "...",
        "x" * 5000,
    ]
    before = server.refused("bad_token.forged")
    for token in changed:
        assert asked_as(server, token) == REFUSED, token
    assert server.refused("bad_token.forged") == before + 3 * len(changed)


def test_no_beginning_of_a_token_is_a_token(player: Player, server: Server) -> None:
    signer = server.signer
    for length in range(len(player.token)):
        with pytest.raises(Exception, match="not signed here"):
            signer.read("player", player.token[:length])


def test_a_token_that_has_expired_is_told_apart(server: Server, player: Player) -> None:
    old = server.signer.sign("player", player.id, time.time() - LASTS["player"] - 5)
    server.secrets.add(old)
    assert asked_as(server, old) == REFUSED
    assert server.ask("GET", "/api/me", headers={**somewhere(), **bearer(old)}).code == "bad_token.expired"


def test_a_token_of_another_server_is_not_ours(server: Server, player: Player) -> None:
    assert asked_as(server, Signer(b"\0" * 32).sign("player", player.id)) == REFUSED
    assert asked_as(server, Signer(b"").sign("player", player.id)) == REFUSED


def test_a_well_signed_token_of_nobody_is_refused(server: Server) -> None:
    for nobody in ("host", "0" * 20, ""):
        assert asked_as(server, server.signer.sign("player", nobody)) == REFUSED


@pytest.mark.parametrize("made", ["player", "device", "host"])
@pytest.mark.parametrize("used", ["player", "device", "host"])
def test_a_token_is_good_for_its_own_purpose_alone(
    server: Server, player: Player, made: Purpose, used: Purpose
) -> None:
    token = server.signer.sign(made, "host" if made == "host" else player.id)
    headers = {**somewhere(), **bearer(token)}
    answers = {
        "player": lambda: server.ask("GET", "/api/me", headers=headers),
        "device": lambda: server.ask("POST", "/api/device", {"token": token}, somewhere()),
        "host": lambda: server.ask("GET", "/api/host/status", headers=headers),
    }
    assert answers[used]().status == (200 if made == used else 401)


def test_a_players_token_named_host_is_no_hosts_token(server: Server) -> None:
    for subject in ("host", "Host"):
        token = server.signer.sign("player", subject)
        assert server.ask("GET", "/api/host/status", headers=bearer(token)).status == 401
    for path in ("/api/host/tables/x/close", "/api/host/status", "/api/host/tables/x"):
        method = {"c": "POST", "s": "GET", "x": "DELETE"}[path.rpartition("/")[2][0]]
        assert server.ask(method, path).status == 401


def test_a_device_link_makes_the_other_device_the_same_player_for_ten_minutes(server: Server, player: Player) -> None:
    token = str(player.ask("POST", "/api/me/device").json["token"])
    server.secrets.add(token)
    used = server.ask("POST", "/api/device", {"token": token}, somewhere())
    assert used.json["id"] == player.id
    old = server.signer.sign("device", player.id, time.time() - LASTS["device"] - 5)
    assert server.ask("POST", "/api/device", {"token": old}, somewhere()).code == "bad_token.expired"


# ---- Cookies


def test_the_cookie_is_kept_from_scripts_and_other_sites_and_plain_lines(server: Server) -> None:
    made = server.ask("POST", "/api/players", {"name": "Ola"}, somewhere())
    cookie = SimpleCookie(made.headers["Set-Cookie"])[COOKIE]
    server.secrets.add(cookie.value)
    assert cookie["httponly"] is True
    assert cookie["secure"] is True  # people come by HTTPS here
    assert (cookie["samesite"].lower(), cookie["path"], cookie["domain"]) == ("lax", "/", "")
    assert int(cookie["max-age"]) == LASTS["player"]


def test_a_refusal_sets_no_cookie(server: Server) -> None:
    for method, path in (("GET", "/api/me"), ("GET", "/nowhere"), ("POST", "/api/device"), ("POST", "/api/players")):
        assert "Set-Cookie" not in server.ask(method, path, {}, somewhere()).headers


def test_cookies_that_cannot_be_read_are_nobody(server: Server) -> None:
    for cookie in ("kafelki", "kafelki=", "=;=;=", "kafelki=\x80", "kafelki=ąć".encode().decode("latin-1"), ";" * 500):
        assert server.ask("GET", "/api/me/tables", headers={**somewhere(), "Cookie": cookie}).status == 401


def test_somebody_new_may_ask_who_they_are_and_is_nobody(server: Server) -> None:
    asked = server.ask("GET", "/api/me", headers=somewhere())
    assert (asked.status, asked.body) == (200, b"null")


# ---- Guessing


def test_guesses_are_counted_and_after_some_even_the_right_one_does_not_open(server: Server, player: Player) -> None:
    code = player.table()["code"]
    guesser = Player(server, "Zgaduś", somewhere())
    before = server.refused("unknown_table")
    for number in range(GUESSES.burst):
        assert guesser.join(f"AAAAAAA{'BCDEFGH'[number]}").status == 404
    assert server.refused("unknown_table") == before + GUESSES.burst
    assert guesser.join("AAAAAAAA").status == 429
    assert guesser.join(code).status == 429
    assert server.refused("too_many.rate") >= 2
    assert Player(server, "Jan", somewhere()).join(code).status == 200


def test_device_links_cannot_be_guessed_for_long(server: Server) -> None:
    here = somewhere()
    found = [server.ask("POST", "/api/device", {"token": f"x.{n}.y"}, here).status for n in range(40)]
    assert set(found) == {401, 429}
    assert found[-1] == 429


# ---- Where somebody comes from


def test_forwarded_addresses_are_believed_of_our_proxies_alone() -> None:
    assert address_of("203.0.113.9", "198.51.100.1", ()) == "203.0.113.9"
    assert address_of("203.0.113.9", "198.51.100.1", ("127.0.0.1",)) == "203.0.113.9"
    assert address_of("127.0.0.1", "10.9.9.9, 198.51.100.1", ("127.0.0.1",)) == "198.51.100.1"
    assert address_of("127.0.0.1", "10.9.9.9, 198.51.100.1, 10.0.0.2", ("127.0.0.1", "10.0.0.2")) == "198.51.100.1"
    assert address_of("127.0.0.1", None, ("127.0.0.1",)) == "127.0.0.1"
    assert address_of("::ffff:127.0.0.1", "198.51.100.1", ("127.0.0.1",)) == "198.51.100.1"


def test_a_household_is_an_address_or_a_network_of_64_bits() -> None:
    assert household("2001:db8::1") == household("2001:db8::ffff") != household("2001:db8:0:1::1")
    assert household("::ffff:198.51.100.1") == "198.51.100.1" != household("::ffff:198.51.100.2")
    assert household("x" * 500) == "x" * 64


def test_a_second_line_of_forwarded_addresses_does_not_hide_the_proxys_own(server: Server) -> None:
    guesser = Player(server, "Spryciarz", somewhere())
    proxy_says = somewhere()["X-Forwarded-For"]

    def guess(number: int) -> int:
        body = b'{"key": "AAAAAAAA"}'
        head = (
            f"POST /api/join HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {guesser.token}\r\nConnection: close\r\n"
            f"X-Forwarded-For: 192.0.2.{number}\r\nX-Forwarded-For: {proxy_says}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return int(server.raw(head.encode() + body).split()[1])

    assert [guess(number) for number in range(GUESSES.burst + 1)] == [404] * GUESSES.burst + [429]


# ---- From which page


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_page_gets_nothing_done(server: Server, player: Player, origin: str) -> None:
    before = server.refused("not_allowed.origin")
    headers = {**player.headers, "Origin": origin, "Host": "table.example"}
    assert server.ask("PATCH", "/api/me", {"name": "Zło"}, headers).code == "not_allowed.origin"
    host, port = server.place
    shaken = {**player.headers, "Origin": origin}
    with pytest.raises(InvalidStatus) as refused, connect(f"ws://{host}:{port}/api/socket", additional_headers=shaken):
        pass
    assert refused.value.response.status_code == 403
    assert "default-src 'self'" in refused.value.response.headers["Content-Security-Policy"]
    assert server.refused("not_allowed.origin") == before + 2


def test_our_own_page_is_served_whatever_the_proxy_makes_of_the_host(server: Server, player: Player) -> None:
    for host in ("table.example", "127.0.0.1:9999", "table.example:443"):
        headers = {**player.headers, "Origin": OURS, "Host": host}
        assert server.ask("PATCH", "/api/me", {"name": "Ola"}, headers).status == 200
    host, port = server.place
    with connect(f"ws://{host}:{port}/api/socket", additional_headers={**player.headers, "Origin": OURS}):
        pass


def test_without_a_public_address_a_page_is_ours_at_the_address_that_was_asked() -> None:
    assert is_ours("http://192.168.1.5:8321", "192.168.1.5:8321", None)
    assert is_ours("https://192.168.1.5:8321", "192.168.1.5:8321", None)  # a proxy that ends TLS
    assert is_ours("http://table.local", "table.local:80", None)
    assert is_ours("http://[::1]:8321", "[::1]:8321", None)
    assert not is_ours("http://192.168.1.5:8322", "192.168.1.5:8321", None)
    assert not is_ours("http://192.168.1.5", "192.168.1.5:8321", None)
    assert not is_ours("null", "192.168.1.5:8321", None)
    assert not is_ours("http://None", None, None)
    assert not is_ours("http://", "", None)


def test_a_server_with_a_public_address_is_still_to_be_had_at_its_own() -> None:
    assert is_ours("http://localhost:8321", "localhost:8321", "https://table.example")
    assert is_ours("http://table.example:8321", "table.example:8321", "https://table.example")
    assert not is_ours("http://table.example", "table.example", "https://table.example")
