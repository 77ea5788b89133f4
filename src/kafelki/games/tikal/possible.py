"""What a position of Tikal must be beyond its components: its parts agree, and some match can come to it."""

from __future__ import annotations

from typing import Final

from kafelki.errors import BadPosition
from kafelki.games.tikal.board import fits, step
from kafelki.games.tikal.position import TikalPosition
from kafelki.games.tikal.state import ACT, CELLS, DIRECTIONS, NO_TILE, NOBODY, PLACE, TURN_POINTS, TikalState
from kafelki.games.tikal.tables import BASE_CELL, DECK, TEMPLE, TILE_TYPES, TREASURE, VOLCANO

MOST_ASIDE: Final = 2  # tiles that fit nowhere, §5


def want(holds: bool, en: str, pl: str) -> None:
    """Refuse a position that lacks this."""
    if not holds:
        raise BadPosition(f"Not a position of Tikal: {en}.", f"To nie jest pozycja Tikala: {pl}.", "rules")


def want_possible(state: TikalState, position: TikalPosition) -> None:
    """The position as laid out in `state` can come about, or BadPosition."""
    _want_joined(state)
    _want_dug(state, position)
    _want_aside(state)
    _want_hand(state)
    if state.scoring:
        _want_scoring(state)
    if state.over:
        _want_over(state)
        return
    if state.auction:
        _want_auction(state)
    if position.phase == "place":
        want(fits(state, int(state.hand)), "the tile in hand has to fit somewhere", "płytka w ręce musi gdzieś pasować")
    elif position.phase == "choose":
        want(
            int(state.offer).bit_count() > 1, "choosing needs two tiles on offer", "wybór wymaga dwóch płytek w ofercie"
        )
    elif position.phase == "bid":
        _want_bidding(state)


# ---- The board


def _want_joined(state: TikalState) -> None:
    """§1, §4 Tiles hang together: a volcano, too, touches another tile."""
    found, grown = 1 << BASE_CELL, 0
    while grown != found:
        grown = found
        for direction in range(DIRECTIONS):
            found |= int(step(found, direction)) & int(state.laid)
    want(found == state.laid, "every tile touches another", "każda płytka przylega do innej")


def _want_dug(state: TikalState, position: TikalPosition) -> None:
    """§13, §14 One digs while spending points, at temples and treasures, at most twice a cell."""
    cells = position.dug
    want(
        all(cells.count(cell) <= 2 for cell in cells),
        "nobody digs three times on a cell in one turn",
        "nikt nie kopie na jednym polu trzy razy w kolejce",
    )
    tiles = [int(state.tile[cell]) for cell in range(CELLS) if int(state.dug_once) >> cell & 1]
    want(
        all(TILE_TYPES[tile] in (TEMPLE, TREASURE) for tile in tiles),
        "one digs only at temples and treasures",
        "kopie się tylko przy świątyniach i skarbach",
    )
    spending = position.phase == "act" and not state.over
    want(
        spending or (state.points == TURN_POINTS and not tiles),
        "nothing has been spent or dug before the tile is laid",
        "przed wyłożeniem płytki nic jeszcze nie wydano ani nie wykopano",
    )


def _want_aside(state: TikalState) -> None:
    """§5 At most two tiles ever fit nowhere."""
    aside = [tile for tile in range(DECK) if int(state.aside) >> tile & 1]
    want(len(aside) <= MOST_ASIDE, "at most two tiles are set aside", "odkłada się najwyżej dwie płytki")
    want(
        not any(fits(state, tile) for tile in aside),
        "a tile is set aside only where it fits nowhere",
        "odkłada się tylko płytkę, która nigdzie nie pasuje",
    )


def _want_hand(state: TikalState) -> None:
    """§7, §26 A tile in hand is to be laid now, or is the volcano of this scoring round."""
    hand = int(state.hand)
    if state.phase == PLACE and not state.over:
        want(hand != NO_TILE, "a tile in hand is wanted", "potrzeba płytki w ręce")
    elif state.scoring and not state.last_round:
        want(
            hand != NO_TILE and TILE_TYPES[hand] == VOLCANO,
            "a scoring round that is not the last one has a volcano in hand",
            "w rundzie rozliczeniowej, która nie jest ostatnia, w ręce jest wulkan",
        )
    else:
        want(
            hand == NO_TILE,
            "a tile in hand is there to be laid, or a volcano being scored",
            "płytka w ręce jest do wyłożenia albo jest rozliczanym wulkanem",
        )


# ---- Scoring rounds and the end


def _want_scoring(state: TikalState) -> None:
    """§26, §30, §39 Everyone in turn spends points, clockwise but in the last round of an auction game."""
    seats = int(state.seats)
    order = [int(seat) for seat in state.order[:seats]]
    want(
        state.phase == ACT and not state.over and order[int(state.scored)] == state.turn,
        "in a scoring round the next in order spends points",
        "w rundzie rozliczeniowej punkty wydaje następny w kolejności",
    )
    clockwise = [(order[0] + place) % seats for place in range(seats)]
    want(
        order == clockwise or bool(state.last_round and state.auction),
        "a scoring round goes clockwise",
        "runda rozliczeniowa idzie zgodnie z ruchem wskazówek zegara",
    )
    want(
        not state.last_round or (state.deck == 0 and state.offer == 0),
        "the last scoring round comes after the last tile",
        "ostatnia runda rozliczeniowa jest po ostatniej płytce",
    )


def _want_over(state: TikalState) -> None:
    """§30 A match is over when all tiles are laid and scored."""
    want(
        state.deck == 0 and state.offer == 0 and state.phase == ACT and state.gone == 0,
        "a match ends with the last tile",
        "rozgrywka kończy się po ostatniej płytce",
    )


# ---- The auction


def _want_auction(state: TikalState) -> None:
    """§33-§35 Who has not gone finds a tile each; rounds come out even."""
    seats = int(state.seats)
    taken = state.phase in (PLACE, ACT)  # by the seat that chose
    left = seats - int(state.gone).bit_count() - (1 if taken else 0)
    want(
        int(state.offer).bit_count() == (0 if state.last_round else left),
        "there are as many tiles on offer as players who have yet to choose",
        "w ofercie jest tyle płytek, ilu graczy ma jeszcze wybierać",
    )
    want(
        int(state.deck).bit_count() % seats == 0,
        "the deck comes out even: as many tiles a round as players",
        "stos dzieli się równo: w rundzie tyle płytek, ilu graczy",
    )
    chooser = int(state.order[0]) if state.scoring else int(state.turn)
    want(
        (state.gone == 0) if state.last_round else not int(state.gone) >> chooser & 1,
        "nobody has two turns in an auction round",
        "nikt nie ma dwóch kolejek w rundzie licytacji",
    )
    want(
        taken or not state.gone & state.passed,
        "who has gone in this round does not pass",
        "kto miał już ruch w tej rundzie, nie pasuje",
    )


def _want_bidding(state: TikalState) -> None:
    """§34-§36, §40, §54 Two or more bid, none above their points; who passed is out."""
    away = int(state.gone) | int(state.passed)
    want(
        bool(state.offer) and not away >> int(state.turn) & 1 and state.turn != state.bidder,
        "a bid is asked of who may still bid",
        "licytuje ten, kto jeszcze może",
    )
    want(
        int(state.seats) - int(state.gone).bit_count() >= 2,
        "an auction needs two who have not gone",
        "licytacja wymaga dwóch graczy, którzy nie mieli ruchu",
    )
    if state.bidder != NOBODY:
        want(
            not away >> int(state.bidder) & 1,
            "the bid that stands is of one who neither passed nor has gone",
            "najwyższa odzywka należy do kogoś, kto nie spasował i nie miał ruchu",
        )
        want(
            state.bid <= state.score[int(state.bidder)],
            "nobody bids more points than they have",
            "nikt nie licytuje więcej punktów, niż ma",
        )
