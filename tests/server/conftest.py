"""A room for the tests of the server: a service without a network, closed again when the test is over."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from kafelki.bots.bot import Observation
from kafelki.core.game import Move
from kafelki.server import service
from kafelki.server.thinking import Thinkers
from tests.server.postgres import Postgres
from tests.server.room import Room


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled that no test plays, and bots take the first move they find."""

    async def choose(_thinkers: Thinkers, _level: str, observation: Observation) -> Move:
        return observation.legal[0]

    monkeypatch.setattr(service, "_warm", lambda: None)
    monkeypatch.setattr(Thinkers, "choose", choose)


@pytest.fixture
async def room(tmp_path: Path, quick: None) -> AsyncIterator[Room]:
    async with Room(tmp_path / "data") as opened:
        yield opened


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A real one."""
    opened = Postgres(tmp_path_factory.mktemp("postgres") / "data")
    yield opened
    opened.close()
