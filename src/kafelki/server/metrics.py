"""How it goes, for Prometheus: counted where it happens, written out when asked."""

from __future__ import annotations

import bisect
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kafelki.server.service import Service

BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds
MEDIA: Final = "text/plain; version=0.0.4"


class Metrics:
    """What is counted beside refusals."""

    def __init__(self) -> None:
        self._moves: Counter[str] = Counter()  # by game
        self._waits = [0] * (len(BUCKETS) + 1)
        self._waited = 0.0
        self._notices: Counter[tuple[str, str]] = Counter()  # by way and outcome
        self._ran_out, self._lag = 0, 0.0

    def ran_out(self, late: float) -> None:
        """A clock ran out, and that was seen so many seconds later."""
        self._ran_out += 1
        self._lag = late

    def moved(self, game: str, seconds: float) -> None:
        """A move of somebody's was kept and told, after so long."""
        self._moves[game] += 1
        self._waits[bisect.bisect_left(BUCKETS, seconds)] += 1
        self._waited += seconds

    def told(self, way: str, outcome: str) -> None:
        """A notice was sent, or could not be."""
        self._notices[way, outcome] += 1

    def text(self, service: Service) -> str:
        """All of it."""
        return "".join(f"{line}\n" for line in self._lines(service))

    def _lines(self, service: Service) -> Iterable[str]:
        yield from _family("moves_total", "counter", "Moves of people that were kept.")
        yield from (f'kafelki_moves_total{{game="{game}"}} {count}' for game, count in sorted(self._moves.items()))
        yield from _family("move_seconds", "histogram", "From a move's coming to its answer.")
        within = 0
        for bound, count in zip((*map(str, BUCKETS), "+Inf"), self._waits, strict=True):
            within += count
            yield f'kafelki_move_seconds_bucket{{le="{bound}"}} {within}'
        yield f"kafelki_move_seconds_sum {self._waited:.6f}"
        yield f"kafelki_move_seconds_count {within}"
        yield from _family("refusals_total", "counter", "What was refused, by code.")
        refused = sorted(service.refused.counts.items())
        yield from (f'kafelki_refusals_total{{code="{code}"}} {count}' for code, count in refused)
        yield from _family("notices_total", "counter", "Notices of a turn, by way and outcome.")
        for (way, outcome), count in sorted(self._notices.items()):
            yield f'kafelki_notices_total{{way="{way}",outcome="{outcome}"}} {count}'
        authority, writer = service.authority, service.store.writer
        gauges = {
            "sockets": ("Pages and programs that are connected.", len(service.post.connections)),
            "tables": ("Tables in memory.", len(authority.lives)),
            "bots_thinking": ("Bots that think, or wait for their turn to.", authority.bots.thinkers.busy),
            "writes_waiting": ("What is not on disk yet.", writer.waiting),
            "clock_lag_seconds": ("How late it was seen that the last clock had run out.", round(self._lag, 3)),
        }
        for name, (words, value) in gauges.items():
            yield from _family(name, "gauge", words)
            yield f"kafelki_{name} {value}"
        for name, words, value in (
            ("clocks_run_out_total", "Turns that a bot played because a clock had run out.", self._ran_out),
            ("commits_total", "Transactions.", writer.commits),
            ("writes_total", "What was written in them.", writer.writes),
        ):
            yield from _family(name, "counter", words)
            yield f"kafelki_{name} {value}"


def _family(name: str, kind: str, words: str) -> tuple[str, str]:
    return f"# HELP kafelki_{name} {words}", f"# TYPE kafelki_{name} {kind}"
