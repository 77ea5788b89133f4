"""What a game is to everything above it: a card, a record, kernels, and a typed layer that only converts.

Bots, arena, environments, server and command line know `Game` and never a game's insides.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import ModuleType
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np

from kafelki.core import ways_in
from kafelki.core.chance import key_words
from kafelki.core.codes import NO_SUCH_ACTION, OVER
from kafelki.core.kernel import rebuild
from kafelki.core.meta import Meta, Options
from kafelki.core.record import Head, Ints64, States, dtype_of, state_in
from kafelki.core.tensors import Part
from kafelki.errors import BadMove, BadPosition, BadSeats, IllegalMove, KafelkiError
from kafelki.words import Text


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What a player chose. Each game's moves are tagged `<game>.<move>`."""


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What happened, as one seat saw it: for a log and for animation."""


class View(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What one seat may see. Built field by field: nothing is sent unless named."""


class Choices(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What the seat to act can press on a page."""


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", omit_defaults=True):
    """Everything that lies on the table, readable: for puzzles, tests and teaching. Chance is not in it.

    Digests of old matches are made from it: a field that comes later has a default."""


class Refusal(msgspec.Struct, frozen=True):
    """A reason's stable name and its words, with {names} filled by the game's `details`."""

    code: str
    words: Text

    def error(self, **details: object) -> IllegalMove:
        """This refusal as an error."""
        words = self.words.fill(**details)
        return IllegalMove(words.en, words.pl, self.code)


COMMON_REFUSALS: Final = {
    OVER: Refusal("over", Text("The match is over.", "Rozgrywka już się skończyła.")),
    NO_SUCH_ACTION: Refusal("no_such_action", Text("There is no such action.", "Nie ma takiej akcji.")),
}

Kernel: TypeAlias = Callable[..., Any]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """A game's kernels over one record; the top of `ways_in.py` says what each one takes and gives."""

    start: Kernel
    why_not: Kernel
    count_legal: Kernel
    pick_legal: Kernel
    list_legal: Kernel
    apply: Kernel
    redeal: Kernel
    why_not_whole: Kernel
    score: Kernel
    tie_break: Kernel
    outlook: Kernel
    appeal: Kernel

    @classmethod
    def of(cls, *modules: ModuleType) -> Rules:
        """The kernels of these names, wherever among a game's modules they stand."""
        kernels = {name: kernel for module in modules for name, kernel in vars(module).items()}
        return cls(**{part.name: kernels[part.name] for part in fields(cls)})

    @functools.cached_property
    def by_name(self) -> dict[str, Kernel]:
        """Name -> kernel, as `rebuild` wants them."""
        return {part.name: getattr(self, part.name) for part in fields(self)}


@dataclass(frozen=True, kw_only=True)
class Habits:
    """How a search does best in a game, found by trying."""

    lead: int = 10  # points by which a match is clearly led
    width: int = 12  # moves looked at from one place, the most appealing ones
    rounds: int = 1  # that two play on from a leaf; more play as many turns, but at least a round
    tries: int = 3  # moves thought of in each step of that
    effort: float = 1.0  # the strongest level's simulations, times this: long turns have many decisions, short ones few


def _all_told(view: View, move: Move) -> Move | None:
    """A game whose moves hide nothing."""
    return move


def _by_its_outcome(move: Move, name: str) -> Text | None:
    """A game in which a seat knows what its moves will do."""
    return None


def _nothing_ahead(state: object, seat: int) -> bool:
    """A game in which nothing can be prepared."""
    return False


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """One game, whole. Int-level calls take an array of states and an index: `count`, `pick`, `apply` and so on."""

    home: str  # the module that holds this game as GAME: pickles hold its name, never a kernel
    meta: Meta
    layout: type[Head]
    actions: int
    rules: Rules
    move_types: tuple[type[Move], ...]
    move_of: Callable[[int], Move]
    action_of: Callable[[Any], int]  # of a move; IllegalMove where no action means this
    view: Callable[[Any, int | None], View]  # of a record, as a seat sees it
    events: Callable[[Any, Any, Any], list[Event]]  # (view before, move as told, view after) -> what that seat saw
    tell: Callable[[Any, Sequence[str]], Text]  # an event in words, with the players' names
    choices: Callable[[Any, list[Any]], Choices]  # (view, legal moves) -> what to offer on a page
    position_type: type[Position]
    position: Callable[[Any], Position]  # of a record
    set_position: Callable[[Any, Any], None]  # into a blank record with seats and options; BadPosition
    seats_of: Callable[[Any], int]  # how many a position is for
    refusals: Mapping[int, Refusal]
    details: Callable[[Any, Any], dict[str, object]]  # (record, move) -> values for a refusal's words
    tensors: tuple[Part, ...]  # what a network is shown of a record
    habits: Habits = Habits()
    told: Callable[[Any, Any], Move | None] = _all_told  # (view before, move) -> what its seat may keep of the move
    foretell: Callable[[Any, str], Text | None] = _by_its_outcome  # a move in words, if its outcome nobody knows yet
    ahead: Callable[[Any, int], bool] = _nothing_ahead  # makes a waiting seat the one to act, where that is clear

    start: Kernel = field(init=False)
    why_not: Kernel = field(init=False)
    count: Kernel = field(init=False)
    pick: Kernel = field(init=False)
    list_legal: Kernel = field(init=False)
    apply: Kernel = field(init=False)
    play: Kernel = field(init=False)
    redeal: Kernel = field(init=False)
    why_not_whole: Kernel = field(init=False)
    score: Kernel = field(init=False)
    tie_break: Kernel = field(init=False)
    random_matches: Kernel = field(init=False)
    why_not_whole_match: Kernel = field(init=False)

    def __post_init__(self) -> None:
        for name, template in WAYS_IN.items():
            object.__setattr__(self, name, self.compile(template))

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        return _game_at, (self.home,)

    @property
    def id(self) -> str:
        """The game's name in the table of games."""
        return self.meta.id

    @functools.cached_property
    def dtype(self) -> np.dtype[Any]:
        """The record's layout as NumPy has it."""
        return dtype_of(self.layout)

    @property
    def state_bytes(self) -> int:
        """How large a state is."""
        return self.dtype.itemsize

    def compile(self, template: Kernel) -> Kernel:
        """A template of `ways_in.py`'s kind over this game's rules; templates may call `random_step`."""
        return rebuild(template, {**self.rules.by_name, "random_step": self._random_step}, self.id)

    @functools.cached_property
    def _random_step(self) -> Kernel:
        return rebuild(ways_in.random_step, self.rules.by_name, self.id)

    # ---- States

    @functools.cached_property
    def _nothing(self) -> Any:
        return self.blank()[0]

    def blank(self, count: int = 1) -> States:
        """`count` states of zeros."""
        return np.zeros(count, self.dtype)

    def set_up(self, states: States, i: int, seats: int, options: Options, rules: int | None = None) -> None:
        """A blank record with who plays and by which rules; deal it with `start`."""
        version = self.meta.rules_version if rules is None else rules
        self.meta.require_seats(seats)
        self.meta.require_rules(version)
        full = self.meta.full_options(options)
        states[i] = self._nothing  # fields by column from here: ten times as quick as through `np.record`
        states["seats"][i] = seats
        states["rules"][i] = version
        for option in self.meta.options:
            states[option.id][i] = option.number_of(full[option.id])

    def deal(self, states: States, i: int, seats: int, options: Options, key: bytes) -> None:
        """A match as it begins, in state `i`."""
        self.set_up(states, i, seats, options)
        self.start(states, i, key_words(key))

    def legal(self, states: States, i: int) -> Ints64:
        """The legal actions of state `i`, rising."""
        out = np.empty(self.actions, dtype=np.int64)
        return out[: self.list_legal(states, i, out)]

    def scores(self, states: States, i: int) -> list[int]:
        """All points of every seat, hidden ones too."""
        return [int(self.score(states, i, seat)) for seat in range(int(states[i].seats))]

    def ranks(self, states: States, i: int) -> list[int]:
        """Each seat's rank by score and tie-break, 1 the best; equals share the better one."""
        seats = range(int(states[i].seats))
        keys = [(int(self.score(states, i, seat)), int(self.tie_break(states, i, seat))) for seat in seats]
        return [1 + sum(other > own for other in keys) for own in keys]

    def seated(self, seats: int | None, start: Position | None) -> int:
        """How many play: as asked, else as the position says, else the fewest."""
        if start is None:
            return self.meta.seats[0] if seats is None else seats
        found = self.seats_of(start)
        if seats is not None and seats != found:
            raise BadSeats(
                f"The position is for {found} players; {seats!r} came.",
                f"Pozycja jest dla {found} graczy; przyszło {seats!r}.",
            )
        return found

    # ---- Typed layer

    def view_at(self, states: States, i: int, seat: int | None) -> View:
        """What a seat sees of state `i`; None is a spectator."""
        return self.view(state_in(states, i, self.layout), seat)

    def position_at(self, states: States, i: int) -> Position:
        """Everything on the table in state `i`."""
        return self.position(state_in(states, i, self.layout))

    def read_move(self, document: object) -> Move:
        """A move of this game from a move or its JSON form, strictly; BadMove for anything else."""
        if isinstance(document, Move) and not isinstance(document, self.move_types):
            raise _not_a_move(self, str(document.__struct_config__.tag))
        try:
            plain = msgspec.to_builtins(document)
            if isinstance(plain, dict) and "type" not in plain:
                raise _not_a_move(self, "no type")  # msgspec asks for one only where there are several
            move: Move = msgspec.convert(plain, self._move_type(plain))
        except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as error:
            raise _not_a_move(self, str(error)) from None
        return move

    def _move_type(self, plain: object) -> Any:
        """By its tag, or any where that is strange: a type msgspec knows, a union it works out anew each time."""
        tag = plain["type"] if isinstance(plain, dict) else None
        return self._tagged.get(tag, self._any_move) if isinstance(tag, str) else self._any_move

    @functools.cached_property
    def _tagged(self) -> dict[object, Any]:
        return {kind.__struct_config__.tag: kind for kind in self.move_types}

    @functools.cached_property
    def _any_move(self) -> Any:
        return functools.reduce(_either, self.move_types)

    def read_position(self, document: object) -> Position:
        """A position from itself or its JSON form; BadPosition for anything else."""
        try:
            return msgspec.convert(msgspec.to_builtins(document), self.position_type)
        except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as error:
            title = self.meta.title
            raise BadPosition(
                f"Not a position of {title.en}: {error}.", f"To nie jest pozycja gry {title.pl}: {error}.", "shape"
            ) from None

    def refusal(self, states: States, i: int, move: Move, reason: int) -> KafelkiError:
        """A reason code as an error with words."""
        found = self.refusals.get(reason) or COMMON_REFUSALS[reason]
        return found.error(**self.details(state_in(states, i, self.layout), move))


def _game_at(home: str) -> Game:
    game: Game = importlib.import_module(home).GAME
    return game


def _either(left: Any, right: Any) -> Any:
    return left | right


def _not_a_move(game: Game, came: str) -> BadMove:
    title = game.meta.title
    tags = ", ".join(str(kind.__struct_config__.tag) for kind in game.move_types)
    return BadMove(f"{title.en} has moves {tags}; came: {came}.", f"{title.pl} ma ruchy: {tags}; przyszło: {came}.")


WAYS_IN: Final[dict[str, Kernel]] = {
    "start": ways_in.start_at,
    "why_not": ways_in.why_not_at,
    "count": ways_in.count_at,
    "pick": ways_in.pick_at,
    "list_legal": ways_in.list_at,
    "apply": ways_in.apply_at,
    "play": ways_in.play_at,
    "redeal": ways_in.redeal_at,
    "why_not_whole": ways_in.whole_at,
    "score": ways_in.score_at,
    "tie_break": ways_in.tie_break_at,
    "random_matches": ways_in.random_matches,
    "why_not_whole_match": ways_in.why_not_whole_match,
}
