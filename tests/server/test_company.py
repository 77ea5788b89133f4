"""People at a table: who is away, bots in their place, chat, hints, a rematch, and coming back after a while."""

from __future__ import annotations

import asyncio
import json
import random

import msgspec
import pytest
import sqlalchemy as sa

import kafelki
from kafelki.bots.bot import Observation, observe
from kafelki.bots.searcher import Thought
from kafelki.server import bodies
from kafelki.server.letters import moment
from kafelki.server.settings import Times
from kafelki.server.sweep import Sweeper
from kafelki.server.thinking import Thinkers
from tests.server.room import Json, Person, Room, Sitting, begin, of_kind, put_away, refusal, sit_down

pytestmark = pytest.mark.anyio

LONG_AGO = 10_000.0  # seconds


async def away(sitting: Sitting, person: Person, seconds: float = LONG_AGO) -> int:
    """A page is closed, and time passes; the seat."""
    await person.close_page()
    (await sitting.live()).away[person.player] = moment() - seconds
    seat = (await sitting.table()).seat_of(person.player)
    assert seat is not None
    return seat


async def bot_seats(sitting: Sitting) -> frozenset[int]:
    return (await sitting.match()).match.bot_seats


def shown(person: Person) -> list[Json]:
    """The members as a page was last told of them."""
    members: list[Json] = person.read_all("table")[-1]["table"]["members"]
    return members


# ---- Who is there


async def test_everybody_sees_who_comes_and_goes(room: Room) -> None:
    sitting = await begin(room, watchers=1)
    ola, jan = sitting.people
    assert [member["present"] for member in shown(ola)] == [True, True]
    assert ola.read_all("table")[-1]["table"]["spectators"] == 1
    await jan.close_page()
    await sitting.watchers[0].close_page()
    assert [member["present"] for member in shown(ola)] == [True, False]
    assert ola.read_all("table")[-1]["table"]["spectators"] == 0


async def test_who_has_two_pages_is_away_only_when_both_are_closed(room: Room) -> None:
    sitting = await begin(room)
    ola, jan = sitting.people
    second = Person(room, jan.player, jan.name)
    await second.watch(sitting.id)
    await jan.close_page()
    assert [member["present"] for member in shown(ola)] == [True, True]
    await second.close_page()
    assert [member["present"] for member in shown(ola)] == [True, False]


async def test_who_was_sent_away_from_a_private_table_hears_no_more_of_it(room: Room) -> None:
    ola, jan = await room.people(2)
    id = await sit_down(room, [ola, jan])
    jan.read()
    await room.ask(ola, "remove_member", table=id, number="1")
    (last,) = jan.read()
    assert refusal(last) == "unknown_table"
    await room.ask(ola, "add_bot", table=id, body={"level": "beginner"})
    assert jan.read() == []
    assert refusal((await jan.watch(id))[0]) == "unknown_table"


# ---- A bot in somebody's place


async def test_a_vote_for_who_is_there_or_was_a_moment_ago_is_refused(room: Room) -> None:
    sitting = await begin(room)
    ola, jan = sitting.people
    seat = (await sitting.table()).seat_of(jan.player)
    assert refusal(await ola.send("take_over", seat=seat)) == "not_now.present"
    await away(sitting, jan, seconds=Times().absent - 5)
    assert refusal(await ola.send("take_over", seat=seat)) == "not_now.present"


async def test_a_vote_for_oneself_a_bot_or_nobody_is_refused(room: Room) -> None:
    sitting = await begin(room, people=2, bots=("beginner",))
    ola = sitting.people[0]
    table = await sitting.table()
    bot = next(seat for seat in range(3) if table.at_seat(seat).is_bot)
    own = table.seat_of(ola.player)
    for seat in (own, bot, 9):
        assert refusal(await ola.send("take_over", seat=seat)) == "not_allowed.seat"


async def test_of_two_one_vote_is_enough_and_the_bot_plays_at_once(room: Room) -> None:
    sitting = await begin(room)
    gone = await sitting.to_act()
    (ola,) = await sitting.others()
    seat = await away(sitting, gone)
    assert (await ola.send("take_over", seat=seat))["type"] == "done"
    assert seat in await bot_seats(sitting)
    match = (await sitting.match()).match
    await room.until(lambda: match.to_act != seat)
    assert [member["botPlays"] for member in shown(ola)].count(True) == 1
    changes = [one["line"]["change"] for one in ola.read_all("moved")]
    assert changes[0] == "taken_over"


async def test_more_than_half_of_those_present_decide(room: Room) -> None:
    sitting = await begin(room, people=4)
    ola, jan, ewa, piotr = sitting.people
    seat = await away(sitting, piotr)
    await ola.send("take_over", seat=seat)
    await ola.send("take_over", seat=seat)
    assert await bot_seats(sitting) == frozenset()
    votes = {member["seat"]: member["votes"] for member in shown(ewa)}
    assert votes[seat] == 1
    await jan.send("take_over", seat=seat)
    assert await bot_seats(sitting) == {seat}


async def test_votes_against_who_comes_back_in_time_are_forgotten(room: Room) -> None:
    sitting = await begin(room, people=4)
    ola, jan, _, piotr = sitting.people
    seat = await away(sitting, piotr)
    await ola.send("take_over", seat=seat)
    await piotr.watch(sitting.id)
    await away(sitting, piotr)
    await jan.send("take_over", seat=seat)
    assert await bot_seats(sitting) == frozenset()


async def test_a_vote_stays_when_the_voter_opens_another_page(room: Room) -> None:
    sitting = await begin(room, people=4)
    ola, jan, _, piotr = sitting.people
    seat = await away(sitting, piotr)
    await ola.send("take_over", seat=seat)
    await Person(room, ola.player, ola.name).watch(sitting.id)
    await jan.send("take_over", seat=seat)
    assert await bot_seats(sitting) == {seat}


async def test_after_the_agreed_time_a_bot_plays_for_who_is_to_act_and_away(room: Room) -> None:
    sitting = await begin(room, take_over=3)
    gone = await sitting.to_act()
    seat = await away(sitting, gone, seconds=0)
    sweeper, since = Sweeper(room.authority), (await sitting.live()).away[gone.player]
    await sweeper.sweep(since + 179)
    assert await bot_seats(sitting) == frozenset()
    await sweeper.sweep(since + 180)
    assert await bot_seats(sitting) == {seat}
    await sweeper.close()


async def test_nobody_is_taken_over_while_others_are_to_act_or_nobody_waits(room: Room) -> None:
    sitting = await begin(room, take_over=1)
    (other,) = await sitting.others()
    await away(sitting, other)
    sweeper = Sweeper(room.authority)
    await sweeper.sweep(moment() + LONG_AGO)
    assert await bot_seats(sitting) == frozenset(), "it is not their turn"
    await away(sitting, await sitting.to_act())
    await sweeper.sweep(moment() + LONG_AGO)
    assert await bot_seats(sitting) == frozenset(), "nobody is there to wait"
    await sweeper.close()


async def test_where_only_votes_decide_time_does_not(room: Room) -> None:
    sitting = await begin(room, take_over=None)
    await away(sitting, await sitting.to_act())
    sweeper = Sweeper(room.authority)
    await sweeper.sweep(moment() + 100 * LONG_AGO)
    await sweeper.close()
    assert await bot_seats(sitting) == frozenset()


async def test_who_comes_back_plays_again(room: Room) -> None:
    sitting = await begin(room)
    gone = await sitting.to_act()
    (ola,) = await sitting.others()
    seat = await away(sitting, gone)
    await ola.send("take_over", seat=seat)
    match = (await sitting.match()).match
    await room.until(lambda: match.to_act != seat)
    await gone.watch(sitting.id)
    assert await bot_seats(sitting) == frozenset()
    assert gone.read_all("moved")[-1]["line"]["change"] == "returned"
    await sitting.play(ola)
    assert await sitting.to_act() is gone
    assert (await sitting.play(gone))["type"] == "done"


# ---- Bots


async def test_bots_play_until_a_person_is_to_act(room: Room) -> None:
    sitting = await begin(room, people=1, bots=("beginner", "club"))
    match = await sitting.match()
    for _ in range(5):
        await room.until(lambda: match.bot_to_act() is None)
        await sitting.play()
    assert {entry.by for entry in match.match.entries if hasattr(entry, "by")} == {"person", "bot"}


async def test_bots_wake_after_a_restart(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as asleep:
        asleep.setattr("kafelki.server.bot_seats.BotSeats.wake", lambda *_: None)
        sitting = await begin(room, people=1, bots=("beginner",))
        while (await sitting.match()).bot_to_act() is None:
            await sitting.play()
    seq = await sitting.seq()
    await room.restart()
    await room.until(lambda: any(live.match and live.match.match.seq > seq for live in room.authority.lives))


async def test_a_bot_in_somebodys_place_wakes_after_a_restart_too(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as asleep:
        asleep.setattr("kafelki.server.bot_seats.BotSeats.wake", lambda *_: None)
        sitting = await begin(room, people=3)
        await (await sitting.to_act()).send("resign")
        assert (await sitting.match()).bot_to_act() is not None
    await room.restart()
    await room.until(lambda: any(live.match and live.match.match.seq > 1 for live in room.authority.lives))


async def test_a_bot_that_fails_plays_on_all_the_same(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr("kafelki.server.thinking.bot", lambda _level: None)
    sitting = await begin(room, people=1, bots=("beginner",))
    match = await sitting.match()
    while not any(getattr(entry, "by", None) == "bot" for entry in match.match.entries):
        await room.until(lambda: match.bot_to_act() is None)
        await sitting.play()
        await room.until(lambda: match.bot_to_act() is None)
    assert "bot failed" in caplog.text


async def test_a_server_that_stops_plays_nothing_that_a_bot_has_not_thought_out(
    caplog: pytest.LogCaptureFixture,
) -> None:
    observation = observe(kafelki.new_match("shelf", seed=1), random.Random(1))
    thinkers = Thinkers(1)
    thinking = asyncio.create_task(thinkers.choose("master", observation))
    await asyncio.sleep(0.01)
    await asyncio.to_thread(thinkers.close)
    later = asyncio.create_task(thinkers.choose("master", observation))
    for one in (thinking, later):
        with pytest.raises(asyncio.CancelledError):
            await one
    assert "bot failed" not in caplog.text


# ---- Hints


@pytest.fixture
def thinks_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hint(_thinkers: Thinkers, observation: Observation) -> list[Thought]:
        return [Thought(observation.legal[0], 10, 0.5, 1.25)]

    monkeypatch.setattr(Thinkers, "hint", hint)


async def test_who_is_to_act_may_ask_for_a_hint(room: Room, thinks_at_once: None) -> None:
    sitting = await begin(room)
    acting = await sitting.to_act()
    assert (await acting.send("hint", id="h"))["type"] == "done"
    (hint,) = acting.read_all("hinted")
    assert (hint["id"], hint["seq"]) == ("h", 0)
    assert hint["moves"][0]["move"] in acting.read_all("match")[-1]["standing"]["legal"]
    assert hint["moves"][0]["words"]["pl"]


async def test_nobody_else_gets_a_hint_nor_sees_it(room: Room, thinks_at_once: None) -> None:
    sitting = await begin(room)
    (other,) = await sitting.others()
    await (await sitting.to_act()).send("hint")
    assert refusal(await other.send("hint")) == "not_now.turn"
    assert other.read_all("hinted") == []


async def test_at_a_table_in_earnest_there_are_no_hints(room: Room, thinks_at_once: None) -> None:
    sitting = await begin(room, casual=False)
    acting = await sitting.to_act()
    assert refusal(await acting.send("hint")) == "not_allowed.hint"
    assert acting.read_all("hinted") == []


# ---- Talking


def heard(person: Person) -> list[str]:
    return [one["text"] for one in person.read_all("said")]


async def test_players_hear_players_and_spectators_hear_spectators(room: Room) -> None:
    sitting = await begin(room, watchers=2)
    ola, jan = sitting.people
    first, second = sitting.watchers
    await ola.send("say", text="  cześć   wszystkim ")
    await first.send("say", text="ona ma szóstkę")
    assert heard(ola) == heard(jan) == ["cześć wszystkim"]
    assert heard(first) == heard(second) == ["ona ma szóstkę"]


async def test_who_comes_later_is_told_what_was_said_in_their_room(room: Room) -> None:
    sitting = await begin(room, watchers=1)
    ola, jan = sitting.people
    await jan.close_page()
    await ola.send("say", text="halo")
    await sitting.watchers[0].send("say", text="cicho")
    await room.restart()
    for one in (ola, jan):
        one.connection = None
        one.texts.clear()
        await one.watch(sitting.id)
    assert heard(jan) == ["halo"]
    assert (await ola.send("say", text="znowu"))["type"] == "done"
    assert [one["number"] for one in ola.read_all("said")] == [1, 3]


async def test_who_is_muted_is_not_heard_by_who_muted_them(room: Room) -> None:
    sitting = await begin(room, people=3)
    ola, jan, ewa = sitting.people
    await jan.send("mute", player=ola.player)
    await ola.send("say", text="raz")
    await jan.send("mute", player=ola.player, muted=False)
    await ola.send("say", text="dwa")
    assert heard(jan) == ["dwa"]
    assert heard(ewa) == ["raz", "dwa"]


async def test_a_line_that_is_sent_again_after_a_lost_connection_is_said_once(room: Room) -> None:
    sitting = await begin(room)
    ola, jan = sitting.people
    for _ in range(2):
        assert (await ola.send("say", id="once", text="raz"))["type"] == "done"
    assert heard(jan) == ["raz"]


async def test_nothing_is_no_line_and_there_is_an_end_to_talking(room: Room) -> None:
    sitting = await begin(room)
    ola = sitting.people[0]
    assert refusal(await ola.send("say", text="   ")) == "not_now.empty"
    (await sitting.live()).said = room.settings.limits.lines
    assert refusal(await ola.send("say", text="jeszcze")) == "not_now.chat"


# ---- Coming back


async def test_who_names_the_last_seq_they_saw_gets_exactly_what_they_missed(room: Room) -> None:
    sitting = await begin(room, watchers=1, game="planet")
    everybody = [*sitting.people, *sitting.watchers]
    for _ in range(12):
        await sitting.play()
    live = {one: [letter["line"] for letter in one.read_all("moved")] for one in everybody}
    for restarted in (False, True):
        if restarted:
            await room.restart()
        for one in everybody:
            for since in (None, 0, 5, 11, 12, 99):
                page = Person(room, one.player, one.name)
                (now,) = of_kind(await page.watch(sitting.id, since=since), "match")
                assert now["log"] == live[one][since or 0 :]
                assert now["standing"]["seq"] == 12
                await page.close_page()


async def test_a_page_is_told_how_far_its_player_had_looked(room: Room) -> None:
    sitting = await begin(room)
    ola, jan = sitting.people
    await sitting.play()
    await ola.close_page()
    gone = await sitting.to_act()
    while gone is ola:
        await ola.watch(sitting.id)
        await sitting.play()
        await ola.close_page()
        gone = await sitting.to_act()
    seen = await sitting.seq()
    await sitting.play(jan)
    await room.restart()
    ola.connection = None
    (now,) = of_kind(await ola.watch(sitting.id, since=seen), "match")
    assert now["seen"] == seen
    assert [line["seq"] for line in now["log"]] == [seen + 1]


async def test_a_table_nobody_is_at_is_put_away_and_found_again(room: Room) -> None:
    sitting = await begin(room)
    await sitting.play()
    for one in sitting.people:
        await one.close_page()
    await put_away(room)
    await sitting.people[0].watch(sitting.id)
    assert await sitting.seq() == 1


async def test_a_match_with_a_move_now_and_then_is_never_taken_for_dead(room: Room) -> None:
    sitting = await begin(room)
    day, now = 86400.0, moment()
    await kept_otherwise(room, "UPDATE tables SET touched = :then", then=now - 50 * day)
    await room.restart()
    for one in sitting.people:
        one.connection = None
        await one.watch(sitting.id)
    await sitting.play()
    await room.until(lambda: not room.authority._tasks)
    sweeper = Sweeper(room.authority)
    await sweeper.tidy(now + 20 * day)
    assert (await sitting.table()).phase == "playing"
    await sweeper.tidy(now + 70 * day)
    await sweeper.close()
    assert (await sitting.table()).phase == "over"
    last = sitting.people[0].read_all("moved")[-1]
    assert (last["line"]["reason"], last["standing"]["winners"]) == ("abandoned", [])


async def test_dead_lobbies_and_old_matches_are_deleted(room: Room) -> None:
    ola, jan = await room.people(2)
    id = await sit_down(room, [ola, jan])
    sitting = await begin(room)
    await sitting.people[0].send("resign")
    sweeper, now = Sweeper(room.authority), moment()
    await sweeper.tidy(now + Times().keep_lobby + 60)
    assert await room.service.store.table(id) is None
    assert await room.service.store.table(sitting.id) is not None
    await sweeper.tidy(now + Times().keep_over + 60)
    await sweeper.close()
    assert await room.service.store.table(sitting.id) is None


# ---- A rematch


async def test_a_rematch_is_one_new_table_for_all_of_them(room: Room) -> None:
    sitting = await begin(room, people=2, bots=("beginner",), lot=False)
    for one in sitting.people:
        await one.send("resign")
    ola, jan = sitting.people
    first = await room.ask(ola, "play_again", table=sitting.id, body={"nonceHash": ola.promise})
    second = await room.ask(jan, "play_again", table=sitting.id, body={"nonceHash": jan.promise})
    assert first["id"] == second["id"] != sitting.id
    assert [member["name"] for member in second["members"]].count("Ola") == 1
    assert sorted(member["level"] or "" for member in second["members"]) == ["", "", "beginner"]
    assert jan.read_all("table")[-1]["table"]["rematch"] == first["invitation"]


async def test_two_who_ask_for_a_rematch_at_once_meet_at_one_table(room: Room) -> None:
    sitting = await begin(room)
    await sitting.people[0].send("resign")
    asked = [room.ask(one, "play_again", table=sitting.id, body={"nonceHash": one.promise}) for one in sitting.people]
    first, second = await asyncio.gather(*asked)
    assert first["id"] == second["id"]
    for one in sitting.people:
        assert len(await room.service.store.tables_of(one.player)) == 2


async def test_a_rematch_is_for_players_and_after_the_end(room: Room) -> None:
    sitting = await begin(room, watchers=1)
    body = {"nonceHash": sitting.people[0].promise}
    with pytest.raises(kafelki.KafelkiError, match="being played"):
        await room.ask(sitting.people[0], "play_again", table=sitting.id, body=body)
    await sitting.people[0].send("resign")
    with pytest.raises(kafelki.KafelkiError, match="Only players"):
        await room.ask(sitting.watchers[0], "play_again", table=sitting.id, body=body)


# ---- A match that does not hold


async def kept_otherwise(room: Room, statement: str, **values: object) -> None:
    """What nobody here would write."""
    async with room.service.store.engine.begin() as connection:
        await connection.execute(sa.text(statement), values)


async def spoil(sitting: Sitting, seq: int) -> None:
    """Another digest in an entry, as a broken disk or a changed rule would leave it."""
    kept = (await sitting.room.service.store.entries(sitting.id))[seq - 1]
    document = {**msgspec.to_builtins(kept.entry), "digest": "00" * 16}
    spoilt = json.dumps(document).encode()
    where = "WHERE table_id = :id AND seq = :seq"
    await kept_otherwise(
        sitting.room, f"UPDATE entries SET document = :spoilt {where}", spoilt=spoilt, id=sitting.id, seq=seq
    )


async def test_a_match_that_does_not_replay_to_its_digests_is_frozen_and_the_others_go_on(room: Room) -> None:
    broken, sound = await begin(room), await begin(room)
    for _ in range(17):
        await broken.play()
    await spoil(broken, 16)
    await room.restart()
    for one in (*broken.people, *sound.people):
        one.connection = None
    letters = await broken.people[0].watch(broken.id)
    assert [letter["type"] for letter in letters[:2]] == ["table", "refused"]
    assert refusal(letters[1]) == "frozen"
    assert refusal(await broken.people[0].send("resign")) == "frozen"
    with pytest.raises(kafelki.KafelkiError, match="cannot go on"):
        await room.ask(broken.people[0], "export_match", table=broken.id)
    await sound.people[0].watch(sound.id)
    await sound.people[1].watch(sound.id)
    assert (await sound.play())["type"] == "done"
    await room.authority.close_table(broken.id, "closed")
    assert (await broken.table()).phase == "closed"


async def test_an_entry_that_cannot_even_be_read_freezes_its_match_alone(room: Room) -> None:
    sitting = await begin(room)
    await sitting.play()
    await kept_otherwise(room, "UPDATE entries SET document = :broken", broken=b'{"type":"pl')
    await room.restart()
    sitting.people[0].connection = None
    assert refusal((await sitting.people[0].watch(sitting.id))[1]) == "frozen"


async def test_two_who_come_at_once_to_a_table_that_is_being_read_both_see_the_match(room: Room) -> None:
    sitting = await begin(room)
    await sitting.play()
    await room.restart()
    for one in sitting.people:
        one.connection = None
    for letters in await asyncio.gather(*(one.watch(sitting.id) for one in sitting.people)):
        assert len(of_kind(letters, "match")) == 1


async def test_who_watches_by_link_belongs_to_the_table_and_leaves_it_again(room: Room) -> None:
    sitting = await begin(room, watchers=1)
    watcher = sitting.watchers[0]
    assert watcher.read_all("table")[-1]["table"]["role"] == "spectator"
    await room.service.lobby.leave(watcher.player, sitting.id)
    with pytest.raises(kafelki.KafelkiError):
        await room.service.lobby.table(watcher.player, sitting.id)
    key = (await sitting.table()).invitation
    again = await room.service.lobby.join(watcher.player, watcher.name, bodies.Join(key, "seat"))
    assert again.role == "spectator"
