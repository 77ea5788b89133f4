"""Who plays each seat of a match: its player, or a bot for somebody who is away, too slow, or has resigned."""

from __future__ import annotations

from kafelki.core.entries import SeatWhat, one_of
from kafelki.errors import BadMove, BadSeats, MatchOver, NotYourTurn


class Seats:
    """The seats of one match, and what the log says of them."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.resigned: frozenset[int] = frozenset()
        self._taken: frozenset[int] = frozenset()  # a bot plays until the player returns
        self._late: int | None = None  # a bot plays until the turn is over

    @property
    def bots(self) -> frozenset[int]:
        """Seats that a bot plays for a person."""
        late = () if self._late is None else (self._late,)
        return self._taken.union(late)

    def require(self, seat: object) -> None:
        """BadSeats unless there is such a seat."""
        if type(seat) is not int or not 0 <= seat < self.count:
            raise BadSeats(
                f"Seats are 0 to {self.count - 1}; {seat!r} came.",
                f"Miejsca mają numery od 0 do {self.count - 1}; przyszło {seat!r}.",
            )

    def require_person(self, seat: int) -> None:
        """NotYourTurn where a bot plays now."""
        if seat in self.bots:
            raise NotYourTurn(f"A bot plays seat {seat} now.", f"Na miejscu {seat} gra teraz bot.", "bot")

    def require_change(self, seat: int, what: SeatWhat, to_act: int | None) -> None:
        """Why a seat cannot change so now, raised."""
        self.require(seat)
        if to_act is None or seat in self.resigned:
            raise MatchOver("For this seat the match is over.", "Dla tego miejsca rozgrywka już się skończyła.")
        needs_bot = {"taken_over": False, "timed_out": False, "returned": True}.get(one_of(what, SeatWhat))
        slow = what == "timed_out" and seat != to_act
        if slow or needs_bot not in (None, seat in self.bots):
            raise BadMove(
                f"Seat {seat} cannot be {what} now.", f"Miejsca {seat} nie można teraz zmienić: {what}.", "seat"
            )

    def change(self, seat: int, what: SeatWhat) -> None:
        """What the log says from now on."""
        match what:
            case "returned":
                self._taken -= {seat}
                self._late = None if self._late == seat else self._late
            case "timed_out":
                self._late = seat
            case "taken_over":
                self._taken |= {seat}
            case "resigned":
                self._taken |= {seat}
                self.resigned |= {seat}

    def turn_over(self) -> None:
        """Who was too slow plays again."""
        self._late = None
