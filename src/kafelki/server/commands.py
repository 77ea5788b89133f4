"""What comes over a socket, carried out for the player at its other end."""

from __future__ import annotations

import contextlib
import logging
import random
import time
from typing import Final

from kafelki.bots.bot import observe
from kafelki.bots.hint import tell_hint
from kafelki.core.ahead import choices_ahead
from kafelki.errors import KafelkiError, NotAllowed, NotNow, TooMany
from kafelki.server import letters, wire
from kafelki.server.authority import Authority, unknown_table
from kafelki.server.identity import clean_words
from kafelki.server.letters import moment
from kafelki.server.limits import Buckets, Tally
from kafelki.server.live import Live
from kafelki.server.lobby import Lobby
from kafelki.server.matches import read_command
from kafelki.server.metrics import Metrics
from kafelki.server.post import Connection
from kafelki.server.prepared import Prepared
from kafelki.server.store import OUT_OF_REACH, Line

log: Final = logging.getLogger("kafelki.socket")
# A long log costs as much as many commands to tell again.
CHEAP: Final = 300  # lines
LINES_A_COMMAND: Final = 25
MOST_COST: Final = 40.0


class Desk:
    """Takes messages from connections. Every one is answered: with `done`, or with why not."""

    def __init__(self, authority: Authority, lobby: Lobby, refused: Tally, metrics: Metrics, commands: Buckets) -> None:
        self._authority, self._lobby, self._refused, self._metrics = authority, lobby, refused, metrics
        self._commands = commands
        self._hinting: set[str] = set()  # players for whom a bot thinks now

    async def take(self, connection: Connection, message: wire.AnyIncoming) -> None:
        """Carry a message out and answer it."""
        try:
            await self._carry_out(connection, message)
        except KafelkiError as error:
            await self.refuse(connection, getattr(message, "id", None), error)
        except OUT_OF_REACH as error:
            log.error("the database is out of reach", extra={"error": type(error).__name__})
            await self.refuse(connection, getattr(message, "id", None), out_of_reach())
        except Exception:
            log.exception("command failed", extra={"command": type(message).__name__})
            broken = KafelkiError("Something broke here; it was noted down.", "Coś się tu zepsuło; zapisano to.")
            await self.refuse(connection, getattr(message, "id", None), broken)

    async def refuse(self, connection: Connection, id: str | None, error: KafelkiError) -> None:
        """Why not, in words, with the match as it stands; counted."""
        self._refused.add(error.code)
        now = None
        with contextlib.suppress(*OUT_OF_REACH):
            now = await self._now(connection)
        connection.send(letters.refused(id, error, now))

    async def _now(self, connection: Connection) -> wire.Standing | None:
        """How the match stands for somebody."""
        if connection.table is None:
            return None
        live = await self._authority.live(connection.table)
        async with live.lock:  # not what is still being written
            if live.match is None:
                return None
            return live.match.standing(live.table.seat_of(connection.player), connection.wants_legal)

    async def _carry_out(self, connection: Connection, message: wire.AnyIncoming) -> None:
        match message:
            case wire.Ping():
                connection.send(letters.pong())
            case wire.Watch():
                await self._watch(connection, message)
            case wire.Play() | wire.Undo() | wire.ResetTurn():
                await self._move(connection, message)
            case _:
                live = await self._here(connection)
                await self._at_table(connection, live, message)
                connection.send(letters.done(message.id))

    async def _at_table(self, connection: Connection, live: Live, message: wire.Command) -> None:
        player, authority = connection.player, self._authority
        match message:
            case wire.Start():
                await authority.change(live, lambda table: table.start(player))
            case wire.Promise():
                await authority.change(live, lambda table: table.promise(player, message.nonce_hash))
            case wire.Reveal():
                await authority.change(live, lambda table: table.reveal(player, message.nonce))
            case wire.Mute():
                await authority.change(live, lambda table: table.mute(player, message.player, message.muted))
            case wire.Resign():
                seat = self._seat(live, player)
                id = f"{seat} {message.id}"
                await authority.enter(live, lambda match: match.change_seat(seat, "resigned", id=id))
                authority.tell.table(live)
            case wire.ComeBack():
                await self._come_back(live, self._seat(live, player), asked=True)
            case wire.AskAhead():
                await self._ahead(connection, live, message)
            case wire.Prepare():
                kept = None if message.move is None else Prepared(message.id, message.move)
                await authority.own_accord.prepare(live, self._seat(live, player), kept)
            case wire.TakeOver():
                await self._vote(live, player, message.seat)
            case wire.Say():
                await self._say(connection, live, message)
            case wire.AskHint():
                await self._hint(connection, live, message)
            case _:
                raise AssertionError(message)

    # ---- Watching

    async def _here(self, connection: Connection) -> Live:
        """The table that this connection watches."""
        table = connection.table
        if table is None:
            raise NotNow("Say first which table: watch.", "Najpierw powiedz, który stół: watch.", "watch")
        return await self._lobby.known(connection.player, table)

    async def _watch(self, connection: Connection, message: wire.Watch) -> None:
        """Follow a table: how it is, how its match stands, what was missed, what was said."""
        live = await self._lobby.known(connection.player, message.table)
        self._require_room(live, connection.player)
        store, player = self._authority.store, connection.player
        async with live.lock:  # nothing happens between what is told now and what will be
            if not live.table.knows(player):
                raise unknown_table()
            self._pay_for(live, player, message.since or 0)
            await self.left(connection)
            seen = await store.seen_by(live.table.id, player) if live.match is not None else 0
            lines = await store.lines(live.table.id) if live.said else []
            connection.wants_legal = message.legal
            self._authority.post.join(connection, live.table.id)
            self._authority.connected(live, player)
            self._authority.people_changed()
            connection.send(letters.table_now(live.table, self._authority.tell.presence(live), player))
            if live.frozen is not None:
                raise live.frozen
            await self._come_to(live, message.since or 0)
            if live.match is not None:
                audience = live.table.seat_of(player)
                log_lines = live.match.log_since(audience, message.since or 0)
                now = live.match.standing(audience, message.legal)
                connection.send(letters.match_now(live.table.id, now, log_lines, seen))
        for line in lines:
            self._authority.chat.deliver(connection, live, line)
        self._authority.tell.table(live)
        seat = live.table.seat_of(player)
        if seat is not None:
            await self._authority.own_accord.refresh(live)
            if seat in live.prepared or seat in live.dropped:
                connection.send(self._authority.own_accord.now(live, seat))
                live.dropped.pop(seat, None)
            await self._come_back(live, seat)

    def _pay_for(self, live: Live, player: str, since: int) -> None:
        """TooMany for who wants a long log again and again."""
        lines = 0 if live.match is None else live.match.match.seq - since
        self._commands.take(player, min(MOST_COST, max(0, lines - CHEAP) / LINES_A_COMMAND))

    async def _come_to(self, live: Live, seq: int) -> None:
        """As far as somebody has seen at another server. Under the table's lock."""
        if self._authority.store.is_shared and live.match is not None and live.match.match.seq < seq:
            await self._authority.keep_up(live)

    def _require_room(self, live: Live, player: str) -> None:
        """A public table can be watched without joining, but not by everybody at once."""
        present = self._authority.here(live.table.id)
        people = {member.player for member in live.table.members}
        if player not in people | present and len(present - people) >= self._authority.settings.limits.spectators:
            raise NotNow("So many cannot watch.", "Tylu nie może się przyglądać.", "spectators")

    async def left(self, connection: Connection) -> None:
        """The connection follows its table no more; how far its player has looked is kept."""
        if connection.table is None:
            return
        live = await self._authority.live(connection.table)
        self._authority.post.leave(connection)
        self._authority.disconnected(live, connection.player)
        self._authority.people_changed()
        if live.match is not None:
            await self._authority.store.seen(live.table.id, connection.player, live.match.match.seq)
        self._authority.tell.table(live)

    # ---- Playing

    async def _move(self, connection: Connection, message: wire.MatchCommand) -> None:
        live = await self._here(connection)
        if self._authority.store.is_shared:
            async with live.lock:
                await self._come_to(live, message.seq)
        command = read_command(message, self._seat(live, connection.player))
        connection.busy = True
        begun = time.perf_counter()
        try:
            entry = await self._authority.enter_undisturbed(live, command)
        finally:
            connection.busy = False
        connection.send(letters.done(message.id, entry.seq))
        self._metrics.moved(live.table.terms.game, time.perf_counter() - begun)

    def _seat(self, live: Live, player: str) -> int:
        seat = live.table.seat_of(player)
        if seat is None:
            if live.table.number_of(player) is not None:
                live.table.require("playing", "over")
            raise NotAllowed("Spectators only watch.", "Widzowie tylko patrzą.", "spectator")
        return seat

    async def _come_back(self, live: Live, seat: int, asked: bool = False) -> None:
        """A player who is there plays again, unless they resigned, or a bot plays out a turn they were too slow for."""
        why = None if live.match is None or live.match.match.over else live.match.why_bot(seat)
        if why == "taken_over":
            await self._authority.enter(live, lambda match: match.change_seat(seat, "returned"))
            self._authority.tell.table(live)
        elif why == "timed_out" and asked:
            raise NotNow(
                "Your time ran out: a bot plays this turn, the next one is yours.",
                "Twój czas minął: tę kolejkę gra bot, następna jest twoja.",
                "late",
            )

    async def _ahead(self, connection: Connection, live: Live, message: wire.AskAhead) -> None:
        """What a seat that waits could prepare."""
        seat = self._seat(live, connection.player)
        async with live.lock:
            match = self._authority.require_match(live).match
            connection.send(letters.ahead(message.id, match.seq, choices_ahead(match, seat)))

    async def _vote(self, live: Live, player: str, seat: int) -> None:
        """Whoever is there may ask for a bot in the place of who is away; more than half of them decide."""
        own = self._seat(live, player)
        match = self._authority.require_match(live)
        if live.table.is_by_mail:
            raise NotNow("By mail everybody has days: the clock decides.", "Listownie są dni: decyduje zegar.", "mail")
        if seat >= live.table.terms.seats or seat == own or live.table.at_seat(seat).is_bot:
            raise NotAllowed("There is nobody to take over for.", "Nie ma kogo zastąpić.", "seat")
        away = live.away.get(live.table.at_seat(seat).player or "")
        if away is None or moment() - away < self._authority.settings.times.absent:
            raise NotNow("They are here, or were a moment ago.", "Ta osoba jest albo była tu przed chwilą.", "present")
        present = self._authority.here(live.table.id)
        voters = {member.player for member in live.table.members if member.player in present}
        votes = live.votes.setdefault(seat, set())
        votes.add(player)
        if 2 * len(votes & voters) > len(voters) and seat not in match.match.bot_seats:
            live.votes.pop(seat, None)
            await self._authority.enter(live, lambda match: match.change_seat(seat, "taken_over"))
        self._authority.tell.table(live)

    # ---- Talking

    async def _say(self, connection: Connection, live: Live, message: wire.Say) -> None:
        """A line of chat, once: a page that came back sends again what was not answered."""
        words, heard = clean_words(message.text), (connection.player, message.id)
        if heard in live.heard:
            return
        if not words:
            raise NotNow("There is nothing to say.", "Nie ma nic do powiedzenia.", "empty")
        if live.said >= self._authority.settings.limits.lines:
            raise NotNow("This table has talked enough.", "Przy tym stole dość już powiedziano.", "chat")
        number = live.table.number_of(connection.player)
        room, name = ("spectators", connection.name) if number is None else ("players", live.table.members[number].name)
        await self._authority.chat.say(live, Line(0, room, connection.player, name, moment(), words))
        live.heard.append(heard)

    # ---- Hints

    async def _hint(self, connection: Connection, live: Live, message: wire.AskHint) -> None:
        """What a strong bot would do here, for the seat to act at a casual table."""
        seat = self._seat(live, connection.player)
        match = self._authority.require_match(live)
        if not live.table.terms.casual:
            raise NotAllowed("At this table there are no hints.", "Przy tym stole nie ma podpowiedzi.", "hint")
        if connection.player in self._hinting:
            raise TooMany("One hint at a time.", "Jedna podpowiedź naraz.", "hints")
        self._hinting.add(connection.player)
        try:
            async with live.lock:
                if match.match.to_act != seat:
                    raise NotNow("Hints are for who is to act.", "Podpowiedzi są dla tego, czyj jest ruch.", "turn")
                observation, seq = observe(match.match, random.Random()), match.match.seq
            thoughts = await self._authority.bots.thinkers.hint(observation)
        finally:
            self._hinting.discard(connection.player)
        names = live.table.names
        moves = [
            wire.HintedMove(one.move, tell_hint(observation, one, names), round(one.share, 3), round(one.points, 1))
            for one in thoughts
        ]
        connection.send(letters.hinted(message.id, seq, moves))


def out_of_reach() -> KafelkiError:
    return NotNow(
        "The database is out of reach: nothing was done, try again in a moment.",
        "Baza danych jest nieosiągalna: nic nie zrobiono, spróbuj za chwilę.",
        "database",
    )
