"""What people do with tables by request: make, find, join and leave them, ask for what is kept of them."""

from __future__ import annotations

import io
import time
from collections.abc import Callable

import msgspec
import segno

from kafelki.bots.levels import LEVELS
from kafelki.errors import BadRequest, NotAllowed, NotNow, TooMany
from kafelki.games import games, meta
from kafelki.server import bodies, letters, wire
from kafelki.server.authority import Authority, unknown_table
from kafelki.server.identity import plain_code
from kafelki.server.letters import Presence, moment
from kafelki.server.live import Live
from kafelki.server.matches import LiveMatch
from kafelki.server.tables import RUNNING, Table, Terms, new_table, require_hash


class Lobby:
    """Requests, for a player who is known."""

    def __init__(self, authority: Authority) -> None:
        self._authority = authority
        self._store = authority.store
        self._limits = authority.settings.limits

    # ---- Looking

    def cards(self) -> list[bodies.GameCard]:
        """The games, with the levels of their bots."""
        return [bodies.GameCard(meta(name), list(LEVELS)) for name in games()]

    async def open_tables(self, player: str) -> list[wire.TableInfo]:
        """Public tables that wait for people."""
        return [await self._info(table.id, player) for table in await self._store.open_tables()]

    async def my_tables(self, player: str) -> list[bodies.MyTable]:
        """One's own, those first where it is one's turn."""
        found = []
        for table in await self._store.tables_of(player):
            if table.phase not in RUNNING:  # its match need not be played again for a list
                found.append(bodies.MyTable(letters.table_info(table, Presence(), player), False))
                continue
            live = await self._authority.live(table.id)
            seat, match = live.table.seat_of(player), live.match
            info = letters.table_info(live.table, self._authority.tell.presence(live), player)
            if match is None or seat is None or match.match.to_act != seat:
                found.append(bodies.MyTable(info, False))
            else:
                found.append(bodies.MyTable(info, True, match.left(moment())))
        return sorted(found, key=lambda one: (not one.your_turn, one.table.phase not in RUNNING))

    async def table(self, player: str, id: str) -> wire.TableInfo:
        """A table one may know of."""
        return await self._info((await self.known(player, id)).table.id, player)

    async def known(self, player: str, id: str) -> Live:
        """A table one may know of; to a stranger a private one does not exist."""
        live = await self._authority.live(id)
        if not live.table.knows(player):
            raise unknown_table()
        return live

    async def _info(self, id: str, player: str) -> wire.TableInfo:
        live = await self._authority.live(id)
        return letters.table_info(live.table, self._authority.tell.presence(live), player)

    # ---- Making and joining

    async def create(self, player: str, name: str, wanted: bodies.NewTable) -> wire.TableInfo:
        """A new table, its maker sitting at it, bots too."""
        running = await self._store.count_running(player)
        if running >= self._limits.tables_of_player:
            raise TooMany(
                f"You have {running} tables that are not over: finish or leave some.",
                f"Masz {running} niezakończonych stołów: dokończ albo opuść część z nich.",
                "tables",
            )
        seats = wanted.seats or max(meta(wanted.game).seats[0], 1 + len(wanted.bots))
        casual = not wanted.public if wanted.casual is None else wanted.casual
        terms = Terms(
            game=wanted.game,
            seats=seats,
            options=dict(wanted.options),
            public=wanted.public,
            casual=casual,
            lot=wanted.lot,
            take_over=wanted.take_over,
            clock=wanted.clock,
        )
        table = new_table(player, terms, time.time()).sit(player, name, wanted.nonce_hash)
        for level in wanted.bots:
            table = table.add_bot(player, level)
        await self._authority.add(table)
        return await self._info(table.id, player)

    async def invited(self, key: str) -> Table:
        """The table that an invitation or a code leads to, or a public one by its id."""
        live = None
        if not self._store.is_shared:  # else they may have been changed at another server
            live = self._authority.invited(key) or self._authority.invited(plain_code(key))
        if live is not None:
            return live.table
        table = await self._store.table_invited(key) or await self._store.table_invited(plain_code(key))
        if table is None:
            table = await self._store.table(key)
            if table is None or not table.terms.public:
                raise unknown_table()
        return table

    async def join(self, player: str, name: str, wanted: bodies.Join) -> wire.TableInfo:
        """Sit down, or come to look on."""
        live = await self._authority.live((await self.invited(wanted.key)).id)
        if wanted.role == "spectator" or live.table.phase != "lobby":
            await self._authority.change(live, lambda table: table.watch(player, self._limits.spectators))
        else:
            promise = wanted.nonce_hash
            if promise is None:
                raise BadRequest("Who sits down promises a nonce.", "Kto siada, obiecuje liczbę jednorazową.", "nonce")
            await self._authority.change(live, lambda table: table.sit(player, name, promise))
        return await self._info(live.table.id, player)

    async def leave(self, player: str, id: str) -> None:
        """Away from a table that has not begun, or from watching."""

        def go(table: Table) -> Table:
            number = table.number_of(player)
            if number is None:
                return table.replace(watchers=tuple(one for one in table.watchers if one != player))
            return table.remove(player, number)

        await self._step(player, id, go)

    async def add_bot(self, player: str, id: str, level: str) -> wire.TableInfo:
        return await self._step(player, id, lambda table: table.add_bot(player, level))

    async def set_level(self, player: str, id: str, number: int, level: str) -> wire.TableInfo:
        return await self._step(player, id, lambda table: table.set_level(player, number, level))

    async def agree(self, player: str, id: str, wanted: bodies.NewTerms) -> wire.TableInfo:
        """What the owner changes, in one step."""
        return await self._step(player, id, lambda table: table.agree(player, _changed(table.terms, wanted)))

    async def remove(self, player: str, id: str, number: int) -> wire.TableInfo:
        return await self._step(player, id, lambda table: table.remove(player, number))

    async def rematch(self, player: str, name: str, id: str, promise: str) -> wire.TableInfo:
        """Once more with the same people: the first who asks makes the table, the others are shown the way."""
        live = await self.known(player, id)
        if live.table.number_of(player) is None:
            raise NotAllowed("Only players may do that.", "Mogą to zrobić tylko gracze.", "spectator")
        live.table.require("over")
        require_hash(promise)
        if live.table.rematch is None:
            bots = tuple(member.level for member in live.table.members if member.level is not None)
            terms = live.table.terms
            again = new_table(player, terms, time.time()).sit(player, name, promise)
            for level in bots:
                again = again.add_bot(player, level)
            await self._authority.add(again)
            await self._authority.change(
                live, lambda table: table if table.rematch is not None else table.replace(rematch=again.invitation)
            )
            if live.table.rematch != again.invitation:
                await self._authority.delete_table(again.id)  # another was first
        key = live.table.rematch
        assert key is not None
        return await self.join(player, name, bodies.Join(key, "seat", promise))

    async def qr(self, player: str, id: str) -> str:
        """The invitation as a QR picture."""
        live = await self.known(player, id)
        if live.table.number_of(player) is None and player not in live.table.watchers:
            raise unknown_table()
        link = f"{self._authority.settings.url}/join/{live.table.invitation}"
        out = io.BytesIO()
        segno.make(link, error="m").save(out, kind="svg", border=0, scale=4, dark="#1f2723")
        return out.getvalue().decode()

    # ---- What is kept of a match

    async def match_file(self, player: str, id: str) -> str:
        """The match as a file, once it is over: before that it would tell what is hidden."""
        match = await self._over(player, id)
        return match.match.dump()

    async def frame(self, player: str, id: str, ply: int, seat: int | None) -> bodies.Frame:
        """One moment of a match that is over: any seat's view of one's own, the public view of others'."""
        match = await self._over(player, id)
        if seat is not None and match.table.number_of(player) is None:
            raise NotAllowed(
                "Seats' views are for who played.", "Widoki z miejsc są dla tych, którzy grali.", "spectator"
            )
        played = match.match
        view = played.view(seat) if ply == played.ply else played.view(seat, ply)
        events = played.events(seat, ply - 1, ply) if ply else []
        words = [match.game.tell(event, match.names) for event in events]
        return bodies.Frame(ply, played.ply, view, events, words)

    async def _over(self, player: str, id: str) -> LiveMatch:
        live = await self.known(player, id)
        async with live.lock:  # an end that is still being written is none yet
            match = self._authority.require_match(live)
            over = match.match.over
        if not over:
            raise NotNow("That is to be had when the match is over.", "To będzie dostępne po zakończeniu.", "playing")
        return match

    async def _step(self, player: str, id: str, step: Callable[[Table], Table]) -> wire.TableInfo:
        live = await self.known(player, id)
        await self._authority.change(live, step)
        return await self._info(id, player)


def _changed(terms: Terms, wanted: bodies.NewTerms) -> Terms:
    """The old terms, and what is new of them."""
    game = wanted.game or terms.game
    another = game != terms.game
    options = dict(wanted.options or {}) if another else terms.options | (wanted.options or {})
    minutes = terms.take_over if wanted.take_over is None else wanted.take_over or None
    return Terms(
        game=game,
        seats=wanted.seats or (min(terms.seats, meta(game).seats[1]) if another else terms.seats),
        options=options,
        public=terms.public if wanted.public is None else wanted.public,
        casual=terms.casual if wanted.casual is None else wanted.casual,
        lot=terms.lot if wanted.lot is None else wanted.lot,
        take_over=minutes,
        clock=terms.clock if isinstance(wanted.clock, msgspec.UnsetType) else wanted.clock,
    )
