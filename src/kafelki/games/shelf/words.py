"""Półeczka's words: refusals, goals and kinds, in both languages."""

from __future__ import annotations

from typing import Final

from kafelki.core.game import Refusal
from kafelki.games.shelf.rules import NO_FREE_SIDE, NO_ROOM, NO_TILE, NOT_IN_USE
from kafelki.words import Text

# Reasons that no action can have, because no action says such a thing.
NOT_A_LINE: Final = 20
NOT_ON_THE_FLOOR: Final = 21
NO_SUCH_COLUMN: Final = 22

REFUSALS: Final = {
    NOT_IN_USE: Refusal(
        "not_in_use",
        Text(
            "With so few players there are no tiles on {unused}.",
            "Przy tylu graczach na {unused} nie ma kafelków.",
        ),
    ),
    NO_TILE: Refusal("no_tile", Text("There is no tile on {empty}.", "Na {empty} nie ma kafelka.")),
    NO_FREE_SIDE: Refusal(
        "no_free_side",
        Text(
            "Each tile taken needs a free side as the turn begins; without one: {blocked}.",
            "Każdy brany kafelek musi mieć na początku kolejki wolny bok; bez niego: {blocked}.",
        ),
    ),
    NO_ROOM: Refusal(
        "no_room",
        Text(
            "Not enough room in column {column}: tiles taken {taken}, free places {room}.",
            "Za mało miejsca w kolumnie {column}: wziętych kafelków {taken}, wolnych miejsc {room}.",
        ),
    ),
    NOT_A_LINE: Refusal(
        "not_a_line",
        Text(
            "Take one, two or three tiles lying side by side in one straight line; came: {cells}.",
            "Weź jeden, dwa lub trzy kafelki leżące bok w bok w jednej linii prostej; przyszło: {cells}.",
        ),
    ),
    NOT_ON_THE_FLOOR: Refusal(
        "not_on_the_floor",
        Text(
            "The floor has no such cell (row, column, from 0): {cells}.",
            "Podłoga nie ma takiego pola (wiersz, kolumna, od 0): {cells}.",
        ),
    ),
    NO_SUCH_COLUMN: Refusal(
        "no_such_column",
        Text(
            "The shelf has columns 1 to {columns}; column {column} came.",
            "Półeczka ma kolumny od 1 do {columns}; przyszła kolumna {column}.",
        ),
    ),
}


KIND_WORDS: Final = (  # (one, several)
    (Text("cat", "kot"), Text("cats", "koty")),
    (Text("book", "książka"), Text("books", "książki")),
    (Text("game", "gra"), Text("games", "gry")),
    (Text("frame", "ramka"), Text("frames", "ramki")),
    (Text("trophy", "trofeum"), Text("trophies", "trofea")),
    (Text("plant", "roślina"), Text("plants", "rośliny")),
)

GOAL_WORDS: Final = (  # by number; 0 is no goal
    Text("", ""),
    Text(
        "Two separate groups, each holding a square of 2 x 2",
        "Dwie osobne grupy, w każdej kwadrat 2 x 2",
    ),
    Text("Two full columns of six different kinds", "Dwie pełne kolumny z sześcioma różnymi rodzajami"),
    Text("Four groups of at least four tiles", "Cztery grupy po co najmniej cztery kafelki"),
    Text("Six groups of at least two tiles", "Sześć grup po co najmniej dwa kafelki"),
    Text("Three full columns of at most three kinds each", "Trzy pełne kolumny, w każdej najwyżej trzy rodzaje"),
    Text("Two full rows of five different kinds", "Dwa pełne rzędy z pięcioma różnymi rodzajami"),
    Text("Four full rows of at most three kinds each", "Cztery pełne rzędy, w każdym najwyżej trzy rodzaje"),
    Text("All four corners of one kind", "Cztery rogi tego samego rodzaju"),
    Text("Eight tiles of one kind, anywhere", "Osiem kafelków tego samego rodzaju, gdziekolwiek"),
    Text("Five tiles of one kind in an X", "Pięć kafelków jednego rodzaju w kształcie X"),
    Text("Five tiles of one kind on a diagonal", "Pięć kafelków jednego rodzaju na przekątnej"),
    Text(
        "A staircase: column heights 1-5 or 2-6, rising or falling",
        "Schody: kolumny o wysokości 1-5 lub 2-6, rosnąco albo malejąco",
    ),
)
