"""The commands of `kafelki`."""

from __future__ import annotations

import contextlib
import errno
import os
import shlex
import sys
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.table import Table

import kafelki
from kafelki.cli import host
from kafelki.cli.base import LANGUAGE, Json, err, fail, out, print_json, said
from kafelki.cli.serve import open_table
from kafelki.cli.serve import serve as serve_command
from kafelki.core.meta import Value
from kafelki.errors import BadMatchFile, BadOptions, KafelkiError
from kafelki.games import TABLE, meta

STOPPED: Final = 130  # the exit code after Ctrl-C

app: Final = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help=said(
        "Kafelki: a table for tile-laying games. Without a command: start the table on this machine and open the page.",
        "Kafelki: stół do gier kafelkowych. Bez polecenia: uruchom stół na tym komputerze i otwórz stronę.",
    ),
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=said("See `kafelki games`.", "Zobacz `kafelki games`."))]
Seats = Annotated[
    int | None, typer.Option(help=said("How many play; the fewest by default.", "Ilu gra; domyślnie najmniej."))
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help=said("An option of the game; may be repeated.", "Opcja gry; można powtarzać."),
    ),
]

# ---- What `watch` and `arena` say of their options
SEATED_HELP: Final = (
    "Who plays, seat by seat: random, greedy, beginner, casual, club, expert, master, module:Class.",
    "Kto gra, miejsce po miejscu: random, greedy, beginner, casual, club, expert, master, moduł:Klasa.",
)
BOTS_HELP: Final = (
    "Levels, random, greedy, or your own as module:Class.",
    "Poziomy, random, greedy albo własne jako moduł:Klasa.",
)
CAP_HELP: Final = (
    "For a move; who takes twice as long and 100 ms is at fault.",
    "Na ruch; kto myśli dwa razy tyle i 100 ms, ma usterkę.",
)
FILE_HELP: Final = (
    "Keep every deal here; the same command goes on from it.",
    "Zapisuj tu każde rozdanie; to samo polecenie gra dalej.",
)
RAY_HELP: Final = (
    'Play on this Ray cluster; "local" starts one here.',
    'Graj na tym klastrze Ray; "local" uruchamia go tutaj.',
)


def run(arguments: list[str]) -> int:
    """Run a command line; the exit code."""
    try:
        code = int(app(args=arguments, prog_name="kafelki", standalone_mode=False) or 0)
        sys.stdout.flush()
        return _stopped() if code == STOPPED else code  # typer makes that of Ctrl-C in a command
    except KafelkiError as error:
        return fail(f"{error.say(LANGUAGE)} [{error.code}]")
    except typer.TyperException as error:
        return fail(_misread(arguments, error), error.exit_code)
    except BrokenPipeError:
        _drop_output()
        return 1
    except OSError as error:
        _drop_output()
        return fail(said(f"Cannot write: {error.strerror}.", f"Nie można pisać: {error.strerror}."))
    except KeyboardInterrupt:
        return _stopped()


def _drop_output() -> None:
    """Nobody takes what is still to be written: Python would try again at its end, and complain."""
    with contextlib.suppress(OSError):  # what has no file needs none of this
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _stopped() -> int:
    return fail(said("stopped", "przerwano"), STOPPED)


def _misread(arguments: list[str], error: typer.TyperException) -> str:
    """A command line that is none of ours, with what came and what was expected."""
    why = error.format_message().rstrip(".")
    named = _parameter(error)
    about = f" ({named})" if named else ""  # typer's own words are English only
    came, known = (
        shlex.join(arguments),
        ", ".join(
            [
                *(command.callback.__name__ for command in app.registered_commands if command.callback),
                *(group.name for group in app.registered_groups if group.name),
            ]
        ),
    )
    return said(
        f"Cannot read `kafelki {came}`: {why}. Commands: {known}; see kafelki --help.",
        f"Niezrozumiałe `kafelki {came}`{about}. Polecenia: {known}; zobacz kafelki --help.",
    )


def _parameter(error: typer.TyperException) -> str:
    """The option or argument an error is about, as it is written, and the least it may be."""
    parameter = getattr(error, "param", None)
    written = [name for name in getattr(parameter, "opts", []) if name.startswith("-")]
    named = getattr(error, "option_name", None) or "".join(written[:1]) or getattr(parameter, "metavar", None) or ""
    least = getattr(parameter, "min", None)
    return named if least is None else f"{named} >= {least}"


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    lang: Annotated[
        str,
        typer.Option(
            metavar="en|pl", help=said("Language; otherwise as the system says.", "Język; domyślnie systemowy.")
        ),
    ] = LANGUAGE,
    version: Annotated[bool, typer.Option("--version", help=said("Print the version.", "Wypisz wersję."))] = False,
) -> None:
    if lang not in ("en", "pl"):
        raise BadOptions(f"--lang is en or pl; {lang!r} came.", f"--lang to en albo pl; przyszło {lang!r}.", "lang")
    if version:
        typer.echo(f"kafelki {kafelki.__version__}")
    elif context.invoked_subcommand is None:
        open_table()


app.command(
    name="serve", help=said("Run the table for others, on this machine.", "Uruchom stół dla innych, na tym komputerze.")
)(serve_command)
app.add_typer(host.app, name="host", help=said("Look after the tables of a server.", "Doglądaj stołów serwera."))


@app.command(
    help=said(
        "List the games, with who can play and what can be chosen.", "Wypisz gry: dla ilu osób i z jakimi opcjami."
    )
)
def games(json: Json = False) -> None:
    cards = [meta(name) for name in kafelki.games()]
    if json:
        print_json(cards)
        return
    for card in cards:
        seats = f"{card.seats[0]}-{card.seats[1]}"
        about = said(f"{seats} players, {card.minutes} minutes", f"{seats} graczy, {card.minutes} minut")
        out.print(f"[bold]{card.id:<8}[/]{card.title.say(LANGUAGE)}: {about}", soft_wrap=True)
        for option in card.options:
            values = " | ".join(map(str, option.values))
            out.print(f"{'':<8}{option.id} = {values}", soft_wrap=True, markup=False)


@app.command(
    help=said("Watch a match of bots, drawn in the terminal.", "Obejrzyj rozgrywkę botów, narysowaną w terminalu.")
)
def watch(
    game: GameName,
    seats: Seats = None,
    seed: Annotated[
        int | None, typer.Option(help=said("Same seed, same match.", "To samo ziarno, ta sama gra."))
    ] = None,
    option: GameOptions = None,
    seat: Annotated[
        int | None,
        typer.Option(help=said("See it as this seat does (from 0).", "Patrz oczami tego miejsca (od 0).")),
    ] = None,
    delay: Annotated[
        float, typer.Option(min=0, help=said("Seconds a move, in a terminal.", "Sekundy na ruch, w terminalu."))
    ] = 0.4,
    bots: Annotated[str, typer.Option(metavar="A,B,...", help=said(*SEATED_HELP))] = "casual",
    hint: Annotated[
        bool, typer.Option("--hint", help=said("Tell what a strong bot would do.", "Mów, co zrobiłby mocny bot."))
    ] = False,
    save: Annotated[
        Path | None, typer.Option(help=said("Write the match to this file.", "Zapisz rozgrywkę do pliku."))
    ] = None,
) -> None:
    from kafelki.bots.levels import bot
    from kafelki.cli.warm import warm as warm_games
    from kafelki.cli.watch import Programme, show

    chosen = read_options(game, option or [])
    meta(game).require_seats(meta(game).seats[0] if seats is None else seats)
    meta(game).full_options(chosen)
    players = [bot(name) for name in bots.split(",")]
    if save is not None:
        _require_writable(save)
    warm_games([game], err, LANGUAGE)
    match = kafelki.new_match(game, seats=seats, seed=seed, options=chosen)
    show(match, Programme(players, seat, seed, delay, hint), LANGUAGE, out)
    if save is not None:
        _write(save, match.dump())
        out.print(said(f"Saved in {save}.", f"Zapisano w {save}."), markup=False, soft_wrap=True)


def read_options(game_id: str, given: list[str]) -> dict[str, Value]:
    """`refill=eng_2022` and the like; values are checked by the game's card."""
    options: dict[str, Value] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOptions(
                f"--option is NAME=VALUE; {text!r} came.", f"--option to NAZWA=WARTOŚĆ; przyszło {text!r}.", "name"
            )
        known = {
            str(choice).lower(): choice
            for option in meta(game_id).options
            if option.id == name
            for choice in option.values
        }
        options[name] = known.get(value.lower(), value)
    return options


@app.command(
    help=said(
        "Check a match file: replay it, and prove its deal.", "Sprawdź plik rozgrywki: odtwórz go i dowiedź rozdania."
    )
)
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=said("The match file.", "Plik rozgrywki."))],
    receipt: Annotated[Path | None, typer.Option(help=said("Your receipt.", "Twój kwit."))] = None,
    json: Json = False,
) -> None:
    verdict = kafelki.verify(_read(file), None if receipt is None else _read(receipt))
    if json:
        print_json(verdict)
        return
    out.print(verdict.words.say(LANGUAGE), soft_wrap=True)


@app.command(
    help=said(
        "Compile the rules now, so that nothing waits later.", "Skompiluj zasady teraz, by później nic nie czekało."
    )
)
def warm() -> None:
    from kafelki.cli.warm import warm as warm_games

    warm_games(TABLE, err, LANGUAGE)
    err.print(said("All rules are compiled.", "Wszystkie zasady są skompilowane."))


@app.command(
    help=said(
        "Measure random play: steps a second on one core.", "Zmierz grę losową: kroki na sekundę na jednym rdzeniu."
    )
)
def bench(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help=said("All, if none.", "Wszystkie, gdy żadnej."))
    ] = None,
    seats: Seats = None,
    json: Json = False,
) -> None:
    from kafelki.cli.bench import measure

    names = game or list(kafelki.games())
    for name in names:
        meta(name).require_seats(meta(name).seats[0] if seats is None else seats)
    with err.status("", spinner="dots") as status:
        measured = []
        for name in names:
            status.update(said(f"measuring {name}", f"mierzę {name}"))
            measured.append(measure(name, meta(name).seats[0] if seats is None else seats))
    if json:
        print_json(measured[0] if len(measured) == 1 else measured)
        return
    table = Table(box=None, pad_edge=False)
    for field in msgspec.structs.fields(measured[0]):
        table.add_column(field.name.replace("_", " "), justify="left" if field.name == "game" else "right")
    for one in measured:
        table.add_row(
            *(f"{value:,.4g}" if isinstance(value, float) else str(value) for value in msgspec.structs.astuple(one))
        )
    out.print(table)


@app.command(
    help=said(
        "Bots against bots: the same deals in all seatings, shares with intervals, ratings.",
        "Boty przeciw botom: te same rozdania na wszystkich miejscach, udziały z przedziałami, ranking.",
    )
)
def arena(
    game: GameName,
    bots: Annotated[str, typer.Option(metavar="A,B,...", help=said(*BOTS_HELP))],
    seats: Seats = None,
    deals: Annotated[
        int, typer.Option(help=said("How many deals each pair plays.", "Ile rozdań gra każda para."))
    ] = 100,
    option: GameOptions = None,
    seed: Annotated[int, typer.Option(help=said("Same seed, same deals.", "To samo ziarno, te same rozdania."))] = 1,
    cap: Annotated[float | None, typer.Option(metavar="MILLISECONDS", help=said(*CAP_HELP))] = None,
    workers: Annotated[
        int | None, typer.Option(help=said("Processes; all cores.", "Procesy; wszystkie rdzenie."))
    ] = None,
    file: Annotated[Path | None, typer.Option(metavar="RUN.jsonl", help=said(*FILE_HELP))] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help=said(*RAY_HELP))] = None,
    json: Json = False,
) -> None:
    from kafelki.arena.plan import make_plan
    from kafelki.cli.arena import compete, draw

    names = [name.strip() for name in bots.split(",") if name.strip()]
    plan = make_plan(
        game, names, seats=seats, deals=deals, options=read_options(game, option or []), seed=seed, cap=cap
    )
    report = compete(plan, workers=workers, file=file, ray=ray, console=err, language=LANGUAGE)
    if json:
        print_json(report)
    else:
        draw(report, out, LANGUAGE)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise _no_file(path, error) from None


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise _no_file(path, error) from None


def _require_writable(path: Path) -> None:
    """Refuse before a whole match is played in vain."""
    if path.is_dir():
        raise _no_file(path, IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)))
    if not path.parent.is_dir():
        raise _no_file(path, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)))


def _no_file(path: Path, error: OSError) -> BadMatchFile:
    why = error.strerror or str(error)
    return BadMatchFile(f"Cannot use {path}: {why}.", f"Nie można użyć {path}: {why}.", "path")
