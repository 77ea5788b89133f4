"""What is kept of notices: how players want to be told, and one row for each turn that somebody is to be told of."""

from __future__ import annotations

import contextlib
import hashlib
import time
from typing import Final

import msgspec
import sqlalchemy as sa

from kafelki.errors import Conflict
from kafelki.server.schema import BROWSERS, NOTICES, WISHES
from kafelki.server.store import Store
from kafelki.words import Language

LEASE: Final = 120.0  # seconds after which a server that took a notice on and said nothing is taken for dead
MOST_DUE: Final = 50  # looked at together

ADD_WISH: Final = WISHES.insert()
SET_QUIET: Final = WISHES.update().where(WISHES.c.player_id == sa.bindparam("player"))
SET_WEBHOOK: Final = WISHES.update().where(WISHES.c.player_id == sa.bindparam("player"))
ADD_BROWSER: Final = BROWSERS.insert()
DROP_BROWSER: Final = BROWSERS.delete().where(BROWSERS.c.id == sa.bindparam("browser"))
_HERE: Final = sa.and_(
    NOTICES.c.table_id == sa.bindparam("table"),
    NOTICES.c.player_id == sa.bindparam("player"),
    NOTICES.c.turn_ply == sa.bindparam("ply"),
)
ADD_NOTICE: Final = NOTICES.insert()
DROP_OLDER: Final = NOTICES.delete().where(
    NOTICES.c.table_id == sa.bindparam("table"),
    NOTICES.c.player_id == sa.bindparam("player"),
    NOTICES.c.turn_ply < sa.bindparam("ply"),
)
TAKE: Final = NOTICES.update().where(
    _HERE, NOTICES.c.due == sa.bindparam("when"), NOTICES.c.taken == sa.bindparam("before")
)
PUT_OFF: Final = NOTICES.update().where(_HERE)
DROP_NOTICE: Final = NOTICES.delete().where(_HERE)


class Subscription(msgspec.Struct, frozen=True):
    """Where a browser is reached, and the keys that only it can read with."""

    endpoint: str
    p256dh: str  # its public key, base64url
    auth: str  # a secret shared with it, base64url


class Browser(Subscription, frozen=True):
    """A browser of a player's that wants to be told, in the language its page had."""

    language: Language

    @property
    def id(self) -> str:
        """What it is called here: nobody can guess it, and it leads nowhere."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()


class Quiet(msgspec.Struct, frozen=True):
    """Hours of the day in which a player is told nothing."""

    start: int
    end: int
    zone: str


class Webhook(msgspec.Struct, frozen=True):
    """An address that is called, what the calls are signed with, and the language of their words."""

    url: str
    secret: str
    language: Language


class Wish(msgspec.Struct, frozen=True):
    """How a player wants to be told, beside the browsers."""

    quiet: Quiet | None = None
    webhook: Webhook | None = None


class Notice(msgspec.Struct, frozen=True):
    """That it is a player's turn, at a table, since a ply."""

    table: str
    player: str
    ply: int
    due: float = 0.0
    taken: float = 0.0
    tries: int = 0

    @property
    def key(self) -> dict[str, object]:
        return {"table": self.table, "player": self.player, "ply": self.ply}


class NoticeStore:
    """The part of the store that is about notices."""

    def __init__(self, store: Store, most_browsers: int) -> None:
        self._store, self._most = store, most_browsers  # of a player

    # ---- How somebody wants to be told

    async def wish(self, player: str) -> Wish:
        async with self._store.engine.connect() as connection:
            row = (await connection.execute(sa.select(WISHES).where(WISHES.c.player_id == player))).first()
        if row is None:
            return Wish()
        quiet = None if row.zone is None else Quiet(row.quiet_start, row.quiet_end, row.zone)
        return Wish(quiet, None if row.webhook is None else Webhook(row.webhook, row.secret, row.language))

    async def set_quiet(self, player: str, quiet: Quiet | None) -> None:
        start, end, zone = (None, None, None) if quiet is None else msgspec.structs.astuple(quiet)
        await self._set(SET_QUIET, player, {"quiet_start": start, "quiet_end": end, "zone": zone})

    async def set_webhook(self, player: str, webhook: Webhook | None) -> None:
        url, secret, language = (None, None, None) if webhook is None else msgspec.structs.astuple(webhook)
        await self._set(SET_WEBHOOK, player, {"webhook": url, "secret": secret, "language": language})

    async def _set(self, statement: sa.Update, player: str, values: dict[str, object]) -> None:
        if not await self._has_wish(player):
            with contextlib.suppress(Conflict):
                await self._store.writer.write((ADD_WISH, {"player_id": player}))
        await self._store.writer.write((statement, {"player": player, **values}))

    async def _has_wish(self, player: str) -> bool:
        async with self._store.engine.connect() as connection:
            found = await connection.execute(sa.select(WISHES.c.player_id).where(WISHES.c.player_id == player))
            return found.first() is not None

    async def browsers(self, player: str) -> list[Browser]:
        """The newest first, and no more than there may be."""
        query = sa.select(*(BROWSERS.c[name] for name in Browser.__struct_fields__)).where(
            BROWSERS.c.player_id == player
        )
        latest = query.order_by(BROWSERS.c.created.desc()).limit(self._most)
        async with self._store.engine.connect() as connection:
            return [Browser(*one) for one in await connection.execute(latest)]

    async def add_browser(self, player: str, browser: Browser) -> None:
        """It belongs to this player from now on; the oldest ones go where there are too many."""
        kept = [one.id for one in await self.browsers(player) if one.id != browser.id]
        gone = [browser.id, *kept[self._most - 1 :]]
        row = {**msgspec.structs.asdict(browser), "id": browser.id, "player_id": player, "created": time.time()}
        await self._store.writer.write(*((DROP_BROWSER, {"browser": one}) for one in gone), (ADD_BROWSER, row))

    async def drop_browser(self, id: str) -> None:
        await self._store.writer.write((DROP_BROWSER, {"browser": id}))

    async def wants(self, player: str) -> bool:
        """Whether there is any way to tell them."""
        return (await self.wish(player)).webhook is not None or bool(await self.browsers(player))

    # ---- What they are to be told

    async def add(self, notice: Notice) -> None:
        """Once for each turn, whichever server comes first; Conflict for the others."""
        row = {"table_id": notice.table, "player_id": notice.player, "turn_ply": notice.ply, "due": notice.due}
        await self._store.writer.write((DROP_OLDER, notice.key), (ADD_NOTICE, {**row, "taken": 0.0, "tries": 0}))

    async def has(self, notice: Notice) -> bool:
        """Whether a server has written it down."""
        async with self._store.engine.connect() as connection:
            found = await connection.execute(sa.select(NOTICES.c.tries).where(_HERE), notice.key)
            return found.first() is not None

    async def due(self, now: float) -> list[Notice]:
        """What is to be told by now and no living server has taken on."""
        names = ("table_id", "player_id", "turn_ply", "due", "taken", "tries")
        query = sa.select(*(NOTICES.c[name] for name in names))
        query = query.where(NOTICES.c.due <= now, NOTICES.c.taken <= now - LEASE)
        async with self._store.engine.connect() as connection:
            return [Notice(*one) for one in await connection.execute(query.order_by(NOTICES.c.due).limit(MOST_DUE))]

    async def take(self, notice: Notice, now: float) -> None:
        """This server tells it; Conflict where another was first."""
        row = {**notice.key, "when": notice.due, "before": notice.taken, "taken": now}
        await self._store.writer.write((TAKE, row), guarded=True)

    async def put_off(self, notice: Notice, due: float | None, tries: int) -> None:
        """Until later; None: for good, and the row stays for other servers to see."""
        await self._store.writer.write((PUT_OFF, {**notice.key, "due": due, "taken": 0.0, "tries": tries}))

    async def drop(self, notice: Notice) -> None:
        """There is no such turn any more."""
        await self._store.writer.write((DROP_NOTICE, notice.key))
