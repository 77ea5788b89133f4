"""Ridge's card."""

from __future__ import annotations

from typing import Final

from kafelki.core.meta import Choice, Meta, Option
from kafelki.words import Text

META: Final = Meta(
    id="_template",
    title=Text("Ridge", "Grań"),
    about=Text(
        "The template game: lay tiles from a hidden hand at the ends of a ridge, and climb to the highest.",
        "Gra wzorcowa: dokładaj kafelki z ukrytej ręki na końcach grani i wejdź na najwyższy.",
    ),
    seats=(2, 3),
    minutes=3,
    rules_version=1,
    options=(
        Option(
            "alone",
            Text("Climbers on one tile", "Wspinacze na jednym kafelku"),
            (
                Choice(False, Text("as many as come", "ilu przyjdzie")),
                Choice(True, Text("one; only the first tile holds more", "jeden; więcej mieści tylko pierwszy")),
            ),
        ),
    ),
)
