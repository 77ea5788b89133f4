"""`kafelki arena`: tables and JSON, in both languages, and one line for everything that goes wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kafelki.words import LANGUAGES, Language
from tests.arena.conftest import Arena
from tests.arena.helpers import OWN

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_run_is_told_as_tables(arena: Arena) -> None:
    said = arena("shelf", "--bots", "random,greedy")
    assert (said.code, said.err) == (0, "")
    lines = [line.split() for line in said.out.splitlines()]
    assert said.out.splitlines()[0] == "shelf, 2 seats: 2 deals, 4 matches a pair, seed 1"
    assert lines[1][:4] == ["bot", "share", "%", "95"]
    assert [lines[2][0], lines[3][0]] == ["random", "greedy"]
    assert float(lines[2][1]) + float(lines[3][1]) == pytest.approx(100)
    assert lines[5][:2] == ["bot", "rating"]
    assert [lines[6][0], lines[7][0]] == ["greedy", "random"]
    assert max(map(len, said.out.splitlines())) <= 80


def test_it_speaks_polish(arena: Arena) -> None:
    said = arena("shelf", "--bots", f"random,{OWN}:Raises", language="pl")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("shelf, 2 miejsca: 2 rozdania, 4 rozgrywki na parę, ziarno 1\n")
    for word in ("udział %", "punkty", "ms/ruch", "usterki", "ranking", "zgłosił błąd", "najpierw w rozdaniu"):
        assert word in said.out
    for word in ("share", "points", "rating", "first"):
        assert word not in said.out


def test_json_is_one_document_and_nothing_else(arena: Arena) -> None:
    said = arena("_template", "--bots", f"random,{OWN}:Chatty,greedy", "--json", "--seats", "3", "--seed", "5")
    assert said.code == 0
    assert said.out.count("\n") == 1
    told = json.loads(said.out)
    assert (told["game"], told["seats"], told["seed"], told["deals"]) == ("_template", 3, 5, 2)
    assert len(told["pairs"]) == 3
    assert all(versus["matches"] == 2 * 6 for versus in told["pairs"])
    assert {"bot", "share", "interval", "points", "move_ms", "turn_ms", "slowest_turn_ms", "faults"} < set(
        told["pairs"][0]["sides"][0]
    )
    assert {"bot", "rating", "sigma", "share"} == set(told["ratings"][0])


@pytest.mark.usefixtures("own_clock")
def test_every_kind_of_fault_is_told_in_a_line(arena: Arena, tmp_path: Path) -> None:
    bots = ",".join(f"{OWN}:{name}" for name in ("Raises", "Nonsense", "Illegal", "Slow"))
    words: dict[Language, tuple[str, ...]] = {
        "en": ("chose an illegal move", "gave something that is no move", "raised an error", "thought too long"),
        "pl": ("wybrał niedozwolony ruch", "podał coś, co nie jest ruchem", "zgłosił błąd", "myślał za długo"),
    }
    for language in LANGUAGES:
        file = ("--file", str(tmp_path / "run.jsonl"))  # played once, told twice
        said = arena("shelf", "--bots", bots, "--cap", "5", "--deals", "1", *file, language=language)
        assert said.code == 0
        told = [line for line in said.out.splitlines() if line.startswith(OWN) and ":" in line.partition(" ")[2]]
        assert len(told) == 4
        assert all(word in line for word, line in zip(words[language], told, strict=True))


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("shelf", "--bots", "random,grandmaster"), "unknown_bot"),
        (("shelf", "--bots", "random,nowhere:Bot"), "unknown_bot"),
        (("shelf", "--bots", f"random,{OWN}:Broken"), "unknown_bot"),
        (("shelf", "--bots", "random"), "bad_run.bots"),
        (("shelf", "--bots", ""), "bad_run.bots"),
        (("shelf", "--bots", "random,random"), "bad_run.bots"),
        (("chess", "--bots", "random,greedy"), "unknown_game"),
        (("shelf", "--bots", "random,greedy", "--seats", "5"), "bad_seats"),
        (("shelf", "--bots", "random,greedy", "--option", "refill=never"), "bad_options.value"),
        (("shelf", "--bots", "random,greedy", "--deals", "0"), "bad_run.deals"),
        (("shelf", "--bots", "random,greedy", "--cap", "-1"), "bad_run.cap"),
        (("shelf", "--bots", "random,greedy", "--workers", "0"), "bad_run.workers"),
        (("shelf", "--bots", "random,greedy", "--file", "nowhere/run.jsonl"), "bad_run_file.path"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arena: Arena, words: tuple[str, ...], code: str) -> None:
    for language in LANGUAGES:
        said = arena(*words, language=language)
        assert (said.code, said.out) == (1, "")
        assert said.err.count("\n") == 1
        assert said.err.startswith("kafelki: ")
        assert said.err.endswith(f"[{code}]\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_bots_it_says_what_is_missing(arena: Arena, language: Language) -> None:
    said = arena("shelf", language=language)
    assert said.code != 0
    assert "--bots" in said.err.replace("kafelki arena", "")
    assert said.err.count("\n") == 1


def test_a_file_of_another_run_is_refused_in_one_line(arena: Arena, tmp_path: Path) -> None:
    file = str(tmp_path / "run.jsonl")
    assert arena("_template", "--bots", "random,greedy", "--file", file).code == 0
    said = arena("_template", "--bots", "random,greedy", "--file", file, "--seed", "2")
    assert said.code == 1
    assert said.err.endswith("it holds another run: seed 1 / 2. [bad_run_file.other]\n")
    again = arena("_template", "--bots", "random,greedy", "--file", file)
    assert again.code == 0


def test_the_example_plays_where_it_lies() -> None:
    """As README has it: in examples/, by the bot's own name; a command from elsewhere looks in that folder too."""
    command = "import sys; sys.path[0] = '/nowhere'; from kafelki.cli import main; main(sys.argv[1:])"
    words = ["arena", "shelf", "--bots", "my_bot:MyBot,random", "--deals", "2", "--json"]
    package = str(EXAMPLES.parent / "src")
    said = subprocess.run(
        [sys.executable, "-c", command, *words, "--workers", "2"],
        env={**os.environ, "PYTHONPATH": package},
        cwd=EXAMPLES,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (said.returncode, said.stderr) == (0, "")
    told = json.loads(said.stdout)
    assert told["ratings"][0]["bot"] == "my_bot:MyBot"
    assert not told["faults"]
    assert len((EXAMPLES / "my_bot.py").read_text(encoding="utf-8").splitlines()) <= 25
