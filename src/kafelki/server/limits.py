"""How often somebody may ask, in buckets that fill again."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

from kafelki.errors import TooMany
from kafelki.server.settings import Rate

MOST_BUCKETS: Final = 20_000


class Buckets:
    """One bucket for each key; a key not seen for long has a full one and need not be kept."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._left: dict[str, tuple[float, float]] = {}  # what is left, and when that was

    def take(self, key: str, amount: float = 1.0) -> None:
        """Take from the key's bucket, or TooMany."""
        now = self._clock()
        left, since = self._left.pop(key, (float(self._rate.burst), now))
        left = min(float(self._rate.burst), left + (now - since) * self._rate.each_second)
        if left < amount:
            self._left[key] = left, now
            raise TooMany("That was too often: wait a moment.", "To było za często: odczekaj chwilę.", "rate")
        self._left[key] = left - amount, now
        while len(self._left) > MOST_BUCKETS:
            del self._left[next(iter(self._left))]

    def require(self, key: str) -> None:
        """TooMany where nothing is left: before one tries what is counted only when it fails."""
        self.take(key)
        left, since = self._left[key]
        self._left[key] = left + 1.0, since


class Tally:
    """What was refused, by code: for the log and for the host."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def add(self, code: str) -> None:
        self.counts[code] += 1


def address_of(peer: str, forwarded: str | None, trusted: tuple[str, ...]) -> str:
    """Where somebody comes from: behind our own proxies, the last address in X-Forwarded-For that is none of them."""
    hops = [hop.strip() for hop in (forwarded or "").split(",") if hop.strip()]
    proxies = {_plain(one) for one in trusted}
    address = peer
    while _plain(address) in proxies and hops:
        address = hops.pop()
    return household(address)


def household(address: str) -> str:
    """One household: an IPv4 address, or an IPv6 network of 64 bits."""
    plain = _plain(address)
    if ":" not in plain:
        return plain
    try:
        return str(ipaddress.ip_network((int(ipaddress.IPv6Address(plain)), 64), strict=False))
    except ValueError:
        return plain


def _plain(address: str) -> str:
    """An address written in one way: an IPv4 one as such also where it comes in IPv6's clothes."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    return str((found.ipv4_mapped if found.version == 6 else None) or found)
