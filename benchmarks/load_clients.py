"""Pages that play by themselves: many tables of two sockets in one process, random legal moves, answers timed.

Each socket is a small machine of callbacks: no task wakes for a message, and of a message only what playing needs is
decoded. Open loop: each table has a move due every second, at times fixed beforehand, and an answer's latency counts
from then. Closed loop: each table plays as soon as it can. With several servers the players of a table are at different
ones.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import secrets
import signal
import time
from collections.abc import Callable, Coroutine, Sequence
from multiprocessing.connection import Connection
from typing import Final, Literal, TypeAlias

import msgspec
import uvloop

from benchmarks.load_page import PATIENCE, TABLE, Http, Known, Message, Page, Standing, TableNow

BOT: Final = "master"

Loop: TypeAlias = Literal["open", "closed"]


# ---- What the parent asks, and what it is told


class Order(msgspec.Struct, frozen=True):
    """Play for so long. `bots`: so many tables more, each with a bot that keeps thinking."""

    loop: Loop
    seconds: float
    bots: int = 0


class Timed(msgspec.Struct, frozen=True):
    """One move: of which game, and how long after it was due the answer came."""

    game: str
    latency: float


class Tally(msgspec.Struct):
    """How one order went."""

    moves: list[Timed] = []
    seconds: float = 0.0
    cpu: float = 0.0  # seconds, of this process
    matches: int = 0  # that ended
    bot_moves: int = 0
    errors: list[str] = []


class LastView(msgspec.Struct, frozen=True):
    """The last that a page saw of a match, byte for byte."""

    table: str
    player: str
    seq: int
    view: bytes
    whole: bool  # nothing can have happened after it


class Seat:
    """A page at one table: lets the lot fall, keeps what it sees last, and knows when it may play."""

    def __init__(self, page: Page, at: Place, table: str, nonce: str) -> None:
        self.page, self.at, self.table, self.nonce = page, at, table, nonce
        self.last: Standing | None = None
        self.ended = False  # and the table says so too: now it can be played once more
        self._started = self._revealed = False
        page.hear = self.hear
        page.send(type="watch", table=table, legal=True)

    def hear(self, message: Message) -> None:
        """One message."""
        if message.type == "table":
            self._set_up(TABLE.decode(message.table))
        elif message.type == "refused":
            self.at.fail(f"refused: {message.code}")
        elif message.type == "done":
            if message.id is not None and message.id[0] == "m":
                self.at.answered()
        elif message.standing is not None:
            self.last = message.standing
            if message.standing.legal:
                self.at.may_play(self)
            self.at.go_on_if_over()

    def _set_up(self, now: TableNow) -> None:
        """The owner starts when all are there; then everybody reveals."""
        if now.id != self.table:
            return
        here = len(now.members) == now.seats and all(member.present for member in now.members)
        if now.phase == "lobby" and here and now.owner == now.you and not self._started:
            self._started = True
            self.page.send(type="start", id="start")
        if now.phase == "revealing" and not self._revealed:
            self._revealed = True
            self.page.send(type="reveal", id="reveal", nonce=self.nonce)
        if now.phase == "over" and not self.ended:
            self.ended = True
            self.at.go_on_if_over()


class Place:
    """Where two people, or one and a bot, play match after match. The owner is at the server of this number."""

    def __init__(self, crowd: Crowd, number: int, game: str, with_bot: bool = False) -> None:
        self.crowd, self.number, self.game, self.with_bot = crowd, number, game, with_bot
        self.seats: list[Seat] = []
        self.pages: list[Page] = []
        self.due: list[float] = []  # when a move should have been played, the earliest first
        self._ready: Seat | None = None
        self._asked: float | None = None  # when the move that waits for its answer was due
        self._leaves = False  # for a new table
        self._moves = 0

    @property
    def waits(self) -> bool:
        return self._asked is not None

    @property
    def is_level(self) -> bool:
        """Whether all pages have seen the same match as far as each other."""
        seen = {seat.last and seat.last.seq for seat in self.seats}
        return len(seen) == 1 and None not in seen

    def fail(self, words: str) -> None:
        self.crowd.tally.errors.append(f"{self.game}: {words}")

    async def sit_down(self) -> None:
        """Players, sockets, a table."""
        for place in range(1 if self.with_bot else 2):
            port = self.crowd.ports[(self.number + place) % len(self.crowd.ports)]
            player = msgspec.json.decode(await self.crowd.http[port].post("/api/players", {"name": "Ola"}), type=Known)
            page = Page(player, port)
            await page.open()
            page.closed = lambda: self.fail("a socket was closed") if not self.crowd.leaving else None
            self.pages.append(page)
        (nonce, promise), first = new_nonce(), self.pages[0]
        terms = {"game": self.game, "nonceHash": promise, "seats": 2, "bots": [BOT] if self.with_bot else []}
        made = TABLE.decode(await self.crowd.post(first, "/api/tables", terms))
        self.seats = [Seat(first, self, made.id, nonce)]
        for page in self.pages[1:]:
            nonce, promise = new_nonce()
            await self.crowd.post(page, "/api/join", {"key": made.code, "nonceHash": promise})
            self.seats.append(Seat(page, self, made.id, nonce))

    def may_play(self, seat: Seat) -> None:
        self._ready = seat
        if self.with_bot:
            self.due.append(0.0)
        elif self.crowd.closed_loop:
            self.due.append(time.perf_counter())
        self.play()

    def play(self) -> None:
        """If a move is due and somebody may play, a random one."""
        seat = self._ready
        if seat is None or not self.due or self._asked is not None or not self.crowd.playing:
            return
        assert seat.last is not None
        assert seat.last.legal
        self._ready, self._asked = None, self.due.pop(0)
        self._moves += 1
        move = self.crowd.rng.choice(seat.last.legal)
        seat.page.send(type="play", id=f"m{self._moves}", seq=seat.last.seq, moves=[move])

    def answered(self) -> None:
        """The move is on disk, and its player was shown what came of it."""
        due, self._asked = self._asked, None
        if due is None:
            self.fail("an answer to nothing")
        elif self.with_bot:
            self.crowd.tally.bot_moves += 1
        else:
            self.crowd.tally.moves.append(Timed(self.game, time.perf_counter() - due))
        self.go_on_if_over()
        self.play()

    def go_on_if_over(self) -> None:
        """When every page was shown the end, and the last move answered: once more, at a new table."""
        over = all(seat.ended and seat.last is not None and seat.last.over for seat in self.seats)
        if over and self.seats and self._asked is None and not self._leaves:
            self._leaves = True
            self.crowd.spawn(self._go_on())

    async def _go_on(self) -> None:
        self.crowd.tally.matches += 1
        self.crowd.keep(self)
        table, seats = self.seats[0].table, []
        for page in self.pages:
            nonce, promise = new_nonce()
            found = await self.crowd.post(page, f"/api/tables/{table}/rematch", {"nonceHash": promise})
            seats.append((page, TABLE.decode(found).id, nonce))
        self.seats, self._leaves = [Seat(page, self, id, nonce) for page, id, nonce in seats], False


class Crowd:
    """All places."""

    def __init__(self, ports: Sequence[int], games: list[str], tables: int) -> None:
        self.ports, self.http, self.rng = ports, {port: Http(port) for port in ports}, random.Random(7)
        self.tally = Tally()
        self.playing = self.closed_loop = self.leaving = False
        self.views: list[LastView] = []
        self._games = games
        self._places = [Place(self, number, games[number % len(games)]) for number in range(tables)]
        self._bots: list[Place] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def post(self, page: Page, path: str, body: dict[str, object]) -> bytes:
        """To the server of a page."""
        return await self.http[page.port].post(path, body, page.player.token)

    async def open(self) -> None:
        """Everybody sits down."""
        await self._sit_down(self._places)

    async def _sit_down(self, places: list[Place]) -> None:
        await asyncio.gather(*(place.sit_down() for place in places))
        begun = await self._until(lambda: all(any(seat.last for seat in place.seats) for place in places))
        if not begun:
            raise TimeoutError("the matches do not begin")

    async def _until(self, met: Callable[[], bool]) -> bool:
        """Whether it comes to that while anybody has patience."""
        end = time.perf_counter() + PATIENCE
        while not met():
            if time.perf_counter() > end:
                return False
            await asyncio.sleep(0.02)
        return True

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.tally.errors.append(f"{type(error).__name__}: {error}")

    async def play(self, order: Order) -> Tally:
        """Carry an order out."""
        self.tally, cpu = Tally(moves=[], errors=[]), time.process_time()
        self.playing, self.closed_loop = True, order.loop == "closed"
        if order.bots:
            self._bots = [
                Place(self, number, self._games[number % len(self._games)], with_bot=True)
                for number in range(order.bots)
            ]
            await self._sit_down(self._bots)
        begun = time.perf_counter()
        if self.closed_loop:
            for place in self._places:
                place.due.append(begun)
                place.play()
            await asyncio.sleep(order.seconds)
        else:
            await self._open_loop(begun, order.seconds)
        await self._settle(begun, order)
        self.tally.cpu = time.process_time() - cpu
        return self.tally

    async def _open_loop(self, begun: float, seconds: float) -> None:
        """One move a second at each table, each table at its own moment of the second."""
        moments = sorted(
            (begun + number / len(self._places) + second, number)
            for number in range(len(self._places))
            for second in range(round(seconds))
        )
        for moment, number in moments:
            if (early := moment - time.perf_counter()) > 0:
                await asyncio.sleep(early)
            self._places[number].due.append(moment)
            self._places[number].play()

    async def _settle(self, begun: float, order: Order) -> None:
        """In the open loop all that was due is played; in the closed one nothing new."""
        self.playing = not self.closed_loop
        self.tally.seconds = time.perf_counter() - begun
        done = len(self.tally.moves)
        if not await self._until(lambda: not self._tasks and not any(map(self._is_owed, self._places))):
            self.tally.errors.append("moves without an answer")
        if self.closed_loop:
            del self.tally.moves[done:]  # answers after the bell: they are checked, and not counted
        else:
            self.tally.seconds = time.perf_counter() - begun
        self.playing = False
        if not await self._until(lambda: not self._tasks and all(place.is_level for place in self._places)):
            self.tally.errors.append("a page that was not told what the other was")
        for place in self._places:
            place.due.clear()  # not earlier: who is told by another server may be told a little later

    def _is_owed(self, place: Place) -> bool:
        """Whether a move there waits for its answer, or is still to be played."""
        return place.waits or (self.playing and bool(place.due))

    def keep(self, place: Place, whole: bool = True) -> None:
        """What the pages of a place saw last."""
        for seat in place.seats:
            if seat.last is None:
                place.fail("a page saw no match")
                continue
            self.views.append(LastView(seat.table, seat.page.player.id, seat.last.seq, bytes(seat.last.view), whole))

    def leave(self) -> list[LastView]:
        """Hang up; all that was seen last."""
        self.leaving = True
        for place in self._places + self._bots:
            self.keep(place, whole=not place.with_bot)
            for page in place.pages:
                page.hang_up()
        return self.views


def new_nonce() -> tuple[str, str]:
    """A nonce and what promises it."""
    nonce = secrets.token_bytes(32)
    return nonce.hex(), hashlib.sha256(b"kafelki nonce\0" + nonce).hexdigest()


def run(pipe: Connection, ports: list[int], games: list[str], tables: int) -> None:
    """A process of its own: sits down, carries out orders until None comes, tells what was seen last."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # our parent stops us
    uvloop.run(_serve(pipe, Crowd(ports, games, tables)))


async def _serve(pipe: Connection, crowd: Crowd) -> None:
    await crowd.open()
    pipe.send(None)
    while (order := await asyncio.to_thread(pipe.recv)) is not None:
        pipe.send(await crowd.play(order))
    pipe.send(crowd.leave())
