"""The game's tables agree, cell by cell, with the components as they were read off the publisher's."""

from __future__ import annotations

from itertools import combinations

import pytest

from kafelki.core.bits import count_bits
from kafelki.games.shelf import tables
from kafelki.games.shelf.moves import MOVES, Take, action_of, cell_name, move_of, parse_cell
from kafelki.games.shelf.state import COLUMNS, KINDS, ROWS
from kafelki.games.shelf.view import KIND
from kafelki.games.shelf.words import GOAL_WORDS
from tests.games.shelf.components import BOX, LETTER_OF, Cell
from tests.games.shelf.slowly import beside
from tests.games.shelf.table import cell, name

ROOM = BOX.living_room


# ---- Tiles


def test_there_are_six_kinds_of_22_tiles() -> None:
    assert tuple(kind.id for kind in BOX.tile_types) == KIND
    assert "".join(kind.letter for kind in BOX.tile_types) == tables.KIND_LETTERS
    assert tables.TILES_OF_A_KIND == BOX.tiles.per_type
    assert KINDS * tables.TILES_OF_A_KIND == BOX.tiles.total


# ---- The floor


@pytest.mark.parametrize("row", range(9))
def test_a_row_of_the_floor_has_the_dots_of_the_board(row: int) -> None:
    assert len(tables.FLOOR[row]) == 9
    for column in range(9):
        printed = ROOM.mask[row][column]
        assert tables.FLOOR[row][column] == (str(printed) if printed else ".")


@pytest.mark.parametrize(("dots", "cells"), [(2, ROOM.cells_base), (3, ROOM.cells_3_dots), (4, ROOM.cells_4_dots)])
def test_the_cells_of_each_number_of_dots_are_those_listed(dots: int, cells: tuple[Cell, ...]) -> None:
    found = {(row, column) for row in range(9) for column in range(9) if tables.FLOOR[row][column] == str(dots)}
    assert found == set(cells)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_many_cells_are_in_use_as_players_need(players: int) -> None:
    used = {place for place, bit in tables.CELLS.items() if tables.FLOOR_OF[players] >> bit & 1}
    assert used == ROOM.cells(players)
    assert count_bits(tables.FLOOR_OF[players]) == len(used) == ROOM.cell_count_by_players[players]


def test_the_cell_others_forgot_is_there() -> None:
    assert (3, 8) in tables.CELLS
    assert tables.FLOOR_OF[3] >> tables.CELLS[3, 8] & 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_floor_looks_the_same_from_the_other_side(players: int) -> None:
    cells = ROOM.cells(players)
    assert {(8 - row, 8 - column) for row, column in cells} == cells
    for place in cells:
        assert tables.FLOOR[place[0]][place[1]] == tables.FLOOR[8 - place[0]][8 - place[1]]


def test_cells_are_numbered_once_and_within_53_bits() -> None:
    numbers = sorted(tables.CELLS.values())
    assert len(set(numbers)) == len(numbers) == 45
    assert (numbers[0], numbers[-1]) == (0, 52)


def test_no_two_cells_5_or_6_apart_are_anything_but_neighbours() -> None:
    for (place, bit), (other, other_bit) in combinations(tables.CELLS.items(), 2):
        assert (abs(bit - other_bit) in (tables.DOWN, tables.RIGHT)) == (other in beside(place))
        if abs(bit - other_bit) == tables.DOWN:
            assert place[1] == other[1]
        if abs(bit - other_bit) == tables.RIGHT:
            assert place[0] == other[0]


def test_no_line_of_three_in_numbers_is_anything_but_a_line_of_three_on_the_floor() -> None:
    bits = {bit: place for place, bit in tables.CELLS.items()}
    for step in (tables.DOWN, tables.RIGHT):
        for bit, (row, column) in bits.items():
            if bit + step in bits and bit + 2 * step in bits:
                down, right = (1, 0) if step == tables.DOWN else (0, 1)
                assert bits[bit + 2 * step] == (row + 2 * down, column + 2 * right)


# ---- Lines and moves


def test_every_line_of_the_largest_floor_is_an_action_in_every_order_and_column() -> None:
    cells = ROOM.cells(4)
    count = 0
    for row, column in cells:
        for down, right in ((1, 0), (0, 1)):
            pair = {(row, column), (row + down, column + right)} <= cells
            triple = pair and (row + 2 * down, column + 2 * right) in cells
            count += 2 * pair + 6 * triple
    assert tables.ACTIONS == 5 * (45 + count)


def test_every_action_is_a_move_of_its_own_and_back() -> None:
    assert len(set(MOVES)) == tables.ACTIONS
    for action in range(tables.ACTIONS):
        assert action_of(move_of(action)) == action


def test_a_move_says_its_cells_and_column() -> None:
    for action, move in enumerate(MOVES):
        shape, lowest, order, column = tables.FIELDS[action]
        assert move.column == column
        assert min(tables.CELLS[place] for place in move.cells) == lowest
        assert len(move.cells) == tables.LENGTHS[shape]
        bits = [tables.CELLS[place] for place in move.cells]
        assert tuple(sorted(bits).index(bit) for bit in bits) == tables.ORDERS[len(bits) - 1][order]
    assert isinstance(MOVES[0], Take)


def test_cells_have_names_and_names_have_cells() -> None:
    for place in tables.CELLS:
        assert cell_name(place) == name(place)
        assert parse_cell(name(place)) == parse_cell(name(place).lower()) == cell(name(place)) == place
    assert cell_name((4, 0)) == "A5"


# ---- The shelf


def test_a_shelf_has_six_rows_of_five() -> None:
    assert (ROWS, COLUMNS, ROWS * COLUMNS) == (BOX.bookshelf.rows, BOX.bookshelf.cols, BOX.bookshelf.capacity)
    assert count_bits(tables.WHOLE_SHELF) == 30
    assert [count_bits(line) for line in tables.SHELF_ROWS] == [5] * 6
    assert [count_bits(line) for line in tables.SHELF_COLUMNS] == [6] * 5


def shelf_cells(cells: int) -> set[Cell]:
    """A set of shelf cells as rows from the top and columns."""
    found = {(5 - height, column): 1 << tables.shelf_bit(column, height) for column in range(5) for height in range(6)}
    assert cells & ~sum(found.values()) == 0
    return {place for place, bit in found.items() if cells & bit}


# ---- Cards


@pytest.mark.parametrize("card", BOX.personal_goals.cards, ids=lambda card: str(card.id))
def test_a_personal_card_wants_each_kind_where_the_printed_one_does(card: object) -> None:
    printed = next(each for each in BOX.personal_goals.cards if each == card)
    wanted = {(want.row, want.col): LETTER_OF[want.type] for want in printed.cells}
    assert len(printed.cells) == len(wanted) == len(set(wanted.values())) == 6
    drawn = tables.PERSONAL_CARDS[printed.id - 1]
    for row in range(6):
        for column in range(5):
            assert drawn[row][column] == wanted.get((row, column), ".")
    for kind in range(KINDS):
        cells = shelf_cells(int(tables.CARD_CELLS[printed.id, kind]))
        assert {wanted[place] for place in cells} == {tables.KIND_LETTERS[kind]}
        assert len(cells) == 1


def test_there_are_twelve_personal_cards_and_twelve_common_goals() -> None:
    assert tables.PERSONAL == len(tables.PERSONAL_CARDS) == len(BOX.personal_goals.cards) == 12
    assert tables.COMMON_GOALS == len(BOX.common_goals.cards) == len(GOAL_WORDS) - 1 == 12
    assert not tables.CARD_CELLS[0].any()


def test_common_goals_have_the_numbers_of_the_cards() -> None:
    printed = {
        card.id: card.key.replace("types", "kinds").replace("of_a_type", "of_a_kind") for card in BOX.common_goals.cards
    }
    assert dict(enumerate(tables.GOAL_NAMES[1:], start=1)) == printed


def test_the_corners_and_stairs_are_those_of_the_cards() -> None:
    cards = {card.id: card for card in BOX.common_goals.cards}
    assert shelf_cells(tables.CORNERS) == set(cards[8].cells)
    heights = []
    for stairs in tables.STAIRS:
        cells = shelf_cells(stairs)
        tall = [sum(column == own for _, own in cells) for column in range(5)]
        assert cells == {(5 - height, column) for column in range(5) for height in range(tall[column])}
        heights.append(tuple(tall))
    assert sorted(heights) == sorted(cards[12].accepted_heights)


# ---- Points


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tokens_are_those_of_the_box(players: int) -> None:
    tokens = tables.GOAL_TOKENS[players]
    assert tokens == tuple(reversed(BOX.common_goals.tokens_by_players_low_to_high[players]))
    assert list(tables.TOKEN_TABLE[players]) == [*tokens, 0, 0, 0, 0][:4]


def test_points_are_those_of_the_rulebook() -> None:
    assert tables.PERSONAL_POINTS == BOX.personal_goals.points_by_matches
    assert tables.GROUP_POINTS == (0, 0, 0, *(BOX.group_points[size] for size in ("3", "4", "5", "6+")))
    assert tables.END_POINTS == BOX.end_token_points
    assert tables.MOST_POINTS == BOX.bounds.max_score_upper_bound
