"""Who meets whom, on which deals, seated how."""

from __future__ import annotations

import pytest

import kafelki
from kafelki.arena import make_plan
from kafelki.arena.plan import Job, seatings
from kafelki.errors import BadOptions, BadRun, BadSeats, KafelkiError, UnknownGame
from tests.arena.helpers import a_plan


def test_two_seats_are_both_orders() -> None:
    assert seatings(2) == [(0, 1), (1, 0)]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_each_bot_sits_alone_on_every_seat_once(seats: int) -> None:
    found = seatings(seats)
    assert len(found) == len(set(found)) == 2 * seats
    for which in (0, 1):
        alone = [seating.index(which) for seating in found if seating.count(which) == 1]
        assert sorted(alone) == list(range(seats))


def test_everybody_meets_everybody_on_every_deal() -> None:
    plan = a_plan("a", "b", "c", deals=2)
    assert plan.pairs == [(0, 1), (0, 2), (1, 2)]
    assert plan.jobs == [Job(deal, pair) for deal in (0, 1) for pair in plan.pairs]


def test_a_deal_is_the_seeds_and_its_numbers_alone() -> None:
    plan, other = make_plan("shelf", ["random", "greedy"], seed=1), make_plan("shelf", ["club", "expert"], seed=1)
    assert plan.key(3) == other.key(3)
    assert len({plan.key(3), plan.key(4), make_plan("shelf", ["random", "greedy"], seed=2).key(3)}) == 3
    opening = kafelki.new_match("shelf", seed=plan.key(3))
    assert opening.state().tobytes() == kafelki.new_match("shelf", seed=other.key(3)).state().tobytes()


def test_every_seat_of_every_match_has_a_stream_of_its_own() -> None:
    plan = a_plan()
    drawn = {
        plan.rng(deal, seating, seat, purpose).random()
        for deal in (0, 1)
        for seating in seatings(3)
        for seat in range(3)
        for purpose in ("sees", "thinks")
    }
    assert len(drawn) == 2 * 6 * 3 * 2
    assert plan.rng(0, (0, 1), 0, "sees").random() == plan.rng(0, (0, 1), 0, "sees").random()


def test_a_plan_holds_every_option_and_the_fewest_seats() -> None:
    plan = make_plan("shelf", ["random", "greedy"], options={"common_goals": 1})
    assert plan.seats == 2
    assert plan.options == kafelki.game("shelf").meta.full_options({"common_goals": 1})


@pytest.mark.parametrize(
    ("error", "changes"),
    [
        (UnknownGame, {"game_id": "chess"}),
        (BadSeats, {"seats": 9}),
        (BadOptions, {"options": {"colour": "red"}}),
        (BadRun, {"bots": ["random"]}),
        (BadRun, {"bots": []}),
        (BadRun, {"bots": ["random", "greedy", "random"]}),
        (BadRun, {"deals": 0}),
        (BadRun, {"seed": 1.5}),
        (BadRun, {"seed": 2**63}),
        (BadRun, {"deals": 1.5}),
        (BadRun, {"cap": 0.0}),
        (BadRun, {"cap": float("inf")}),
        (BadRun, {"cap": float("nan")}),
    ],
)
def test_a_run_that_cannot_be_played_is_refused_at_once(error: type[KafelkiError], changes: dict[str, object]) -> None:
    given: dict[str, object] = {"game_id": "shelf", "bots": ["random", "greedy"], **changes}
    with pytest.raises(error):
        make_plan(**given)  # type: ignore[arg-type]
