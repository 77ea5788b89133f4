"""After the load: every match is played again from the database, and must lead to exactly what its pages saw last."""

from __future__ import annotations

import msgspec

from benchmarks.load_clients import LastView
from kafelki.core.entries import MatchFile
from kafelki.core.replay import replay
from kafelki.games import game
from kafelki.server.settings import Settings
from kafelki.server.store import Kept, Store
from kafelki.server.tables import Table


class Replays(msgspec.Struct):
    """What playing every match again came to."""

    matches: int = 0
    entries: int = 0
    views: int = 0
    wrong: list[str] = msgspec.field(default_factory=list)


async def play_again(settings: Settings, views: list[LastView]) -> Replays:
    """Every match from the database, and whether its pages saw the same, byte for byte."""
    store, found = Store(settings.database_url), Replays()
    await store.open()
    by_table: dict[str, list[LastView]] = {}
    for view in views:
        by_table.setdefault(view.table, []).append(view)
    try:
        for id, seen in by_table.items():
            table = await store.table(id)
            if table is None:
                found.wrong.append(f"{id} is not in the database")
                continue
            check(found, table, await store.entries(id), seen)
    finally:
        await store.close()
    return found


def check(found: Replays, table: Table, kept: list[Kept], seen: list[LastView]) -> None:
    """One match. A bot may have played on after its page was gone: then only up to what that page saw."""
    found.matches += 1
    found.entries += len(kept)
    for view in seen:
        if view.seq != (len(kept) if view.whole else seen[0].seq):
            found.wrong.append(f"{table.id}: {len(kept)} entries, a page saw {view.seq}")
    terms, last = table.terms, seen[0].seq
    entries = tuple(one.entry for one in kept[:last])
    file = MatchFile(terms.game, table.rules, terms.seats, terms.options, None, table.chance(), entries)
    match = replay(game(terms.game), file)
    for view in seen:
        found.views += 1
        if msgspec.json.encode(match.view(table.seat_of(view.player))) != view.view:
            found.wrong.append(f"{table.id}: after {last} entries {terms.game} looks different")
