"""The bot of forty lines sits down at a table, as its first line says."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.core.helpers import ROOT
from tests.server.process import Server, environment
from tests.server.stubborn import Pace, Stubborn

pytestmark = pytest.mark.anyio

BOT: Final = ROOT / "examples" / "table_bot.py"
LONG: Final = 10_000  # entries: the whole match


async def test_the_example_sits_down_by_a_code_and_plays_to_the_end(tmp_path: Path) -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= 42
    with Server(tmp_path / "data") as server:
        page = Stubborn([server], "Ola", Pace(LONG))
        code = page.make_table("planet")
        bot = await asyncio.create_subprocess_exec(
            *(sys.executable, str(BOT), f"http://127.0.0.1:{server.port}", code),
            stdout=asyncio.subprocess.PIPE,
            env=environment(),
        )
        playing = asyncio.create_task(page.play())
        out, _ = await bot.communicate()
        assert bot.returncode == 0
        assert len(json.loads(out)) == 2
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    assert not page.unexpected
