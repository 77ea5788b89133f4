"""Półeczka's card."""

from __future__ import annotations

from typing import Final

from kafelki.core.meta import Choice, Meta, Option
from kafelki.words import Text

META: Final = Meta(
    id="shelf",
    title=Text("My Shelfie", "Półeczka"),
    about=Text(
        "Take tiles from a shared floor and fill your shelf: groups, goals for all, and one of your own.",
        "Bierz kafelki ze wspólnej podłogi i zapełniaj półeczkę: grupy, cele wspólne i jeden własny.",
    ),
    seats=(2, 4),
    minutes=25,
    rules_version=1,
    options=(
        Option(
            "refill",
            Text("When the floor is filled again", "Kiedy podłoga jest uzupełniana"),
            (
                Choice(
                    "pl_2023",
                    Text(
                        "at four tiles or fewer; they go back into the bag first",
                        "przy czterech kafelkach lub mniej; najpierw wracają do woreczka",
                    ),
                ),
                Choice(
                    "eng_2022",
                    Text(
                        "when no tile has a neighbour; leftovers go back into the bag first",
                        "gdy żaden kafelek nie ma sąsiada; pozostałe najpierw wracają do woreczka",
                    ),
                ),
                Choice(
                    "ita_2022",
                    Text(
                        "when no tile has a neighbour; leftovers stay where they lie",
                        "gdy żaden kafelek nie ma sąsiada; pozostałe leżą dalej",
                    ),
                ),
            ),
        ),
        Option(
            "common_goals",
            Text("Common goals on the table", "Liczba celów wspólnych"),
            (Choice(2, Text("two", "dwa")), Choice(1, Text("one, for a first match", "jeden, na pierwszą rozgrywkę"))),
        ),
        Option(
            "two_squares",
            Text("Kinds of the two squares (goal 1)", "Rodzaje w dwóch kwadratach (cel 1)"),
            (
                Choice("any_kinds", Text("each square of any kind", "każdy kwadrat dowolnego rodzaju")),
                Choice("same_kind", Text("both squares of one kind", "oba kwadraty tego samego rodzaju")),
            ),
        ),
    ),
)
