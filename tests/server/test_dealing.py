"""Fair dealing at a table with people: the lot, who comes late, and that the secret stays one until the end."""

from __future__ import annotations

import json

import msgspec
import pytest

import kafelki
from kafelki.core.fairness import Receipt, new_secret
from kafelki.server import bodies
from kafelki.server.settings import Times
from kafelki.server.sweep import Sweeper
from tests.server.room import Json, Person, Room, begin, of_kind, refusal, sit_down

pytestmark = pytest.mark.anyio


def newest_table(person: Person) -> Json:
    return person.read_all("table")[-1]["table"]


async def test_the_start_is_told_to_everybody_with_the_transcript(room: Room) -> None:
    ola, jan = await room.people(2)
    id = await sit_down(room, [ola, jan])
    await ola.send("start")
    for one in (ola, jan):
        now = newest_table(one)
        assert now["phase"] == "revealing"
        assert now["transcript"]["nonce_hashes"] == [ola.promise, jan.promise]
        assert now["transcript"]["commitment"] == now["commitment"]
    assert (await room.authority.live(id)).reveal_by is not None


async def test_with_the_last_nonce_everybody_is_shown_the_match(room: Room) -> None:
    sitting = await begin(room, watchers=1)
    for one in (*sitting.people, *sitting.watchers):
        (first,) = one.read_all("match")
        assert first["standing"]["seq"] == 0
        assert newest_table(one)["phase"] == "playing"


async def test_a_wrong_nonce_is_refused_and_the_right_one_taken_after_it(room: Room) -> None:
    ola, jan = await room.people(2)
    await sit_down(room, [ola, jan])
    await ola.send("start")
    assert refusal(await ola.send("reveal", nonce="ab" * 32)) == "bad_request.nonce"
    assert (await ola.send("reveal", nonce=ola.nonce.hex()))["type"] == "done"


async def test_one_who_is_late_sends_the_table_back_and_everybody_sees_who(room: Room) -> None:
    ola, jan = await room.people(2)
    id = await sit_down(room, [ola, jan])
    await ola.send("start")
    await ola.send("reveal", nonce=ola.nonce.hex())
    live = await room.authority.live(id)
    before, by = live.table, live.reveal_by
    assert by is not None
    sweeper = Sweeper(room.authority)
    await sweeper.sweep(by - 1)
    assert live.table.phase == "revealing"
    await sweeper.sweep(by)
    await sweeper.close()
    for one in (ola, jan):
        now = newest_table(one)
        assert (now["phase"], now["attempt"], now["late"]) == ("lobby", 2, ["Jan"])
        assert now["commitment"] != before.commitment
        assert not any(member["ready"] for member in now["members"])
    assert refusal(await ola.send("start")) == "not_now.promise"
    for one in (ola, jan):
        one.nonce = new_secret()
        await one.send("promise", nonceHash=one.promise)
    await ola.send("start")
    for one in (ola, jan):
        await one.send("reveal", nonce=one.nonce.hex())
    assert (await room.authority.live(id)).table.phase == "playing"


async def test_a_lot_that_was_being_drawn_when_the_server_stopped_has_its_time_again(room: Room) -> None:
    ola, jan = await room.people(2)
    id = await sit_down(room, [ola, jan])
    await ola.send("start")
    await ola.send("reveal", nonce=ola.nonce.hex())
    await room.restart()
    await room.until(lambda: any(live.table.id == id for live in room.authority.lives))
    assert (await room.authority.live(id)).reveal_by is not None
    jan.connection = None
    await jan.watch(id)
    assert (await jan.send("reveal", nonce=jan.nonce.hex()))["type"] == "done"
    assert (await room.authority.live(id)).table.phase == "playing"


async def ask_everything(room: Room, person: Person, id: str) -> None:
    """Every request that tells something of a table, whatever it is answered."""
    code = (await room.authority.live(id)).table.code
    for name, given in (
        ("show_table", {"table": id}),
        ("list_my_tables", {}),
        ("list_open_tables", {}),
        ("export_match", {"table": id}),
        ("show_ply", {"table": id, "ply": "0"}),
        ("join_table", {"body": {"key": code, "role": "spectator"}}),
    ):
        try:
            await room.ask(person, name, **given)
        except kafelki.KafelkiError as error:
            room.answers.append(f"{error.words} {error.code} {error.__dict__}".encode())


async def test_neither_the_secret_nor_anothers_nonce_is_told_before_the_end(room: Room) -> None:
    ola, jan = await room.people(2)
    widz = await room.person("Widz")
    id = await sit_down(room, [ola, jan], public=True)
    await room.service.lobby.join(widz.player, widz.name, bodies.Join(id, "spectator"))
    await widz.watch(id)
    everybody = (ola, jan, widz)
    await ask_everything(room, ola, id)
    await ola.send("start")
    for one in (ola, jan):
        await one.send("reveal", nonce=one.nonce.hex())
    table = (await room.authority.live(id)).table
    live = await room.authority.live(id)
    assert live.match is not None
    while not live.match.match.over:
        match = live.match.match
        acting = next(one for one in (ola, jan) if table.seat_of(one.player) == match.to_act)
        assert (await acting.send("undo", seq=match.seq))["type"] in ("done", "refused")
        await widz.send("say", text="ładnie")
        if match.ply % 10 == 0:
            for one in everybody:
                await ask_everything(room, one, id)
        legal = match.legal()

        move = msgspec.to_builtins(legal[match.ply * 7 % len(legal)])
        assert (await acting.send("play", seq=match.seq, moves=[move]))["type"] == "done"
    sent = [text for one in everybody for text in one.texts] + [answer.decode() for answer in room.answers]
    hidden = [table.secret, *(one.nonce.hex() for one in (ola, jan))]
    assert len(sent) > 100
    assert not any(secret in text for text in sent for secret in hidden)

    file = await room.ask(ola, "export_match", table=id)
    assert file["chance"]["secret"] == table.secret, "at the end it is published"
    assert table.transcript is not None
    receipt = Receipt(table.transcript, 0, ola.nonce.hex())
    finding = kafelki.verify(json.dumps(file), msgspec.json.encode(receipt).decode())
    assert "proved" in str(finding)


async def test_the_secret_of_a_failed_attempt_is_never_used_again(room: Room) -> None:
    people = await room.people(2)
    id = await sit_down(room, people)
    seen = set()
    sweeper = Sweeper(room.authority)
    for _ in range(5):
        for one in people:
            one.nonce = new_secret()
            await one.send("promise", nonceHash=one.promise)
        await people[0].send("start")
        live = await room.authority.live(id)
        seen.add(live.table.secret)
        assert live.reveal_by is not None
        await sweeper.sweep(live.reveal_by + Times().reveal)
    await sweeper.close()
    assert len(seen) == 5
    assert of_kind(people[1].read(), "table")[-1]["table"]["attempt"] == 6
