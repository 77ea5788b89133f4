"""The public face: what a first session with the package looks like."""

from __future__ import annotations

import copy
import inspect
import pickle
import random
from typing import cast

import pytest

import kafelki
from kafelki import errors
from kafelki.bots.bot import Budget, observe
from kafelki.bots.yardsticks import RandomBot
from kafelki.core.game import Move
from kafelki.errors import (
    BadMatchFile,
    BadMove,
    BadOptions,
    BadPosition,
    BadSeats,
    BadSeed,
    CannotUndo,
    IllegalMove,
    KafelkiError,
    UnknownGame,
)

ALL_ERRORS = [value for value in vars(errors).values() if inspect.isclass(value) and issubclass(value, KafelkiError)]


def test_the_public_names_are_these() -> None:
    assert sorted(kafelki.__all__) == [
        "KafelkiError",
        "Match",
        "bot",
        "game",
        "games",
        "hint",
        "load_match",
        "new_match",
        "verify",
    ]
    assert all(hasattr(kafelki, name) for name in kafelki.__all__)
    assert kafelki.__version__.count(".") == 2


def test_a_first_session() -> None:
    assert "shelf" in kafelki.games()
    assert all(not name.startswith("_") for name in kafelki.games())

    match = kafelki.new_match("shelf", seats=3, options={"refill": "eng_2022", "common_goals": 1}, seed=7)
    assert (match.ply, match.seq, match.to_act, match.over) == (0, 0, 0, False)
    assert match.scores == [0, 0, 0]
    assert not match.winners

    moves = match.legal()
    assert moves
    assert all(isinstance(move, Move) for move in moves)
    match.play(moves[0])
    assert (match.ply, match.seq, match.to_act) == (1, 1, 1)
    match.play([match.legal()[-1]])
    assert match.ply == 2

    before = match.dump()
    with pytest.raises(IllegalMove):
        match.play(moves[0])
    with pytest.raises(CannotUndo):
        match.undo()
    with pytest.raises(CannotUndo):
        match.reset_turn()
    assert match.dump() == before

    mine, theirs = match.view(seat=0), match.view(seat=None)
    assert mine != theirs
    position = match.position()
    other = kafelki.new_match("shelf", position=position, options=match.options)
    assert other.position() == position

    again = kafelki.load_match(match.dump())
    assert again.dump() == match.dump()
    assert again.view(seat=0) == mine

    bot, rng = RandomBot(), random.Random(1)
    while not match.over:
        match.play(bot.choose(observe(match, rng), Budget(), rng), by="bot")
    assert match.to_act is None
    assert match.winners == (match.ranks.index(1),)
    assert max(match.scores) == match.scores[match.winners[0]]
    assert kafelki.verify(match.dump()).finding == "consistent"
    assert copy.deepcopy(match).dump() == match.dump()


def test_the_same_seed_gives_the_same_match_and_none_a_fresh_one() -> None:
    def opening(seed: int | bytes | None) -> bytes:
        return kafelki.new_match("shelf", seed=seed).state().tobytes()

    assert opening(7) == opening(7)
    assert opening(bytes(32)) == opening(bytes(32))
    assert len({opening(7), opening(8), opening(-7), opening(bytes(32)), opening(None), opening(None)}) == 6


def test_without_a_number_the_fewest_play() -> None:
    assert kafelki.new_match("shelf").seats == 2


def test_a_game_is_made_once_and_pickled_by_name() -> None:
    game = kafelki.game("shelf")
    assert kafelki.game("shelf") is game
    assert pickle.loads(pickle.dumps(game)) is game


def test_an_unknown_game_is_refused_with_the_games_there_are() -> None:
    for name in ("chess", "", "Shelf", "shelf ", None, 7, ["shelf"]):
        for ask in (kafelki.game, kafelki.new_match):
            with pytest.raises(UnknownGame) as refused:
                ask(cast(str, name))
            for words in (refused.value.words.en, refused.value.words.pl):
                assert repr(name) in words
                assert "shelf" in words
                assert "_template" not in words


def test_every_other_wrong_wish_is_refused_by_its_own_error() -> None:
    with pytest.raises(BadSeats):
        kafelki.new_match("shelf", seats=5)
    with pytest.raises(BadOptions):
        kafelki.new_match("shelf", options={"colour": "red"})
    with pytest.raises(BadOptions):
        kafelki.new_match("shelf", options={"common_goals": True})
    with pytest.raises(BadSeed):
        kafelki.new_match("shelf", seed=b"short")
    with pytest.raises(BadPosition):
        kafelki.new_match("shelf", position={})
    with pytest.raises(BadMatchFile):
        kafelki.load_match("{}")
    with pytest.raises(BadMove):
        kafelki.new_match("shelf").play({"type": "tikal.take"})


# ---- Errors


@pytest.mark.parametrize("kind", ALL_ERRORS, ids=lambda kind: kind.__name__)
def test_an_error_survives_pickling_with_its_words_and_code(kind: type[KafelkiError]) -> None:
    for reason in ("", "no_room", "a.b"):
        error = kind("in English", "po polsku", reason)
        for again in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error), copy.copy(error)):
            assert type(again) is kind
            assert (again.say("en"), again.say("pl")) == ("in English", "po polsku")
            assert (again.code, str(again), again.args) == (error.code, "in English", error.args)


def test_which_of_several_moves_was_refused_survives_pickling() -> None:
    match = kafelki.new_match("shelf", seed=1)
    with pytest.raises(IllegalMove) as refused:
        match.play(match.legal()[:2])
    assert refused.value.index == 1
    assert pickle.loads(pickle.dumps(refused.value)).index == 1


def test_every_error_has_a_code_of_its_own_and_stands_in_the_tree_drawn_on_top() -> None:
    assert len({kind.kind for kind in ALL_ERRORS}) == len(ALL_ERRORS)
    assert all(kind.__name__ in (errors.__doc__ or "") for kind in ALL_ERRORS)
    assert KafelkiError("a", "b").code == "error"
    assert BadSeats("a", "b").code == "bad_seats"
    assert IllegalMove("a", "b", "no_room").code == "illegal_move.no_room"
