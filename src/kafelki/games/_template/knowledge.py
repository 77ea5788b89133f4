"""What a bot knows of the template's game: guesses, no rules."""

from __future__ import annotations

from kafelki.core.kernel import kernel
from kafelki.games._template.scoring import score
from kafelki.games._template.state import RidgeState


@kernel
def outlook(state: RidgeState, seat: int) -> int:
    """The points a seat has now, in hundredths."""
    return 100 * score(state, seat)


@kernel
def appeal(state: RidgeState, action: int) -> int:
    """All actions look the same."""
    return 0
