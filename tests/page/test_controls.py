"""What a table offers beside moves: undo, reset, reasons, chat, hints, the aid, resigning, rematch, replay, proof."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.forward import forward
from tests.page.hands import DECIDE, mouse, play_match, prod
from tests.page.visitor import DESK, PHONE, Visitor
from tests.server.process import environment

NOT_NOW = ".sky button[aria-disabled=true]"


def at_tikal_actions(visit: Visit, size: tuple[int, int] = DESK) -> Visitor:
    """Anna has laid her tile and has ten points."""
    anna = visit(size, "en").home().play_now("tikal")
    assert anna.wait_for_turn()
    seq = anna.seq
    mouse(anna.page.locator("[data-cell][data-legal]").first)
    mouse(anna.page.locator("[data-action=lay]"))
    anna.wait_past(seq)
    expect(anna.page.locator("[data-action=end]")).to_be_visible()
    return anna


def enter_worker(anna: Visitor) -> None:
    seq = anna.seq
    if anna.page.locator("[data-action=enter]").get_attribute("aria-pressed") != "true":
        mouse(anna.page.locator("[data-action=enter]"))
    mouse(anna.page.locator("[data-cell][data-legal]").first)
    if anna.page.locator("[data-option='enter:worker']").count():
        mouse(anna.page.locator("[data-option='enter:worker']"))
    anna.wait_past(seq)


def points_left(anna: Visitor) -> int:
    found = re.search(r"\d+", anna.page.locator(".prompt").inner_text())
    return int(found[0]) if found else 0


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_undo_goes_back_a_step_reset_the_whole_turn_and_end_ends_it(visit: Visit, size: tuple[int, int]) -> None:
    anna = at_tikal_actions(visit, size)
    whole = points_left(anna)
    enter_worker(anna)
    once = points_left(anna)
    enter_worker(anna)
    assert points_left(anna) < once < whole
    mouse(anna.page.get_by_role("button", name="Undo"))
    expect(anna.page.locator(".prompt")).to_contain_text(str(once))
    enter_worker(anna)
    mouse(anna.page.get_by_role("button", name="Reset turn"))
    expect(anna.page.locator("[data-action=lay]")).to_be_visible()  # the tile is in hand again
    mouse(anna.page.locator("[data-cell][data-legal]").last)
    mouse(anna.page.locator("[data-action=lay]"))
    expect(anna.page.locator("[data-action=end]")).to_be_visible()
    seq = anna.seq
    mouse(anna.page.locator("[data-action=end]"))
    anna.wait_past(seq)
    assert anna.wait_for_turn()
    expect(anna.page.locator("[data-action=lay], .auction").first).to_be_visible()


def test_what_cannot_be_pressed_says_why(visit: Visit) -> None:
    anna = at_tikal_actions(visit)
    seq = anna.seq
    prod(anna.page.locator("[data-action=take]"))
    expect(anna.page.locator(".refused")).to_contain_text(re.compile(r"\w+ \w+"))
    prod(anna.page.locator("[data-cell]:not([data-legal])").last)
    expect(anna.page.locator(".refused")).to_contain_text("not explored")
    assert anna.seq == seq
    enter_worker(anna)
    expect(anna.page.locator(".refused")).to_have_count(0)


@pytest.mark.parametrize("game", ["shelf", "planet"])
def test_wrong_presses_are_answered_in_the_other_games(visit: Visit, game: str) -> None:
    anna = visit(lang="en").home().play_now(game)
    assert anna.wait_for_turn()
    if game == "shelf":
        mouse(anna.page.locator(".column").first)  # with nothing in hand
    else:
        while not anna.offered(NOT_NOW):  # at the start of a round everything may be pressed
            play_match(anna, mouse, seed=1, turns=1)
            anna.wait_for_turn()
        prod(anna.page.locator(NOT_NOW).first)
    expect(anna.page.locator(".refused")).to_contain_text(re.compile(r"\w+ \w+"))


def test_a_hint_says_why_and_can_be_played(visit: Visit) -> None:
    anna = visit(lang="en").home().play_now("shelf")
    assert anna.wait_for_turn()
    seq = anna.seq
    anna.page.get_by_role("button", name="Hint").click()
    anna.page.locator(".hints").get_by_role("button", name="Close").click()
    expect(anna.page.locator(".hints")).to_have_count(0)
    anna.page.get_by_role("button", name="Hint").click()
    hint = anna.page.locator(".hints li").first
    expect(hint).to_contain_text(re.compile(r"\w+ \w+"))
    hint.get_by_role("button").click()
    anna.wait_past(seq)


def test_the_aid_is_one_key_away(visit: Visit) -> None:
    anna = visit(lang="en").home().play_now("tikal")
    anna.page.keyboard.press("?")
    expect(anna.page.locator("dialog[open]")).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator("dialog[open]")).to_have_count(0)


def test_players_talk_and_can_be_muted(visit: Visit) -> None:
    anna, bob = visit(lang="en").home(), visit(PHONE, "en")
    anna.page.locator(".gcard[data-game=shelf] .btn.secondary").click()
    bob.go(str(anna.page.locator("#link").input_value()))
    expect(anna.page.locator(".rows .chip.good")).to_have_count(2)
    anna.page.get_by_role("button", name="Start the match").click()
    anna.at_match()
    bob.at_match()
    anna.page.get_by_label("Write to the players").fill("Hello <b>Bob</b>")
    anna.page.get_by_role("button", name="Send").click()
    expect(bob.page.locator(".strip .count")).to_have_text("1")
    bob.page.locator(".strip").click()
    expect(bob.page.locator(".chat li")).to_contain_text("Hello <b>Bob</b>")
    bob.page.locator(".mute").click()
    expect(bob.page.locator(".chat li")).to_have_count(0)
    bob.page.keyboard.press("Escape")
    expect(bob.page.locator("aside")).to_be_hidden()


def test_after_the_end_rematch_replay_download_and_proof(visit: Visit, tmp_path: Path) -> None:
    anna = visit(lang="en").home().play_now("planet")
    forward([anna], lambda view: view["round"] == 16)
    play_match(anna, mouse, seed=2)
    expect(anna.page.locator(".chip.good")).to_contain_text("Shuffle verified")
    with anna.page.expect_download() as file:
        anna.page.get_by_role("link", name="Download the match").click()
    file.value.save_as(tmp_path / "match.json")
    with anna.page.expect_download() as receipt:
        anna.page.get_by_role("link", name="Download the receipt").click()
    receipt.value.save_as(tmp_path / "receipt.json")
    assert json.loads((tmp_path / "match.json").read_text())["game"] == "planet"
    check_with_the_command(tmp_path)
    ending = anna.page.url
    anna.page.get_by_role("link", name="Replay").click()
    look_through_replay(anna)
    anna.go(ending)
    anna.page.get_by_role("button", name="Rematch").click()
    expect(anna.page.get_by_role("button", name="Start the match")).to_be_enabled()
    anna.page.get_by_role("button", name="Start the match").click()
    anna.at_match()


def check_with_the_command(folder: Path) -> None:
    """Anybody can check it without the page."""
    command = [sys.executable, "-m", "kafelki", "verify", "match.json", "--receipt", "receipt.json"]
    done = subprocess.run(command, check=False, cwd=folder, env=environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def look_through_replay(anna: Visitor) -> None:
    """By slider and by keys, and with every seat's eyes; the address leads to the ply."""
    page = anna.page
    slider = page.get_by_role("slider")
    expect(page.locator("p.words")).to_be_attached()
    page.locator("body").press("End")
    expect(page).to_have_url(re.compile(r"ply=(\d+)"))
    last = page.url.rpartition("=")[2]
    expect(slider).to_have_value(last)
    page.locator("body").press("ArrowLeft")
    expect(slider).to_have_value(str(int(last) - 1))
    page.locator("body").press("PageUp")  # to the last landmark: a round began there
    expect(slider).not_to_have_value(str(int(last) - 1))
    assert page.locator(".track i").count() == 16
    slider.fill("3")
    expect(page).to_have_url(re.compile("ply=3$"))
    expect(page.locator("p.words")).not_to_be_empty()
    page.get_by_label("Seen by").select_option("1")
    page.locator("body").press("Home")
    expect(slider).to_have_value("0")
    page.locator("body").press(" ")
    expect(slider).not_to_have_value("0")
    page.goto(f"{page.url.partition('?')[0]}?ply=5")
    expect(page.get_by_role("slider")).to_have_value("5")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_resigning_asks_once_more_and_the_end_says_so(visit: Visit, size: tuple[int, int]) -> None:
    anna = visit(size, "en").home().play_now("shelf")
    assert anna.wait_for_turn()
    if size == PHONE:
        anna.page.locator(".strip").click()
    anna.page.get_by_role("button", name="Resign").click()
    anna.check_fits()
    anna.page.get_by_role("button", name="Sure? Resign").click()
    expect(anna.page.locator(".ending")).to_contain_text("Guest resigns")
    if size == PHONE:
        expect(anna.page.locator("aside")).to_be_hidden()  # nothing lies over it
    anna.page.get_by_role("button", name="Look at the board").click()
    expect(anna.page.locator(".prompt")).to_have_text("The match is over")


def test_motion_never_blocks_the_next_press(visit: Visit) -> None:
    anna = visit(lang="en", calm=False).home().play_now("planet")
    rng = random.Random(4)
    for _ in range(6):
        assert anna.wait_for_turn()
        seq = anna.seq
        DECIDE["planet"](anna, mouse, rng)
        anna.wait_past(seq)
