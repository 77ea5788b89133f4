"""What can be said of a game without its rules: for lists, menus and checking what people ask for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from kafelki.errors import BadOptions, BadSeats, UnknownRules
from kafelki.words import Text

Value: TypeAlias = str | int | bool
Options: TypeAlias = Mapping[str, Value]


class Choice(msgspec.Struct, frozen=True):
    """One value an option can take."""

    value: Value
    words: Text


class Option(msgspec.Struct, frozen=True):
    """A rule that can be played in more than one way. The first choice is the default; a record holds the
    choice's number in the field named like the option."""

    id: str
    words: Text
    choices: tuple[Choice, ...]

    @property
    def values(self) -> tuple[Value, ...]:
        return tuple(choice.value for choice in self.choices)

    def number_of(self, value: object) -> int:
        """The number of a value; True is not 1 here."""
        for number, known in enumerate(self.values):
            if type(known) is type(value) and known == value:
                return number
        raise BadOptions(
            f"Option {self.id} is one of {_listed(self.values)}; {value!r} came.",
            f"Opcja {self.id} to jedno z: {_listed(self.values)}; przyszło {value!r}.",
            "value",
        )


class Meta(msgspec.Struct, frozen=True):
    """A game's card: its name, how many play, what can be chosen, and the version of its rules."""

    id: str
    title: Text
    about: Text
    seats: tuple[int, int]  # fewest and most
    minutes: int
    rules_version: int  # versions 1..rules_version are all played by the rules they began with
    options: tuple[Option, ...] = ()

    def full_options(self, options: Options) -> dict[str, Value]:
        """`options` with the defaults filled in, in the game's order, or BadOptions."""
        known = [option.id for option in self.options]
        if not isinstance(options, Mapping):
            raise BadOptions("Options are given by name.", "Opcje podaje się z nazwami.", "name")
        for name in options:
            if name not in known:
                raise BadOptions(
                    f"{self.title.en} has no option {name!r}; it has {_listed(known) or 'none'}.",
                    f"{self.title.pl} nie ma opcji {name!r}; ma: {_listed(known) or 'żadnych'}.",
                    "name",
                )
        numbers = {option.id: option.number_of(options.get(option.id, option.values[0])) for option in self.options}
        return {option.id: option.values[numbers[option.id]] for option in self.options}

    def options_in(self, state: object) -> dict[str, Value]:
        """The options a record was set up with."""
        return {option.id: option.choices[int(getattr(state, option.id))].value for option in self.options}

    def require_seats(self, seats: object) -> None:
        """BadSeats unless so many can play."""
        fewest, most = self.seats
        if type(seats) is not int or not fewest <= seats <= most:
            raise BadSeats(
                f"{self.title.en} is for {fewest} to {most} players; {seats!r} came.",
                f"{self.title.pl} jest dla {fewest}-{most} graczy; przyszło {seats!r}.",
            )

    def require_rules(self, version: object) -> None:
        """UnknownRules unless this release can play by that version."""
        if type(version) is not int or not 1 <= version <= self.rules_version:
            raise UnknownRules(
                f"{self.title.en} has rules versions 1 to {self.rules_version} here; {version!r} came.",
                f"{self.title.pl} ma tu wersje zasad od 1 do {self.rules_version}; przyszło {version!r}.",
            )


def _listed(values: tuple[Value, ...] | list[str]) -> str:
    return ", ".join(str(value) for value in values)
