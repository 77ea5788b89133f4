"""Tikal's words: refusals and names, in both languages."""

from __future__ import annotations

from typing import Final

from kafelki.core.game import Refusal
from kafelki.games.tikal import refusals as why
from kafelki.words import Text, counted

# Reasons that no action can have, because no action says such a thing.
OFF_THE_BOARD: Final = 50
NO_SUCH_THING: Final = 51

REFUSALS: Final = {
    why.NOT_NOW: Refusal("not_now", Text("Not now: first {asked}.", "Nie teraz: najpierw {asked}.")),
    why.TOO_DEAR: Refusal(
        "too_dear",
        Text("That costs {cost}; you have {points} left.", "To kosztuje {cost}; zostało ci: {points}."),
    ),
    why.OCCUPIED: Refusal("occupied", Text("A tile lies on {cell} already.", "Na polu {cell} leży już płytka.")),
    why.NOT_BESIDE: Refusal(
        "not_beside",
        Text("{cell} touches no tile that has been laid.", "Pole {cell} nie przylega do żadnej wyłożonej płytki."),
    ),
    why.NO_WAY_IN: Refusal(
        "no_way_in",
        Text(
            "Turned like this, no stone leads onto the tile on {cell} from where one can walk.",
            "Tak obróconej płytki na polu {cell} nie da się osiągnąć: żaden kamień na nią nie prowadzi.",
        ),
    ),
    why.SAME_TURN: Refusal(
        "same_turn",
        Text(
            "Turned like this the tile looks the same as before: use a smaller turn.",
            "Po takim obrocie płytka wygląda tak samo jak przedtem: wybierz mniejszy obrót.",
        ),
    ),
    why.NONE_IN_SUPPLY: Refusal(
        "none_in_supply",
        Text("There is no {piece} left in your supply.", "W twojej rezerwie nie ma już pionka: {piece}."),
    ),
    why.NO_SUCH_CAMP: Refusal(
        "no_such_camp",
        Text("You have not built that camp.", "Nie masz takiego obozu."),
    ),
    why.NO_PIECE: Refusal(
        "no_piece", Text("There is {no_piece} of yours on {cell}.", "Na polu {cell} nie masz {no_piece}.")
    ),
    why.NO_PASSAGE: Refusal(
        "no_passage",
        Text("No stones lead from {cell} that way.", "Z pola {cell} nie prowadzą tam żadne kamienie."),
    ),
    why.NO_TEMPLE: Refusal("no_temple", Text("There is no temple on {cell}.", "Na polu {cell} nie ma świątyni.")),
    why.GUARDED: Refusal(
        "guarded", Text("The temple on {cell} is guarded.", "Świątynia na polu {cell} jest strzeżona.")
    ),
    why.NO_TOKEN: Refusal(
        "no_token",
        Text(
            "The tokens for the next level of {cell} have run out.",
            "Zabrakło żetonów następnego poziomu dla pola {cell}.",
        ),
    ),
    why.TWO_A_TURN: Refusal(
        "two_a_turn",
        Text("Twice in a turn on {cell} is the most.", "Na polu {cell} można najwyżej dwa razy w kolejce."),
    ),
    why.NEEDS_TWO: Refusal(
        "needs_two",
        Text(
            "A second time in a turn needs two of your pieces on {cell}.",
            "Drugi raz w kolejce wymaga dwóch twoich pionków na polu {cell}.",
        ),
    ),
    why.NO_TREASURE: Refusal("no_treasure", Text("There is no treasure on {cell}.", "Na polu {cell} nie ma skarbów.")),
    why.NO_SUCH_PLAYER: Refusal(
        "no_such_player",
        Text("Exchange with another player of this match.", "Wymień się z innym graczem tej rozgrywki."),
    ),
    why.SAME_KIND: Refusal("same_kind", Text("Exchange different treasures.", "Wymień różne skarby.")),
    why.NOT_YOUR_SINGLE: Refusal(
        "not_your_single",
        Text("You do not hold exactly one {give}.", "Nie masz dokładnie jednego skarbu: {give}."),
    ),
    why.NOT_THEIR_SINGLE: Refusal(
        "not_their_single",
        Text("That player does not hold exactly one {take}.", "Ten gracz nie ma dokładnie jednego skarbu: {take}."),
    ),
    why.NO_SITE: Refusal(
        "no_site",
        Text(
            "A camp needs jungle or an emptied treasure tile without a camp; {cell} is not such a place{house}.",
            "Obóz stawia się w dżungli lub na opróżnionej płytce skarbów bez obozu; pole {cell} takie nie jest{house}.",
        ),
    ),
    why.NO_CAMP_LEFT: Refusal("no_camp_left", Text("You have built both camps.", "Masz już oba obozy.")),
    why.NO_MAJORITY: Refusal(
        "no_majority",
        Text("You are not the strongest on {cell}.", "Nie masz przewagi na polu {cell}."),
    ),
    why.NO_GUARD_LEFT: Refusal("no_guard_left", Text("You guard two temples already.", "Strzeżesz już dwóch świątyń.")),
    why.BID_TOO_LOW: Refusal(
        "bid_too_low", Text("Bid at least {least}; {bid} came.", "Licytuj co najmniej {least}; przyszło {bid}.")
    ),
    why.BID_TOO_HIGH: Refusal(
        "bid_too_high", Text("You can bid up to {own}; {bid} came.", "Możesz licytować do {own}; przyszło {bid}.")
    ),
    why.NOT_ON_OFFER: Refusal("not_on_offer", Text("Tile {tile} is not on offer.", "Płytki {tile} nie ma w ofercie.")),
    OFF_THE_BOARD: Refusal(
        "off_the_board",
        Text(
            "The board has {columns} columns and {rows} rows, counted from 0; came (column, row): {cell}.",
            "Plansza ma {columns} kolumn i {rows} wierszy, liczonych od 0; przyszło (kolumna, wiersz): {cell}.",
        ),
    ),
    NO_SUCH_THING: Refusal(
        "no_such_thing",
        Text("The game has nothing that such a {move} names.", "W grze nie ma tego, co nazywa taki ruch {move}."),
    ),
}


def action_points(number: int) -> Text:
    """So many action points."""
    return counted(number, ("action point", "action points"), ("punkt akcji", "punkty akcji", "punktów akcji"))


ASKED: Final = {  # phase -> what is asked for
    "place": Text("lay the tile", "wyłóż płytkę"),
    "act": Text("spend your action points or end the turn", "wykorzystaj punkty akcji lub zakończ kolejkę"),
    "bid": Text("bid or pass", "licytuj albo pasuj"),
    "choose": Text("choose a tile on offer", "wybierz płytkę z oferty"),
}
PIECES: Final = {"worker": Text("worker", "uczestnik"), "leader": Text("leader", "dowódca")}
ENTERED: Final = {"worker": Text("a worker", "uczestnika"), "leader": Text("the leader", "dowódcę")}
NO_PIECE: Final = Text("no piece", "żadnego pionka")
NO_SUCH_PIECE: Final = {"worker": Text("no worker", "uczestnika"), "leader": Text("no leader", "dowódcy")}
HOUSE_RULE: Final = Text(
    " (house rule: no camp on the printed jungle)", " (zasada domowa: bez obozu na wydrukowanej dżungli)"
)
NOTHING: Final = Text("", "")
TREASURES: Final = {
    "mask": Text("mask", "maska"),
    "idol": Text("idol", "posążek"),
    "jug": Text("jug", "dzban"),
    "bowl": Text("bowl", "misa"),
    "knife": Text("knife", "nóż"),
    "flute": Text("flute", "flet"),
    "necklace": Text("necklace", "naszyjnik"),
    "ring": Text("ring", "pierścień"),
}
TILES: Final = {
    "temple": Text("temple {value}", "świątynia {value}"),
    "treasure": Text("treasure tile ({value})", "płytka skarbów ({value})"),
    "jungle": Text("jungle", "dżungla"),
    "volcano": Text("volcano", "wulkan"),
    "base": Text("base camp", "obóz startowy"),
}
