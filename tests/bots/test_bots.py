"""Bots: what they see, what they choose, and when they stop."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator

import numba
import pytest

import kafelki
from kafelki.bots.bot import Bot, Budget, Observation, observe
from kafelki.bots.hint import hint, say_hint, tell_move
from kafelki.bots.levels import LEVELS, YARDSTICKS, bot
from kafelki.bots.search import compiled
from kafelki.bots.searcher import SearchBot, Settings, Tree
from kafelki.core.record import States
from kafelki.errors import UnknownBot
from kafelki.games import TABLE
from kafelki.words import LANGUAGES
from tests.contract.checks import look_alike
from tests.contract.helpers import Setting, some_settings, states_of_a_match

COMPILED = not numba.config.DISABLE_JIT
PAIRS = 200 if COMPILED else 4  # of look-alikes, of each game
FEW = Settings(simulations=40, width=8)
BOTS: dict[str, Bot] = {"random": bot("random"), "greedy": bot("greedy"), "search": SearchBot(FEW)}


def pairs(game_id: str) -> Iterator[tuple[Setting, States, States]]:
    """States that look alike to the seat to act, from matches in all settings."""
    rng = random.Random(21)
    lines = [(setting, states_of_a_match(setting, 30)[:-1]) for setting in some_settings(game_id)]
    for number in range(PAIRS):
        setting, line = lines[number % len(lines)]
        states = rng.choice(line)
        yield setting, states, look_alike(setting.game, states, int(states[0].turn), rng)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("game_id", TABLE)
def test_a_bot_chooses_the_same_in_two_states_that_look_alike_to_it(game_id: str, name: str) -> None:
    for setting, states, alike in pairs(game_id):
        chosen = [
            BOTS[name].choose(Observation(setting.game, each, random.Random(1)), Budget(), random.Random(2))
            for each in (states, alike)
        ]
        assert chosen[0] == chosen[1]


@pytest.mark.parametrize("game_id", TABLE)
def test_what_a_bot_is_shown_is_the_same_in_two_states_that_look_alike_to_it(game_id: str) -> None:
    for setting, states, alike in pairs(game_id):
        seen, other = (Observation(setting.game, each, random.Random(1)) for each in (states, alike))
        assert seen.view == other.view
        assert seen.legal == other.legal
        assert seen.redealt(random.Random(3), 2).tobytes() == other.redealt(random.Random(3), 2).tobytes()


@pytest.mark.parametrize("game_id", TABLE)
def test_every_level_plays_a_match_to_its_end(game_id: str) -> None:
    match, rng = kafelki.new_match(game_id, seed=3), random.Random(3)
    players = [BOTS["search"], BOTS["greedy"]]
    while not match.over and (COMPILED or match.ply < 20):
        assert match.to_act is not None
        match.play(players[match.to_act % 2].choose(observe(match, rng), Budget(), rng), by="bot")
    assert match.over or not COMPILED


@pytest.mark.parametrize("threads", [1, 2])
def test_simulations_and_a_seed_repeat_exactly(threads: int) -> None:
    match = kafelki.new_match("shelf", seed=4)
    thoughts = [
        SearchBot(FEW, threads).think(observe(match, random.Random(5)), Budget(), random.Random(6)) for _ in range(2)
    ]
    assert thoughts[0] == thoughts[1]
    assert sum(thought.visits for thought in thoughts[0]) == FEW.simulations


def test_a_budget_in_simulations_goes_before_the_level() -> None:
    match, rng = kafelki.new_match("shelf", seed=4), random.Random(1)
    thoughts = bot("master").think(observe(match, rng), Budget(simulations=10), rng)  # type: ignore[attr-defined]
    assert sum(thought.visits for thought in thoughts) == 10


def test_a_search_stops_when_its_time_is_up_or_when_told() -> None:
    endless = SearchBot(Settings(simulations=10**7))
    match, rng, stop = kafelki.new_match("shelf", seed=4), random.Random(1), threading.Event()
    stop.set()
    for budget in (Budget(milliseconds=1), Budget(stop=stop)):
        visits = sum(thought.visits for thought in endless.think(observe(match, rng), budget, rng))
        assert 0 < visits < 10**5
    stop.clear()
    threading.Timer(0.05, stop.set).start()
    begun = time.perf_counter()
    assert endless.think(observe(match, rng), Budget(stop=stop), rng)
    assert time.perf_counter() - begun < 30  # it would take minutes


def test_thinking_lets_other_threads_run() -> None:
    """Within one call into the kernel, which holding the lock would make one long silence."""
    match, rng, ticks = kafelki.new_match("shelf", seed=4), random.Random(1), 0
    tree = Tree(observe(match, rng), FEW, 10_000, rng)
    tree.work[3, 0] = 10_000
    thinking = threading.Thread(
        target=compiled(match.game)["search"], args=(tree.states, tree.nodes, tree.minds, tree.work)
    )
    thinking.start()
    while thinking.is_alive():
        ticks += 1
        time.sleep(0.001)
    assert ticks > 10


# ---- By name


def test_levels_and_yardsticks_are_found_by_name() -> None:
    assert list(LEVELS) == ["beginner", "casual", "club", "expert", "master"]
    for name in [*LEVELS, *YARDSTICKS, "kafelki.bots.yardsticks:RandomBot"]:
        assert callable(bot(name).choose)


@pytest.mark.parametrize("name", ["grandmaster", "", "no_such_module:Bot", "kafelki.bots.bot:Nothing", "random:Random"])
def test_an_unknown_bot_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(UnknownBot) as refused:
        bot(name)
    assert all(refused.value.say(language).count("\n") == 0 for language in LANGUAGES)


# ---- Hints


@pytest.mark.parametrize("game_id", TABLE)
def test_a_hint_names_legal_moves_with_what_is_expected_of_them(game_id: str) -> None:
    match = kafelki.new_match(game_id, seed=5)
    before = match.dump()
    thoughts = hint(match, "casual", budget=Budget(simulations=30))
    assert thoughts
    for thought in thoughts:
        assert thought.move in match.legal()
        assert 0 <= thought.share <= 1
        for language in LANGUAGES:
            said = say_hint(match, thought, ["Ala", "Olek"], language)
            assert "{" not in said
            assert "%" in said
    assert [one.visits for one in thoughts] == sorted((one.visits for one in thoughts), reverse=True)
    assert match.dump() == before


@pytest.mark.parametrize("game_id", TABLE)
def test_a_hint_says_nothing_of_a_move_that_its_seat_cannot_know_yet(game_id: str) -> None:
    """It says the same in whatever deal the seat may imagine."""
    rng, names = random.Random(7), ["Ala", "Olek", "Iga", "Jan", "Ewa"]
    for setting in some_settings(game_id):
        match = kafelki.new_match(game_id, seats=setting.seats, seed=7, options=setting.options)
        while not match.over:
            legal = match.legal()
            observation = observe(match, rng)
            for move in rng.sample(legal, min(3, len(legal))):
                said = {tell_move(observation, move, names, rng).say("en") for _ in range(4)}
                assert len(said) == 1, said
            match.play(rng.choice(legal))
