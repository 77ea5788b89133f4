"""Tells who is at a table what they may know of it, as it happens."""

from __future__ import annotations

from collections.abc import Callable

from kafelki.server import letters
from kafelki.server.letters import Presence
from kafelki.server.live import Live
from kafelki.server.matches import Audience, Entered, LiveMatch
from kafelki.server.post import Post


class Teller:
    """Writes letters to the pages of this server. `here`: who is at a table, also through another server."""

    def __init__(self, post: Post, here: Callable[[str], frozenset[str]]) -> None:
        self._post, self._here = post, here

    def audiences(self, live: Live) -> set[Audience]:
        return {live.table.seat_of(player) for player in self._post.present(live.table.id)}

    def moved(self, live: Live, match: LiveMatch, entered: Entered, at: float) -> None:
        """One letter for each audience, whoever of it is connected."""
        written: dict[tuple[Audience, bool], letters.Letter] = {}
        for connection in self._post.at(live.table.id):
            audience = live.table.seat_of(connection.player)
            if audience not in entered.views:
                continue  # came while this was being written, and was shown the match as it was
            key = audience, connection.wants_legal
            if key not in written:
                line = match.line(entered, audience, at)
                written[key] = letters.moved(live.table.id, line, match.standing(audience, connection.wants_legal))
            connection.send(written[key])

    def standing(self, live: Live) -> None:
        """The match as it stands, to everybody there: it has just begun."""
        match = live.match
        if match is None:
            return
        for connection in self._post.at(live.table.id):
            audience = live.table.seat_of(connection.player)
            now = match.standing(audience, connection.wants_legal)
            connection.send(letters.match_now(live.table.id, now, match.log_since(audience, 0), 0))

    def presence(self, live: Live) -> Presence:
        present = self._here(live.table.id)
        people = {member.player for member in live.table.members}
        bots = frozenset() if live.match is None else live.match.match.bot_seats
        votes = {seat: len(players) for seat, players in live.votes.items()}
        return Presence(present, len(present - people), bots, votes)

    def table(self, live: Live) -> None:
        """The table as it is, to everybody there."""
        presence = self.presence(live)
        for connection in self._post.at(live.table.id):
            connection.send(letters.table_now(live.table, presence, connection.player))
