"""Two servers on one PostgreSQL: a match across both, races, lines that break, servers and databases that die."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path

import msgspec
import pytest

from kafelki.errors import Conflict
from kafelki.server import bodies
from kafelki.server.clocks import Clock
from kafelki.server.letters import moment
from kafelki.server.nodes import Word
from kafelki.server.post import Connection
from kafelki.server.store import Kept, Store
from kafelki.server.tables import Table, Terms, new_table
from tests.server.postgres import Postgres
from tests.server.room import PATIENCE, Json, Person, Room, of_kind, refusal

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("quick")]


class Club:
    """Two servers, and a match whose players are at different ones."""

    def __init__(self, first: Room, second: Room) -> None:
        self.first, self.second = first, second
        self.id = ""
        self.people: list[Person] = []

    @property
    def rooms(self) -> tuple[Room, Room]:
        return self.first, self.second

    async def begin(self, game: str = "shelf", bots: tuple[str, ...] = (), clock: Clock | None = None) -> Club:
        ola, jan = await self.first.person("Ola"), await self.second.person("Jan")
        wanted = bodies.NewTable(game, ola.promise, 2 + len(bots), {}, bots, clock=clock)
        made = await self.first.service.lobby.create(ola.player, ola.name, wanted)
        assert made.invitation is not None
        await self.second.service.lobby.join(jan.player, jan.name, bodies.Join(made.invitation, "seat", jan.promise))
        self.id, self.people = made.id, [ola, jan]
        for one in self.people:
            await one.watch(self.id)
        await self.agree(lambda live: len(live.table.members) == 2 + len(bots))
        assert (await ola.send("start"))["type"] == "done"
        await self.agree(lambda live: live.table.phase == "revealing")
        for one in self.people:
            assert (await one.send("reveal", nonce=one.nonce.hex()))["type"] == "done"
        await self.agree(lambda live: live.match is not None)
        return self

    async def agree(self, met: Callable[..., bool]) -> None:
        """Until something holds at both servers."""
        for room in self.rooms:
            live = await room.authority.live(self.id)
            await room.until(lambda live=live: met(live))  # type: ignore[misc]

    async def seq_at(self, room: Room) -> int:
        match = (await room.authority.live(self.id)).match
        return 0 if match is None else match.match.seq

    async def level(self) -> None:
        """Until both have come as far."""
        most = max([await self.seq_at(room) for room in self.rooms])
        await self.agree(lambda live: live.match.match.seq >= most)

    async def to_act(self) -> Person:
        live = await self.first.authority.live(self.id)
        seat = live.match.match.to_act if live.match is not None else None
        assert seat is not None
        return next(one for one in self.people if one.player == live.table.at_seat(seat).player)

    async def play(self, rng: random.Random | None = None, *, id: str | None = None, who: Person | None = None) -> Json:
        """Who is to act plays a move, at the server they are at."""
        who = who or await self.to_act()
        match = (await who.room.authority.live(self.id)).match
        assert match is not None
        legal = match.match.legal()
        move = legal[0] if rng is None else rng.choice(legal)
        return await who.send("play", id=id, seq=match.match.seq, moves=[msgspec.to_builtins(move)])


@pytest.fixture
async def club(tmp_path: Path, postgres: Postgres) -> AsyncIterator[Club]:
    url = await postgres.new_database()
    async with Room(tmp_path / "a", database=url) as first, Room(tmp_path / "b", database=url) as second:
        yield Club(first, second)


async def test_players_of_one_match_at_two_servers_play_it_to_the_end(
    club: Club, record_property: Callable[[str, object], None]
) -> None:
    await club.begin()
    rng, waits = random.Random(1), list[float]()
    while not (await club.first.authority.live(club.id)).match.match.over:  # type: ignore[union-attr]
        assert (await club.play(rng))["type"] == "done"
        begun = time.perf_counter()
        await club.level()
        waits.append(1000 * (time.perf_counter() - begun))
    await club.agree(lambda live: live.table.phase == "over")
    ola, jan = club.people
    lines = [[letter["line"]["seq"] for letter in one.read_all("moved")] for one in (ola, jan)]
    assert lines[0] == lines[1] == list(range(1, len(lines[0]) + 1)), "each saw every entry once, in order"
    waits.sort()
    record_property(
        "a move at one server, seen at the other",
        f"median {waits[len(waits) // 2]:.0f} ms, slowest {waits[-1]:.0f} ms, of {len(waits)}",
    )


async def test_who_plays_the_last_move_is_told_so_also_when_another_server_was_first_to_end_the_table(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.begin()
    rng, save = random.Random(1), Store.save_table

    async def save_late(store: Store, table: Table, before: Table) -> None:
        if table.phase == "over":
            monkeypatch.setattr(Store, "save_table", save)
            await save(store, table, before)  # the other one is as quick as that
        await save(store, table, before)

    monkeypatch.setattr(Store, "save_table", save_late)
    while not (await club.first.authority.live(club.id)).match.match.over:  # type: ignore[union-attr]
        assert (await club.play(rng))["type"] == "done"
        await club.level()
    await club.agree(lambda live: live.table.phase == "over")


async def at_both(club: Club, id: str, other_id: str) -> list[Json]:
    """Who is to act moves at both servers at once, from two pages; the answers."""
    acting = await club.to_act()
    other = club.second if acting.room is club.first else club.first
    again = Person(other, acting.player, acting.name)
    await again.watch(club.id)
    return list(await asyncio.gather(club.play(who=acting, id=id), club.play(who=again, id=other_id)))


async def test_the_same_command_at_both_servers_is_played_once(club: Club) -> None:
    await club.begin()
    answers = await at_both(club, "one", "one")
    assert [answer["type"] for answer in answers] == ["done", "done"]
    assert answers[0]["seq"] == answers[1]["seq"] == 1
    await club.level()
    assert await club.seq_at(club.first) == 1


async def test_of_two_commands_at_once_one_is_refused_with_how_it_stands(club: Club) -> None:
    await club.begin()
    answers = await at_both(club, "one", "two")
    kinds = sorted(answer["type"] for answer in answers)
    assert kinds == ["done", "refused"]
    refused = next(answer for answer in answers if answer["type"] == "refused")
    assert refusal(refused).startswith("stale_move")
    assert refused["standing"]["seq"] == 1


async def test_a_clock_that_both_servers_see_run_out_hands_over_once(club: Club) -> None:
    await club.begin(clock=Clock(turn=60))
    keepers = [room.service.timekeeper for room in club.rooms]
    await asyncio.gather(*(keeper.look(moment() + 61) for keeper in keepers if keeper is not None))
    await club.agree(lambda live: live.match.match.seq >= 2)
    entries = await club.first.service.store.entries(club.id)
    assert [getattr(kept.entry, "what", None) for kept in entries] == ["timed_out", None]
    assert [getattr(kept.entry, "by", None) for kept in entries] == [None, "bot"]


async def test_a_move_prepared_at_one_server_is_played_after_one_at_the_other(club: Club) -> None:
    await club.begin()
    acting = await club.to_act()
    other = next(one for one in club.people if one is not acting)
    match = (await acting.room.authority.live(club.id)).match
    assert match is not None
    prepared = msgspec.to_builtins(match.match.legal()[-1])
    assert (await other.send("prepare", move=prepared))["type"] == "done"
    assert (await club.play())["type"] == "done"
    await club.agree(lambda live: live.match.match.seq == 2)
    entries = await club.first.service.store.entries(club.id)
    assert [getattr(kept.entry, "by", None) for kept in entries] == ["person", "person"]


async def test_a_move_withdrawn_or_replaced_at_another_server_is_not_played(club: Club) -> None:
    await club.begin()
    acting = await club.to_act()
    other = next(one for one in club.people if one is not acting)
    elsewhere = Person(acting.room, other.player, other.name)  # the same player, at the server of the one to act
    await elsewhere.watch(club.id)
    match = (await acting.room.authority.live(club.id)).match
    assert match is not None
    first, last = (msgspec.json.decode(msgspec.json.encode(match.match.legal()[at])) for at in (-2, -1))
    assert (await other.send("prepare", move=first))["type"] == "done"
    assert (await elsewhere.send("prepare", move=last))["type"] == "done"
    assert (await other.send("prepare", move=None))["type"] == "done"
    assert (await club.play())["type"] == "done"
    await club.level()
    await asyncio.sleep(0.3)
    assert await club.seq_at(club.first) == 1, "nothing waits any more"
    assert [letter["move"] for letter in of_kind(await elsewhere.watch(club.id), "prepared")] in ([], [None])


async def test_many_at_many_tables_are_all_told_of(club: Club) -> None:
    await club.begin()
    ola, _ = club.people
    crowd = [
        Connection(f"{'w' * 20}{number:04}", "Widz", "127.0.0.1", club.first.settings.limits) for number in range(400)
    ]
    for number, one in enumerate(crowd):
        club.first.service.post.join(one, f"table-{number % 4}")
    club.first.authority.people_changed()
    await club.second.until(lambda: len(club.second.authority.elsewhere.get("table-3", ())) == 100)
    await club.second.until(lambda: ola.player in club.second.authority.here(club.id))


async def test_steps_of_a_table_at_both_servers_are_both_taken(club: Club) -> None:
    await club.begin()
    ola, jan = club.people
    await asyncio.gather(
        *(one.send("say", text=f"{one.name} {number}") for one in (ola, jan) for number in range(5)),
        ola.send("mute", player=jan.player, muted=True),
        jan.send("mute", player=ola.player, muted=True),
    )
    await club.agree(lambda live: live.said == 10 and len(live.table.mutes) == 2)


async def test_who_is_there_is_known_at_both(club: Club) -> None:
    await club.begin()
    ola, jan = club.people
    first = await club.first.authority.live(club.id)
    await club.first.until(lambda: jan.player in club.first.authority.here(club.id))
    assert jan.player not in first.away
    await jan.close_page()
    await club.first.until(lambda: jan.player not in club.first.authority.here(club.id))
    assert jan.player in first.away
    assert ola.player not in first.away


async def test_players_are_known_at_both_servers(club: Club) -> None:
    ola = await club.first.person("Ola")
    token = club.first.service.signer.sign("player", ola.player)
    assert club.second.service.signer.read("player", token) == ola.player
    assert await club.second.service.name_of(ola.player) == "Ola"


async def test_bots_play_once_and_another_server_thinks_on_for_one_that_died(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.begin(bots=("beginner",))
    for _ in range(4):
        await club.first.until(lambda: _is_persons_turn(club))
        await club.play()
        await club.level()
    await club.first.until(lambda: _is_persons_turn(club))
    with monkeypatch.context() as asleep:
        asleep.setattr("kafelki.server.bot_seats.BotSeats.wake", lambda *_: None)
        while not _is_bots_turn(club):
            await club.play()
            await club.level()
        seq = await club.seq_at(club.second)
    live = await club.second.authority.live(club.id)
    await asyncio.sleep(0.3)
    club.second.authority.bots.wake(live, club.second.authority.bots.patience)
    await club.second.until(lambda: live.match is not None and live.match.match.seq == seq + 1)
    await club.level()


def _is_bots_turn(club: Club) -> bool:
    match = next(live.match for live in club.first.authority.lives if live.table.id == club.id)
    return match is not None and match.bot_to_act() is not None


def _is_persons_turn(club: Club) -> bool:
    return not _is_bots_turn(club)


async def test_what_many_say_at_once_is_all_heard(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (room.service._nodes for room in club.rooms)
    assert first is not None
    assert second is not None
    await club.first.until(lambda: first._line is not None and second._line is not None)
    heard = set[str]()
    monkeypatch.setattr(second, "_follow_up", heard.update)
    words = {f"table {number}" for number in range(50)}
    await asyncio.gather(*(first._say(Word(first.name, changed=[word])) for word in words))
    await club.second.until(lambda: words <= heard)


async def test_after_the_line_was_cut_nothing_is_missed(
    club: Club, postgres: Postgres, record_property: Callable[[str, object], None]
) -> None:
    await club.begin()
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query = 'SELECT 1'"
    waits = list[float]()
    for _ in range(3):
        await postgres.execute(cut)
        begun = time.perf_counter()
        assert (await club.play())["type"] == "done"
        await club.level()
        waits.append(time.perf_counter() - begun)
    record_property("a move after the line was cut, seen at the other server", f"at most {max(waits):.1f} s")


async def test_without_any_line_the_look_around_finds_everything(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await club.begin()
    monkeypatch.setattr("kafelki.server.nodes.Nodes._hear", lambda *_: None)
    for room in club.rooms:
        assert room.service._nodes is not None
        await room.service._nodes._hang_up()  # the next one hears nothing
    for _ in range(2):
        assert (await club.play())["type"] == "done"
        await club.level()


async def test_an_entry_that_does_not_lead_where_it_says_freezes_the_match_at_the_other_server(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.begin()
    acting = await club.to_act()
    other = club.second if acting.room is club.first else club.first
    read_news, read_entries = Store.news, Store.entries

    async def spoilt_news(store: Store, known: Mapping[str, int]) -> dict[str, list[Kept]]:
        news = await read_news(store, known)
        return {table: spoilt(store, kept) for table, kept in news.items()}

    async def spoilt_entries(store: Store, id: str, after: int = 0) -> list[Kept]:
        return spoilt(store, await read_entries(store, id, after))

    def spoilt(store: Store, kept: list[Kept]) -> list[Kept]:
        return [_spoilt(one) for one in kept] if store is other.service.store else kept

    monkeypatch.setattr(Store, "news", spoilt_news)
    monkeypatch.setattr(Store, "entries", spoilt_entries)
    assert (await club.play())["type"] == "done"
    live = await other.authority.live(club.id)
    await other.until(lambda: live.frozen is not None)


def _spoilt(kept: Kept) -> Kept:
    return msgspec.structs.replace(kept, entry=msgspec.structs.replace(kept.entry, digest="00" * 16))


async def test_of_two_servers_that_change_the_same_tables_crosswise_each_is_first_or_told_so(club: Club) -> None:
    stores = [room.service.store for room in club.rooms]
    tables = [new_table("ola", Terms("shelf", 2, {}), 1.0).sit("ola", "Ola", "ab" * 32) for _ in range(40)]
    for table in tables:
        await stores[0].add_table(table)
    for _ in range(5):
        kept = [await stores[0].table(table.id) for table in tables]
        orders = (kept, kept[::-1])
        work = [_save(store, table) for store, order in zip(stores, orders, strict=True) for table in order]
        assert Counter(await asyncio.gather(*work)) == {"first": 40, "told so": 40}


async def _save(store: Store, table: Table | None) -> str:
    assert table is not None
    try:
        await store.save_table(table.replace(late=()), table)
    except Conflict:
        return "told so"
    return "first"


async def test_a_table_that_is_deleted_at_one_server_is_gone_at_the_other(club: Club) -> None:
    await club.begin()
    await club.first.authority.delete_table(club.id)
    await club.second.until(lambda: club.id not in [live.table.id for live in club.second.authority.lives])


async def test_the_database_stops_and_starts_and_the_match_goes_on(tmp_path: Path) -> None:
    postgres = Postgres()
    try:
        url = await postgres.new_database()
        async with Room(tmp_path / "a", database=url) as first, Room(tmp_path / "b", database=url) as second:
            club = await Club(first, second).begin()
            assert (await club.play())["type"] == "done"
            await club.level()
            acting = await club.to_act()
            await asyncio.to_thread(postgres.kill)
            assert refusal(await club.play(who=acting)) == "not_now.database"
            await asyncio.to_thread(postgres.start)
            await _played_on(club)
    finally:
        postgres.close()


async def _plays(club: Club) -> bool:
    """Whether a move is taken."""
    try:
        return bool((await club.play(who=await club.to_act()))["type"] == "done")
    except Exception:
        return False  # not even the table could be read


async def _played_on(club: Club) -> None:
    """People press again until it goes."""
    async with asyncio.timeout(PATIENCE):
        while not await _plays(club):
            await asyncio.sleep(0.1)
    await club.level()
    assert await club.seq_at(club.first) >= 2
