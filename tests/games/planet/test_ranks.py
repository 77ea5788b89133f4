"""Volcanoes, ties and ranks: rulings 20 to 22, 32 and 33."""

from __future__ import annotations

import pytest

from tests.games.planet.table import choosing, finished, see

NO_CHARACTER_SCORES = "C04 C05 C06 C07 U06 U07 U08 U09 D06 D07 D08 D09 P12 P15 P16 P17"
QUIET = (
    "C09 C10 C11 C12 U13 U14 U15 U16 D13 D14 D15 D16 P01 P02 P03 P04",
    "C13 C14 C15 C16 U17 U18 U19 U20 D17 D18 D19 D20 P05 P06 P07 P08",
)
TIE_BROKEN = (
    "C02 C10 C12 C20 U07 U12 U13 U19 D06 D07 D09 D15 P02 P05 P09 P17",
    "C04 C13 C14 C17 U02 U04 U06 U09 D12 D13 D19 D20 P03 P08 P10 P14",
    "C05 C08 C11 C15 U01 U08 U17 U18 D01 D10 D16 D18 P12 P16 P18 P19",
)
SHARED = (
    "C07 C11 C14 C20 U06 U10 U11 U19 D02 D05 D12 D18 P01 P02 P03 P15",
    "C08 C16 C18 C19 U04 U08 U13 U15 D07 D16 D17 D19 P08 P11 P13 P18",
    "C05 C09 C12 C17 U07 U12 U14 U17 D08 D10 D11 D20 P06 P07 P10 P14",
)
SECOND_SHARED = (
    "C04 C07 C08 C19 U03 U08 U15 U18 D05 D09 D10 D15 P08 P11 P16 P20",
    "C12 C17 C18 C20 U09 U12 U14 U20 D01 D08 D13 D17 P02 P04 P05 P14",
    "C01 C10 C11 C13 U04 U07 U10 U11 D07 D12 D16 D20 P09 P10 P15 P19",
    "C03 C05 C06 C09 U02 U06 U17 U19 D11 D14 D18 D19 P01 P03 P12 P18",
)
SECOND_BROKEN = (
    "C01 C07 C11 C15 U06 U08 U13 U19 D08 D12 D16 D19 P03 P06 P10 P18",
    "C06 C16 C17 C19 U04 U14 U17 U20 D06 D07 D10 D11 P01 P07 P08 P09",
    "C04 C05 C12 C18 U01 U09 U11 U18 D01 D13 D14 D18 P05 P11 P12 P16",
    "C09 C10 C13 C14 U03 U12 U15 U16 D02 D09 D15 D17 P13 P14 P17 P19",
)


def losses(*planets: str) -> list[int]:
    """What volcanoes cost each seat as the planets lie."""
    return [player.points.volcanoes for player in see(choosing(*planets)).players]


# ---- 20, 32: the loss


@pytest.mark.parametrize(
    ("planets", "lost"),
    [
        (("C04", "C16", "C17"), [-1, 0, 0]),
        (("C04 U06", "C05 U18", "C17 U19"), [-2, 0, 0]),
        (("C16 U18", "C04 U06", "C05 U07"), [0, -2, -2]),
        (("C04", "C05", "C06"), [-1, -1, -1]),
        (("C04 U06 D06", "C05 U07 D07", "C06 U08 D08", "C07 U09 D09", "C08 U10 D10"), [-3] * 5),
        (("C16", "C17", "C15"), [0, 0, 0]),
        (("", "", ""), [0, 0, 0]),
        (("C04", "C16"), [-1, 0]),
        (("C04 U06", "C05 U07"), [-2, -2]),
    ],
)
def test_20_who_has_the_most_volcanoes_loses_a_point_for_each_and_so_does_everyone_who_ties(
    planets: tuple[str, ...], lost: list[int]
) -> None:
    assert losses(*planets) == lost


def test_20_without_volcanoes_nobody_loses_anything() -> None:
    match = finished(*QUIET)
    assert [player.points.volcanoes for player in see(match).players] == [0, 0]
    assert match.scores == [sum(one.points or 0 for one in player.points.characters) for player in see(match).players]


def test_20_the_loss_is_for_two_players_too() -> None:
    match = finished(NO_CHARACTER_SCORES, QUIET[0])
    assert [player.points.volcanoes for player in see(match).players] == [-12, 0]


def test_32_all_may_lose_where_all_tie() -> None:
    assert losses("C04", "C05", "C06", "C07") == [-1] * 4
    planets = [player.elements["volcano"] for player in see(choosing("C04", "C05", "C06", "C07")).players]
    assert planets == [1] * 4


def test_32_a_tile_face_down_adds_no_volcano() -> None:
    match = choosing("C01- U01- D01- C04", "C16 U18 D18 C05", "C17 U19 D19 C06")
    assert [player.elements["volcano"] for player in see(match).players] == [1, 1, 1]


# ---- 21: below nothing


def test_21_points_may_fall_below_nothing() -> None:
    match = finished(NO_CHARACTER_SCORES, QUIET[0])
    assert match.scores[0] == -12
    assert match.ranks == [2, 1]


def test_21_the_loss_is_counted_once_after_the_characters() -> None:
    player = see(finished(*TIE_BROKEN)).players[0]
    assert player.points.volcanoes == -6
    assert player.points.total == sum(one.points or 0 for one in player.points.characters) - 6 == 37


# ---- 22, 33: ties


def volcanoes(*planets: str) -> list[int]:
    return [player.elements["volcano"] for player in see(finished(*planets)).players]


def test_22_of_equal_points_the_one_with_fewer_volcanoes_wins() -> None:
    match = finished(*TIE_BROKEN)
    assert match.scores == [37, 37, 24]
    assert volcanoes(*TIE_BROKEN) == [6, 4, 4]
    assert (match.ranks, match.winners) == ([2, 1, 3], (1,))


def test_22_equal_in_both_share_the_victory() -> None:
    match = finished(*SHARED)
    assert match.scores == [37, 33, 37]
    assert volcanoes(*SHARED) == [6, 5, 6]
    assert (match.ranks, match.winners) == ([1, 3, 1], (0, 2))


def test_32_33_lower_ranks_use_the_same_volcanoes() -> None:
    match = finished(*SECOND_BROKEN)
    assert match.scores == [26, 34, 34, 36]
    assert volcanoes(*SECOND_BROKEN) == [5, 6, 5, 2]
    assert match.ranks == [4, 3, 2, 1]


def test_33_who_is_still_equal_shares_the_better_rank() -> None:
    match = finished(*SECOND_SHARED)
    assert match.scores == [40, 39, 39, 15]
    assert volcanoes(*SECOND_SHARED) == [7, 5, 5, 4]
    assert match.ranks == [1, 2, 2, 4]
    assert match.winners == (0,)


@pytest.mark.parametrize("planets", [TIE_BROKEN, SHARED, SECOND_BROKEN, SECOND_SHARED])
def test_33_ranks_do_not_depend_on_the_seats(planets: tuple[str, ...]) -> None:
    there, back = finished(*planets), finished(*planets[::-1])
    assert back.ranks == there.ranks[::-1]
    assert back.scores == there.scores[::-1]
