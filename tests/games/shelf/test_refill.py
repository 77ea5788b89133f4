"""When the floor is filled again, and with what: rulings 12 to 16."""

from __future__ import annotations

import pytest

from kafelki.core.match import Match
from kafelki.games.shelf.events import Refilled
from tests.games.shelf.components import BOX, LETTERS, Cell
from tests.games.shelf.table import (
    EMPTY,
    begin,
    cell,
    floor,
    happened,
    in_bag,
    kinds_of,
    legal,
    on_floor,
    poured,
    see,
    spread,
    stocked,
    take,
)

REFILLS = ("pl_2023", "eng_2022", "ita_2022")
APART = {"B5": "B", "H5": "G", "E8": "F", "E5": "T"}  # four tiles, none beside another


def refilled(match: Match) -> Refilled | None:
    """What the last turn says of the refill."""
    found = [event for event in happened(match, match.ply - 1) if isinstance(event, Refilled)]
    return found[0] if found else None


def fills(refill: str, **left: str) -> bool:
    """Whether the floor is filled after a turn that leaves these tiles lying."""
    match = begin(floor(D2="C", **left), refill=refill)
    match.play(take("D2"))
    filled = on_floor(match).keys() == BOX.living_room.cells(2)
    assert filled == (refilled(match) is not None)
    assert filled or on_floor(match) == {cell(where): letter for where, letter in left.items()}
    return filled


# ---- 12: pl_2023


def test_12_pl_2023_is_played_unless_another_way_is_asked_for() -> None:
    assert see(begin(floor(D2="C"))).options["refill"] == "pl_2023"


def test_12_with_four_tiles_or_fewer_left_the_whole_floor_is_filled() -> None:
    assert fills("pl_2023", **APART)
    assert fills("pl_2023", E5="C", E6="B", E7="G")
    assert fills("pl_2023", E5="C")
    assert fills("pl_2023")


def test_12_with_five_tiles_left_it_is_not_neighbours_or_no() -> None:
    assert not fills("pl_2023", **APART, F3="C")
    assert not fills("pl_2023", E4="C", E5="B", E6="G", E7="F", E8="T")


def test_12_leftovers_go_back_into_the_bag_first_and_may_come_out_again() -> None:
    # Twenty-one cats stand on the shelves and the last one is left over; all tiles are needed, so it comes back.
    match = begin(floor(D2="B", E5="C"), [EMPTY, *[poured(7 * "C" + 5 * "BGFT" + "PP")] * 3])
    assert see(match).bag["cats"] == 0
    match.play(take("D2"))
    event = refilled(match)
    assert event is not None
    assert [(at.row, at.column, at.kind) for at in event.returned] == [(4, 4, "cats")]
    assert list(on_floor(match).values()).count("C") == 1
    assert in_bag(match) == 0


def test_12_every_tile_left_over_is_counted_back() -> None:
    match = begin(floor(D2="C", **APART))
    match.play(take("D2"))
    event = refilled(match)
    assert event is not None
    assert len(event.returned) == 4
    assert len(event.laid) == 29
    assert in_bag(match) == 132 - 1 - 29
    for kind, letter in zip(see(match).bag, LETTERS, strict=True):
        assert see(match).bag[kind] == 22 - (letter == "C") - list(on_floor(match).values()).count(letter)


# ---- 13 and 14: eng_2022, ita_2022


@pytest.mark.parametrize("refill", ["eng_2022", "ita_2022"])
def test_13_14_the_floor_is_filled_when_no_tile_has_a_neighbour(refill: str) -> None:
    assert fills(refill, **APART)
    assert fills(refill, **APART, F3="C", G4="B", C4="G", C6="F")  # more than four, touching by corners only
    assert fills(refill, E5="C")
    assert not fills(refill, E5="C", E6="B")
    assert not fills(refill, E5="C", F5="B")
    assert not fills(refill, **APART, F8="C")


def test_13_eng_2022_puts_leftovers_back_into_the_bag_and_fills_the_whole_floor() -> None:
    seen = set()
    for seed in range(12):
        match = begin(floor(D2="C", **APART), refill="eng_2022", seed=seed)
        match.play(take("D2"))
        event = refilled(match)
        assert event is not None
        assert {(at.row, at.column) for at in event.returned} == {cell(where) for where in APART}
        assert len(event.laid) == 29
        assert in_bag(match) == 132 - 1 - 29
        seen.add(tuple(on_floor(match)[cell(where)] for where in APART))
    assert len(seen) > 1  # what lay there did not stay


def test_14_ita_2022_leaves_leftovers_and_fills_only_the_gaps() -> None:
    for seed in range(12):
        match = begin(floor(D2="C", **APART), refill="ita_2022", seed=seed)
        match.play(take("D2"))
        event = refilled(match)
        assert event is not None
        assert event.returned == []
        assert len(event.laid) == 25
        assert on_floor(match).items() >= {cell(where): letter for where, letter in APART.items()}.items()
        assert in_bag(match) == 132 - 1 - 29


@pytest.mark.parametrize("refill", REFILLS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_14_an_empty_floor_counts_as_no_tile_with_a_neighbour(refill: str, seats: int) -> None:
    match = begin(floor(D4="C", E4="B", F4="G"), [EMPTY] * seats, refill=refill)
    match.play(take("D4", "E4", "F4"))
    assert on_floor(match).keys() == BOX.living_room.cells(seats)
    event = refilled(match)
    assert event is not None
    assert event.returned == []


# ---- 15: a bag with too few tiles


def short_of_tiles(shelved: int, refill: str, seed: int = 1) -> Match:
    """Four players, so many tiles on shelves once the turn is over, and that turn played: three tiles are left over."""
    shelves = stocked(shelved - 1 - 3 * 26, 26, 26, 26)
    match = begin(floor(D2="C", E5="B", B5="T", H5="P"), shelves, refill=refill, seed=seed)
    columns = [move.column for move in legal(match) if move.cells == ((1, 3),)]
    match.play(take("D2", column=columns[0]))
    return match


@pytest.mark.parametrize("refill", REFILLS)
def test_15_the_bag_can_fill_all_with_87_tiles_shelved(refill: str) -> None:
    match = short_of_tiles(87, refill)
    assert (len(on_floor(match)), in_bag(match)) == (45, 0)


@pytest.mark.parametrize("refill", REFILLS)
@pytest.mark.parametrize("shelved", [88, 90, 95])
def test_15_beyond_that_all_tiles_lie_and_some_cells_stay_free(refill: str, shelved: int) -> None:
    match = short_of_tiles(shelved, refill)
    assert (len(on_floor(match)), in_bag(match)) == (132 - shelved, 0)
    event = refilled(match)
    assert event is not None
    assert len(event.laid) == 132 - shelved - (3 if refill == "ita_2022" else 0)


@pytest.mark.parametrize("refill", REFILLS)
def test_15_chance_chooses_the_spaces_to_fill(refill: str) -> None:
    free: set[Cell] = set()
    for seed in range(60):
        free |= BOX.living_room.cells(4) - on_floor(short_of_tiles(95, refill, seed)).keys()
    stay = {cell(where) for where in ("E5", "B5", "H5")} if refill == "ita_2022" else set()
    assert free == BOX.living_room.cells(4) - stay


def test_15_only_four_players_can_empty_the_bag() -> None:
    for seats in (2, 3):
        shelves = stocked(*[30] * (seats - 2), 29, 29)
        match = begin(floor(D2="C"), shelves, to_act=seats - 2, end_token=0 if seats == 3 else None)
        match.play(take("D2", column=4))
        assert on_floor(match).keys() == BOX.living_room.cells(seats)


LONE = sorted(place for place in BOX.living_room.cells(4) if sum(place) % 2 == 0)  # every second cell: no neighbours


@pytest.mark.parametrize("refill", REFILLS)
def test_15_with_an_empty_bag_play_goes_on_with_what_lies_there(refill: str) -> None:
    shelves = stocked(29, 28, 27, 132 - len(LONE) - 84)
    match = begin(spread(LONE, first=132 - len(LONE)), shelves, refill=refill)
    before = on_floor(match)
    assert (len(before), in_bag(match)) == (len(LONE), 0)
    move = legal(match)[0]
    match.play(move)
    assert (len(on_floor(match)), in_bag(match)) == (len(LONE) - 1, 0)
    if refill == "eng_2022":  # put back and laid anew
        event = refilled(match)
        assert event is not None
        assert len(event.returned) == len(event.laid) == len(LONE) - 1
    else:  # too many for the Polish rule, and no gap of the Italian one can be filled
        assert refilled(match) is None
        assert on_floor(match).items() == before.items() - {(move.cells[0], before[move.cells[0]])}
    assert legal(match)


def test_15_the_leftovers_of_a_polish_refill_take_part_when_tiles_are_short() -> None:
    match = short_of_tiles(100, "pl_2023")
    assert len(on_floor(match)) == 32
    event = refilled(match)
    assert event is not None
    assert len(event.returned) == 3


# ---- 16: the last round


@pytest.mark.parametrize("refill", REFILLS)
def test_16_refills_happen_in_the_last_round_too_but_never_after_the_last_turn(refill: str) -> None:
    match = begin(floor(D2="C", **APART), [stocked(30)[0], EMPTY, EMPTY], to_act=1, end_token=0, refill=refill)
    match.play(take("D2"))
    assert kinds_of(happened(match)) == ["shelf.taken", "shelf.refilled"]
    assert on_floor(match).keys() == BOX.living_room.cells(3)

    match = begin(floor(D2="C", **APART), [stocked(30)[0], EMPTY, EMPTY], to_act=2, end_token=0, refill=refill)
    match.play(take("D2"))
    assert kinds_of(happened(match)) == ["shelf.taken", "shelf.ended"]
    assert on_floor(match) == {cell(where): letter for where, letter in APART.items()}
