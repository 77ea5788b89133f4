"""All kernels of the environments.

Templates stand over a game's rules as those of core/ways_in.py do. Those that end in `_one` do something to one match
of a batch: threads of a CPU go through slices of it, on a GPU each match is a thread.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from kafelki.bots import search
from kafelki.core.bits import lowest_cell
from kafelki.core.chance import below, draw_key, set_key
from kafelki.core.kernel import kernel, rebuild
from kafelki.core.record import Head, Ints8, Ints16, Ints32, Ints64, States
from kafelki.core.tensors import Coding
from kafelki.core.ways_in import (
    appeal,
    apply,
    count_legal,
    list_legal,
    pick_legal,
    random_step,
    redeal,
    score,
    start,
    tie_break,
    why_not,
)

if TYPE_CHECKING:  # what kernels need not see does not make them be compiled anew
    from kafelki.core.game import Game, Kernel

Floats32: TypeAlias = npt.NDArray[np.float32]
Imagined: TypeAlias = tuple[States, Ints8, Ints64]  # two records, their bytes, and room for a key
Asked: TypeAlias = tuple[Ints64, Ints16]  # k actions for each match, -1 for none, and the tensors after them

# Kinds of reward, all given at the end of a match.
RANK: Final = 0  # from 1 for the first to -1 for the last: others one ends before, less those behind whom, of all
SCORE: Final = 1  # own points less the mean of the others'
WIN: Final = 2  # 1 for the winner, shared by equals; 0 for the others

# Columns of a plan: a row is a part of the tensor; of row 0 only the first two are used, where `seats` and `over` lie.
AT: Final = 0  # first byte of the field
SIZE: Final = 1  # bytes of one number
CODING: Final = 2
WIDTH: Final = 3  # numbers written for one of the record
OUT: Final = 4  # where in the tensor they begin
OUTER: Final = 5  # seats there is room for, or 1
INNER: Final = 6  # numbers of one seat, or of all
KNOWN: Final = 7  # EVERYONE, OWNER, or the byte of the option that makes it the owner's
PLACES: Final = 8  # SET: cell -> its place, or -1; ONE_OF: value + LOWEST -> the same
MOST_PLACES: Final = 64
LOWEST: Final = 4  # values from -4 on
EVERYONE: Final = -1
OWNER: Final = -2

NUMBER: Final = int(Coding.NUMBER)
ONE_OF: Final = int(Coding.ONE_OF)
SET: Final = int(Coding.SET)
SEAT: Final = int(Coding.SEAT)
SEATS: Final = int(Coding.SEATS)


# ---- The tensor


@kernel
def int_at(raw: Ints8, at: int, size: int) -> int:
    """A signed number of a record, from its bytes."""
    found = int(raw[at + size - 1])
    if size > 1:
        for byte in range(at + size - 2, at - 1, -1):
            found = (found << 8) | (int(raw[byte]) & 0xFF)
    return found


@kernel
def write(row: Ints64, number: int, at: int, out: Ints16) -> None:
    """A choice or a set, as its part asks, into zeros."""
    coding = row[CODING]
    if coding in (SET, SEATS):
        while number:
            place = row[PLACES + lowest_cell(number)]
            if place >= 0:
                out[at + place] = 1
            number &= number - 1
    elif 0 <= number + LOWEST < MOST_PLACES:
        place = row[PLACES + number + LOWEST]
        if place >= 0:
            out[at + place] = 1


@kernel
def from_viewer(coding: int, number: int, first: int, seats: int) -> int:
    """A seat, or a set of seats, counted from the viewer; any other number as it is."""
    if coding == SEAT and number >= 0:
        return (number + seats - first) % seats
    if coding == SEATS:
        return ((number >> first) | (number << (seats - first))) & ((1 << seats) - 1)
    return number


@kernel
def observe_seat(raw: Ints8, row: Ints64, turned: tuple[int, int, int, int], out: Ints16) -> None:
    """All numbers of a part that belong to one seat, or to none.

    `turned`: that seat, where in the tensor it begins, the viewer and the seats."""
    owner, at, first, seats = turned
    width, inner, size = row[WIDTH], row[INNER], row[SIZE]
    begin = row[AT] + owner * inner * size
    coding = row[CODING]
    for i in range(inner):
        number = int_at(raw, begin + i * size, size)
        if coding == NUMBER:
            out[at + i] = number
        elif number or coding in (ONE_OF, SEAT):
            write(row, from_viewer(coding, number, first, seats), at + i * width, out)


@kernel
def observe(raw: Ints8, seat: int, plan: Ints64, out: Ints16) -> None:
    """A record, given as its bytes, as `seat` (or SPECTATOR) may know it; every number of `out` is written."""
    seats, over, first = int(raw[plan[0, 0]]), raw[plan[0, 1]] != 0, max(seat, 0)
    for i in range(len(out)):
        out[i] = 0
    for part in range(1, len(plan)):
        row = plan[part]
        known, at = row[KNOWN], row[OUT]
        open_to_all = known == EVERYONE or over or (known >= 0 and raw[known] == 0)
        if row[OUTER] == 1:
            observe_seat(raw, row, (0, at, first, seats), out)
            continue
        for k in range(seats):
            if open_to_all or (k == 0 and seat >= 0):
                observe_seat(raw, row, ((first + k) % seats, at, first, seats), out)
            at += row[WIDTH] * row[INNER]


# ---- One match of a batch


def deal_one(states: States, i: int, setting: States, streams: States, key: Ints64) -> None:
    """The next match in place `i`, as `setting` says: record 0 is set up; where record 1 has plies to come, from there.

    The key of its chance comes from the place's own stream."""
    draw_key(streams[i], key)
    if setting[1].seats:
        states[i] = setting[1]
        set_key(states[i], key)
    else:
        states[i] = setting[0]
        set_key(states[i], key)
        start(states[i])


def is_before(state: Head, one: int, other: int) -> int:
    """1 where a seat ranks before another, -1 behind, 0 where they are equal."""
    by_score = score(state, one) - score(state, other)
    if by_score == 0:
        by_score = tie_break(state, one) - tie_break(state, other)
    return 1 if by_score > 0 else -1 if by_score < 0 else 0


def reward(state: Head, kind: int, out: Floats32) -> None:
    """What each seat gets of a match that is over."""
    seats = int(state.seats)
    for seat in range(seats):
        ranks, points, first, equals = 0, 0, 1, 1
        for other in range(seats):
            if other != seat:
                way = is_before(state, seat, other)
                ranks += way
                points += score(state, seat) - score(state, other)
                first = 0 if way < 0 else first
                equals += 1 if way == 0 else 0
        if kind == RANK:
            out[seat] = ranks / (seats - 1)
        elif kind == SCORE:
            out[seat] = points / (seats - 1)
        else:
            out[seat] = first / equals


def step_one(states: States, i: int, action: int, kind: int, rewards: Floats32) -> int:
    """Play a legal action in place `i`: 1 where that ends the match, with what each seat gets."""
    apply(states[i], action)
    for seat in range(rewards.size):
        rewards[seat] = 0
    if states[i].over:
        reward(states[i], kind, rewards)
        return 1
    return 0


def mask_one(states: States, i: int, mask: Ints8, work: Ints64) -> None:
    """1 for each legal action of place `i`."""
    mask[:] = 0
    for k in range(list_legal(states[i], work)):
        mask[work[k]] = 1


# ---- Slices of a batch, on a CPU


def deal_all(states: States, setting: States, streams: States, work: Ints64) -> None:
    for i in range(len(states)):
        deal_one(states, i, setting, streams, work)


def rekey_all(states: States, streams: States, key: Ints64) -> None:
    """Another future for every match."""
    for i in range(len(states)):
        draw_key(streams[i], key)
        set_key(states[i], key)


def why_not_all(states: States, actions: Ints64) -> int:
    """The first place whose action is refused, or -1."""
    for i in range(len(states)):
        if why_not(states[i], actions[i]):
            return i
    return -1


def step_all(
    states: States, setting: States, streams: States, actions: Ints64, told: tuple[Floats32, Ints8], work: Ints64
) -> None:
    """Play an action in every place; where a match ends the next one is dealt. `told`: rewards, and which ended.

    `work[1, 0]` is the kind of reward."""
    rewards, done = told
    for i in range(len(states)):
        done[i] = step_one(states, i, actions[i], work[1, 0], rewards[i])
        if done[i]:
            deal_one(states, i, setting, streams, work[0])


def look_all(states: States, raw: Ints8, plan: Ints64, out: tuple[Ints16, Ints8, Ints8], work: Ints64) -> None:
    """The tensors for the seats to act, the masks of what they may do, and who they are."""
    tensors, masks, to_act = out
    for i in range(len(states)):
        seat = int(states[i].turn)
        to_act[i] = seat
        observe(raw[i], seat, plan, tensors[i])
        mask_one(states, i, masks[i], work)


def look_at(states: States, raw: Ints8, seat: int, plan: Ints64, out: tuple[Ints16, Ints8], work: Ints64) -> None:
    """The tensor of the first place for any seat, and the mask: nothing is legal where it is not that seat's turn."""
    tensor, mask = out
    observe(raw[0], seat, plan, tensor)
    if states[0].turn == seat and not states[0].over:
        mask_one(states, 0, mask, work)
    else:
        mask[:] = 0


# ---- Policies


def random_one(states: States, i: int, streams: States) -> int:
    """Any legal action of place `i`, each as likely as the others."""
    return pick_legal(states[i], below(streams[i], count_legal(states[i])))


def choose_random(states: States, streams: States, actions: Ints64) -> None:
    for i in range(len(states)):
        actions[i] = random_one(states, i, streams)


def weigh_one(states: States, i: int, streams: States, mind: tuple[States, States], work: Ints64) -> None:
    """The game's own outlook after each legal action, on a deal the seat can imagine, as `best_reply` leaves it."""
    imagined, minds = mind
    imagined[0] = states[i]
    draw_key(streams[i], work[2])
    set_key(minds[0], work[2])
    minds[0].seat = int(states[i].turn)
    best_reply(imagined, minds, work)


def best_one(states: States, i: int, streams: States, mind: tuple[States, States], work: Ints64) -> int:
    """The action after which that outlook is best; equals by lot."""
    weigh_one(states, i, streams, mind, work)
    equals, chosen = 0, 0
    for k in range(work[3, 0]):
        if equals == 0 or work[1, k] > work[1, chosen]:
            equals, chosen = 1, k
        elif work[1, k] == work[1, chosen]:
            equals += 1
            chosen = k if below(streams[i], equals) == 0 else chosen
    return int(work[0, chosen])


def best_reply(states: States, minds: States, work: Ints64) -> None:
    """Stands for the one of bots/search.py."""
    raise NotImplementedError


def choose_greedy(states: States, streams: States, mind: tuple[States, States], work: Ints64, actions: Ints64) -> None:
    for i in range(len(states)):
        actions[i] = best_one(states, i, streams, mind, work)


def imagine_one(states: States, i: int, streams: States, imagined: States, key: Ints64) -> None:
    """A deal that the seat to act in place `i` cannot tell from the true one, into the first of these records."""
    imagined[0] = states[i]
    draw_key(streams[i], key)
    redeal(imagined[0], int(states[i].turn), key)


def appeal_all(states: States, streams: States, mind: tuple[States, States], work: Ints64, out: Ints32) -> None:
    """How each legal action looks to the seat to act, on a deal it can imagine; 0 for all others."""
    imagined, _ = mind
    for i in range(len(states)):
        imagine_one(states, i, streams, imagined, work[2])
        out[i, :] = 0
        for k in range(list_legal(states[i], work[0])):
            out[i, work[0, k]] = appeal(imagined[0], work[0, k])


def outlook_all(states: States, streams: States, mind: tuple[States, States], work: Ints64, out: Ints32) -> None:
    """How far before the others the seat to act stands after each legal action, as greedy sees it; 0 for all others."""
    for i in range(len(states)):
        weigh_one(states, i, streams, mind, work)
        out[i, :] = 0
        for k in range(work[3, 0]):
            out[i, work[0, k]] = work[1, k]


def peek_all(states: States, streams: States, imagined: Imagined, plan: Ints64, asked: Asked) -> None:
    """What the seat to act sees after each action, all on one deal it can imagine; zeros where there is none."""
    deals, raw, key = imagined
    actions, tensors = asked
    for i in range(len(states)):
        imagine_one(states, i, streams, deals, key)
        for k in range(actions.shape[1]):
            if actions[i, k] < 0:
                tensors[i, k, :] = 0
            else:
                deals[1] = deals[0]
                apply(deals[1], actions[i, k])
                observe(raw[1], int(states[i].turn), plan, tensors[i, k])


def simulate_one(states: States, i: int, setting: States, streams: States, key: Ints64) -> int:
    """A random step in place `i`, and the next match where one ends: 1 then."""
    random_step(states[i], streams[i])
    if states[i].over:
        deal_one(states, i, setting, streams, key)
        return 1
    return 0


def simulate_random(states: States, setting: States, streams: States, work: Ints64, tally: Ints64) -> None:
    """`tally[0]` random steps in every place; matches that ended are added up in `tally[1]`."""
    for i in range(len(states)):
        for _ in range(tally[0]):
            tally[1] += simulate_one(states, i, setting, streams, work[0])


def simulate_greedy(
    states: States, setting: States, streams: States, mind: tuple[States, States], work: Ints64, tally: Ints64
) -> None:
    """The same, greedily."""
    for i in range(len(states)):
        for _ in range(tally[0]):
            apply(states[i], best_one(states, i, streams, mind, work))
            if states[i].over:
                tally[1] += 1
                deal_one(states, i, setting, streams, work[2])


# Each after those it calls.
MATCHES: Final = (deal_one, is_before, reward, step_one, mask_one, random_one, weigh_one, best_one, imagine_one)
SLICES: Final = (deal_all, rekey_all, why_not_all, step_all, look_all, look_at, choose_random, choose_greedy)
GUESSES: Final = (appeal_all, outlook_all, peek_all)
PLAYOUTS: Final = (simulate_one, simulate_random, simulate_greedy)
TEMPLATES: Final[tuple[Kernel, ...]] = (*MATCHES, *SLICES, *GUESSES, *PLAYOUTS)


@functools.cache
def compiled(game: Game) -> dict[str, Kernel]:
    """All of these over a game's rules, compiled where they are called first."""
    kernels: dict[str, Kernel] = {
        **game.rules.by_name,
        "best_reply": search.compiled(game)["best_reply"],
        "random_step": rebuild(random_step, game.rules.by_name, game.id),
    }
    for template in TEMPLATES:
        kernels[template.__name__] = rebuild(template, kernels, game.id)
    return kernels
