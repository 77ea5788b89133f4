"""Where compiled rules are kept: never stale, never in the way.

These tests run copies of the package in processes of their own, each with one small kernel of Półeczka.
"""

from __future__ import annotations

import ast
import json
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

from kafelki.core.kept import (
    KEPT_SECONDS,
    KEPT_STAMPS,
    _for_this_run,
    folder_for,
    remove_old_stamps,
    roots_of,
    sources,
    stamp,
)
from kafelki.core.kernel import kernel, rebuild
from kafelki.games import TABLE
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
STAMPS: Final = """
import json
from kafelki.core.kept import PACKAGE, roots_of, stamp
search, games = PACKAGE / "bots/search.py", PACKAGE.glob("games/*/rules.py")
print(json.dumps({rules.parent.name: stamp(roots_of([rules, search])) for rules in games}))
"""
TWO_GAMES: Final = """
from kafelki.core.record import blank
from kafelki.games.shelf.scoring import score_end
from kafelki.games.shelf.state import ShelfState
from kafelki.games.tikal.state import TikalState
from kafelki.games.tikal.scoring import count_held
score_end(blank(ShelfState)[0], 1)
count_held(blank(TikalState)[0], 0, 0)
print(*("loaded" if sum(one.stats.cache_hits.values()) else "compiled" for one in (score_end, count_held)))
"""
ROOTS: Final = roots_of([PACKAGE / "core" / "chance.py"])
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
    stamps = [path.name.partition("-")[0] for path in (tmp_path / "cache").iterdir()]
    assert sorted(stamps) == ["core", "shelf", "shelf"]


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


def stamps(package: Path) -> dict[str, str]:
    """Game -> the stamp of its search, which is over all its kernels; run by the copy itself."""
    done = child(package, STAMPS)
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


def changed(package: Path, part: str) -> set[str]:
    """The games that are compiled anew when a line is added to a file."""
    before = stamps(package)
    with (package / part).open("a", encoding="utf-8") as file:
        file.write("# edited\n")
    after = stamps(package)
    return {game for game in before if before[game] != after[game]}


@pytest.mark.parametrize("part", ["core/bits.py", "core/record.py", "core/ways_in.py", "bots/search.py"])
def test_an_edit_of_what_all_kernels_stand_on_compiles_all_games_anew(package: Path, part: str) -> None:
    assert changed(package, part) == set(TABLE)


@pytest.mark.parametrize("part", ["tables.py", "state.py", "rules.py", "knowledge.py"])
def test_an_edit_of_a_games_rules_compiles_that_game_alone(package: Path, part: str) -> None:
    assert changed(package, f"games/shelf/{part}") == {"shelf"}


def test_a_file_of_kernels_that_is_added_compiles_that_game_anew(package: Path) -> None:
    before = stamps(package)
    (package / "games" / "shelf" / "new.py").write_text("@kernel\ndef new() -> int: return 1\n", encoding="utf-8")
    after = stamps(package)
    assert {game for game in before if before[game] != after[game]} == {"shelf"}


NO_RULES: Final = (
    *("cli/app.py", "errors.py", "words.py", "__init__.py", "games/__init__.py", "core/game.py", "core/match.py"),
    *(f"games/tikal/{name}.py" for name in ("words", "view", "events", "moves", "position", "terminal", "game")),
    *("bots/levels.py", "bots/hint.py", "games/shelf/notes.txt"),
)


@pytest.mark.parametrize("part", NO_RULES)
def test_an_edit_elsewhere_compiles_nothing(package: Path, part: str) -> None:
    assert changed(package, part) == set()


def test_a_polish_sentence_compiles_nothing_and_a_table_its_own_game_alone(package: Path, tmp_path: Path) -> None:
    """Seen in what the processes do, not only in names."""
    cache = str(tmp_path / "cache")
    assert child(package, TWO_GAMES, NUMBA_CACHE_DIR=cache).stdout == "compiled compiled\n"
    edit(package / "games" / "tikal" / "words.py", "obóz startowy", "obóz główny")
    assert child(package, TWO_GAMES, NUMBA_CACHE_DIR=cache).stdout == "loaded loaded\n"
    edit(package / "games" / "shelf" / "tables.py", "END_POINTS: Final = 1\n", "END_POINTS: Final = 5\n")
    assert child(package, TWO_GAMES, NUMBA_CACHE_DIR=cache).stdout == "compiled loaded\n"


@pytest.mark.parametrize("game", sorted(TABLE))
def test_no_import_of_a_kernels_file_is_overlooked(game: str) -> None:
    """Python's own parser sees no more imports than the stamp; were one overlooked, something stale could be loaded."""
    found = sources(roots_of([PACKAGE / "games" / game / "rules.py", PACKAGE / "envs" / "kernels.py"]))
    names = {module_of(path) for path in found}
    for path in found:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: relative"
                inside = {f"{node.module}.{alias.name}" for alias in node.names}
                assert (node.module or "").partition(".")[0] != PACKAGE.name or {node.module, *inside} & names, path
            elif isinstance(node, ast.Import):
                assert all(alias.name.partition(".")[0] != PACKAGE.name for alias in node.names), path
    assert not names & {"kafelki.core.game", "kafelki.words", "kafelki.errors"}


def module_of(path: Path) -> str:
    return ".".join((PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts))


def test_where_the_package_lies_does_not_matter_to_its_stamp(package: Path) -> None:
    assert stamps(package) == stamps(PACKAGE)


def test_code_with_checked_bounds_is_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    unchecked = stamp(ROOTS)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert stamp(ROOTS) != unchecked


# ---- Where it is kept


def folder() -> Path:
    """As the first kernel of a process finds it."""
    _for_this_run.cache_clear()
    return folder_for.__wrapped__("core", ROOTS)


def test_numba_cache_dir_is_honoured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "chosen"))
    assert folder() == tmp_path / "chosen" / f"core-{stamp(ROOTS)}"
    assert folder().is_dir()


def test_otherwise_it_is_the_users_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / name)
    assert folder() == tmp_path / "kafelki" / f"core-{stamp(ROOTS)}"


def test_using_a_stamp_makes_it_young_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    os.utime(folder(), (1, 1))
    assert time.time() - folder().stat().st_mtime < 3600


def test_a_file_where_the_folder_should_be_is_no_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    found = folder()
    assert str(found.parent) in capsys.readouterr().err
    assert found.parent.is_dir()
    found.parent.rmdir()


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

CURRENT: Final = "core-0123456789abcdef"


def made(home: Path, name: str, age: float) -> Path:
    folder = home / name
    (folder / "inside").mkdir(parents=True)
    (folder / "inside" / "kernel.nbc").touch()
    os.utime(folder, (time.time() - age, time.time() - age))
    return folder


def test_old_stamps_beyond_the_newest_dozen_are_removed(tmp_path: Path) -> None:
    current = made(tmp_path, CURRENT, 0)
    old = [made(tmp_path, f"shelf-{number:016}", KEPT_SECONDS + 1000 * (number + 1)) for number in range(15)]
    remove_old_stamps(tmp_path, current)
    assert [path.exists() for path in old] == [True] * KEPT_STAMPS + [False] * (15 - KEPT_STAMPS)
    assert KEPT_STAMPS == 12
    assert current.exists()


def test_young_stamps_stay_however_many_they_are(tmp_path: Path) -> None:
    current = made(tmp_path, CURRENT, 0)
    young = [made(tmp_path, f"shelf-{number:016}", KEPT_SECONDS - 1000 * (number + 1)) for number in range(15)]
    remove_old_stamps(tmp_path, current)
    assert all(path.exists() for path in young)


def test_the_stamp_in_use_stays_however_old_it_is(tmp_path: Path) -> None:
    current = made(tmp_path, CURRENT, 100 * KEPT_SECONDS)
    for number in range(14):
        made(tmp_path, f"shelf-{number:016}", 0)
    remove_old_stamps(tmp_path, current)
    assert current.exists()


def test_what_is_not_ours_stays(tmp_path: Path) -> None:
    current = made(tmp_path, CURRENT, 0)
    stranger = made(tmp_path, "somebody-elses", 100 * KEPT_SECONDS)
    for number in range(14):
        made(tmp_path, f"shelf-{number:016}", 2 * KEPT_SECONDS)
    (tmp_path / "shelf-ffffffffffffffff").touch()
    os.utime(tmp_path / "shelf-ffffffffffffffff", (1, 1))
    remove_old_stamps(tmp_path, current)
    assert stranger.exists()
    assert (tmp_path / "shelf-ffffffffffffffff").exists()


def test_a_stamp_that_another_process_removes_meanwhile_is_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = [made(tmp_path, f"shelf-{number:016}", 2 * KEPT_SECONDS) for number in range(14)]
    really = Path.is_dir

    def is_dir(path: Path) -> bool:
        """A stamp is there, and by the time anybody looks again it is not."""
        if path in gone:
            shutil.rmtree(path)
            return True
        return really(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "is_dir", is_dir)
        remove_old_stamps(tmp_path, tmp_path / CURRENT)
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
