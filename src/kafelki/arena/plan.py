"""What a run plays: which bots meet on which deals, seated how. All of it follows from the plan, not from a clock."""

from __future__ import annotations

import hashlib
import itertools
import math
import random
from collections.abc import Sequence
from typing import Final, TypeAlias

import msgspec

from kafelki.core.meta import Options, Value
from kafelki.errors import BadRun
from kafelki.games import meta

DEALS: Final = 100
SEED: Final = 1
SEED_BITS: Final = 63  # as much as JSON readers agree on

Pair: TypeAlias = tuple[int, int]  # two bots, by their numbers in the plan
Seating: TypeAlias = tuple[int, ...]  # for each seat, which of the pair sits there: 0 or 1


class Job(msgspec.Struct, frozen=True):
    """One deal of one pair: what a worker plays at a time."""

    deal: int
    pair: Pair


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A run, before anything is played. Made by `make_plan`, which checks it."""

    game: str
    seats: int
    options: dict[str, Value]
    bots: tuple[str, ...]
    deals: int
    seed: int
    cap: float | None = None  # milliseconds a move

    @property
    def pairs(self) -> list[Pair]:
        """Everybody against everybody else."""
        return list(itertools.combinations(range(len(self.bots)), 2))

    @property
    def jobs(self) -> list[Job]:
        """Deal by deal, so that a run that is cut short has as many of each pair."""
        return [Job(deal, pair) for deal in range(self.deals) for pair in self.pairs]

    def key(self, deal: int) -> bytes:
        """What a deal's chance begins with: the same for all pairs and seatings."""
        return hashlib.sha256(f"kafelki arena deal {self.seed} {deal}".encode()).digest()

    def rng(self, deal: int, seating: Seating, seat: int, purpose: str) -> random.Random:
        """A stream for one seat of one match."""
        name = f"kafelki arena {purpose} {self.seed} {deal} {seating} {seat}"
        return random.Random(int.from_bytes(hashlib.sha256(name.encode()).digest()))


def seatings(seats: int) -> list[Seating]:
    """Each of two bots alone against the other on every seat, each way once; with two seats that is both orders."""
    alone = [tuple(int((seat == own) == bool(bot)) for seat in range(seats)) for bot in (0, 1) for own in range(seats)]
    return sorted(set(alone))


def make_plan(
    game_id: str,
    bots: Sequence[str],
    *,
    seats: int | None = None,
    deals: int = DEALS,
    options: Options | None = None,
    seed: int = SEED,
    cap: float | None = None,
) -> Plan:
    """A run that can be played; what is wrong with it is said before anything is. Bots are not made here."""
    card = meta(game_id)
    seated = card.seats[0] if seats is None else seats
    card.require_seats(seated)
    if len(set(bots)) < max(2, len(bots)):
        raise BadRun(
            f"An arena needs two bots or more, each named once; {', '.join(bots) or 'none'} came.",
            f"Arena potrzebuje co najmniej dwóch botów, każdy podany raz; przyszło: {', '.join(bots) or 'nic'}.",
            "bots",
        )
    if type(seed) is not int or seed.bit_length() > SEED_BITS:
        raise BadRun(
            f"A seed is an int of at most {SEED_BITS} bits; {seed!r} came.",
            f"Ziarno to liczba całkowita do {SEED_BITS} bitów; przyszło {seed!r}.",
            "seed",
        )
    if type(deals) is not int or deals < 1:
        raise BadRun(
            f"At least 1 deal is played; {deals!r} came.",
            f"Gra się co najmniej 1 rozdanie; przyszło {deals!r}.",
            "deals",
        )
    if cap is not None and not 0 < cap < math.inf:
        raise BadRun(
            f"A cap is a number of milliseconds above 0; {cap!r} came.",
            f"Limit to liczba milisekund większa od 0; przyszło {cap!r}.",
            "cap",
        )
    return Plan(card.id, seated, card.full_options(options or {}), tuple(bots), deals, seed, cap)
