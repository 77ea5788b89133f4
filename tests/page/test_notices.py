"""Being told of one's turn: the switch on the home page, and what the page's worker shows."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import msgspec
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.test_pages import check
from tests.page.visitor import DESK, LANGUAGES, PATIENCE_MS, PHONE, Visitor
from tests.server.browser_keys import BrowserKeys
from tests.server.room import Json

# No push service is within reach here: the browser's own subscribing is played, all around it is real.
SUBSCRIBED = """found => {
  const kept = 'test.subscribed';
  const here = {
    endpoint: found.endpoint,
    toJSON: () => ({endpoint: found.endpoint, keys: {p256dh: found.p256dh, auth: found.auth}}),
    unsubscribe: async () => (localStorage.removeItem(kept), true),
  };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem(kept) ? here : null);
  PushManager.prototype.subscribe = async (options) => {
    if (!options.userVisibleOnly || options.applicationServerKey.length !== 87) throw new Error('no key');
    localStorage.setItem(kept, 'yes');
    return here;
  };
}"""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(({title, body, tag, lang, data}) => ({title, body, tag, lang, data}));
}"""

# A press on the notice, in the worker. To open a window it would need a finger: where to is noted instead.
PRESSED = """async () => {
  const opened = [];
  self.clients.openWindow = async (place) => opened.push(place);
  const [notification] = await self.registration.getNotifications();
  const event = new NotificationEvent('notificationclick', {notification});
  const waited = [];
  event.waitUntil = (work) => waited.push(work);
  self.dispatchEvent(event);
  await Promise.all(waited);
  return opened;
}"""


def with_a_browser(anna: Visitor) -> Visitor:
    """A window that may show notices, at home, with a match that runs."""
    anna.context.grant_permissions(["notifications"], origin=anna.base)
    keys = msgspec.structs.asdict(BrowserKeys().subscription("https://127.0.0.1:8443/nobody"))
    anna.context.add_init_script(f"({SUBSCRIBED})({json.dumps(keys)})")
    anna.home().play_now("shelf")
    anna.home()
    expect(anna.page.locator("section.notices")).to_be_visible()
    return anna


def test_notices_are_switched_on_and_off_and_stay_as_they_were(visit: Visit) -> None:
    anna = with_a_browser(visit(lang="en"))
    switch = anna.page.get_by_role("radiogroup", name="Tell me when it is my turn")
    switch.get_by_role("radio", name="yes").click()
    expect(switch.get_by_role("radio", name="yes")).to_be_checked()
    night = anna.page.get_by_role("radiogroup", name="Quiet hours")
    night.get_by_role("radio", name="yes").click()
    anna.page.get_by_role("combobox", name="from").select_option("23")
    expect(anna.page.get_by_role("combobox", name="to", exact=True)).to_have_value("7")
    anna.page.wait_for_load_state("networkidle")
    anna.home()
    expect(switch.get_by_role("radio", name="yes")).to_be_checked()
    expect(anna.page.get_by_role("combobox", name="from")).to_have_value("23")
    switch.get_by_role("radio", name="no").click()
    expect(switch.get_by_role("radio", name="no")).to_be_checked()
    expect(night).to_have_count(0)


def test_what_cannot_be_reached_is_said_in_words(visit: Visit) -> None:
    anna = with_a_browser(visit(lang="en"))
    switch = anna.page.get_by_role("radiogroup", name="Tell me when it is my turn")
    switch.get_by_role("radio", name="yes").click()
    anna.page.get_by_role("button", name="Try it").click()
    expect(anna.page.locator(".notices [role=alert]")).to_contain_text("no public address")
    anna.page.locator(".notices summary").click()
    anna.page.get_by_label("Address").fill("http://127.0.0.1:8000/hook")
    anna.page.get_by_role("button", name="Save").click()
    expect(anna.page.locator(".notices [role=alert]")).to_contain_text("no public address")
    anna.forgive("409 ")


def test_the_switch_fits_is_named_and_can_be_pressed(visit: Visit) -> None:
    anna = with_a_browser(visit(lang="pl"))
    anna.page.locator(".notices [role=radio]").first.click()
    anna.page.locator(".notices [role=radio]").nth(2).click()
    expect(anna.page.locator(".notices select")).to_have_count(2)
    anna.page.locator(".notices summary").click()
    for size in (DESK, PHONE):
        for lang in LANGUAGES:
            anna.look(size, lang)
            anna.page.locator(".notices").scroll_into_view_if_needed()
            anna.picture("page-notices")
            check(anna)


def deliver(anna: Visitor, message: Json) -> None:
    """As a push service would."""
    line = anna.context.new_cdp_session(anna.page)
    found: list[str] = []

    def note(event: dict[str, Any]) -> None:
        found.extend(one["registrationId"] for one in event["registrations"])

    line.on("ServiceWorker.workerRegistrationUpdated", note)
    line.send("ServiceWorker.enable")
    while not found:
        anna.page.wait_for_timeout(20)
    given = {"origin": anna.base, "registrationId": found[-1], "data": json.dumps(message)}
    line.send("ServiceWorker.deliverPushMessage", given)


def shown_when(anna: Visitor, met: Callable[[list[Json]], bool]) -> list[Json]:
    """What is shown, as soon as something holds of it. (The browser cannot wait for a question that takes a while.)"""
    until = time.monotonic() + PATIENCE_MS / 1000
    while not met(shown := anna.page.evaluate(SHOWN)):
        assert time.monotonic() < until, f"it never came to that: {shown}"
        anna.page.wait_for_timeout(20)
    return list(shown)


def test_a_notice_that_comes_is_shown_and_leads_to_the_table(visit: Visit) -> None:
    anna = with_a_browser(visit(lang="en"))
    anna.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    told = {"title": "Your turn: Tikal", "body": "At the table: Jan", "path": "/t/abc", "tag": "abc", "lang": "en"}
    deliver(anna, told)
    (shown,) = shown_when(anna, lambda shown: len(shown) == 1)
    assert shown == {"title": told["title"], "body": told["body"], "tag": "abc", "lang": "en", "data": "/t/abc"}
    deliver(anna, {**told, "title": "Your turn: Planet"})
    shown = shown_when(anna, lambda shown: "Your turn: Planet" in [one["title"] for one in shown])
    assert len(shown) == 1, "one a table"
    (worker,) = anna.context.service_workers
    assert worker.evaluate(PRESSED) == [f"{anna.base}/t/abc"]
    shown_when(anna, lambda shown: shown == [])
