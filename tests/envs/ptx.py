"""Compiles what a batch on a GPU runs, on a machine without one, and prints as JSON what went wrong, kernel by kernel.

python -m tests.envs.ptx GAME [KERNEL ...]        as tests/contract/ptx.py does with the rules
"""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace
from typing import Any

import numba
import numba.cuda.dispatcher

from kafelki.core.game import Game
from kafelki.core.record import Thinking, dtype_of
from kafelki.envs.gpu import sources
from kafelki.games import game as find_game
from tests.contract.ptx import HOPPER, INT, INTS, fault


def signatures(game: Game) -> dict[str, tuple[Any, ...]]:
    """What each kernel takes; arrays in which a match has a row are two-dimensional."""
    states, streams = (numba.from_dtype(dtype)[::1] for dtype in (game.dtype, dtype_of(Thinking)))
    rows8, rows16, rows64, floats = (kind[:, ::1] for kind in (numba.int8, numba.int16, numba.int64, numba.float32))
    bytes8 = numba.int8[::1]
    return {
        "deal_cuda": (states, states, streams),
        "rekey_cuda": (states, streams),
        "why_not_cuda": (states, INTS, INTS),
        "step_cuda": (states, states, streams, INTS, floats, bytes8, INT),
        "look_cuda": (states, rows8, rows64, rows16, rows8, bytes8, rows64),
        "choose_cuda": (states, streams, INTS),
        "simulate_cuda": (states, states, streams, INT, INTS),
    }


def faults(game: Game, only: list[str]) -> dict[str, str]:
    numba.cuda.dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=HOPPER)
    taken, made = signatures(game), sources(game)
    return {name: fault(SimpleNamespace(py_func=made[name]), taken[name], device=False) for name in only or made}


if __name__ == "__main__":
    print(json.dumps(faults(find_game(sys.argv[1]), sys.argv[2:])))
