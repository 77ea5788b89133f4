"""What a network is shown: all that a seat knows, nothing else, and as the docs say."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import kafelki
from kafelki.core.codes import SPECTATOR
from kafelki.core.record import Head, Ints16, States, fields_of
from kafelki.envs.batch import bytes_of
from kafelki.envs.encoding import DTYPE, encoding_of
from kafelki.envs.kernels import observe
from kafelki.games import TABLE
from tests.contract.checks import look_alike
from tests.contract.helpers import SOAK, Setting, deal, number_of, some_settings, spread, states_of_a_match

RESEARCH = Path(__file__).parents[2] / "docs" / "research.md"
PAIRS = 10_000 if SOAK else 300  # for each game

# What a tensor does not show although all know it: the same is in other parts, or it is about files and undo.
LEFT_OUT = {
    "shelf": set[str](),
    "planet": set[str](),
    "tikal": {"tile", "turned", "stand", "crowd"},
    "_template": set[str](),
}
BOOKKEEPING = {"turn_ply", "reveal_ply", "rules"}


def tensor(states: States, game_id: str, seat: int) -> Ints16:
    encoding = encoding_of(kafelki.game(game_id))
    out = np.full(encoding.size, 77, dtype=DTYPE)
    observe(bytes_of(states)[0], seat, encoding.plan, out)
    return out


def check_pairs(game_id: str, pairs: int) -> None:
    """States of random matches, each with another truth that looks the same to a seat, or to who only watches."""
    settings, rng, done, seed = some_settings(game_id), random.Random(1), 0, 0
    while done < pairs:
        setting = settings[seed % len(settings)]
        for states in spread(setting, seed, 12):
            for seat in setting.viewers:
                alike = look_alike(setting.game, states, seat, rng)
                assert alike.tobytes() != states.tobytes()
                one, other = (tensor(truth, game_id, number_of(seat)) for truth in (states, alike))
                assert one.tobytes() == other.tobytes(), f"{setting}: seat {seat} is shown what it cannot know"
                done += 1
        seed += 1


@pytest.mark.parametrize("game_id", TABLE)
def test_states_that_look_alike_to_a_seat_have_the_same_tensor(game_id: str) -> None:
    check_pairs(game_id, min(PAIRS, 300))


@pytest.mark.soak
@pytest.mark.parametrize("game_id", TABLE)
def test_ten_thousand_pairs_that_look_alike_have_the_same_tensors(game_id: str) -> None:
    check_pairs(game_id, PAIRS)


@pytest.mark.parametrize("game_id", TABLE)
def test_every_field_somebody_knows_is_shown_or_said_to_be_left_out(game_id: str) -> None:
    game = kafelki.game(game_id)
    hidden = set(fields_of(Head)) - {"ply", "seats", "turn", "over"} - BOOKKEEPING
    shown = {part.name for part in encoding_of(game).parts}
    assert shown == set(fields_of(game.layout)) - hidden - BOOKKEEPING - LEFT_OUT[game_id]


@pytest.mark.parametrize("setting", [one for name in TABLE for one in some_settings(name)], ids=str)
def test_a_tensor_tells_apart_what_the_seat_to_act_sees_differently(setting: Setting) -> None:
    """Every ply changes it, and so does every ply of another match."""
    line = states_of_a_match(setting, 3)[:60]
    tensors = {tensor(states, setting.game_id, int(states[0].turn)).tobytes() for states in line}
    assert len(tensors) == len(line)


def test_the_viewer_comes_first() -> None:
    states = deal(Setting("shelf", 3, {}), 1)
    states[0].tokens[:3, 0] = (8, 6, 4)
    states[0].end_token = 2
    encoding = encoding_of(kafelki.game("shelf"))
    for seat, expected in enumerate([(8, 6, 4, 0), (6, 4, 8, 0), (4, 8, 6, 0)]):
        seen = encoding.by_name(tensor(states, "shelf", seat))
        assert tuple(seen["tokens"][:, 0]) == expected
        assert int(np.argmax(seen["end_token"])) == (2 - seat) % 3
        assert int(np.argmax(seen["turn"])) == (0 - seat) % 3
        assert int(np.argmax(seen["personal"][0])) + 1 == states[0].personal[seat]
        assert not seen["personal"][1:].any()


def test_who_only_watches_knows_no_card_and_at_the_end_all_do() -> None:
    line = states_of_a_match(Setting("shelf", 2, {}), 1)
    encoding = encoding_of(kafelki.game("shelf"))
    assert not encoding.by_name(tensor(line[5], "shelf", SPECTATOR))["personal"].any()
    assert encoding.by_name(tensor(line[-1], "shelf", SPECTATOR))["personal"].sum() == 2


def test_sets_and_choices_are_where_the_view_has_them() -> None:
    states = deal(Setting("shelf", 2, {}), 1)
    seen = encoding_of(kafelki.game("shelf")).by_name(tensor(states, "shelf", 0))
    view = kafelki.game("shelf").view_at(states, 0, 0)
    lying = [cell.kind for cell in view.floor if cell.kind]  # type: ignore[attr-defined]
    assert seen["floor"].sum() == len(lying)
    kinds = ["cats", "books", "games", "frames", "trophies", "plants"]
    assert [int(count) for count in seen["floor"].sum(axis=1)] == [lying.count(kind) for kind in kinds]
    assert [view.bag[kind] for kind in kinds] == seen["bag"].tolist()  # type: ignore[attr-defined]


@pytest.mark.parametrize("game_id", kafelki.games())
def test_the_docs_list_every_part_with_its_place_and_shape(game_id: str) -> None:
    text = RESEARCH.read_text(encoding="utf-8")
    for part in encoding_of(kafelki.game(game_id)).parts:
        shape = " x ".join(map(str, part.shape)) or "1"
        assert f"| `{part.name}` | {part.start} | {shape} | {part.means} |" in text
