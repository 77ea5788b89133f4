"""Matches between bots: the same again, shares, turns, and faults that stop nothing."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

import kafelki
from kafelki.arena import Deal, Played
from kafelki.arena.plan import Job
from kafelki.arena.play import Clocked, FaultKind, Table, play_deal
from tests.arena.conftest import OwnClock
from tests.arena.helpers import OWN, a_plan, without_clocks

FIRST = Job(0, (0, 1))
CLOCKS = (Clocked(), Clocked())


@pytest.mark.parametrize(("game", "seats"), [("_template", 3), ("planet", 3), ("shelf", 2)])
def test_a_deal_is_played_the_same_every_time(game: str, seats: int) -> None:
    plan = a_plan(f"{OWN}:Few", "greedy", game=game, seats=seats)
    deal = play_deal(plan, FIRST)
    assert without_clocks(deal) == without_clocks(play_deal(plan, FIRST))
    assert without_clocks(deal) != without_clocks(msgspec.structs.replace(play_deal(plan, Job(1, (0, 1))), deal=0))
    assert len(deal.matches) == (2 if seats == 2 else 2 * seats)
    assert not any(match.faults for match in deal.matches)
    assert msgspec.json.decode(msgspec.json.encode(deal), type=Deal) == deal


def test_all_seatings_begin_from_the_same_deal() -> None:
    plan = a_plan(game="shelf")
    tables = [Table(plan, FIRST, seating) for seating in ((0, 1), (1, 0))]
    assert tables[0].match.state().tobytes() == tables[1].match.state().tobytes()
    assert tables[0].names == ["random", "greedy"]
    assert tables[1].names == ["greedy", "random"]


@pytest.mark.parametrize(
    ("seating", "ranks", "share"),
    [
        ((0, 1), (1, 2), 1),
        ((1, 0), (1, 2), 0),
        ((0, 1), (1, 1), 0.5),
        ((0, 1, 1, 1), (2, 1, 2, 4), 0.5),  # behind one, level with one, before one
        ((0, 0, 0, 1), (1, 3, 4, 2), 1 / 3),
    ],
)
def test_a_share_is_of_the_seats_one_ends_before(
    seating: tuple[int, ...], ranks: tuple[int, ...], share: float
) -> None:
    other = tuple(1 - sits for sits in seating)
    assert Played(seating, ranks, ranks, CLOCKS).share == pytest.approx(share)
    assert Played(other, ranks, ranks, CLOCKS).share == pytest.approx(1 - share)


def test_points_are_the_mean_of_a_bots_seats() -> None:
    match = Played((0, 1, 1), (7, 10, 13), (3, 2, 1), CLOCKS)
    assert (match.points(0), match.points(1)) == (7, 11.5)


def test_a_turn_is_all_that_is_decided_in_it() -> None:
    deal = play_deal(a_plan("random", "greedy"), FIRST)
    clocks = [clock for match in deal.matches for clock in match.clocks]
    assert all(0 < clock.turns < clock.moves for clock in clocks)  # laying, stepping and ending a turn are apart here
    assert all(0 < clock.slowest <= clock.seconds for clock in clocks)
    shelf = play_deal(a_plan("random", "greedy", game="shelf"), FIRST)
    assert all(clock.turns == clock.moves for match in shelf.matches for clock in match.clocks)


@pytest.mark.parametrize(
    ("name", "kind", "why"),
    [
        ("Raises", "raised", "ValueError: nothing to ? say"),
        ("Leaves", "raised", "SystemExit: enough"),
        ("Silent", "raised", "Unspeakable: ?"),
        ("Nonsense", "not_a_move", "a list came"),
        ("OtherGame", "not_a_move", "BadMove: "),
        ("Illegal", "illegal", "IllegalMove: "),
    ],
)
def test_a_bot_at_fault_is_noted_down_and_the_match_goes_on(name: str, kind: FaultKind, why: str) -> None:
    plan = a_plan("greedy", f"{OWN}:{name}", game="shelf")
    deals = [play_deal(plan, Job(deal, (0, 1))) for deal in range(2)]
    faults = [fault for deal in deals for match in deal.matches for fault in match.faults]
    assert faults
    for fault in faults:
        assert (fault.bot, fault.kind) == (f"{OWN}:{name}", kind)
        assert fault.why.startswith(why)
        assert fault.seating[fault.seat] == 1
        assert fault.ply % 2 == fault.seat
    assert all(sum(match.scores) > 0 for deal in deals for match in deal.matches)
    assert [without_clocks(deal) for deal in deals] == [
        without_clocks(play_deal(plan, Job(deal, (0, 1)))) for deal in range(2)
    ]
    assert msgspec.json.decode(msgspec.json.encode(deals[0]), type=Deal) == deals[0]


@pytest.mark.usefixtures("own_clock")
def test_who_overruns_the_cap_is_noted_down_and_its_move_stands() -> None:
    capped = play_deal(a_plan("random", f"{OWN}:Slow", cap=5), FIRST)
    faults = [fault for match in capped.matches for fault in match.faults]
    assert {(fault.bot, fault.kind) for fault in faults} == {(f"{OWN}:Slow", "overran")}
    assert all(fault.why.endswith(" ms of 5") for fault in faults)
    free = play_deal(a_plan("random", f"{OWN}:Slow", cap=500), FIRST)
    assert not any(match.faults for match in free.matches)
    assert [match.scores for match in free.matches] == [match.scores for match in capped.matches]


def three_moves_of_a_master() -> Table:
    """Against a player who takes no time, with three milliseconds for each."""
    table = Table(a_plan("random", "master", game="shelf", cap=3), FIRST, (0, 1))
    for _ in range(6):
        table._decide(table.match, table.match.to_act or 0)
    return table


def test_a_search_keeps_within_the_cap(own_clock: OwnClock) -> None:
    own_clock.step = 0.0005
    table = three_moves_of_a_master()
    assert not table.faults
    assert 0.003 * 3 <= table.clocks[1].seconds < 0.1 * 3


def test_how_long_a_search_with_a_cap_takes(record_property: Callable[[str, object], None]) -> None:
    seconds = three_moves_of_a_master().clocks[1].seconds
    assert seconds >= 0.003 * 3
    record_property("a move of a master who has 3 ms", f"{1000 * seconds / 3:.0f} ms")


def test_what_a_bot_prints_is_not_in_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    play_deal(a_plan("random", f"{OWN}:Chatty"), FIRST)
    out, err = capsys.readouterr()
    assert not out
    assert "hm" in err


def test_a_match_in_the_arena_is_a_match_like_any_other() -> None:
    plan = a_plan(game="planet", seats=3)
    table = Table(plan, FIRST, (0, 1, 1))
    played = table.play()
    assert kafelki.load_match(table.match.dump()).ranks == list(played.ranks)
