"""A server for tests, in a process of its own: `python -m tests.server.serving FOLDER PORT [DATABASE]`. Limits are far
away."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from kafelki.server import service
from kafelki.server.run import serve, set_up_log
from kafelki.server.settings import Limits, Rate, Settings, Times

MANY: Final = Rate(1_000_000, 1_000_000.0)
LIMITS: Final = Limits(
    commands=MANY, requests=MANY, players=MANY, guesses=MANY, sockets_of_address=100_000, waiting=100_000
)
TIMES: Final = Times(reveal=3600.0, bot_pace=0.0)


def main(folder: str, port: str, database: str | None = None) -> None:
    service._warm = lambda: None  # what is played is loaded when it is played
    set_up_log("warning")
    serve(Settings(folder=Path(folder), port=int(port), database=database, limits=LIMITS, times=TIMES, webhooks=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
