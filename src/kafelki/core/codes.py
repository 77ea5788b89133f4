"""Numbers that kernels and the layer above them share. Kernels import them from here, where no word stands: what
they import decides when they are compiled anew.
"""

from __future__ import annotations

from typing import Final

# Refusals that mean the same in every game; a game's own begin at FIRST_REFUSAL.
OK: Final = 0
OVER: Final = 1
NO_SUCH_ACTION: Final = 2
FIRST_REFUSAL: Final = 10

SPECTATOR: Final = -1  # for kernels: the seat of who only watches; None above them
