"""One source, three ways to run it: plain, compiled, and for a GPU."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import kafelki
from kafelki.core.game import Game
from tests.contract import driver
from tests.contract.helpers import COMPILED

ROOT = Path(__file__).parents[2]
SOURCE = Path(kafelki.__file__).parents[1]


def run(module: str, game: Game, **environment: str | None) -> str:
    """What another Python prints; None takes a variable away."""
    wanted = {**os.environ, "PYTHONPATH": str(SOURCE), **environment}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", f"tests.contract.{module}", game.id],
        cwd=ROOT,
        env={name: value for name, value in wanted.items() if value is not None},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_same_seed_gives_the_same_match_in_another_process(game: Game) -> None:
    one, other = (run("driver", game, NUMBA_DISABLE_JIT=None, PYTHONHASHSEED=seed) for seed in ("1", "4711"))
    assert one.splitlines() == other.splitlines()


def test_compiled_and_plain_give_the_same_bytes_after_every_ply(game: Game) -> None:
    other = run("driver", game, NUMBA_DISABLE_JIT="1" if COMPILED else None)
    assert other.splitlines() == driver.lines(game.id)


@pytest.mark.skipif(sys.platform == "darwin", reason="there is no numba-cuda for macOS")
def test_every_kernel_compiles_for_a_gpu_and_one_that_allocates_does_not(game: Game) -> None:
    faults = json.loads(run("ptx", game, NUMBA_DISABLE_JIT=None, NUMBA_BOUNDSCHECK=None))
    assert faults.pop("planted") != ""
    assert len(faults) == len(game.rules.by_name) + 1
    assert not {kernel: fault for kernel, fault in faults.items() if fault}
