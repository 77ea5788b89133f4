"""The tables of the game against the facts of the design, tile by tile and cell by cell."""

from __future__ import annotations

from collections import Counter

import pytest

from kafelki.games.tikal import tables
from kafelki.games.tikal.board import neighbour, opposite, step, stones
from kafelki.games.tikal.moves import CELL_OF, NUMBER_OF, TREASURES, cell_name, parse_cell
from kafelki.games.tikal.state import KINDS, TURN_POINTS, WORKERS
from kafelki.games.tikal.view import TYPES, beyond_cell
from tests.games.tikal.components import BOX, CELLS, DECK, EDGES, PRINTED, START, TYPE, VALUE, beyond
from tests.games.tikal.slowly import edges, turns


def test_every_tile_is_as_the_design_has_it() -> None:
    assert tables.TILE_NAMES == (*DECK, *PRINTED)
    assert (len(DECK), tables.DECK) == (36, 36)
    for number, name in enumerate(tables.TILE_NAMES):
        assert TYPES[tables.TILE_TYPES[number]] == TYPE[name]
        assert tables.TILE_VALUES[number] == VALUE[name]
        assert tuple(tables.TILE_EDGES[number].tolist()) == EDGES[name]


def test_every_tile_but_a_volcano_has_three_stones() -> None:
    assert all(sum(tile.edges) == 3 for tile in BOX.tiles if tile.type != "volcano")


@pytest.mark.parametrize("letter", "ABCDEFG")
def test_each_letter_has_its_tiles(letter: str) -> None:
    wanted = BOX.letters[letter]
    kinds = Counter(tile.type for tile in BOX.tiles if tile.letter == letter)
    assert kinds.total() == wanted.count
    assert [kinds[kind] for kind in ("temple", "jungle", "treasure", "volcano")] == [
        wanted.temple,
        wanted.jungle,
        wanted.treasure,
        wanted.volcano,
    ]
    stack = {name for number, name in enumerate(DECK) if tables.STACKS["ABCDEFG".index(letter)] >> number & 1}
    assert stack == {name for name in DECK if name[0] == letter}
    assert all(tables.STACK_OF[DECK.index(name)] == "ABCDEFG".index(letter) for name in stack)


def test_the_volcanoes_are_in_b_d_and_f() -> None:
    volcanoes = [name for number, name in enumerate(DECK) if tables.VOLCANOES >> number & 1]
    assert [name[0] for name in volcanoes] == ["B", "D", "F"]
    assert Counter(tile.type for tile in BOX.tiles) == {"temple": 15, "jungle": 10, "treasure": 8, "volcano": 3}


def test_the_start_hexes_lie_where_they_are_printed() -> None:
    printed = {tables.TILE_NAMES[tile]: CELL_OF[cell] for cell, tile in tables.PRINTED}
    assert printed == START == {"base": (0, 4), "north": (0, 3), "jungle": (1, 3), "east": (1, 4)}
    assert CELL_OF[tables.BASE_CELL] == START["base"]
    assert CELL_OF[tables.PRINTED_JUNGLE] == START["jungle"]


def test_tokens_pieces_and_costs_are_as_the_design_has_them() -> None:
    assert tables.LEVEL_TOKENS == (0, 0, *(BOX.temple_levels[level] for level in range(2, 11)))
    assert sum(tables.LEVEL_TOKENS) == 48
    assert (len(TREASURES), KINDS, tables.COPIES) == (8, BOX.treasure_kinds, BOX.treasure_copies)
    assert tables.TREASURE_POINTS == BOX.treasure_points
    assert (WORKERS, tables.MOST_CAMPS) == (BOX.pieces["workers"], BOX.pieces["camps"])
    costs = BOX.costs
    assert costs == {
        "place_piece": tables.COST_ENTER,
        "move_camp_to_camp": tables.COST_PATH,
        "move_per_stone": 1,
        "uncover_level": tables.COST_UNCOVER,
        "take_treasure": tables.COST_TAKE,
        "exchange_treasure": tables.COST_EXCHANGE,
        "build_camp": tables.COST_CAMP,
        "place_guard": tables.COST_GUARD,
        "ap_per_turn": TURN_POINTS,
    }
    assert tables.START_SCORE == BOX.start_score["auction"]


def test_the_board_has_forty_cells_named_a1_to_h5() -> None:
    assert set(NUMBER_OF) == set(CELLS)
    assert len(CELLS) == tables.PLACES == tables.BOARD.bit_count() == 40
    assert {cell_name(cell) for cell in CELLS} == {f"{column}{row}" for column in "ABCDEFGH" for row in range(1, 6)}
    assert all(parse_cell(cell_name(cell)) == cell for cell in CELLS)


@pytest.mark.parametrize("direction", range(6))
def test_every_cell_has_the_neighbours_the_designs_rule_gives_it(direction: int) -> None:
    for cell in CELLS:
        there = beyond(cell, direction)
        found = int(neighbour(NUMBER_OF[cell], direction))
        assert (CELL_OF.get(found), found == -1) == (there, there is None)
        assert int(step(1 << NUMBER_OF[cell], direction)) == (0 if there is None else 1 << NUMBER_OF[there])
        if there is not None:
            assert beyond(there, int(opposite(direction))) == cell
        if there is not None and direction < 3:
            assert beyond_cell(cell, direction) == there


def test_steps_of_many_cells_at_once_are_the_steps_of_each() -> None:
    for direction in range(6):
        single = sum(int(step(1 << NUMBER_OF[cell], direction)) for cell in CELLS)
        assert int(step(tables.BOARD, direction)) == single


def test_a_turned_tile_has_its_stones_further_on_clockwise() -> None:
    for number, name in enumerate(tables.TILE_NAMES):
        for turned in range(6):
            assert tuple(int(stones(number, turned, d)) for d in range(6)) == edges(name, turned)
    assert edges("A2", 1) == (0, 2, 0, 0, 1, 0)


def test_turns_that_change_nothing_are_counted_once() -> None:
    for number, name in enumerate(DECK):
        assert turns(name) == list(range(tables.TILE_TURNS[number]))
    assert {name for number, name in enumerate(DECK) if tables.TILE_TURNS[number] != 6} == {"B6", "D4", "D5", "F5"}
    assert (turns("D4"), turns("B6")) == ([0, 1], [0])


def test_no_bid_and_no_score_can_be_higher_than_the_bounds() -> None:
    temples = sum(VALUE[name] for name, kind in TYPE.items() if kind == "temple") + sum(BOX.temple_levels.values())
    once = temples + BOX.treasure_kinds * BOX.treasure_points[BOX.treasure_copies]
    assert BOX.start_score["auction"] + 3 * once == tables.MOST_BID == 470
    assert BOX.start_score["auction"] + 4 * once == 620
