"""The end, the points and what stays hidden: rulings 25 to 31."""

from __future__ import annotations

import pytest

import kafelki
from kafelki.core.chance import key_words
from kafelki.core.match import Match
from kafelki.games.shelf.tables import GROUP_POINTS, MOST_POINTS
from tests.games.shelf.components import BOX, LETTER_OF, LETTERS
from tests.games.shelf.table import (
    BLOCK,
    EMPTY,
    Rows,
    begin,
    floor,
    full_floor,
    happened,
    kinds_of,
    laid_out,
    poured,
    see,
    shelf,
    stocked,
    take,
)

TILES = {"D2": "C", "E2": "B", "E8": "G", "F8": "F", **BLOCK}


# ---- 25: the end token


def test_25_the_first_full_shelf_takes_the_end_token_worth_a_point() -> None:
    match = begin(floor(**TILES), [stocked(29)[0], EMPTY])
    assert [player.points.end for player in see(match).players] == [0, 0]
    before = match.scores[0]
    match.play(take("D2", column=4))
    assert [player.end_token for player in see(match).players] == [True, False]
    assert [player.points.end for player in see(match).players] == [1, 0]
    assert match.scores[0] == before + 1
    assert kinds_of(happened(match)) == ["shelf.taken", "shelf.filled"]


def test_25_a_second_full_shelf_takes_nothing() -> None:
    match = begin(floor(**TILES), stocked(30, 29), to_act=1, end_token=0)
    match.play(take("D2", column=4))
    assert [player.points.end for player in see(match).players] == [1, 0]
    assert kinds_of(happened(match)) == ["shelf.taken", "shelf.ended"]


def test_25_a_shelf_one_tile_short_is_not_full() -> None:
    match = begin(floor(**TILES), [stocked(28)[0], EMPTY])
    match.play(take("D2", column=3))
    assert laid_out(match).end_token is None


# ---- 26: the last round


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_26_the_round_is_played_out_to_the_seat_before_the_first(seats: int) -> None:
    match = begin(floor(**TILES), [stocked(29)[0], *[EMPTY] * (seats - 1)])
    match.play(take("D2", column=4))
    for seat in range(1, seats):
        assert (match.over, match.to_act) == (False, seat)
        match.play(take(("E2", "E8", "F8")[seat - 1]))
    assert (match.over, match.to_act, match.legal()) == (True, None, [])


@pytest.mark.parametrize("seats", [3, 4])
def test_26_who_sat_before_the_one_who_filled_the_shelf_does_not_play_again(seats: int) -> None:
    match = begin(floor(**TILES), [EMPTY, stocked(29)[0], *[EMPTY] * (seats - 2)], to_act=1)
    match.play(take("D2", column=4))
    for seat in range(2, seats):
        match.play(take(("E2", "E8")[seat - 2]), seat=seat)
    assert match.over


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_26_if_the_last_seat_filled_the_shelf_the_match_ends_at_once(seats: int) -> None:
    match = begin(floor(**TILES), [*[EMPTY] * (seats - 1), stocked(29)[0]], to_act=seats - 1)
    match.play(take("D2", column=4))
    assert (match.over, laid_out(match).end_token) == (True, seats - 1)
    assert kinds_of(happened(match)) == ["shelf.taken", "shelf.filled", "shelf.ended"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_26_so_everybody_has_as_many_turns(seats: int) -> None:
    for seed in range(3):
        match = kafelki.new_match("shelf", seats=seats, seed=seed)
        while not match.over:
            match.play(match.legal()[-1 - seed])
        assert match.ply % seats == 0


# ---- 27: the personal card


def matching(card: int, matches: int) -> Rows:
    """A full shelf with so many tiles where the card wants them, and other kinds where it wants more."""
    rows = [[LETTERS[(row + 2 * column) % 6] for column in range(5)] for row in range(6)]
    for i, want in enumerate(BOX.personal_goals.cards[card - 1].cells):
        letter = LETTER_OF[want.type]
        rows[want.row][want.col] = letter if i < matches else LETTERS[LETTERS.index(letter) - 1]
    return tuple("".join(row) for row in rows)


@pytest.mark.parametrize(("matches", "points"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 6), (5, 9), (6, 12)])
@pytest.mark.parametrize("card", range(1, 13))
def test_27_a_personal_card_gives_0_1_2_4_6_9_12_for_0_to_6_matches(card: int, matches: int, points: int) -> None:
    personal = [card, 1 + card % 12]
    match = begin(floor(D2="C"), [matching(card, matches), EMPTY], personal=personal, to_act=None, end_token=0)
    player = see(match).players[0]
    assert player.points.personal == points
    assert player.card is not None
    assert [cell.met for cell in player.card.cells].count(True) == matches


def test_27_the_card_counts_on_the_final_shelf() -> None:
    match = begin(floor(**TILES), [EMPTY, EMPTY], personal=[12, 1])
    match.play(take("D2", column=0))  # card 12 wants a cat in the lower left corner
    own = see(match, 0).players[0]
    assert (own.points.personal, own.points.total, match.scores) == (1, 1, [1, 0])


def test_27_a_tile_of_another_kind_or_beside_the_cell_is_no_match() -> None:
    match = begin(floor(**TILES), [EMPTY, EMPTY], personal=[12, 1])
    match.play(take("E2", column=0))
    match.play(take("D2", column=0))
    assert match.scores == [0, 0]


# ---- 28: groups


@pytest.mark.parametrize(
    ("size", "points"), [(1, 0), (2, 0), (3, 2), (4, 3), (5, 5), (6, 8), (7, 8), (8, 8), (12, 8), (22, 8)]
)
def test_28_a_group_of_3_4_5_6_or_more_gives_2_3_5_8(size: int, points: int) -> None:
    match = begin(floor(D2="B"), [poured(size * "C"), EMPTY])
    assert see(match).players[0].points.groups == points


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        (shelf("CCCBB", "CCCBB"), 8 + 3),
        (shelf("CCC..", "BBB..", "CCC.."), 2 + 2 + 2),  # two groups of one kind, each for itself
        (shelf("CCCCC", "CBBBC", "CCCCC"), 8 + 2),
        (shelf("CB...", "BC...", "CBC.."), 0),  # corners join nothing
        (shelf("CCC.C", "BBBCC"), 2 + 2 + 2),
        (shelf("CCC..", "BBBCC"), 2 + 2),
    ],
)
def test_28_each_group_counts_for_itself(rows: Rows, points: int) -> None:
    match = begin(floor(D2="B"), [rows, EMPTY])
    assert see(match).players[0].points.groups == points


def test_28_no_group_runs_over_the_top_of_a_column_into_the_next() -> None:
    match = begin(floor(D2="B"), [("C....", "C....", "B....", "B....", "TC...", "TC..."), EMPTY])
    assert see(match).players[0].points.groups == 0
    match = begin(floor(D2="B"), [("CB...", "CG...", "BF...", "GT...", "FC...", "TC..."), EMPTY])
    assert see(match).players[0].points.groups == 0


# ---- 29: ties


def test_29_of_tied_players_the_latest_in_turn_order_wins() -> None:
    # Three of a kind and the end token against four of a kind.
    first = ("CBGFT", "BGFTP", "GFTPC", "FTPCB", "TPCBF", "PCGGG")
    match = begin(floor(D2="C"), [first, shelf("CC...", "CC...")], to_act=None, end_token=0, personal=[3, 2])
    assert match.scores == [3, 3]
    assert match.ranks == [2, 1]
    assert match.winners == (1,)


def test_29_all_ranks_use_it() -> None:
    shelves = [stocked(30)[0], shelf("CCC.."), shelf("BBB.."), EMPTY]
    match = begin(floor(D2="C"), shelves, to_act=None, end_token=0, personal=[9, 1, 2, 3])
    scores = match.scores
    assert scores[1] == scores[2] == 2
    assert scores[3] == 0
    assert match.ranks[2] == match.ranks[1] - 1
    assert sorted(match.ranks) == [1, 2, 3, 4]


def test_29_points_come_first() -> None:
    shelves = [stocked(30)[0], shelf("CCC.."), EMPTY]
    match = begin(floor(D2="C"), shelves, to_act=None, end_token=0, personal=[9, 1, 2], taken=[[8, 0, 0], [0, 0, 0]])
    assert match.ranks == [1, 2, 3]
    assert match.winners == (0,)


# ---- 30: the most there can be


def test_30_no_score_is_above_69() -> None:
    assert BOX.bounds.of_which == {"groups": 40, "personal": 12, "common": 16, "end_token": 1}
    assert sum(BOX.bounds.of_which.values()) == MOST_POINTS == 69
    for size in range(1, 31):  # a tile brings at most 8/6 of a point, thirty of them forty
        assert 6 * GROUP_POINTS[min(size, 6)] <= 8 * size


def test_30_forty_points_for_groups_can_be_had() -> None:
    five = ("CBGFT",) * 6
    tokens = [[8, 0], [8, 0]]
    match = begin(floor(D2="C"), [five, EMPTY], to_act=None, end_token=0, taken=tokens, personal=[1, 2])
    points = see(match).players[0].points
    assert (points.groups, points.tokens, points.end) == (40, 16, 1)
    assert match.scores[0] <= 69


# ---- 31: what is hidden


def known_cards(match: Match, seat: int | None) -> list[int]:
    """The seats whose personal card this seat sees."""
    return [other for other, player in enumerate(see(match, seat).players) if player.card is not None]


def test_31_a_seat_sees_its_own_personal_card_and_a_spectator_none_before_the_end() -> None:
    match = kafelki.new_match("shelf", seats=4, seed=3)
    while not match.over:
        for seat in range(4):
            assert known_cards(match, seat) == [seat]
        assert known_cards(match, None) == []
        match.play(match.legal()[0])
    for viewer in (None, 0, 1, 2, 3):
        assert known_cards(match, viewer) == [0, 1, 2, 3]
        assert [player.points.total for player in see(match, viewer).players] == match.scores


def test_31_unknown_points_are_not_in_a_total() -> None:
    match = begin(floor(**TILES), [shelf("C...."), EMPTY], personal=[12, 1])
    assert see(match, 0).players[0].points.total == 1
    for viewer in (None, 1):
        hidden = see(match, viewer).players[0].points
        assert (hidden.personal, hidden.total) == (None, 0)


def test_31_looking_back_at_an_earlier_ply_shows_no_more_than_then() -> None:
    match = begin(floor(**TILES), [EMPTY, stocked(29)[0]], to_act=1)
    match.play(take("D2", column=4))
    assert match.over
    earlier = match.view(None, ply=0)
    assert earlier == begin(floor(**TILES), [EMPTY, stocked(29)[0]], to_act=1).view(None)


def test_31_cards_not_dealt_and_the_bags_order_stay_hidden() -> None:
    match = kafelki.new_match("shelf", seats=2, seed=8)
    other = kafelki.new_match("shelf", position=match.position(), seed=9)  # the same table, another future
    for seat in (0, 1, None):
        assert see(match, seat) == see(other, seat)
    fields = set(see(match).__struct_fields__)
    assert fields == {"seat", "ply", "to_act", "over", "options", "floor", "bag", "goals", "players"}
    assert sum(see(match).bag.values()) == 132 - 29


def test_31_events_told_to_others_hold_no_card_before_the_end() -> None:
    match = begin(full_floor(2), [EMPTY, EMPTY])
    match.play(take("D2"))
    seen = {repr(happened(match, seat=seat)) for seat in (None, 0, 1)}
    assert len(seen) == 1


def revealed(match: Match) -> int:
    """The ply at which something hidden last came to light."""
    return int(match.state()["reveal_ply"][0])


def test_31_tiles_come_to_light_when_the_floor_is_filled_and_cards_at_the_end() -> None:
    match = begin(floor(D2="C", E2="B", E8="G", F8="F", D5="T", E5="P", F5="C"), [EMPTY, EMPTY])
    match.play(take("D2"))
    match.play(take("E2"))
    assert revealed(match) == 0
    match.play(take("E8"))
    assert (kinds_of(happened(match, since=2)), revealed(match)) == (["shelf.taken", "shelf.refilled"], 3)
    match = begin(floor(**TILES), [EMPTY, stocked(29)[0]], to_act=1)
    match.play(take("D2", column=4))
    assert (match.over, revealed(match)) == (True, 1)


def test_31_after_the_end_there_is_nothing_left_to_imagine() -> None:
    match = begin(floor(D2="C"), stocked(30, 7), to_act=None, end_token=0, personal=[4, 9])
    for seat in (-1, 0, 1):
        states = match.state()
        match.game.redeal(states, 0, seat, key_words(bytes(32)))
        assert states["personal"][0].tolist() == [4, 9, 0, 0]
