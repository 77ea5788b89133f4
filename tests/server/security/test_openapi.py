"""What the API says of itself is true, also to who asks it everything at once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from kafelki.server.openapi import FOR_ANYBODY
from kafelki.server.routes import ROUTES
from tests.server.security.harness import BODIES, Player, Server, serving

SECONDS: Final = 300 if "KAFELKI_SOAK" in os.environ else 60
CHECKS: Final = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,"
    "response_headers_conformance,negative_data_rejection,unsupported_method"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("openapi")) as server:
        yield server


def tried(server: Server, folder: Path, seconds: int, examples: int) -> subprocess.CompletedProcess[str]:
    """Schemathesis over all requests, as a player who is known."""
    player = Player(server, "Ola")
    player.table(public=True)
    host, port = server.place
    command = [
        sys.executable, "-W", "ignore", "-m", "schemathesis.cli", "run", f"http://{host}:{port}/schema/openapi.json",
        "--header", f"Authorization: Bearer {player.token}", "--checks", CHECKS, "--phases", "coverage,fuzzing",
        "--max-time", str(seconds), "--max-examples", str(examples), "--no-shrink", "--no-color", "--warnings", "off",
        "--generation-database", "none",
    ]  # fmt: skip
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=4 * seconds + 60, check=False)


def test_every_request_answers_as_it_is_described(server: Server, tmp_path: Path) -> None:
    done = tried(server, tmp_path, 15, 15)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert server.is_well()


def test_what_needs_nobody_to_be_known_is_described_so(server: Server) -> None:
    answers = {}
    for route in ROUTES:
        path, body = route.path.format(table="x", number=0, ply=0, browser="x"), BODIES.get(route.name)
        assert (body is None) == (route.body is None)
        answers[route.name] = server.ask(route.method, path, body)
    known = {name for name, answer in answers.items() if answer.status == 401 and answer.code != "bad_token.forged"}
    assert known == {route.name for route in ROUTES} - FOR_ANYBODY


@pytest.mark.soak
def test_every_request_answers_as_it_is_described_for_a_long_time(server: Server, tmp_path: Path) -> None:
    done = tried(server, tmp_path, SECONDS, 1_000)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert server.is_well()
