"""One deal of a pair, played in every seating; a bot at fault is noted down, and the match goes on."""

from __future__ import annotations

import contextlib
import random
import sys
import time
from typing import Final, Literal, TypeAlias

import msgspec

import kafelki
from kafelki.arena.plan import Job, Pair, Plan, Seating, seatings
from kafelki.bots.bot import Bot, Budget, observe
from kafelki.bots.levels import bot
from kafelki.core.game import Move
from kafelki.core.match import Match
from kafelki.errors import BadMove, KafelkiError

GRACE: Final = 2  # a cap is overrun by more than so many times itself …
GRACE_MILLISECONDS: Final = 100  # … and so much: the machine may be busy, and a search looks at the clock in slices
LONGEST_WHY: Final = 200

FaultKind: TypeAlias = Literal["raised", "not_a_move", "illegal", "overran"]


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a bot did that it should not have."""

    bot: str
    deal: int
    seating: Seating
    seat: int
    ply: int
    kind: FaultKind
    why: str


class Clocked(msgspec.Struct, forbid_unknown_fields=True):
    """How long one bot thought in a match, on all its seats. A turn is all it decides from one `turn_ply` on."""

    moves: int = 0
    turns: int = 0
    seconds: float = 0.0
    slowest: float = 0.0  # of its turns, in seconds


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one match ended."""

    seating: Seating
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    clocks: tuple[Clocked, Clocked]  # of the pair's bots
    faults: tuple[Fault, ...] = ()

    @property
    def share(self) -> float:
        """The first bot's score against the second, 0 to 1: 1 for each seat it ends before, 1/2 for equal ranks."""
        own, others = self._of(0, self.ranks), self._of(1, self.ranks)
        won = sum((mine < theirs) + (mine == theirs) / 2 for mine in own for theirs in others)
        return won / (len(own) * len(others))

    def points(self, which: int) -> float:
        """What one of the pair scored, on the mean of its seats."""
        scores = self._of(which, self.scores)
        return sum(scores) / len(scores)

    def _of(self, which: int, values: tuple[int, ...]) -> list[int]:
        return [value for value, sits in zip(values, self.seating, strict=True) if sits == which]


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One deal of one pair, in all seatings: a line of a run's file."""

    deal: int
    pair: Pair
    matches: tuple[Played, ...]

    @property
    def job(self) -> Job:
        return Job(self.deal, self.pair)

    @property
    def share(self) -> float:
        """The first bot's, all seatings alike: the luck of the deal falls out."""
        return sum(match.share for match in self.matches) / len(self.matches)


def play_deal(plan: Plan, job: Job) -> Deal:
    """All matches of a job. What a bot prints goes to standard error: standard output is for the result."""
    with contextlib.redirect_stdout(sys.stderr):
        return Deal(job.deal, job.pair, tuple(Table(plan, job, seating).play() for seating in seatings(plan.seats)))


class Table:
    """One match between two bots, each seat with a bot and a stream of chance of its own."""

    def __init__(self, plan: Plan, job: Job, seating: Seating) -> None:
        self.plan, self.deal, self.seating = plan, job.deal, seating
        self.names = [plan.bots[job.pair[sits]] for sits in seating]
        self.bots: list[Bot] = [bot(name) for name in self.names]
        self.clocks = (Clocked(), Clocked())
        self.faults: list[Fault] = []
        self.match = kafelki.new_match(plan.game, seats=plan.seats, options=plan.options, seed=plan.key(job.deal))
        self._eyes, self._minds, self._lots = (self._streams(use) for use in ("sees", "thinks", "lot"))
        self._turn: tuple[int, int] = (-1, -1)  # seat and turn_ply of the last decision
        self._turn_seconds = 0.0

    def _streams(self, purpose: str) -> list[random.Random]:
        return [self.plan.rng(self.deal, self.seating, seat, purpose) for seat in range(self.plan.seats)]

    def play(self) -> Played:
        """To the end."""
        while (seat := self.match.to_act) is not None:
            self._decide(self.match, seat)
        return Played(self.seating, tuple(self.match.scores), tuple(self.match.ranks), self.clocks, tuple(self.faults))

    def _decide(self, match: Match, seat: int) -> None:
        observation = observe(match, self._eyes[seat])
        turn = (seat, int(match.state()["turn_ply"][0]))
        begun = time.perf_counter()
        try:
            chosen: object = self.bots[seat].choose(observation, Budget(milliseconds=self.plan.cap), self._minds[seat])
        except (Exception, SystemExit) as error:
            chosen = error
        self._clock(seat, turn, time.perf_counter() - begun)
        fault = self._played(match, chosen)
        if fault is not None:
            self._note(seat, *fault)
            match.play(self._lots[seat].choice(match.legal()), by="bot")

    def _played(self, match: Match, chosen: object) -> tuple[FaultKind, str] | None:
        """Play what a bot chose, or say what is wrong with it."""
        if isinstance(chosen, BaseException):
            return "raised", _told(chosen)
        if not isinstance(chosen, Move):
            return "not_a_move", f"a {type(chosen).__name__} came"
        try:
            match.play(chosen, by="bot")
        except BadMove as error:
            return "not_a_move", _told(error)
        except KafelkiError as error:
            return "illegal", _told(error)
        return None

    def _clock(self, seat: int, turn: tuple[int, int], seconds: float) -> None:
        clock = self.clocks[self.seating[seat]]
        if turn != self._turn:
            self._turn, self._turn_seconds = turn, 0.0
            clock.turns += 1
        self._turn_seconds += seconds
        clock.moves += 1
        clock.seconds += seconds
        clock.slowest = max(clock.slowest, self._turn_seconds)
        cap = self.plan.cap
        if cap is not None and 1000 * seconds > GRACE * cap + GRACE_MILLISECONDS:
            self._note(seat, "overran", f"{1000 * seconds:.0f} ms of {cap:g}")

    def _note(self, seat: int, kind: FaultKind, why: str) -> None:
        fault = Fault(self.names[seat], self.deal, self.seating, seat, self.match.ply, kind, why)
        self.faults.append(fault)


def _told(error: BaseException) -> str:
    """An error in a line that any file can hold; a bot's own errors may fail even at that."""
    try:
        words = str(error)
    except Exception:
        words = "?"
    line = " ".join(f"{type(error).__name__}: {words}".split())
    return line[:LONGEST_WHY].encode(errors="replace").decode()
