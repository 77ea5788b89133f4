"""Positions: what the components can make is taken and given back the same, anything else is refused in words."""

from __future__ import annotations

import copy
from typing import Any, Final

import msgspec
import pytest

import kafelki
from kafelki.core.match import Match
from kafelki.errors import BadPosition, BadSeats
from kafelki.games.shelf import position as positions
from kafelki.games.shelf import whole
from kafelki.words import Text
from tests.games.shelf.table import EMPTY, begin, floor, full_floor, laid_out, see, shelf, stocked, take

# ---- There and back


def again(match: Match) -> Match:
    return kafelki.new_match("shelf", position=msgspec.to_builtins(match.position()), options=match.options, seed=1)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("goals", [1, 2])
def test_every_position_of_a_match_can_be_set_up_again(seats: int, goals: int) -> None:
    match = kafelki.new_match("shelf", seats=seats, seed=6, options={"common_goals": goals})
    while not match.over:
        match.play(match.legal()[-1])
        copy = again(match)
        assert copy.position() == match.position()
        assert copy.legal() == match.legal()
        assert (copy.to_act, copy.over, copy.scores) == (match.to_act, match.over, match.scores)
    assert (copy.ranks, copy.winners) == (match.ranks, match.winners)


def test_a_position_is_readable_and_says_everything() -> None:
    match = begin(floor(D2="C", E2="B"), [shelf("G...."), EMPTY], taken=[[8, 0], [0, 0]], personal=[5, 7], to_act=1)
    assert msgspec.to_builtins(match.position()) == {
        "type": "shelf.position",
        "floor": list(floor(D2="C", E2="B")),
        "shelves": [list(shelf("G....")), list(EMPTY)],
        "personal": [5, 7],
        "goals": [{"goal": 1, "taken": [8, 0]}, {"goal": 3, "taken": [0, 0]}],
        "to_act": 1,
    }


def test_what_lies_nowhere_else_is_in_the_bag() -> None:
    match = begin(floor(D2="C", E2="B"), [shelf("CC..."), EMPTY])
    assert see(match).bag == {"cats": 19, "books": 21, "games": 22, "frames": 22, "trophies": 22, "plants": 22}


def test_a_match_from_a_position_is_kept_in_its_file() -> None:
    match = begin(full_floor(3), stocked(4, 3, 5), to_act=2)
    match.play(take("D2"))
    loaded = kafelki.load_match(match.dump())
    assert loaded.position() == match.position()
    assert laid_out(loaded, 0) == laid_out(match, 0)


# ---- What is refused

GOOD: Final[dict[str, Any]] = {
    "floor": list(floor(D2="C", E2="B", E5="G")),
    "shelves": [list(shelf("GF...")), list(EMPTY)],
    "personal": [5, 7],
    "goals": [{"goal": 1, "taken": [8, 0]}, {"goal": 3, "taken": [8, 4]}],
    "to_act": 0,
    "end_token": None,
}
FULL: Final = list(stocked(30)[0])
NONE: Final = list(EMPTY)


def refused(**changes: object) -> BadPosition:
    with pytest.raises(BadPosition) as error:
        kafelki.new_match("shelf", position={**copy.deepcopy(GOOD), **changes}, seed=1)
    return error.value


def test_the_position_the_faults_below_are_made_from_is_good() -> None:
    assert kafelki.new_match("shelf", position=GOOD, seed=1).to_act == 0


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"personal": [5]}, positions.SEATS_DIFFER),
        ({"personal": [5, 7, 8]}, positions.SEATS_DIFFER),
        ({"floor": ["........."] * 8}, positions.FLOOR_SHAPE),
        ({"floor": ["........."] * 8 + ["........"]}, positions.FLOOR_SHAPE),
        ({"shelves": [NONE[1:], NONE]}, positions.SHELF_SHAPE),
        ({"shelves": [[*NONE[1:], "......"], NONE]}, positions.SHELF_SHAPE),
        ({"floor": list(floor(D2="X"))}, positions.LETTER),
        ({"floor": list(floor(D2="c"))}, positions.LETTER),
        ({"shelves": [list(shelf("x....")), NONE]}, positions.LETTER),
        ({"personal": [0, 7]}, positions.NO_SUCH_CARD),
        ({"personal": [5, 13]}, positions.NO_SUCH_CARD),
        ({"goals": GOOD["goals"][:1]}, positions.GOALS_WRONG),
        ({"goals": [GOOD["goals"][0], GOOD["goals"][0]]}, positions.GOALS_WRONG),
        ({"goals": [GOOD["goals"][0], {"goal": 13, "taken": [0, 0]}]}, positions.GOALS_WRONG),
        ({"goals": [GOOD["goals"][0], {"goal": 0, "taken": [0, 0]}]}, positions.GOALS_WRONG),
        ({"goals": [GOOD["goals"][0], {"goal": 3, "taken": [4, 0]}]}, positions.TOKENS_WRONG),
        ({"goals": [GOOD["goals"][0], {"goal": 3, "taken": [8, 8]}]}, positions.TOKENS_WRONG),
        ({"goals": [GOOD["goals"][0], {"goal": 3, "taken": [8, 6]}]}, positions.TOKENS_WRONG),
        ({"goals": [GOOD["goals"][0], {"goal": 3, "taken": [8]}]}, positions.TOKENS_WRONG),
        ({"goals": [GOOD["goals"][0], {"goal": 3, "taken": [8, 4, 0]}]}, positions.TOKENS_WRONG),
        ({"goals": [GOOD["goals"][0], {"goal": 3, "taken": [-8, 0]}]}, positions.TOKENS_WRONG),
        ({"end_token": 0}, positions.TOKEN_WRONG),
        ({"shelves": [FULL, NONE], "to_act": 1}, positions.TOKEN_WRONG),
        ({"shelves": [FULL, NONE], "to_act": 1, "end_token": 1}, positions.TOKEN_WRONG),
        ({"to_act": None}, positions.OVER_WRONG),
        ({"to_act": 2}, positions.TURN_WRONG),
        ({"to_act": -1}, positions.TURN_WRONG),
        ({"shelves": [FULL, NONE], "to_act": 0, "end_token": 0}, positions.TURN_WRONG),
        ({"shelves": [NONE, FULL], "to_act": 0, "end_token": 1}, positions.TURN_WRONG),
        ({"floor": ["........."] * 9}, positions.FLOOR_EMPTY),
        ({"shelves": [["....."] + ["CCCCC"] * 4 + ["CCBGF"], NONE]}, positions.FAULTS[whole.TILE_LOST]),
        ({"floor": list(floor(D1="C"))}, positions.FAULTS[whole.TILE_OFF_THE_FLOOR]),
        ({"floor": list(floor(A1="C"))}, positions.FAULTS[whole.TILE_OFF_THE_FLOOR]),
        ({"shelves": [list(shelf("C....", ".....")), NONE]}, positions.FAULTS[whole.TILE_IN_THE_AIR]),
        ({"personal": [5, 5]}, positions.FAULTS[whole.CARD_TWICE]),
    ],
)
def test_a_position_the_components_cannot_make_is_refused_and_told_why(changes: dict[str, object], words: Text) -> None:
    error = refused(**changes)
    assert error.code == "bad_position.rules"
    assert error.words.en == f"Not a position of My Shelfie: {words.en}."
    assert error.words.pl == f"To nie jest pozycja Półeczki: {words.pl}."


@pytest.mark.parametrize(
    "changes",
    [{"floor": 3}, {"to_act": True}, {"end_token": "0"}, {"more": 1}, {"goals": [{"goal": 1}]}, {"type": "x"}],
)
def test_what_is_no_position_at_all_is_refused(changes: dict[str, object]) -> None:
    error = refused(**changes)
    assert error.code == "bad_position.shape"
    assert error.words.en.startswith("Not a position of My Shelfie: ")
    assert error.words.pl.startswith("To nie jest pozycja gry Półeczka: ")


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_a_position_is_for_two_to_four(seats: int) -> None:
    with pytest.raises(BadSeats):
        begin(floor(D2="C"), [EMPTY] * seats, personal=range(1, seats + 1))


# ---- The end token and the turn


@pytest.mark.parametrize(
    ("full", "end_token", "to_act"),
    [
        ({0, 1}, 1, 2),  # seat 0 was full before seat 1 and has no token
        ({1, 3}, 1, 2),  # seat 3 is full but has not played since
        ({0, 3}, 0, 1),
        ({0, 1}, 1, None),
        ({1, 2, 3}, 3, None),
    ],
)
def test_the_end_token_is_of_the_earliest_full_shelf_and_no_seat_to_come_is_full(
    full: set[int], end_token: int, to_act: int | None
) -> None:
    shelves = [tuple(FULL) if seat in full else EMPTY for seat in range(4)]
    with pytest.raises(BadPosition):
        begin(floor(D2="C", E2="B"), shelves, end_token=end_token, to_act=to_act)


@pytest.mark.parametrize(
    ("full", "end_token", "to_act"),
    [({0}, 0, 1), ({0}, 0, 3), ({0, 1}, 0, 2), ({0, 2}, 0, 3), ({2}, 2, 3), ({3}, 3, None), ({0, 1, 2, 3}, 0, None)],
)
def test_full_shelves_between_the_end_token_and_the_turn_are_fine(
    full: set[int], end_token: int, to_act: int | None
) -> None:
    shelves = [tuple(FULL) if seat in full else EMPTY for seat in range(4)]
    match = begin(floor(D2="C", E2="B", E8="G", E5="F"), shelves, end_token=end_token, to_act=to_act)
    while not match.over:
        match.play(match.legal()[0])
