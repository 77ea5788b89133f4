"""Compiles a game's rules for a GPU on a machine that has none, and prints as JSON what went wrong, kernel by kernel.

python -m tests.contract.ptx GAME

A process of its own, and compiled even where the suite runs un-jitted: numba-cuda takes functions under
`@kernel` as callees just as they are, but plain ones it does not know. Only for the compute capability of the
callees does it ask the device, so we answer in its place. What went well is kept beside the compiled kernels,
whose folder is named after all their sources: it is found out once, not in every way the suite is run.
"""

from __future__ import annotations

import hashlib
import json
import sys
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import numba
import numba.cuda.dispatcher
import numpy as np
from numba import cuda

from kafelki.core.game import Game
from kafelki.core.kernel import kernel
from kafelki.core.record import Ints64, Thinking, dtype_of
from kafelki.games import game as find_game

HOPPER: Final = (9, 0)
PLANTED: Final = "planted"
INT: Final = numba.int64
INTS: Final = numba.int64[::1]


def signatures(game: Game) -> dict[str, tuple[Any, ...]]:
    """What each kernel of `Rules` takes, as in core/ways_in.py."""
    state = numba.from_dtype(dtype_of(game.layout))
    return {
        "start": (state,),
        "why_not": (state, INT),
        "count_legal": (state,),
        "pick_legal": (state, INT),
        "list_legal": (state, INTS),
        "apply": (state, INT),
        "redeal": (state, INT, INTS),
        "why_not_whole": (state,),
        "score": (state, INT),
        "tie_break": (state, INT),
        "outlook": (state, INT),
        "appeal": (state, INT),
    }


def fault(rule: Any, signature: tuple[Any, ...], *, device: bool) -> str:
    """Nothing, or why this does not become PTX. Not optimised: that takes three times as long and refuses no more."""
    try:
        text, _ = cuda.compile(rule.py_func, signature, cc=HOPPER, device=device, abi="numba", opt=False)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "" if ".version" in text else "no PTX came"


def faults(game: Game) -> dict[str, str]:
    """Kernel -> what is wrong with it, for each of the game's and for whole matches, one a thread."""
    found = {name: fault(game.rules.by_name[name], taken, device=True) for name, taken in signatures(game).items()}
    states, thinking = (numba.from_dtype(dtype_of(layout))[::1] for layout in (game.layout, Thinking))
    found["random_matches"] = fault(game.random_matches, (states, thinking, INTS, INTS), device=False)
    found |= {name: "no signature in tests/contract/ptx.py" for name in game.rules.by_name if name not in found}
    return found


@kernel
def allocates(out: Ints64) -> None:
    """What no kernel may do."""
    made = np.zeros(out.size, dtype=np.int64)
    out[0] = made.sum()


def faults_and_planted(game: Game) -> dict[str, str]:
    numba.cuda.dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=HOPPER)
    return {**faults(game), PLANTED: fault(allocates, (INTS,), device=False)}


def kept(game: Game) -> Path:
    """Where it is kept that all went well; another numba, or another version of this file, keeps its own."""
    made_by = f"{numba.__version__} {version('numba-cuda')} {Path(__file__).read_text(encoding='utf-8')}"
    return Path(numba.config.CACHE_DIR) / f"ptx-{game.id}-{hashlib.sha256(made_by.encode()).hexdigest()[:16]}.json"


def told(game: Game) -> str:
    if kept(game).exists():
        return kept(game).read_text(encoding="utf-8")
    found = faults_and_planted(game)
    text = json.dumps(found)
    if [name for name, wrong in found.items() if wrong] == [PLANTED]:
        kept(game).write_text(text, encoding="utf-8")
    return text


if __name__ == "__main__":
    print(told(find_game(sys.argv[1])))
