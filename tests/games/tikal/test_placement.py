"""Rulings 1-7: laying tiles."""

from __future__ import annotations

from itertools import combinations

import pytest

from kafelki.games.tikal.events import SetAside, TilesDrawn
from kafelki.games.tikal.moves import DIRECTIONS, Choose, Enter, Lay, Walk
from tests.games.tikal import slowly
from tests.games.tikal.components import BOX, CELLS, START, beyond
from tests.games.tikal.table import (
    END,
    NEAR,
    Spot,
    at,
    begin,
    cells_for,
    events_of,
    full,
    lay_somewhere,
    legal,
    name_of,
    on,
    own,
    refused,
    see,
    tags,
)

# D3 is a volcano beyond C4; E3 and D2 touch nothing but it.
BEHIND: dict[str, Spot] = {**NEAR, "D3": "B6"}


def cells(moves: object) -> set[str]:
    assert isinstance(moves, set)
    return {name_of(move.cell) for move in moves if isinstance(move, Lay)}


def turns_on(moves: object, name: str) -> set[int]:
    assert isinstance(moves, set)
    return {move.turned for move in moves if isinstance(move, Lay) and move.cell == at(name)}


# ---- 1-4


def test_01_a_new_tile_touches_a_laid_one_and_the_four_printed_ones_count() -> None:
    match = begin({}, phase="place", hand="A1")
    assert cells(legal(match)) == {"A3", "B3", "C4", "C5"}
    error = refused(match, Lay(at("D4"), 0), "not_beside")
    assert error.words.en == "D4 touches no tile that has been laid."
    assert error.words.pl == "Pole D4 nie przylega do żadnej wyłożonej płytki."
    refused(match, Lay(at("A5"), 0), "occupied")
    refused(match, Lay(at("B4"), 3), "occupied")


def test_01_a_tile_just_laid_is_a_tile_to_lay_at() -> None:
    match = begin({}, phase="place", hand="A1")
    match.play([Lay(at("C4"), 0), END])
    hand = see(match).hand
    assert hand is not None
    assert cells(legal(match)) == cells_for({"C4": ("A1", 0)}, hand.name) >= {"C3", "D3", "D4"}


def test_02_one_shared_border_has_a_stone_on_either_side_and_the_tile_is_turned_at_will() -> None:
    match = begin(NEAR, phase="place", hand="A6")  # edges 1 1 0 1 0 0; B3 has no stone towards B2
    assert turns_on(legal(match), "B2") == {0, 2, 3}
    refused(match, Lay(at("B2"), 1), "no_way_in")
    assert turns_on(legal(match), "A3") == set(range(6))  # A4's own stone leads there
    match.play(Lay(at("B2"), 2))
    assert on(match, "B2").tile.edges == [0, 0, 1, 1, 0, 1]


def test_02_tiles_are_not_turned_over() -> None:
    assert {slowly.edges("A3", turned) for turned in range(6)}.isdisjoint(
        {slowly.edges("B1", turned) for turned in range(6)}
    )
    match = begin({}, phase="place", hand="A3")
    for turned in (-1, 6):
        refused(match, Lay(at("C4"), turned), "no_such_thing")
    match.play(Lay(at("C4"), 4))
    assert on(match, "C4").tile.edges == list(slowly.edges("A3", 4)) == [1, 0, 0, 0, 2, 0]


def test_03_stones_towards_a_volcano_do_not_count() -> None:
    match = begin(BEHIND, phase="place", hand="A6")
    assert {"E3", "D2"}.isdisjoint(cells(legal(match)))
    for turned in range(6):
        error = refused(match, Lay(at("E3"), turned), "no_way_in")
    assert "E3" in error.words.en
    assert "E3" in error.words.pl
    assert "D4" in cells(legal(match))


def test_04_a_volcano_needs_only_to_touch() -> None:
    match = begin(BEHIND | {"D3": "B1"}, own(), own(), phase="place", hand="B6")
    beside = {
        name_of(cell)
        for cell in CELLS
        if any(beyond(cell, direction) in {*map(at, BEHIND), *START.values()} for direction in range(6))
    } - {*BEHIND, *map(name_of, START.values())}
    assert cells(legal(match)) == beside
    assert all(turns_on(legal(match), name) == {0} for name in beside)
    refused(match, Lay(at("D2"), 3), "same_turn")
    match.play(Lay(at("D2"), 0))
    assert on(match, "D2").tile.kind == "volcano"


def test_04_nobody_enters_or_crosses_a_volcano_even_where_stones_point_at_it() -> None:
    match = begin({"B3": "B6", "A3": ("A1", 3)}, own(B4=1, A4=1, A3=1, leader="A4"))
    assert on(match, "B4").tile.edges[0] == on(match, "A4").tile.edges[1] == 1
    assert refused(match, Walk("worker", at("B4"), "N"), "no_passage").words.en.startswith("No stones lead from B4")
    refused(match, Walk("leader", at("A4"), "NE"), "no_passage")
    assert all(at("B3") not in (border.a, border.b) for border in see(match).borders)


def test_04_volcanoes_carry_no_stones() -> None:
    volcanoes = [tile for tile in BOX.tiles if tile.type == "volcano"]
    assert [tile.letter for tile in volcanoes] == ["B", "D", "F"]
    assert all(sum(tile.edges) == (0 if tile in volcanoes else 3) for tile in BOX.tiles)


# ---- 5

WALLED: dict[str, str] = {"B6": "H4", "D5": "G5"}  # around the corner H5
WALLED_TWO: dict[str, str] = {"B6": "H3", "D5": "G4", "F5": "G5"}  # around H4 and H5


def test_05_a_tile_that_fits_nowhere_is_set_aside_and_its_player_takes_his_ten_points() -> None:
    match = begin(full("G4", free=["H5"], volcanoes=WALLED), seats=3, last=2)
    match.play(END)
    seen = see(match)
    assert (seen.to_act, seen.phase, seen.points, seen.hand, seen.set_aside) == (1, "act", 10, None, ["G4"])
    assert 4 + 35 + len(seen.set_aside) == 40 == len(seen.board) + len(seen.set_aside)
    assert "tikal.set_aside" in tags(events_of(match))
    match.play([Enter("worker", 0), END])
    scoring = see(match).scoring
    assert scoring is not None
    assert (scoring.order, scoring.last) == ([2, 0, 1], True)  # it counts as placed by seat 1 (30)


def test_05_two_can_be_set_aside() -> None:
    match = begin(full("G3", "G4", free=["H4", "H5"], volcanoes=WALLED_TWO), last=1)
    match.play(END)
    match.play(END)
    assert see(match).set_aside == ["G3", "G4"]
    assert (match.to_act, see(match).phase) == (0, "act")
    assert len(see(match).board) + 2 == 40
    match.play([END])
    assert see(match).scoring is not None


def test_05_so_it_is_in_the_auction_where_it_counts_as_chosen_and_placed() -> None:
    board = full("G3", "G4", free=["H4", "H5"], volcanoes=WALLED_TWO)
    match = begin(
        board,
        own(score=9),
        own(score=9),
        phase="choose",
        auction={"offer": ["G3", "G4"], "passed": [0, 1]},
        last=1,
        options={"auction": True},
    )
    match.play(Choose("G4"))
    assert (see(match).set_aside, see(match).phase, match.to_act) == (["G4"], "act", 0)
    match.play(END)
    assert (see(match).set_aside, see(match).phase, match.to_act) == (["G3", "G4"], "act", 1)
    match.play(END)
    scoring = see(match).scoring
    assert scoring is not None
    assert (scoring.order, scoring.last) == ([0, 1], True)  # 39: seat 1 placed the last tile


def test_05_only_a_cell_walled_in_by_volcanoes_and_the_rim_takes_no_tile() -> None:
    number = {cell: 1 << i for i, cell in enumerate(CELLS)}
    around = {
        number[cell]: sum(number[there] for d in range(6) if (there := beyond(cell, d)) is not None) for cell in CELLS
    }
    free = [number[cell] for cell in CELLS if cell not in START.values()]
    closed: list[int] = []
    for triple in combinations(free, 3):
        ground = (1 << 40) - 1 - sum(triple)
        found = edge = number[START["base"]]
        while edge:
            cell = edge & -edge
            edge |= around[cell] & ground & ~found
            found |= around[cell] & ground
            edge ^= cell
        if found != ground:
            closed.append((ground & ~found).bit_count())
    assert (len(closed), closed.count(2), max(closed)) == (75, 3, 2)


@pytest.mark.parametrize("tile", ["A1", "A6", "C3", "D4", "E3"])
def test_05_any_other_tile_fits_on_any_cell_beside_one_that_can_be_walked_on(tile: str) -> None:
    match = begin(BEHIND, phase="place", hand=tile) if tile[0] != "A" else begin({}, phase="place", hand=tile)
    board = BEHIND if tile[0] != "A" else {}
    ground = {*START.values(), *(at(name) for name in board if name != "D3")}
    wanted = {
        name_of(cell)
        for cell in CELLS
        if cell not in {*ground, *map(at, board)} and any(beyond(cell, d) in ground for d in range(6))
    }
    assert cells(legal(match)) == wanted


def test_05_a_volcano_always_fits() -> None:
    match = begin(full("F5", free=["H5"], volcanoes=WALLED), phase="place", hand="F5", last=1)
    assert legal(match) == {Lay(at("H5"), 0)}


# ---- 6, 7


@pytest.mark.parametrize(("tile", "masks"), [("A4", 4), ("C3", 3), ("E3", 2)])
def test_06_a_treasure_tile_gets_as_many_tokens_as_masks_at_once(tile: str, masks: int) -> None:
    match = begin({}, phase="place", hand=tile)
    lay_somewhere(match)
    (laid,) = (laid for laid in see(match).board if laid.tile.name == tile)
    assert (laid.treasures, laid.level, laid.tile.value) == (masks, None, masks)


def test_06_there_are_as_many_masks_as_tokens_and_those_of_a_tile_set_aside_stay_unseen() -> None:
    assert sum(tile.value for tile in BOX.tiles if tile.type == "treasure") == 24
    assert BOX.treasure_kinds * BOX.treasure_copies == 24
    match = begin(full("G3", free=["H5"], volcanoes=WALLED), last=1)
    match.play(END)
    assert see(match).set_aside == ["G3"]
    assert sum(laid.treasures or 0 for laid in see(match).board) == 22
    assert see(match).hidden_treasures == 24


def test_07_placing_is_compulsory_and_comes_before_spending_points() -> None:
    match = begin(NEAR, own(A5=1), phase="place", hand="A1")
    error = refused(match, END, "not_now")
    assert (error.words.en, error.words.pl) == ("Not now: first lay the tile.", "Nie teraz: najpierw wyłóż płytkę.")
    refused(match, Enter("worker", 0), "not_now")
    refused(match, Walk("worker", at("A5"), DIRECTIONS[1]), "not_now")
    assert all(isinstance(move, Lay) for move in match.legal())
    lay_somewhere(match)
    match.play(Enter("worker", 0))
    refused(match, Lay(at("B2"), 0), "not_now")


def test_05_a_tile_that_is_set_aside_is_told_as_drawn_first() -> None:
    match = begin(full("G4", free=["H5"], volcanoes={"B6": "H4", "D5": "G5"}), last=1)
    match.play(END)
    assert events_of(match)[-2:] == [TilesDrawn(["G4"], ["jungle"], [0]), SetAside("G4", "jungle", 0)]
