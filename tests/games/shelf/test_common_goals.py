"""The common goals, through turns that complete them: rulings 17 to 24."""

from __future__ import annotations

import pytest

from tests.games.shelf.components import BOX
from tests.games.shelf.table import (
    BLOCK,
    EMPTY,
    Rows,
    begin,
    floor,
    happened,
    kinds_of,
    see,
    shelf,
    shelf_of,
    stocked,
    take,
)

CARDS = {card.id: card for card in BOX.common_goals.cards}


def reached(goal: int, rows: Rows, two_squares: str = "any_kinds") -> bool:
    """Whether a turn that brings the shelf to `rows` takes the goal's token: its last tile lies on the floor."""
    column = next(column for column in range(5) if rows[5][column] != ".")
    top = next(row for row in range(6) if rows[row][column] != ".")
    before = (*rows[:top], f"{rows[top][:column]}.{rows[top][column + 1 :]}", *rows[top + 1 :])
    match = begin(floor(D2=rows[top][column], **BLOCK), [before, EMPTY], goals=[goal], two_squares=two_squares)
    match.play(take("D2", column=column))
    assert shelf_of(match, 0) == rows
    tokens = see(match).players[0].tokens
    assert tokens in ([0], [8])
    return tokens == [8]


def filled_in(*rows: str) -> Rows:
    """The drawing with every dot below a tile filled so that no two neighbours, aslant either, are of one kind."""
    drawing = [list(row) for row in shelf(*rows)]
    for column in range(5):
        top = next((row for row in range(6) if drawing[row][column] != "."), 6)
        for row in range(top, 6):
            if drawing[row][column] == ".":
                drawing[row][column] = "BGFTP"[(row + 2 * column) % 5]
    return tuple("".join(row) for row in drawing)


def with_kind(cells: set[tuple[int, int]], kind: str = "C") -> Rows:
    """A shelf with `kind` in these cells and other kinds below them."""
    return filled_in(*("".join(kind if (row, column) in cells else "." for column in range(5)) for row in range(6)))


# ---- 17: when, how often, for how long

EIGHTH_CAT = {"D2": "C", "E2": "B", "E8": "C", "F8": "B", **BLOCK}
SEVEN_CATS = shelf("CC...", "CCCCC")
EIGHT_CATS = shelf("CCC..", "CCCCC")


def test_17_a_goal_is_looked_at_on_the_owners_own_turns_end_only() -> None:
    match = begin(floor(**EIGHTH_CAT), [EMPTY, EIGHT_CATS], goals=[9])
    match.play(take("D2"))
    assert see(match).players[1].tokens == [0]  # fulfilled, but another's turn
    match.play(take("E2"))
    assert see(match).players[1].tokens == [8]


def test_17_in_the_last_round_too() -> None:
    match = begin(floor(**EIGHTH_CAT), [stocked(30)[0], SEVEN_CATS], goals=[9], to_act=1, end_token=0)
    match.play(take("D2", column=2))
    assert match.over
    assert see(match).players[1].tokens == [8]


def test_17_one_token_for_each_goal_and_player() -> None:
    match = begin(floor(**EIGHTH_CAT), [SEVEN_CATS, EMPTY], goals=[9])
    match.play(take("D2", column=2))
    match.play(take("E2"))
    match.play(take("E8", column=3))
    assert see(match).players[0].tokens == [8]
    assert kinds_of(happened(match)).count("shelf.goal") == 1
    assert see(match).goals[0].tokens_left == [4]


def test_17_a_token_once_taken_stays_whatever_the_shelf_becomes() -> None:
    match = begin(floor(**EIGHTH_CAT), [shelf("...FT", "..BFB", ".GBFB", "PGBFB"), EMPTY], goals=[12])
    match.play(take("D2", column=4))
    assert see(match).players[0].tokens == [8]
    match.play(take("E2"))
    match.play(take("E8", column=0))
    assert see(match).players[0].tokens == [8]


# ---- 18: goals that can cease to be fulfilled

CEASING = [  # goal, a shelf that fulfils it, and the column in which a cat more undoes it
    (1, shelf("CC.CC", "CCBCC"), 2),
    (3, shelf("C.CGF", "CBCGF", "CBCGF", "CBCGF"), 1),
    (4, shelf("C.CF.", "CGCFB", "TTPPB"), 1),
    (12, shelf("....C", "...FT", "..BFB", ".GBFB", "PGBFB"), 0),
]


@pytest.mark.parametrize(("goal", "rows", "column"), CEASING)
def test_18_goals_1_3_4_and_12_can_cease_to_be_fulfilled(goal: int, rows: Rows, column: int) -> None:
    """Groups merge and columns grow: what the shelf was before the turn counts for nothing."""
    assert reached(goal, rows)
    match = begin(floor(D2="C", **BLOCK), [rows, EMPTY], goals=[goal])
    match.play(take("D2", column=column))
    assert see(match).players[0].tokens == [0]


# ---- 19: groups

FIVE_PAIRS = ("BBGGT", "FFPPT")


def test_19_a_group_hangs_together_by_sides_not_by_corners() -> None:
    assert reached(4, shelf("CC...", *FIVE_PAIRS))
    assert not reached(4, shelf(".C...", "CT...", *FIVE_PAIRS))


def test_19_a_group_counts_once_whatever_its_size() -> None:
    assert not reached(4, shelf("BBB..", "BBB..", *FIVE_PAIRS))  # eight books are one group, not four
    assert not reached(3, shelf("CCCCB", "CCCCB", "GGGGB", "FFFTB"))  # nor are eight cats two
    assert reached(3, shelf("CCCCB", "CCCCB", "GGGGB", "FFFFB"))


def test_19_groups_of_different_kinds_may_touch_and_several_may_share_a_kind() -> None:
    assert reached(3, shelf("CBCB.", "CBCB.", "CBCB.", "CBCB."))
    assert reached(4, shelf("CCBBC", "BBCCC", "CCBBG"))


# ---- 20: two squares


@pytest.mark.parametrize("kinds", ["any_kinds", "same_kind"])
@pytest.mark.parametrize(
    "rows",
    [
        shelf("CC.CC", "CCBCC"),
        shelf("..CC.", "..CC.", "CCBT.", "CCTB."),  # they touch by a corner only
        shelf("C..CC", "CCBCC", "CCBCC"),  # inside larger groups
        shelf("CC...", "CC...", "BT...", "CC...", "CC..."),
        shelf("BBCC.", "BBCC.", "CCTP.", "CCPT."),
    ],
)
def test_20_two_squares_of_one_kind_in_two_groups_count_either_way(rows: Rows, kinds: str) -> None:
    assert reached(1, rows, two_squares=kinds)


@pytest.mark.parametrize("kinds", ["any_kinds", "same_kind"])
@pytest.mark.parametrize(
    "rows",
    [
        shelf("CCC..", "CCC.."),  # they overlap
        shelf("CCCC.", "CCCC."),  # they touch: one group
        shelf("CC...", "CC...", "CC...", "CC..."),
        shelf("CCCCC", "CCBCC"),  # a bridge makes them one group
        shelf("CCBB.", "CCBG."),  # the second lacks a corner
        shelf("CC...", "CC..."),
        shelf("CBCB.", "BCBC.", "CBCB.", "BCBC."),
    ],
)
def test_20_two_squares_in_one_group_or_fewer_than_two_count_in_neither(rows: Rows, kinds: str) -> None:
    assert not reached(1, rows, two_squares=kinds)


@pytest.mark.parametrize(
    "rows", [shelf("CCBB.", "CCBB."), shelf("BB...", "BB...", "CC...", "CC..."), shelf("CCC.B", "CCBBB", "GGGBB")]
)
def test_20_squares_of_different_kinds_count_with_any_kinds_only(rows: Rows) -> None:
    assert reached(1, rows)
    assert reached(1, rows, two_squares="any_kinds")
    assert not reached(1, rows, two_squares="same_kind")


# ---- 21: four groups of four, six groups of two


@pytest.mark.parametrize(
    ("rows", "holds"),
    [
        (shelf("CBGF.", "CBGF.", "CBGF.", "CBGF."), True),
        (shelf("CBGFT", "CBGFT", "CBGFT", "CBGFT"), True),  # a fifth does no harm
        (shelf("CBGF.", "CBGF.", "CBGF.", "CBGFF", "CBGFF"), True),  # larger ones
        (shelf("CCFF.", "CCFF.", "BBGG.", "BGGB.", "BBTG."), True),
        (shelf("CBG..", "CBGF.", "CBGF.", "CBGF."), False),  # one of three
        (shelf("CBG..", "CBG..", "CBG..", "CBG.."), False),
    ],
)
def test_21_goal_3_is_four_groups_of_four_or_more(rows: Rows, holds: bool) -> None:
    assert reached(3, rows) == holds


@pytest.mark.parametrize(
    ("rows", "holds"),
    [
        (shelf("CBGFT", "CBGFT", "PPCBG"), True),
        (shelf("CC.BB", "GGPFF", "TTPPP"), True),
        (shelf("C.C.C", "CGCGC", "GBTBG", "GBTBG"), True),
        (shelf("CBGFT", "CBGFT", "PCBGF"), False),
        (shelf("CBGFT", "CBGFT", "CBGFT", "CBGFT"), False),  # five of four
    ],
)
def test_21_goal_4_is_six_groups_of_two_or_more(rows: Rows, holds: bool) -> None:
    assert reached(4, rows) == holds


# ---- 22: full lines


def upright(*columns: str) -> Rows:
    """A shelf from its columns, each from below."""
    stood = [column.ljust(6, ".") for column in (*columns, "", "", "", "", "")[:5]]
    return tuple("".join(column[height] for column in stood) for height in reversed(range(6)))


@pytest.mark.parametrize(
    ("columns", "holds"),
    [
        (("CBGFTP", "BGFTPC"), True),
        (("CBGFTP", "CBGFTP"), True),
        (("CBGFTP", "C", "CC", "PTFGBC"), True),
        (("CBGFTP", "CBGFTP", "PTFGBC"), True),
        (("CBGFTP",), False),
        (("CBGFTP", "CBGFT"), False),  # not full
        (("CBGFTP", "CBGFTC"), False),  # five kinds
    ],
)
def test_22_goal_2_is_two_full_columns_of_six_different_kinds(columns: tuple[str, ...], holds: bool) -> None:
    assert reached(2, upright(*columns)) == holds


@pytest.mark.parametrize(
    ("columns", "holds"),
    [
        (("CCCCCC", "BBBBBB", "GGGGGG"), True),  # one kind
        (("CBCBCB", "BBBCCC", "FTFTFT"), True),  # two
        (("CBGCBG", "FTPFTP", "CFTCFT"), True),  # three, and each line others
        (("CCCCCC", "CB", "CBCBCB", "", "CBGGBC"), True),
        (("CBGCBG", "FTPFTP", "CBGFCB"), False),  # four in the last
        (("CBGCBG", "FTPFTP", "CBGCB"), False),  # not full
        (("CCCCCC", "BBBBBB"), False),
    ],
)
def test_22_goal_5_is_three_full_columns_of_one_two_or_three_kinds(columns: tuple[str, ...], holds: bool) -> None:
    assert reached(5, upright(*columns)) == holds


@pytest.mark.parametrize(
    ("rows", "holds"),
    [
        (shelf("CBGFT", "BGFTP"), True),
        (shelf("CBGFT", "CBGFT"), True),
        (shelf("PTFGB", "CCCCC", "CBGFT"), True),
        (shelf("C....", "CBGFT", "BGCTP"), True),
        (shelf("CBGFT"), False),
        (shelf("CBGF.", "CBGFT"), False),  # not full
        (shelf("CBGFC", "CBGFT"), False),  # four kinds
    ],
)
def test_22_goal_6_is_two_full_rows_of_five_different_kinds(rows: Rows, holds: bool) -> None:
    assert reached(6, rows) == holds


@pytest.mark.parametrize(
    ("rows", "holds"),
    [
        (shelf("CCCCC", "BBBBB", "GGGGG", "FFFFF"), True),
        (shelf("CBCBC", "FTPFT", "CCBBG", "TTTTP"), True),
        (shelf("CBGCB", "CBGFT", "CBGCB", "CBGFT", "FTPFT", "FTPTP"), True),
        (shelf("CBGFC", "CBGCB", "CBGCB", "CBGCB"), False),  # four kinds in the first
        (shelf("CBGC.", "CBGCB", "CBGCB", "CBGCB"), False),  # not full
        (shelf("CCCCC", "CCCCC", "CCCCC"), False),
    ],
)
def test_22_goal_7_is_four_full_rows_of_one_two_or_three_kinds(rows: Rows, holds: bool) -> None:
    assert reached(7, rows) == holds


# ---- 23: corners, eight, X, diagonal

CORNERS = frozenset(CARDS[8].cells)


def test_23_goal_8_is_four_corners_of_one_kind() -> None:
    assert CORNERS == {(0, 0), (0, 4), (5, 0), (5, 4)}
    assert reached(8, with_kind(set(CORNERS)))
    assert reached(8, with_kind({(row, column) for row in range(6) for column in (0, 4)}))


@pytest.mark.parametrize("missing", sorted(CORNERS))
def test_23_three_corners_are_not_enough(missing: tuple[int, int]) -> None:
    assert not reached(8, with_kind(set(CORNERS) - {missing}))
    row, column = missing
    beside = {(abs(row - 1), column), (row, abs(column - 1))}
    assert not reached(8, with_kind(set(CORNERS) - {missing} | beside))


def test_23_goal_9_is_eight_or_more_of_one_kind_anywhere() -> None:
    assert not reached(9, shelf("CBCBC", "BCBCB", "CGCGF"))
    assert reached(9, shelf("C....", "CBCBC", "BCBCB", "CGCGF"))
    assert reached(9, shelf("CCCC.", "CCCCC"))
    assert not reached(9, shelf("CCCCB", "CCCBB", "BBBBG", "GGGGF"))  # seven cats and seven books


def window(row: int, column: int) -> set[tuple[int, int]]:
    """An X with its upper left corner here; what runs off the shelf comes in again on the other side."""
    return {((row + i) % 6, (column + j) % 5) for i, j in ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2))}


@pytest.mark.parametrize("row", range(4))
@pytest.mark.parametrize("column", range(3))
def test_23_goal_10_is_an_x_in_each_of_the_12_windows_and_all_of_it(row: int, column: int) -> None:
    assert reached(10, with_kind(window(row, column)))
    for cell in window(row, column):
        assert not reached(10, with_kind(window(row, column) - {cell}))


def test_23_the_other_cells_of_the_window_are_free() -> None:
    assert reached(10, shelf("CCC..", "CCC..", "CCC.."))
    assert reached(10, shelf("C.C..", "BCB..", "CGC.."))
    assert not reached(10, shelf("C.C..", "BBB..", "CGC.."))
    assert not reached(10, shelf("CBC..", "BGB..", "CBG.."))


@pytest.mark.parametrize("row", range(6))
@pytest.mark.parametrize("column", range(5))
def test_23_no_x_runs_off_the_shelf(row: int, column: int) -> None:
    assert reached(10, with_kind(window(row, column))) == (row < 4 and column < 3)


def slant(first: int, step: int) -> set[tuple[int, int]]:
    """Five cells aslant from this height of the first column; what runs off comes in again below or above."""
    return {(5 - (first + step * column) % 6, column) for column in range(5)}


def test_23_goal_11_is_five_on_a_diagonal_in_four_places() -> None:
    places = [slant(0, 1), slant(1, 1), slant(4, -1), slant(5, -1)]
    assert {frozenset(cells) for cells in CARDS[11].placements} == {frozenset(cells) for cells in places}
    for cells in places:
        assert reached(11, with_kind(cells))
        for cell in cells:
            assert not reached(11, with_kind(cells - {cell}))


@pytest.mark.parametrize("first", range(6))
@pytest.mark.parametrize("step", [1, -1])
def test_23_no_diagonal_runs_off_the_shelf(first: int, step: int) -> None:
    whole = first in (0, 1) if step == 1 else first in (4, 5)
    assert reached(11, with_kind(slant(first, step))) == whole


# ---- 24: the staircase


def stairs(heights: tuple[int, ...], shift: int = 0) -> Rows:
    return upright(*(("CBGFTP" * 2)[shift + column : shift + column + tall] for column, tall in enumerate(heights)))


@pytest.mark.parametrize("heights", CARDS[12].accepted_heights)
def test_24_goal_12_is_a_staircase_of_heights_1_5_or_2_6_rising_or_falling(heights: tuple[int, ...]) -> None:
    assert reached(12, stairs(heights))
    assert reached(12, upright(*("CBGFT"[column] * tall for column, tall in enumerate(heights))))


@pytest.mark.parametrize("heights", [(0, 1, 2, 3, 4), (4, 3, 2, 1, 0)])
def test_24_a_staircase_from_nothing_is_refused(heights: tuple[int, ...]) -> None:
    assert not reached(12, stairs(heights))


@pytest.mark.parametrize(
    "heights",
    [
        (1, 2, 3, 4, 4),
        (1, 2, 3, 4, 6),
        (1, 3, 4, 5, 6),
        (1, 2, 4, 5, 6),
        (2, 3, 4, 5, 5),
        (3, 4, 5, 6, 6),
        (1, 2, 3, 5, 4),
        (6, 5, 4, 3, 1),
        (5, 4, 3, 2, 2),
        (2, 1, 2, 3, 4),
        (6, 6, 6, 6, 6),
        (1, 1, 1, 1, 1),
    ],
)
def test_24_every_step_is_of_one_tile(heights: tuple[int, ...]) -> None:
    assert not reached(12, stairs(heights))
