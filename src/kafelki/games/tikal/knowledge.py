"""What a bot knows of Tikal: guesses, no rules."""

from __future__ import annotations

from kafelki.core.kernel import kernel
from kafelki.games.tikal.scoring import score
from kafelki.games.tikal.state import TikalState


@kernel
def outlook(state: TikalState, seat: int) -> int:
    """The points a seat has now, in hundredths."""
    return 100 * score(state, seat)


@kernel
def appeal(state: TikalState, action: int) -> int:
    """All actions look the same."""
    return 0
