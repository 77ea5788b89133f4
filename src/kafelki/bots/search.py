"""One search for every game: Monte Carlo tree search over what a seat may imagine, compiled for each game.

Each simulation re-deals what the seat cannot know, walks down the tree by moves that are legal in that deal, adds a
leaf, plays on from there for some turns and asks the game's `outlook` how it stands. A node is a move; what moves are
open at it may differ from deal to deal, so a move counts only where it was open. Everybody looks for their own good.

    nodes[0]  the root             first ---> a move --- next ---> a move --- next ---> NO_NODE
                                               first ---> …
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from kafelki.core.chance import below, draw_key
from kafelki.core.kernel import rebuild
from kafelki.core.record import NOBODY, Chance, Head, Ints32, Ints64, States
from kafelki.core.ways_in import appeal, apply, count_legal, list_legal, outlook, pick_legal, redeal, tie_break, why_not

if TYPE_CHECKING:  # what kernels need not see does not make them be compiled anew
    from kafelki.core.game import Game, Kernel

Floats: TypeAlias = npt.NDArray[np.float64]

NO_NODE: Final = -1
MOST_SEATS: Final = 8
DEEPEST: Final = 128
HARD: Final = 0.75  # of the result of a match played to its end: who is before whom; the rest is by how much
HUNDREDTHS: Final = 100.0  # of a point: the unit of outlook and appeal


class Node:
    """A move in the tree, with what came of it for the seat that made it."""

    total: Annotated[float, np.float64, NOBODY]  # sum of that seat's results
    points: Annotated[float, np.float64, NOBODY]  # sum of the points it looked forward to, in hundredths
    action: Annotated[int, np.int32, NOBODY]
    appeal: Annotated[int, np.int32, NOBODY]
    visits: Annotated[int, np.int32, NOBODY]
    open_in: Annotated[int, np.int32, NOBODY]  # the last simulation in which it was legal here
    first: Annotated[int, np.int32, NOBODY]  # its first reply, or NO_NODE
    next: Annotated[int, np.int32, NOBODY]  # the next move beside it, or NO_NODE
    seat: Annotated[int, np.int32, NOBODY]  # who makes it


class Mind(Chance):
    """What a search thinks with, apart from its tree: a stream of chance, its settings, where it is."""

    seat: Annotated[int, np.int64, NOBODY]  # for whom we think
    width: Annotated[int, np.int64, NOBODY]  # moves looked at from one place, the most appealing ones
    turns: Annotated[int, np.int64, NOBODY]  # played on from a leaf
    tries: Annotated[int, np.int64, NOBODY]  # moves thought of in each step of that
    lead: Annotated[int, np.int64, NOBODY]  # hundredths of a point that are a clear lead
    used: Annotated[int, np.int64, NOBODY]  # nodes of the tree
    done: Annotated[int, np.int64, NOBODY]  # simulations
    curiosity: Annotated[float, np.float64, NOBODY]
    results: Annotated[Floats, np.float64, (MOST_SEATS,), NOBODY]
    outlooks: Annotated[Ints64, np.int64, (MOST_SEATS,), NOBODY]
    path: Annotated[Ints32, np.int32, (DEEPEST,), NOBODY]
    depth: Annotated[int, np.int64, NOBODY]


# ---- The tree


def add_node(nodes: States, parent: int, mind: Mind) -> int:
    """A new move at a place, the first one of its line."""
    node = int(mind.used)
    mind.used = node + 1
    nodes[node].total = 0.0
    nodes[node].points = 0.0
    nodes[node].visits = 0
    nodes[node].first = NO_NODE
    nodes[node].next = nodes[parent].first
    nodes[parent].first = node
    return node


def mark_open(state: Head, nodes: States, parent: int, mind: Mind) -> int:
    """Mark the known moves that are legal in this deal; how many there are."""
    found = 0
    node = int(nodes[parent].first)
    while node != NO_NODE:
        if why_not(state, int(nodes[node].action)) == 0:
            nodes[node].open_in = mind.done
            found += 1
        node = int(nodes[node].next)
    return found


def is_known(nodes: States, parent: int, action: int) -> bool:
    """Whether a move is in the tree at this place."""
    node = int(nodes[parent].first)
    while node != NO_NODE:
        if nodes[node].action == action:
            return True
        node = int(nodes[node].next)
    return False


def grow(states: States, nodes: States, mind: Mind, work: Ints64) -> None:
    """Add the most appealing legal moves that the tree does not have at the end of the path, up to its width."""
    parent = int(mind.path[mind.depth])
    wanted = min(int(mind.width), count_legal(states[1])) - mark_open(states[1], nodes, parent, mind)
    if wanted <= 0:
        return
    count = 0
    for i in range(list_legal(states[1], work[0])):
        if not is_known(nodes, parent, work[0, i]):
            work[0, count] = work[0, i]
            work[1, count] = appeal(states[1], work[0, i])
            count += 1
    while wanted > 0 and count > 0 and mind.used < len(nodes):
        best = 0
        for i in range(1, count):
            if work[1, i] > work[1, best]:
                best = i
        node = add_node(nodes, parent, mind)
        nodes[node].action = work[0, best]
        nodes[node].appeal = work[1, best]
        nodes[node].seat = states[1].turn
        nodes[node].open_in = mind.done
        count -= 1
        work[0, best], work[1, best] = work[0, count], work[1, count]
        wanted -= 1


def pull(mind: Mind, behind: int) -> float:
    """How much a move draws a look before it was tried, by how far it is behind the most appealing one."""
    return float(mind.lead / (mind.lead + 10.0 * behind))


def choose_node(nodes: States, parent: int, mind: Mind) -> int:
    """Of the moves open in this deal, the one most worth a look: good so far, appealing, or little tried."""
    visits, top, mean, tried = 0, -(1 << 30), 0.0, 0
    node = int(nodes[parent].first)
    while node != NO_NODE:
        if nodes[node].open_in == mind.done:
            visits += int(nodes[node].visits)
            top = max(top, int(nodes[node].appeal))
            mean += float(nodes[node].total)
        node = int(nodes[node].next)
    mean = mean / visits if visits else 0.5
    weights = 0.0
    node = int(nodes[parent].first)
    while node != NO_NODE:
        if nodes[node].open_in == mind.done:
            weights += pull(mind, top - int(nodes[node].appeal))
        node = int(nodes[node].next)
    best, found = -1.0, NO_NODE
    node = int(nodes[parent].first)
    while node != NO_NODE:
        if nodes[node].open_in == mind.done:
            tried = int(nodes[node].visits)
            prior = pull(mind, top - int(nodes[node].appeal)) / weights
            value = nodes[node].total / tried if tried else mean
            worth = value + mind.curiosity * prior * (visits + 1.0) ** 0.5 / (1 + tried)
            if worth > best:
                best, found = worth, node
        node = int(nodes[node].next)
    return found


# ---- A simulation


def imagine(states: States, mind: Mind, key: Ints64) -> None:
    """Another deal that the seat cannot tell from the true one."""
    draw_key(mind, key)
    states[1] = states[0]
    redeal(states[1], int(mind.seat), key)


def descend(states: States, nodes: States, mind: Mind, work: Ints64) -> None:
    """Down the tree to a move that was never tried, or to the end."""
    mind.depth = 0
    mind.path[0] = 0
    while not states[1].over and mind.depth < DEEPEST - 1:
        grow(states, nodes, mind, work)
        node = choose_node(nodes, int(mind.path[mind.depth]), mind)
        if node == NO_NODE:
            return
        apply(states[1], int(nodes[node].action))
        mind.depth += 1
        mind.path[mind.depth] = node
        if nodes[node].visits == 0:
            return


def play_on(state: Head, mind: Mind) -> None:
    """Some turns of cheap but sensible moves: of a few drawn at random the most appealing one."""
    turns = int(mind.turns)
    turn_ply = int(state.turn_ply)
    while turns > 0 and not state.over:
        count = count_legal(state)
        action = pick_legal(state, below(mind, count))
        if count > 1:
            best = appeal(state, action)
            for _ in range(int(mind.tries) - 1):
                other = pick_legal(state, below(mind, count))
                charm = appeal(state, other)
                if charm > best:
                    best, action = charm, other
        apply(state, action)
        if state.turn_ply != turn_ply:
            turn_ply = int(state.turn_ply)
            turns -= 1


def weigh(state: Head, mind: Mind) -> None:
    """Each seat's result, 0 to 1: against every other seat, how far before it; at the end also whether."""
    seats = int(state.seats)
    for seat in range(seats):
        mind.outlooks[seat] = outlook(state, seat)
    for seat in range(seats):
        result = 0.0
        for other in range(seats):
            if other != seat:
                ahead = int(mind.outlooks[seat]) - int(mind.outlooks[other])
                soft = 0.5 + 0.5 * ahead / (mind.lead + abs(ahead))
                if state.over:
                    if ahead == 0:
                        ahead = tie_break(state, seat) - tie_break(state, other)
                    hard = 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
                    soft = HARD * hard + (1 - HARD) * soft
                result += soft
        mind.results[seat] = result / (seats - 1)


def simulate(states: States, nodes: States, minds: States, work: Ints64) -> None:
    """One simulation: imagine, descend, play on, weigh, and remember along the path. `work[2]` holds a key."""
    mind = minds[0]
    mind.done += 1
    imagine(states, mind, work[2])
    descend(states, nodes, mind, work)
    play_on(states[1], mind)
    weigh(states[1], mind)
    for depth in range(1, mind.depth + 1):
        node = int(mind.path[depth])
        nodes[node].visits += 1
        nodes[node].total += mind.results[int(nodes[node].seat)]
        nodes[node].points += mind.outlooks[int(nodes[node].seat)]


def ahead_by(nodes: States) -> int:
    """How many looks the move at the root that was looked at most is before the next."""
    first, second = 0, 0
    node = int(nodes[0].first)
    while node != NO_NODE:
        visits = int(nodes[node].visits)
        if visits > first:
            first, second = visits, first
        else:
            second = max(second, visits)
        node = int(nodes[node].next)
    return first - second


def search(states: States, nodes: States, minds: States, work: Ints64) -> None:
    """So many simulations as `work[3, 0]` says, from the root in `states[0]`; then `work[3, 1]` is `ahead_by`."""
    for _ in range(work[3, 0]):
        simulate(states, nodes, minds, work)
    work[3, 1] = ahead_by(nodes)


def best_reply(states: States, minds: States, work: Ints64) -> None:
    """For each legal action, listed in `work[0]`: how far before the others the seat stands after it, `work[1]`."""
    seat = int(states[0].turn)
    imagine(states, minds[0], work[2])
    count = list_legal(states[1], work[0])
    states[0] = states[1]
    for i in range(count):
        states[1] = states[0]
        apply(states[1], work[0, i])
        others = -(1 << 30)
        for other in range(int(states[1].seats)):
            if other != seat:
                others = max(others, outlook(states[1], other))
        work[1, i] = outlook(states[1], seat) - others
    work[3, 0] = count


TEMPLATES: Final = (
    add_node,
    mark_open,
    is_known,
    grow,
    pull,
    choose_node,
    imagine,
    descend,
    play_on,
    weigh,
    simulate,
    ahead_by,
    search,
    best_reply,
)


@functools.cache
def compiled(game: Game) -> dict[str, Kernel]:
    """The search over this game's rules and knowledge."""
    kernels: dict[str, Kernel] = dict(game.rules.by_name)
    for template in TEMPLATES:
        kernels[template.__name__] = rebuild(template, kernels, game.id)
    return kernels
