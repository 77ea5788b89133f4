"""What all commands speak with: the language, standard output and error, JSON."""

from __future__ import annotations

import sys
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console

from kafelki.words import Text, language_of_environment

LANGUAGE: Final = language_of_environment()
out: Final = Console(highlight=False)
err: Final = Console(stderr=True, highlight=False)


def said(en: str, pl: str) -> str:
    """The words for people, in their language."""
    return Text(en, pl).say(LANGUAGE)


def fail(message: str, code: int = 1) -> int:
    """One line on standard error."""
    err.print(f"kafelki: {' '.join(message.split())}", soft_wrap=True, markup=False)
    return code


def print_json(document: object) -> None:
    sys.stdout.write(msgspec.json.encode(document).decode() + "\n")


Json = Annotated[
    bool,
    typer.Option("--json", help=said("Print one JSON document and nothing else.", "Wypisz tylko jeden dokument JSON.")),
]
