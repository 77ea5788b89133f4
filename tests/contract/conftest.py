"""Runs each test of the contract on every game of the table: `game`, `setting` (all of them) or `some_setting`."""

from __future__ import annotations

import pytest

from kafelki.core.game import Game
from kafelki.games import TABLE
from kafelki.games import game as find_game
from tests.contract.helpers import played_settings, some_settings

SETTINGS = {"setting": played_settings, "some_setting": some_settings}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", list(TABLE), indirect=True)
    for fixture, settings in SETTINGS.items():
        if fixture in metafunc.fixturenames:
            found = [setting for game_id in TABLE for setting in settings(game_id)]
            metafunc.parametrize(fixture, found, ids=str)


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game:
    return find_game(request.param)
