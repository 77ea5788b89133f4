"""Many matches at once: an array of records, stepped by kernels on all cores.

    env = BatchEnv("shelf", n=4096, seats=2, seed=7)
    while training:
        env.observations, env.masks, env.to_act     of every match, for the seat to act
        env.step(actions)                           one legal action in every match
        env.rewards, env.done                       where a match ended; the next one is dealt there already

All arrays are made once, or are the caller's own, and written in place: NumPy's, or torch's on the CPU, without copies.
Results depend on the seed alone, never on the number of threads.
"""

from __future__ import annotations

import hashlib
import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from kafelki.bots.search import Mind
from kafelki.core.fairness import key_of_seed
from kafelki.core.game import Game
from kafelki.core.meta import Options
from kafelki.core.record import Ints8, Ints16, Ints32, Ints64, States, Thinking, blank, state_in
from kafelki.envs import kernels
from kafelki.envs.encoding import DTYPE, encoding_of
from kafelki.envs.kernels import compiled
from kafelki.errors import BadBatch, BadOptions, KafelkiError
from kafelki.games import game as find_game

Bools: TypeAlias = npt.NDArray[np.bool_]
Floats32: TypeAlias = npt.NDArray[np.float32]
N = TypeVar("N", bound=np.generic)

REWARDS: Final = {"rank": kernels.RANK, "score": kernels.SCORE, "win": kernels.WIN}
POLICIES: Final = ("random", "greedy")
FEWEST_A_THREAD: Final = 32  # matches: for fewer, waking a thread costs more than it saves


class BatchEnv:
    """`n` matches of one game, each dealt anew when it ends."""

    def __new__(cls, *_: object, device: str = "cpu", **__: object) -> BatchEnv:
        if device == "cpu" or cls is not BatchEnv:
            return super().__new__(cls)
        from kafelki.envs.gpu import CudaBatchEnv

        return super().__new__(CudaBatchEnv)

    def __init__(
        self,
        game: str,
        n: int,
        seats: int | None = None,
        *,
        options: Options | None = None,
        rewards: str = "rank",
        seed: int | bytes | None = None,
        position: object = None,
        threads: int | None = None,
        device: str = "cpu",
        observations: object = None,
        masks: object = None,
    ) -> None:
        """Deal all matches. `position`: all begin there. `observations`, `masks`: the caller's own arrays."""
        require_number("n", n)
        self.game: Game = find_game(game)
        self.encoding = encoding_of(self.game)
        self.n = n
        self.device = device
        self.reward_kind = reward_number(rewards)
        self._setting = set_up(self.game, seats, options or {}, position)
        self.seats = int(self._setting[0].seats)
        self._threads = threads or os.cpu_count() or 1
        self._kernels = compiled(self.game)
        self._allocate(observations, masks)
        self.reset(seed)

    # ---- What can be asked and done

    def reset(self, seed: int | bytes | None = None) -> None:
        """Deal every match anew; the same seed, the same matches."""
        self._seed_streams(key_of_seed(seed))
        self._each(lambda part: part.deal())
        self._clear()
        self.look()

    def reseed(self, seed: int | bytes | None = None) -> None:
        """Give every running match another future: what lies on the table stays, what is drawn from now on changes."""
        self._seed_streams(key_of_seed(seed))
        self._each(lambda part: part.rekey())

    def step(self, actions: object) -> None:
        """Play one action in every match. IllegalMove where one is refused: then nothing at all has changed."""
        chosen = self._read_actions(actions)
        self._each(lambda part: part.judge(chosen))
        wrong = [part.wrong + part.start for part in self._parts if part.wrong >= 0]
        if wrong:
            raise refused(self.game, self._on_host(), wrong[0], int(chosen[wrong[0]]))
        self._each(lambda part: part.step(chosen))

    def look(self) -> None:
        """Write observations, masks and seats to act once more: for who has changed `states`."""
        self._each(lambda part: part.look())

    def choose(self, policy: str, actions: Ints64 | None = None) -> Ints64:
        """What a built-in policy, `random` or `greedy`, does in every match, written into `actions`."""
        require_policy(policy)
        chosen = self._new_actions() if actions is None else self._read_actions(actions)
        self._each(lambda part: part.choose(policy, chosen))
        return chosen

    def appeals(self, out: Ints32 | None = None) -> Ints32:
        """How good each legal action looks to the game's own bots, at once, in hundredths of a point; 0 elsewhere."""
        return self._guess("appeal_all", out)

    def outlooks(self, out: Ints32 | None = None) -> Ints32:
        """How far before the others the seat to act stands after each legal action, in hundredths of a point, by the
        game's own guess at the final points: what greedy maximizes; 0 elsewhere."""
        return self._guess("outlook_all", out)

    def afterstates(self, actions: object, out: Ints16 | None = None) -> Ints16:
        """What the seat to act would see after each of the k actions given for every match (n, k; -1: none, zeros).

        Nothing is played. Hidden cards, and what is drawn on the way, are imagined: the same for all k of a match."""
        chosen = self._read_candidates(actions)
        found = own_or_new("out", out, (*chosen.shape, self.encoding.size), DTYPE)
        self._each(lambda part: part.peek(chosen, found))
        return found

    def simulate(self, steps: int, policy: str = "random") -> int:
        """So many steps in every match, chosen in the kernel, nothing observed; how many matches ended."""
        require_policy(policy)
        self._each(lambda part: part.simulate(steps, policy))
        self.look()
        return sum(part.ended for part in self._parts)

    def __deepcopy__(self, memo: dict[int, object]) -> BatchEnv:
        again, kept = self.__reduce__()
        return again(*kept)

    def __reduce__(self) -> tuple[Callable[..., BatchEnv], tuple[object, ...]]:
        kept = {name: getattr(self, name) for name in ("states", "rewards", "done", "_streams", "_setting")}
        return _remade, (self.game.id, self.n, self.seats, self.reward_kind, self._threads, kept)

    # ---- Underneath

    def _allocate(self, observations: object, masks: object) -> None:
        self.states = self.game.blank(self.n)
        self._streams = blank(Thinking, self.n)
        self.observations = own_or_new("observations", observations, (self.n, self.encoding.size), DTYPE)
        self.masks: Bools = own_or_new("masks", masks, (self.n, self.game.actions), np.bool_)
        self.to_act: Ints8 = np.zeros(self.n, dtype=np.int8)
        self.rewards: Floats32 = np.zeros((self.n, self.seats), dtype=np.float32)
        self.done: Bools = np.zeros(self.n, dtype=np.bool_)
        count = max(1, min(self._threads, self.n // FEWEST_A_THREAD))
        bounds = [self.n * part // count for part in range(count + 1)]
        self._parts = [Slice(self, *ends) for ends in itertools.pairwise(bounds)]
        self._pool = ThreadPoolExecutor(count) if count > 1 else None

    def _each(self, do: Callable[[Slice], None]) -> None:
        """Do something to every slice, all at once."""
        if self._pool is None:
            do(self._parts[0])
        else:
            list(self._pool.map(do, self._parts))

    def _seed_streams(self, key: bytes) -> None:
        """A stream of chance for each place: keys of its matches and draws of its policies come from there."""
        self._streams[:] = self._seeded(key)

    def _seeded(self, key: bytes) -> States:
        streams = blank(Thinking, self.n)
        words = np.frombuffer(hashlib.shake_256(key).digest(32 * self.n), dtype="<i4")
        streams["chance_key"][:] = words.reshape(self.n, 8)
        return streams

    def _guess(self, kernel: str, out: Ints32 | None) -> Ints32:
        found = own_or_new("out", out, (self.n, self.game.actions), np.int32)
        self._each(lambda part: part.guess(kernel, found))
        return found

    def _clear(self) -> None:
        self.rewards[:], self.done[:] = 0, False

    def _new_actions(self) -> Ints64:
        return np.zeros(self.n, dtype=np.int64)

    def _on_host(self) -> States:
        return self.states

    def _read_actions(self, actions: object) -> Ints64:
        found = np.asarray(actions)
        if found.shape != (self.n,) or found.dtype.kind not in "iu":
            raise BadBatch(
                f"actions is an array of {self.n} ints, one for each match; {found.dtype} of shape {found.shape} came.",
                f"actions to tablica {self.n} liczb całkowitych, po jednej na rozgrywkę; przyszło {found.dtype}"
                f" o kształcie {found.shape}.",
            )
        return found.astype(np.int64, copy=False)

    def _read_candidates(self, actions: object) -> Ints64:
        found = np.asarray(actions)
        if found.ndim != 2 or len(found) != self.n or found.dtype.kind != "i":
            raise BadBatch(
                f"actions is an array of ints of shape ({self.n}, k), k for each match, -1 for none;"
                f" {found.dtype} of shape {found.shape} came.",
                f"actions to tablica liczb całkowitych o kształcie ({self.n}, k), po k na rozgrywkę, -1: brak;"
                f" przyszło {found.dtype} o kształcie {found.shape}.",
            )
        row, column = np.nonzero(found != -1)
        asked = found[row, column]
        wrong = (asked < 0) | (asked >= self.game.actions) | ~self.masks[row, asked % self.game.actions]
        if wrong.any():
            first = int(wrong.argmax())
            raise refused(self.game, self.states, int(row[first]), int(asked[first]))
        return found.astype(np.int64, copy=False)


class Slice:
    """The part of a batch that one thread works on, with what it works with."""

    def __init__(self, env: BatchEnv, start: int, end: int) -> None:
        self.start, self.wrong, self.ended = start, -1, 0
        self._kernels, self._setting, self._plan, self._ends = (
            env._kernels,
            env._setting,
            env.encoding.plan,
            (start, end),
        )
        self._states, self._streams = env.states[start:end], env._streams[start:end]
        self._raw = bytes_of(env.states)[start:end]
        masks, done = env.masks.view(np.int8)[start:end], env.done.view(np.int8)[start:end]
        self._seen = (env.observations[start:end], masks, env.to_act[start:end])
        self._told = (env.rewards[start:end], done)
        self._work: Ints64 = np.zeros((4, max(env.game.actions, 8)), dtype=np.int64)
        self._mind = (env.game.blank(2), blank(Mind))
        self._kind = env.reward_kind

    def deal(self) -> None:
        self._kernels["deal_all"](self._states, self._setting, self._streams, self._work[0])

    def rekey(self) -> None:
        self._kernels["rekey_all"](self._states, self._streams, self._work[0])

    def judge(self, actions: Ints64) -> None:
        self.wrong = int(self._kernels["why_not_all"](self._states, actions[slice(*self._ends)]))

    def step(self, actions: Ints64) -> None:
        self._work[1, 0] = self._kind
        own = actions[slice(*self._ends)]
        self._kernels["step_all"](self._states, self._setting, self._streams, own, self._told, self._work)
        self.look()

    def look(self) -> None:
        self._kernels["look_all"](self._states, self._raw, self._plan, self._seen, self._work[0])

    def choose(self, policy: str, actions: Ints64) -> None:
        own = actions[slice(*self._ends)]
        if policy == "random":
            self._kernels["choose_random"](self._states, self._streams, own)
        else:
            self._kernels["choose_greedy"](self._states, self._streams, self._mind, self._work, own)

    def guess(self, kernel: str, out: Ints32) -> None:
        own = out[slice(*self._ends)]
        self._kernels[kernel](self._states, self._streams, self._mind, self._work, own)

    def peek(self, actions: Ints64, out: Ints16) -> None:
        deals, ends = self._mind[0], slice(*self._ends)
        imagined, asked = (deals, bytes_of(deals), self._work[2]), (actions[ends], out[ends])
        self._kernels["peek_all"](self._states, self._streams, imagined, self._plan, asked)

    def simulate(self, steps: int, policy: str) -> None:
        tally = np.array([steps, 0], dtype=np.int64)
        if policy == "random":
            self._kernels["simulate_random"](self._states, self._setting, self._streams, self._work, tally)
        else:
            self._kernels["simulate_greedy"](self._states, self._setting, self._streams, self._mind, self._work, tally)
        self.ended = int(tally[1])


# ---- What single environments use too


def set_up(game: Game, seats: int | None, options: Options, position: object = None) -> States:
    """What matches begin from: a record set up, and a position or nothing."""
    start = None if position is None else game.read_position(position)
    setting = game.blank(2)
    game.set_up(setting, 0, game.seated(seats, start), options)
    if start is not None:
        setting[1] = setting[0]
        game.set_position(state_in(setting, 1, game.layout), start)
    return setting


def bytes_of(states: States) -> Ints8:
    """The records' bytes, a row each: a window, not a copy."""
    return states.view(np.int8).reshape(len(states), states.itemsize)


def refused(game: Game, states: States, i: int, action: int) -> KafelkiError:
    """An action refused, in the game's own words."""
    reason = int(game.why_not(states, i, action))
    move = game.move_of(action) if 0 <= action < game.actions else game.move_of(0)
    error = game.refusal(states, i, move, reason)
    en, pl = f"Match {i}, action {action}: {error.words.en}", f"Rozgrywka {i}, akcja {action}: {error.words.pl}"
    return type(error)(en, pl, error.code.partition(".")[2])


def reward_number(name: str) -> int:
    """The kind of reward of this name, or BadOptions."""
    if name not in REWARDS:
        known = ", ".join(REWARDS)
        raise BadOptions(
            f"Rewards are one of {known}; {name!r} came.", f"Nagrody to jedno z: {known}; przyszło {name!r}.", "value"
        )
    return REWARDS[name]


def require_policy(name: str) -> None:
    if name not in POLICIES:
        known = ", ".join(POLICIES)
        raise BadOptions(
            f"Policies in the kernel are {known}; {name!r} came.",
            f"Strategie w jądrze to: {known}; przyszło {name!r}.",
            "value",
        )


def require_number(name: str, n: object) -> None:
    if type(n) is not int or n < 1:
        raise BadBatch(f"{name} is an int, at least 1; {n!r} came.", f"{name} to liczba od 1; przyszło {n!r}.")


def own_or_new(name: str, given: object, shape: tuple[int, ...], dtype: type[N]) -> npt.NDArray[N]:
    """The caller's array, if it is as it must be; a new one where none was given."""
    if given is None:
        return np.zeros(shape, dtype=dtype)
    found = np.asarray(given)
    if found.shape != shape or found.dtype != dtype or not found.flags.c_contiguous or not found.flags.writeable:
        raise BadBatch(
            f"{name} is a contiguous array of {np.dtype(dtype)} of shape {shape};"
            f" {found.dtype} of shape {found.shape} came.",
            f"{name} to ciągła tablica {np.dtype(dtype)} o kształcie {shape};"
            f" przyszło {found.dtype} o kształcie {found.shape}.",
        )
    return found


def _remade(game: str, n: int, seats: int, kind: int, threads: int, kept: dict[str, States]) -> BatchEnv:
    """A batch as it was; its arrays are its own again."""
    name = next(name for name, number in REWARDS.items() if number == kind)
    env = BatchEnv(game, n, seats, rewards=name, threads=threads, seed=0)
    for field, array in kept.items():
        getattr(env, field)[:] = array
    env.look()
    return env
