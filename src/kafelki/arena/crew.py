"""Who plays the jobs of a run: this process, others beside it, or a Ray cluster. Results come as they are done.

Other processes are spawned, never forked, and get names, never kernels: they load what was compiled before."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.connection import wait as wait_for
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import ModuleType
from typing import Final

import msgspec

from kafelki.arena.plan import Job, Plan
from kafelki.arena.play import Deal, play_deal
from kafelki.arena.warm import wake
from kafelki.errors import MissingExtra, WorkerLost

AHEAD: Final = 2  # jobs handed out for each worker: one to play, one to go on with
LOCAL: Final = "local"  # Ray's own word: a new cluster, even where another one runs
LOCAL_WORKERS: Final = 2
PATIENCE: Final = 10.0  # seconds for a cluster to answer


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def here(plan: Plan, jobs: Sequence[Job]) -> Iterator[Deal]:
    """One after the other, in this process."""
    for job in jobs:
        yield play_deal(plan, job)


# ---- Processes


def in_processes(plan: Plan, jobs: Sequence[Job], workers: int) -> Iterator[Deal]:
    """Side by side. Left early, it takes its processes along."""
    left = iter(jobs)
    others = set(multiprocessing.active_children())
    running: set[Future[Deal]] = set()
    count = min(workers, len(jobs))
    pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), initializer=begin_work)
    try:
        with _deaf():
            running = {pool.submit(play_there, plan, job) for job in islice(left, AHEAD * count)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                running |= {pool.submit(play_there, plan, job) for job in islice(left, 1)}
                yield future.result()
    except BrokenProcessPool:
        raise WorkerLost(
            "A process that played died: it ran out of memory, was ended, or a bot took it down.",
            "Proces, który grał, zginął: zabrakło pamięci, został zakończony albo zabrał go ze sobą bot.",
        ) from None
    finally:
        _end(pool, set(multiprocessing.active_children()) - others if running else set())


def _end(pool: ProcessPoolExecutor, busy: set[BaseProcess]) -> None:
    """Close the pool; who still plays for a run that was left is not waited for."""
    pool.shutdown(wait=False, cancel_futures=True)
    for process in busy:
        process.terminate()
    pool.shutdown()


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Processes started here do not hear Ctrl-C: this one does, and ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def play_there(plan: Plan, job: Job, path: Sequence[str] = ()) -> Deal:
    """`play_deal` in another process, with bots that are awake. Where modules are not looked for as here, `path`
    says where: a bot of one's own lies in the folder one works in."""
    sys.path += [place for place in path if place not in sys.path]
    wake(msgspec.json.encode(plan))
    return play_deal(plan, job)


def begin_work() -> None:
    """In a new process: leave Ctrl-C to the one that started it, and end when that one is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)


# ---- Ray


def on_ray(plan: Plan, jobs: Sequence[Job], address: str) -> Iterator[Deal]:
    """The same jobs as tasks of a Ray cluster; "local" starts one of two workers here."""
    ray = _joined(address)
    try:
        task = ray.remote(num_cpus=1)(play_there)
        left, path = iter(jobs), [place or str(Path.cwd()) for place in sys.path]
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running = [task.remote(plan, job, path) for job in islice(left, ahead)]
        while running:
            [done], running = ray.wait(running)
            running += [task.remote(plan, job, path) for job in islice(left, 1)]
            yield ray.get(done)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise _lost(error) from None
    finally:
        ray.shutdown()


def _joined(address: str) -> ModuleType:
    """Ray, connected."""
    require_ray()
    ray = importlib.import_module("ray")
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address == LOCAL:
            ray.init(address=LOCAL, num_cpus=LOCAL_WORKERS, include_dashboard=False, **quiet)
        else:
            _knock(address)
            ray.init(address=address, **quiet)
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        raise _lost(error) from None
    return ray


def _knock(address: str) -> None:
    """OSError where nobody listens: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), PATIENCE).close()


def _lost(error: Exception) -> WorkerLost:
    why = str(error).partition("\n")[0]
    return WorkerLost(f"The Ray cluster does not play: {why}.", f"Klaster Ray nie gra: {why}.", "ray")


def require_ray() -> None:
    """MissingExtra unless Ray is installed."""
    if importlib.util.find_spec("ray") is None:
        raise MissingExtra(
            "A cluster needs Ray, which is not installed: pip install 'kafelki[cluster]'.",
            "Klaster wymaga Ray, a nie jest zainstalowany: pip install 'kafelki[cluster]'.",
            "cluster",
        )
