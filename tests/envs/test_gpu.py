"""The same rules on a GPU: compiled without one, and played by Numba's simulator.

Where there is one, `python benchmarks/gpu.py` compares whole matches with the CPU, byte for byte."""

from __future__ import annotations

import json
import sys

import pytest

import kafelki
from tests.core.helpers import run_python

MAC = pytest.mark.skipif(sys.platform == "darwin", reason="there is no numba-cuda for macOS")


def compiled(game: str, *kernels: str) -> dict[str, str]:
    done = run_python("-m", "tests.envs.ptx", game, *kernels, NUMBA_DISABLE_JIT="", NUMBA_BOUNDSCHECK="")
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


@MAC
@pytest.mark.parametrize("game", kafelki.games())
def test_whole_playouts_compile_for_a_gpu(game: str) -> None:
    assert compiled(game, "simulate_cuda") == {"simulate_cuda": ""}


@MAC
def test_every_kernel_of_a_batch_compiles_for_a_gpu() -> None:
    faults = compiled("_template")
    assert len(faults) == 7
    assert set(faults.values()) == {""}


@MAC
@pytest.mark.soak
@pytest.mark.parametrize("game", kafelki.games())
def test_every_kernel_of_every_games_batch_compiles_for_a_gpu(game: str) -> None:
    assert set(compiled(game).values()) == {""}


@MAC
def test_numbas_simulator_plays_the_same_matches_byte_for_byte() -> None:
    done = run_python("-m", "tests.envs.sim", "_template", NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr
