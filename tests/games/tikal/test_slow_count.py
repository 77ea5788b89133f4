"""Whole matches followed by a slow referee: what may be done, what it costs, what follows, and the scores."""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import product
from typing import Final

import numba
import numpy as np
import pytest

import kafelki
from kafelki.core.chance import below, key_words, set_key
from kafelki.core.fairness import key_of_seed
from kafelki.core.match import Match
from kafelki.core.record import Ints64, States, Thinking, blank, state_in
from kafelki.core.ways_in import apply, count_legal, pick_legal, why_not_whole
from kafelki.games.tikal.game import GAME
from kafelki.games.tikal.moves import AnyMove, Bid, EndTurn, Pass, Take, Walk
from kafelki.games.tikal.position import TikalPosition
from kafelki.games.tikal.state import TikalState
from kafelki.games.tikal.tables import END_AT
from kafelki.games.tikal.view import TikalView
from tests.games.tikal.components import BOX, TYPE, VALUE
from tests.games.tikal.referee import Referee
from tests.games.tikal.slowly import Table, reachable
from tests.games.tikal.table import at, begin, full, laid_out, legal, offered, own, see

SLOW: Final = bool(numba.config.DISABLE_JIT)
SOAK: Final = 10_000 if os.environ.get("KAFELKI_SOAK") else 2 if SLOW else 20  # matches of each setting
SETTINGS: Final = tuple(product((2, 3, 4), (False, True)))


def named(setting: object) -> str:
    return f"{setting[0]}-{'auction' if setting[1] else 'basic'}"  # type: ignore[index]


# ---- The referee


def choose(moves: list[AnyMove], rng: random.Random) -> AnyMove:
    """Each sort of move as likely as the others, but walking and ending the turn: so rare things happen often."""
    sorts = sorted({type(move) for move in moves}, key=lambda sort: sort.__name__)
    rare = [sort for sort in sorts if sort not in (Walk, EndTurn)] or sorts
    sort = rng.choice(rare if rng.random() < 0.5 else sorts)
    return rng.choice([move for move in moves if type(move) is sort])


def follow(match: Match, rng: random.Random, plies: int = 10_000) -> Counter[str]:
    """Play on with the referee, who finds the same legal moves at every ply and the same position after every turn."""
    referee = Referee(laid_out(match), no_printed_camp=bool(match.options["no_printed_camp"]))
    seen: Counter[str] = Counter()
    while not match.over and match.ply < plies:
        moves = [move for move in match.legal() if isinstance(move, AnyMove)]
        assert len(set(moves)) == len(moves)
        assert set(moves) == referee.legal()
        move = choose(moves, rng)
        match.play(move)
        seen[type(move).__name__] += 1
        after = laid_out(match) if isinstance(move, EndTurn | Take | Bid | Pass) or match.ply % 8 == 0 else None
        referee.play(move, after)
        if after is not None:
            assert referee.position() == after
        if match.ply % 40 == 0:
            agree_on_the_view(match, referee)
    return seen


def agree_on_the_view(match: Match, table: Table) -> None:
    """What a page is told besides: points as they stand, prices, tokens, how far each piece can go and by which way."""
    seen = see(match)
    for seat, player in enumerate(seen.players):
        assert player.temple_points == sum(table.temples_of(seat).values())
        assert player.treasure_points == table.sides[seat].treasure_points()
    for laid in seen.board:
        owner = next((seat for seat in range(len(seen.players)) if laid.cell in table.temples_of(seat)), None)
        assert laid.scores_for == owner
    assert seen.level_tokens == table.tokens()
    assert (seen.tiles_left, seen.next_letter) == (len(table.deck), table.deck[0][0] if table.deck else None)
    assert table.turn is not None or match.over
    for reach in offered(match).reach:
        assert table.turn is not None
        assert table.sides[table.turn].stands(reach.piece, reach.cell)
        prices = table.cheapest(table.turn, reach.cell, table.points)
        assert {target.cell: target.price for target in reach.targets} == prices
        target = reach.targets[match.ply % len(reach.targets)]
        match.play(target.way)
        assert see(match).points == seen.points - target.price
        while see(match) != seen:
            match.undo()


@pytest.mark.parametrize("setting", SETTINGS, ids=named)
def test_a_slow_referee_finds_the_same_at_every_ply(setting: tuple[int, bool]) -> None:
    seats, auction = setting
    house = seats == 3
    match = kafelki.new_match("tikal", seats=seats, seed=77, options={"auction": auction, "no_printed_camp": house})
    seen = follow(match, random.Random(seats), 90 if SLOW else 10_000)
    assert match.over or SLOW
    assert seen.keys() >= {"Lay", "Enter", "Walk", "EndTurn"}


def test_a_slow_referee_finds_the_same_late_in_the_match() -> None:
    """Little is left to lay, much to dig; the last tile may fit nowhere."""
    walled = {"B6": "H4", "D5": "G5"}
    board = full("G3", "G4", free=["H5", "A1"], volcanoes=walled)
    sides = own(A5=4, leader="B4"), own(A5=3, camps=["B4"]), own(leader="A5", B3=2)
    seen: Counter[str] = Counter()
    for seed in range(1 if SLOW else 3):
        match = begin(board, *sides, last=2, seed=seed)
        seen += follow(match, random.Random(seed), 60 if SLOW else 10_000)
        assert match.over or SLOW
        assert SLOW or see(match).set_aside or not any(laid.cell == at("H5") for laid in see(match).board)
    assert SLOW or seen.keys() >= {"Take", "Uncover", "Build", "Guard", "Path"}


# ---- Scores of whole matches, and that nothing is lost


def play_scorings(states: States, thinking: States, kept: Ints64) -> int:
    """Play the match in `states[0]` to its end. Each turn that scores is kept, before and after, in the states from 1
    on, `kept[0]` of them. After every ply nothing is lost: 0, or what is."""
    count = 0
    while not states[0].over:
        action = pick_legal(states[0], below(thinking[0], count_legal(states[0])))
        scores = action == END_AT and states[0].scoring
        if scores:
            states[1 + count] = states[0]
        apply(states[0], action)
        if scores:
            states[2 + count] = states[0]
            count += 2
        fault = why_not_whole(states[0])
        if fault != 0:
            return fault
    kept[0] = count
    return 0


PLAY_SCORINGS: Final = GAME.compile(play_scorings)


def position_at(states: States, i: int) -> TikalPosition:
    found = GAME.position_at(states, i)
    assert isinstance(found, TikalPosition)
    return found


def check_match(setting: tuple[int, bool], number: int, *, late: bool = False) -> None:
    """A random match: each scoring is as counted slowly, nothing is lost. A `late` one begins in its last round."""
    seats, auction = setting
    turns = seats if late else 4 * seats  # four scorings for everybody
    states, thinking, kept = GAME.blank(2 + 8 * seats), blank(Thinking), np.zeros(1, dtype=np.int64)
    GAME.deal(states, 0, seats, {"auction": auction}, key_of_seed(number))
    if late:
        states[0] = last_round(seats, auction).state()[0]
    set_key(state_in(thinking, 0, Thinking), key_words(key_of_seed(-1 - number)))
    assert PLAY_SCORINGS(states, thinking, kept) == 0
    assert kept[0] == 2 * turns
    for before in range(1, 1 + 2 * turns, 2):
        turn = int(states["turn"][before])
        counted = Table(position_at(states, before)).count_points(turn)
        gained = [
            int(now) - int(was) for now, was in zip(states["score"][before + 1], states["score"][before], strict=True)
        ]
        assert gained == [counted if seat == turn else 0 for seat in range(4)]
    check_end(states)


def check_end(states: States) -> None:
    """Everything is somewhere: 40 cells, 24 treasures, 48 tokens, all pieces."""
    position = position_at(states, 0)
    table = Table(position)
    assert len(position.aside) <= 2
    assert len(position.board) + len(position.aside) == 40
    assert (table.deck, table.offer, table.hand) == ([], [], None)
    ground = {cell for cell in table.laid if not table.is_a("volcano", cell)}
    assert reachable(table.laid) == ground
    held = sum(side.treasures.total() for side in table.sides)
    lying = sum(table.number[cell] for cell in table.laid if table.is_a("treasure", cell))
    aside = sum(VALUE[tile] for tile in position.aside if TYPE[tile] == "treasure")
    assert held + lying + aside == 24
    seen = GAME.view_at(states, 0, None)
    assert isinstance(seen, TikalView)
    used = sum(table.number[cell] - VALUE[table.laid[cell][0]] for cell in table.laid if table.is_a("temple", cell))
    assert used + sum(seen.level_tokens.values()) == sum(BOX.temple_levels.values()) == 48
    for side in table.sides:
        assert side.out == 0 or (side.out > 0 and side.guards)
        assert len(side.guards) <= 2
        assert len(side.camps) <= 2
    assert max(GAME.scores(states, 0)) <= 620
    assert min(GAME.scores(states, 0)) >= 0


@pytest.mark.parametrize("setting", SETTINGS, ids=named)
def test_scores_are_as_counted_slowly_and_nothing_is_lost(setting: tuple[int, bool]) -> None:
    for number in range(1 if SLOW else 3):
        check_match(setting, number, late=SLOW and setting[0] > 2)


@pytest.mark.soak
@pytest.mark.parametrize("setting", SETTINGS, ids=named)
def test_ten_thousand_matches_are_as_counted_slowly_and_lose_nothing(setting: tuple[int, bool]) -> None:
    for number in range(SOAK):
        check_match(setting, 1_000_000 + number)


@pytest.mark.parametrize("setting", SETTINGS, ids=named)
def test_nothing_is_lost_after_any_ply_of_many_matches(setting: tuple[int, bool]) -> None:
    seats, auction = setting
    thinking = blank(Thinking)
    for number in range(1 if SLOW else 60):
        states = GAME.blank()
        GAME.deal(states, 0, seats, {"auction": auction}, key_of_seed(number))
        if SLOW:
            states = last_round(seats, auction).state()
        assert GAME.why_not_whole_match(states, 0, thinking) == 0
        state = state_in(states, 0, TikalState)
        assert int(state.laid).bit_count() + int(state.aside).bit_count() == 40
        assert int(state.aside).bit_count() <= 2


def last_round(seats: int, auction: bool) -> Match:
    """One tile for everybody is left."""
    tiles, free = ("G1", "G2", "G3", "G4")[:seats], ("H2", "H3", "H4", "H5")[:seats]
    gone = {"gone": list(range(seats - 1))} if auction else None
    sides = [own(A5=3, B4=2, leader="A4") for _ in range(seats)]
    board = full(*tiles, free=free)
    return begin(board, *sides, to_act=seats - 1, last=seats - 2, auction=gone, options={"auction": auction})


# ---- Every action


def test_every_action_is_judged_as_it_is_listed() -> None:
    """Listing, counting, picking and judging say the same of every one of the actions, and so does the referee."""
    for seats, auction in ((2, False),) if SLOW else ((2, False), (4, True)):
        match, rng = kafelki.new_match("tikal", seats=seats, seed=5, options={"auction": auction}), random.Random(5)
        while not match.over and match.ply < (60 if SLOW else 10_000):
            if match.ply % 23 == 0:
                states = match.state()
                listed = GAME.legal(states, 0).tolist()
                assert listed == [action for action in range(GAME.actions) if GAME.why_not(states, 0, action) == 0]
                assert listed == [GAME.pick(states, 0, k) for k in range(GAME.count(states, 0))]
                assert legal(match) == Table(laid_out(match)).legal()
            match.play(choose([move for move in match.legal() if isinstance(move, AnyMove)], rng))
