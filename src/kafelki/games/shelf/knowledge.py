"""What a bot knows of Półeczka: guesses, no rules."""

from __future__ import annotations

from kafelki.core.kernel import kernel
from kafelki.games.shelf.scoring import score
from kafelki.games.shelf.state import ShelfState


@kernel
def outlook(state: ShelfState, seat: int) -> int:
    """The points a seat has now, in hundredths."""
    return 100 * score(state, seat)


@kernel
def appeal(state: ShelfState, action: int) -> int:
    """All actions look the same."""
    return 0
