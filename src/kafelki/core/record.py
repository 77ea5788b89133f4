"""A game's whole state as one fixed-size NumPy record, laid out by an annotated class.

    class MeadowState(Head):
        bag: Annotated[Ints8, np.int8, (KINDS,), EVERYONE]   # tiles left of each kind
        hand: Annotated[Ints8, np.int8, (SEATS,), OWNER]     # each seat's hidden tile

Each field says its type, its shape where it has one, and who knows it. Nothing about a state lives
outside its record: a copy is a memcpy, equality is equality of bytes, a batch is an array.
"""

from __future__ import annotations

import enum
import functools
import math
import struct
from collections.abc import Callable
from operator import itemgetter
from types import SimpleNamespace
from typing import Annotated, Any, Final, Generic, NamedTuple, TypeAlias, TypeVar, cast, get_args, get_type_hints

import numpy as np
import numpy.typing as npt

S = TypeVar("S")
T = TypeVar("T")


class OwnerIf(NamedTuple):
    """Like OWNER in matches where this option is on, like EVERYONE in the others."""

    option: str


class Knows(enum.Enum):
    """Who knows a field while the match lasts."""

    EVERYONE = "everyone"
    OWNER = "owner"  # the first axis is the seat: entry s is known to seat s alone, to all when the match is over
    NOBODY = "nobody"  # chance: not even at the end, in the record (fairness reveals it apart)


EVERYONE: Final = Knows.EVERYONE
OWNER: Final = Knows.OWNER
NOBODY: Final = Knows.NOBODY

Ints8: TypeAlias = npt.NDArray[np.int8]
Ints16: TypeAlias = npt.NDArray[np.int16]
Ints32: TypeAlias = npt.NDArray[np.int32]
Ints64: TypeAlias = npt.NDArray[np.int64]
States: TypeAlias = npt.NDArray[Any]  # records in an array; one state is an array of one

# Signed fields only, and `int(...)` around a field before arithmetic: compiled and plain must agree.
I8: TypeAlias = Annotated[int, np.int8, EVERYONE]
I16: TypeAlias = Annotated[int, np.int16, EVERYONE]
I64: TypeAlias = Annotated[int, np.int64, EVERYONE]


class Chance:
    """A ChaCha20 stream: see `chance.py`."""

    chance_key: Annotated[Ints32, np.int32, (8,), NOBODY]
    chance_words: Annotated[Ints32, np.int32, (16,), NOBODY]  # the block drawn last
    chance_block: Annotated[int, np.int64, NOBODY]  # number of the next block
    chance_left: Annotated[int, np.int8, NOBODY]  # words of `chance_words` not yet used, from its end


class Thinking(Chance):
    """A stream for whoever chooses moves. The one field more keeps Numba from taking it for a match's record."""

    purpose: Annotated[int, np.int8, NOBODY]


class Head(Chance):
    """What every game's record begins with, and all that `core` knows of it."""

    ply: I16  # actions in the line now standing
    turn_ply: I16  # ply at which the turn now running began
    reveal_ply: I16  # last ply at which something hidden came to light; undo stops there
    rules: I8  # rules version of the match
    seats: I8  # players, seats 0..seats-1
    turn: I8  # seat to act
    over: I8  # 1 when the match has ended by the rules


def fields_of(layout: type) -> dict[str, tuple[Any, ...]]:
    """Name -> (type, [shape,] who knows it), in order."""
    return _read(layout)[0]


def dtype_of(layout: type) -> np.dtype[Any]:
    """The class annotations, in order, as an aligned NumPy dtype whose single items are `np.record`: attributes
    must work un-jitted too. (A plain array of it crosses into a kernel five times as fast as a `recarray`.)"""
    return _read(layout)[1]


@functools.cache  # reading annotations takes a millisecond
def _read(layout: type) -> tuple[dict[str, tuple[Any, ...]], np.dtype[Any]]:
    hints = get_type_hints(layout, include_extras=True)
    fields = {name: get_args(hint)[1:] for name, hint in hints.items()}
    aligned = np.dtype([(name, *parts[:-1]) for name, parts in fields.items()], align=True)
    return fields, np.dtype((np.record, _without_gaps(aligned)))


def _without_gaps(aligned: np.dtype[Any]) -> np.dtype[Any]:
    """The same layout with fields where padding was: NumPy's `copy` leaves what it finds there, so that copies of
    equal states would have other bytes."""
    parts: list[tuple[Any, ...]] = []
    end = 0
    for name, (dtype, offset, *_) in (aligned.fields or {}).items():
        parts += [(f"gap_{end}", np.int8, (offset - end,))] if offset > end else []
        parts.append((name, dtype))
        end = offset + dtype.itemsize
    parts += [(f"gap_{end}", np.int8, (aligned.itemsize - end,))] if aligned.itemsize > end else []
    return np.dtype(parts, align=True)


def who_knows(layout: type, states: States, i: int) -> dict[str, Knows]:
    """Field -> who knows it in the match that state `i` belongs to."""
    said = {name: parts[-1] for name, parts in fields_of(layout).items()}
    return {
        name: (OWNER if states[knows.option][i] else EVERYONE) if isinstance(knows, OwnerIf) else knows
        for name, knows in said.items()
    }


def blank(layout: type, count: int = 1) -> States:
    """`count` states of zeros: padding included, so that equal states have equal bytes."""
    return np.zeros(count, dtype_of(layout))


def copy_of(states: States, i: int) -> States:
    """A copy of state `i`, as an array of one. By its bytes: NumPy copies arrays of records field by field."""
    return np.frombuffer(bytearray(states[i].tobytes()), states.dtype)


def grown(states: States) -> States:
    """The same states with as many blank ones behind them; copied by bytes too."""
    more = np.zeros(2 * len(states), states.dtype)
    more.view(np.uint8)[: states.nbytes] = states.view(np.uint8)
    return more


def state_in(states: States, i: int, layout: type[S]) -> S:
    """The `i`-th record, typed as its layout: a window into the array, not a copy."""
    return cast(S, states[i])


def as_array(state: object) -> States:
    """The record itself as an array of one, not a copy: it crosses into a kernel ten times as quickly."""
    record = cast(Any, state)
    return np.frombuffer(record, record.dtype)


def plain(state: S, layout: type[S]) -> S:
    """A record read in one go, its fields as ints and tuples of ints: asking `np.record` for each takes ten times as
    long. For what is shown of a state, not for kernels: tuples are asked `[seat][place]`. Chance is not in it."""
    form, parts = _form(cast(type, layout))
    numbers = form.unpack(cast(Any, state))
    return cast(S, SimpleNamespace(**{name: part(numbers) for name, part in parts}))


class Shared(Generic[S, T]):
    """What was last worked out of a record, kept for the next who asks of the same one: seats look in turn."""

    def __init__(self, work: Callable[[S], T]) -> None:
        self._work = work
        self._last: tuple[bytes, T] | None = None  # read and replaced in one go: threads may ask

    def __call__(self, record: S) -> T:
        found, now = self._last, cast(Any, record).tobytes()
        if found is None or found[0] != now:
            found = self._last = now, self._work(record)
        return found[1]


Part: TypeAlias = Callable[[tuple[int, ...]], Any]  # all numbers of a record -> one field's


@functools.cache
def _form(layout: type) -> tuple[struct.Struct, list[tuple[str, Part]]]:
    """How the numbers of a record lie in its bytes, gaps and chance left out, and which of them are each field's."""
    fields, dtype = _read(layout)
    form, parts, at = "=", list[tuple[str, Part]](), 0
    for name in dtype.names or ():
        base, shape = dtype[name].base, dtype[name].shape
        if name not in fields or fields[name][-1] is NOBODY:
            form += f"{dtype[name].itemsize}x"
            continue
        form += f"{math.prod(shape)}{' bh i   q'[base.itemsize]}"
        parts.append((name, _part(shape, at)))
        at += math.prod(shape)
    return struct.Struct(form), parts


def _part(shape: tuple[int, ...], at: int) -> Part:
    """Of a field of this shape whose first number is the `at`-th."""
    if len(shape) < 2:
        return itemgetter(slice(at, at + shape[0]) if shape else at)
    starts = range(at, at + math.prod(shape), math.prod(shape[1:]))
    if len(shape) == 2 and len(starts) > 1:  # `itemgetter` of two slices or more gives a tuple of them
        return itemgetter(*(slice(start, start + shape[1]) for start in starts))
    rows = [_part(shape[1:], start) for start in starts]
    return lambda numbers: tuple([row(numbers) for row in rows])


def knows_mask(layout: type, states: States, i: int, seat: int | None) -> dict[str, npt.NDArray[np.bool_]]:
    """Field -> which of its entries `seat` (None: a spectator) knows in state `i`."""
    over = bool(states[i].over)
    masks = {}
    for name, knows in who_knows(layout, states, i).items():
        mask = np.full(np.shape(states[name][i]), knows is EVERYONE or (knows is OWNER and over))
        if knows is OWNER and seat is not None:
            mask[seat] = True
        masks[name] = mask
    return masks
