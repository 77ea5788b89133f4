"""Batches on an NVIDIA GPU: one match a thread, by the same rules as everywhere.

Every array of the environment lies on the device and has the CUDA array interface: torch.as_tensor(env.observations,
device="cuda") is a window, not a copy. Kernels are compiled when they are first called, for about a minute a game.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Final, NoReturn, cast

import numpy as np
import numpy.typing as npt

from kafelki.core.chance import draw_key, set_key
from kafelki.core.game import Game, Kernel
from kafelki.core.record import Ints8, Ints16, Ints32, Ints64, States, Thinking, blank, dtype_of
from kafelki.core.ways_in import why_not
from kafelki.envs.batch import BatchEnv, Floats32, N, Slice
from kafelki.envs.encoding import DTYPE
from kafelki.envs.extras import require
from kafelki.envs.kernels import compiled, deal_one, mask_one, observe, random_one, simulate_one, step_one
from kafelki.errors import BadBatch, BadOptions, NoGpu

require("gpu", "numba_cuda")
if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda 0.30 asks for it, NumPy 2.5 has it no more

import numba  # noqa: E402
from numba import cuda  # noqa: E402
from numba.cuda.cudadrv.devicearray import is_cuda_ndarray  # noqa: E402

if not numba.config.ENABLE_CUDASIM:
    # Rules look into tables, each thread at a place of its own. Constant memory is made for one place at a time, and
    # has room for 64 kB, which is less than the tables of one game: they go to the device's memory and its caches.
    from numba.cuda.cudadrv import nvvm

    nvvm.ADDRSPACE_CONSTANT = nvvm.ADDRSPACE_GLOBAL

THREADS: Final = 64  # of a block
REGISTERS: Final = {} if numba.config.ENABLE_CUDASIM else {"max_registers": 64}  # more matches at once, which pays
ALIGNMENT: Final = None if numba.config.ENABLE_CUDASIM else 16  # of a record in a thread's memory; Numba's own is 1

# Stand for the dtypes of a game's record and of a stream; `sources` puts them there.
RECORD: Final = np.dtype(np.int64)
STREAM: Final = np.dtype(np.int64)


def deal_cuda(states: States, setting: States, streams: States) -> None:
    i = cuda.grid(1)
    if i < len(states):
        deal_one(states, i, setting, streams, cuda.local.array(8, numba.int64))


def rekey_cuda(states: States, streams: States) -> None:
    i = cuda.grid(1)
    if i < len(states):
        key = cuda.local.array(8, numba.int64)
        draw_key(streams[i], key)
        set_key(states[i], key)


def why_not_cuda(states: States, actions: Ints64, wrong: Ints64) -> None:
    """The first place whose action is refused, into `wrong[0]`."""
    i = cuda.grid(1)
    if i < len(states) and why_not(states[i], actions[i]):
        cuda.atomic.min(wrong, 0, i)


def step_cuda(
    states: States, setting: States, streams: States, actions: Ints64, rewards: Floats32, done: Ints8, kind: int
) -> None:
    i = cuda.grid(1)
    if i < len(states):
        done[i] = step_one(states, i, actions[i], kind, rewards[i])
        if done[i]:
            deal_one(states, i, setting, streams, cuda.local.array(8, numba.int64))


def look_cuda(
    states: States, raw: Ints8, plan: Ints64, tensors: Ints16, masks: Ints8, to_act: Ints8, work: Ints64
) -> None:
    i = cuda.grid(1)
    if i < len(states):
        to_act[i] = states[i].turn
        observe(raw[i], int(states[i].turn), plan, tensors[i])
        mask_one(states, i, masks[i], work[i])


def choose_cuda(states: States, streams: States, actions: Ints64) -> None:
    i = cuda.grid(1)
    if i < len(states):
        actions[i] = random_one(states, i, streams)


def simulate_cuda(states: States, setting: States, streams: States, steps: int, ended: Ints64) -> None:
    """Random steps on a copy of the record that is the thread's own: the threads of a warp lie side by side there."""
    i = cuda.grid(1)
    if i < len(states):
        own, stream = cuda.local.array(1, RECORD, ALIGNMENT), cuda.local.array(1, STREAM, ALIGNMENT)
        key = cuda.local.array(8, numba.int64)
        own[0] = states[i]
        stream[0] = streams[i]
        count = 0
        for _ in range(steps):
            count += simulate_one(own, 0, setting, stream, key)
        states[i] = own[0]
        streams[i] = stream[0]
        cuda.atomic.add(ended, 0, count)


TEMPLATES: Final[tuple[Kernel, ...]] = (
    deal_cuda,
    rekey_cuda,
    why_not_cuda,
    step_cuda,
    look_cuda,
    choose_cuda,
    simulate_cuda,
)


def over_rules(template: Kernel, names: Mapping[str, object]) -> Kernel:
    """A template with these names meaning a game's rules and types, not compiled."""
    source = cast(FunctionType, template)
    return cast(Kernel, FunctionType(source.__code__, {**source.__globals__, **names}, source.__name__))


def sources(game: Game) -> dict[str, Kernel]:
    """The kernels over a game's rules, as cuda.jit takes them."""
    types = {"RECORD": game.dtype, "STREAM": dtype_of(Thinking)}
    names: dict[str, object] = {**compiled(game), **types}
    return {template.__name__: over_rules(template, names) for template in TEMPLATES}


@functools.cache
def cuda_kernels(game: Game) -> dict[str, Callable[..., None]]:
    """The same compiled, as something that takes the number of matches and then the arguments."""

    def launched(source: Kernel) -> Callable[..., None]:
        kernel = cuda.jit(source, **REGISTERS)
        return lambda n, *arguments: kernel[-(-n // THREADS), THREADS](*arguments)

    return {name: launched(source) for name, source in sources(game).items()}


class CudaBatchEnv(BatchEnv):
    """`BatchEnv(..., device="cuda")`: the same calls, arrays on the device."""

    def __reduce__(self) -> NoReturn:
        raise BadBatch(
            "A batch on a GPU is neither copied nor pickled: keep env.states.copy_to_host(), and give it to another"
            " one with other.states.copy_to_device(kept) and other.look().",
            "Zestawu na GPU nie można skopiować ani zapisać przez pickle: zachowaj env.states.copy_to_host() i daj"
            " innemu przez other.states.copy_to_device(kept) oraz other.look().",
        )

    def _allocate(self, observations: object, masks: object) -> None:
        if self.device != "cuda":
            raise BadOptions(
                f"A device is cpu or cuda; {self.device!r} came.",
                f"Urządzenie to cpu albo cuda; przyszło {self.device!r}.",
                "value",
            )
        if not cuda.is_available():
            raise NoGpu(
                "No GPU can be used here: device='cuda' needs an NVIDIA GPU and its driver; leave it out for the CPU.",
                "Nie ma tu GPU: device='cuda' wymaga karty NVIDIA i sterownika; bez tego argumentu działa procesor.",
            )
        n = self.n
        self.states = cuda.to_device(self.game.blank(n))
        self._streams = cuda.to_device(blank(Thinking, n))
        self.observations = on_device("observations", observations, (n, self.encoding.size), DTYPE)
        self.masks = on_device("masks", masks, (n, self.game.actions), np.bool_)
        self.to_act = cuda.to_device(np.zeros(n, dtype=np.int8))
        self.rewards = cuda.to_device(np.zeros((n, self.seats), dtype=np.float32))
        self.done = cuda.to_device(np.zeros(n, dtype=np.bool_))
        self._parts = [CudaSlice(self)]
        self._pool = None

    def _seed_streams(self, key: bytes) -> None:
        self._streams.copy_to_device(self._seeded(key))  # type: ignore[attr-defined]

    def _clear(self) -> None:
        self.rewards.copy_to_device(np.zeros((self.n, self.seats), dtype=np.float32))  # type: ignore[attr-defined]
        self.done.copy_to_device(np.zeros(self.n, dtype=np.bool_))  # type: ignore[attr-defined]

    def _read_actions(self, actions: object) -> Ints64:
        found = lying_there(actions)
        if found is None:
            return cast(Ints64, cuda.to_device(super()._read_actions(actions)))
        if found.shape != (self.n,) or found.dtype != np.int64:
            raise BadBatch(
                f"actions on the GPU is int64 of shape {(self.n,)}; {found.dtype} of shape {found.shape} came.",
                f"actions na GPU to int64 o kształcie {(self.n,)}; przyszło {found.dtype} o kształcie {found.shape}.",
            )
        return cast(Ints64, found)

    def _guess(self, kernel: str, out: Ints32 | None) -> NoReturn:
        only_on_cpu()

    def _read_candidates(self, actions: object) -> NoReturn:
        only_on_cpu()

    def _new_actions(self) -> Ints64:
        return cast(Ints64, cuda.device_array(self.n, dtype=np.int64))

    def _on_host(self) -> States:
        return cast(States, self.states.copy_to_host())  # type: ignore[attr-defined]


class CudaSlice(Slice):
    """A whole batch on a device."""

    def __init__(self, env: CudaBatchEnv) -> None:
        self.start, self.wrong, self.ended = 0, -1, 0
        self._env, self._n = env, env.n
        self._run = cuda_kernels(env.game)
        self._setting, self._plan = cuda.to_device(env._setting), cuda.to_device(env.encoding.plan)
        self._raw = env.states.view(np.int8).reshape(env.n, env.game.state_bytes)
        self._masks, self._done = env.masks.view(np.int8), env.done.view(np.int8)
        self._work = cuda.device_array((env.n, env.game.actions), dtype=np.int64)

    def deal(self) -> None:
        self._run["deal_cuda"](self._n, self._env.states, self._setting, self._env._streams)

    def rekey(self) -> None:
        self._run["rekey_cuda"](self._n, self._env.states, self._env._streams)

    def judge(self, actions: Ints64) -> None:
        wrong = cuda.to_device(np.full(1, self._n, dtype=np.int64))
        self._run["why_not_cuda"](self._n, self._env.states, actions, wrong)
        first = int(wrong.copy_to_host()[0])
        self.wrong = -1 if first == self._n else first

    def step(self, actions: Ints64) -> None:
        env = self._env
        told = (env.rewards, self._done, env.reward_kind)
        self._run["step_cuda"](self._n, env.states, self._setting, env._streams, actions, *told)
        self.look()

    def look(self) -> None:
        env = self._env
        seen = (env.observations, self._masks, env.to_act)
        self._run["look_cuda"](self._n, env.states, self._raw, self._plan, *seen, self._work)

    def choose(self, policy: str, actions: Ints64) -> None:
        only_random(policy)
        self._run["choose_cuda"](self._n, self._env.states, self._env._streams, actions)

    def simulate(self, steps: int, policy: str) -> None:
        only_random(policy)
        ended = cuda.to_device(np.zeros(1, dtype=np.int64))
        self._run["simulate_cuda"](self._n, self._env.states, self._setting, self._env._streams, steps, ended)
        self.ended = int(ended.copy_to_host()[0])


def only_random(policy: str) -> None:
    if policy != "random":
        raise BadOptions(
            f"On a GPU the policy is random; {policy!r} came.",
            f"Na GPU strategia to random; przyszło {policy!r}.",
            "value",
        )


def only_on_cpu() -> NoReturn:
    raise BadOptions(
        "appeals, outlooks and afterstates are for batches on the CPU; leave device= out.",
        "appeals, outlooks i afterstates są dla zestawów na procesorze; bez argumentu device=.",
        "value",
    )


def lying_there(array: object) -> States | None:
    """An array that lies on the device as Numba knows it, not a copy; None for any other."""
    if is_cuda_ndarray(array):
        return cast(States, array)
    return cast(States, cuda.as_cuda_array(array)) if hasattr(array, "__cuda_array_interface__") else None


def on_device(name: str, given: object, shape: tuple[int, int], dtype: type[N]) -> npt.NDArray[N]:
    """The caller's array on the device, if it is as it must be; a new one where none was given."""
    if given is None:
        return cast(npt.NDArray[N], cuda.to_device(np.zeros(shape, dtype=dtype)))
    found = lying_there(given)
    if found is None or found.shape != shape or found.dtype != dtype or not found.flags["C_CONTIGUOUS"]:
        raise BadBatch(
            f"{name} is a contiguous array of {np.dtype(dtype)} of shape {shape} on the GPU; another one came.",
            f"{name} to ciągła tablica {np.dtype(dtype)} o kształcie {shape} na GPU; przyszła inna.",
        )
    return cast(npt.NDArray[N], found)
