"""The examples for researchers run, shortened; the Python of docs/research.md runs as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from examples import openspiel_mcts, pettingzoo_loop

RESEARCH = Path(__file__).parents[2] / "docs" / "research.md"


def test_pettingzoos_loop_plays_a_match() -> None:
    assert sum(pettingzoo_loop.main().values()) == pytest.approx(0)


def test_a_search_of_openspiels_plays_a_match() -> None:
    assert sum(openspiel_mcts.main(simulations=3)) == pytest.approx(0)


def test_a_policy_learns_by_playing_itself(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch")
    from examples import self_play

    assert 0 <= self_play.main(minutes=0.05, deals=8, n=48).won <= 1
    assert "deals played from both seats" in capsys.readouterr().out


def test_the_python_of_the_research_page_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", RESEARCH.read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, "research.md", "exec"), {})
