"""What a player who is not to act can prepare, as the table lies now."""

from __future__ import annotations

from kafelki.core.game import Choices, Move
from kafelki.core.match import Match
from kafelki.core.record import States, state_in


def legal_ahead(match: Match, seat: int) -> list[Move]:
    """The moves that would be open to a seat if its turn came now; none for the seat to act."""
    return _imagined(match, seat)[1]


def choices_ahead(match: Match, seat: int) -> Choices | None:
    """The same as a page offers it, None where there is nothing to prepare."""
    states, legal = _imagined(match, seat)
    return match.game.choices(match.game.view_at(states, 0, seat), legal) if legal else None


def _imagined(match: Match, seat: int) -> tuple[States, list[Move]]:
    """The state with this seat to act, and what it could do."""
    game, states = match.game, match.state()
    if match.over or seat == match.to_act or not game.ahead(state_in(states, 0, game.layout), seat):
        return states, []
    return states, list(map(game.move_of, game.legal(states, 0).tolist()))
