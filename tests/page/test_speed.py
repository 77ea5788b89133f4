"""How quick the page is: measured and printed at the end of the run, held against nothing here."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from typing import Final

from tests.page.conftest import Visit
from tests.page.forward import forward
from tests.page.hands import mouse, play_tikal

DECISIONS: Final = 16

# Every word of the server: how long the page works on it, until it is laid out anew. And every press, from when the
# button or the finger is up: how long until the frame that shows the match gone on.
WATCH: Final = """
  window.work = []; window.shown = [];
  const set = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage').set;
  Object.defineProperty(WebSocket.prototype, 'onmessage', { set(handler) {
    set.call(this, async event => {
      const begun = performance.now();
      handler(event);
      for (let i = 0; i < 8; i++) await null;
      document.body.offsetHeight;
      if (event.data.includes('"moved"')) window.work.push(performance.now() - begun);
    });
  }});
  let pressed = 0;
  addEventListener('click', () => { pressed = performance.now(); }, true);
  new MutationObserver(changes => {
    if (pressed && changes.some(one => one.attributeName === 'data-seq')) {
      const from = pressed; pressed = 0;
      requestAnimationFrame(() => requestAnimationFrame(() => window.shown.push(performance.now() - from)));
    }
  }).observe(document, { subtree: true, attributeFilter: ['data-seq'] });
"""
LOADED: Final = """() => performance.getEntriesByType('resource').filter(one => one.name.endsWith('.js'))
  .reduce((sum, one) => sum + one.encodedBodySize, 0)"""


def test_first_load_of_each_page(visit: Visit, record_property: Callable[[str, object], None]) -> None:
    anna = visit().home()
    home = anna.page.evaluate(LOADED)
    record_property("script on first load, compressed: home", f"{home / 1000:.0f} kB")
    for game in ("tikal", "shelf", "planet"):
        both = anna.home().play_now(game).page.evaluate(LOADED)
        record_property(f"script on first load, compressed: home and a match of {game}", f"{both / 1000:.0f} kB")
    assert home > 0


def test_updates_of_tikal(visit: Visit, record_property: Callable[[str, object], None]) -> None:
    anna = visit(calm=False)
    anna.context.add_init_script(WATCH)
    anna.home().play_now("tikal")
    forward([anna], lambda view: view["tilesLeft"] <= 18)  # half the board lies there
    rng = random.Random(9)
    for _ in range(DECISIONS):
        assert anna.wait_for_turn()
        seq = anna.seq
        play_tikal(anna, mouse, rng)
        anna.wait_past(seq)
    for name, what in (
        ("work", "an update of Tikal, until laid out anew"),
        ("shown", "a move of Tikal, press to screen"),
    ):
        times: list[float] = anna.page.evaluate(f"window.{name}")
        assert len(times) > DECISIONS // 2
        record_property(what, f"median {statistics.median(times):.1f} ms, slowest {max(times):.0f} ms, of {len(times)}")
