"""How long a seat may still think, worked out from the times of entries: nothing of a clock is kept.

A turn has its seconds; what it takes beyond them comes out of the seat's bank. While no server was up, no clock ran.

    began      +turn                  +bank
      |----------|----------------------|  run out: a bot plays this turn
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from kafelki.core.match import Match

Pace: TypeAlias = Literal["relaxed", "live", "mail"]
SHORTEST_TURN: Final = 5  # seconds
LONGEST_TURN: Final = 14 * 86_400  # with the bank less than what is kept without a move
LONGEST_BANK: Final = 14 * 86_400
BY_MAIL: Final = 3600  # who has so long for a turn need not sit at the table


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agreed on, in seconds: for each turn, and beyond that for the whole match."""

    turn: Annotated[int, msgspec.Meta(ge=SHORTEST_TURN, le=LONGEST_TURN)]
    bank: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_BANK)] = 0


def pace_of(clock: Clock | None) -> Pace:
    """How quickly a table plays."""
    if clock is None:
        return "relaxed"
    return "mail" if clock.turn >= BY_MAIL else "live"


class Pause(msgspec.Struct, frozen=True, order=True):
    """A time in which no server was up."""

    began: float
    ended: float


class Turn(msgspec.Struct, frozen=True):
    """A turn that runs: whose, and since which ply. Two of them are the same turn if they are equal."""

    seat: int | None  # None: the match is over
    ply: int


def turn_of(match: Match) -> Turn:
    """The one that runs now."""
    return Turn(match.to_act, match.turn_ply)


class Clocks:
    """The clocks of one match, told what happens entry by entry. `pauses` is the server's own list, which grows."""

    def __init__(self, clock: Clock, seats: int, pauses: Sequence[Pause]) -> None:
        self.clock, self._pauses = clock, pauses
        self._full = [float(clock.bank)] * seats
        self._turns: list[tuple[Turn, float]] = []  # each with when it began
        self._paid: tuple[tuple[int, int], list[float]] = ((0, 0), self._full)

    def note(self, turn: Turn, at: float) -> None:
        """At this time, this turn runs."""
        if not self._turns or self._turns[-1][0] != turn:
            self._turns.append((turn, at))

    def banks(self) -> list[float]:
        """What each seat has left beside its turns' own seconds, the turn that runs not counted."""
        known = len(self._turns), len(self._pauses)
        if known != self._paid[0]:
            banks = [*self._full]
            for (turn, began), (_, ended) in itertools.pairwise(self._turns):
                if turn.seat is not None:
                    over = running(began, ended, self._pauses) - self.clock.turn
                    banks[turn.seat] = max(0.0, banks[turn.seat] - max(0.0, over))
            self._paid = known, banks
        return self._paid[1]

    def left(self, now: float) -> float | None:
        """Seconds until the clock of who is to act has run out, its bank counted in; less than none when it has."""
        turn, began = self._turns[-1]
        if turn.seat is None:
            return None
        return self.clock.turn + self.banks()[turn.seat] - running(began, now, self._pauses)


def merged(pauses: Iterable[Pause]) -> list[Pause]:
    """The same times, none of them twice; the earliest first."""
    found: list[Pause] = []
    for pause in sorted(pauses):
        if found and pause.began <= found[-1].ended:
            found[-1] = Pause(found[-1].began, max(found[-1].ended, pause.ended))
        else:
            found.append(pause)
    return found


def running(began: float, ended: float, pauses: Iterable[Pause]) -> float:
    """Seconds of a time in which a server was up."""
    paused = sum(max(0.0, min(ended, pause.ended) - max(began, pause.began)) for pause in pauses)
    return max(0.0, ended - began - paused)
