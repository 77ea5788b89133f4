"""A table without a network: pages are letter boxes, and everything that was ever sent is kept."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from kafelki.core.fairness import new_secret, nonce_hash
from kafelki.core.game import Move
from kafelki.core.match import Match
from kafelki.core.meta import Value
from kafelki.server import bodies, wire
from kafelki.server.authority import Authority
from kafelki.server.clocks import Clock
from kafelki.server.letters import moment
from kafelki.server.live import Live
from kafelki.server.matches import LiveMatch
from kafelki.server.post import Connection
from kafelki.server.routes import ROUTES
from kafelki.server.service import Call, Service
from kafelki.server.settings import Limits, Settings, Times
from kafelki.server.sweep import Sweeper
from kafelki.server.tables import Table

Json: TypeAlias = Any  # a message as it went over the wire

BIG: Final = Limits(waiting=100_000)  # nobody here empties a letter box in time
NAMES: Final = ("Ola", "Jan", "Ewa", "Piotr", "Zofia")
ADDRESS: Final = "127.0.0.1"
PATIENCE: Final = 300.0  # seconds for what takes a moment on a machine that is not busy
ANSWERS: Final = ('{"type":"done"', '{"type":"refused"')


class Room:
    """A service on a folder, and all who came to it. It can be left as a crash leaves it, and entered again."""

    def __init__(
        self, folder: Path, times: Times | None = None, limits: Limits = BIG, database: str | None = None
    ) -> None:
        times = times or Times(bot_pace=0.0, others_think=0.1)
        self.settings = Settings(folder=folder, times=times, limits=limits, thinkers=1, database=database)
        self.answers: list[bytes] = []  # to requests

    async def __aenter__(self) -> Room:
        self.service = Service(self.settings)
        await self.service.open()
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.service.close()

    @property
    def authority(self) -> Authority:
        return self.service.authority

    async def restart(self) -> None:
        """The server stops and starts again; pages must connect anew."""
        await self.service.close()
        await self.__aenter__()

    async def person(self, name: str) -> Person:
        return Person(self, await self.service.new_player(name), name)

    async def people(self, count: int) -> list[Person]:
        return [await self.person(name) for name in NAMES[:count]]

    async def ask(self, who: Person | None, name: str, **given: object) -> Json:
        """What a request of this name is answered with, as JSON; every byte of it is kept."""
        route = next(route for route in ROUTES if route.name == name)
        token = None if who is None else self.service.signer.sign("player", who.player)
        if route.body is not None:
            given["body"] = msgspec.convert(given["body"], route.body)
        found = await route.handler(Call(self.service, ADDRESS, token), **given)
        self.answers.append(found.encode() if isinstance(found, str) else wire.encode(found))
        return json.loads(self.answers[-1])

    async def until(self, met: Callable[[], bool]) -> None:
        """Let everything else go on until something holds; it is the test's fault if it never does."""
        for _ in range(30_000):
            if met():
                return
            await asyncio.sleep(0.01)
        raise AssertionError("it never came to that")


class Person:
    """Somebody with a page, or with none just now."""

    def __init__(self, room: Room, player: str, name: str) -> None:
        self.room, self.player, self.name = room, player, name
        self.connection: Connection | None = None
        self.nonce = new_secret()
        self.texts: list[str] = []  # every letter
        self._read = 0
        self._commands = 0

    @property
    def promise(self) -> str:
        return nonce_hash(self.nonce)

    # ---- The page

    def open_page(self) -> None:
        self.connection = Connection(self.player, self.name, ADDRESS, self.room.settings.limits)
        self.room.service.post.add(self.connection)

    async def close_page(self) -> None:
        assert self.connection is not None
        self.empty()
        await self.room.service.desk.left(self.connection)
        self.room.service.post.remove(self.connection)
        self.connection = None

    async def watch(self, table: str, since: int | None = None, legal: bool = True) -> list[Json]:
        """Open the page at a table; what it is told."""
        if self.connection is None:
            self.open_page()
        self.read()
        await self._take({"type": "watch", "table": table, "since": since, "legal": legal})
        return self.read()

    async def send(self, kind: str, *, id: str | None = None, **fields: object) -> Json:
        """Give a command; what it is answered."""
        self._commands += 1
        id = id or f"{kind}-{self._commands}"
        since = len(self.empty())
        await self._take({"type": kind, "id": id, **fields})
        answers = [json.loads(text) for text in self.empty()[since:] if text.startswith(ANSWERS)]
        found = [one for one in answers if one["id"] == id]
        assert len(found) == 1, f"one answer was expected: {answers}"
        return found[0]

    async def _take(self, message: object) -> None:
        assert self.connection is not None, "there is no page"
        await self.room.service.desk.take(self.connection, wire.decode(msgspec.json.encode(message)))
        self.empty()

    def empty(self) -> list[str]:
        """Take what lies in the letter box; every letter so far."""
        if self.connection is not None:
            self.texts += [letter.text for letter in self.connection.flush()]
        return self.texts

    def read(self) -> list[Json]:
        """The letters that came since this was last asked."""
        found = self.empty()[self._read :]
        self._read += len(found)
        return [json.loads(text) for text in found]

    async def hear(self, kind: str, count: int = 1) -> list[Json]:
        """Wait until so many letters of a kind have come since this was last asked."""
        found: list[Json] = []

        def came() -> bool:
            found.extend(of_kind(self.read(), kind))
            return len(found) >= count

        await self.room.until(came)
        return found

    def throw_away(self) -> None:
        """Forget all letters."""
        self.empty().clear()
        self._read = 0

    def read_all(self, kind: str) -> list[Json]:
        """All letters of a kind, read or not."""
        return [one for one in map(json.loads, self.empty()) if one["type"] == kind]


async def put_away(room: Room) -> None:
    """Nobody comes back to any table for a while: sweep until none is in memory. Servers that share a database may be
    reading along; the next sweep does it."""
    sweeper = Sweeper(room.authority)
    async with asyncio.timeout(PATIENCE):
        while room.authority.lives:
            await sweeper.sweep(moment() + 1000)
            await asyncio.sleep(0.01)
    await sweeper.close()


def of_kind(letters: list[Json], kind: str) -> list[Json]:
    return [letter for letter in letters if letter["type"] == kind]


def refusal(answer: Json) -> str:
    """The code of a refusal, which has words in both languages."""
    assert answer["type"] == "refused", answer
    assert answer["words"]["en"]
    assert answer["words"]["pl"]
    assert answer["words"]["en"] != answer["words"]["pl"]
    return str(answer["code"])


class Sitting:
    """A table whose match has begun, everybody connected: people by seat, and who watches."""

    def __init__(self, room: Room, id: str, people: list[Person], watchers: list[Person]) -> None:
        self.room, self.id, self.watchers = room, id, watchers
        self.people = people

    async def live(self) -> Live:
        return await self.room.authority.live(self.id)

    async def match(self) -> LiveMatch:
        found = (await self.live()).match
        assert found is not None
        return found

    async def table(self) -> Table:
        return (await self.live()).table

    async def seated(self) -> list[Person]:
        """People by seat; there are bots too, perhaps."""
        table = await self.table()
        by_seat = {table.seat_of(one.player): one for one in self.people}
        return [by_seat[seat] for seat in range(table.terms.seats) if seat in by_seat]

    async def to_act(self) -> Person:
        table, seat = await self.table(), (await self.match()).match.to_act
        assert seat is not None
        return next(one for one in self.people if one.player == table.at_seat(seat).player)

    async def others(self) -> list[Person]:
        acting = await self.to_act()
        return [one for one in self.people if one is not acting]

    async def seq(self) -> int:
        return (await self.match()).match.seq

    async def play(
        self, who: Person | None = None, move: Move | None = None, *, id: str | None = None, seq: int | None = None
    ) -> Json:
        """Who is to act plays the first move there is, or another; the answer."""
        who, match = who or await self.to_act(), (await self.match()).match
        moves = [msgspec.to_builtins(move or match.legal()[0])]
        return await who.send("play", id=id, seq=match.seq if seq is None else seq, moves=moves)

    async def _goes_on(self, match: Match) -> None:
        """A move plays itself."""
        seq = match.seq
        await self.room.until(lambda: match.seq > seq)

    async def play_to_the_end(self, seed: int = 1) -> None:
        rng = random.Random(seed)
        while not (match := (await self.match()).match).over:
            if match.only_move is not None:
                await self._goes_on(match)
                continue
            answer = await self.play(move=rng.choice(match.legal()))
            assert answer["type"] == "done", answer


async def sit_down(
    room: Room,
    people: list[Person],
    *,
    game: str = "shelf",
    bots: tuple[str, ...] = (),
    options: dict[str, Value] | None = None,
    **terms: bool | int | Clock | None,
) -> str:
    """A table in the lobby with all of them at it, and their pages open; its id."""
    first = people[0]
    wanted = bodies.NewTable(
        game,
        first.promise,
        len(people) + len(bots),
        options or {},
        bots,
        **terms,  # type: ignore[arg-type]
    )
    made = await room.service.lobby.create(first.player, first.name, wanted)
    assert made.invitation is not None
    for other in people[1:]:
        join = bodies.Join(made.invitation, "seat", other.promise)
        await room.service.lobby.join(other.player, other.name, join)
    for one in people:
        await one.watch(made.id)
    return made.id


async def begin(
    room: Room,
    *,
    people: int = 2,
    watchers: int = 0,
    game: str = "shelf",
    bots: tuple[str, ...] = (),
    options: dict[str, Value] | None = None,
    **terms: bool | int | Clock | None,
) -> Sitting:
    """A match that has just begun."""
    players = await room.people(people)
    id = await sit_down(room, players, game=game, bots=bots, options=options, **terms)
    looking = [await room.person(f"Widz {number}") for number in range(watchers)]
    code = (await room.authority.live(id)).table.code
    for one in looking:
        await room.service.lobby.join(one.player, one.name, bodies.Join(code, "spectator"))
        await one.watch(id)
    assert (await players[0].send("start"))["type"] == "done"
    for one in players:
        assert (await one.send("reveal", nonce=one.nonce.hex()))["type"] == "done"
    return Sitting(room, id, players, looking)
