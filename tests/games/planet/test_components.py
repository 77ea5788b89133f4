"""The game's tables agree, tile by tile, with the components as they were transcribed."""

from __future__ import annotations

from collections import Counter

import pytest

from kafelki.core.bits import count_bits
from kafelki.games.planet import tables
from kafelki.games.planet.meta import META
from kafelki.games.planet.moves import MOVES, Choose, Hide, Name, Place, Take, TakeFaceDown, action_of, move_of
from kafelki.games.planet.scoring import count_of
from kafelki.games.planet.state import CHARACTERS, ROUNDS, SEATS, STACKS, TILES
from kafelki.games.planet.words import CHARACTER_RULES, CHARACTER_WORDS, ELEMENT_WORDS, STACK_WORDS
from tests.games.planet import components
from tests.games.planet.components import BOX, CHARACTER, ELEMENTS, LAND, NAMES, STACK_OF, Stack

ALL = [name for stack in components.STACKS for name in NAMES[stack]]


def packed(name: str) -> dict[str, int]:
    """What the kernels have of a tile, unpacked; a baobab is no part of it."""
    stack, tile = tables.TILE_OF[name]
    bits = int(tables.DRAWN_ON[stack, tile])
    counts = {element: count_of(bits, tables.FIELD * place) for place, element in enumerate(tables.PACKED)}
    return {element: count for element, count in counts.items() if count}


def most_on_a_planet(element: str) -> int:
    """Of each stack the four tiles with the most of it."""
    return sum(
        sum(sorted((ELEMENTS[name].get(element, 0) for name in NAMES[stack]), reverse=True)[:4])
        for stack in components.STACKS
    )


# ---- Tiles


def test_there_are_four_stacks_of_20_tiles_each_with_its_own_name() -> None:
    assert components.STACKS == tables.STACK
    assert [len(NAMES[stack]) for stack in tables.STACK] == [TILES] * STACKS
    assert tuple(ALL) == tables.TILE_IDS
    assert len(set(ALL)) == 80
    assert [(STACK_OF[name], NAMES[STACK_OF[name]].index(name)) for name in ALL] == [
        (tables.STACK[stack], tile) for stack, tile in tables.TILE_OF.values()
    ]
    assert [tables.tile_id(*tables.TILE_OF[name]) for name in ALL] == ALL


@pytest.mark.parametrize("name", ALL)
def test_a_tile_shows_what_was_transcribed(name: str) -> None:
    stack, tile = tables.TILE_OF[name]
    assert tables.elements_of(stack, tile) == ELEMENTS[name]
    without = {element: count for element, count in ELEMENTS[name].items() if element != "baobab"}
    assert packed(name) == without
    assert bool(tables.BAOBABS[stack] >> tile & 1) == ("baobab" in ELEMENTS[name])


def test_a_tile_reads_the_same_once_elements_come_in_the_order_of_the_list() -> None:
    assert tuple(tables.LETTERS.values()) == BOX.elements
    for name in LAND:
        found = tables.elements_of(*tables.TILE_OF[name])
        assert list(found) == sorted(found, key=BOX.elements.index)


@pytest.mark.parametrize("stack", components.STACKS)
def test_the_totals_of_a_stack_are_those_listed(stack: Stack) -> None:
    found: Counter[str] = Counter()
    for tile in range(TILES):
        found.update(tables.elements_of(tables.STACK.index(stack), tile))
    assert found == BOX.totals[stack]


def test_the_totals_of_the_box_are_those_listed() -> None:
    found: Counter[str] = Counter()
    for name in ALL:
        found.update(tables.elements_of(*tables.TILE_OF[name]))
    assert found == BOX.totals["all"]
    assert sum(bool(ELEMENTS[name].get("baobab")) for name in ALL) == 13


def test_what_stands_out_among_the_tiles() -> None:
    for name in LAND:
        assert ELEMENTS[name].get("baobab", 0) + ELEMENTS[name].get("volcano", 0) <= 1
        assert "sheep_brown" not in ELEMENTS[name] or "baobab" in ELEMENTS[name]
    for first, second in (("C06", "C18"), ("C07", "C19"), ("C08", "C20")):
        assert ELEMENTS[first] == ELEMENTS[second]
    assert [name for name in LAND if {"rose", "baobab"} <= ELEMENTS[name].keys()] == ["U03", "D03"]


# ---- Characters


def test_the_characters_their_copies_and_their_stars_are_those_listed() -> None:
    assert tuple(one.id for one in BOX.characters) == tables.CHARACTER
    assert tuple(one.copies for one in BOX.characters) == tables.COPIES
    assert tuple(one.stars for one in BOX.characters) == tables.STARS
    assert len(BOX.characters) == 13
    assert sum(tables.COPIES) == TILES
    assert [CHARACTER[name] for name in NAMES["character"]] == [
        tables.CHARACTER[who] for who in tables.CHARACTER_ON
    ]  # fmt: skip


def test_characters_have_neither_baobabs_nor_anything_but_stars() -> None:
    assert tables.BAOBABS[CHARACTERS] == 0
    for name in NAMES["character"]:
        assert ELEMENTS[name].keys() <= {"big_star"}


def test_the_constants_of_the_characters_are_their_places_in_the_list() -> None:
    for number, who in enumerate(tables.CHARACTER):
        assert getattr(tables, who.upper()) == number


def test_names_in_words_are_those_printed() -> None:
    for one, who in zip(BOX.characters, tables.CHARACTER, strict=True):
        assert CHARACTER_WORDS[who].en.startswith(one.en)
        assert CHARACTER_WORDS[who].pl.startswith(one.pl)
    assert CHARACTER_WORDS.keys() == CHARACTER_RULES.keys() == set(tables.CHARACTER)
    assert ELEMENT_WORDS.keys() == set(BOX.elements)
    assert STACK_WORDS.keys() == set(components.STACKS)


# ---- What the packing relies on


def test_no_element_of_a_planet_outgrows_its_five_bits() -> None:
    for element in BOX.elements:
        assert most_on_a_planet(element) <= tables.MOST == 31
    assert most_on_a_planet("lamppost") == 27  # three, two, two, two of each stack
    assert most_on_a_planet("big_star") == 20


def test_fields_lie_side_by_side_within_63_bits() -> None:
    assert len(tables.PACKED) == 12
    assert tables.FIELD * len(tables.PACKED) <= 63
    for place, element in enumerate(tables.PACKED):
        assert getattr(tables, element.upper()) == tables.FIELD * place
    assert int(tables.DRAWN_ON.min()) >= 0
    assert sum(sum(sorted(row.tolist(), reverse=True)[:4]) for row in tables.DRAWN_ON) < 1 << 63


def test_31_a_planet_has_at_most_11_baobab_tiles_9_of_them_face_down() -> None:
    baobabs = [count_bits(tables.BAOBABS[stack]) for stack in range(STACKS)]
    assert baobabs == [3, 5, 5, 0]
    most = sum(min(count, ROUNDS) for count in baobabs)
    assert most == most_on_a_planet("baobab") == 11
    assert (most // 3 * 3, most % 3) == (9, 2)


# ---- The planet, rounds and actions


def test_cells_belong_to_the_stacks_as_the_layout_says() -> None:
    assert {stack: tables.CELLS_OF[number] for number, stack in enumerate(tables.STACK)} == BOX.cells
    assert sorted(cell for cells in tables.CELLS_OF for cell in cells) == list(range(16))
    for cell in range(16):
        stack = tables.STACK_OF_CELL[cell]
        assert cell in tables.CELLS_OF[stack]
        assert tables.CELL_SETS[stack] >> cell & 1
    assert [count_bits(cells) for cells in tables.CELL_SETS] == [ROUNDS] * STACKS


def test_the_planet_looks_the_same_from_all_four_sides() -> None:
    turned = {4 * row + column: 4 * column + 3 - row for row in range(4) for column in range(4)}
    for cells in tables.CELLS_OF:
        assert {turned[cell] for cell in cells} == set(cells)


def test_no_tile_with_a_baobab_can_lie_where_sixteen_bits_have_their_sign() -> None:
    assert tables.STACK_OF_CELL[15] == CHARACTERS


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_stack_lasts_exactly_four_rounds(players: int) -> None:
    assert tables.DRAWN[players] == BOX.draw_per_round[players]
    assert TILES - BOX.remove_per_stack[players] == ROUNDS * tables.DRAWN[players]
    assert STACKS * ROUNDS == BOX.rounds
    assert META.seats == (2, SEATS)


def test_every_action_is_a_move_and_back() -> None:
    assert len(MOVES) == tables.ACTIONS == len(set(MOVES)) == 4 + 80 + 80 + 1 + 16 + 5
    for action, move in enumerate(MOVES):
        assert action_of(move) == action
        assert move_of(action) == move
    assert [action_of(move) for move in (Choose("inside"), Hide("C01"), Take("C01"), TakeFaceDown())] == [
        *(0, tables.FIRST_HIDE, tables.FIRST_TAKE, tables.TAKE_FACE_DOWN)
    ]
    assert (action_of(Place(0)), action_of(Name(0))) == (tables.FIRST_PLACE, tables.FIRST_NAME)
