"""Moves of their own accord: prepared ones, played when the turn comes or dropped with a word, and the only one."""

from __future__ import annotations

import msgspec
import pytest

from kafelki.core.ahead import legal_ahead
from kafelki.core.game import Move
from tests.server.room import Json, Person, Room, Sitting, begin, of_kind, refusal

pytestmark = pytest.mark.anyio


def plain(move: Move) -> Json:
    return msgspec.json.decode(msgspec.json.encode(move))


async def waiting(sitting: Sitting) -> tuple[Person, int, list[Move]]:
    """Who waits, their seat, and what they could prepare."""
    (other,) = await sitting.others()
    seat = (await sitting.table()).seat_of(other.player)
    assert seat is not None
    return other, seat, legal_ahead((await sitting.match()).match, seat)


async def prepare(who: Person, move: Move | None) -> Json:
    return await who.send("prepare", move=None if move is None else plain(move))


async def settled(sitting: Sitting, seq: int) -> None:
    match = (await sitting.match()).match
    await sitting.room.until(lambda: match.seq == seq)


async def test_a_prepared_move_is_played_when_the_turn_comes(room: Room) -> None:
    sitting = await begin(room, watchers=1)
    other, seat, ahead = await waiting(sitting)
    mine = (await sitting.match()).match.legal()[0]
    move = next(move for move in ahead if apart(move, mine))
    assert (await prepare(other, move))["type"] == "done"
    assert of_kind(other.read(), "prepared")[-1]["move"] == plain(move)
    await sitting.play(move=mine)
    await settled(sitting, 2)
    entry = (await sitting.match()).match.entries[-1]
    assert (getattr(entry, "seat", None), getattr(entry, "by", None)) == (seat, "person")
    await other.hear("prepared")
    assert await room.authority.own_accord.kept.of(await sitting.table()) == {}


def apart(move: Move, other: Move) -> bool:
    """Whether a move still stands after another: they take from far ends of the floor."""
    return {cell[0] for cell in move.cells}.isdisjoint({cell[0] for cell in other.cells})  # type: ignore[attr-defined]


async def test_one_that_became_impossible_is_dropped_with_a_word_and_nothing_is_played(room: Room) -> None:
    sitting = await begin(room)
    other, _, ahead = await waiting(sitting)
    mine = (await sitting.match()).match.legal()[0]
    await prepare(other, next(move for move in ahead if move == mine))
    other.read()
    await sitting.play(move=mine)
    told = (await other.hear("prepared"))[-1]
    assert told["move"] is None
    assert told["dropped"]["pl"].startswith("Przygotowanego ruchu")
    assert await sitting.seq() == 1
    assert (await sitting.play(other))["type"] == "done"


async def test_who_was_away_hears_of_it_when_back(room: Room) -> None:
    sitting = await begin(room)
    other, _, _ = await waiting(sitting)
    mine = (await sitting.match()).match.legal()[0]
    await prepare(other, mine)
    await other.close_page()
    await sitting.play(move=mine)
    live = await sitting.live()
    await room.until(lambda: live.prepared == {})
    assert of_kind(await other.watch(sitting.id), "prepared")[0]["dropped"] is not None
    assert of_kind(await other.watch(sitting.id), "prepared") == []


async def test_it_waits_through_a_restart_and_can_be_forgotten(room: Room) -> None:
    sitting = await begin(room)
    other, _, ahead = await waiting(sitting)
    assert (await prepare(other, ahead[0]))["type"] == "done"
    assert (await prepare(other, ahead[-1]))["type"] == "done"
    await room.restart()
    for one in sitting.people:
        one.connection = None
    letters = await other.watch(sitting.id)
    assert of_kind(letters, "prepared")[0]["move"] == plain(ahead[-1])
    assert (await prepare(other, None))["type"] == "done"
    assert of_kind(other.read(), "prepared")[-1]["move"] is None
    (acting,) = [one for one in sitting.people if one is not other]
    await acting.watch(sitting.id)
    await sitting.play(acting)
    assert (await sitting.live()).prepared == {}
    assert await sitting.seq() == 1


async def test_what_could_be_prepared_is_told_to_who_waits_and_to_nobody_else(room: Room) -> None:
    sitting = await begin(room, watchers=1)
    other, _, ahead = await waiting(sitting)
    acting = await sitting.to_act()
    await other.send("ahead")
    assert of_kind(other.read(), "ahead")[-1]["choices"]["type"] == "shelf.choices"
    await acting.send("ahead")
    assert of_kind(acting.read(), "ahead")[-1]["choices"] is None
    assert refusal(await prepare(acting, ahead[0])) == "not_now.turn"
    assert refusal(await sitting.watchers[0].send("ahead")) == "not_allowed.spectator"
    assert refusal(await prepare(sitting.watchers[0], ahead[0])) == "not_allowed.spectator"
    stranger = ahead[0].__class__(((8, 8),), 0)
    assert refusal(await prepare(other, stranger)) == "not_now.ahead"
    before = len(acting.empty()), len(sitting.watchers[0].empty())
    await prepare(other, ahead[0])
    assert (len(acting.empty()), len(sitting.watchers[0].empty())) == before, "others hear nothing of it"


async def test_in_tikal_nothing_can_be_prepared(room: Room) -> None:
    sitting = await begin(room, game="tikal")
    other, _, ahead = await waiting(sitting)
    assert ahead == []
    await other.send("ahead")
    assert of_kind(other.read(), "ahead")[-1]["choices"] is None


async def test_who_plays_the_only_move_while_it_plays_itself_is_told_that_it_is_done(room: Room) -> None:
    sitting = await begin(room, game="planet")
    while (match := (await sitting.match()).match).only_move is None:
        await sitting.play()
    who, seq, only = await sitting.to_act(), match.seq, match.only_move
    await room.until(lambda: match.seq == seq + 1)
    answer = await sitting.play(who, only, seq=seq)
    assert (answer["type"], answer["seq"]) == ("done", seq + 1)
    other = next(move for move in map(match.game.move_of, range(match.game.actions)) if move != only)
    assert refusal(await sitting.play(who, other, seq=seq)) == "stale_move"


async def test_a_move_without_a_choice_is_played_by_itself_and_said_to_be(room: Room) -> None:
    sitting = await begin(room, game="planet")
    await sitting.play_to_the_end()
    entries = (await sitting.match()).match.entries
    auto = [entry for entry in entries if getattr(entry, "by", "") == "auto"]
    assert auto, "the last stack is nobody's choice"
    lines = [one["line"] for one in of_kind([*map(msgspec.json.decode, sitting.people[0].empty())], "moved")]
    assert sum(line["by"] == "auto" for line in lines) == len(auto)
