"""Nobody learns what is hidden: over random matches of all games, letters are the same in every truth that looks so."""

from __future__ import annotations

import dataclasses
import itertools
import os
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import numpy as np
import pytest

from kafelki.core.game import Game, View
from kafelki.games import game as find_game
from kafelki.server import letters, matches, wire
from kafelki.server.letters import Told
from kafelki.server.matches import Audience, LiveMatch
from kafelki.words import Text
from tests.contract.helpers import some_settings
from tests.contract.per_game import LONG_MATCHES
from tests.server.leaks import Dealer, check_match, every_game, settings_in_turn
from tests.server.room import Room

# Letters are made without a database: one of the two is enough here.
pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("room", ["sqlite"], indirect=True)]

SOAK: Final = bool(os.environ.get("KAFELKI_SOAK"))
HIDING: Final = ("shelf", "planet")  # what others hold is hidden here; in Tikal only chance is
WINDOW: Final = 30  # entries of each match that are looked at
PARTS: Final = 10  # of the thousand, each a test of its own
LONG, SHORT = 100, 450  # whole matches of a game that takes long, and of one that does not


@pytest.fixture
def dealer(monkeypatch: pytest.MonkeyPatch) -> Dealer:
    return Dealer(monkeypatch)


@pytest.mark.parametrize("game_id", every_game())
async def test_letters_are_the_same_whatever_is_hidden(room: Room, dealer: Dealer, game_id: str) -> None:
    looked = differed = 0
    for seed, setting in enumerate(itertools.islice(settings_in_turn(game_id), 14)):
        check = await check_match(room, setting, dealer, seed, WINDOW)
        looked, differed = looked + check.letters, differed + check.differed
    assert looked > 500
    assert differed > looked // 2, "the truths that were held against each other were mostly the same one"


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game_id", every_game())
async def test_letters_of_a_thousand_whole_matches_are_the_same(
    room: Room, dealer: Dealer, game_id: str, part: int
) -> None:
    count = (LONG if game_id in LONG_MATCHES else SHORT) // PARTS if SOAK else 1
    first = part * count
    for seed, setting in enumerate(itertools.islice(settings_in_turn(game_id), first, first + count)):
        await check_match(room, setting, dealer, 1000 * part + seed, None)


# ---- The check is worth something


async def check_some(room: Room, dealer: Dealer, game_id: str) -> None:
    for seed, setting in enumerate([*some_settings(game_id)] * 2):
        await check_match(room, setting, dealer, seed, None)


@pytest.mark.parametrize("game_id", HIDING)
async def test_a_seat_that_is_shown_anothers_view_is_found_out(
    room: Room, dealer: Dealer, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def view(live: LiveMatch, audience: Audience) -> View:
        return live.match.view(0 if audience is None else (audience + 1) % live.match.seats)

    monkeypatch.setattr(LiveMatch, "view", view)
    with pytest.raises(AssertionError, match="hidden from it"):
        await check_some(room, dealer, game_id)


class Leaky(View, frozen=True, tag="server.leaky"):
    """An honest view and a little more."""

    honest: Any
    more: list[int]


@pytest.mark.parametrize("field", ["chance_key", "chance_words"])
@pytest.mark.parametrize("game_id", every_game())
async def test_a_view_with_a_hidden_field_is_found_out(
    room: Room, dealer: Dealer, game_id: str, field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = find_game(game_id)

    def view(state: Any, seat: int | None) -> View:
        return Leaky(honest.view(state, seat), np.ravel(state[field]).tolist())

    def events(before: Any, move: Any, after: Any) -> Any:
        return honest.events(before.honest, move, after.honest)

    spoilt = dataclasses.replace(
        honest,
        view=view,
        events=events,
        told=lambda view, move: honest.told(view.honest, move),
        choices=lambda view, legal: honest.choices(view.honest, legal),
    )
    monkeypatch.setattr(matches, "game", lambda _name: spoilt)
    with pytest.raises(AssertionError, match="hidden from it"):
        await check_some(room, dealer, game_id)


async def test_a_log_that_tells_the_moves_themselves_is_found_out(
    room: Room, dealer: Dealer, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = letters.log_line

    def loud(game: Game, names: Sequence[str], told: Told) -> wire.LogLine:
        words = Text(repr(told.entry), repr(told.entry))
        return msgspec.structs.replace(honest(game, names, told), words=[words])

    monkeypatch.setattr(letters, "public", lambda entry: entry)
    monkeypatch.setattr(letters, "log_line", loud)
    with pytest.raises(AssertionError, match="hidden from it"):
        await check_some(room, dealer, "planet")
