"""On an NVIDIA GPU: whole random playouts, and whole matches compared with the CPU byte for byte.

python benchmarks/gpu.py [GAME ...] [--matches 262144] [--steps 256] [--json]

Exit code 1 says that a match differs, or that we are slower than we claim.
"""

from __future__ import annotations

import time
import warnings
from typing import Annotated, Final

import msgspec
import numpy as np
import typer

import kafelki
from kafelki.core.record import States
from kafelki.envs import BatchEnv
from kafelki.errors import KafelkiError

CLAIMS: Final = {"planet": 5e8, "shelf": 3e8, "tikal": 2e8}  # steps a second
SEATS: Final = {"planet": 3, "shelf": 2, "tikal": 2}
ROUNDS: Final = 3
COMPARED: Final = 1024  # matches beside the CPU
LOOKS: Final = 40  # of their steps with observations and masks
SEED: Final = 7


class Result(msgspec.Struct, frozen=True):
    """One game on the device."""

    game: str
    device: str
    matches_at_once: int
    compiling_seconds: float
    steps_per_second: float
    matches_per_second: float
    claimed: float
    compared_steps: int  # with the CPU, in each of COMPARED matches
    compared_whole_matches: int
    same_bytes: bool

    @property
    def holds(self) -> bool:
        return self.same_bytes and self.steps_per_second >= self.claimed


def host(array: object) -> States:
    """What lies on the device."""
    copied: States = array.copy_to_host()  # type: ignore[attr-defined]
    return copied


def same(cpu: BatchEnv, gpu: BatchEnv) -> bool:
    """All that can be asked of the two, byte for byte."""
    names = ("states", "observations", "masks", "to_act", "rewards", "done")
    return all(getattr(cpu, name).tobytes() == host(getattr(gpu, name)).tobytes() for name in names)


def compare(game: str) -> tuple[int, int, bool]:
    """Step by step with all that is observed, then on to the end: steps, matches that ended, whether all was alike."""
    cpu, gpu = (BatchEnv(game, COMPARED, SEATS[game], seed=SEED, device=device) for device in ("cpu", "cuda"))
    alike = same(cpu, gpu)
    for _ in range(LOOKS):
        actions, chosen = cpu.choose("random"), gpu.choose("random")
        alike = alike and np.array_equal(actions, host(chosen))
        cpu.step(actions)
        gpu.step(chosen)
        alike = alike and same(cpu, gpu)
    steps, ended = LOOKS, 0
    while ended < 2 * COMPARED:
        ended += cpu.simulate(LOOKS)
        gpu.simulate(LOOKS)
        steps += LOOKS
    return steps, ended, alike and same(cpu, gpu)


def measure(game: str, matches: int, steps: int) -> Result:
    """Compile, warm up until matches are of all ages, and count."""
    from numba import cuda

    begun = time.perf_counter()
    env = BatchEnv(game, matches, SEATS[game], seed=SEED, device="cuda")
    part = env._parts[0]
    part.simulate(steps, "random")
    compiling = time.perf_counter() - begun
    best = ended = 0.0
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        part.simulate(steps, "random")  # comes back when it is done: it reads how many ended
        seconds = time.perf_counter() - begun
        if matches * steps / seconds > best:
            best, ended = matches * steps / seconds, part.ended / seconds
    name = cuda.get_current_device().name
    told = name.decode() if isinstance(name, bytes) else str(name)
    return Result(game, told, matches, compiling, best, ended, CLAIMS[game], *compare(game))


def say(result: Result) -> None:
    print(
        f"{result.game}: {result.steps_per_second:,.0f} steps/s, {result.matches_per_second:,.0f} matches/s"
        f" in {result.matches_at_once:,} threads on {result.device}; claimed {result.claimed:,.0f}"
    )
    print(
        f"  {COMPARED:,} matches, {result.compared_steps} steps each, {result.compared_whole_matches:,} of them to"
        f" their end: {'the same bytes as' if result.same_bytes else 'NOT THE SAME as'} on the CPU;"
        f" compiled in {result.compiling_seconds:.0f} s"
    )


def main(
    games: Annotated[list[str] | None, typer.Argument()] = None,
    matches: Annotated[int, typer.Option(help="Matches at once, one a thread.")] = 262_144,
    steps: Annotated[int, typer.Option(help="Steps in each of them, in one launch.")] = 256,
    threads: Annotated[int, typer.Option(help="Threads of a block.")] = 64,
    json: Annotated[bool, typer.Option(help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Measure, compare, print."""
    results = []
    warnings.filterwarnings("ignore", ".*Grid size")  # what is compared with the CPU is little work for a GPU
    try:
        for game in games or kafelki.games():
            from kafelki.envs import gpu

            gpu.THREADS = threads  # type: ignore[misc]
            results.append(measure(game, matches, steps))
            if not json:
                say(results[-1])
    except KafelkiError as error:
        print(f"kafelki: {error}")
        raise typer.Exit(1) from None
    if json:
        print(msgspec.json.format(msgspec.json.encode(results)).decode())
    if not all(result.holds for result in results):
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
