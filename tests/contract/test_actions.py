"""Actions: their numbers, their moves, and who may say which are legal."""

from __future__ import annotations

import random

import msgspec
import pytest

from kafelki.core.codes import NO_SUCH_ACTION, OK
from kafelki.core.game import COMMON_REFUSALS, Game, Move
from kafelki.core.record import States
from kafelki.errors import BadMove, IllegalMove
from kafelki.words import LANGUAGES
from tests.contract.checks import check_actions
from tests.contract.helpers import COMPILED, Setting, spread

STATES = 12 if COMPILED else 4


def test_every_action_has_a_move_of_its_own_and_every_move_its_action(game: Game) -> None:
    moves = [game.move_of(action) for action in range(game.actions)]
    assert [game.action_of(move) for move in moves] == list(range(game.actions))
    assert len(set(moves)) == game.actions
    assert {type(move) for move in moves} == set(game.move_types)


def test_every_move_survives_json(game: Game) -> None:
    for action in range(game.actions):
        move = game.move_of(action)
        assert game.read_move(msgspec.json.decode(msgspec.json.encode(move))) == move


def test_moves_carry_the_name_of_their_game(game: Game) -> None:
    tags = [str(kind.__struct_config__.tag) for kind in game.move_types]
    assert all(tag.startswith(f"{game.id}.") for tag in tags)
    assert len(set(tags)) == len(tags)


class Stranger(Move, frozen=True, tag="contract.stranger"):
    """A move of no game."""


@pytest.mark.parametrize("document", [Stranger(), {"type": "contract.stranger"}, {}, [], None, 0, "move"])
def test_what_is_no_move_of_the_game_is_refused_in_one_line(game: Game, document: object) -> None:
    with pytest.raises(BadMove) as refused:
        game.read_move(document)
    assert all("\n" not in refused.value.say(language) for language in LANGUAGES)


def test_listing_counting_picking_and_judging_agree(some_setting: Setting) -> None:
    for states in spread(some_setting, 1, STATES):
        for reason in check_actions(some_setting.game, states):
            assert reason in some_setting.game.refusals or reason in COMMON_REFUSALS


def test_a_refused_action_changes_no_byte_and_is_answered_in_words(some_setting: Setting) -> None:
    for states in spread(some_setting, 2, STATES):
        for action, reason in refused_actions(some_setting.game, states).items():
            before = states.tobytes()
            assert some_setting.game.play(states, 0, action) == reason
            assert states.tobytes() == before
            check_words(some_setting.game, states, action, reason)


def refused_actions(game: Game, states: States) -> dict[int, int]:
    """Action -> why not: three of each reason, and three that are no actions."""
    rng = random.Random(int(states[0].ply))
    found = dict.fromkeys((-1, game.actions, 2**40), NO_SUCH_ACTION)
    seen: list[int] = []
    for action in rng.sample(range(game.actions), game.actions):
        reason = int(game.why_not(states, 0, action))
        if reason != OK and seen.count(reason) < 3:
            seen.append(reason)
            found[action] = reason
    return found


def check_words(game: Game, states: States, action: int, reason: int) -> None:
    error = game.refusal(states, 0, game.move_of(max(0, min(action, game.actions - 1))), reason)
    assert isinstance(error, IllegalMove)
    assert error.code.startswith("illegal_move.")
    for language in LANGUAGES:
        assert error.say(language).strip()
        assert "{" not in error.say(language)
