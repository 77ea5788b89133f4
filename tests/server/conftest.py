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


@pytest.fixture(params=["sqlite", "postgresql"])
async def room(tmp_path: Path, quick: None, request: pytest.FixtureRequest) -> AsyncIterator[Room]:
    """On both databases: what holds on one holds on the other."""
    database = None
    if request.param == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        database = await postgres.new_database()
    async with Room(tmp_path / "data", database=database) as opened:
        yield opened


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real one."""
    opened = Postgres(outlives_power=False)  # its process may be killed all the same
    yield opened
    opened.close()
