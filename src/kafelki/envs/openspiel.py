"""OpenSpiel: importing this registers kafelki_planet, kafelki_shelf and kafelki_tikal.

    game = pyspiel.load_game("kafelki_shelf(players=3,refill=eng_2022)")

Chance is explicit: the deal, and every action that draws something, is followed by a chance node whose outcomes are
`outcomes` seeds, all as likely; `seed` chooses which. So a search over clones does not foresee what will be drawn.
Of what others hold, `resample_from_infostate` deals another truth. Utilities are ranks: from 1 for the first to -1.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from kafelki.core.chance import key_words, set_key
from kafelki.core.codes import OK, SPECTATOR
from kafelki.core.game import Game
from kafelki.core.record import EVERYONE, Ints64, States, copy_of, fields_of, state_in
from kafelki.envs.batch import bytes_of, set_up
from kafelki.envs.encoding import DTYPE, encoding_of
from kafelki.envs.extras import require
from kafelki.envs.kernels import RANK, compiled, observe
from kafelki.games import game as find_game
from kafelki.games import games

require("openspiel", "pyspiel")
import pyspiel  # noqa: E402 - only after we have said what to install

OUTCOMES: Final = 100
LONGEST: Final = 10_000  # actions: longer than any match
HEAD: Final = {"players": 0, "seed": 0, "outcomes": OUTCOMES}

Type = pyspiel.GameType


def hidden_parts(game: Game) -> list[str]:
    """The fields that only their owner knows, in some variant or all."""
    known = {name: parts[-1] for name, parts in fields_of(game.layout).items()}
    return [part.name for part in encoding_of(game).parts if known[part.name] is not EVERYONE]


def game_type(game: Game) -> pyspiel.GameType:
    """What OpenSpiel wants to know beforehand."""
    fewest, most = game.meta.seats
    options = {option.id: option.values[0] for option in game.meta.options}
    secret = Type.Information.IMPERFECT_INFORMATION if hidden_parts(game) else Type.Information.PERFECT_INFORMATION
    return Type(
        short_name=f"kafelki_{game.id}",
        long_name=game.meta.title.en,
        dynamics=Type.Dynamics.SEQUENTIAL,
        chance_mode=Type.ChanceMode.EXPLICIT_STOCHASTIC,
        information=secret,
        utility=Type.Utility.ZERO_SUM,
        reward_model=Type.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={**HEAD, "players": fewest, **options},
    )


class KafelkiGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours as OpenSpiel knows games; each has a class of its own, with its rules."""

    rules: Game
    kind: pyspiel.GameType

    def __init__(self, params: dict[str, object] | None = None) -> None:
        asked = {**self.kind.parameter_specification, **(params or {})}
        self.options = {option.id: asked[option.id] for option in self.rules.meta.options}
        self.outcomes, self.seed = int(str(asked["outcomes"])), int(str(asked["seed"]))
        self.setting = set_up(self.rules, int(str(asked["players"])), self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.actions,
            max_chance_outcomes=self.outcomes,
            num_players=int(self.setting[0].seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> KafelkiState:
        return KafelkiState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: object = None
    ) -> KafelkiObserver | None:
        """None for what remembers: we show the table as it stands."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return None if wanted.perfect_recall else KafelkiObserver(self.rules, wanted)

    def max_chance_nodes_in_history(self) -> int:
        return LONGEST


class KafelkiState(pyspiel.State):  # type: ignore[misc]
    """A match; at a chance node, with the action that is to be drawn for."""

    def __init__(self, game: KafelkiGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.outcomes, self.seed = game.outcomes, game.seed
        self.states: States = copy_of(game.setting, 0)
        self.dealt = False
        self.pending: int | None = None

    def current_player(self) -> int:
        if not self.dealt or self.pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL if self.states["over"][0] else self.states["turn"][0])

    def _legal_actions(self, player: int) -> list[int]:
        found: list[int] = self.rules.legal(self.states, 0).tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / self.outcomes) for outcome in range(self.outcomes)]

    def _apply_action(self, action: int) -> None:
        if not self.dealt:
            self.rules.start(self.states, 0, self._key(action))
            self.dealt = True
        elif self.pending is not None:
            set_key(state_in(self.states, 0, self.rules.layout), self._key(action))
            self.rules.apply(self.states, 0, self.pending)
            self.pending = None
        else:
            after = copy_of(self.states, 0)
            if self.rules.play(after, 0, action) != OK:
                raise ValueError(f"{self.rules.move_of(action)} is not legal here")
            if all(after[name][0] == self.states[name][0] for name in ("chance_block", "chance_left")):
                self.states = after
            else:
                self.pending = action

    def _key(self, outcome: int) -> Ints64:
        """The chance that an outcome stands for: another one at each ply."""
        told = f"kafelki openspiel {self.seed} {int(self.states['ply'][0])} {outcome}"
        return key_words(hashlib.sha256(told.encode()).digest())

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"Chance {action}"
        return str(self.rules.move_of(action))

    def is_terminal(self) -> bool:
        return self.dealt and self.pending is None and bool(self.states["over"][0])

    def returns(self) -> list[float]:
        ranks: npt.NDArray[np.float32] = np.zeros(int(self.states["seats"][0]), dtype=np.float32)
        if self.is_terminal():
            compiled(self.rules)["reward"](self.states[0], RANK, ranks)
        return [float(one) for one in ranks]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> KafelkiState:
        """Another truth and future that this player cannot tell from the true one."""
        other: KafelkiState = self.clone()
        told = f"kafelki resample {sampler()!r}"
        self.rules.redeal(other.states, 0, player, key_words(hashlib.sha256(told.encode()).digest()))
        return other

    def __str__(self) -> str:
        if not self.dealt:
            return "not dealt"
        drawn = "" if self.pending is None else f" then {self.rules.move_of(self.pending)}"
        return msgspec.json.encode(self.rules.position_at(self.states, 0)).decode() + drawn


class KafelkiObserver:
    """The tensor and its parts by name, as OpenSpiel's observers have them."""

    def __init__(self, rules: Game, wanted: pyspiel.IIGObservationType) -> None:
        self._encoding = encoding_of(rules)
        self._private = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._public = wanted.public_info
        self._whole = np.zeros(self._encoding.size, dtype=DTYPE)
        shown = [part for part in self._encoding.parts if self._public or part.name in hidden_parts(rules)]
        places = [place for part in shown for place in range(part.slice.start, part.slice.stop)]
        self._from = np.array(places, dtype=np.int64)
        self.tensor: npt.NDArray[np.float32] = np.zeros(len(self._from), dtype=np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        at = 0
        for part in shown:
            size = part.slice.stop - part.slice.start
            self.dict[part.name] = self.tensor[at : at + size].reshape(part.shape)
            at += size

    def set_from(self, state: KafelkiState, player: int) -> None:
        """As a player, or who only watches, may know it."""
        observe(bytes_of(state.states)[0], player if self._private else SPECTATOR, self._encoding.plan, self._whole)
        self.tensor[:] = self._whole[self._from]

    def string_from(self, state: KafelkiState, player: int) -> str:
        """The same in words: a view where all is shown, else what is the player's own."""
        if not state.dealt:
            return "not dealt" if self._public else ""
        if self._public:
            seen = state.rules.view_at(state.states, 0, player if self._private else None)
            return msgspec.json.encode(seen).decode()
        self.set_from(state, player)
        return " ".join(f"{name}:{np.flatnonzero(part).tolist()}" for name, part in self.dict.items() if part.any())


def register() -> None:
    """All games of the table, once."""
    known = set(pyspiel.registered_names())
    for name in games():
        rules = find_game(name)
        if f"kafelki_{name}" not in known:
            kind = game_type(rules)
            pyspiel.register_game(kind, type(f"Kafelki_{name}", (KafelkiGame,), {"rules": rules, "kind": kind}))


register()
