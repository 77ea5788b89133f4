"""The ways into a game's rules from outside, written once and compiled for each game.

Crossing from Python into a kernel costs half a microsecond with `(states, i)` and five times that with a
record, so every way in takes an array of states and an index. The functions at the top stand for the
game's own: `rebuild` puts those in their place.
"""

from __future__ import annotations

from kafelki.core.chance import below, draw_key, set_key
from kafelki.core.record import Head, Ints64, States, Thinking


def start(state: Head) -> None:
    """Deal: seats, rules version, options and the key of chance are in the record already."""
    raise NotImplementedError


def why_not(state: Head, action: int) -> int:
    """0 if the seat to act may do this now, otherwise the reason; any int may come."""
    raise NotImplementedError


def count_legal(state: Head) -> int:
    """How many actions are legal; 0 when the match is over."""
    raise NotImplementedError


def pick_legal(state: Head, k: int) -> int:
    """The k-th legal action, rising; -1 where there are not so many."""
    raise NotImplementedError


def list_legal(state: Head, out: Ints64) -> int:
    """All legal actions, rising, into `out`; how many."""
    raise NotImplementedError


def apply(state: Head, action: int) -> None:
    """Do a legal action; keeps `ply`, `turn_ply`, `reveal_ply`, `turn` and `over`."""
    raise NotImplementedError


def redeal(state: Head, seat: int, key: Ints64) -> None:
    """Another truth and future that `seat` (or SPECTATOR) cannot tell from this one, from `key` alone."""
    raise NotImplementedError


def why_not_whole(state: Head) -> int:
    """0 if every component is somewhere, once; otherwise what is wrong."""
    raise NotImplementedError


def score(state: Head, seat: int) -> int:
    """All points of a seat as things stand."""
    raise NotImplementedError


def tie_break(state: Head, seat: int) -> int:
    """Of equal scores the higher one ranks before; equals share the rank."""
    raise NotImplementedError


def outlook(state: Head, seat: int) -> int:
    """Knowledge for bots: a guess at the points a seat will end with, in hundredths; exact when the match is over."""
    raise NotImplementedError


def appeal(state: Head, action: int) -> int:
    """Knowledge for bots: how good a legal action looks to the seat to act, cheaply, in hundredths of a point."""
    raise NotImplementedError


# ---- Ways in


def start_at(states: States, i: int, key: Ints64) -> None:
    """Deal a match: seats, rules version and options are in the record already."""
    set_key(states[i], key)
    start(states[i])


def why_not_at(states: States, i: int, action: int) -> int:
    return why_not(states[i], action)


def count_at(states: States, i: int) -> int:
    return count_legal(states[i])


def pick_at(states: States, i: int, k: int) -> int:
    return pick_legal(states[i], k)


def list_at(states: States, i: int, out: Ints64) -> int:
    return list_legal(states[i], out)


def apply_at(states: States, i: int, action: int) -> None:
    apply(states[i], action)


def play_at(states: States, i: int, action: int) -> int:
    """Play a legal action; refuse any other with its reason, and touch nothing."""
    refusal = why_not(states[i], action)
    if refusal == 0:
        apply(states[i], action)
    return refusal


def redeal_at(states: States, i: int, seat: int, key: Ints64) -> None:
    redeal(states[i], seat, key)


def whole_at(states: States, i: int) -> int:
    return why_not_whole(states[i])


def score_at(states: States, i: int, seat: int) -> int:
    return score(states[i], seat)


def tie_break_at(states: States, i: int, seat: int) -> int:
    return tie_break(states[i], seat)


# ---- Whole matches at random


def random_step(state: Head, thinking: Thinking) -> int:
    """Play one of the legal actions, each as likely as the others; how many there were."""
    count = count_legal(state)
    apply(state, pick_legal(state, below(thinking, count)))
    return count


def random_matches(states: States, thinking: States, key: Ints64, tally: Ints64) -> None:
    """Play `tally[0]` matches from the set-up in `states[0]` to the end, in `states[1]`.

    Adds up steps in `tally[1]`, steps with a real choice in `tally[2]` and legal actions in `tally[3]`.
    """
    for _ in range(tally[0]):
        states[1] = states[0]
        draw_key(thinking[0], key)
        set_key(states[1], key)
        start(states[1])
        while not states[1].over:
            count = random_step(states[1], thinking[0])
            tally[1] += 1
            tally[2] += 1 if count > 1 else 0
            tally[3] += count


def why_not_whole_match(states: States, i: int, thinking: States) -> int:
    """Play state `i` on to its end at random, checking after every ply that nothing is lost: 0, or what is."""
    fault = why_not_whole(states[i])
    while fault == 0 and not states[i].over:
        random_step(states[i], thinking[0])
        fault = why_not_whole(states[i])
    return fault
