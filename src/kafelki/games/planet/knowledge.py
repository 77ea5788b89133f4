"""What a bot knows of Stwórz mi planetę: guesses, no rules."""

from __future__ import annotations

from kafelki.core.kernel import kernel
from kafelki.games.planet.scoring import score
from kafelki.games.planet.state import PlanetState


@kernel
def outlook(state: PlanetState, seat: int) -> int:
    """The points a seat has now, in hundredths."""
    return 100 * score(state, seat)


@kernel
def appeal(state: PlanetState, action: int) -> int:
    """All actions look the same."""
    return 0
