"""Bots against bots: duplicate deals, all seats, shares with intervals, ratings.

report = kafelki.arena.run("shelf", ["greedy", "random"], deals=50)
report.pairs[0].sides[0].share, report.pairs[0].sides[0].interval
"""

from __future__ import annotations

from kafelki.arena.plan import Plan, make_plan
from kafelki.arena.play import Deal, Fault, Played
from kafelki.arena.ratings import Rating
from kafelki.arena.report import FaultCount, Report, Side, Versus
from kafelki.arena.tournament import play_plan, run

__all__ = ["Deal", "Fault", "FaultCount", "Plan", "Played", "Rating", "Report", "Side", "Versus"]
__all__ += ["make_plan", "play_plan", "run"]
