"""Whole matches followed by a slow referee: what may be done, what lies where, the end, scores and ranks."""

from __future__ import annotations

import os
from collections import Counter
from itertools import product
from typing import Final

import numba
import numpy as np
import pytest

from kafelki.core.bits import count_bits
from kafelki.core.chance import below, key_words, set_key
from kafelki.core.fairness import key_of_seed
from kafelki.core.meta import Value
from kafelki.core.record import Ints64, States, Thinking, blank, state_in
from kafelki.core.ways_in import apply, count_legal, pick_legal, score
from kafelki.games.planet.game import GAME
from kafelki.games.planet.moves import MOVES, Choose
from kafelki.games.planet.view import PlanetView
from tests.games.planet import slowly
from tests.games.planet.components import NAMES

SLOW: Final = bool(numba.config.DISABLE_JIT)
SOAK: Final = 10_000 if os.environ.get("KAFELKI_SOAK") else 5  # matches of each setting
LONGEST: Final = 16 * (1 + 5 * 3)  # choose; take, place, name
AT_RANDOM, FOR_POINTS, FOR_BAOBABS = range(3)
SETTINGS: Final = tuple(product((2, 3, 4, 5), (False, True), ("first_free", "chosen")))
IDS: Final = [f"{seats}-{'hidden' if hidden else 'open'}-{places}" for seats, hidden, places in SETTINGS]


def play_out(states: States, thinking: States, aim: int, actions: Ints64) -> int:
    """Play the match in `states[0]` to its end, each ply a state of its own; its length. With an aim the best of
    six random steps is played: points, or, at seat 0, baobabs."""
    ply = 0
    last = len(states) - 1
    while not states[ply].over:
        seat = int(states[ply].turn)
        most = -100
        for _ in range(6 if aim else 1):
            action = pick_legal(states[ply], below(thinking[0], count_legal(states[ply])))
            states[last] = states[ply]
            apply(states[last], action)
            worth = score(states[last], seat)
            if aim == FOR_BAOBABS:
                worth = count_bits(int(states[last].baobabs[0]) | int(states[last].face_down[0]))
            if worth > most:
                most = worth
                actions[ply] = action
        states[ply + 1] = states[ply]
        apply(states[ply + 1], int(actions[ply]))
        ply += 1
    return ply


PLAY_OUT: Final = GAME.compile(play_out)


class Played:
    """A match played at random: its states, one a ply, and its moves."""

    def __init__(self, setting: tuple[int, bool, str], number: int, aim: int = AT_RANDOM) -> None:
        seats, hidden, places = setting
        options: dict[str, Value] = {"hidden_characters": hidden, "places": places}
        self.seats = seats
        self.states = GAME.blank(LONGEST + 2)
        GAME.deal(self.states, 0, seats, options, key_of_seed(number))
        thinking = blank(Thinking)
        set_key(state_in(thinking, 0, Thinking), key_words(key_of_seed(-1 - number)))
        actions = np.zeros(LONGEST, dtype=np.int64)
        plies = PLAY_OUT(self.states, thinking, aim, actions)
        self.moves = [MOVES[action] for action in actions[:plies].tolist()]
        self.referee = slowly.Referee(seats, hidden, places == "chosen")

    def drawn(self, ply: int) -> set[str]:
        """What the move before this ply brought from a stack."""
        move = self.moves[ply - 1]
        if not isinstance(move, Choose):
            return set()
        tiles = int(self.states["offer"][ply]) | int(self.states["looked"][ply].max())
        return {name for number, name in enumerate(NAMES[move.stack]) if tiles >> number & 1}


def follow(played: Played, *, every_ply: bool = False) -> None:
    """Go through the match with the referee, who finds the same all along."""
    referee, states = played.referee, played.states
    for ply, move in enumerate(played.moves):
        found = [MOVES[action] for action in GAME.legal(states, ply).tolist()]
        assert len(set(found)) == len(found)
        assert set(found) == referee.legal()
        assert int(states["turn"][ply]) == referee.turn
        if every_ply and (not SLOW or ply % 4 == 0):
            assert GAME.position_at(states, ply) == referee.position()
            assert GAME.why_not_whole(states, ply) == 0
        if every_ply and (not SLOW or ply % 16 == 0):
            assert GAME.scores(states, ply) == referee.scores()
        referee.play(move, played.drawn(ply + 1))
        assert int(states["over"][ply + 1]) == referee.over
    agree_at_the_end(played)


def agree_at_the_end(played: Played) -> None:
    end, referee = len(played.moves), played.referee
    assert referee.over
    assert GAME.position_at(played.states, end) == referee.position()
    assert GAME.legal(played.states, end).tolist() == []
    assert GAME.scores(played.states, end) == referee.scores()
    assert GAME.ranks(played.states, end) == referee.ranks()
    assert [-GAME.tie_break(played.states, end, seat) for seat in range(played.seats)] == referee.volcanoes()
    view = GAME.view_at(played.states, end, None)
    assert isinstance(view, PlanetView)
    assert [player.elements["volcano"] for player in view.players] == referee.volcanoes()
    assert [player.points.total for player in view.players] == referee.scores()
    for seat, player in enumerate(view.players):
        assert {laid.cell: laid.tile and laid.tile.id for laid in player.planet} == referee.planet(seat)
        assert {laid.cell for laid in player.planet if laid.face_down} == referee.down[seat]


# ---- Whole matches


@pytest.mark.parametrize("setting", SETTINGS, ids=IDS)
def test_a_slow_referee_finds_the_same_at_every_ply(setting: tuple[int, bool, str]) -> None:
    for number in range(1 if SLOW else 2):
        follow(Played(setting, number), every_ply=True)


@pytest.mark.parametrize("setting", SETTINGS, ids=IDS)
def test_a_slow_referee_finds_the_same_legal_moves_scores_and_ranks(setting: tuple[int, bool, str]) -> None:
    for number in range(1 if SLOW else 6):
        follow(Played(setting, 100 + number, aim=FOR_POINTS if number % 2 else AT_RANDOM))


@pytest.mark.soak
@pytest.mark.parametrize("setting", SETTINGS, ids=IDS)
def test_a_slow_referee_finds_the_same_in_ten_thousand_matches(setting: tuple[int, bool, str]) -> None:
    for number in range(SOAK):
        follow(Played(setting, 1_000_000 + number, aim=number % 3), every_ply=number % 500 == 0)


def test_a_slow_referee_finds_the_same_where_one_seat_hoards_baobabs() -> None:
    face_down: Counter[int] = Counter()
    for number in range(1 if SLOW else 60):
        played = Played((3 + number % 3, False, "first_free"), number, aim=FOR_BAOBABS)
        follow(played)
        face_down[len(played.referee.down[0])] += 1
    assert set(face_down) <= {0, 3, 6, 9}
    assert SLOW or set(face_down) >= {3, 6, 9}, face_down


def test_every_action_is_judged_as_it_is_listed() -> None:
    """Listing, counting, picking and judging say the same of every one of the actions."""
    for setting in ((2, True, "chosen"), (4, False, "chosen")):
        played = Played(setting, 5)
        for ply in range(0, len(played.moves), 29 if SLOW else 3):
            listed = GAME.legal(played.states, ply).tolist()
            judged = [action for action in range(GAME.actions) if GAME.why_not(played.states, ply, action) == 0]
            picked = [GAME.pick(played.states, ply, k) for k in range(len(listed))]
            assert listed == judged == picked
            assert GAME.pick(played.states, ply, len(listed)) == -1
            assert GAME.count(played.states, ply) == len(listed)
