"""What README shows in Python runs as it stands there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
PYTHON: Final = re.compile(r"```python\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize("page", ["README.md", "README.pl.md"])
def test_the_python_of_a_readme_runs(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = PYTHON.findall((ROOT / page).read_text(encoding="utf-8"))
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    assert "ShelfView" in capsys.readouterr().out
