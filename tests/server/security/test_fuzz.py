"""Messages that are almost ours, by chance: each is answered or cuts its line, and the server never breaks."""

from __future__ import annotations

import contextlib
import json
import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import Final, cast

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.security.harness import FAST, Json, Line, Message, Server, Table, serving, table

SECONDS: Final = 600.0 if "KAFELKI_SOAK" in os.environ else 60.0
UNKNOWN: Final[Message] = {"legal": None, "seq": 0}
ODD: Final[tuple[Json, ...]] = (
    None, True, False, 0, 1, -1, 2, 15, 16, 255, 2**31, 2**63, -(2**63) - 1, 10**40, 0.5, 1e308, "", "0", "x" * 90,
    "\x00", "\u202e", "😀" * 30, "a" * 64, "0" * 64, [], {}, [[]], [0] * 70, [None], {"type": "play"}, {"": ""},
)  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("fuzz"), times=FAST) as server:
        yield server


def valid(at: Table, standing: Message, rng: random.Random) -> Message:
    """A message that could be meant."""
    moves = cast("list[Message]", standing["legal"] or [{"type": "shelf.take", "cells": [0, 1], "column": 2}])
    seq = standing["seq"]
    kinds: list[Message] = [
        {"type": "watch", "table": at.id, "since": rng.randrange(5), "legal": True},
        {"type": "play", "seq": seq, "moves": [rng.choice(moves)]},
        {"type": "play", "seq": seq, "moves": [rng.choice(moves), rng.choice(moves)]},
        {"type": "undo", "seq": seq},
        {"type": "reset_turn", "seq": seq},
        {"type": "take_over", "seat": rng.randrange(3)},
        {"type": "come_back"},
        {"type": "promise", "nonceHash": "ab" * 32},
        {"type": "reveal", "nonce": at.players[0].nonce},
        {"type": "start"},
        {"type": "say", "text": "hello"},
        {"type": "mute", "player": at.players[1].id, "muted": rng.random() < 0.5},
        {"type": "ping"},
    ]
    message = rng.choice(kinds)
    return message if message["type"] in ("watch", "ping") else {"id": f"f{rng.randrange(10**9)}", **message}


def bent(value: Json, rng: random.Random) -> Json:
    """The same with one thing changed somewhere in it."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(list(value))
        rest = {name: one for name, one in value.items() if name != key}
        what = rng.random()
        if what < 0.1:
            return rest
        if what < 0.2:
            return {**value, rng.choice(["seat", "player", "id", "x", "seq"]): rng.choice(ODD)}
        return {**value, key: bent(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        return [*value[:place], bent(value[place], rng), *value[place + 1 :]]
    return rng.choice(ODD)


def spoiled(text: str, rng: random.Random) -> str | bytes:
    """The text of a message, sometimes damaged."""
    what, place = rng.random(), rng.randrange(len(text) + 1)
    if what < 0.05:
        return text[:place]
    if what < 0.1:
        return text[:place] + rng.choice(["\x00", "{", "]", "\\u", "\\ud800", "NaN", "9" * 400, '"']) + text[place:]
    return rng.randbytes(rng.randrange(200)) if what < 0.12 else text


def talk(line: Line, sent: str | bytes) -> str:
    """Send it and a ping after it: whatever is answered, the answer comes before the pong."""
    line.inner.send(sent)
    heard = line.silence() if sent != '{"type": "ping"}' else [line.until("pong")]
    answers = [one for one in heard if one["type"] in ("done", "refused", "match", "table", "pong")]
    assert answers, sent
    codes = [str(one["code"]) for one in answers if one["type"] == "refused"]
    assert "error" not in codes, sent
    return codes[0] if codes else "done"


def fuzz(server: Server, seconds: float, seed: int) -> Counter[str]:
    """All kinds of messages from both players and the spectator, until time is up."""
    rng, found = random.Random(seed), Counter[str]()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with table(server) as at:
            at.start()
            people = [*at.players, at.spectator]
            lines = [*at.lines, at.watching]
            for _ in range(400):
                if time.monotonic() > until:
                    break
                number = rng.randrange(3)
                standing = at.standing(number) if number < 2 and rng.random() < 0.3 else UNKNOWN
                message = valid(at, standing, rng)
                if message["type"] == "watch" and message["table"] != at.id:
                    continue
                text = json.dumps(bent(message, rng) if rng.random() < 0.8 else message)
                try:
                    found[talk(lines[number], spoiled(text, rng))] += 1
                except ConnectionClosed:
                    found["cut"] += 1
                    with contextlib.suppress(ConnectionClosed):
                        lines[number].inner.close()
                    lines[number] = people[number].line(at.id)
                    at.lines, at.watching = lines[:2], lines[2]
    return found


def test_almost_valid_messages_are_answered_or_cut_the_line(server: Server) -> None:
    found = fuzz(server, 8.0, seed=6)
    assert server.is_well()
    assert {"done", "cut", "bad_request.shape"} <= set(found), found
    assert sum(found.values()) > 50


@pytest.mark.soak
def test_almost_valid_messages_are_answered_for_a_long_time(server: Server) -> None:
    fuzz(server, SECONDS, seed=int(time.time()))
    assert server.is_well()
