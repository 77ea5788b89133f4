"""The words of Stwórz mi planetę: refusals, stacks, elements and characters, in both languages."""

from __future__ import annotations

from typing import Final

from kafelki.core.game import Refusal
from kafelki.games.planet.legal import (
    CELL_TAKEN,
    FIRST_CHOOSE_A_STACK,
    FIRST_HIDE_A_TILE,
    FIRST_NAME_A_SEAT,
    FIRST_PLACE_IT,
    FIRST_TAKE_A_TILE,
    HAS_A_TILE,
    NO_SUCH_CELL,
    NO_SUCH_SEAT,
    NO_SUCH_TILE,
    NONE_FACE_DOWN,
    NOT_DRAWN,
    NOT_ON_THE_TABLE,
    NOT_PLAYING,
    STACK_USED_UP,
    WRONG_CELL,
)
from kafelki.games.planet.tables import Character, Element, Stack
from kafelki.words import Text

REFUSALS: Final = {
    FIRST_CHOOSE_A_STACK: Refusal(
        "choose_first", Text("A round begins: choose a stack first.", "Zaczyna się runda: najpierw wybierz stos.")
    ),
    FIRST_HIDE_A_TILE: Refusal(
        "hide_first",
        Text("Choose first which of your three tiles lies face down.", "Najpierw wybierz, który z trzech zakryć."),
    ),
    FIRST_TAKE_A_TILE: Refusal(
        "take_first", Text("Take a tile from the table first.", "Najpierw weź kafelek ze stołu.")
    ),
    FIRST_PLACE_IT: Refusal(
        "place_first", Text("Place the tile in your hand first.", "Najpierw połóż kafelek, który masz w ręce.")
    ),
    FIRST_NAME_A_SEAT: Refusal(
        "name_first", Text("Say first who takes the next tile.", "Najpierw wskaż, kto bierze następny kafelek.")
    ),
    STACK_USED_UP: Refusal(
        "stack_used_up",
        Text("This stack is used up: every planet has its four tiles.", "Ten stos się skończył: każdy ma już cztery."),
    ),
    NOT_DRAWN: Refusal(
        "not_drawn",
        Text("Tile {tile} is not one of the three you drew.", "Kafelek {tile} nie jest jednym z dobranych."),
    ),
    NOT_ON_THE_TABLE: Refusal(
        "not_on_the_table",
        Text("Tile {tile} does not lie open on the table.", "Kafelek {tile} nie leży odkryty."),
    ),
    NONE_FACE_DOWN: Refusal("none_face_down", Text("No tile lies face down.", "Żaden kafelek nie leży zakryty.")),
    WRONG_CELL: Refusal(
        "wrong_cell",
        Text("A tile of this kind does not go on cell {cell}.", "Kafelek tego rodzaju nie pasuje na pole {cell}."),
    ),
    CELL_TAKEN: Refusal("cell_taken", Text("A tile lies on cell {cell} already.", "Na polu {cell} już leży kafelek.")),
    HAS_A_TILE: Refusal(
        "has_a_tile",
        Text("Seat {seat} has a tile from this round already.", "Miejsce {seat} ma już kafelek z tej rundy."),
    ),
    NOT_PLAYING: Refusal("not_playing", Text("Nobody plays at seat {seat}.", "Na miejscu {seat} nikt nie gra.")),
    NO_SUCH_TILE: Refusal(
        "no_such_tile",
        Text(
            "Tiles are named C01-C20, U01-U20, D01-D20, P01-P20; {tile} came.",
            "Kafelki to C01-C20, U01-U20, D01-D20, P01-P20; przyszło {tile}.",
        ),
    ),
    NO_SUCH_CELL: Refusal(
        "no_such_cell",
        Text("Cells are numbered 0 to 15; {cell} came.", "Pola to numery 0-15; przyszło {cell}."),
    ),
    NO_SUCH_SEAT: Refusal(
        "no_such_seat", Text("Seats are 0 to 4 at most; {seat} came.", "Miejsca to najwyżej 0-4; przyszło {seat}.")
    ),
}

STACK_WORDS: Final[dict[Stack, Text]] = {
    "inside": Text("inside", "wnętrze"),
    "rising": Text("rising edge", "krawędź wznosząca"),
    "falling": Text("falling edge", "krawędź opadająca"),
    "character": Text("characters", "postacie"),
}

ELEMENT_WORDS: Final[dict[Element, Text]] = {
    "baobab": Text("baobab", "baobab"),
    "volcano": Text("volcano", "wulkan"),
    "sunset": Text("sunset", "zachód słońca"),
    "rose": Text("rose", "róża"),
    "lamppost": Text("lamp post", "latarnia"),
    "box": Text("box", "pudełko"),
    "big_star": Text("big star", "wielka gwiazda"),
    "fox": Text("fox", "lis"),
    "elephant": Text("elephant", "słoń"),
    "snake": Text("snake", "żmija"),
    "sheep_white": Text("white sheep", "owca biała"),
    "sheep_grey": Text("grey sheep", "owca szara"),
    "sheep_brown": Text("brown sheep", "owca brązowa"),
}

CHARACTER_WORDS: Final[dict[Character, Text]] = {
    "vain_man": Text("Vain Man", "Próżny"),
    "geographer": Text("Geographer", "Geograf"),
    "astronomer": Text("Astronomer", "Astronom"),
    "king": Text("King", "Król"),
    "lamplighter": Text("Lamplighter", "Latarnik"),
    "hunter": Text("Hunter", "Myśliwy"),
    "drunkard": Text("Drunkard", "Pijak"),
    "businessman_white": Text("Businessman (white)", "Bankier (białe)"),
    "businessman_grey": Text("Businessman (grey)", "Bankier (szare)"),
    "businessman_brown": Text("Businessman (brown)", "Bankier (brązowe)"),
    "gardener": Text("Gardener", "Ogrodnik"),
    "turkish_astronomer": Text("Turkish Astronomer", "Turecki Astronom"),
    "little_prince": Text("Little Prince", "Mały Książę"),
}

CHARACTER_RULES: Final[dict[Character, Text]] = {
    "vain_man": Text("4 for each snake", "4 za każdą żmiję"),
    "geographer": Text("1 for each planet tile without a volcano", "1 za każdy kafelek planety bez wulkanu"),
    "astronomer": Text("2 for each sunset", "2 za każdy zachód słońca"),
    "king": Text("14 for a single rose, 7 for two, else nothing", "14 za jedyną różę, 7 za dwie, inaczej nic"),
    "lamplighter": Text("1 for each lamp post", "1 za każdą latarnię"),
    "hunter": Text("3 for each species: elephant, fox, snake, sheep", "3 za każdy gatunek: słoń, lis, żmija, owca"),
    "drunkard": Text("3 for each tile turned over by baobabs", "3 za każdy kafelek zakryty przez baobaby"),
    "businessman_white": Text("2 for each white sheep", "2 za każdą białą owcę"),
    "businessman_grey": Text("3 for each grey sheep", "3 za każdą szarą owcę"),
    "businessman_brown": Text("5 for each brown sheep", "5 za każdą brązową owcę"),
    "gardener": Text("7 for each baobab face up", "7 za każdy odkryty baobab"),
    "turkish_astronomer": Text(
        "1 for each big star, those of the characters too", "1 za każdą wielką gwiazdę, także u postaci"
    ),
    "little_prince": Text(
        "3 for each colour of sheep and 1 for each box", "3 za każdy kolor owiec i 1 za każde pudełko"
    ),
}
