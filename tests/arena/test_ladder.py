"""The ladder: its table asks of every game and level what is to be shown, and its page says what came of it."""

from __future__ import annotations

import io
import itertools
from pathlib import Path

import pytest
from rich.console import Console

import kafelki
from benchmarks import ladder
from kafelki.bots.levels import LEVELS
from kafelki.games import meta

ASKED = {(step.game, step.seats, *step.bots): step for step in ladder.steps()}


@pytest.mark.parametrize("game_id", kafelki.games())
def test_each_level_meets_the_one_below_with_two_and_with_the_most(game_id: str) -> None:
    for seats in (2, max(meta(game_id).seats)):
        for weaker, stronger in itertools.pairwise(LEVELS):
            step = ASKED[game_id, seats, stronger, weaker]
            assert (step.above, step.deals >= 10) == (0.5, True)
        assert ASKED[game_id, seats, "master", ladder.TWIN].above is None


@pytest.mark.parametrize(("game_id", "above"), [("shelf", 0.9), ("tikal", 0.9), ("planet", 0.8)])
def test_the_yardsticks_are_met_with_two(game_id: str, above: float) -> None:
    assert ASKED[game_id, 2, "greedy", "random"].above == above
    assert ASKED[game_id, 2, "casual", "greedy"].above == 0.5


def test_the_twin_is_master() -> None:
    assert ladder.Twin().settings == LEVELS["master"]


def test_a_ladder_goes_on_from_its_files_and_its_page_says_what_does_not_hold(tmp_path: Path) -> None:
    steps = [ladder.Step("shelf", 2, ("greedy", "random"), 3), ladder.Step("shelf", 2, ("random", "greedy"), 3)]
    printed = io.StringIO()
    first, again = (ladder.play(steps, tmp_path, Console(file=printed, width=200)) for _ in range(2))
    assert first == again
    assert [one.holds for one in first] == [True, False]
    assert printed.getvalue().count("DOES NOT HOLD") == 2
    assert all(ladder.is_played(step, tmp_path) for step in steps)
    unplayed = ladder.Step("shelf", 2, ("casual", "greedy"), 3)
    assert not ladder.is_played(unplayed, tmp_path)
    page = ladder.page([*steps, unplayed], first, minutes=1.0)
    assert "1 of 3 hold" in page
    assert "1 z 3" in page
    assert "Not played to the end yet (1): shelf-2-casual-greedy." in page
    assert page.count("**no**") == 1
