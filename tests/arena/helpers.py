"""What the tests of the arena share."""

from __future__ import annotations

import msgspec

from kafelki.arena import Deal, Plan, Report
from kafelki.arena.play import Clocked

OWN = "tests.arena.bots"
TIMED = ("move_ms", "turn_ms", "slowest_turn_ms")


def timeless(report: Report) -> object:
    """A report without what the clock told: the same on every machine."""
    document = msgspec.to_builtins(report)
    for versus in document["pairs"]:
        for side in versus["sides"]:
            for name in TIMED:
                del side[name]
    return document


def without_clocks(deal: Deal) -> Deal:
    matches = [msgspec.structs.replace(match, clocks=(Clocked(), Clocked())) for match in deal.matches]
    return msgspec.structs.replace(deal, matches=tuple(matches))


def a_plan(*bots: str, game: str = "_template", seats: int = 2, deals: int = 4, cap: float | None = None) -> Plan:
    """A plan nobody checked."""
    return Plan(game, seats, {}, bots or ("random", "greedy"), deals, 1, cap)
