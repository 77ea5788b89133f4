"""A run from its plan to its report."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import TypeAlias

from kafelki.arena import crew
from kafelki.arena.file import RunFile
from kafelki.arena.plan import DEALS, SEED, Job, Plan, make_plan
from kafelki.arena.play import Deal
from kafelki.arena.report import Report, report
from kafelki.arena.warm import require_bots, warm
from kafelki.core.meta import Options
from kafelki.errors import BadRun

Progress: TypeAlias = Callable[[int, int], object]  # so many deals done of so many


def run(
    game_id: str,
    bots: Sequence[str],
    *,
    seats: int | None = None,
    deals: int = DEALS,
    options: Options | None = None,
    seed: int = SEED,
    cap: float | None = None,
    workers: int | None = None,
    file: Path | None = None,
    ray: str | None = None,
    progress: Progress | None = None,
) -> Report:
    """Play bots against each other on the same deals in all seatings, and say what that shows.

    With `file` a run that was stopped goes on from there. `workers` are processes, all cores by default; a script
    that asks for more than one needs `if __name__ == "__main__":`, since processes are spawned. `progress` is told
    when playing begins and after every deal how many of how many are done.
    """
    plan = make_plan(game_id, bots, seats=seats, deals=deals, options=options, seed=seed, cap=cap)
    return play_plan(plan, workers=workers, file=file, ray=ray, progress=progress)


def play_plan(
    plan: Plan,
    *,
    workers: int | None = None,
    file: Path | None = None,
    ray: str | None = None,
    progress: Progress | None = None,
) -> Report:
    """The same, of a plan."""
    if workers is not None and workers < 1:
        raise BadRun(
            f"At least 1 worker has to play; {workers} came.",
            f"Grać musi co najmniej 1 proces; przyszło {workers}.",
            "workers",
        )
    if ray is not None:
        crew.require_ray()
    require_bots(plan)
    jobs = plan.jobs
    with contextlib.ExitStack() as stack:
        kept = None if file is None else stack.enter_context(contextlib.closing(RunFile(file, plan)))
        deals: dict[Job, Deal] = {} if kept is None else dict(kept.deals)
        left = [job for job in jobs if job not in deals]
        if left:
            warm(plan)
        _tell(progress, len(deals), len(jobs))
        for deal in stack.enter_context(contextlib.closing(_played(plan, left, workers, ray))):
            deals[deal.job] = deal
            if kept is not None:
                kept.add(deal)
            _tell(progress, len(deals), len(jobs))
    return report(plan, list(deals.values()))


def _played(plan: Plan, jobs: list[Job], workers: int | None, ray: str | None) -> Generator[Deal, None, None]:
    count = crew.cores() if workers is None else workers
    if ray is not None and jobs:
        yield from crew.on_ray(plan, jobs, ray)
    elif min(count, len(jobs)) > 1:
        yield from crew.in_processes(plan, jobs, count)
    else:
        yield from crew.here(plan, jobs)


def _tell(progress: Progress | None, done: int, total: int) -> None:
    if progress is not None:
        progress(done, total)
