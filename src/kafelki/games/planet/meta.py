"""The card of Stwórz mi planetę."""

from __future__ import annotations

from typing import Final

from kafelki.core.meta import Choice, Meta, Option
from kafelki.words import Text

META: Final = Meta(
    id="planet",
    title=Text("Make Me a Planet", "Stwórz mi planetę"),
    about=Text(
        "Build a planet of sixteen tiles for the four characters who judge it: take one, and say who takes next.",
        "Zbuduj planetę z szesnastu kafelków dla czterech postaci, które ją ocenią: weź jeden i wskaż następnego.",
    ),
    seats=(2, 5),
    minutes=25,
    rules_version=1,
    options=(
        Option(
            "hidden_characters",
            Text("Characters are kept secret until the end", "Postacie ukryte do końca gry"),
            (Choice(False, Text("no", "nie")), Choice(True, Text("yes", "tak"))),
        ),
        Option(
            "places",
            Text("Where a tile goes on the planet", "Miejsce kafelka na planecie"),
            (
                Choice("first_free", Text("the first free place: it never scores", "pierwsze wolne: nie punktuje")),
                Choice("chosen", Text("the player chooses", "wybiera gracz")),
            ),
        ),
    ),
)
