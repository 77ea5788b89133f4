"""The tests of the server, the page and the arena, again and again in another order while every core is busy.

`make shake`, or `python -m tests.shake [ROUNDS] [FIRST SEED]`. What depends on which test came first or on how quick
the machine is shows here; what failed is listed at the end, with how to repeat it.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

ROUNDS: Final = 5
WHERE: Final = ("tests/server", "tests/page", "tests/arena")
OPTIONS: Final = ("-q", "-n", "2", "-m", "not soak", "-rfE", *WHERE)
RED: Final = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


def spin() -> None:
    """Keep a core busy until whoever started this is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started this ends it
    parent = os.getppid()
    while os.getppid() == parent:
        for _ in range(1_000_000):
            pass


@contextmanager
def busy() -> Iterator[None]:
    """One busy process for each core; they end with this, however it ends."""
    spinning = [multiprocessing.get_context("spawn").Process(target=spin, daemon=True) for _ in range(cores())]
    for one in spinning:
        one.start()
    try:
        yield
    finally:
        for one in spinning:
            one.kill()
            one.join()


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def command(seed: int) -> list[str]:
    return [sys.executable, "-m", "pytest", "--shake", str(seed), *OPTIONS]


def shake(seed: int) -> tuple[int, list[str]]:
    """One round; the exit code, and what was red. All it says is passed on as it comes."""
    said = ""
    with subprocess.Popen(command(seed), stdout=subprocess.PIPE, text=True) as tests:
        assert tests.stdout is not None
        for line in tests.stdout:
            print(line, end="", flush=True)
            said += line
    return tests.returncode, RED.findall(said)


def main(rounds: int = ROUNDS, first: int | None = None) -> int:
    first = random.SystemRandom().randrange(1_000_000) if first is None else first
    red: list[tuple[int, int, list[str]]] = []  # round, seed, tests
    done = 0
    try:
        for number in range(1, rounds + 1):
            seed, begun = first + number - 1, time.monotonic()
            print(f"kafelki: round {number} of {rounds}, order {seed}, all cores busy", flush=True)
            with busy():
                code, failed = shake(seed)
            print(
                f"kafelki: round {number}: {'red' if code else 'green'}, {time.monotonic() - begun:.0f} s", flush=True
            )
            done = number
            if code:
                red.append((number, seed, failed or [f"pytest ended with {code}"]))
    except KeyboardInterrupt:
        print("kafelki: stopped", file=sys.stderr)
    for number, seed, failed in red:
        print(f"kafelki: red in round {number}, order {seed}:", *failed, sep="\n  ")
        print(f"  again, with every core busy: python -m tests.shake 1 {seed}")
    print(f"kafelki: {done - len(red)} of {rounds} rounds were green")
    return int(bool(red) or done < rounds)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
