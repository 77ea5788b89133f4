"""Hidden information, in a way that a view that shows too much, or a `redeal` that does nothing, cannot pass."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import numpy as np
import pytest

from kafelki.core.game import Game
from kafelki.core.record import States
from kafelki.games import TABLE
from tests.contract import per_game
from tests.contract.checks import (
    Mask,
    check_alike,
    check_distribution,
    check_light,
    check_redeal_is_blind,
    check_redeal_is_true,
    check_redeal_varies,
    check_told,
    check_view,
    differing,
    hidden_entries,
    look_alike,
)
from tests.contract.helpers import COMPILED, Setting, keys_of, some_settings, spread

STATES = 8 if COMPILED else 4  # of a match
ALIKES = 5 if COMPILED else 4  # of each of them, for each viewer
KEYS = 10 if COMPILED else 5  # where not a thousand are wanted


MOST_MATCHES = 40  # until every entry that can be hidden has been seen to be


def seen(setting: Setting, seed: int = 5) -> Iterator[tuple[States, int | None, list[States]]]:
    """States of a match with each who looks at them, and what looks alike to them."""
    rng = random.Random(seed)
    for states in spread(setting, seed, STATES):
        for seat in setting.viewers:
            yield states, seat, [look_alike(setting.game, states, seat, rng) for _ in range(ALIKES)]


def test_every_game_has_said_what_is_hidden_in_it() -> None:
    assert all(per_game.secrets_of(game_id) for game_id in TABLE)


def test_a_game_that_has_not_said_so_is_told_what_to_write() -> None:
    with pytest.raises(pytest.fail.Exception, match="look_alike"):
        per_game.secrets_of("chess")


def test_look_alikes_agree_in_what_the_seat_knows_and_differ_in_all_that_is_hidden(some_setting: Setting) -> None:
    game = some_setting.game
    left: dict[int | None, dict[str, Mask]] = {}  # hidden, and no look-alike has been seen to differ in it
    used: dict[int | None, dict[str, Mask]] = {}  # entries that are ever anything but 0: the others hold no secret
    for seed in range(5, 5 + MOST_MATCHES):
        for states, seat, alikes in seen(some_setting, seed):
            wanted = left.setdefault(seat, hidden_entries(game, states, seat))
            holds = used.setdefault(seat, {name: np.zeros_like(mask) for name, mask in wanted.items()})
            for name in wanted:
                holds[name] |= np.ravel(states[name][0] != 0)
            for alike in alikes:
                check_alike(game, states, alike, seat)
                for name, different in differing(game, states, alike).items():
                    wanted[name] &= ~different
        never = {(seat, name) for seat in left for name, mask in left[seat].items() if np.any(mask & used[seat][name])}
        if not never:
            return
    raise AssertionError(f"no look-alike differs in these, or not in all their entries: {never}")


def test_a_view_and_the_legal_moves_show_nothing_hidden(some_setting: Setting) -> None:
    for states, seat, alikes in seen(some_setting):
        for alike in alikes:
            check_view(some_setting.game, states, alike, seat)


def test_what_a_seat_is_told_of_others_moves_shows_nothing_hidden(some_setting: Setting) -> None:
    for states, seat, alikes in seen(some_setting):
        if states[0].turn != seat:
            for alike in alikes:
                check_told(some_setting.game, states, alike, seat)


def test_what_comes_to_light_ends_undo(some_setting: Setting) -> None:
    game, rng = some_setting.game, random.Random(6)
    for states, seat, alikes in seen(some_setting):
        legal = game.legal(states, 0).tolist()
        for alike in alikes:
            for action in rng.sample(legal, min(3, len(legal))):
                check_light(game, states, alike, seat, action)


def test_redeal_gives_the_same_whichever_look_alike_is_true(some_setting: Setting) -> None:
    keys = keys_of(KEYS, "blind")
    for states, seat, alikes in seen(some_setting):
        for alike in alikes:
            check_redeal_is_blind(some_setting.game, states, alike, seat, keys)


def test_over_a_thousand_keys_redeal_varies_all_that_is_hidden_and_nothing_else(some_setting: Setting) -> None:
    keys = keys_of(1000, "varies")
    for states, seat, alikes in itertools.islice(
        seen(some_setting), len(some_setting.viewers) * (2 if COMPILED else 1)
    ):
        check_redeal_varies(some_setting.game, states, alikes, seat, keys)


def test_redeal_gives_states_that_can_be_and_that_the_seat_cannot_tell_apart(some_setting: Setting) -> None:
    keys = keys_of(KEYS, "true")
    for states, seat, _ in seen(some_setting):
        check_redeal_is_true(some_setting.game, states, seat, keys)


def test_redeal_gives_every_look_alike_as_often_where_they_can_be_listed(game: Game) -> None:
    looked = [
        check_distribution(game, states, seat)
        for setting in some_settings(game.id)
        for states in spread(setting, 5, 4)[:2]
        for seat in setting.viewers
    ]
    assert any(looked) or per_game.secrets_of(game.id).all_look_alikes is None, "they are never few enough to be listed"
