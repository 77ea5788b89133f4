"""The command line: what it says, in both languages, and one line for everything that goes wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import kafelki
from kafelki.cli import app as commands
from kafelki.cli import base
from kafelki.cli import bench as benchmarks
from kafelki.cli.bench import Measured
from kafelki.words import LANGUAGES, Language
from tests.core.helpers import edited, fair_table, play_on, run_python

# The keys of issue 2, in its order.
MEASURES: Final = [
    "game",
    "seats",
    "steps_per_second",
    "matches_per_second",
    "steps_per_match",
    "mean_branching",
    "state_bytes",
    "compile_seconds",
    "load_seconds",
]


class Said:
    """What a command line answered."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


class Kafelki:
    """The command line in this process, in either language."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def speak(self, language: Language) -> None:
        for module in (base, commands):
            self._monkeypatch.setattr(module, "LANGUAGE", language)

    def __call__(self, *arguments: str) -> Said:
        self._capsys.readouterr()
        code = commands.run(list(arguments))
        return Said(code, *self._capsys.readouterr())


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Kafelki:
    made = Kafelki(monkeypatch, capsys)
    made.speak("en")
    return made


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A match file in which all is well, dealt by the fairness protocol."""
    match = play_on(fair_table().match(), 4)
    match.end("closed")
    path = tmp_path / "match.json"
    path.write_text(match.dump(), encoding="utf-8")
    return path


# ---- When all is well


def test_help_says_what_there_is(cli: Kafelki) -> None:
    said = cli("--help")
    assert (said.code, said.err) == (0, "")
    for command in ("games", "watch", "verify", "warm", "bench", "arena", "serve", "host"):
        assert command in said.out


def test_its_version_is_the_packages(cli: Kafelki) -> None:
    assert cli("--version").out == f"kafelki {kafelki.__version__}\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_lists_who_can_play_and_what_can_be_chosen(cli: Kafelki, language: Language) -> None:
    cli.speak(language)
    said = cli("games")
    assert (said.code, said.err) == (0, "")
    title = kafelki.game("shelf").meta.title.say(language)
    for expected in ("shelf", title, "2-4", "refill = pl_2023 | eng_2022 | ita_2022", "common_goals = 2 | 1"):
        assert expected in said.out
    assert "_template" not in said.out


def test_games_as_json_is_one_document_and_nothing_else(cli: Kafelki) -> None:
    said = cli("games", "--json")
    assert (said.code, said.err) == (0, "")
    assert said.out.count("\n") == 1
    cards = json.loads(said.out)
    assert [card["id"] for card in cards] == list(kafelki.games())
    assert {card["id"]: card["title"] for card in cards}["shelf"] == {"en": "My Shelfie", "pl": "Półeczka"}


def test_watching_tells_a_match_line_by_line_where_there_is_no_terminal(cli: Kafelki) -> None:
    said = cli("watch", "shelf", "--seed", "1", "--seats", "3")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Player 1 takes: ")
    assert "The match is over: " in said.out
    assert said.out.rstrip().splitlines()[-1].startswith("Winner: Player ")
    assert "\x1b" not in said.out


def test_watching_speaks_polish(cli: Kafelki) -> None:
    cli.speak("pl")
    said = cli("watch", "shelf", "--seed", "1")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Gracz 1 bierze: ")
    assert "Koniec rozgrywki: " in said.out
    assert "Player" not in said.out


def test_the_same_seed_shows_the_same_match_and_no_seed_another(cli: Kafelki) -> None:
    first, same, other = (cli("watch", "shelf", "--seed", seed).out for seed in ("7", "7", "8"))
    assert first == same != other
    assert cli("watch", "shelf").out != cli("watch", "shelf").out


def test_watching_as_a_seat_shows_its_card(cli: Kafelki) -> None:
    assert cli("watch", "shelf", "--seed", "3", "--seat", "1").code == 0


def test_options_are_given_by_name_and_value(cli: Kafelki, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    said = cli(
        *("watch", "shelf", "--seed", "1", "--seats", "4", "--save", str(path)),
        *("--option", "common_goals=1", "--option", "refill=ita_2022"),
    )
    assert said.code == 0
    match = kafelki.load_match(path.read_bytes())
    assert match.options == {"refill": "ita_2022", "common_goals": 1, "two_squares": "any_kinds"}
    assert (match.seats, match.over) == (4, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_saved_can_be_verified(cli: Kafelki, tmp_path: Path, language: Language) -> None:
    cli.speak(language)
    path = tmp_path / "match.json"
    said = cli("watch", "shelf", "--seed", "5", "--save", str(path))
    assert (said.code, said.err) == (0, "")
    assert str(path) in said.out.replace("\n", "")
    verified = cli("verify", str(path))
    assert (verified.code, verified.err) == (0, "")
    assert verified.out.startswith("Zgodne" if language == "pl" else "Consistent")


@pytest.mark.parametrize("name", ["[/b].json", "[red].json", "ą ę.json"])
def test_a_file_may_have_any_name(cli: Kafelki, tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    said = cli("watch", "_template", "--seed", "1", "--save", str(tmp_path / name))
    assert (said.code, said.err) == (0, "")
    assert name in said.out.replace("\n", "")
    assert cli("verify", str(tmp_path / name)).code == 0


def test_verify_says_consistent_alone_and_proved_with_a_receipt(cli: Kafelki, good: Path, tmp_path: Path) -> None:
    receipt = tmp_path / "receipt.json"
    receipt.write_text(fair_table().receipt(0), encoding="utf-8")
    assert cli("verify", str(good)).out.startswith("Consistent")
    said = cli("verify", str(good), "--receipt", str(receipt))
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Proved")


def test_verify_as_json_is_one_document_and_nothing_else(cli: Kafelki, good: Path) -> None:
    said = cli("verify", str(good), "--json")
    assert (said.code, said.err) == (0, "")
    found = json.loads(said.out)
    assert {name: found[name] for name in ("finding", "game", "entries", "over")} == {
        "finding": "consistent",
        "game": "shelf",
        "entries": 5,
        "over": True,
    }


def test_warm_compiles_everything_and_says_so(cli: Kafelki) -> None:
    said = cli("warm")
    assert (said.code, said.out) == (0, "")
    assert "All rules are compiled." in said.err


# ---- Measuring


def quick(game_id: str, seats: int, seconds: float = 1.0) -> Measured:
    """What a measurement looks like, without taking one."""
    return Measured(game_id, seats, 2e6, 5e4, 40.5, 100.25, 300, 12.5, 0.25)


def test_bench_as_json_has_exactly_the_keys_agreed_on(cli: Kafelki, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmarks, "measure", quick)
    said = cli("bench", "shelf", "--json")
    assert (said.code, said.err) == (0, "")
    assert said.out.count("\n") == 1
    measured = json.loads(said.out)
    assert list(measured) == MEASURES
    assert (measured["game"], measured["seats"]) == ("shelf", 2)


def test_bench_measures_the_seats_it_is_told(cli: Kafelki, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmarks, "measure", quick)
    assert json.loads(cli("bench", "shelf", "--seats", "4", "--json").out)["seats"] == 4
    both = json.loads(cli("bench", "shelf", "_template", "--json").out)
    assert [one["game"] for one in both] == ["shelf", "_template"]


def test_bench_draws_a_table_otherwise(cli: Kafelki, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmarks, "measure", quick)
    said = cli("bench")
    assert said.code == 0
    assert "shelf" in said.out


def test_a_measurement_of_a_moment_counts_what_it_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmarks, "start_seconds", lambda game_id, seats: (10.0, 0.5))
    measured = benchmarks.measure("_template", 2, seconds=0.01)
    assert (measured.game, measured.seats) == ("_template", 2)
    assert measured.steps_per_second > measured.matches_per_second > 0
    assert measured.steps_per_match == pytest.approx(measured.steps_per_second / measured.matches_per_second)
    assert measured.mean_branching >= 1
    assert measured.state_bytes == kafelki.game("_template").state_bytes
    assert (measured.compile_seconds, measured.load_seconds) == (10.0, 0.5)


# ---- When something is wrong

# (arguments, what the line names in both languages)
WRONG: Final[dict[str, tuple[list[str], list[str]]]] = {
    "unknown game": (["watch", "chess"], ["'chess'", "shelf"]),
    "unknown game to measure": (["bench", "shelf", "chess"], ["'chess'", "shelf"]),
    "unknown game with an option": (["watch", "chess", "--option", "a=b"], ["'chess'", "shelf"]),
    "too few seats": (["watch", "shelf", "--seats", "1"], ["2", "4", "1"]),
    "too many seats": (["watch", "shelf", "--seats", "5"], ["2", "4", "5"]),
    "no seats": (["watch", "shelf", "--seats", "0"], ["2", "4", "0"]),
    "seats to measure": (["bench", "shelf", "--seats", "9"], ["2", "4", "9"]),
    "seats that are no number": (["watch", "shelf", "--seats", "two"], ["--seats", "two"]),
    "unknown option": (["watch", "shelf", "--option", "colour=red"], ["'colour'", "refill", "two_squares"]),
    "unknown value": (["watch", "shelf", "--option", "refill=never"], ["refill", "'never'", "pl_2023", "ita_2022"]),
    "value of a number": (["watch", "shelf", "--option", "common_goals=3"], ["common_goals", "3", "2, 1"]),
    "option without a value": (["watch", "shelf", "--option", "refill"], ["--option", "'refill'"]),
    "no such seat to watch": (["watch", "shelf", "--seat", "2"], ["0", "1", "2"]),
    "seed that is no number": (["watch", "shelf", "--seed", "x7x"], ["--seed", "x7x"]),
    "seed too large": (["watch", "shelf", "--seed", "1" + "0" * 90], ["256"]),
    "delay below nothing": (["watch", "shelf", "--delay", "-1"], ["--delay", "0", "-1"]),
    "unknown language": (["--lang", "de", "games"], ["--lang", "'de'", "en", "pl"]),
    "unknown command": (["frobnicate"], ["frobnicate", "games", "watch", "verify", "bench", "warm"]),
    "unknown flag": (["watch", "shelf", "--frobnicate"], ["--frobnicate"]),
    "argument too many": (["watch", "shelf", "again"], ["again"]),
    "no game": (["watch"], ["GAME"]),
    "no file": (["verify"], ["FILE"]),
    "missing file": (["verify", "{tmp}/nowhere.json"], ["{tmp}/nowhere.json"]),
    "directory as a file": (["verify", "{tmp}"], ["{tmp}"]),
    "missing receipt": (["verify", "{good}", "--receipt", "{tmp}/nowhere"], ["{tmp}/nowhere"]),
    "directory as a receipt": (["verify", "{good}", "--receipt", "{tmp}"], ["{tmp}"]),
    "match file as a receipt": (["verify", "{good}", "--receipt", "{good}"], ["kafelki-receipt/1"]),
    "save in no folder": (["watch", "shelf", "--save", "{tmp}/no/where.json"], ["{tmp}/no/where.json"]),
    "save over a folder": (["watch", "shelf", "--save", "{tmp}"], ["{tmp}"]),
}


def refused(said: Said) -> str:
    """The one line on standard error, and nothing else anywhere."""
    assert said.code != 0
    assert said.out == ""
    assert said.err.endswith("\n")
    lines = said.err.splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("kafelki: ")
    assert "Traceback" not in said.err
    return lines[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", WRONG)
def test_bad_input_is_answered_in_one_line(
    cli: Kafelki, tmp_path: Path, good: Path, case: str, language: Language
) -> None:
    def fill(text: str) -> str:
        return text.replace("{tmp}", str(tmp_path)).replace("{good}", str(good))

    cli.speak(language)
    before = sorted(tmp_path.rglob("*"))
    arguments, named = WRONG[case]
    line = refused(cli(*map(fill, arguments)))
    for name in map(fill, named):
        assert name in line
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("case", WRONG)
def test_bad_input_is_answered_in_the_language_that_was_asked_for(
    cli: Kafelki, tmp_path: Path, good: Path, case: str
) -> None:
    """A Polish line is no English one with a Polish end."""
    lines = []
    for language in LANGUAGES:
        cli.speak(language)
        arguments = [text.replace("{tmp}", str(tmp_path)).replace("{good}", str(good)) for text in WRONG[case][0]]
        lines.append(refused(cli(*arguments)).removeprefix("kafelki: "))
    english, polish = lines
    assert english.split()[:2] != polish.split()[:2]


@pytest.mark.parametrize("seats", ["1", "5"])
def test_a_refused_game_leaves_the_file_to_save_in_as_it_was(cli: Kafelki, tmp_path: Path, seats: str) -> None:
    there, absent = tmp_path / "there.json", tmp_path / "absent.json"
    there.write_text("mine", encoding="utf-8")
    for path in (there, absent):
        refused(cli("watch", "shelf", "--seats", seats, "--save", str(path)))
        refused(cli("watch", "chess", "--save", str(path)))
        refused(cli("watch", "shelf", "--option", "refill=never", "--save", str(path)))
        refused(cli("watch", "shelf", "--seat", "7", "--save", str(path)))
    assert there.read_text(encoding="utf-8") == "mine"
    assert not absent.exists()


# ---- Match files in which something is wrong

Spoil = Callable[[str], str]
BAD_FILES: Final[dict[str, tuple[Spoil, str]]] = {
    "truncated": (lambda text: text[: len(text) // 2], "kafelki-match/1"),
    "empty": (lambda text: "", "kafelki-match/1"),
    "not json": (lambda text: "hello", "kafelki-match/1"),
    "another document": (lambda text: '{"format":"kafelki-receipt/1"}', "kafelki-match/1"),
    "edited": (lambda text: text.replace('"column":', '"column":1', 1), "checksum|sumę kontrolną"),
    "unknown field": (lambda text: text.replace('"game":', '"colour":"red","game":'), "colour"),
    "unknown game": (lambda text: edited(text, "game", to="chess"), "chess"),
    "rules to come": (lambda text: edited(text, "rules", to=9), "9"),
    "another secret": (lambda text: edited(text, "chance", "secret", to="ee" * 32), "commitment|zobowiązanie"),
    "another nonce": (lambda text: edited(text, "chance", "nonces", to=["ee" * 32, None, "a3" * 32]), "1"),
    "no hex": (lambda text: edited(text, "chance", "secret", to="xyz"), "'xyz'"),
    "another seat": (lambda text: edited(text, "entries", 1, "seat", to=0), "2"),
    "another game's move": (
        lambda text: edited(text, "entries", 0, "moves", 0, to={"type": "tikal.take"}),
        "shelf.take",
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", BAD_FILES)
def test_a_bad_match_file_is_answered_in_one_line(cli: Kafelki, good: Path, case: str, language: Language) -> None:
    cli.speak(language)
    spoil, named = BAD_FILES[case]
    text = spoil(good.read_text(encoding="utf-8"))
    good.write_text(text, encoding="utf-8")
    for arguments in (["verify", str(good)], ["verify", str(good), "--json"]):
        line = refused(cli(*arguments))
        assert any(name in line for name in named.split("|"))
    assert good.read_text(encoding="utf-8") == text


def test_a_file_that_is_no_text_is_answered_in_one_line(cli: Kafelki, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    for data in (b"\xff\xfe\0", bytes(range(256)), b'{"game":"\n\n"}', b"[" * 100_000):
        path.write_bytes(data)
        assert "kafelki-match/1" in refused(cli("verify", str(path)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("receipt", "named"),
    [
        (fair_table(table="t2").receipt(0), "'t2'"),
        (fair_table(secret=bytes(32)).receipt(0), fair_table(secret=bytes(32)).transcript.commitment[:12]),
        (fair_table().receipt(0).replace('"player":0', '"player":2'), "a1a1a1a1a1a1"),
        ("{}", "kafelki-receipt/1"),
        ("", "kafelki-receipt/1"),
    ],
    ids=["another table", "another commitment", "another player", "no receipt", "empty"],
)
def test_a_wrong_receipt_is_answered_in_one_line(
    cli: Kafelki, good: Path, tmp_path: Path, language: Language, receipt: str, named: str
) -> None:
    cli.speak(language)
    path = tmp_path / "receipt.json"
    path.write_text(receipt, encoding="utf-8")
    line = refused(cli("verify", str(good), "--receipt", str(path)))
    assert named in line
    assert "unproved" in line


# ---- As people run it


def run(*arguments: str, **environment: str) -> Said:
    quiet = {"KAFELKI_LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "C.UTF-8", **environment}
    done = run_python("-m", "kafelki.cli", *arguments, **quiet)
    return Said(done.returncode, done.stdout, done.stderr)


def test_a_match_watched_saved_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    first = run("watch", "shelf", "--seed", "11", "--save", str(path), LANG="pl_PL.UTF-8")
    assert (first.code, first.err) == (0, "")
    assert first.out.startswith("Gracz 1 bierze: ")
    verified = run("verify", "--lang", "en", str(path), KAFELKI_LANG="pl")
    assert (verified.code, verified.err) == (0, "")
    assert verified.out.startswith("Consistent: all ")


@pytest.mark.parametrize("arguments", [["--lang", "pl", "watch", "chess"], ["watch", "chess", "--lang=pl"]])
def test_the_language_may_be_asked_for_anywhere(arguments: list[str]) -> None:
    assert refused(run(*arguments)) == "kafelki: Nie ma gry 'chess'; są: planet, shelf, tikal. [unknown_game]"


def test_even_help_is_in_the_language_asked_for() -> None:
    assert "Obejrzyj rozgrywkę botów" in run("--help", "--lang", "pl").out


@pytest.mark.parametrize("arguments", [["games", "--lang"], ["games", "--lang=de"], ["--lang=", "games"]])
def test_a_language_we_do_not_speak_is_refused(arguments: list[str]) -> None:
    line = refused(run(*arguments))
    assert "--lang is en or pl" in line


def test_a_terminal_without_polish_letters_gets_others_instead() -> None:
    listed = run("games", "--lang", "pl", PYTHONIOENCODING="ascii")
    assert (listed.code, listed.err) == (0, "")
    assert "shelf" in listed.out
    assert refused(run("watch", "chess", "--lang", "pl", PYTHONIOENCODING="ascii"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_disk_is_answered_in_one_line() -> None:
    code = (
        "import os, sys; os.dup2(os.open('/dev/full', os.O_WRONLY), 1)\n"
        "from kafelki.cli import main; main(['games', '--json', '--lang', 'en'])"
    )
    done = run_python("-c", code)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1
