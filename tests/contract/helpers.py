"""What the contract suite plays: every game of the table, every seat count, every option."""

from __future__ import annotations

import hashlib
import itertools
import os
import random
from typing import Final, NamedTuple

import numba

from kafelki.core.chance import key_words
from kafelki.core.codes import SPECTATOR
from kafelki.core.game import Game
from kafelki.core.match import Match
from kafelki.core.meta import Value
from kafelki.core.record import Ints64, States
from kafelki.games import game as find_game
from kafelki.games import meta as find_meta
from tests.contract.per_game import LONG_MATCHES, MORE_SETTINGS

COMPILED: Final = not numba.config.DISABLE_JIT  # un-jitted we play fewer matches, never fewer checks
SOAK: Final = bool(os.environ.get("KAFELKI_SOAK"))
MOST_COMBINATIONS: Final = 48  # of options; with more, every value is played at least
FEW_COMBINATIONS: Final = 4  # the same, for long matches un-jitted
LONGEST_MATCH: Final = 10_000  # plies
MOST_PLAYED: Final = 60  # matches kept
SHORT: Final = 80  # plies: as far as we look at each of them, where a look costs more the longer the match is
STRIDE: Final = 20  # plies from look to look beyond that


class Setting(NamedTuple):
    """A game as it is sat down to."""

    game_id: str
    seats: int
    options: dict[str, Value]

    @property
    def game(self) -> Game:
        return find_game(self.game_id)

    @property
    def viewers(self) -> list[int | None]:
        """All seats, and a spectator."""
        return [*range(self.seats), None]

    def __str__(self) -> str:
        return "-".join([self.game_id, str(self.seats), *(str(value) for value in self.options.values())])


def _options(game_id: str) -> list[dict[str, Value]]:
    meta = find_meta(game_id)
    values = itertools.product(*(option.values for option in meta.options))
    return [dict(zip((option.id for option in meta.options), chosen, strict=True)) for chosen in values]


def _seat_counts(game_id: str) -> range:
    fewest, most = find_meta(game_id).seats
    return range(fewest, most + 1)


def some_settings(game_id: str) -> list[Setting]:
    """As few as hold every seat count and every value of every option, after one with all secrets there can be."""
    seats, options = _seat_counts(game_id), find_meta(game_id).options
    rows = max(len(seats), *(len(option.values) for option in options), 1)
    more = [Setting(game_id, *MORE_SETTINGS[game_id])] if game_id in MORE_SETTINGS else []
    return more + [
        Setting(
            game_id,
            seats[row % len(seats)],
            {option.id: option.values[row % len(option.values)] for option in options},
        )
        for row in range(rows)
    ]


def played_settings(game_id: str) -> list[Setting]:
    """All of them; un-jitted, of a game with long matches, every seat count with every value of every option."""
    few = game_id in LONG_MATCHES and not COMPILED
    return all_settings(game_id, FEW_COMBINATIONS if few else MOST_COMBINATIONS)


def all_settings(game_id: str, most: int = MOST_COMBINATIONS) -> list[Setting]:
    """Every seat count with every combination of options, or as many as can be played."""
    options = _options(game_id)
    if len(options) > most:
        some = [setting.options for setting in some_settings(game_id)]
        options = [chosen for chosen in options if chosen in some]
    return [Setting(game_id, seats, chosen) for seats in _seat_counts(game_id) for chosen in options]


def worth_a_look(match: Match) -> bool:
    """Every ply of a short match; of a long one its beginning, every twentieth ply and the end."""
    return match.over or match.ply <= SHORT or match.ply % STRIDE == 0


# ---- Keys


def key_of(*what: object) -> bytes:
    """The same key for the same words, in any process."""
    return hashlib.sha256(repr(what).encode()).digest()


def keys_of(count: int, *what: object) -> list[Ints64]:
    return [key_words(key_of(number, *what)) for number in range(count)]


# ---- States


def deal(setting: Setting, seed: int) -> States:
    """A match as it begins."""
    states = setting.game.blank()
    setting.game.deal(states, 0, setting.seats, setting.options, key_of(str(setting), seed))
    return states


def play_at_random(game: Game, states: States, rng: random.Random) -> int:
    """Play one of the legal actions; which."""
    action = int(game.pick(states, 0, rng.randrange(game.count(states, 0))))
    assert game.play(states, 0, action) == 0, f"pick gave {action}, which play refuses"
    return action


_PLAYED: Final[dict[str, list[States]]] = {}


def states_of_a_match(setting: Setting, seed: int) -> list[States]:
    """A random match, from the deal to the end. Played once, looked at in many tests."""
    played = f"{setting} {seed}"
    if played not in _PLAYED:
        if len(_PLAYED) == MOST_PLAYED:
            _PLAYED.clear()
        _PLAYED[played] = _play_out(setting, seed)
    return [states.copy() for states in _PLAYED[played]]


def _play_out(setting: Setting, seed: int) -> list[States]:
    rng, states = random.Random(seed), deal(setting, seed)
    line = [states.copy()]
    while not states[0].over:
        play_at_random(setting.game, states, rng)
        line.append(states.copy())
        assert len(line) < LONGEST_MATCH, "this match does not end"
    return line


def spread(setting: Setting, seed: int, count: int) -> list[States]:
    """So many states of a random match: the first is the deal, the last the end."""
    line = states_of_a_match(setting, seed)
    return [line[number * (len(line) - 1) // (count - 1)] for number in range(count)]


def number_of(seat: int | None) -> int:
    """A viewer as kernels know it."""
    return SPECTATOR if seat is None else seat
