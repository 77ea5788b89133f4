"""Ridge's points. Numbers (§) are those of rules.py."""

from __future__ import annotations

from kafelki.core.kernel import kernel
from kafelki.games._template.state import RidgeState


@kernel
def score(state: RidgeState, seat: int) -> int:
    """§8 The number under the seat's climber."""
    return int(state.ridge[state.climbers[seat]])


@kernel
def tie_break(state: RidgeState, seat: int) -> int:
    """§8 Nothing breaks a tie: equals share the win."""
    return 0
