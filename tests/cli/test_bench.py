"""What `kafelki bench` measures is what was played."""

from __future__ import annotations

import msgspec
import pytest

from kafelki.cli import bench
from kafelki.errors import BadSeats, UnknownGame


def test_a_round_is_whole_matches_with_a_choice_at_every_step() -> None:
    played = bench.RandomPlay("shelf", 2).round(0.01)
    assert played.seconds >= 0.01
    assert played.matches >= 1
    assert 20 <= played.steps / played.matches <= 60  # two shelves of thirty cells, one to three tiles a turn
    assert played.legal > played.steps


def test_a_measurement_has_the_fields_people_rely_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "start_seconds", lambda game_id, seats: (14.0, 0.5))
    measured = msgspec.to_builtins(bench.measure("shelf", 2, seconds=0.01))
    assert list(measured) == [
        "game",
        "seats",
        "steps_per_second",
        "matches_per_second",
        "steps_per_match",
        "mean_branching",
        "state_bytes",
        "compile_seconds",
        "load_seconds",
    ]
    assert (measured["game"], measured["seats"]) == ("shelf", 2)
    assert measured["steps_per_second"] == pytest.approx(measured["matches_per_second"] * measured["steps_per_match"])
    assert 0 < measured["state_bytes"] <= 512


def test_an_unknown_game_or_a_wrong_table_is_refused_before_anything_is_measured() -> None:
    with pytest.raises(UnknownGame):
        bench.measure("chess", 2)
    with pytest.raises(BadSeats):
        bench.measure("shelf", 5)
