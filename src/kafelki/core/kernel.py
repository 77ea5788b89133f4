"""The one decorator of the rules, and where what it compiles is kept.

`@kernel` compiles a function with Numba; with `NUMBA_DISABLE_JIT=1` it stays plain Python and can be
stepped through. The same functions compile for a GPU, so a kernel never allocates and never looks at
anything but its arguments and constants.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any, Final, ParamSpec, TypeVar, cast

import numba
import platformdirs

P = ParamSpec("P")
R = TypeVar("R")

PACKAGE: Final = Path(__file__).parents[1]
SOURCES: Final = ("core", "games", "bots")  # what compiled code can depend on; an edit elsewhere recompiles nothing
KEPT_STAMPS: Final = 3  # stamps that stay whatever their age: switching between two checkouts must not recompile
KEPT_SECONDS: Final = 7 * 86_400


def stamp(package: Path = PACKAGE) -> str:
    """Numba re-checks only a kernel's own file, so we name its cache after all of them."""
    digest = hashlib.sha256(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    for source in sorted(path for part in SOURCES for path in (package / part).rglob("*.py")):
        digest.update(f"\n{source.relative_to(package)}\n".encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """A writable folder for this stamp's compiled kernels; a temporary one where no other can be written."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    home = Path(chosen) if chosen else platformdirs.user_cache_path("kafelki")
    folder = home / f"kafelki-{stamp()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            os.utime(folder)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="kafelki-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        print(f"kafelki: cannot write to {home}, so rules are compiled anew in {folder}", file=sys.stderr)
        return folder
    remove_old_stamps(home, folder)
    return folder


def remove_old_stamps(home: Path, current: Path) -> None:
    """Forget what older sources compiled to, once nobody has used it for a week."""
    others = [(_last_used(path), path) for path in home.glob("kafelki-*") if path.is_dir() and path != current]
    for used, path in sorted(others, reverse=True)[KEPT_STAMPS:]:
        if time.time() - used > KEPT_SECONDS:
            shutil.rmtree(path, ignore_errors=True)


def _last_used(path: Path) -> float:
    """0 for what another process has removed since we looked."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0


if not numba.config.DISABLE_JIT:
    numba.config.CACHE_DIR = str(cache_folder())


def kernel(rule: Callable[P, R]) -> Callable[P, R]:
    """Compile `rule`. With NUMBA_DISABLE_JIT=1 it stays plain Python: step through it."""
    return cast("Callable[P, R]", numba.njit(cache=True, nogil=True)(rule))


def rebuild(template: Callable[P, R], kernels: Mapping[str, Callable[..., Any]], owner: str) -> Callable[P, R]:
    """`template` compiled with the names in `kernels` meaning that game's rules.

    A closure over kernels would never hit the cache; a function rebuilt with other globals does, as long
    as its qualified name tells the games apart.
    """
    source = cast(FunctionType, template)
    made = FunctionType(source.__code__, {**source.__globals__, **kernels}, source.__name__, source.__defaults__)
    made.__qualname__ = f"{source.__qualname__}[{owner}]"
    made.__module__ = source.__module__
    made.__doc__ = source.__doc__
    return kernel(cast("Callable[P, R]", made))
