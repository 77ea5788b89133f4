"""The way out: public addresses only, the very one that was checked, no redirects, and no more read than needed."""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
from pathlib import Path

import pytest

from kafelki.errors import BadRequest, CannotReach
from kafelki.server.outbound import LOOPBACK, MOST_HEAD, NAMES_AT_ONCE, Outbound, Resolver, Target, is_public, target_of
from tests.server.receiver import Certificate, Names, Receiver, anywhere

pytestmark = pytest.mark.anyio

WITHIN = 60.0  # seconds; nothing here comes near it


def free(names: Names | None = None, trust: ssl.SSLContext | None = None) -> Outbound:
    """One that may reach loopback."""
    return Outbound(WITHIN, anywhere, names or Names(), trust)


def refused(caught: pytest.ExceptionInfo[CannotReach] | pytest.ExceptionInfo[BadRequest]) -> str:
    """Why, which is said in both languages."""
    words = caught.value.words
    assert words.en
    assert words.pl
    assert words.en != words.pl
    return caught.value.code


# ---- Which addresses are public


@pytest.mark.parametrize(
    "address",
    ["93.184.216.34", "8.8.8.8", "2606:2800:220:1::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1"],
)
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "192.0.0.192", "192.0.2.1", "198.18.0.1", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.1.1.1", "240.0.0.1",
        "255.255.255.255", "192.88.99.1", "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1",
        "fec0::1", "2001:db8::1", "2001::1", "3fff::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
        "::ffff:169.254.169.254", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::808:808", "2002:7f00:1::",
        "2002:a9fe:a9fe::1", "2002:c0a8:101::1", "2606:2800:220:1::1%1", "localhost", "", "1", "0x7f.1",
    ],
)  # fmt: skip
def test_addresses_of_this_machine_and_its_networks_are_not(address: str) -> None:
    assert not is_public(address)


# ---- Which URLs are taken


@pytest.mark.parametrize(
    ("url", "target", "named"),
    [
        ("https://a.example/x?y=1#z", Target(True, "a.example", 443, "/x?y=1"), "a.example"),
        ("HTTP://A.Example", Target(False, "a.example", 80, "/"), "a.example"),
        ("http://a.example:8080/", Target(False, "a.example", 8080, "/"), "a.example:8080"),
        (
            "https://[2606:2800:220:1::1]:8443/",
            Target(True, "2606:2800:220:1::1", 8443, "/"),
            "[2606:2800:220:1::1]:8443",
        ),
        ("http://xn--rnna-qqa.example/", Target(False, "xn--rnna-qqa.example", 80, "/"), "xn--rnna-qqa.example"),
    ],
)
def test_a_url_is_taken_apart(url: str, target: Target, named: str) -> None:
    assert target_of(url) == target
    assert target.named == named


@pytest.mark.parametrize(
    "url",
    [
        "", "a.example", "ftp://a.example/", "file:///etc/passwd", "https://", "https:///x", "http://user@a.example/",
        "http://user:pass@a.example/", "http://@a.example/", "http://a.example/ x", "http://a.example/\r\nX: y",
        "http://a.example\t/", "http://a.example:port/", "http://a.example:0/", "http://a.example:99999/",
        "http://ż.example/", "http://[::1/", "http://[fe80::1%25eth0]/", "http://a b/",
        "http://a.example/" + "x" * 1000, "javascript:alert(1)", "http://a_b,c.example/",
    ],
)  # fmt: skip
def test_what_is_no_url_of_ours_is_refused(url: str) -> None:
    with pytest.raises(BadRequest) as caught:
        target_of(url)
    assert refused(caught) == "bad_request.url"


def test_ports_of_other_services_are_refused_and_push_services_are_asked_over_https_only() -> None:
    for port in (22, 25, 110, 1023):
        with pytest.raises(BadRequest) as caught:
            target_of(f"http://a.example:{port}/")
        assert refused(caught) == "bad_request.port"
    with pytest.raises(BadRequest) as caught:
        target_of("http://a.example/", secure_only=True)
    assert refused(caught) == "bad_request.url"


# ---- What is refused before anything is sent


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "127.1", "2130706433", "0x7f000001", "0.0.0.0"])
async def test_a_private_address_is_refused_however_it_is_written(host: str) -> None:
    async with Receiver() as receiver:
        with pytest.raises(CannotReach) as caught:
            await Outbound(WITHIN).post(target_of(receiver.url(host=host)), {}, b"{}")
        assert refused(caught) == "cannot_reach.private"
        assert receiver.connected == 0


@pytest.mark.parametrize("addresses", [("127.0.0.1",), ("8.8.8.8", "127.0.0.1"), ("::ffff:127.0.0.1",)])
async def test_a_name_that_leads_to_a_private_address_is_refused(addresses: tuple[str, ...]) -> None:
    names = Names(*addresses)
    async with Receiver() as receiver:
        with pytest.raises(CannotReach) as caught:
            await Outbound(WITHIN, lookup=names).post(target_of(receiver.url()), {}, b"{}")
        assert refused(caught) == "cannot_reach.private"
        assert receiver.connected == 0


async def test_a_name_nobody_knows_is_refused_like_one_that_leads_inside() -> None:
    async def nothing(_host: str, _port: int) -> list[object]:
        raise OSError

    with pytest.raises(CannotReach) as caught:
        await Outbound(WITHIN, lookup=nothing).post(target_of("http://nobody.example/"), {}, b"")  # type: ignore[arg-type]
    assert refused(caught) == "cannot_reach.private"


async def test_the_connection_goes_to_the_very_address_that_was_checked() -> None:
    checked: list[str] = []

    def check(address: str) -> bool:
        checked.append(address)
        return True

    names = Names()
    async with Receiver() as receiver:
        assert (
            await Outbound(WITHIN, check, names).post(target_of(receiver.url("/hook?a=1")), {"X-A": "b"}, b"hi") == 201
        )
    assert names.asked == ["notices.example"], "looked up once"
    assert checked == ["127.0.0.1", LOOPBACK], "the address of the name; and whether this machine may call itself"
    (came,) = receiver.came
    assert came.line == "POST /hook?a=1 HTTP/1.1"
    assert came.headers["host"] == f"notices.example:{receiver.port}"
    assert (came.headers["x-a"], came.body) == ("b", b"hi")


async def test_the_next_address_is_tried_where_one_does_not_answer() -> None:
    async with Receiver() as receiver:
        names = Names("127.0.0.2", "127.0.0.1")  # nobody listens at the first
        assert await free(names).post(target_of(receiver.url()), {}, b"") == 201


# ---- What is answered


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_is_not_followed(status: int) -> None:
    async with Receiver() as inner:
        answer = f"HTTP/1.1 {status} Go\r\nLocation: http://127.0.0.1:{inner.port}/\r\nContent-Length: 0\r\n\r\n"
        async with Receiver(answer.encode()) as receiver:
            with pytest.raises(CannotReach) as caught:
                await free().post(target_of(receiver.url()), {}, b"")
        assert refused(caught) == "cannot_reach.redirect"
        assert inner.connected == 0


@pytest.mark.parametrize("status", [200, 204, 404, 410, 500])
async def test_the_status_is_told_and_the_body_is_not_read(status: int) -> None:
    endless = f"HTTP/1.1 {status} X\r\n\r\n".encode() + b"x" * 4_000_000
    async with Receiver(endless) as receiver:
        assert await free().post(target_of(receiver.url()), {}, b"") == status


async def test_an_answer_that_is_announced_is_waited_for() -> None:
    async with Receiver(b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\n\r\n") as receiver:
        assert await free().post(target_of(receiver.url()), {}, b"") == 200


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"HTTP/1.1 200",
        b"SSH-2.0-x\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * (2 * MOST_HEAD) + b"\r\n\r\n",
        b"HTTP/1.1 102 Wait\r\n\r\n" * 100,
    ],
)
async def test_what_is_no_answer_is_said_so(answer: bytes) -> None:
    async with Receiver(answer) as receiver:
        with pytest.raises(CannotReach) as caught:
            await free().post(target_of(receiver.url()), {}, b"")
    assert refused(caught) == "cannot_reach.silent"


async def test_who_never_answers_is_not_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes the connection, and that is all
        port = silent.getsockname()[1]
        with pytest.raises(CannotReach) as caught:
            await Outbound(0.1, anywhere, Names()).post(target_of(f"http://a.example:{port}/"), {}, b"")
    assert refused(caught) == "cannot_reach.silent"


# ---- Certificates


async def test_a_certificate_is_checked_against_the_name_not_the_address(tmp_path: Path) -> None:
    certificate = Certificate(tmp_path, "notices.example")
    async with Receiver(trust=certificate.shown()) as receiver:
        url = receiver.url(scheme="https")
        assert await free(trust=certificate.trusted()).post(target_of(url), {}, b"") == 201
        for host, trust in (("other.example", certificate.trusted()), ("notices.example", None)):
            with pytest.raises(CannotReach) as caught:
                await free(trust=trust).post(target_of(receiver.url(host=host, scheme="https")), {}, b"")
            assert refused(caught) == "cannot_reach.certificate"
        assert len(receiver.came) == 1


async def test_a_name_that_does_not_answer_keeps_nobody_else_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = threading.Event()

    def lookup(host: str, *_args: object, **_options: object) -> list[object]:
        if host.startswith("slow"):
            waits.wait(600)
        raise OSError(host)

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    resolver = Resolver()
    slow = [asyncio.create_task(resolver(f"slow-{number}", 80)) for number in range(NAMES_AT_ONCE)]
    await asyncio.sleep(0.05)
    with pytest.raises(OSError, match="so many"):
        await resolver("quick", 80)
    with pytest.raises(OSError, match="localhost"):  # the loop's own threads are free: the database is found
        await asyncio.wait_for(asyncio.get_running_loop().getaddrinfo("localhost", 80), 300)
    waits.set()
    await asyncio.gather(*slow, return_exceptions=True)
    with pytest.raises(OSError, match="quick"):
        await resolver("quick", 80)


async def test_this_machines_own_public_address_is_not_called() -> None:
    asked: list[str] = []

    def taken_for_public(address: str) -> bool:
        """What a name leads to is, and loopback itself is not: as at an address of this machine's in the Internet."""
        asked.append(address)
        return len(asked) == 1

    async with Receiver() as receiver:
        with pytest.raises(CannotReach) as caught:
            await Outbound(WITHIN, taken_for_public, Names("127.0.0.1")).post(target_of(receiver.url()), {}, b"{}")
    assert refused(caught) == "cannot_reach.private"
    assert receiver.came == []
