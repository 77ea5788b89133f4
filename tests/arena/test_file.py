"""A run's file: what was played is played once, and another run is never mixed in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafelki.arena import Plan, play_plan
from kafelki.arena import file as files
from kafelki.arena.file import RunFile
from kafelki.arena.plan import Job
from kafelki.bots.levels import LEVELS
from kafelki.bots.searcher import Settings
from kafelki.errors import BadRunFile
from tests.arena.helpers import OWN, a_plan, timeless

PLAN = a_plan(f"{OWN}:Few", "random", deals=5)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.jsonl"


def play(path: Path | None, plan: Plan = PLAN) -> tuple[object, list[tuple[int, int]]]:
    """The report, and the progress that was told."""
    told: list[tuple[int, int]] = []
    report = play_plan(plan, workers=1, file=path, progress=lambda done, total: told.append((done, total)))
    return timeless(report), told


def test_a_file_has_a_header_and_a_line_for_every_deal(path: Path) -> None:
    _, told = play(path)
    assert told == [(done, 5) for done in range(6)]
    head, *deals = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert head["format"] == "kafelki-arena/1"
    assert {"plan", "version", "rules", "levels", "sources", "own"} < set(head)
    assert head["plan"]["bots"] == list(PLAN.bots)
    assert [(deal["deal"], deal["pair"]) for deal in deals] == [(number, [0, 1]) for number in range(5)]


def test_a_finished_run_is_told_again_and_not_played(path: Path) -> None:
    report, _ = play(path)
    before = path.read_bytes()
    assert play(path) == (report, [(5, 5)])
    assert path.read_bytes() == before


@pytest.mark.parametrize("cut", [1, 40, 2000])
def test_a_torn_end_is_dropped_and_played_again(path: Path, cut: int) -> None:
    report, _ = play(path)
    path.write_bytes(path.read_bytes()[:-cut])
    again, told = play(path)
    assert again == report == play(None)[0]
    assert 0 < told[0][0] < 5
    assert len(path.read_text(encoding="utf-8").splitlines()) == 6


def test_a_torn_header_begins_anew(path: Path) -> None:
    report, _ = play(path)
    path.write_bytes(path.read_bytes()[:30])
    assert play(path)[0] == report
    path.write_bytes(b"")
    assert play(path)[0] == report


def test_a_deal_that_stands_there_twice_counts_once(path: Path) -> None:
    report, _ = play(path)
    path.write_bytes(path.read_bytes() + path.read_bytes().splitlines(keepends=True)[2])
    assert play(path) == (report, [(5, 5)])


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (a_plan(f"{OWN}:Few", "random", deals=6), "deals 5 / 6"),
        (a_plan(f"{OWN}:Few", "greedy", deals=5), "bots "),
        (a_plan(f"{OWN}:Few", "random", deals=5, seats=3), "seats 2 / 3"),
        (a_plan(f"{OWN}:Few", "random", deals=5, game="shelf"), "game _template / shelf"),
        (a_plan(f"{OWN}:Few", "random", deals=5, cap=9), "cap None / 9"),
    ],
)
def test_another_run_is_refused_and_the_file_stays_as_it_is(path: Path, plan: Plan, said: str) -> None:
    RunFile(path, PLAN).close()
    before = path.read_bytes()
    with pytest.raises(BadRunFile, match="another run") as refused:
        RunFile(path, plan)
    assert said in refused.value.say("en")
    assert said in refused.value.say("pl")
    assert path.read_bytes() == before


def test_levels_and_bots_that_changed_make_another_run(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    RunFile(path, PLAN).close()
    with monkeypatch.context() as patch:
        patch.setitem(LEVELS, "club", Settings(simulations=1))
        with pytest.raises(BadRunFile, match="levels"):
            RunFile(path, PLAN)
    with monkeypatch.context() as patch:
        patch.setattr(files, "_source", lambda name: b"edited")
        with pytest.raises(BadRunFile, match=f"own .*{OWN}:Few"):
            RunFile(path, PLAN)
    RunFile(path, PLAN).close()


@pytest.mark.parametrize("text", ["a diary\n", "a diary", "{}\n", '{"format":"kafelki-arena/1"}\n', "\n"])
def test_what_is_no_runs_file_is_never_written_over(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadRunFile, match="no file of an arena"):
        RunFile(path, PLAN)
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("line", [b"{}\n", b"nonsense\n", b'{"deal":9,"pair":[0,1],"matches":[]}\n'])
def test_a_line_in_the_middle_that_is_no_deal_is_named(path: Path, line: bytes) -> None:
    play(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], line, *lines[3:]]))
    with pytest.raises(BadRunFile, match="line 4"):
        RunFile(path, PLAN)


def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere" / "run.jsonl"):
        with pytest.raises(BadRunFile, match="Cannot use"):
            RunFile(path, PLAN)


def test_what_is_read_is_what_was_added(path: Path) -> None:
    play(path)
    kept = RunFile(path, PLAN)
    kept.close()
    assert sorted(kept.deals, key=lambda job: job.deal) == [Job(number, (0, 1)) for number in range(5)]
