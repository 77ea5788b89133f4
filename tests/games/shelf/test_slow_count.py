"""Whole matches followed by a slow referee: what may be taken, tokens, refills, the end and the scores."""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import product
from typing import Final

import numba
import numpy as np
import pytest

from kafelki.core.chance import below, key_words, set_key
from kafelki.core.fairness import key_of_seed
from kafelki.core.meta import Value
from kafelki.core.record import Ints64, States, Thinking, blank, state_in
from kafelki.core.ways_in import apply, count_legal, pick_legal, score
from kafelki.games.shelf.floor import wants_refill
from kafelki.games.shelf.game import GAME
from kafelki.games.shelf.moves import MOVES
from kafelki.games.shelf.position import ShelfPosition
from kafelki.games.shelf.state import KINDS, ShelfState
from kafelki.games.shelf.tables import CELLS
from tests.games.shelf import slowly
from tests.games.shelf.components import BOX, LETTERS, Cell

SLOW: Final = bool(numba.config.DISABLE_JIT)
SOAK: Final = 10_000 if os.environ.get("KAFELKI_SOAK") else 5  # matches of each setting
LONGEST: Final = 4 * 30  # turns: nobody takes less than a tile
SETTINGS: Final = tuple(product((2, 3, 4), ("pl_2023", "eng_2022", "ita_2022"), (2, 1), ("any_kinds", "same_kind")))


def play_out(states: States, thinking: States, tries: int, actions: Ints64) -> int:
    """Play the match in `states[0]` to its end, each ply a state of its own; its length. Of so many random
    turns the one with the most points is played: with several, goals are reached and groups are large."""
    ply = 0
    last = len(states) - 1
    while not states[ply].over:
        seat = int(states[ply].turn)
        most = -1
        for _ in range(tries):
            action = pick_legal(states[ply], below(thinking[0], count_legal(states[ply])))
            states[last] = states[ply]
            apply(states[last], action)
            points = score(states[last], seat)
            if points > most:
                most = points
                actions[ply] = action
        states[ply + 1] = states[ply]
        apply(states[ply + 1], actions[ply])
        ply += 1
    return ply


PLAY_OUT: Final = GAME.compile(play_out)


class Played:
    """A match played at random: its states, one a ply, and its actions."""

    def __init__(self, setting: tuple[int, str, int, str], number: int, tries: int) -> None:
        seats, refill, goals, squares = setting
        options: dict[str, Value] = {"refill": refill, "common_goals": goals, "two_squares": squares}
        self.seats = seats
        self.states = GAME.blank(LONGEST + 2)
        GAME.deal(self.states, 0, seats, options, key_of_seed(number))
        thinking = blank(Thinking)
        set_key(state_in(thinking, 0, Thinking), key_words(key_of_seed(-1 - number)))
        actions = np.zeros(LONGEST, dtype=np.int64)
        plies = PLAY_OUT(self.states, thinking, tries, actions)
        self.moves = [MOVES[action] for action in actions[:plies].tolist()]
        dealt = [int(goal) for goal in self.states["goals"][0] if goal]
        self.referee = slowly.Referee(seats, refill, dealt, squares == "same_kind")

    def floor(self, ply: int) -> dict[Cell, str]:
        cells = self.states["floor"][ply].tolist()
        return {
            place: LETTERS[kind]
            for kind in range(KINDS)
            if cells[kind]
            for place, bit in CELLS.items()
            if cells[kind] >> bit & 1
        }

    def legal(self, ply: int) -> list[slowly.Move]:
        return [
            (move.cells, move.column) for move in (MOVES[action] for action in GAME.legal(self.states, ply).tolist())
        ]


def follow(played: Played, *, every_move: bool = False) -> None:
    """Go through the match with the referee, who finds the same all along."""
    referee = played.referee
    referee.see_refill(played.floor(0))
    states = played.states
    fewest = BOX.bounds.tiles_off_shelves_at_any_turn_start_min[played.seats]
    for ply, move in enumerate(played.moves):
        seat = referee.turn
        assert int(states["turn"][ply]) == seat
        assert len(referee.floor) + sum(states["bag"][ply].tolist()) >= fewest
        if every_move:
            found = played.legal(ply)
            assert len(set(found)) == len(found)
            assert set(found) == slowly.legal_moves(referee.floor, referee.shelves[seat])
        if referee.play(move.cells, move.column):
            referee.see_refill(played.floor(ply + 1))
        elif every_move:
            assert played.floor(ply + 1) == referee.floor
        assert states["tokens"][ply + 1, seat, : len(referee.goals)].tolist() == referee.tokens[seat]
        assert int(states["over"][ply + 1]) == referee.over
    assert referee.over
    agree_at_the_end(played)


def agree_at_the_end(played: Played) -> None:
    end, referee = len(played.moves), played.referee
    assert played.floor(end) == referee.floor
    assert dict(zip(LETTERS, played.states["bag"][end].tolist(), strict=True)) == referee.bag()
    assert int(played.states["end_token"][end]) == referee.end_token
    cards = played.states["personal"][end].tolist()
    scores = [referee.score(seat, cards[seat]) for seat in range(played.seats)]
    assert GAME.scores(played.states, end) == scores
    assert max(scores) <= 69
    order = sorted(range(played.seats), key=lambda seat: (scores[seat], seat), reverse=True)
    assert [order.index(seat) + 1 for seat in range(played.seats)] == GAME.ranks(played.states, end)
    position = GAME.position_at(played.states, end)
    assert isinstance(position, ShelfPosition)
    assert position.shelves == [["".join(row) for row in grid] for grid in referee.shelves]


# ---- Whole matches


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: "-".join(str(part) for part in setting))
def test_a_slow_referee_finds_the_same_tokens_refills_and_scores(setting: tuple[int, str, int, str]) -> None:
    for number in range(1 if SLOW else 6):
        follow(Played(setting, number, tries=2 if SLOW else 1 + 4 * (number % 2)))


@pytest.mark.soak
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: "-".join(str(part) for part in setting))
def test_a_slow_referee_finds_the_same_in_ten_thousand_matches(setting: tuple[int, str, int, str]) -> None:
    for number in range(SOAK):
        follow(Played(setting, 1_000_000 + number, tries=1 + number % 8), every_move=number % 500 == 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("refill", ["pl_2023", "eng_2022", "ita_2022"])
def test_a_slow_referee_finds_the_same_legal_moves_at_every_ply(seats: int, refill: str) -> None:
    follow(Played((seats, refill, 2, "any_kinds"), 77, tries=1), every_move=True)


def test_a_slow_referee_finds_the_same_where_players_go_for_the_goals() -> None:
    tokens: Counter[int] = Counter()
    for number in range(4 if SLOW else 240):
        played = Played((2 + number % 3, "pl_2023", 2, "any_kinds"), number, tries=20)
        follow(played)
        for goal, taken in zip(played.referee.goals, zip(*played.referee.tokens, strict=True), strict=True):
            tokens[goal] += sum(points > 0 for points in taken)
    assert SLOW or set(tokens.elements()) >= {1, 3, 4, 5, 6, 7, 9, 10, 12}, tokens
    assert tokens.total() > 0


# ---- Floors of every sort


def test_legal_lines_and_the_refill_agree_on_thousands_of_floors() -> None:
    rng = random.Random(4)
    states = GAME.blank()
    state = state_in(states, 0, ShelfState)
    for _ in range(200 if SLOW else 1_000):
        seats = rng.choice((2, 3, 4))
        GAME.set_up(states, 0, seats, {})
        cells = sorted(BOX.living_room.cells(seats))
        lying = set(rng.sample(cells, rng.choice((rng.randint(1, 6), rng.randint(1, len(cells)), len(cells)))))
        floor = {place: rng.choice(LETTERS) for place in lying}
        for place, letter in floor.items():
            state.floor[LETTERS.index(letter)] |= 1 << CELLS[place]
        tall = [rng.choice((6, 6, 5, 4, 3, 0)) for _ in range(5)]
        grid = ["".join("C" if row >= 6 - tall[column] else "." for column in range(5)) for row in range(6)]
        state.shelves[0, 0] = sum(((1 << height) - 1) << (7 * column) for column, height in enumerate(tall))
        found = {(MOVES[action].cells, MOVES[action].column) for action in GAME.legal(states, 0).tolist()}
        assert found == slowly.legal_moves(floor, grid)
        assert int(GAME.count(states, 0)) == len(found)
        for number, refill in enumerate(("pl_2023", "eng_2022", "ita_2022")):
            state.refill = number
            assert bool(wants_refill(state)) == slowly.wants_refill(floor, refill)


def test_every_action_is_judged_as_it_is_listed() -> None:
    """Listing, counting, picking and judging say the same of every one of the actions."""
    for seats in (2, 4):
        played = Played((seats, "pl_2023", 2, "any_kinds"), 5, tries=3)
        for ply in range(0, len(played.moves), 17 if SLOW else 5):
            listed = GAME.legal(played.states, ply).tolist()
            judged = [action for action in range(GAME.actions) if GAME.why_not(played.states, ply, action) == 0]
            picked = [GAME.pick(played.states, ply, k) for k in range(len(listed))]
            assert listed == judged == picked
            assert GAME.pick(played.states, ply, len(listed)) == -1
            assert GAME.count(played.states, ply) == len(listed)
