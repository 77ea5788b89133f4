"""Notices: who is told that it is their turn, when, how often, and in which words."""

from __future__ import annotations

import datetime
import hashlib
import hmac
import json
import ssl
import zoneinfo
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

import msgspec
import pytest

from kafelki.cli import app
from kafelki.errors import BadRequest, CannotReach, Conflict, KafelkiError, NotAllowed, NotNow, TooMany
from kafelki.server.letters import moment
from kafelki.server.notice_store import LEASE, Browser, Notice, NoticeStore, Quiet
from kafelki.server.notices import AGAIN, MOST_TRIES, Notices, quiet_until
from kafelki.server.outbound import Outbound
from kafelki.server.settings import Settings
from kafelki.server.sweep import Sweeper
from kafelki.words import Language
from tests.server.browser_keys import BrowserKeys
from tests.server.postgres import Postgres
from tests.server.receiver import Certificate, Names, Receiver, anywhere
from tests.server.room import Json, Person, Room, Sitting, begin

pytestmark = pytest.mark.anyio

GONE = b"HTTP/1.1 410 Gone\r\n\r\n"
BROKEN = b"HTTP/1.1 503 Busy\r\n\r\n"
HOST = "push.example"
WITHIN = 60.0  # seconds; nothing here comes near it


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return Certificate(tmp_path_factory.mktemp("certificate"), HOST)


class Bell:
    """Where notices of a room arrive: a push service and a webhook of our own."""

    def __init__(self, room: Room, push: Receiver, hook: Receiver, trust: ssl.SSLContext) -> None:
        self.room, self.push, self.hook = room, push, hook
        self.keys: dict[str, BrowserKeys] = {}
        allow(room, trust)

    @property
    def store(self) -> NoticeStore:
        return NoticeStore(self.room.service.store, 8)

    @property
    def notices(self) -> Notices:
        return self.room.service.notices

    async def subscribe(self, who: Person, language: Language = "pl", path: str | None = None) -> Json:
        """A browser of theirs wants to be told."""
        path = path or f"/{who.player}"
        keys = self.keys[path] = BrowserKeys()
        found = keys.subscription(self.push.url(path, HOST, "https"))
        body = {**msgspec.structs.asdict(found), "language": language}
        return await self.room.ask(who, "subscribe_browser", body=body)

    async def later(self, seconds: float = 60.0) -> None:
        """Time passes, everything that is due is sent, and has arrived."""
        await self.room.until(lambda: not self.room.authority._tasks)  # what is being written down
        await self.notices.send_due(moment() + seconds)
        await self.room.until(lambda: not self.room.authority._tasks)

    def read(self) -> list[Json]:
        """What browsers have been told, each with the path it came to."""
        return [
            {"to": path, **json.loads(self.keys[path].read(came.body))}
            for came in self.push.came
            for path in [came.line.split()[1]]
        ]


def allow(room: Room, trust: ssl.SSLContext) -> None:
    """This room may reach loopback, and calls addresses."""
    room.service.notices._courier.outbound = Outbound(WITHIN, anywhere, Names(), trust)
    room.service.notices._settings = msgspec.structs.replace(room.settings, webhooks=True)


@pytest.fixture
async def bell(room: Room, certificate: Certificate) -> AsyncIterator[Bell]:
    async with Receiver(trust=certificate.shown()) as push, Receiver() as hook:
        yield Bell(room, push, hook, certificate.trusted())


async def refused(kind: type[KafelkiError], work: Awaitable[object]) -> str:
    """Why not; it is said in both languages."""
    with pytest.raises(kind) as caught:
        await work
    words = caught.value.words
    assert words.en
    assert words.pl
    assert words.en != words.pl
    return caught.value.code


async def away_in_turn(bell: Bell) -> tuple[Sitting, Person, Person]:
    """A match in which somebody who wants to be told is away when their turn begins; they, and who moved before."""
    sitting = await begin(bell.room)
    mover = await sitting.to_act()
    (other,) = await sitting.others()
    await bell.subscribe(other)
    await other.close_page()
    assert (await sitting.play(mover))["type"] == "done"
    assert await sitting.to_act() is other
    return sitting, other, mover


# ---- Who, and when


async def test_who_is_away_is_told_once_a_turn_in_their_own_language(bell: Bell) -> None:
    sitting, other, mover = await away_in_turn(bell)
    await bell.later()
    (told,) = bell.read()
    assert told == {
        "to": f"/{other.player}",
        "title": "Twoja kolejka: Półeczka",
        "body": f"Przy stole: {mover.name}",
        "path": f"/t/{sitting.id}",
        "tag": sitting.id,
        "lang": "pl",
    }
    (came,) = bell.push.came
    assert came.headers["authorization"].startswith("vapid t=")
    assert (came.headers["content-encoding"], came.headers["topic"]) == ("aes128gcm", sitting.id)
    for _ in range(3):  # however often one looks
        bell.room.authority.turn_began(await sitting.live())
        await bell.later(10_000)
    assert len(bell.push.came) == 1


async def test_every_browser_of_theirs_is_told_in_its_own_language(bell: Bell) -> None:
    _, other, _ = await away_in_turn(bell)
    await bell.subscribe(other, "en", "/phone")
    await bell.later()
    assert sorted(one["title"] for one in bell.read()) == ["Twoja kolejka: Półeczka", "Your turn: My Shelfie"]


async def test_nobody_is_told_before_the_moment_has_passed(bell: Bell) -> None:
    await away_in_turn(bell)
    await bell.later(seconds=0)
    assert bell.push.came == []
    await bell.later(bell.room.settings.times.notice + 1)
    assert len(bell.push.came) == 1


async def test_a_turn_of_several_moves_is_told_of_once_and_the_next_one_again(bell: Bell) -> None:
    sitting = await begin(bell.room, game="tikal")
    first = await sitting.to_act()
    (other,) = await sitting.others()
    await bell.subscribe(other)
    await other.close_page()
    turns = 0
    for _ in range(60):
        assert (await sitting.play())["type"] == "done"
        if await sitting.to_act() is other:
            turns += 1
            await bell.later()
            assert len(bell.push.came) == turns
            await other.watch(sitting.id)  # plays all of the turn, then goes
            while await sitting.to_act() is other:
                await sitting.play()
            await other.close_page()
        if turns == 2:
            break
    assert await sitting.to_act() is first
    await bell.later()
    assert (turns, len(bell.push.came)) == (2, 2)


async def test_who_has_the_table_open_is_not_told_and_who_then_leaves_is(bell: Bell) -> None:
    sitting = await begin(bell.room)
    (other,) = await sitting.others()
    await bell.subscribe(other)
    await sitting.play()
    sweeper = Sweeper(bell.room.authority)
    await sweeper.sweep(moment())
    await bell.later()
    assert bell.push.came == []
    await other.close_page()
    await sweeper.sweep(moment())
    await sweeper.close()
    await bell.later()
    assert len(bell.push.came) == 1


async def test_who_comes_in_time_is_not_told_nor_when_they_leave_again(bell: Bell) -> None:
    sitting, other, _ = await away_in_turn(bell)
    await other.watch(sitting.id)
    await bell.later()
    await other.close_page()
    bell.room.authority.turn_began(await sitting.live())
    await bell.later(10_000)
    assert bell.push.came == []


async def test_who_has_moved_in_time_is_not_told(bell: Bell) -> None:
    sitting, other, mover = await away_in_turn(bell)
    await other.watch(sitting.id)
    await sitting.play(other)
    await other.close_page()
    assert await sitting.to_act() is mover
    await bell.later()
    assert bell.push.came == []
    await sitting.play(mover)
    await bell.later()
    assert len(bell.push.came) == 1, "of the next turn they are"


async def test_the_first_turn_of_a_match_is_told_of_too(bell: Bell) -> None:
    sitting = await begin(bell.room)
    first = await sitting.to_act()
    await bell.subscribe(first)
    await first.close_page()
    bell.room.authority.turn_began(await sitting.live())
    await bell.later()
    assert len(bell.push.came) == 1


async def test_nobody_is_told_of_a_turn_that_a_bot_plays(bell: Bell) -> None:
    sitting, other, mover = await away_in_turn(bell)
    seat = (await sitting.table()).seat_of(other.player)
    assert seat is not None
    (await sitting.live()).away[other.player] = 0.0
    assert (await mover.send("take_over", seat=seat))["type"] == "done"
    await bell.later()
    assert bell.push.came == []


async def test_bots_and_ended_matches_tell_nobody(bell: Bell) -> None:
    sitting = await begin(bell.room, people=1, bots=("beginner",))
    (ola,) = sitting.people
    await bell.subscribe(ola)
    await bell.room.until(lambda: not bell.room.authority._tasks)
    await ola.close_page()
    await bell.room.authority.close_table(sitting.id, "closed")
    bell.room.authority.turn_began(await sitting.live())
    await bell.later()
    assert bell.push.came == []


async def test_who_has_not_asked_for_it_is_told_nothing_and_nothing_is_written(bell: Bell) -> None:
    sitting = await begin(bell.room)
    (other,) = await sitting.others()
    await other.close_page()
    await sitting.play()
    await bell.room.until(lambda: not bell.room.authority._tasks)
    assert await bell.store.due(moment() + 1000) == []


async def test_a_notice_is_there_after_a_restart(bell: Bell, certificate: Certificate) -> None:
    await away_in_turn(bell)
    await bell.room.until(lambda: not bell.room.authority._tasks)
    await bell.room.restart()
    allow(bell.room, certificate.trusted())
    await bell.later()
    await bell.later(10_000)
    assert len(bell.push.came) == 1


# ---- What goes wrong


async def test_a_browser_that_is_gone_is_forgotten(bell: Bell) -> None:
    _, other, _ = await away_in_turn(bell)
    bell.push._answers = [GONE]
    await bell.later()
    assert await bell.store.browsers(other.player) == []
    await bell.later(10_000)
    assert len(bell.push.came) == 1, "and not tried again"


async def test_what_nobody_took_is_tried_again_and_not_for_ever(bell: Bell) -> None:
    _, other, _ = await away_in_turn(bell)
    bell.push._answers = [BROKEN]
    for tries in range(1, MOST_TRIES + 3):
        await bell.later(tries * (AGAIN + LEASE) * tries)
        assert len(bell.push.came) == min(tries, MOST_TRIES)
    assert len(await bell.store.browsers(other.player)) == 1


async def test_what_breaks_on_the_way_to_one_browser_does_not_keep_the_others_from_being_told(bell: Bell) -> None:
    _, other, _ = await away_in_turn(bell)
    odd = Browser(bell.push.url("/odd", HOST, "https"), "odd", "odd", "en")  # no key that could ever have been taken
    await bell.store.add_browser(other.player, odd)
    await bell.later()
    await bell.later(10_000)
    assert [one["to"] for one in bell.read()] == [f"/{other.player}"]


async def test_a_notice_that_a_dead_server_took_on_is_told_by_another(bell: Bell) -> None:
    await away_in_turn(bell)
    await bell.room.until(lambda: not bell.room.authority._tasks)
    now = moment() + 60
    (notice,) = await bell.store.due(now)
    await bell.store.take(notice, now)  # and then the lights went out
    with pytest.raises(Conflict):
        await bell.store.take(notice, now)
    await bell.later(60 + LEASE / 2)
    assert bell.push.came == []
    await bell.later(61 + LEASE)
    assert len(bell.push.came) == 1


async def test_of_two_servers_one_tells(
    tmp_path: Path, quick: None, postgres: Postgres, certificate: Certificate
) -> None:
    url = await postgres.new_database()
    async with (
        Room(tmp_path / "a", database=url) as first,
        Room(tmp_path / "b", database=url) as second,
        Receiver(trust=certificate.shown()) as push,
        Receiver() as hook,
    ):
        bell, there = (Bell(room, push, hook, certificate.trusted()) for room in (first, second))
        assert (await first.ask(await first.person("Ewa"), "show_notices"))["pushKey"] == (
            await second.ask(await second.person("Jan"), "show_notices")
        )["pushKey"], "they are one sender"
        sitting, other, _ = await away_in_turn(bell)
        second.authority.turn_began(await second.authority.live(sitting.id))
        for one in (bell, there, bell, there):
            await one.later(100)
        assert len(push.came) == 1
        await away_from_one_server(bell, there, sitting, other)
        assert len(push.came) == 1, "they have the table open at the other one"


async def away_from_one_server(bell: Bell, there: Bell, sitting: Sitting, other: Person) -> None:
    """Somebody's next turn begins while their page is open at another server."""
    page = Person(there.room, other.player, other.name)
    await page.watch(sitting.id)
    here = bell.room.authority
    await bell.room.until(lambda: other.player in here.here(sitting.id))
    match = (await there.room.authority.live(sitting.id)).match
    assert match is not None
    moves = [msgspec.to_builtins(match.match.legal()[0])]
    assert (await page.send("play", seq=match.match.seq, moves=moves))["type"] == "done"
    live = await sitting.live()
    await bell.room.until(lambda: live.match is not None and live.match.match.seq == 2)
    await sitting.play()
    for one in (bell, there):
        await one.later(1000)


# ---- Quiet hours

WARSAW = zoneinfo.ZoneInfo("Europe/Warsaw")


def at(text: str) -> float:
    return datetime.datetime.fromisoformat(text).replace(tzinfo=WARSAW).timestamp()


@pytest.mark.parametrize(
    ("hours", "now", "until"),
    [
        ((22, 7), "2026-03-10T21:59", None),
        ((22, 7), "2026-03-10T22:00", "2026-03-11T07:00"),
        ((22, 7), "2026-03-11T06:59:59", "2026-03-11T07:00:59"),  # a minute at least
        ((22, 7), "2026-03-11T07:00", None),
        ((9, 17), "2026-03-10T12:30", "2026-03-10T17:00"),
        ((9, 17), "2026-03-10T18:30", None),
        ((22, 7), "2026-03-28T23:00", "2026-03-29T07:00"),  # the clocks are changed in that night
        ((22, 7), "2026-10-24T23:00", "2026-10-25T07:00"),
        ((23, 0), "2026-03-10T23:30", "2026-03-11T00:00"),
        ((0, 1), "2026-03-10T00:30", "2026-03-10T01:00"),
    ],
)
def test_quiet_hours_end_by_the_clock_on_the_wall(hours: tuple[int, int], now: str, until: str | None) -> None:
    assert quiet_until(Quiet(*hours, "Europe/Warsaw"), at(now)) == (None if until is None else at(until))


async def test_what_falls_into_quiet_hours_is_told_when_they_end_if_it_still_is_so(bell: Bell) -> None:
    sitting, other, mover = await away_in_turn(bell)
    soon = datetime.datetime.fromtimestamp(moment() + 60, datetime.UTC).hour
    body = {"startHour": soon, "endHour": (soon + 2) % 24, "zone": "UTC"}
    assert (await bell.room.ask(other, "set_quiet_hours", body=body))["quiet"] == body
    await bell.later()
    assert bell.push.came == []
    await bell.later(3 * 3600)
    assert len(bell.push.came) == 1
    await other.watch(sitting.id)
    await sitting.play(other)
    await other.close_page()
    await sitting.play(mover)
    await bell.later()
    await other.watch(sitting.id)
    await sitting.play(other)  # in the night after all
    await bell.later(3 * 3600)
    assert len(bell.push.came) == 1
    assert (await bell.room.ask(other, "drop_quiet_hours"))["quiet"] is None


async def test_hours_and_zones_that_are_none_are_refused(room: Room) -> None:
    ola = await room.person("Ola")
    for zone in ("Nowhere/Land", "Europe", "/etc/localtime"):
        body = {"startHour": 22, "endHour": 7, "zone": zone}
        assert await refused(BadRequest, room.ask(ola, "set_quiet_hours", body=body)) == "bad_request.zone"
    body = {"startHour": 7, "endHour": 7, "zone": "UTC"}
    assert await refused(BadRequest, room.ask(ola, "set_quiet_hours", body=body)) == "bad_request.hours"


# ---- Browsers


async def test_a_browser_belongs_to_who_subscribed_it_last_and_only_they_can_unsubscribe_it(bell: Bell) -> None:
    ola, jan = await bell.room.people(2)
    (id,) = (await bell.subscribe(ola, path="/one"))["browsers"]
    assert id == hashlib.sha256(bell.push.url("/one", HOST, "https").encode()).hexdigest()
    assert (await bell.subscribe(jan, path="/one"))["browsers"] == [id]
    assert (await bell.room.ask(ola, "unsubscribe_browser", browser=id))["browsers"] == []
    assert (await bell.room.ask(jan, "show_notices"))["browsers"] == [id]
    assert (await bell.room.ask(jan, "unsubscribe_browser", browser=id))["browsers"] == []


async def test_the_oldest_browsers_go_where_there_are_too_many(bell: Bell) -> None:
    ola, most = await bell.room.person("Ola"), bell.room.settings.limits.browsers
    first = (await bell.subscribe(ola, path="/0"))["browsers"]
    for number in range(1, most + 1):
        found = await bell.subscribe(ola, path=f"/{number}")
    assert len(found["browsers"]) == most
    assert first[0] not in found["browsers"]


async def test_what_is_no_subscription_is_refused(bell: Bell) -> None:
    ola = await bell.room.person("Ola")
    good = {**msgspec.structs.asdict(BrowserKeys().subscription("https://push.example/1")), "language": "en"}
    for change, code in (({"endpoint": "http://push.example/1"}, "url"), ({"auth": "AAAA"}, "keys")):
        body = {**good, **change}
        why = await refused(BadRequest, bell.room.ask(ola, "subscribe_browser", body=body))
        assert why == f"bad_request.{code}"


async def test_the_name_of_the_sender_stays_and_is_for_its_owner_alone(bell: Bell) -> None:
    ola = await bell.room.person("Ola")
    before = (await bell.room.ask(ola, "show_notices"))["pushKey"]
    await bell.room.restart()
    assert (await bell.room.ask(ola, "show_notices"))["pushKey"] == before
    assert (bell.room.settings.folder / "notices.key").stat().st_mode & 0o777 == 0o600


async def test_a_trial_without_anywhere_to_tell_says_so(bell: Bell) -> None:
    ola = await bell.room.person("Ola")
    assert await refused(NotNow, bell.room.ask(ola, "try_notices")) == "not_now.nowhere"


# ---- Webhooks


async def hooked(bell: Bell, who: Person) -> str:
    """They have an address that is called; its secret."""
    body = {"url": bell.hook.url("/hook"), "language": "en"}
    return str((await bell.room.ask(who, "set_webhook", body=body))["secret"])


async def test_a_webhook_is_called_with_words_that_are_signed(bell: Bell) -> None:
    sitting = await begin(bell.room)
    (other,) = await sitting.others()
    secret = await hooked(bell, other)
    assert secret not in str(await bell.room.ask(other, "show_notices")), "shown once"
    await other.close_page()
    mover = await sitting.to_act()
    await sitting.play()
    await bell.later()
    (came,) = bell.hook.came
    assert came.line == "POST /hook HTTP/1.1"
    wanted = hmac.new(secret.encode(), came.body, hashlib.sha256).hexdigest()
    assert came.headers["x-kafelki-signature"] == f"sha256={wanted}"
    told = json.loads(came.body)
    assert isinstance(told.pop("at"), int)
    assert told == {
        "type": "turn",
        "id": f"{sitting.id}-1",
        "title": "Your turn: My Shelfie",
        "text": f"At the table: {mover.name}",
        "link": f"{bell.room.settings.url}/t/{sitting.id}",
        "table": sitting.id,
        "game": "shelf",
        "players": [mover.name],
    }
    assert (await bell.room.ask(other, "drop_webhook"))["webhook"] is None


@pytest.mark.parametrize(
    ("words", "environment", "allowed"),
    [((), {}, False), (("--webhooks",), {}, True), ((), {"KAFELKI_WEBHOOKS": "1"}, True)],
)
def test_a_host_allows_webhooks_in_so_many_words(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], environment: dict[str, str], allowed: bool
) -> None:
    found: list[Settings] = []
    monkeypatch.setattr("kafelki.cli.serve.run", lambda settings, **_: found.append(settings))
    monkeypatch.delenv("KAFELKI_WEBHOOKS", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert app.run(["serve", *words]) == 0
    assert found[0].webhooks is allowed


async def test_webhooks_are_for_hosts_who_allow_them(room: Room) -> None:
    ola = await room.person("Ola")
    body = {"url": "https://hook.example/", "language": "en"}
    assert (await room.ask(ola, "show_notices"))["webhooks"] is False
    assert await refused(NotAllowed, room.ask(ola, "set_webhook", body=body)) == "not_allowed.webhooks"


async def test_a_private_address_is_refused_in_words_when_it_is_named(bell: Bell) -> None:
    bell.notices._courier.outbound = Outbound(WITHIN)  # as it is by default
    ola = await bell.room.person("Ola")
    for host in ("127.0.0.1", "localhost"):
        body = {"url": bell.hook.url(host=host), "language": "en"}
        why = await refused(CannotReach, bell.room.ask(ola, "set_webhook", body=body))
        assert why == "cannot_reach.private"
    assert bell.hook.connected == 0


async def test_a_name_that_turns_private_later_and_a_redirect_are_refused_in_words_too(bell: Bell) -> None:
    ola = await bell.room.person("Ola")
    await hooked(bell, ola)
    bell.notices._courier.outbound = Outbound(WITHIN, lookup=Names("127.0.0.1"))
    assert await refused(CannotReach, bell.room.ask(ola, "try_notices")) == "cannot_reach.private"
    assert bell.hook.connected == 0
    bell.notices._courier.outbound = Outbound(WITHIN, anywhere, Names())
    bell.hook._answers = [b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n"]
    assert await refused(CannotReach, bell.room.ask(ola, "try_notices")) == "cannot_reach.redirect"
    bell.hook._answers = [BROKEN]
    assert await refused(CannotReach, bell.room.ask(ola, "try_notices")) == "cannot_reach.answer"


# ---- Trying it out


async def test_a_trial_comes_at_once_and_not_too_often(bell: Bell) -> None:
    ola = await bell.room.person("Ola")
    await bell.subscribe(ola, "en")
    await bell.room.ask(ola, "try_notices")
    (told,) = bell.read()
    assert (told["title"], told["path"]) == ("Notices work here", "/")
    for _ in range(bell.room.settings.limits.calls.burst - 1):
        await bell.room.ask(ola, "try_notices")
    assert await refused(TooMany, bell.room.ask(ola, "try_notices")) == "too_many.rate"
    assert 'kafelki_notices_total{way="push",outcome="told"}' in bell.room.service.metrics.text(bell.room.service)


async def test_a_notice_goes_with_its_table(bell: Bell) -> None:
    sitting, other, _ = await away_in_turn(bell)
    await bell.room.until(lambda: not bell.room.authority._tasks)
    await bell.room.authority.delete_table(sitting.id)
    assert not await bell.store.has(Notice(sitting.id, other.player, 1))
    await bell.later()
    assert bell.push.came == []
