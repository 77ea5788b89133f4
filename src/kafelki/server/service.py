"""A server's parts, put together; and a request as they see it."""

from __future__ import annotations

import asyncio
import hmac
import logging
from typing import TYPE_CHECKING, Final

from kafelki.bots.warm import warm_bots
from kafelki.core.warm import warm_steps
from kafelki.errors import BadRequest, BadToken, KafelkiError
from kafelki.games import game, games
from kafelki.server.authority import Authority
from kafelki.server.commands import Desk
from kafelki.server.courier import Courier
from kafelki.server.identity import Signer, clean_name, key_in, new_id, signer_in
from kafelki.server.letters import moment
from kafelki.server.limits import Buckets, Tally
from kafelki.server.lobby import Lobby
from kafelki.server.metrics import Metrics
from kafelki.server.notice_store import NoticeStore
from kafelki.server.notices import Notices
from kafelki.server.outbound import Outbound
from kafelki.server.post import Post
from kafelki.server.settings import Settings
from kafelki.server.store import Store
from kafelki.server.timekeeper import Timekeeper
from kafelki.server.webpush import Sender

if TYPE_CHECKING:
    from kafelki.server.nodes import Nodes

log: Final = logging.getLogger("kafelki.service")
NAMES_KEPT: Final = 10_000
NOTICES_KEY: Final = "notices.key"  # in the data folder


class Service:
    """Everything behind the network."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.host_signer: Final = signer_in(settings.folder)  # who can read this folder is the host
        self.signer: Signer = self.host_signer
        self.store = Store(settings.database_url)
        self.post = Post(settings.limits)
        self.refused = Tally()
        self.metrics: Final = Metrics()
        self.outbound = Outbound(settings.times.deliver)
        self.ready = False
        self.failed: KafelkiError | None = None  # why it could not be opened
        limits = settings.limits
        self.requests, self.players = Buckets(limits.requests), Buckets(limits.players)
        self.guesses, self.commands = Buckets(limits.guesses), Buckets(limits.commands)
        self._authority: Authority | None = None
        self._names: dict[str, str] = {}
        self._nodes: Nodes | None = None
        self.timekeeper: Timekeeper | None = None
        self._notices: Notices | None = None

    async def open(self) -> None:
        """Ready for people: all compiled, the database up, bots awake where they are to act."""
        await asyncio.to_thread(_warm)
        await self.store.open()
        self._authority = Authority(self.settings, self.store, self.post)
        if self.store.is_shared:
            from kafelki.server.nodes import Nodes  # its driver is there only where it is needed

            self.signer = Signer(await self.store.shared_key(self.host_signer.key))
            self._nodes = Nodes(self._authority, self.store.plain_url)
        self.lobby = Lobby(self._authority)
        self.desk = Desk(self._authority, self.lobby, self.refused, self.metrics, self.commands)
        await self._authority.uptime.beat(moment())
        self.timekeeper = Timekeeper(self._authority, self.metrics)
        self._notices = await self._open_notices(self._authority)
        self._authority.spawn(self._authority.bots.wake_all())
        self.ready = True

    async def _open_notices(self, authority: Authority) -> Notices:
        """Who tells people of their turns, under a name that push services know them by again."""
        key, store = key_in(self.settings.folder, NOTICES_KEY), NoticeStore(self.store, self.settings.limits.browsers)
        if self.store.is_shared:
            key = await self.store.shared_key(key, "notices")
        contact = self.settings.url if self.settings.secure else "mailto:host@localhost"
        return Notices(authority, store, Courier(store, self.outbound, Sender(key, contact), self.metrics))

    async def close(self) -> None:
        self.ready = False
        if self._notices is not None:
            await self._notices.close()
        for connection in self.post.connections:
            connection.lost.set()
        if self._nodes is not None:
            await self._nodes.close()
        if self.timekeeper is not None:
            await self.timekeeper.close()
        if self._authority is not None:
            await self._authority.close()
        await self.store.close()

    @property
    def authority(self) -> Authority:
        assert self._authority is not None, "the service is not open"
        return self._authority

    @property
    def notices(self) -> Notices:
        assert self._notices is not None, "the service is not open"
        return self._notices

    # ---- Who somebody is

    async def new_player(self, name: str) -> str:
        """Somebody comes for the first time."""
        player, cleaned = new_id(), clean_name(name)
        await self.store.add_player(player, cleaned)
        self._know(player, cleaned)
        return player

    async def rename(self, player: str, name: str) -> str:
        cleaned = clean_name(name)
        await self.store.name_player(player, cleaned)
        self._know(player, cleaned)
        return cleaned

    async def name_of(self, player: str) -> str:
        """A player's name; BadToken for somebody we do not know any more."""
        found = self._names.get(player)
        if found is None:
            found = await self.store.player_name(player)
            if found is None:
                raise BadToken("We do not know you any more: give a name.", "Nie znamy cię już: podaj imię.", "player")
            self._know(player, found)
        return found

    def _know(self, player: str, name: str) -> None:
        self._names[player] = name
        while len(self._names) > NAMES_KEPT:
            del self._names[next(iter(self._names))]

    def refuse(self, error: KafelkiError) -> None:
        """Count a refusal."""
        self.refused.add(error.code)


class Call:
    """A request: from where, by whom, and what the answer should do beside answering."""

    def __init__(self, service: Service, address: str, token: str | None) -> None:
        self.service, self.address = service, address
        self._token = token
        self.cookie: str | None = None  # for the answer to set

    @property
    def is_nobody(self) -> bool:
        """Whether somebody new asks, who says nothing of who they are."""
        return self._token is None

    async def player(self) -> str:
        """Who asks; BadToken for nobody, and for who forged it."""
        if self._token is None:
            raise BadToken("Say first who you are: give a name.", "Najpierw powiedz, kim jesteś: podaj imię.", "none")
        player = self.service.signer.read("player", self._token)
        await self.service.name_of(player)
        return player

    async def named(self) -> tuple[str, str]:
        """Who asks, and their name."""
        player = await self.player()
        return player, await self.service.name_of(player)

    def recognise(self, player: str) -> str:
        """From now on this browser is that player; the token, for programs."""
        self.cookie = self.service.signer.sign("player", player)
        return self.cookie

    def require_metrics(self) -> None:
        """BadToken unless the host lets somebody measure, and this is who."""
        wanted = self.service.settings.metrics_token
        if not wanted or self._token is None or not hmac.compare_digest(wanted.encode(), self._token.encode()):
            raise BadToken("Only who measures may see that.", "Widzi to tylko ten, kto mierzy.", "metrics")

    def require_host(self) -> None:
        """BadToken unless it is the host, who can read the signing key."""
        if self._token is None or self.service.host_signer.read("host", self._token) != "host":
            raise BadToken("Only the host may do that.", "Może to zrobić tylko gospodarz.", "host")


def _warm() -> None:
    """Compile or load all that playing needs, before anybody waits for it."""
    for name in games():
        for step in warm_steps(game(name)) + warm_bots(game(name)):
            step()


def whole_number(text: str, name: str) -> int:
    """A number in a path or a query."""
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise BadRequest(
            f"{name} is a whole number; {text[:20]!r} came.", f"{name} to liczba; przyszło {text[:20]!r}.", name
        )
    return int(text)
