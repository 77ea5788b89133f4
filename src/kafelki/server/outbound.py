"""The one way out: a request to an address that somebody else has named.

Only public addresses are reached. A name is looked up once, every address it has is checked, and the connection goes
to one of those very addresses: what the name says a moment later does not matter. Redirects are not followed, and of
an answer no more than its head is read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
import threading
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeAlias
from urllib.parse import urlsplit

import msgspec

import kafelki
from kafelki.errors import BadRequest, CannotReach

PORTS: Final = {"http": 80, "https": 443}
LOWEST_PORT: Final = 1024  # below it only those two: nobody's mail server is talked to
LONGEST_URL: Final = 1000
MOST_HEAD: Final = 16 * 1024  # bytes of an answer that are read
MOST_ADDRESSES: Final = 3  # of a name that are tried
MOST_HEADS: Final = 4  # of one answer: it may be said before that it is coming
AT_ONCE: Final = 16  # requests
NAMES_AT_ONCE: Final = 8  # that are looked up
LOOPBACK: Final = "127.0.0.1"
PLAIN: Final = re.compile(r"[!-~]+")
NAME: Final = re.compile(r"[0-9a-z._:-]{1,253}")
STATUS: Final = re.compile(rb"HTTP/1\.[01] (\d{3})(?: |\r|\n)")

UNICAST: Final = ipaddress.IPv6Network("2000::/3")  # all that is public of IPv6
TRANSLATED: Final = ipaddress.IPv6Network("64:ff9b::/96")  # NAT64: an IPv4 address in its last 32 bits
NOT_PUBLIC: Final = tuple(  # also where a release of Python takes them for public
    map(
        ipaddress.ip_network,
        ("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32", "2001::/23", "2001:db8::/32", "3fff::/20"),
    )
)

Address: TypeAlias = tuple[socket.AddressFamily, str]
Lookup: TypeAlias = Callable[[str, int], Awaitable[list[Address]]]


class Target(msgspec.Struct, frozen=True):
    """A URL, taken apart."""

    secure: bool
    host: str
    port: int
    path: str  # with the query

    @property
    def named(self) -> str:
        """As the Host header has it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS["https" if self.secure else "http"] else f"{host}:{self.port}"


def target_of(url: str, secure_only: bool = False) -> Target:
    """Where a URL leads, or BadRequest; nothing is looked up yet."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise _no_url(secure_only) from None
    known = parts.scheme == "https" or (parts.scheme == "http" and not secure_only)
    if not known or not NAME.fullmatch(host) or "@" in parts.netloc or port == 0:
        raise _no_url(secure_only)
    if len(url) > LONGEST_URL or not PLAIN.fullmatch(url):
        raise _no_url(secure_only)
    port = port or PORTS[parts.scheme]
    if port not in PORTS.values() and port < LOWEST_PORT:
        raise BadRequest(
            f"Port {port} is not used for that: 80, 443, or one from {LOWEST_PORT} on.",
            f"Port {port} do tego nie służy: 80, 443 albo któryś od {LOWEST_PORT}.",
            "port",
        )
    query = f"?{parts.query}" if parts.query else ""
    return Target(parts.scheme == "https", host, port, (parts.path or "/") + query)


def is_public(address: str) -> bool:
    """Whether an address is anybody's on the Internet: not this machine's, its network's or its provider's own."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inside = _ipv4_inside(found)
        if inside is not None:
            return is_public(str(inside))
        if found not in UNICAST or found.scope_id is not None:
            return False
    odd = found.is_multicast or found.is_reserved or found.is_unspecified or found.is_loopback or found.is_link_local
    return found.is_global and not odd and not any(found in network for network in NOT_PUBLIC)


def _ipv4_inside(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The address that one in IPv6's clothes leads to in the end: IPv4-mapped, 6to4 or NAT64."""
    if address in TRANSLATED:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


class Resolver:
    """Looks names up in threads of its own: those that do not answer keep nobody else waiting, the database least."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(NAMES_AT_ONCE, "names")
        self._free = threading.BoundedSemaphore(NAMES_AT_ONCE)

    async def __call__(self, host: str, port: int) -> list[Address]:
        """Every address of a name; OSError where there is none, or so many are being looked up."""
        if not self._free.acquire(blocking=False):
            raise OSError("so many names at once")
        work = self._threads.submit(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        work.add_done_callback(lambda _: self._free.release())  # when the thread is back, whoever has given up before
        known = (socket.AF_INET, socket.AF_INET6)
        return [
            (family, str(place[0]))
            for family, _, _, _, place in await asyncio.shield(asyncio.wrap_future(work))
            if family in known
        ]


class Outbound:
    """Sends requests to where others say. What may be reached, names and certificates can be had otherwise in tests."""

    def __init__(
        self,
        within: float,
        may_reach: Callable[[str], bool] = is_public,
        lookup: Lookup | None = None,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        self._within, self._may_reach, self._lookup = within, may_reach, lookup or Resolver()
        self._trust = trust
        self._room = asyncio.Semaphore(AT_ONCE)

    async def require_public(self, target: Target) -> list[Address]:
        """The addresses of a target, or CannotReach where one of them is not public."""
        try:
            async with asyncio.timeout(self._within):
                found = await self._lookup(target.host, target.port)
        except (OSError, UnicodeError):  # a name that takes too long is none
            found = []
        if not found or not all(self._may_reach(address) for _, address in found):
            raise _not_public(target)  # in the same words: which names there are inside is nobody's business
        return list(dict.fromkeys(found))[:MOST_ADDRESSES]

    async def post(self, target: Target, headers: Mapping[str, str], body: bytes) -> int:
        """Send it and return the status of the answer; CannotReach where there was none, or a redirect."""
        try:
            async with asyncio.timeout(self._within):
                await self._room.acquire()
        except TimeoutError:
            raise CannotReach("Too much is being sent just now.", "Za dużo się teraz wysyła.", "busy") from None
        try:
            return await self._post(target, headers, body)
        finally:
            self._room.release()

    async def _post(self, target: Target, headers: Mapping[str, str], body: bytes) -> int:
        addresses = await self.require_public(target)
        try:
            async with asyncio.timeout(self._within):
                status = await self._tried(target, addresses, _request(target, headers, body))
        except ssl.SSLCertVerificationError:
            raise CannotReach(
                f"The certificate of {target.host} is not good.", f"Certyfikat {target.host} jest zły.", "certificate"
            ) from None
        except (OSError, EOFError, ValueError, asyncio.LimitOverrunError):
            raise CannotReach(f"{target.host} does not answer.", f"{target.host} nie odpowiada.", "silent") from None
        if 300 <= status < 400:
            raise CannotReach(
                f"{target.host} points elsewhere ({status}): give the address itself.",
                f"{target.host} odsyła gdzie indziej ({status}): podaj właściwy adres.",
                "redirect",
            )
        return status

    async def _tried(self, target: Target, addresses: list[Address], request: bytes) -> int:
        """At one address after the other, until one lets us in."""
        for left in range(len(addresses), 0, -1):
            try:
                async with asyncio.timeout(self._within / (left + 1)):
                    line = await _connected(addresses[-left], target.port)
            except OSError:
                if left == 1:
                    raise
            else:
                if _leads_here(line) and not self._may_reach(LOOPBACK):
                    line.close()
                    raise _not_public(target)  # a public address, but this machine's own
                return await self._asked(target, line, request)
        raise EOFError

    async def _asked(self, target: Target, line: socket.socket, request: bytes) -> int:
        context, name = (self._context(), target.host) if target.secure else (None, None)
        try:
            reader, writer = await asyncio.open_connection(
                sock=line, limit=MOST_HEAD, ssl=context, server_hostname=name
            )
        except BaseException:
            line.close()
            raise
        try:
            writer.write(request)
            await writer.drain()
            return await _status(reader)
        finally:
            writer.transport.abort()  # the rest is nothing to us

    def _context(self) -> ssl.SSLContext:
        if self._trust is None:
            self._trust = ssl.create_default_context()
        return self._trust


async def _connected(address: Address, port: int) -> socket.socket:
    family, place = address
    line = socket.socket(family, socket.SOCK_STREAM)
    line.setblocking(False)
    try:
        await asyncio.get_running_loop().sock_connect(line, (place, port))
    except BaseException:
        line.close()
        raise
    return line


def _leads_here(line: socket.socket) -> bool:
    """Whether both ends of a connection are this machine."""
    return bool(line.getsockname()[0] == line.getpeername()[0])


async def _status(reader: asyncio.StreamReader) -> int:
    """Of the answer; what only says that one is coming is passed over."""
    for _ in range(MOST_HEADS):
        found = STATUS.match(await reader.readuntil(b"\r\n\r\n"))
        if found is None:
            break
        if int(found[1]) >= 200:
            return int(found[1])
    raise ValueError("that is no answer")


def _request(target: Target, headers: Mapping[str, str], body: bytes) -> bytes:
    given = {
        "Host": target.named,
        "User-Agent": f"Kafelki/{kafelki.__version__}",
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in given.items())
    return f"POST {target.path} HTTP/1.1\r\n{lines}\r\n".encode("ascii") + body


def _not_public(target: Target) -> CannotReach:
    return CannotReach(
        f"There is no public address for {target.host}: only those are used.",
        f"Nie ma publicznego adresu dla {target.host}: tylko takich używamy.",
        "private",
    )


def _no_url(secure_only: bool) -> BadRequest:
    if secure_only:
        return BadRequest("Such an address begins with https://.", "Taki adres zaczyna się od https://.", "url")
    return BadRequest(
        "An address begins with http:// or https://, has no password and no spaces.",
        "Adres zaczyna się od http:// lub https://, nie ma hasła ani spacji.",
        "url",
    )
