"""A match of any game: its log, its file, and the way back."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable

import msgspec
import numpy as np
import pytest

import kafelki
from kafelki import Match
from kafelki.core.codes import OK
from kafelki.core.entries import Played, Undone
from kafelki.core.record import Chance, fields_of, state_in
from kafelki.errors import CannotUndo, IllegalMove, KafelkiError, MatchOver
from kafelki.games import TABLE
from tests.contract.helpers import Setting, some_settings, spread, states_of_a_match, worth_a_look

NOT_IN_A_POSITION = {*fields_of(Chance), "ply", "turn_ply", "reveal_ply"}
MANY = 2**30  # plies: to the end


def new_match(setting: Setting, seed: int = 1) -> Match:
    return kafelki.new_match(setting.game_id, seats=setting.seats, options=setting.options, seed=seed)


def play_on(match: Match, rng: random.Random, plies: int = MANY) -> Match:
    """Play so many random moves, or to the end."""
    while plies and not match.over:
        match.play(rng.choice(match.legal()))
        plies -= 1
    return match


def half_played(setting: Setting) -> Match:
    length = len(states_of_a_match(setting, 1))
    return play_on(new_match(setting), random.Random(1), length // 2)


def line(match: Match) -> list[bytes]:
    """The bytes of the record at every ply."""
    return [match.state(ply).tobytes() for ply in range(match.ply + 1)]


def told(match: Match) -> tuple[list[bytes], str]:
    """All there is of a match: equal for matches that cannot be told apart."""
    return line(match), match.dump()


def refused(match: Match, command: Callable[[], object]) -> KafelkiError:
    """The error a command is refused with; nothing has changed."""
    before = told(match)
    with pytest.raises(KafelkiError) as error:
        command()
    assert told(match) == before
    return error.value


# ---- Copies and files


def reloaded(match: Match) -> Match:
    return kafelki.load_match(match.dump())


def pickled(match: Match) -> Match:
    again: Match = pickle.loads(pickle.dumps(match))
    return again


@pytest.mark.parametrize("copied", [reloaded, pickled, copy.deepcopy])
def test_a_copy_in_mid_match_is_the_same_match_and_plays_on_the_same(
    some_setting: Setting, copied: Callable[[Match], Match]
) -> None:
    match = half_played(some_setting)
    again = copied(match)
    assert told(again) == told(match)
    before = told(match)
    assert told(play_on(again, random.Random(2))) != before
    assert told(match) == before, "the copy is no copy"
    assert told(play_on(match, random.Random(2))) == told(again)
    assert (match.scores, match.ranks, match.winners) == (again.scores, again.ranks, again.winners)


def test_a_whole_match_is_loaded_again_to_the_same_bytes(some_setting: Setting) -> None:
    match = play_on(new_match(some_setting), random.Random(3))
    assert match.winners
    assert told(reloaded(match)) == told(match)


def test_no_byte_of_the_record_is_outside_its_fields(some_setting: Setting) -> None:
    """A gap would keep what was in memory before: copies of equal states would have other bytes."""
    states = some_setting.game.blank()
    assert sum(states[name].nbytes for name in states.dtype.names or ()) == states.nbytes


# ---- Positions


def test_a_position_laid_out_again_is_the_same_in_all_but_chance_and_plies(setting: Setting) -> None:
    game = setting.game
    for states in spread(setting, 4, 8):
        position = game.position_at(states, 0)
        assert game.seats_of(position) == setting.seats
        document = msgspec.json.decode(msgspec.json.encode(position))
        again = game.blank()
        game.set_up(again, 0, setting.seats, setting.options)
        game.set_position(state_in(again, 0, game.layout), game.read_position(document))
        assert game.position_at(again, 0) == position
        for name in set(fields_of(game.layout)) - NOT_IN_A_POSITION:
            assert np.array_equal(again[name], states[name]), f"the position loses {name}"


def test_a_match_from_a_position_goes_on_and_is_loaded_again(some_setting: Setting) -> None:
    position = half_played(some_setting).position()
    match = kafelki.new_match(some_setting.game_id, options=some_setting.options, position=position, seed=5)
    assert match.position() == position
    assert match.ply == 0
    play_on(match, random.Random(5))
    assert match.over
    assert told(reloaded(match)) == told(match)


# ---- The way back


def may_go_back(match: Match) -> int:
    """To which ply the seat to act may go back."""
    state = match.state()[0]
    return max(int(state.turn_ply), int(state.reveal_ply))


def test_undo_gives_the_bytes_back_and_never_crosses_what_came_to_light(some_setting: Setting) -> None:
    match, rng = new_match(some_setting, 6), random.Random(6)
    while not match.over:
        looked, seq = worth_a_look(match), match.seq
        before = line(match) if looked else []
        match.play(move := rng.choice(match.legal()))
        if not (looked or match.over):
            continue
        after = line(match)
        if match.over:
            assert isinstance(refused(match, match.undo), MatchOver)
        elif match.ply == may_go_back(match):
            assert isinstance(refused(match, match.undo), CannotUndo)
        else:
            match.undo()
            assert line(match) == before
            match.play(move)
            assert line(match) == after
            assert [type(entry) for entry in match.entries[seq:]] == [Played, Undone, Played]
    assert told(reloaded(match)) == told(match)


def test_reset_goes_back_to_the_start_of_the_turn_or_to_what_came_to_light(some_setting: Setting) -> None:
    match, rng = new_match(some_setting, 7), random.Random(7)
    while not match.over:
        match.play(rng.choice(match.legal()))
        if not worth_a_look(match):
            continue
        whole, back = line(match), 0 if match.over else may_go_back(match)
        if match.over or match.ply == back:
            assert isinstance(refused(match, match.reset_turn), MatchOver if match.over else CannotUndo)
        elif rng.random() < 0.3:
            entry = match.reset_turn()
            assert entry == match.entries[-1]
            assert isinstance(entry, Undone)
            assert (match.ply, line(match)) == (back, whole[: back + 1])
    assert told(reloaded(match)) == told(match)


def what_undo_says(game_id: str) -> set[str]:
    """How undo is answered along a random match of the game."""
    match, rng, said = new_match(some_settings(game_id)[0], 10), random.Random(10), set()
    while not match.over:
        match.play(move := rng.choice(match.legal()))
        try:
            match.undo()
            match.play(move)
            said.add("undone")
        except KafelkiError as error:
            said.add(error.code)
    return said


def test_the_games_of_the_table_try_undo_in_every_way() -> None:
    said = set().union(*(what_undo_says(game_id) for game_id in TABLE))
    assert said >= {"undone", "cannot_undo.turn", "cannot_undo.reveal", "match_over"}


# ---- Commands


def test_a_repeated_command_is_answered_and_not_played(some_setting: Setting) -> None:
    match, rng = new_match(some_setting, 8), random.Random(8)
    while not match.over:
        move, name = rng.choice(match.legal()), f"command {match.seq}"
        entry = match.play(move, id=name)
        if not worth_a_look(match):
            assert match.play(move, id=name) == entry
            continue
        before = told(match)
        assert match.play(move, id=name) == entry
        assert told(match) == before
        if not match.over and match.ply > may_go_back(match) and rng.random() < 0.3:
            undone = match.undo(id=f"undo {match.seq}")
            before = told(match)
            assert match.undo(id=undone.id) == undone
            assert match.play(move, id=name) == entry, "answered even after an undo"
            assert told(match) == before


def test_a_refused_move_changes_no_byte_of_the_match(some_setting: Setting) -> None:
    match, game = half_played(some_setting), some_setting.game
    state = match.state()
    wrong = next(action for action in range(game.actions) if game.why_not(state, 0, action) != OK)
    good, bad = match.legal()[0], game.move_of(wrong)
    assert isinstance(refused(match, lambda: match.play(bad)), IllegalMove)
    assert isinstance(refused(match, lambda: match.play([good, bad, bad])), IllegalMove)
    refused(match, lambda: match.play([]))
    refused(match, lambda: match.play({"type": "no.move"}))
    refused(match, lambda: match.play(good, seat=(state[0].turn + 1) % some_setting.seats))


def test_a_match_that_is_over_takes_no_command(some_setting: Setting) -> None:
    match = play_on(new_match(some_setting), random.Random(9))
    assert match.to_act is None
    assert match.legal() == []
    assert isinstance(refused(match, lambda: match.play(some_setting.game.move_of(0))), MatchOver)
