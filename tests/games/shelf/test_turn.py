"""A turn: rulings 6 to 11."""

from __future__ import annotations

import pytest

import kafelki
from kafelki.core.match import Match
from kafelki.errors import CannotUndo, IllegalMove, MatchOver, NotYourTurn
from kafelki.games.shelf.moves import Take
from tests.games.shelf import slowly
from tests.games.shelf.components import BOX
from tests.games.shelf.table import (
    BLOCK,
    EMPTY,
    begin,
    cell,
    floor,
    full_floor,
    happened,
    in_bag,
    kinds_of,
    laid_out,
    legal,
    lines,
    on_floor,
    see,
    shelf,
    shelf_of,
    stocked,
    take,
)


def refusal(match: Match, move: Take) -> IllegalMove:
    """Why the move is refused; and that it is refused without a trace."""
    before = match.state().tobytes()
    with pytest.raises(IllegalMove) as refused:
        match.play(move)
    assert match.state().tobytes() == before
    assert move not in legal(match)
    return refused.value


# ---- 6: one, two or three tiles in a line


def test_06_taking_is_compulsory() -> None:
    match = kafelki.new_match("shelf", seed=1)
    assert all(1 <= len(move.cells) <= 3 for move in legal(match))
    refused = refusal(match, Take((), 0))
    assert refused.code == "illegal_move.not_a_line"


@pytest.mark.parametrize("names", ["D2", "D2 E2", "D4 E4 F4", "D2 D3", "D4 D5 D6"])
def test_06_one_two_or_three_neighbours_in_a_row_or_column_are_taken(names: str) -> None:
    tiles = dict.fromkeys(("D2", "E2", "D3", "D4", "E4", "F4", "D5", "D6", "C6", "B6", "E7"), "C")
    match = begin(floor(**tiles))
    match.play(take(*names.split(), column=2))
    assert len(on_floor(match)) == len(tiles) - len(names.split())


@pytest.mark.parametrize(
    ("names", "fault"),
    [
        ("D4 F4", "a gap"),
        ("C5 D5 F5", "a gap after two"),
        ("D4 E5", "a diagonal"),
        ("D6 E5 F4", "a long diagonal"),
        ("D4 E4 E5", "a corner"),
        ("C5 D5 E5 F5", "four"),
        ("D4 D4", "one tile twice"),
        ("D4 E4 D4", "there and back"),
    ],
)
def test_06_tiles_not_side_by_side_in_one_straight_line_are_refused(names: str, fault: str) -> None:
    match = begin(floor(C5="C", D5="B", E5="G", F5="F", D4="T", E4="P", F4="C", D6="B"))
    refused = refusal(match, take(*names.split()))
    cells = ", ".join(names.split())
    assert refused.code == "illegal_move.not_a_line", fault
    en = f"Take one, two or three tiles lying side by side in one straight line; came: {cells}."
    assert (str(refused), refused.words.en) == (en, en)
    assert refused.words.pl.startswith("Weź jeden, dwa lub trzy kafelki leżące bok w bok w jednej linii prostej")
    assert cells in refused.words.pl


def test_06_a_gap_in_the_line_is_no_tile_to_take() -> None:
    match = begin(floor(D2="C", **BLOCK))
    refused = refusal(match, take("D2", "E2"))
    assert refused.code == "illegal_move.no_tile"
    assert (refused.words.en, refused.words.pl) == ("There is no tile on E2.", "Na E2 nie ma kafelka.")


def test_06_cells_for_more_players_hold_no_tiles() -> None:
    match = kafelki.new_match("shelf", seats=2, seed=1)
    refused = refusal(match, take("D1", "D2"))
    assert refused.code == "illegal_move.not_in_use"
    assert refused.words.en == "With so few players there are no tiles on D1."
    assert refused.words.pl == "Przy tylu graczach na D1 nie ma kafelków."
    assert frozenset(("D1",)) in lines(kafelki.new_match("shelf", seats=3, seed=1))
    assert frozenset(("E1",)) not in lines(kafelki.new_match("shelf", seats=3, seed=1))


# ---- 7: free sides


def test_07_each_taken_tile_has_a_free_side_as_the_turn_began() -> None:
    match = kafelki.new_match("shelf", seats=2, seed=1)
    assert {frozenset(("D2", "D3")), frozenset(("D3",))} <= lines(match)
    refused = refusal(match, take("D2", "D3", "D4"))  # taking D3 would free D4, but too late
    assert refused.code == "illegal_move.no_free_side"
    assert refused.words.en == "Each tile taken needs a free side as the turn begins; without one: D4."
    assert refused.words.pl == "Każdy brany kafelek musi mieć na początku kolejki wolny bok; bez niego: D4."
    match.play(take("D2", "D3"))
    assert frozenset(("D4",)) in lines(match)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_07_the_rim_and_unused_cells_count_as_free(seats: int) -> None:
    cells = BOX.living_room.cells(seats)
    match = kafelki.new_match("shelf", seats=seats, seed=1)
    rim = {place for place in cells if any(other not in cells for other in slowly.beside(place))}
    assert {move.cells[0] for move in legal(match) if len(move.cells) == 1} == rim
    assert len(cells - rim) == {2: 13, 3: 17, 4: 25}[seats]


def test_07_a_hole_counts_as_a_free_side() -> None:
    around = {"E4": "C", "D5": "B", "F5": "G", "E6": "F"}
    beyond = {"E3": "T", "D4": "P", "F4": "C", "C5": "B", "G5": "G", "D6": "F", "F6": "T", "E7": "P"}
    free = {frozenset((each,)) for each in around}
    assert free <= lines(begin(floor(**around, **beyond)))
    assert not free & lines(begin(floor(**around, **beyond, E5="C")))


def test_07_diagonals_do_not_matter() -> None:
    cross = {"E5": "C", "E4": "B", "E6": "G", "D5": "F", "F5": "T"}
    assert frozenset(("E5",)) not in lines(begin(floor(**cross)))  # all four sides taken, all corners free
    corners = {"E5": "C", "D4": "B", "F4": "G", "D6": "F", "F6": "T", "E4": "P", "D5": "C", "E6": "B"}
    assert frozenset(("E5",)) in lines(begin(floor(**corners)))  # all corners taken, one side free


def test_07_a_tile_shut_in_after_other_turns_is_refused_by_its_name() -> None:
    match = kafelki.new_match("shelf", seats=4, seed=1)
    refused = refusal(match, take("D4", "E4"))
    assert refused.code == "illegal_move.no_free_side"
    assert "D4, E4" in refused.words.en
    assert "D4, E4" in refused.words.pl


# ---- 8: one column, any order, room


@pytest.mark.parametrize(
    ("names", "letters"), [("D4 E4 F4", "CBG"), ("F4 E4 D4", "GBC"), ("E4 D4 F4", "BCG"), ("E4 F4 D4", "BGC")]
)
def test_08_tiles_go_into_one_column_in_any_order_the_first_lowest(names: str, letters: str) -> None:
    match = begin(floor(D4="C", E4="B", F4="G", **BLOCK), [shelf("...T.", "...P."), EMPTY])
    match.play(take(*names.split(), column=3))
    assert shelf_of(match, 0) == shelf(*(f"...{letter}." for letter in reversed("PT" + letters)))


def test_08_every_order_of_a_line_is_a_move_of_its_own() -> None:
    match = begin(floor(D4="C", E4="B", F4="G", **BLOCK))
    for names, orders in ((("D4",), 1), (("D4", "E4"), 2), (("D4", "E4", "F4"), 6)):
        same = [move for move in legal(match) if set(move.cells) == {cell(each) for each in names}]
        assert len(set(same)) == len(same) == 5 * orders


def test_08_no_more_tiles_than_the_column_has_room_for() -> None:
    rows = ("CBGF.", "BGFT.", "GFTP.", "FTPC.", "TPCBC", "PCBGB")
    for taken, spare in ((1, 0), (2, 1), (3, 2)):
        standing = (*((".") * 5 for _ in range(spare)), *rows[spare:])
        match = begin(floor(D4="C", E4="B", F4="G", **BLOCK), [shelf(*standing), EMPTY])
        refused = refusal(match, take(*("D4", "E4", "F4")[:taken], column=1))
        assert refused.code == "illegal_move.no_room"
        assert refused.words.en == f"Not enough room in column 2: tiles taken {taken}, free places {spare}."
        pl = f"Za mało miejsca w kolumnie 2: wziętych kafelków {taken}, wolnych miejsc {spare}."
        assert refused.words.pl == pl
        match.play(take(*("D4", "E4", "F4")[:taken], column=4))


def test_08_only_as_many_are_taken_as_the_roomiest_column_holds() -> None:
    match = begin(floor(D4="C", E4="B", F4="G", **BLOCK), [("C....", *("CBGFT",) * 5), EMPTY])
    assert {len(move.cells) for move in legal(match)} == {1}
    assert {move.column for move in legal(match)} == {1, 2, 3, 4}


@pytest.mark.parametrize("column", [-1, 5, 99])
def test_08_there_are_five_columns(column: int) -> None:
    refused = refusal(kafelki.new_match("shelf", seed=1), take("D2", column=column))
    assert refused.code == "illegal_move.no_such_column"
    assert refused.words.en == f"The shelf has columns 1 to 5; column {column + 1} came."
    assert refused.words.pl == f"Półeczka ma kolumny od 1 do 5; przyszła kolumna {column + 1}."


def test_08_tiles_go_into_the_own_shelf() -> None:
    match = begin(full_floor(3), [EMPTY] * 3, to_act=1)
    match.play(take("D2", column=4))
    assert [shelf_of(match, seat) for seat in range(3)] == [EMPTY, shelf("....B"), EMPTY]


# ---- 9: no way back


def test_09_a_turn_is_one_action_and_is_not_taken_back() -> None:
    match = kafelki.new_match("shelf", seed=1)
    match.play(take("D2"))
    for back in (match.undo, match.reset_turn):
        with pytest.raises(CannotUndo) as refused:
            back()
        assert refused.value.code == "cannot_undo.turn"
        assert refused.value.words.pl == "W tej kolejce nie ma czego cofnąć."
    assert match.ply == 1


def test_09_nor_is_the_last_one_once_the_match_is_over() -> None:
    match = begin(floor(D2="C", **BLOCK), [EMPTY, stocked(29)[0]], to_act=1)
    match.play(take("D2", column=4))
    assert match.over
    with pytest.raises(MatchOver):
        match.undo()


def test_09_a_tile_once_placed_stays() -> None:
    match = kafelki.new_match("shelf", seats=3, seed=4)
    before = [EMPTY] * 3
    while not match.over:
        match.play(match.legal()[-1])
        after = [shelf_of(match, seat) for seat in range(3)]
        for rows, now in zip(before, after, strict=True):
            for row in range(6):
                assert all(was in (".", letter) for was, letter in zip(rows[row], now[row], strict=True))
        before = after


def test_09_two_turns_cannot_be_played_as_one() -> None:
    match = kafelki.new_match("shelf", seed=1)
    with pytest.raises(IllegalMove) as refused:
        match.play([take("D2"), take("E2")])
    assert (refused.value.code, refused.value.index, match.ply) == ("illegal_move.turn_over", 1, 0)
    with pytest.raises(NotYourTurn):
        match.play(take("D2"), seat=1)


# ---- 10: the end of a turn

NEARLY = ("CBGF.", "CGFTP", "GFTPC", "FTPCB", "TPCBG", "CBGFC")  # a cat makes four corners, eight cats, a full shelf
LAST_FIVE = {"D2": "C", "B5": "B", "H5": "G", "E8": "F", "E5": "T"}


def test_10_a_turn_ends_with_goals_then_the_end_token_then_the_refill_then_the_next_seat() -> None:
    match = begin(floor(**LAST_FIVE), [NEARLY, EMPTY], goals=[8, 9])
    match.play(take("D2", column=4))
    seen = ["shelf.taken", "shelf.goal", "shelf.goal", "shelf.filled", "shelf.refilled"]
    assert kinds_of(happened(match)) == seen
    assert see(match).players[0].tokens == [8, 8]
    assert see(match).players[0].end_token
    assert len(on_floor(match)) == 29
    assert (match.over, match.to_act) == (False, 1)


def test_10_whether_the_match_is_over_comes_before_the_refill() -> None:
    match = begin(floor(**LAST_FIVE), [EMPTY, NEARLY], goals=[8, 9], to_act=1)
    match.play(take("D2", column=4))
    assert kinds_of(happened(match)) == ["shelf.taken", "shelf.goal", "shelf.goal", "shelf.filled", "shelf.ended"]
    assert len(on_floor(match)) == 4
    assert (match.over, match.to_act) == (True, None)


def test_10_the_two_piles_are_independent() -> None:
    match = begin(floor(**LAST_FIVE), [NEARLY, EMPTY], goals=[8, 9], taken=[[0, 8], [0, 0]])
    match.play(take("D2", column=4))
    assert see(match).players[0].tokens == [4, 8]


# ---- 11: there is always a move


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("refill", ["pl_2023", "eng_2022", "ita_2022"])
def test_11_a_legal_move_always_exists(seats: int, refill: str) -> None:
    least = BOX.bounds.tiles_off_shelves_at_any_turn_start_min[seats]
    match = kafelki.new_match("shelf", seats=seats, seed=9, options={"refill": refill})
    while not match.over:
        assert len(on_floor(match)) + in_bag(match) >= least
        moves = legal(match)
        assert moves
        match.play(min(moves, key=lambda move: len(move.cells)))  # one tile at a time: the longest match


@pytest.mark.parametrize(("seats", "off_shelves"), [(2, 73), (3, 43), (4, 13)])
@pytest.mark.parametrize("refill", ["pl_2023", "eng_2022", "ita_2022"])
def test_11_at_the_fullest_table_73_43_13_tiles_are_off_the_shelves(seats: int, off_shelves: int, refill: str) -> None:
    shelves = stocked(*[30] * (seats - 1), 29)
    match = begin(floor(E5="C"), shelves, to_act=seats - 1, end_token=0, refill=refill)
    assert len(on_floor(match)) + in_bag(match) == off_shelves
    assert legal(match) == [take("E5", column=4)]
    match.play(take("E5", column=4))
    assert match.over
    assert laid_out(match).to_act is None
