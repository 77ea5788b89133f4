"""What a run has shown: shares with intervals over deals, points, thinking time, ratings, faults."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

import kafelki
from kafelki.arena.plan import Pair, Plan
from kafelki.arena.play import Clocked, Deal, Fault, FaultKind
from kafelki.arena.ratings import Rating, ratings
from kafelki.core.meta import Value
from kafelki.games import meta

RESAMPLES: Final = 10_000
INTERVAL: Final = (2.5, 97.5)  # percentiles
AT_ONCE: Final = 2_000_000  # numbers drawn together, so that many deals need no more memory than few


class Side(msgspec.Struct, frozen=True):
    """One bot of a pair."""

    bot: str
    share: float  # of the other's seats, how many it ends before
    interval: tuple[float, float]  # 95 %, by bootstrap over deals
    points: float
    move_ms: float  # mean thinking time
    turn_ms: float
    slowest_turn_ms: float
    moves: int
    turns: int
    faults: int


class Versus(msgspec.Struct, frozen=True):
    """Two bots against each other."""

    sides: tuple[Side, Side]
    deals: int
    matches: int


class FaultCount(msgspec.Struct, frozen=True):
    """How often a bot did one kind of thing it should not have, and where first."""

    bot: str
    kind: FaultKind
    count: int
    first: Fault


class Report(msgspec.Struct, frozen=True):
    """A whole run."""

    game: str
    seats: int
    options: dict[str, Value]
    bots: tuple[str, ...]
    deals: int
    seed: int
    cap: float | None
    version: str
    rules: int
    pairs: tuple[Versus, ...]
    ratings: tuple[Rating, ...]  # the strongest first
    faults: tuple[FaultCount, ...]


def report(plan: Plan, deals: Sequence[Deal]) -> Report:
    """The deals of a run, in whatever order they were played, as what they show."""
    ordered = sorted(deals, key=lambda one: (one.deal, one.pair))
    return Report(
        *(plan.game, plan.seats, plan.options, plan.bots, plan.deals, plan.seed, plan.cap),
        version=kafelki.__version__,
        rules=meta(plan.game).rules_version,
        pairs=tuple(_versus(plan, pair, [deal for deal in ordered if deal.pair == pair]) for pair in plan.pairs),
        ratings=ratings(plan, ordered),
        faults=tuple(_counts(ordered)),
    )


def _versus(plan: Plan, pair: Pair, deals: list[Deal]) -> Versus:
    shares = np.array([deal.share for deal in deals])
    low, high = interval(shares, plan.seed)
    mean = float(shares.mean())
    first = _side(plan, deals, 0, mean, (low, high))
    second = _side(plan, deals, 1, 1 - mean, (1 - high, 1 - low))
    return Versus((first, second), len(deals), sum(len(deal.matches) for deal in deals))


def _side(plan: Plan, deals: list[Deal], which: int, share: float, around: tuple[float, float]) -> Side:
    name = plan.bots[deals[0].pair[which]]
    matches = [match for deal in deals for match in deal.matches]
    clock = _sum([match.clocks[which] for match in matches])
    return Side(
        bot=name,
        share=share,
        interval=around,
        points=sum(match.points(which) for match in matches) / len(matches),
        move_ms=1000 * clock.seconds / max(1, clock.moves),
        turn_ms=1000 * clock.seconds / max(1, clock.turns),
        slowest_turn_ms=1000 * clock.slowest,
        moves=clock.moves,
        turns=clock.turns,
        faults=sum(fault.bot == name for match in matches for fault in match.faults),
    )


def _sum(clocks: list[Clocked]) -> Clocked:
    return Clocked(
        moves=sum(clock.moves for clock in clocks),
        turns=sum(clock.turns for clock in clocks),
        seconds=sum(clock.seconds for clock in clocks),
        slowest=max(clock.slowest for clock in clocks),
    )


def interval(shares: npt.NDArray[np.float64], seed: int) -> tuple[float, float]:
    """Where the mean of such deals lies in 95 of 100 runs, by bootstrap. One deal tells nothing: anywhere."""
    count = len(shares)
    if count < 2:
        return 0.0, 1.0
    name = hashlib.sha256(f"kafelki arena bootstrap {seed}".encode()).digest()
    rng = np.random.default_rng(int.from_bytes(name))
    at_once = max(1, AT_ONCE // count)
    means = [
        shares[rng.integers(0, count, (min(at_once, RESAMPLES - done), count))].mean(axis=1)
        for done in range(0, RESAMPLES, at_once)
    ]
    low, high = np.percentile(np.concatenate(means), INTERVAL)
    return float(low), float(high)


def _counts(deals: list[Deal]) -> list[FaultCount]:
    """By bot and kind, the first of each as an example."""
    found: dict[tuple[str, FaultKind], list[Fault]] = {}
    for fault in (fault for deal in deals for match in deal.matches for fault in match.faults):
        found.setdefault((fault.bot, fault.kind), []).append(fault)
    return [FaultCount(bot, kind, len(faults), faults[0]) for (bot, kind), faults in sorted(found.items())]
