"""What a bot knows of Półeczka: guesses that are true at the end and sensible before it."""

from __future__ import annotations

import random

import pytest

from kafelki.core.chance import key_words
from kafelki.core.match import Match
from kafelki.core.record import state_in
from kafelki.games.shelf.game import GAME
from kafelki.games.shelf.knowledge import appeal, outlook
from kafelki.games.shelf.moves import Take, action_of
from kafelki.games.shelf.prospects import FAR, missing
from kafelki.games.shelf.state import ShelfState
from tests.games.shelf.table import BLOCK, EMPTY, Rows, begin, floor, poured, shelf, take

TILES = {"D2": "C", "E2": "C", "E8": "G", "F8": "B", **BLOCK}


def record(match: Match) -> ShelfState:
    return state_in(match.state(), 0, ShelfState)


def charm(match: Match, move: Take) -> int:
    return int(appeal(record(match), action_of(move)))


def short(rows: Rows, goal: int) -> int:
    return int(missing(record(begin(floor(**TILES), [rows, EMPTY])).shelves[0], goal))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_at_the_end_the_outlook_is_the_score(seats: int) -> None:
    rng = random.Random(seats)
    states = GAME.blank()
    GAME.deal(states, 0, seats, {}, rng.randbytes(32))
    while not states[0].over:
        before = states[0].tobytes()
        actions = GAME.legal(states, 0).tolist()
        for action in rng.sample(actions, min(3, len(actions))):
            appeal(state_in(states, 0, ShelfState), action)
        for seat in range(seats):
            assert abs(outlook(state_in(states, 0, ShelfState), seat)) < 10_000
        assert states[0].tobytes() == before, "looking at a position changed it"
        assert GAME.play(states, 0, rng.choice(actions)) == 0
    assert [outlook(state_in(states, 0, ShelfState), seat) for seat in range(seats)] == [
        100 * points for points in GAME.scores(states, 0)
    ]


def test_a_take_that_completes_a_group_appeals_more() -> None:
    match = begin(floor(**TILES), [shelf("CC..."), EMPTY])
    assert charm(match, take("D2", column=2)) > charm(match, take("D2", column=4))
    assert charm(match, take("D2", "E2", column=2)) > charm(match, take("D2", column=2))


def test_a_tile_on_its_cell_of_the_card_appeals_more_than_one_that_covers_it() -> None:
    match = begin(floor(**TILES), personal=[12, 1])  # that card wants a cat in the lower left
    assert charm(match, take("D2", column=0)) > charm(match, take("D2", column=1)) > charm(match, take("E8", column=0))


def test_a_take_that_fulfils_a_common_goal_appeals_more() -> None:
    rows = shelf("C.C..", "BCB.G", "CBCBC", "BCBFF")  # seven cats
    stairs, eight = (begin(floor(**TILES), [rows, EMPTY], goals=[goal]) for goal in (12, 9))
    assert (short(rows, 12), short(rows, 9)) == (FAR, 1)
    cat, book = take("D2", column=3), take("F8", column=3)
    assert charm(eight, cat) - charm(eight, book) >= charm(stairs, cat) - charm(stairs, book) + 200


def test_the_outlook_sees_room_beside_a_group() -> None:
    open_pair = begin(floor(**TILES), [shelf("CC..."), EMPTY])
    two_alone = begin(floor(**TILES), [shelf("C.C.."), EMPTY])
    assert outlook(record(open_pair), 0) > outlook(record(two_alone), 0)


@pytest.mark.parametrize(
    ("rows", "goal", "tiles"),
    [
        (EMPTY, 1, 8),
        (shelf("CC...", "CC.BB"), 1, 2),
        (EMPTY, 2, 12),
        (EMPTY, 3, 16),
        (shelf("CCCCB"), 3, 11),
        (shelf("CC.BB"), 4, 8),
        (EMPTY, 5, 18),
        (shelf("CBGFT"), 6, 5),
        (shelf("CBCBC"), 7, 15),
        (shelf("C...C"), 8, 2),
        (shelf("C...B"), 8, FAR),
        (shelf("CCCCC"), 9, 3),
        (shelf("C.C.."), 10, 3),
        (shelf("C...."), 11, 4),
        (shelf("B....", "CC..."), 12, 12),
        (shelf("C...C", "C...C", "CCCCC"), 12, FAR),
    ],
)
def test_how_many_tiles_a_goal_misses(rows: Rows, goal: int, tiles: int) -> None:
    assert short(rows, goal) == tiles


def test_a_full_shelf_misses_nothing_of_the_goals_it_fulfils() -> None:
    assert short(poured("C" * 10), 9) == 0
    assert short(poured("CCBBGCCBBG"), 1) == 0
    assert short(poured("CBGFTBCTGF"), 6) == 0


def test_once_the_end_token_is_taken_only_those_after_it_hope() -> None:
    rows = shelf("CC...")
    match = begin(floor(**TILES), [rows, poured("CBGFTP" * 5), rows], to_act=2, end_token=1)
    state = record(match)
    assert outlook(state, 2) > outlook(state, 0)


def test_other_deals_are_guessed_alike() -> None:
    match = begin(floor(**TILES))
    states = match.state()
    before = outlook(state_in(states, 0, ShelfState), 0)
    GAME.redeal(states, 0, 0, key_words(b"k" * 32))
    assert outlook(state_in(states, 0, ShelfState), 0) == before
