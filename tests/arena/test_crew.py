"""Playing in other processes: the same result, whatever happens to them."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kafelki.arena import crew, make_plan, play_plan
from kafelki.errors import MissingExtra, UnknownBot, WorkerLost
from tests.arena.helpers import OWN, a_plan, timeless, without_clocks

ROOT = Path(__file__).parents[2]
# Also where this was started by something that ignores Ctrl-C: that is inherited.
MAIN = """import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)
from kafelki.cli import main; main(sys.argv[1:])"""
WAIT = 600.0  # seconds, for what takes a moment


def test_other_processes_play_what_this_one_would() -> None:
    plan = a_plan(f"{OWN}:Few", "greedy", f"{OWN}:Raises", deals=3)
    apart = crew.in_processes(plan, plan.jobs, 2)
    played = sorted((without_clocks(deal) for deal in apart), key=lambda deal: (deal.deal, deal.pair))
    assert played == [without_clocks(deal) for deal in crew.here(plan, plan.jobs)]
    assert any(match.faults for deal in played for match in deal.matches)


def test_a_bot_that_takes_its_process_down_ends_the_run_in_words() -> None:
    plan = a_plan("random", f"{OWN}:Deadly", deals=9)
    with pytest.raises(WorkerLost):
        play_plan(plan, workers=2)


class Killed:
    """`kafelki arena` in a process group of its own, which never hurries."""

    def __init__(self, file: Path, deals: int) -> None:
        words = ["arena", "_template", "--bots", f"{OWN}:Patient,greedy", "--workers", "2"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", MAIN, *words, "--deals", str(deals), "--file", str(file), "--json"],
            env={**os.environ, "NAP": "0.05", "KAFELKI_LANG": "en"},
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def after(self, file: Path, lines: int, number: signal.Signals) -> tuple[str, str]:
        """Signal it once the file has so many lines. What it said: complete only when all its processes are gone."""
        deadline = time.monotonic() + WAIT
        while not file.exists() or file.read_bytes().count(b"\n") < lines:
            assert self.process.poll() is None, self.process.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.01)
        if number == signal.SIGINT:
            os.killpg(self.process.pid, number)  # as a terminal does
        else:
            self.process.send_signal(number)
        return self.process.communicate(timeout=WAIT)


@pytest.mark.skipif(sys.platform == "win32", reason="other signals")
def test_a_run_that_was_stopped_and_killed_ends_like_one_that_was_not(tmp_path: Path) -> None:
    file, deals = tmp_path / "run.jsonl", 30
    stopped = Killed(file, deals)
    out, err = stopped.after(file, 4, signal.SIGINT)
    assert (stopped.process.returncode, out) == (130, "")
    assert err.splitlines() == [f"What was played is in {file}: the same command goes on.", "kafelki: stopped"]

    held = file.read_bytes().count(b"\n")
    killed = Killed(file, deals)
    killed.after(file, held + 3, signal.SIGKILL)
    assert killed.process.returncode == -signal.SIGKILL
    assert file.read_bytes().count(b"\n") < deals

    plan = make_plan("_template", [f"{OWN}:Patient", "greedy"], deals=deals)
    told: list[int] = []
    ended = play_plan(plan, workers=1, file=file, progress=lambda done, total: told.append(done))
    assert 6 <= told[0] < deals
    assert timeless(ended) == timeless(play_plan(plan, workers=1))


# ---- Ray


def test_without_ray_a_cluster_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"kafelki\[cluster\]") as refused:
        play_plan(a_plan(), ray="local")
    assert "kafelki[cluster]" in refused.value.say("pl")


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_ray_cluster_plays_what_this_process_would() -> None:
    plan = a_plan(f"{OWN}:Few", "greedy", f"{OWN}:Raises", deals=3)
    assert timeless(play_plan(plan, ray="local")) == timeless(play_plan(plan, workers=1))


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_is_not_there_is_said_in_words() -> None:
    with pytest.raises(WorkerLost):
        play_plan(a_plan(), ray="127.0.0.1:1")


def test_a_bot_that_cannot_be_made_is_refused_before_anything_starts() -> None:
    for name in ("grandmaster", f"{OWN}:Broken", f"{OWN}:NoBot", f"{OWN}:Nobody", "no_such_module:Bot"):
        with pytest.raises(UnknownBot):
            play_plan(a_plan("random", name), workers=2)
