"""What is optional: said in one line where it is missing."""

from __future__ import annotations

import importlib.util

from kafelki.errors import MissingExtra


def is_there(module: str) -> bool:
    """Whether a module can be imported."""
    return importlib.util.find_spec(module) is not None


def require(extra: str, *modules: str) -> None:
    """MissingExtra unless all of these can be imported."""
    for module in modules:
        if not is_there(module):
            raise MissingExtra(
                f"This needs {module}; install it with: pip install 'kafelki[{extra}]'",
                f"Potrzebny jest pakiet {module}; instalacja: pip install 'kafelki[{extra}]'",
                extra,
            )
