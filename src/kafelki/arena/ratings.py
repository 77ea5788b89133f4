"""One number a bot, from all its deals against all others, by OpenSkill's Plackett-Luce model."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from openskill.models import PlackettLuce

from kafelki.arena.plan import Plan
from kafelki.arena.play import Deal


class Rating(msgspec.Struct, frozen=True):
    """How strong a bot is among these; 25 is where everybody begins."""

    bot: str
    rating: float
    sigma: float  # how unsure that is: one standard deviation
    share: float  # mean share against the others


def ratings(plan: Plan, deals: Sequence[Deal]) -> tuple[Rating, ...]:
    """The strongest first. A deal of a pair counts as one game, won by who has more than half of it: in single
    matches there would be the luck of the deal. Bots do not learn, so nothing is forgotten (tau is 0)."""
    model = PlackettLuce(tau=0.0)
    standing = [model.rating(name=name) for name in plan.bots]
    shares: list[list[float]] = [[] for _ in plan.bots]
    for deal in deals:
        first, second = deal.pair
        result = [deal.share, 1 - deal.share]
        ([standing[first]], [standing[second]]) = model.rate([[standing[first]], [standing[second]]], scores=result)
        shares[first].append(result[0])
        shares[second].append(result[1])
    rated = [
        Rating(name, own.mu, own.sigma, sum(of) / len(of))
        for name, own, of in zip(plan.bots, standing, shares, strict=True)
    ]
    return tuple(sorted(rated, key=lambda one: -one.rating))
