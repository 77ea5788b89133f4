"""Old matches replay for ever: these files were written once and are never written again.

A rule that changes gets a new rules version and a new file; the old one keeps passing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
import pytest

import kafelki

REPLAYS: Final = sorted((Path(__file__).parent / "replays").glob("*.json"))


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_a_stored_match_replays_to_its_stored_end(path: Path) -> None:
    text = path.read_text(encoding="utf-8").strip()
    match = kafelki.load_match(text)
    assert match.dump() == text
    end = msgspec.json.decode(path.with_suffix(".end").read_bytes())
    assert end == {"over": True, "scores": match.scores, "ranks": match.ranks, "ply": match.ply}


def test_every_game_people_can_play_has_a_stored_match_for_every_number_of_players() -> None:
    stored = {path.stem.split(".")[0] for path in REPLAYS}
    for name in kafelki.games():
        fewest, most = kafelki.game(name).meta.seats
        assert {f"{name}-{seats}" for seats in range(fewest, most + 1)} <= stored
