"""The examples printed in the rulebooks."""

from __future__ import annotations

import pytest

from kafelki.errors import IllegalMove
from tests.games.shelf import slowly
from tests.games.shelf.components import BOX, Cell
from tests.games.shelf.table import EMPTY, begin, floor, lines, name, on_floor, see, spread, stocked, take

PICKING = (  # the illustration of what may be taken, with four players
    *((2, 2), (2, 3), (2, 4), (2, 5)),
    *((3, 1), (3, 2), (3, 3), (3, 4), (3, 5), (3, 6)),
    *((4, 0), (4, 1), (4, 2), (4, 3), (4, 4), (4, 5), (4, 6)),
    *((5, 3), (5, 4), (5, 5)),
    *((6, 4), (6, 5)),
    *((7, 3), (7, 4), (7, 5)),
)
REFILL = ((2, 2), (2, 5), (3, 1), (4, 5), (5, 3), (6, 4))  # the illustration of a floor to be filled again
SCORING = ("PP...", "PPPP.", "FFPPB", "FGGGB", "FTCCC", "TTTCC")  # the illustration of a shelf being scored


def names(*cells: Cell) -> list[str]:
    return [name(place) for place in cells]


# ---- Scoring a shelf


def test_the_shelf_of_the_rulebook_scores_21_for_its_groups() -> None:
    sizes = {SCORING[min(group)[0]][min(group)[1]]: len(group) for group in slowly.groups(SCORING)}
    assert sizes == {"P": 8, "T": 4, "C": 5, "F": 4, "G": 3, "B": 2}
    match = begin(floor(D2="C"), [SCORING, EMPTY], personal=[1, 2])
    assert see(match).players[0].points.groups == 21


def test_the_shelf_of_the_rulebook_meets_three_cells_of_its_card_for_4_points() -> None:
    match = begin(floor(D2="C"), [SCORING, EMPTY], personal=[1, 2])
    own = see(match, 0).players[0]
    assert own.card is not None
    met = {(cell.kind, cell.row, cell.column) for cell in own.card.cells if cell.met}
    assert met == {("plants", 0, 0), ("games", 3, 1), ("trophies", 5, 2)}
    assert (own.points.personal, own.points.total) == (4, 25)


# ---- Taking tiles


@pytest.mark.parametrize("cells", [((2, 3), (2, 4), (2, 5)), ((5, 3),), ((6, 5), (7, 5))])
def test_the_lines_the_rulebook_shows_may_be_taken(cells: tuple[Cell, ...]) -> None:
    match = begin(spread(PICKING), [EMPTY] * 4)
    assert frozenset(names(*cells)) in lines(match)
    match.play(take(*names(*cells)))
    assert set(on_floor(match)) == set(PICKING) - set(cells)


@pytest.mark.parametrize(
    ("cells", "code"),
    [(((3, 1), (4, 0)), "illegal_move.not_a_line"), (((4, 4), (4, 5), (4, 6)), "illegal_move.no_free_side")],
)
def test_the_lines_the_rulebook_crosses_out_may_not(cells: tuple[Cell, ...], code: str) -> None:
    match = begin(spread(PICKING), [EMPTY] * 4)
    assert frozenset(names(*cells)) not in lines(match)
    with pytest.raises(IllegalMove) as refused:
        match.play(take(*names(*cells)))
    assert refused.value.code == code
    if code.endswith("side"):
        assert "E5, F5" in refused.value.words.en


# ---- Filling the floor again


@pytest.mark.parametrize(("refill", "filled"), [("eng_2022", True), ("ita_2022", True), ("pl_2023", False)])
@pytest.mark.parametrize("last", ["D4", "F8", "I5"])
def test_the_floor_of_the_rulebook_is_filled_again_in_the_editions_of_2022(
    refill: str, filled: bool, last: str
) -> None:
    tiles = {name(place): "CBGFTP"[i] for i, place in enumerate(REFILL)}
    match = begin(floor(**tiles, **{last: "C"}), [EMPTY] * 4, refill=refill)
    match.play(take(last))
    assert set(on_floor(match)) == (BOX.living_room.cells(4) if filled else set(REFILL))


# ---- A final score


def test_the_final_score_of_the_rulebook_is_36() -> None:
    rows = ("BTBBF", "FCFFC", "FTTBC", "FTFCC", "FTGBC", "FTFTC")
    assert sorted(len(group) for group in slowly.groups(rows) if len(group) > 2) == [5, 5, 6]
    assert slowly.personal_matches(rows, 8) == 4
    shelves = [stocked(30)[0], rows, EMPTY]
    taken = [[0, 8, 6], [8, 4, 6]]
    match = begin(floor(D2="C"), shelves, to_act=None, end_token=0, taken=taken, personal=[1, 8, 2])
    points = see(match).players[1].points
    assert (points.tokens, points.personal, points.groups) == (12, 6, 18)
    assert points.total == match.scores[1] == 36
