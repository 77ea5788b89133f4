"""Where compiled kernels are kept, and what decides that one is compiled anew.

Numba looks only at the file a kernel stands in. So each kernel is kept in a folder named after all that it can depend
on: the files of kernels beside it and everything they import, and they import no words. A changed sentence compiles
nothing, a change in one game leaves the others alone.

    <cache>/shelf-3f0c…   kernels of games/shelf, and the templates compiled over them
    <cache>/core-91aa…    those of core
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import platformdirs

PACKAGE: Final = Path(__file__).parents[1]
NAME: Final = PACKAGE.name
KEPT_STAMPS: Final = 12  # stamps that stay whatever their age: switching between two checkouts must not recompile
KEPT_SECONDS: Final = 7 * 86_400
IMPORTS: Final = re.compile(rf"^(?:from ({NAME}[\w.]*) import (\([^)]*\)|.*)|import ({NAME}[\w.]*))", re.MULTILINE)
OURS: Final = re.compile(r"[a-z_]+-[0-9a-f]{16}")  # a folder of compiled kernels


# ---- What a kernel can depend on


@functools.cache
def with_kernels(folder: Path) -> tuple[Path, ...]:
    """The files of a folder in which kernels stand; elsewhere than here, all of them: their imports are not known."""
    files = sorted(folder.glob("*.py"))
    if not folder.is_relative_to(PACKAGE):
        return tuple(files)
    return tuple(path for path in files if re.search(r"^@kernel$", _text(path), re.MULTILINE))


def sources(roots: Iterable[Path], package: Path = PACKAGE) -> set[Path]:
    """These files and all of the package that they import, at their top: nothing else can be in a kernel."""
    found: set[Path] = set()
    waiting = list(roots)
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imported(path, package)
    return found


def _imported(path: Path, package: Path) -> Iterator[Path]:
    for origin, names, plain in IMPORTS.findall(_text(path)):
        modules = [plain] if plain else [origin, *(f"{origin}.{name}" for name in re.findall(r"\w+", names))]
        for module in modules:
            below = package.parent.joinpath(*module.split("."))
            if below.with_suffix(".py").is_file():
                yield below.with_suffix(".py")
            elif (below / "__init__.py").is_file():
                yield below / "__init__.py"


def stamp(roots: Iterable[Path], package: Path = PACKAGE) -> str:
    """A name for all that kernels in these files can depend on, wherever the package lies."""
    digest = hashlib.sha256(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    for source in sorted(sources(roots, package)):
        name = source.relative_to(package) if source.is_relative_to(package) else source.name
        digest.update(f"\n{name}\n".encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@functools.cache  # nobody edits a file while it is imported
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# ---- Where it is kept


def roots_of(files: Iterable[Path]) -> frozenset[Path]:
    """These files, and those with kernels beside them: a game is compiled as a whole."""
    return frozenset(one for path in files for one in (path, *with_kernels(path.parent)))


@functools.cache
def folder_for(owner: str, roots: frozenset[Path]) -> Path:
    """A writable folder for kernels of these files; a temporary one where no other can be written."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    home = Path(chosen) if chosen else platformdirs.user_cache_path(NAME)
    folder = home / f"{owner}-{stamp(roots)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            os.utime(folder)
    except OSError:
        return _for_this_run(home) / folder.name
    remove_old_stamps(home, folder)
    return folder


@functools.cache
def _for_this_run(home: Path) -> Path:
    folder = Path(tempfile.mkdtemp(prefix=f"{NAME}-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    print(f"{NAME}: cannot write to {home}, so rules are compiled anew in {folder}", file=sys.stderr)
    return folder


def remove_old_stamps(home: Path, current: Path) -> None:
    """Forget what older sources compiled to, once nobody has used it for a week."""
    others = [(_last_used(path), path) for path in home.iterdir() if path.is_dir() and path != current]
    ours = sorted((one for one in others if OURS.fullmatch(one[1].name)), reverse=True)
    for used, path in ours[KEPT_STAMPS:]:
        if time.time() - used > KEPT_SECONDS:
            shutil.rmtree(path, ignore_errors=True)


def _last_used(path: Path) -> float:
    """0 for what another process has removed since we looked."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0
