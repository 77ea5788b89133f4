"""A match at a table: moves and what is refused of them, ids that come twice, undo, resigning, coming back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
import pytest

from kafelki.core.entries import AnyEntry, Played
from kafelki.server.letters import moment
from kafelki.server.live import Live
from kafelki.server.store import Store
from kafelki.server.sweep import Sweeper
from kafelki.server.wire import AnyOutgoing
from kafelki.server.writer import Step
from tests.server.room import Json, Person, Room, Sitting, begin, of_kind, refusal

pytestmark = pytest.mark.anyio


async def step_back_possible(sitting: Sitting) -> None:
    """Play until who is to act could take a step back."""
    for _ in range(2000):
        if (await sitting.match()).match.can_undo:
            return
        assert (await sitting.play())["type"] == "done"
    raise AssertionError("there was never anything to take back")


def last_moved(person: Person) -> Json:
    return person.read_all("moved")[-1]


# ---- Moves


async def test_a_move_is_told_to_everybody_and_answered_with_its_seq(room: Room) -> None:
    sitting = await begin(room, watchers=1)
    acting = await sitting.to_act()
    assert await sitting.play(id="first") == {"type": "done", "id": "first", "seq": 1}
    for one in (*sitting.people, *sitting.watchers):
        told = last_moved(one)
        assert (told["line"]["seq"], told["standing"]["seq"], told["line"]["what"]) == (1, 1, "play")
        assert told["line"]["words"]
    kept = await room.service.store.entries(sitting.id)
    assert [one.entry.seq for one in kept] == [1]
    assert kept[0].entry.id == f"{(await sitting.table()).seat_of(acting.player)} first"


async def test_only_who_is_to_act_is_told_what_can_be_done(room: Room) -> None:
    sitting = await begin(room, watchers=1)
    await sitting.play()
    acting = await sitting.to_act()
    for one in (*sitting.people, *sitting.watchers):
        now = last_moved(one)["standing"]
        assert (now["legal"] is not None) == (one is acting)
        assert now["choices"] is None
        page = Person(room, one.player, one.name)
        await page.watch(sitting.id, legal=False)
        now = page.read_all("match")[-1]["standing"]
        assert (now["choices"] is not None) == (one is acting)
        assert now["legal"] is None


async def test_a_move_from_another_seat_is_refused(room: Room) -> None:
    sitting = await begin(room)
    (other,) = await sitting.others()
    answer = await sitting.play(other)
    assert refusal(answer) == "not_your_turn"
    assert answer["standing"]["seq"] == 0


async def test_spectators_cannot_move_nor_anything_else_that_is_for_players(room: Room) -> None:
    sitting = await begin(room, watchers=1)
    (watcher,) = sitting.watchers
    assert refusal(await sitting.play(watcher)) == "not_allowed.spectator"
    for kind, fields in (
        ("undo", {"seq": 0}),
        ("reset_turn", {"seq": 0}),
        ("resign", {}),
        ("come_back", {}),
        ("take_over", {"seat": 0}),
        ("hint", {}),
        ("promise", {"nonceHash": "ab" * 32}),
        ("reveal", {"nonce": "ab" * 32}),
    ):
        assert refusal(await watcher.send(kind, **fields)).startswith(("not_allowed", "not_now")), kind
    assert await sitting.seq() == 0


async def test_a_move_that_answers_an_older_state_is_refused_with_the_match_as_it_stands(room: Room) -> None:
    sitting = await begin(room)
    await sitting.play()
    acting = await sitting.to_act()
    answer = await sitting.play(acting, seq=0)
    assert refusal(answer) == "stale_move"
    assert answer["standing"] == last_moved(acting)["standing"]
    assert refusal(await sitting.play(acting, seq=99)) == "stale_move"
    assert (await sitting.play(acting))["type"] == "done"


async def test_an_illegal_move_is_refused_with_its_reason_and_changes_nothing(room: Room) -> None:
    sitting = await begin(room)
    match = (await sitting.match()).match
    before = match.state().tobytes()
    illegal = next(
        match.game.move_of(action)
        for action in range(match.game.actions)
        if match.game.why_not(match.state(), 0, action)
    )
    answer = await sitting.play(move=illegal)
    assert refusal(answer).startswith("illegal_move.")
    assert answer["index"] == 0
    assert answer["standing"]["seq"] == 0
    assert (await sitting.match()).match.state().tobytes() == before
    assert await room.service.store.entries(sitting.id) == []


async def test_a_command_before_the_start_is_refused(room: Room) -> None:
    ola = await room.person("Ola")
    ola.open_page()
    assert refusal(await ola.send("undo", seq=0)) == "not_now.watch"
    made = await room.ask(ola, "make_table", body={"game": "shelf", "nonceHash": ola.promise})
    await ola.watch(made["id"])
    assert refusal(await ola.send("undo", seq=0)) == "not_now.lobby"


# ---- The same command twice


async def test_a_repeated_id_gets_the_first_answer_again_and_nothing_happens_twice(room: Room) -> None:
    sitting = await begin(room)
    acting = await sitting.to_act()
    move = (await sitting.match()).match.legal()[0]
    first = await sitting.play(acting, move, id="same", seq=0)
    told = len(acting.read_all("moved"))
    assert await sitting.play(acting, move, id="same", seq=0) == first
    await sitting.play()
    assert await sitting.play(acting, move, id="same", seq=0) == first
    assert await sitting.seq() == 2
    assert len(acting.read_all("moved")) == told + 1


async def test_a_repeated_id_gets_the_first_answer_also_after_an_undo_and_a_restart(room: Room) -> None:
    sitting = await begin(room, game="tikal")
    await step_back_possible(sitting)
    acting, seq = await sitting.to_act(), await sitting.seq()
    back = await acting.send("undo", id="back", seq=seq)
    assert back == {"type": "done", "id": "back", "seq": seq + 1}
    move = (await sitting.match()).match.legal()[0]
    first = await sitting.play(acting, move, id="m")
    for _ in range(2):
        assert await acting.send("undo", id="back", seq=seq) == back
        assert await sitting.play(acting, move, id="m", seq=seq + 1) == first
        await room.restart()
        acting.connection = None
        await acting.watch(sitting.id)
    assert await sitting.seq() == seq + 2


async def test_ids_are_a_players_own(room: Room) -> None:
    sitting = await begin(room)
    assert (await sitting.play(id="1"))["seq"] == 1
    assert (await sitting.play(id="1"))["seq"] == 2


async def test_an_id_that_another_command_had_is_refused(room: Room) -> None:
    sitting = await begin(room)
    acting = await sitting.to_act()
    await sitting.play(acting, id="used")
    assert refusal(await acting.send("undo", id="used", seq=1)) == "bad_move.id_used"


# ---- Undo


async def test_a_step_is_taken_back_and_told(room: Room) -> None:
    sitting = await begin(room, game="tikal")
    await step_back_possible(sitting)
    acting = await sitting.to_act()
    ply = (await sitting.match()).match.ply
    assert last_moved(acting)["standing"]["canUndo"]
    await acting.send("undo", seq=await sitting.seq())
    for one in sitting.people:
        told = last_moved(one)
        assert told["line"]["what"] == "undo"
        assert told["line"]["words"][0]["en"] == f"{acting.name} takes a step back."
        assert told["standing"]["ply"] == ply - 1


async def test_a_turn_is_begun_again(room: Room) -> None:
    sitting = await begin(room, game="tikal")
    await step_back_possible(sitting)
    acting = await sitting.to_act()
    assert (await acting.send("reset_turn", seq=await sitting.seq()))["type"] == "done"
    assert not (await sitting.match()).match.can_undo
    assert refusal(await acting.send("undo", seq=await sitting.seq())).startswith("cannot_undo.")


async def test_nobody_takes_anothers_step_back(room: Room) -> None:
    sitting = await begin(room, game="tikal")
    await step_back_possible(sitting)
    (other,) = await sitting.others()
    assert refusal(await other.send("undo", seq=await sitting.seq())) == "not_your_turn"


# ---- The end


async def test_with_two_players_who_resigns_ends_the_match(room: Room) -> None:
    sitting = await begin(room)
    loser, winner = sitting.people
    table = await sitting.table()
    assert (await loser.send("resign"))["type"] == "done"
    now = last_moved(winner)["standing"]
    assert now["over"]
    assert now["winners"] == [table.seat_of(winner.player)]
    assert winner.read_all("table")[-1]["table"]["phase"] == "over"
    assert refusal(await sitting_move(winner)) == "match_over"
    assert [one.phase for one in await room.service.store.tables_of(winner.player)] == ["over"]


async def sitting_move(person: Person) -> Json:
    return await person.send("undo", seq=last_moved(person)["standing"]["seq"])


async def test_who_resigns_twice_with_one_id_is_answered_again(room: Room) -> None:
    sitting = await begin(room, people=3)
    ola = sitting.people[0]
    assert (await ola.send("resign", id="r"))["type"] == "done"
    assert (await ola.send("resign", id="r"))["type"] == "done"
    assert refusal(await ola.send("resign")) == "match_over"


async def test_of_three_a_bot_plays_on_for_who_resigns_and_the_seat_ranks_last(room: Room) -> None:
    sitting = await begin(room, people=3)
    resigned = await sitting.to_act()
    seat = (await sitting.table()).seat_of(resigned.player)
    assert seat is not None
    assert (await resigned.send("resign"))["type"] == "done"
    match = (await sitting.match()).match
    await room.until(lambda: match.to_act != seat)
    assert [one["botPlays"] for one in resigned.read_all("table")[-1]["table"]["members"]].count(True) == 1
    assert refusal(await resigned.send("undo", seq=match.seq)) == "not_your_turn"
    while not match.over:
        assert match.to_act != seat
        await sitting.play()
        await room.until(lambda: match.to_act != seat)
    assert match.ranks[seat] == 3
    assert match.ranks.count(3) == 1


async def test_who_resigned_does_not_come_back(room: Room) -> None:
    sitting = await begin(room, people=3)
    resigned = sitting.people[0]
    await resigned.send("resign")
    assert resigned.read_all("moved")[0]["standing"]["legal"] is None
    await resigned.close_page()
    await resigned.watch(sitting.id)
    assert (await resigned.send("come_back"))["type"] == "done"
    seat = (await sitting.table()).seat_of(resigned.player)
    assert seat in (await sitting.match()).match.bot_seats


async def test_a_match_that_the_rules_end_ends_the_table_and_its_file_can_be_had(room: Room) -> None:
    sitting = await begin(room)
    await sitting.play_to_the_end()
    assert (await sitting.table()).phase == "over"
    file = await room.ask(sitting.people[0], "export_match", table=sitting.id)
    assert len(file["entries"]) == await sitting.seq()
    frame = await room.ask(sitting.people[0], "show_ply", table=sitting.id, ply="1", seat="0")
    assert frame["ply"] == 1
    assert frame["words"]


async def test_before_the_end_there_is_neither_file_nor_looking_back(room: Room) -> None:
    sitting = await begin(room)
    for name, given in (("export_match", {}), ("show_ply", {"ply": "0"})):
        with pytest.raises(Exception, match="when the match is over"):
            await room.ask(sitting.people[0], name, table=sitting.id, **given)


# ---- When the disk fails


class Failing:
    """A disk that takes nothing, as long as it is told so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fails: Callable[[AnyEntry], bool] = lambda _entry: True
        self.inside, self.go_on = asyncio.Event(), asyncio.Event()
        self.go_on.set()
        add_entry = Store.add_entry

        async def add(store: Store, table: str, entry: AnyEntry, at: float, claim: Step | None = None) -> None:
            self.inside.set()
            await self.go_on.wait()
            if self.fails(entry):
                raise OSError("no space left on device")
            await add_entry(store, table, entry, at, claim)

        monkeypatch.setattr(Store, "add_entry", add)


async def test_a_move_that_cannot_be_written_did_not_happen(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = await begin(room, watchers=1)
    await sitting.play()
    acting, before = await sitting.to_act(), (await sitting.match()).match.state().tobytes()
    told = [len(one.read_all("moved")) for one in (*sitting.people, *sitting.watchers)]
    disk = Failing(monkeypatch)
    answer = await sitting.play(acting, id="again")
    assert answer["type"] == "refused"
    assert answer["standing"]["seq"] == 1
    assert (await sitting.match()).match.state().tobytes() == before
    assert [len(one.read_all("moved")) for one in (*sitting.people, *sitting.watchers)] == told
    disk.fails = lambda _entry: False
    assert await sitting.play(acting, id="again") == {"type": "done", "id": "again", "seq": 2}
    assert [one.entry.seq for one in await room.service.store.entries(sitting.id)] == [1, 2]


async def test_nobody_is_shown_a_move_that_is_still_being_written(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = await begin(room)
    acting, (other,) = await sitting.to_act(), await sitting.others()
    disk = Failing(monkeypatch)
    disk.go_on.clear()
    move = asyncio.create_task(sitting.play(acting))
    await disk.inside.wait()
    asked = asyncio.create_task(other.send("undo", seq=0))
    looked = asyncio.create_task(other.watch(sitting.id))
    await asyncio.sleep(0.05)
    disk.go_on.set()
    assert (await move)["type"] == "refused"
    assert (await asked)["standing"]["seq"] == 0
    assert len(of_kind(await looked, "match")) == 1
    assert all(one["standing"]["seq"] == 0 for one in other.read_all("match"))


async def test_a_resignation_is_not_published_before_it_is_written(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = await begin(room)
    ola, jan = sitting.people
    disk = Failing(monkeypatch)
    disk.go_on.clear()
    resigning = asyncio.create_task(ola.send("resign"))
    await disk.inside.wait()
    asked = asyncio.create_task(room.ask(jan, "export_match", table=sitting.id))
    await asyncio.sleep(0.05)
    disk.go_on.set()
    assert (await resigning)["type"] == "refused"
    with pytest.raises(Exception, match="when the match is over"):
        await asked


async def test_a_bot_whose_move_could_not_be_written_is_woken_again(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    sitting = await begin(room, people=1, bots=("beginner",))
    live = await sitting.live()
    await room.until(lambda: live.match is not None and live.match.bot_to_act() is None)
    disk = Failing(monkeypatch)
    disk.fails = lambda entry: isinstance(entry, Played) and entry.by == "bot"
    while "task failed" not in caplog.text:
        await sitting.play()
        await room.until(lambda: "task failed" in caplog.text or not bot_to_act(live))
    assert bot_to_act(live)
    disk.fails = lambda _entry: False
    sweeper = Sweeper(room.authority)
    await asyncio.sleep(room.authority.bots.patience)
    await sweeper.sweep(moment())
    await sweeper.close()
    await room.until(lambda: not bot_to_act(live))


def bot_to_act(live: Live) -> bool:
    """Or nobody, while the match is read again."""
    return live.match is None or live.match.bot_to_act() is not None


async def test_a_table_that_was_not_told_of_its_end_in_time_hears_of_it_at_the_next_start(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = await begin(room)
    save = Store.save_table

    async def fail(*_arguments: object) -> None:
        raise OSError("the server was stopped here")

    monkeypatch.setattr(Store, "save_table", fail)
    await sitting.people[0].send("resign")
    monkeypatch.setattr(Store, "save_table", save)
    await room.restart()
    assert (await sitting.table()).phase == "over"
    again = await room.ask(
        sitting.people[1], "play_again", table=sitting.id, body={"nonceHash": sitting.people[1].promise}
    )
    assert again["phase"] == "lobby"


async def test_messages_hold_nothing_but_what_the_wire_knows(room: Room) -> None:
    sitting = await begin(room, watchers=1)
    await sitting.play()
    for one in (*sitting.people, *sitting.watchers):
        one.read()
        for text in one.texts:
            msgspec.json.decode(text, type=AnyOutgoing)
