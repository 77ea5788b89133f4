"""Who plays a seat: a turn that a clock hands to a bot, and moves that nobody was asked for."""

from __future__ import annotations

import random

import pytest

import kafelki
from kafelki.core.entries import Played
from kafelki.core.match import Match
from kafelki.errors import BadMove, NotYourTurn
from tests.core.helpers import play_on


def shelf(seats: int = 2) -> Match:
    return kafelki.new_match("shelf", seats=seats, seed=7)


def tikal_in_a_turn() -> Match:
    """The first player has begun a turn of several steps."""
    match = kafelki.new_match("tikal", seats=2, seed=3)
    while match.ply == 0 or match.to_act != 0 or not match.can_undo:
        match.play(match.legal()[0])
    return match


# ---- A clock ran out


def test_who_is_too_slow_leaves_this_turn_to_a_bot_and_plays_the_next() -> None:
    match = shelf()
    match.change_seat(0, "timed_out")
    assert match.bot_seats == {0}
    with pytest.raises(NotYourTurn):
        match.play(match.legal()[0])
    match.play(match.legal()[0], by="bot")
    assert match.bot_seats == frozenset()
    play_on(match, 1)
    match.play(match.legal()[0])
    again = kafelki.load_match(match.dump())
    assert (again.entries, again.bot_seats, again.ply) == (match.entries, frozenset(), 3)


def test_a_bot_plays_a_turn_of_several_steps_to_its_end() -> None:
    match = tikal_in_a_turn()
    match.change_seat(0, "timed_out")
    while match.to_act == 0:
        assert match.bot_seats == {0}
        match.play(match.legal()[-1], by="bot")
    assert match.bot_seats == frozenset()


def test_who_comes_back_in_time_plays_the_rest_of_the_turn() -> None:
    match = tikal_in_a_turn()
    match.change_seat(0, "timed_out")
    match.change_seat(0, "returned")
    assert match.bot_seats == frozenset()
    match.play(match.legal()[0])


def test_only_the_seat_to_act_can_be_too_slow_and_no_bot_is() -> None:
    match = shelf(seats=3)
    with pytest.raises(BadMove):
        match.change_seat(1, "timed_out")
    match.change_seat(0, "taken_over")
    with pytest.raises(BadMove):
        match.change_seat(0, "timed_out")
    match.play(match.legal()[0], by="bot")
    assert match.bot_seats == {0}, "who is away is away after the turn too"


# ---- No choice at all


@pytest.mark.parametrize("game", kafelki.games())
def test_a_move_without_a_choice_may_be_played_by_itself_and_no_other(game: str) -> None:
    rng, found = random.Random(1), 0
    match = kafelki.new_match(game, seats=2, seed=5)
    while not match.over:
        legal, only = match.legal(), match.only_move
        assert (only is not None) == (len(legal) == 1 and not match.can_undo)
        if only is None:
            with pytest.raises(BadMove):
                match.play(legal[0], by="auto")
            match.play(rng.choice(legal))
        else:
            found += 1
            entry = match.play(only, by="auto")
            assert isinstance(entry, Played)
            assert entry.by == "auto"
    assert match.only_move is None
    assert kafelki.load_match(match.dump()).entries == match.entries
    print(f"{game}: {found} moves without a choice")
