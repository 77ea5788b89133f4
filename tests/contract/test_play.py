"""Whole matches at random."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from kafelki.core.codes import OVER
from kafelki.core.game import COMMON_REFUSALS, View
from kafelki.core.record import States, Thinking, blank
from kafelki.words import LANGUAGES
from tests.contract.helpers import COMPILED, SOAK, Setting, deal, keys_of, play_at_random, spread, states_of_a_match
from tests.contract.per_game import secrets_of

MATCHES = 5 if COMPILED else 1
LONG_RUN = 100_000 if SOAK else 500 if COMPILED else 2


def random_matches(setting: Setting, count: int) -> list[int]:
    """What `random_matches` adds up over so many."""
    states, thinking, tally = setting.game.blank(2), blank(Thinking), np.zeros(4, dtype=np.int64)
    setting.game.set_up(states, 0, setting.seats, setting.options)
    tally[0] = count
    setting.game.random_matches(states, thinking, keys_of(1, "thinking")[0], tally)
    return [int(number) for number in tally]


def test_random_play_comes_to_an_end(setting: Setting) -> None:
    game = setting.game
    for seed in range(MATCHES):
        end = states_of_a_match(setting, seed)[-1]
        assert end[0].over == 1
        assert game.count(end, 0) == 0
        assert game.legal(end, 0).size == 0
        assert min(game.ranks(end, 0)) == 1
    assert {int(game.why_not(end, 0, action)) for action in range(game.actions)} == {OVER}


def test_random_play_inside_a_kernel_comes_to_an_end_too(some_setting: Setting) -> None:
    matches, steps, choices, actions = random_matches(some_setting, LONG_RUN // 10 or 1)
    assert matches <= choices <= steps <= actions


@pytest.mark.soak
def test_a_great_many_random_matches_come_to_an_end(setting: Setting) -> None:
    assert random_matches(setting, LONG_RUN)[1] > LONG_RUN


def test_the_head_of_the_record_says_where_the_match_is(some_setting: Setting) -> None:
    line = states_of_a_match(some_setting, 1)
    for before, after in itertools.pairwise(line):
        was, now = before[0], after[0]
        assert now.ply == was.ply + 1
        assert was.turn_ply <= now.turn_ply <= now.ply
        assert was.reveal_ply <= now.reveal_ply <= now.ply
        assert 0 <= now.turn < now.seats == some_setting.seats
        assert was.over == 0
        assert now.rules == was.rules == some_setting.game.meta.rules_version
        if now.turn != was.turn:
            assert now.turn_ply == now.ply, "a seat's turn begins when it becomes the seat to act"


# ---- Conservation


def test_every_tile_is_somewhere_after_every_ply(setting: Setting) -> None:
    thinking = blank(Thinking)
    for seed in range(MATCHES):
        states = deal(setting, seed)
        assert setting.game.why_not_whole_match(states, 0, thinking) == 0
        assert states[0].over == 1


def test_a_tile_too_many_or_too_few_is_noticed(some_setting: Setting) -> None:
    game, rng = some_setting.game, random.Random(1)
    for states in spread(some_setting, 2, 10):
        for _ in range(10):
            spoilt: States = states.copy()
            secrets_of(game.id).lose_a_tile(spoilt, rng)
            assert game.why_not_whole(spoilt, 0) != 0
            assert game.why_not_whole_match(spoilt, 0, blank(Thinking)) != 0


# ---- What people read


def test_all_that_happens_is_told_in_both_languages(some_setting: Setting) -> None:
    game, rng, states = some_setting.game, random.Random(3), deal(some_setting, 3)
    names = ["Ala", "Olek", "Ewa", "Jan", "Ola", "Jaś"][: some_setting.seats]

    def views() -> list[View]:
        return [game.view_at(states, 0, seat) for seat in some_setting.viewers]

    before = views()
    while not states[0].over:
        move = game.move_of(play_at_random(game, states, rng))
        after = views()
        for seen, now in zip(before, after, strict=True):
            happened = game.events(seen, game.told(seen, move), now)
            assert happened, f"{move} leaves nothing to tell"
            said = [game.tell(event, names).say(language) for event in happened for language in LANGUAGES]
            assert all(words.strip() and "{" not in words for words in said)
        before = after


def test_every_refusal_has_words_in_both_languages_and_a_name_of_its_own(some_setting: Setting) -> None:
    refusals = [*COMMON_REFUSALS.values(), *some_setting.game.refusals.values()]
    assert len({refusal.code for refusal in refusals}) == len(refusals)
    for refusal in refusals:
        assert refusal.words.en.strip()
        assert refusal.words.pl.strip()
        assert refusal.words.en != refusal.words.pl
