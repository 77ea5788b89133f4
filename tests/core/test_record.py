"""A game's state as one record."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Annotated, Any, Final

import numpy as np
import pytest

import kafelki
from kafelki.core.record import (
    EVERYONE,
    I8,
    I16,
    I64,
    NOBODY,
    OWNER,
    Chance,
    Head,
    Ints8,
    Ints32,
    States,
    Thinking,
    as_array,
    blank,
    copy_of,
    dtype_of,
    fields_of,
    grown,
    knows_mask,
    plain,
    state_in,
    who_knows,
)
from kafelki.games import TABLE
from tests.core.helpers import play_on

SEATS: Final = 3


class MeadowState(Head):
    """A layout with every kind of field, and gaps that need padding."""

    small: I8
    wide: I64
    middle: I16
    hands: Annotated[Ints8, np.int8, (SEATS, 2), OWNER]
    secret: Annotated[Ints32, np.int32, (4,), NOBODY]


LAYOUTS: Final = {name: kafelki.game(name).layout for name in TABLE}


def test_fields_lie_in_the_order_in_which_they_are_written() -> None:
    own = ("small", "wide", "middle", "hands", "secret")
    assert tuple(fields_of(Head))[:4] == tuple(fields_of(Chance))
    assert tuple(fields_of(MeadowState)) == (*fields_of(Head), *own)
    fields = dtype_of(MeadowState).fields
    assert fields is not None
    offsets = [fields[name][1] for name in fields_of(MeadowState)]
    assert offsets == sorted(offsets)


def test_fields_have_the_types_and_shapes_they_say() -> None:
    states = blank(MeadowState, 5)
    assert states["small"].dtype == np.int8
    assert states["wide"].dtype == np.int64
    assert states["middle"].dtype == np.int16
    assert states["hands"].shape == (5, SEATS, 2)
    assert states["secret"].shape == (5, 4)
    assert states["secret"].dtype == np.int32
    assert states["chance_key"].shape == (5, 8)


def test_fields_are_aligned_for_compiled_code() -> None:
    dtype = dtype_of(MeadowState)
    assert dtype.isalignedstruct
    assert dtype.fields is not None
    for field, offset, *_ in dtype.fields.values():
        assert offset % field.base.alignment == 0


@pytest.mark.parametrize("name", LAYOUTS)
def test_all_fields_are_signed_whole_numbers(name: str) -> None:
    dtype = dtype_of(LAYOUTS[name])
    assert dtype.fields is not None
    kinds = {field: parts[0].base.kind for field, parts in dtype.fields.items()}
    assert set(kinds.values()) == {"i"}, kinds


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_field_says_who_knows_it(name: str) -> None:
    knowers = who_knows(LAYOUTS[name], blank(LAYOUTS[name]), 0)
    assert set(knowers) <= set(dtype_of(LAYOUTS[name]).names or ())
    assert set(knowers.values()) <= {EVERYONE, OWNER, NOBODY}
    assert {field for field, knows in knowers.items() if knows is NOBODY} == set(fields_of(Chance))


@pytest.mark.parametrize("layout", [MeadowState, Thinking, *LAYOUTS.values()])
def test_a_blank_state_is_zeros_padding_included(layout: type) -> None:
    states = blank(layout, 3)
    assert states.tobytes() == bytes(3 * dtype_of(layout).itemsize)
    assert states.shape == (3,)


@pytest.mark.parametrize("layout", [MeadowState, Thinking, *LAYOUTS.values()])
def test_a_copy_has_the_same_bytes_however_it_is_made(layout: type) -> None:
    """NumPy copies fields and leaves padding as it finds it: there must be none."""
    states = blank(layout, 4)
    ways: list[Callable[[], object]] = [
        states.copy,
        states[0:4].copy,
        lambda: copy.deepcopy(states),
        lambda: states[[0, 1, 2, 3]],
        lambda: pickle.loads(pickle.dumps(states)),
        lambda: np.concatenate([states[:1], states[1:]]),
    ]
    for way in ways:
        litter = [np.full(states.nbytes, 0xEE, dtype=np.uint8) for _ in range(50)]
        del litter  # what is allocated next lies where this lay
        made = way()
        assert isinstance(made, np.ndarray)
        assert made.tobytes() == states.tobytes()


@pytest.mark.parametrize("layout", [MeadowState, Thinking, *LAYOUTS.values()])
def test_every_byte_of_a_record_belongs_to_a_field(layout: type) -> None:
    dtype = dtype_of(layout)
    assert sum(dtype[name].itemsize for name in dtype.names or ()) == dtype.itemsize
    used = sum(dtype[name].itemsize for name in fields_of(layout))
    assert layout is not MeadowState or used < dtype.itemsize, "this one was to have gaps"


@pytest.mark.parametrize("name", LAYOUTS)
def test_no_rule_writes_beside_the_fields(name: str) -> None:
    match = play_on(kafelki.new_match(name, seed=1))
    dtype = dtype_of(LAYOUTS[name])
    assert dtype.fields is not None
    beside = np.ones(dtype.itemsize, dtype=bool)
    for field in fields_of(LAYOUTS[name]):
        offset = dtype.fields[field][1]
        beside[offset : offset + dtype[field].itemsize] = False
    for ply in range(match.ply + 1):
        assert not np.frombuffer(match.state(ply).tobytes(), dtype=np.uint8)[beside].any()


def test_a_state_of_shelf_takes_at_most_512_bytes() -> None:
    assert kafelki.game("shelf").state_bytes == dtype_of(LAYOUTS["shelf"]).itemsize
    assert kafelki.game("shelf").state_bytes <= 512


def test_a_state_is_written_through_and_copied_whole() -> None:
    states = blank(MeadowState, 2)
    state = state_in(states, 0, MeadowState)
    state.small = -7
    state.hands[2, 1] = 5
    assert states["small"].tolist() == [-7, 0]
    assert states["hands"][0, 2].tolist() == [0, 5]
    states[1] = states[0]
    assert states[0:1].tobytes() == states[1:2].tobytes()
    state.small = 1
    assert states["small"].tolist() == [1, -7]


# ---- Who knows what


def known(states: States, seat: int | None) -> dict[str, Any]:
    return {name: mask.tolist() for name, mask in knows_mask(MeadowState, states, 0, seat).items()}


def test_what_everyone_knows_a_spectator_knows() -> None:
    masks = known(blank(MeadowState), None)
    assert masks["small"] is True
    assert masks["wide"] is True
    assert masks["ply"] is True
    assert masks["hands"] == [[False, False]] * SEATS


def test_a_seat_knows_its_own_and_no_other() -> None:
    masks = known(blank(MeadowState), 1)
    assert masks["hands"] == [[False, False], [True, True], [False, False]]


def test_nobody_knows_chance_not_even_at_the_end() -> None:
    states = blank(MeadowState)
    states[0].over = 1
    for seat in (None, 0, 1):
        masks = known(states, seat)
        assert masks["secret"] == [False] * 4
        assert masks["chance_key"] == [False] * 8
        assert masks["chance_block"] is False


def test_at_the_end_everyone_knows_what_owners_knew() -> None:
    states = blank(MeadowState)
    states[0].over = 1
    assert known(states, None)["hands"] == [[True, True]] * SEATS


@pytest.mark.parametrize("hidden", [False, True])
def test_an_option_can_decide_whether_only_the_owner_knows(hidden: bool) -> None:
    states = blank(LAYOUTS["planet"])
    states[0].hidden_characters = hidden
    known_to_two = knows_mask(LAYOUTS["planet"], states, 0, 2)["characters"].all(axis=1)
    assert known_to_two.tolist() == [not hidden, not hidden, True, not hidden, not hidden]
    states[0].over = 1
    assert knows_mask(LAYOUTS["planet"], states, 0, None)["characters"].all()


def test_masks_have_the_shapes_of_their_fields() -> None:
    masks = knows_mask(LAYOUTS["shelf"], blank(LAYOUTS["shelf"]), 0, 2)
    assert masks["personal"].tolist() == [False, False, True, False]
    assert {name: mask.shape for name, mask in masks.items()} == {
        name: blank(LAYOUTS["shelf"])[name][0].shape for name in masks
    }


# ---- Read and copied quickly


def scrawled(layout: type, count: int = 3) -> States:
    """States full of whatever bytes."""
    states = blank(layout, count)
    states.view(np.uint8)[:] = np.random.default_rng(5).integers(0, 256, states.nbytes, dtype=np.uint8)
    return states


@pytest.mark.parametrize("layout", [MeadowState, *LAYOUTS.values()])
def test_a_record_read_in_one_go_has_every_field_but_chance(layout: type) -> None:
    states = scrawled(layout)
    read = vars(plain(states[1], layout))
    assert read.keys() == {name for name, parts in fields_of(layout).items() if parts[-1] is not NOBODY}
    for name, value in read.items():
        assert np.array_equal(value, states[name][1])
        assert isinstance(value, tuple if np.ndim(states[name][1]) else int)


@pytest.mark.parametrize("layout", [MeadowState, *LAYOUTS.values()])
def test_copies_have_the_same_bytes_and_are_no_windows(layout: type) -> None:
    states = scrawled(layout)
    one, more, window = copy_of(states, 1), grown(states), as_array(states[1])
    assert one.dtype == more.dtype == window.dtype == states.dtype
    assert one.tobytes() == window.tobytes() == states[1:2].tobytes()
    assert more.tobytes() == states.tobytes() + bytes(states.nbytes)
    one["turn"][0] = more["turn"][1] = states[1].turn ^ 1
    assert one["turn"][0] != states["turn"][1] != more["turn"][1]
    states["turn"][1] ^= 1
    assert window["turn"][0] == states["turn"][1]
