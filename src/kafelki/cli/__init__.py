"""The command line. `main` finds the language first, so that even --help speaks it."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from kafelki.words import LANGUAGES


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `kafelki`: what goes wrong is said in one line, and the exit code is not 0."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    language, given = _language(given)
    if language:
        os.environ["KAFELKI_LANG"] = language
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    from kafelki.cli.app import run

    sys.exit(run(given))


def _language(arguments: list[str]) -> tuple[str, list[str]]:
    """The value of --lang, which may stand anywhere, and the arguments without it. What is not one of our
    languages stays where it is, for the command to refuse in words."""
    for number, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        after = number + 1
        if name == "--lang" and not equals and after < len(arguments):
            value, after = arguments[after], after + 1
        if name == "--lang" and value in LANGUAGES:
            return value, arguments[:number] + arguments[after:]
        if name == "--lang":
            return "", ["--lang", value, *arguments[:number], *arguments[after:]]
    return "", arguments
