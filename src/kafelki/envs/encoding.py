"""The one place that says what a seat observes: a tensor of small ints, and the same by name.

    encoding = encoding_of(kafelki.game("shelf"))
    encoding.size                          how many numbers a tensor has
    for part in encoding.parts:            what they are, in their order
        part.name, part.slice, part.shape, part.means
    encoding.by_name(tensor)["floor"]      a window into a tensor or a batch of them, not a copy

The parts are the game's `tensors.py`, behind what all games have and the options. Who knows what is read off the
record's layout: what a seat does not know is zeros.
"""

from __future__ import annotations

import functools
import math
from typing import Final, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from kafelki.core.game import Game
from kafelki.core.record import Ints64, Knows, OwnerIf, fields_of
from kafelki.core.tensors import Coding, Part, number, one_of, seat
from kafelki.envs import kernels

N = TypeVar("N", bound=np.generic)

DTYPE: Final = np.int16
HEAD: Final = (
    number("seats", "how many play"),
    number("ply", "actions so far"),
    number("over", "1 when the match has ended"),
    seat("turn", "who is to act"),
)


class Observed(NamedTuple):
    """A part of the tensor."""

    name: str
    means: str
    start: int
    shape: tuple[int, ...]  # by_seat: the first axis is the seat, the viewer first; the last one the coding's

    @property
    def slice(self) -> slice:
        return slice(self.start, self.start + math.prod(self.shape))


class Encoding:
    """How a game's records are written for a network."""

    def __init__(self, game: Game) -> None:
        options = tuple(
            one_of(option.id, range(len(option.choices)), f"option: {option.words.en}") for option in game.meta.options
        )
        self.game = game
        self.parts: list[Observed] = []
        self.size = 0
        where = _places(game)
        rows = [[where["seats"], where["over"]]]
        for part in (*HEAD, *options, *game.tensors):
            rows.append(self._row(part))
        self.plan: Ints64 = np.zeros((len(rows), kernels.PLACES + kernels.MOST_PLACES), dtype=np.int64)
        for i, row in enumerate(rows):
            self.plan[i, : len(row)] = row

    def _row(self, part: Part) -> list[int]:
        """A part as kernels read it; it goes behind those already there."""
        fields, where, most = fields_of(self.game.layout), _places(self.game), self.game.meta.seats[1]
        field = self.game.dtype[part.field]
        numbers = tuple(range(most)) if part.coding in (Coding.SEAT, Coding.SEATS) else part.numbers
        width = 1 if part.coding == Coding.NUMBER else len(numbers)
        outer, inner = (most, field.shape[1:]) if part.by_seat else (1, field.shape)
        shape = (*([most] if part.by_seat else []), *inner, *([] if part.coding == Coding.NUMBER else [width]))
        start = self.size
        self.parts.append(Observed(part.field, part.means, start, shape))
        self.size += math.prod(shape)
        knows = fields[part.field][-1]
        if isinstance(knows, OwnerIf):
            known = where[knows.option]
        else:
            known = {Knows.EVERYONE: kernels.EVERYONE, Knows.OWNER: kernels.OWNER}[knows]
        if known != kernels.EVERYONE and not part.by_seat:
            raise ValueError(f"{part.field} is the owner's: it must be shown by seat")
        head = [where[part.field], field.base.itemsize, int(part.coding), width, start, outer, math.prod(inner), known]
        lowest = 0 if part.coding in (Coding.SET, Coding.SEATS) else kernels.LOWEST
        places = [-1] * kernels.MOST_PLACES
        for place, value in enumerate(numbers):
            places[value + lowest] = place
        return [*head, *places]

    def table(self) -> str:
        """All parts, as docs/research.md has them: name, first place, shape, what it means."""
        rows = ((part.name, part.start, " x ".join(map(str, part.shape)) or "1", part.means) for part in self.parts)
        return "\n".join(f"| `{name}` | {start} | {shape} | {means} |" for name, start, shape, means in rows)

    def by_name(self, tensor: npt.NDArray[N]) -> dict[str, npt.NDArray[N]]:
        """The dict form: windows into a tensor, or into a batch of them."""
        return {part.name: tensor[..., part.slice].reshape((*tensor.shape[:-1], *part.shape)) for part in self.parts}


def _places(game: Game) -> dict[str, int]:
    """Field -> its first byte in the record."""
    return {name: int(found[1]) for name, found in (game.dtype.fields or {}).items()}


@functools.cache
def encoding_of(game: Game) -> Encoding:
    """The encoding of a game's records."""
    return Encoding(game)
