"""Everything compiled before processes start, and loaded in each of them before a clock runs."""

from __future__ import annotations

import contextlib
import functools
import random
import sys

import msgspec

import kafelki
from kafelki.arena.plan import Plan
from kafelki.bots.bot import Budget, observe
from kafelki.bots.levels import bot
from kafelki.core.warm import warm_steps


def require_bots(plan: Plan) -> None:
    """Make every bot once, or UnknownBot."""
    with contextlib.redirect_stdout(sys.stderr):
        for name in plan.bots:
            bot(name)


def warm(plan: Plan) -> None:
    """Compile, or load, all that the run needs."""
    for step in warm_steps(kafelki.game(plan.game)):
        step()
    wake(msgspec.json.encode(plan))


@functools.cache  # once in a process
def wake(plan_text: bytes) -> None:
    """Let every bot of a plan choose a move that nobody counts: what it loads is no thinking time."""
    plan = msgspec.json.decode(plan_text, type=Plan)
    match = kafelki.new_match(plan.game, seats=plan.seats, options=plan.options, seed=plan.key(0))
    while not match.over and len(match.legal()) == 1:
        match.play(match.legal()[0])
    for name in plan.bots:
        with contextlib.redirect_stdout(sys.stderr), contextlib.suppress(Exception, SystemExit):
            bot(name).choose(observe(match, random.Random(0)), Budget(1, plan.cap), random.Random(0))
