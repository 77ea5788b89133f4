"""Clocks: what a turn and a bank allow, who plays when they run out, and that no clock runs while no server is up."""

from __future__ import annotations

import time

import pytest

from kafelki.server.clocks import Clock, Clocks, Pause, Turn, merged, pace_of, running
from kafelki.server.letters import moment
from kafelki.server.matches import MOST_BACK
from kafelki.server.sweep import Sweeper
from kafelki.server.uptime import SILENCE, Uptime
from tests.server.room import Room, begin, of_kind, put_away

pytestmark = pytest.mark.anyio

DAY = 86_400
LIVE = Clock(turn=60, bank=120)
MAIL = Clock(turn=2 * DAY)


# ---- Worked out from times


def clocks(pauses: list[Pause], *turns: tuple[int, float]) -> Clocks:
    """Turns of seats, each with when it began."""
    made = Clocks(Clock(turn=10, bank=30), 2, pauses)
    for ply, (seat, began) in enumerate(turns):
        made.note(Turn(seat, ply), began)
    return made


def test_a_turn_has_its_own_seconds_and_then_takes_from_the_bank() -> None:
    made = clocks([], (0, 100.0), (1, 108.0), (0, 130.0))
    assert made.banks() == [30.0, 18.0], "eight seconds cost nothing, twenty-two cost twelve"
    assert made.left(130.0) == 40.0
    assert made.left(171.0) == -1.0
    assert clocks([], (0, 0.0), (1, 500.0)).banks() == [0.0, 30.0], "there is no debt"


def test_entries_of_one_turn_do_not_begin_another() -> None:
    made = clocks([], (0, 100.0))
    made.note(Turn(0, 0), 105.0)
    assert made.left(105.0) == 35.0


def test_a_pause_costs_nobody_anything_whenever_it_becomes_known() -> None:
    pauses: list[Pause] = []
    made = clocks(pauses, (0, 100.0), (1, 200.0))
    assert (made.banks(), made.left(230.0)) == ([0.0, 30.0], 10.0)
    pauses += [Pause(105.0, 185.0), Pause(210.0, 225.0)]
    assert (made.banks(), made.left(230.0)) == ([20.0, 30.0], 25.0)
    assert running(0.0, 10.0, [Pause(-5.0, 2.0), Pause(8.0, 50.0)]) == 6.0


def test_times_that_several_servers_took_for_a_pause_count_once() -> None:
    assert merged([Pause(5.0, 9.0), Pause(1.0, 6.0), Pause(20.0, 21.0), Pause(2.0, 3.0)]) == [
        Pause(1.0, 9.0),
        Pause(20.0, 21.0),
    ]


def test_nobody_has_a_clock_after_the_end() -> None:
    made = clocks([], (0, 100.0))
    made.note(Turn(None, 9), 105.0)
    assert made.left(500.0) is None


def test_hours_for_a_turn_are_a_match_by_mail() -> None:
    assert [pace_of(clock) for clock in (None, LIVE, MAIL)] == ["relaxed", "live", "mail"]


# ---- At a table


async def look(room: Room, later: float, since: float | None = None) -> None:
    """So many seconds after a moment, or from now."""
    assert room.service.timekeeper is not None
    await room.service.timekeeper.look((moment() if since is None else since) + later)


async def test_a_table_agrees_on_a_clock_and_pages_are_told_how_it_runs(room: Room) -> None:
    sitting = await begin(room, clock=LIVE)
    began = (await sitting.match()).since
    (now,) = of_kind(await sitting.people[0].watch(sitting.id), "match")
    clock = now["standing"]["clock"]
    assert 179 - (moment() - began) < clock["left"] <= 180
    assert clock["banks"] == [120.0, 120.0]
    (table,) = of_kind(await sitting.people[0].watch(sitting.id), "table")[:1]
    assert table["table"]["clock"] == {"turn": 60, "bank": 120}
    acting = await sitting.to_act()
    mine = {one["yourTurn"]: one["left"] for one in await room.ask(acting, "list_my_tables")}
    assert 179 - (moment() - began) < mine[True] <= 180


async def test_the_owner_changes_the_clock_and_takes_it_away(room: Room) -> None:
    ola = await room.person("Ola")
    made = await room.ask(ola, "make_table", body={"game": "shelf", "nonceHash": ola.promise})
    assert made["clock"] is None
    for clock in ({"turn": 30, "bank": 60}, None):
        changed = await room.ask(ola, "change_table", table=made["id"], body={"clock": clock})
        assert changed["clock"] == clock
        assert (await room.ask(ola, "change_table", table=made["id"], body={"seats": 3}))["clock"] == clock
    with pytest.raises(ValueError, match=">= 5"):
        await room.ask(ola, "change_table", table=made["id"], body={"clock": {"turn": 1, "bank": 0}})


async def test_a_clock_that_has_run_out_hands_this_turn_to_a_bot_and_the_next_is_the_players(room: Room) -> None:
    sitting = await begin(room, clock=LIVE)
    slow = await sitting.to_act()
    await look(room, 179, (await sitting.match()).since)
    assert await sitting.seq() == 0
    slow.read()
    await look(room, 181)
    lines = [one["line"] for one in await slow.hear("moved", 2)]
    assert [line["change"] or line["by"] for line in lines] == ["timed_out", "bot"]
    assert (await sitting.match()).match.bot_seats == frozenset()
    await sitting.play()
    assert await sitting.to_act() is slow
    assert (await sitting.play(slow))["type"] == "done"


async def test_who_was_too_slow_is_told_whose_the_next_turn_is(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = await begin(room, clock=LIVE)
    slow = await sitting.to_act()
    monkeypatch.setattr("kafelki.server.bot_seats.BotSeats.wake", lambda *_: None)
    await look(room, 181)
    assert (await slow.send("come_back"))["code"] == "not_now.late"
    await slow.watch(sitting.id)
    assert len((await sitting.match()).match.bot_seats) == 1, "coming back does not take the turn from the bot"
    await look(room, 1000)
    assert await sitting.seq() == 1, "a bot has no clock"


async def test_a_table_that_was_put_away_is_found_when_its_clock_runs_out(room: Room) -> None:
    sitting = await begin(room, clock=MAIL)
    for one in sitting.people:
        await one.close_page()
    await put_away(room)
    assert list(room.authority.due) == [sitting.id]
    await look(room, DAY)
    assert room.authority.lives == []
    await look(room, 2 * DAY + 1)
    await room.until(lambda: [live.match.match.seq for live in room.authority.lives if live.match] == [2])
    assert room.authority.due == {}


async def own_time(_uptime: Uptime, now: float) -> float:
    """A database whose clock goes with ours, whatever ours says."""
    return now


async def test_while_the_server_was_down_no_clock_ran(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Uptime, "_their_time", own_time)
    sitting = await begin(room, clock=LIVE)
    await room.service.close()
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 3 * DAY)
    await room.__aenter__()
    (pause,) = room.authority.uptime.pauses
    assert pause.ended - pause.began > 3 * DAY - SILENCE
    left = (await sitting.match()).left(moment())
    assert left is not None
    assert left > 120, "the bank is as it was"
    await look(room, 0)
    assert await sitting.seq() == 0


async def test_a_short_silence_is_no_pause(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Uptime, "_their_time", own_time)
    uptime, now = room.authority.uptime, moment()
    await uptime.beat(now)
    await uptime.beat(now + SILENCE - 1)
    assert uptime.pauses == []
    await uptime.beat(now + 3 * SILENCE)
    assert len(uptime.pauses) == 1


async def test_servers_go_by_the_clock_of_the_database_and_say_if_theirs_is_wrong(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    await room.authority.uptime.beat(moment() + 3600)
    shared = room.service.store.is_shared
    assert (room.authority.uptime.pauses == []) == shared
    assert ("clock is wrong" in caplog.text) == shared


async def test_by_mail_nobody_is_voted_away_and_no_bot_comes_for_who_is_not_at_the_table(room: Room) -> None:
    sitting = await begin(room, clock=MAIL, take_over=1)
    gone, (other,) = await sitting.to_act(), await sitting.others()
    await gone.close_page()
    live = await sitting.live()
    live.away[gone.player] -= 3600
    seat = live.table.seat_of(gone.player)
    assert (await other.send("take_over", seat=seat))["code"] == "not_now.mail"
    sweeper = Sweeper(room.authority)
    await sweeper.sweep(moment() + 7200)
    await sweeper.close()
    assert (await sitting.match()).match.bot_seats == frozenset()


async def test_a_table_that_is_gone_stops_nobody_elses_clock(room: Room) -> None:
    sitting = await begin(room, clock=LIVE)
    room.authority.due["no-such-table"] = 0.0
    await look(room, 181)
    assert await sitting.seq() >= 1
    assert room.authority.due == {}


async def test_who_was_too_slow_cannot_take_the_bots_steps_back(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = await begin(room, game="tikal", clock=LIVE)
    slow = await sitting.to_act()
    with monkeypatch.context() as asleep:
        asleep.setattr("kafelki.server.bot_seats.BotSeats.wake", lambda *_: None)
        while not (await sitting.match()).match.can_undo or await sitting.to_act() is not slow:
            await sitting.play()
        await look(room, 181)
        for command in ("undo", "reset_turn"):
            answer = await slow.send(command, seq=await sitting.seq())
            assert (answer["type"], answer["code"]) == ("refused", "not_your_turn.bot")


async def test_nobody_goes_back_and_forth_without_end(room: Room) -> None:
    sitting = await begin(room, game="tikal")
    while not (await sitting.match()).match.can_undo:
        await sitting.play()
    answer = None
    for _ in range(MOST_BACK + 1):
        answer = await (await sitting.to_act()).send("undo", seq=await sitting.seq())
        if answer["type"] == "done":
            await sitting.play()
    assert answer is not None
    assert answer["code"] == "cannot_undo.often"
