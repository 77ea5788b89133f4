"""What of a record a network is shown, as data: each game's `tensors.py` lists its parts, `envs` writes them.

Who knows a field is said in its layout and nowhere else: what a seat does not know is written as zeros, whatever a
part asks for. Seats are counted from the viewer: 0 is the viewer, 1 sits next.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable

import msgspec


class Coding(enum.IntEnum):
    """How an int of the record is written."""

    NUMBER = 0  # as it is
    ONE_OF = 1  # a 1 at its place among some numbers; none where it is no one of them
    SET = 2  # a set of cells: 0 or 1 for each
    SEAT = 3  # a 1 at that seat, from the viewer; none for no seat
    SEATS = 4  # a set of seats: 0 or 1 for each, from the viewer


class Part(msgspec.Struct, frozen=True):
    """A field of the record in the tensor, behind the parts before it."""

    field: str
    means: str
    coding: Coding = Coding.NUMBER
    numbers: tuple[int, ...] = ()  # ONE_OF: the values, SET: the cells
    by_seat: bool = False  # the first axis is the seat, and begins with the viewer


def number(field: str, means: str, *, by_seat: bool = False) -> Part:
    return Part(field, means, by_seat=by_seat)


def one_of(field: str, values: Iterable[int], means: str, *, by_seat: bool = False) -> Part:
    return Part(field, means, Coding.ONE_OF, tuple(values), by_seat)


def cells(field: str, numbers: Iterable[int], means: str, *, by_seat: bool = False) -> Part:
    return Part(field, means, Coding.SET, tuple(numbers), by_seat)


def seat(field: str, means: str) -> Part:
    return Part(field, means, Coding.SEAT)


def seats(field: str, means: str) -> Part:
    return Part(field, means, Coding.SEATS)
