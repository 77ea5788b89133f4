"""The one decorator of the rules.

`@kernel` compiles a function with Numba; with `NUMBA_DISABLE_JIT=1` it stays plain Python and can be
stepped through. The same functions compile for a GPU, so a kernel never allocates and never looks at
anything but its arguments and constants. `kept.py` says where what is compiled is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any, ParamSpec, TypeVar, cast

import numba

from kafelki.core.kept import folder_for, roots_of

P = ParamSpec("P")
R = TypeVar("R")


def kernel(rule: Callable[P, R]) -> Callable[P, R]:
    """Compile `rule`. With NUMBA_DISABLE_JIT=1 it stays plain Python: step through it."""
    file = _file_of(rule)
    return _compiled(rule, file.parent.name, [file])


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
    files = [_file_of(template), *map(_file_of, kernels.values())]
    return _compiled(cast("Callable[P, R]", made), owner, files)


def _compiled(rule: Callable[P, R], owner: str, files: Iterable[Path]) -> Callable[P, R]:
    """Kept under the owner's name, as long as nothing changes in these files and what they import.

    Nobody calls a kernel through a C callback: Numba need not make one for each."""
    if not numba.config.DISABLE_JIT:
        numba.config.CACHE_DIR = str(folder_for(owner, roots_of(files)))
    return cast("Callable[P, R]", numba.njit(cache=True, nogil=True, no_cfunc_wrapper=True)(rule))


def _file_of(rule: Callable[..., Any]) -> Path:
    """Where a function or kernel stands."""
    return Path(cast(FunctionType, getattr(rule, "py_func", rule)).__code__.co_filename)
