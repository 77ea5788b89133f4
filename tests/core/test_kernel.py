"""Where compiled rules are kept: never stale, never in the way.

These tests run copies of the package in processes of their own, each with one small kernel of Półeczka.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import numba
import pytest

from kafelki.core.kernel import KEPT_SECONDS, KEPT_STAMPS, cache_folder, kernel, rebuild, remove_old_stamps, stamp
from tests.core.helpers import PACKAGE

# What the last player on a shelf of nothing but the end token has, and whether that was compiled or loaded.
CHILD: Final = """
from kafelki.core.record import blank
from kafelki.games.shelf.scoring import score_end
from kafelki.games.shelf.state import ShelfState
states = blank(ShelfState)
states[0].end_token = 1
points = score_end(states[0], 1), score_end(states[0], 0)
print(*points, "loaded" if sum(score_end.stats.cache_hits.values()) else "compiled")
"""
NOWHERE: Final = "/dev/null/nowhere"  # no folder can be made there, not even by root


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package, to be edited."""
    copy = tmp_path / "source" / "kafelki"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def child(package: Path, code: str = CHILD, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH", "TMPDIR") if name in os.environ}
    python = [sys.executable, "-W", "error", "-c", code]
    variables = {"PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1", **kept, **environment}
    return subprocess.run(python, env=variables, capture_output=True, text=True, timeout=120, check=False)


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


# ---- Never stale


def test_a_constant_changed_in_tables_changes_the_next_runs_result(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel lies in scoring.py, which nobody touched: its own file alone would not tell."""
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)  # the child has none either
    cache = str(tmp_path / "cache")
    assert child(package, NUMBA_CACHE_DIR=cache).stdout == "1 0 compiled\n"
    assert child(package, NUMBA_CACHE_DIR=cache).stdout == "1 0 loaded\n"
    edit(package / "games" / "shelf" / "tables.py", "END_POINTS: Final = 1\n", "END_POINTS: Final = 5\n")
    assert child(package, NUMBA_CACHE_DIR=cache).stdout == "5 0 compiled\n"
    stamps = sorted(path.name for path in (tmp_path / "cache").iterdir())
    assert len(stamps) == 2
    assert f"kafelki-{stamp(package)}" in stamps


@pytest.mark.soak
def test_a_constant_changed_in_tables_changes_whole_matches(package: Path, tmp_path: Path) -> None:
    code = "import kafelki; match = kafelki.new_match('shelf', seed=1); print(match.dump(), match.position())"
    cache = str(tmp_path / "cache")
    before = child(package, code, NUMBA_CACHE_DIR=cache).stdout
    assert before
    assert child(package, code, NUMBA_CACHE_DIR=cache).stdout == before
    edit(package / "games" / "shelf" / "tables.py", "TILES_OF_A_KIND: Final = 22\n", "TILES_OF_A_KIND: Final = 21\n")
    after = child(package, code, NUMBA_CACHE_DIR=cache).stdout
    assert after
    assert after != before


@pytest.mark.parametrize("part", ["core/bits.py", "games/shelf/tables.py", "games/__init__.py", "bots/search.py"])
def test_an_edit_of_what_rules_can_depend_on_changes_the_stamp(package: Path, part: str) -> None:
    before = stamp(package)
    with (package / part).open("a", encoding="utf-8") as file:
        file.write("# edited\n")
    assert stamp(package) != before


def test_a_file_added_removed_or_renamed_changes_the_stamp(package: Path) -> None:
    before = stamp(package)
    new = package / "games" / "shelf" / "new.py"
    new.touch()
    added = stamp(package)
    moved = new.rename(new.with_name("newer.py"))
    assert len({before, added, stamp(package)}) == 3
    moved.unlink()
    assert stamp(package) == before


@pytest.mark.parametrize("part", ["cli/app.py", "errors.py", "words.py", "__init__.py", "games/shelf/notes.txt"])
def test_an_edit_elsewhere_recompiles_nothing(package: Path, part: str) -> None:
    before = stamp(package)
    with (package / part).open("a", encoding="utf-8") as file:
        file.write("# edited\n")
    assert stamp(package) == before


def test_where_the_package_lies_does_not_matter_to_its_stamp(package: Path) -> None:
    assert stamp(package) == stamp()


def test_code_with_checked_bounds_is_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    unchecked = stamp()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert stamp() != unchecked


# ---- Where it is kept


def test_numba_cache_dir_is_honoured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "chosen"))
    assert cache_folder() == tmp_path / "chosen" / f"kafelki-{stamp()}"
    assert cache_folder().is_dir()


def test_otherwise_it_is_the_users_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / name)
    assert cache_folder() == tmp_path / "kafelki" / f"kafelki-{stamp()}"


def test_using_a_stamp_makes_it_young_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    folder = cache_folder()
    os.utime(folder, (1, 1))
    assert time.time() - cache_folder().stat().st_mtime < 3600


def test_a_file_where_the_folder_should_be_is_no_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    folder = cache_folder()
    assert folder.is_dir()
    assert str(folder) in capsys.readouterr().err
    folder.rmdir()


@pytest.mark.parametrize("chosen", ["", NOWHERE], ids=["no home", "no NUMBA_CACHE_DIR either"])
def test_a_read_only_package_with_no_writable_home_still_runs(package: Path, tmp_path: Path, chosen: str) -> None:
    files = sorted(package.rglob("*"))
    for path in (*files, package):
        path.chmod(stat.S_IRUSR | (stat.S_IXUSR if path.is_dir() else 0))
    (tmp_path / "tmp").mkdir()
    nowhere = {"HOME": NOWHERE, "XDG_CACHE_HOME": NOWHERE, **({"NUMBA_CACHE_DIR": chosen} if chosen else {})}
    done = child(package, **nowhere, TMPDIR=str(tmp_path / "tmp"))
    assert (done.returncode, done.stdout) == (0, "1 0 compiled\n"), done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith(f"kafelki: cannot write to {NOWHERE}")
    assert str(tmp_path / "tmp") in done.stderr
    for path in (package, *files):
        path.chmod(path.stat().st_mode | stat.S_IWUSR)
    assert sorted(package.rglob("*")) == files


# ---- Old stamps


def made(home: Path, name: str, age: float) -> Path:
    folder = home / name
    (folder / "inside").mkdir(parents=True)
    (folder / "inside" / "kernel.nbc").touch()
    os.utime(folder, (time.time() - age, time.time() - age))
    return folder


def test_old_stamps_beyond_the_newest_three_are_removed(tmp_path: Path) -> None:
    current = made(tmp_path, "kafelki-current", 0)
    old = [made(tmp_path, f"kafelki-{number}", KEPT_SECONDS + 1000 * (number + 1)) for number in range(6)]
    remove_old_stamps(tmp_path, current)
    assert [path.exists() for path in old] == [True] * KEPT_STAMPS + [False] * (6 - KEPT_STAMPS)
    assert KEPT_STAMPS == 3
    assert current.exists()


def test_young_stamps_stay_however_many_they_are(tmp_path: Path) -> None:
    current = made(tmp_path, "kafelki-current", 0)
    young = [made(tmp_path, f"kafelki-{number}", KEPT_SECONDS - 1000 * (number + 1)) for number in range(6)]
    remove_old_stamps(tmp_path, current)
    assert all(path.exists() for path in young)


def test_the_stamp_in_use_stays_however_old_it_is(tmp_path: Path) -> None:
    current = made(tmp_path, "kafelki-current", 100 * KEPT_SECONDS)
    for number in range(5):
        made(tmp_path, f"kafelki-{number}", 0)
    remove_old_stamps(tmp_path, current)
    assert current.exists()


def test_what_is_not_ours_stays(tmp_path: Path) -> None:
    current = made(tmp_path, "kafelki-current", 0)
    stranger = made(tmp_path, "somebody-elses", 100 * KEPT_SECONDS)
    for number in range(5):
        made(tmp_path, f"kafelki-{number}", 2 * KEPT_SECONDS)
    (tmp_path / "kafelki-file").touch()
    os.utime(tmp_path / "kafelki-file", (1, 1))
    remove_old_stamps(tmp_path, current)
    assert stranger.exists()
    assert (tmp_path / "kafelki-file").exists()


def test_a_stamp_that_another_process_removes_meanwhile_is_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = [made(tmp_path, f"kafelki-{number}", 2 * KEPT_SECONDS) for number in range(5)]
    really = Path.is_dir

    def is_dir(path: Path) -> bool:
        """A stamp is there, and by the time anybody looks again it is not."""
        if path in gone:
            shutil.rmtree(path)
            return True
        return really(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "is_dir", is_dir)
        remove_old_stamps(tmp_path, tmp_path / "kafelki-current")
    assert not any(path.exists() for path in gone)


# ---- The decorator


def helper(number: int) -> int:
    raise NotImplementedError


def template(number: int) -> int:
    """Twice what the helper says."""
    return 2 * helper(number)


@kernel
def plus_one(number: int) -> int:
    return number + 1


@kernel
def minus_one(number: int) -> int:
    return number - 1


def test_a_template_is_compiled_for_each_game_with_that_games_kernels() -> None:
    first = rebuild(template, {"helper": plus_one}, "first")
    second = rebuild(template, {"helper": minus_one}, "second")
    assert (first(10), second(10)) == (22, 18)
    assert first.__doc__ == template.__doc__
    assert "[first]" in first.__qualname__
    assert "[second]" in second.__qualname__


def test_a_kernel_is_compiled_unless_jit_is_off() -> None:
    assert hasattr(plus_one, "py_func") is not bool(numba.config.DISABLE_JIT)
    assert plus_one(1) == 2
