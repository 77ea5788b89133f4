"""A run's file: a header line that says which run it is, then a line for every deal of a pair that was played.

Lines are only ever appended, each in one piece, so a run that was stopped, even killed, goes on from its file."""

from __future__ import annotations

import hashlib
import importlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

import kafelki
from kafelki.arena.plan import Job, Plan
from kafelki.arena.play import Deal
from kafelki.bots.levels import LEVELS
from kafelki.core.kept import PACKAGE, stamp
from kafelki.errors import BadRunFile
from kafelki.games import game, meta

FORMAT: Final = "kafelki-arena/1"


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=FORMAT, tag_field="format"):
    """What two runs must have in common to be one. Rules, levels and bots that changed make another run."""

    plan: Plan
    version: str  # of the package
    rules: int  # version of the game's
    levels: str  # digest of the levels' settings
    sources: str  # digest of the game, the bots and all they import
    own: dict[str, str]  # digests of the modules with bots of one's own

    @property
    def line(self) -> bytes:
        return msgspec.json.encode(self) + b"\n"


def header(plan: Plan) -> Header:
    """The header of this run, here and now."""
    return Header(
        plan=plan,
        version=kafelki.__version__,
        rules=meta(plan.game).rules_version,
        levels=_digest(msgspec.json.encode(LEVELS)),
        sources=stamp([*(PACKAGE / "bots").glob("*.py"), _file(game(plan.game).home)]),
        own={name: _digest(_source(name)) for name in plan.bots if ":" in name},
    )


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _source(name: str) -> bytes:
    path = _file(name.partition(":")[0])
    return path.read_bytes() if path.is_file() else b""


def _file(module: str) -> Path:
    return Path(importlib.import_module(module).__file__ or "")


class RunFile:
    """The file of one run, open for more deals. What it holds already is in `deals`."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path, self.plan = path, plan
        expected = header(plan)
        try:
            held = path.read_bytes() if path.exists() else b""
            self.deals, whole = self._read(held, expected)
            self._out = path.open("ab")
            os.truncate(path, whole)
            if not whole:
                self._write(expected.line)
        except OSError as error:
            why = error.strerror or str(error)
            raise BadRunFile(f"Cannot use {path}: {why}.", f"Nie można użyć {path}: {why}.", "path") from None

    def add(self, deal: Deal) -> None:
        """One line more."""
        self.deals[deal.job] = deal
        self._write(msgspec.json.encode(deal) + b"\n")

    def close(self) -> None:
        self._out.close()

    def _write(self, line: bytes) -> None:
        self._out.write(line)
        self._out.flush()

    def _read(self, held: bytes, expected: Header) -> tuple[dict[Job, Deal], int]:
        """The deals in the file, and how many of its bytes are whole: a line torn at the end is played again."""
        lines = held.splitlines(keepends=True)
        if not lines or (len(lines) == 1 and expected.line.startswith(held) and held != expected.line):
            return {}, 0
        self._require_same(lines[0], expected)
        deals: dict[Job, Deal] = {}
        whole = len(lines[0])
        for number, line in enumerate(lines[1:], start=2):
            deal = self._deal(line)
            if deal is None and number == len(lines):
                break
            if deal is None:
                raise self._refused(f"line {number} is no deal of it", f"wiersz {number} nie jest jej rozdaniem")
            deals[deal.job] = deal
            whole += len(line)
        return deals, whole

    def _deal(self, line: bytes) -> Deal | None:
        try:
            deal = msgspec.json.decode(line, type=Deal)
        except msgspec.MsgspecError:
            return None
        known = deal.pair in self.plan.pairs and 0 <= deal.deal < self.plan.deals and deal.matches
        return deal if known and line.endswith(b"\n") else None

    def _require_same(self, line: bytes, expected: Header) -> None:
        try:
            found = msgspec.json.decode(line, type=Header)
        except msgspec.MsgspecError:
            raise self._refused("it is no file of an arena's run", "to nie jest plik przebiegu areny") from None
        other = ", ".join(_differences(found, expected))
        if other:
            raise self._refused(f"it holds another run: {other}", f"jest w nim inny przebieg: {other}")

    def _refused(self, en: str, pl: str) -> BadRunFile:
        return BadRunFile(f"Cannot go on with {self.path}: {en}.", f"Nie można kontynuować {self.path}: {pl}.", "other")


def _differences(found: Header, expected: Header) -> Iterator[str]:
    """`seed 1 / 2` and the like: as the file has it, and as it came."""
    there, here = (
        {**msgspec.structs.asdict(one.plan), **msgspec.structs.asdict(one), "plan": None} for one in (found, expected)
    )
    yield from (f"{name} {there[name]} / {here[name]}" for name in here if there[name] != here[name])
