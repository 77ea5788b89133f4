"""Tikal's card."""

from __future__ import annotations

from typing import Final

from kafelki.core.meta import Choice, Meta, Option
from kafelki.words import Text

NO: Final = Choice(False, Text("no", "nie"))
YES: Final = Choice(True, Text("yes", "tak"))

META: Final = Meta(
    id="tikal",
    title=Text("Tikal", "Tikal"),
    about=Text(
        "Explore the jungle tile by tile, uncover temples and treasures, and hold them when the volcanoes speak.",
        "Odkrywaj dżunglę płytka po płytce, odsłaniaj świątynie i skarby i utrzymaj je, gdy odezwą się wulkany.",
    ),
    seats=(2, 4),
    minutes=90,
    rules_version=1,
    options=(
        Option(
            "auction",
            Text("Tiles are bid for", "Licytacja płytek"),
            (NO, Choice(True, Text("yes: the version for experienced players", "tak: wersja dla doświadczonych"))),
        ),
        Option(
            "tie_by_treasure",
            Text(
                "House rule: a tie is broken by treasure points", "Zasada domowa: remis rozstrzygają punkty za skarby"
            ),
            (NO, YES),
        ),
        Option(
            "no_printed_camp",
            Text("House rule: no camp on the printed jungle", "Zasada domowa: bez obozu na wydrukowanej dżungli"),
            (NO, YES),
        ),
    ),
)
