"""A batch on a device that NUMBA_ENABLE_CUDASIM=1 plays, beside one on the CPU, step by step: prints nothing, or fails.

python -m tests.envs.sim GAME
"""

from __future__ import annotations

import copy
import pickle
import sys

import numpy as np
import pytest

from benchmarks.gpu import same
from kafelki.envs import BatchEnv
from kafelki.errors import BadBatch, BadOptions, IllegalMove

if __name__ == "__main__":
    cpu, gpu = (BatchEnv(sys.argv[1], 4, 3, seed=5, device=device) for device in ("cpu", "cuda"))
    for _ in range(20):
        assert same(cpu, gpu)
        cpu.step(cpu.choose("random"))
        gpu.step(gpu.choose("random"))
    assert cpu.simulate(20) == gpu.simulate(20) > 0
    assert same(cpu, gpu)
    cpu.reseed(6)
    gpu.reseed(6)
    assert same(cpu, gpu)
    with pytest.raises(IllegalMove, match="Match 0, action 99"):
        gpu.step(np.full(4, 99))
    for twin in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(BadBatch, match="neither copied nor pickled: keep"):
            twin(gpu)
    other = BatchEnv(sys.argv[1], 4, 3, seed=6, device="cuda")
    other.states.copy_to_device(gpu.states.copy_to_host())  # type: ignore[attr-defined]
    other.look()
    assert other.observations.copy_to_host().tobytes() == cpu.observations.tobytes()  # type: ignore[attr-defined]
    with pytest.raises(BadOptions, match="are for batches on the CPU"):
        gpu.appeals()
