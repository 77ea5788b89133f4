"""Several windows at one table: two play, one watches, one loses the line in the middle of a turn."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.forward import NEAR_THE_END, forward
from tests.page.hands import DECIDE, mouse
from tests.page.visitor import PHONE, Visitor


def table_of(owner: Visitor, game: str) -> str:
    """A new table; its invitation."""
    owner.page.locator(f".gcard[data-game={game}] .btn.secondary").click()
    return str(owner.page.locator("#link").input_value())


def start(owner: Visitor, others: int) -> None:
    expect(owner.page.locator(".rows .chip.good")).to_have_count(1 + others)
    owner.page.locator(".bar .btn.primary").click()
    owner.at_match()


def whose_turn(players: list[Visitor]) -> Visitor | None:
    """Who is asked; None when it is over for all."""
    while True:
        for one in players:
            if one.page.locator(".prompt.mine").count():
                return one
        if all(one.is_over for one in players):
            return None
        players[0].page.wait_for_timeout(30)


def play_together(players: list[Visitor], seed: int, decisions: int | None = None) -> int:
    game, rng, made = players[0].game, random.Random(seed), 0
    while (decisions is None or made < decisions) and (acting := whose_turn(players)):
        seq = acting.seq
        DECIDE[game](acting, mouse, rng)
        for one in players:
            one.wait_past(seq)
        made += 1
    return made


def log_of(visitor: Visitor) -> list[str]:
    return visitor.page.locator(".journal li").all_inner_texts()


@pytest.mark.parametrize(
    ("part", "least"), [("last", 4), pytest.param("whole", 20, marks=pytest.mark.soak)], ids=["last", "whole"]
)
def test_two_browsers_play_a_match_and_a_third_watches(visit: Visit, part: str, least: int) -> None:
    anna, bob, ewa = visit(lang="pl").home(), visit(PHONE, "pl"), visit(lang="pl")
    link = table_of(anna, "shelf")
    bob.go(link)
    expect(bob.page.locator(".rows .chip.good")).to_have_count(2)
    start(anna, 1)
    bob.at_match()
    if part == "last":
        forward([anna, bob], NEAR_THE_END["shelf"])
    ewa.go(link).at_match()  # the match runs: who comes now looks on
    assert play_together([anna, bob], seed=3) >= least
    for one in (anna, bob, ewa):
        expect(one.page.locator(".ending")).to_be_visible()
    assert ewa.page.locator("[data-action=confirm]").count() == 0
    assert ewa.page.locator(".ending .btn.primary").count() == 0, "a spectator asks for no rematch"
    assert log_of(ewa)[1:] == log_of(anna)[1:], "what is public is told alike"


@pytest.mark.parametrize("game", ["tikal", "planet"])
def test_who_loses_the_line_in_mid_turn_comes_back_and_nothing_is_played_twice(visit: Visit, game: str) -> None:
    anna, bob = visit(lang="en").home(), visit(lang="en")
    bob.go(table_of(anna, game))
    expect(bob.page.locator(".rows .chip.good")).to_have_count(2)
    start(anna, 1)
    bob.at_match()
    players, rng = [anna, bob], random.Random(5)
    play_together(players, seed=5, decisions=4)
    acting = whose_turn(players)
    assert acting is not None
    other = bob if acting is anna else anna
    seq = acting.seq
    acting.lose_line()
    expect(acting.page.locator(".prompt")).to_contain_text("Connection lost")
    expect(other.page.locator(".card", has_text="away")).to_have_count(1)
    acting.page.wait_for_timeout(200)
    assert other.seq == seq
    acting.find_line()
    expect(acting.page.locator(".line.open")).to_be_visible()
    acting.wait_for_turn()
    DECIDE[game](acting, mouse, rng)
    other.wait_past(seq)
    acting.wait_past(seq)
    assert acting.seq == other.seq
    if game == "tikal":  # in the other one a player sees more of their own doing
        assert log_of(acting) == log_of(other)
    play_together(players, seed=6, decisions=6)


def test_a_move_that_was_on_its_way_is_played_once(visit: Visit) -> None:
    """The line breaks after the press and before the answer: the page sends again, the server knows it again."""
    anna = visit(lang="en")
    anna.page.route_web_socket("**/api/socket", anna.deaf_relay)
    anna.home().play_now("planet")
    assert anna.wait_for_turn()
    seq = anna.seq
    anna.deaf = True
    DECIDE["planet"](anna, mouse, random.Random(1))
    anna.page.wait_for_timeout(300)
    assert anna.seq == seq, "nothing was heard"
    anna.deaf = False
    anna.break_sockets()
    anna.wait_past(seq)
    lines = log_of(anna)
    assert len(lines) == len(set(lines)), "a line is there twice"
