"""What the tests of the core share: a fair table, and edits that only the deeper checks can find."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

import kafelki
from kafelki.core.entries import Fair, MatchFile
from kafelki.core.fairness import Receipt, Transcript, commitment, key_of, nonce_hash
from kafelki.core.match import Match
from kafelki.core.meta import Value

Json: TypeAlias = Any  # a JSON document, or something a document should not hold

ROOT: Final = Path(__file__).parents[2]
PACKAGE: Final = Path(kafelki.__file__).parent
SECRET: Final = bytes(range(32))
NONCES: Final = (bytes([0xA1] * 32), None, bytes([0xA3] * 32))  # the second player is a bot


class Table(NamedTuple):
    """What host and players know once all nonces are revealed."""

    transcript: Transcript
    secret: bytes
    nonces: tuple[bytes | None, ...]

    @property
    def key(self) -> bytes:
        return key_of(self.transcript, self.secret, self.nonces)

    @property
    def chance(self) -> Fair:
        nonces = tuple(None if nonce is None else nonce.hex() for nonce in self.nonces)
        return Fair(self.transcript, self.secret.hex(), nonces)

    def match(self) -> Match:
        return Match(
            kafelki.game(self.transcript.game),
            seats=self.transcript.seats,
            options=self.transcript.options,
            chance=self.chance,
        )

    def receipt(self, player: int) -> str:
        nonce = self.nonces[player]
        assert nonce is not None, "a bot keeps no receipt"
        return msgspec.json.encode(Receipt(self.transcript, player, nonce.hex())).decode()


def fair_table(
    nonces: Sequence[bytes | None] = NONCES,
    *,
    secret: bytes = SECRET,
    table: str = "t1",
    options: Mapping[str, Value] | None = None,
    lot: bool = True,
) -> Table:
    """A table at which the protocol was followed to the reveal."""
    transcript = Transcript(
        table=table,
        game="shelf",
        rules=1,
        options=kafelki.game("shelf").meta.full_options(options or {}),
        commitment=commitment(table, secret),
        nonce_hashes=tuple(None if nonce is None else nonce_hash(nonce) for nonce in nonces),
        lot=lot,
    )
    return Table(transcript, secret, tuple(nonces))


def play_on(match: Match, plies: int = 1000) -> Match:
    """So many plies, or to the end, by moves that are no choice of ours."""
    for number in range(plies):
        if match.over:
            break
        legal = match.legal()
        match.play(legal[number * 7 % len(legal)], by="bot" if match.to_act in match.bot_seats else "person")
    return match


def with_right_checksum(document: Json) -> str:
    """As who edits a file with care would leave it, so that what lies behind the checksum is tried."""
    text = json.dumps(document)
    try:
        right = msgspec.json.decode(text, type=MatchFile).sum()
    except (msgspec.MsgspecError, ValueError):
        return text
    return json.dumps({**document, "checksum": right})


def edited(text: str, *path: str | int, to: Json) -> str:
    """A match file with the one thing at `path` changed, and the checksum put right."""
    document = json.loads(text)
    place = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return with_right_checksum(document)


def run_python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A fresh interpreter with this package; a variable set to "" is unset there."""
    variables = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), **environment}
    return subprocess.run(
        [sys.executable, *arguments],
        env={name: value for name, value in variables.items() if value},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
