"""What people read, in both languages."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

Language: TypeAlias = Literal["en", "pl"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "pl")


class Text(msgspec.Struct, frozen=True):
    """The same thing said in English and in Polish."""

    en: str
    pl: str

    def say(self, language: Language) -> str:
        return self.pl if language == "pl" else self.en

    def fill(self, **values: object) -> Text:
        """Put values into the {names}; a value that is a Text itself goes in by language."""
        return Text(self.en.format(**_said(values, "en")), self.pl.format(**_said(values, "pl")))

    def __str__(self) -> str:
        return self.en


def _said(values: Mapping[str, object], language: Language) -> dict[str, object]:
    return {name: value.say(language) if isinstance(value, Text) else value for name, value in values.items()}


def counted(number: int, en: tuple[str, str], pl: tuple[str, str, str]) -> Text:
    """A number with its noun: (point, points) and (punkt, punkty, punktów)."""
    size = abs(number)
    few = size % 10 in (2, 3, 4) and size % 100 not in (12, 13, 14)
    polish = pl[0] if size == 1 else pl[1] if few else pl[2]
    return Text(f"{number} {en[0] if size == 1 else en[1]}", f"{number} {polish}")


def joined(texts: Sequence[Text]) -> Text:
    """Several texts with commas."""
    return Text(", ".join(text.en for text in texts), ", ".join(text.pl for text in texts))


def points(number: int) -> Text:
    """A number of points."""
    return counted(number, ("point", "points"), ("punkt", "punkty", "punktów"))


def language_of_environment(environment: Mapping[str, str] = os.environ) -> Language:
    """KAFELKI_LANG, or the first of the usual variables that is set; English unless it says Polish."""
    for name in ("KAFELKI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if chosen := environment.get(name):
            return "pl" if chosen.lower().startswith("pl") else "en"
    return "en"
