"""A match at a table: `Match`, and what each seat has been shown of it. No network here."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

import msgspec

from kafelki.core.entries import AnyEntry, MatchFile, Played, SeatChanged, SeatWhat, Undone
from kafelki.core.game import Game, View
from kafelki.core.match import Match
from kafelki.core.replay import begin, repeat
from kafelki.errors import CannotUndo, NotYourTurn, StaleMove
from kafelki.games import game
from kafelki.server import letters, wire
from kafelki.server.clocks import Clocks, Pause, turn_of
from kafelki.server.letters import Result, Scene, Told, moment
from kafelki.server.store import Kept
from kafelki.server.tables import Table

Audience: TypeAlias = int | None  # a seat, or None: everybody who only watches
TAKEN_OVER_LEVEL: Final = "club"  # who plays for somebody who is away
MOST_BACK: Final = 40  # steps that are taken back in one turn


class LiveMatch:
    """One match in memory: the table's, with its entries played again."""

    def __init__(self, table: Table, kept: Iterable[Kept], pauses: Sequence[Pause] = ()) -> None:
        self.table = table
        self.game: Game = game(table.terms.game)
        self.names: Final = table.names  # by seat; nobody is renamed in the middle of a match
        self.times: list[float] = []
        self.match: Match = begin(self.game, self._file(()))
        clock = table.terms.clock
        self.clocks: Final = None if clock is None else Clocks(clock, table.terms.seats, pauses)
        self._note(table.began)
        for one in kept:
            repeat(self.match, one.entry)
            self.at(one.at)
        self._views: dict[Audience, View] = {}  # of the present seq
        self._scene: Scene | None = None  # likewise
        self._told: dict[tuple[Audience, int], list[wire.LogLine]] = {}  # likewise, since a seq

    def _file(self, entries: tuple[AnyEntry, ...]) -> MatchFile:
        terms = self.table.terms
        return MatchFile(terms.game, self.table.rules, terms.seats, terms.options, None, self.table.chance(), entries)

    def at(self, time: float) -> None:
        """When the last entry was made."""
        self.times.append(time)
        self._note(time)

    def _note(self, time: float) -> None:
        if self.clocks is not None:
            self.clocks.note(turn_of(self.match), time)

    # ---- Asking

    def view(self, audience: Audience) -> View:
        """What somebody sees now."""
        found = self._views.get(audience)
        if found is None:
            found = self._views[audience] = self.match.view(audience)
        return found

    def scene(self) -> Scene:
        """How it stands, without anything that only some may know."""
        if self._scene is None:
            match = self.match
            acting = match.to_act
            result = Result(match.ranks, match.scores, list(match.winners)) if acting is None else None
            can_undo = acting is not None and match.can_undo
            self._scene = Scene(match.seq, match.ply, acting, acting is None, can_undo, result)
        return self._scene

    def standing(self, audience: Audience, wants_legal: bool = False) -> wire.Standing:
        """How it stands for somebody."""
        legal = None if audience in self.match.bot_seats else self.match.legal  # there a bot chooses
        scene = self.scene()
        if self.clocks is not None:
            scene = msgspec.structs.replace(scene, clock=wire.ClockNow(self.left(moment()), self.clocks.banks()))
        return letters.standing(self.game, scene, audience, self.view(audience), legal, wants_legal)

    @property
    def since(self) -> float:
        """When something last happened."""
        return self.times[-1] if self.times else self.table.began

    def left(self, now: float) -> float | None:
        """Seconds that a person who is to act still has; None where none is, or there is no clock."""
        return None if self.clocks is None or self.bot_to_act() is not None else self.clocks.left(now)

    def bot_to_act(self) -> str | None:
        """The level of the bot that is to act, None where a person is or nobody."""
        seat = self.match.to_act
        if seat is None:
            return None
        member = self.table.at_seat(seat)
        return member.level or (TAKEN_OVER_LEVEL if seat in self.match.bot_seats else None)

    def why_bot(self, seat: int) -> SeatWhat | None:
        """What brought a bot to a person's seat; None where none plays there."""
        if seat not in self.match.bot_seats:
            return None
        changes = (entry for entry in reversed(self.match.entries) if isinstance(entry, SeatChanged))
        return next(entry.what for entry in changes if entry.seat == seat)

    # ---- Changing

    def enter(self, command: Callable[[Match], AnyEntry], audiences: Iterable[Audience]) -> Entered:
        """Carry a command out in memory, or raise and change nothing. An entry that was there before is only named."""
        match, before_seq, before_ply = self.match, self.match.seq, self.match.ply
        before = {audience: self.view(audience) for audience in audiences}
        entry = command(match)
        if match.seq == before_seq:
            return Entered(entry, {}, fresh=False)
        self._views, self._scene, self._told = {}, None, {}
        return Entered(
            entry,
            {
                audience: steps_of(entry, match, audience, (before_ply, view, self.view(audience)))
                for audience, view in before.items()
            },
        )

    def line(self, entered: Entered, audience: Audience, at: float) -> wire.LogLine:
        """The entry as somebody's log has it."""
        told = letters.told(self.game, entered.entry, at, entered.views[audience], self.match.ply)
        return letters.log_line(self.game, self.names, told)

    # ---- Telling it again

    def log_since(self, audience: Audience, since: int) -> list[wire.LogLine]:
        """What somebody missed: every entry after `since`, as they would have seen it happen."""
        if since >= self.match.seq:
            return []
        found = self._told.get((audience, since))
        if found is None:
            game, names = self.game, self.names
            found = [letters.log_line(game, names, told) for told in self._retold(audience, since)]
            self._told = {(audience, since): found}  # who comes again and again is told the same
        return found

    def _retold(self, audience: Audience, since: int) -> Iterable[Told]:
        again = begin(self.game, self._file(()))
        for entry, at in zip(self.match.entries, self.times, strict=False):
            if entry.seq <= since:
                repeat(again, entry)
                continue
            ply, before = again.ply, again.view(audience)
            repeat(again, entry)
            views = steps_of(entry, again, audience, (ply, before, again.view(audience)))
            yield letters.told(self.game, entry, at, views, again.ply)


class Entered(msgspec.Struct, frozen=True):
    """What a command came to: its entry, and what each audience saw."""

    entry: AnyEntry
    views: dict[Audience, list[View]]
    fresh: bool = True


def steps_of(entry: AnyEntry, match: Match, audience: Audience, around: tuple[int, View, View]) -> list[View]:
    """What somebody saw from before an entry to after it, a view for each move. Around it: the ply before, the view
    then and the view now."""
    ply, before, after = around
    if not isinstance(entry, Played):
        return [after]
    return [before, *(match.view(audience, between) for between in range(ply + 1, match.ply)), after]


def again(entry: AnyEntry) -> Callable[[Match], AnyEntry]:
    """An entry that was written elsewhere, carried out here."""

    def carry_out(match: Match) -> AnyEntry:
        repeat(match, entry)
        return entry

    return carry_out


def _require_own_steps(match: Match, seat: int) -> None:
    """A bot's steps are not taken back by whom it plays for, and nobody goes back and forth without end."""
    if seat == match.to_act and seat in match.bot_seats:
        raise NotYourTurn(f"A bot plays seat {seat} now.", f"Na miejscu {seat} gra teraz bot.", "bot")
    back = itertools.takewhile(lambda entry: getattr(entry, "seat", None) == seat, reversed(match.entries))
    if sum(isinstance(entry, Undone) for entry in back) >= MOST_BACK:
        raise CannotUndo(
            f"{MOST_BACK} times back in one turn is enough: play on.",
            f"{MOST_BACK} razy wstecz w jednej kolejce wystarczy: graj dalej.",
            "often",
        )


def _played_itself(match: Match, command: wire.MatchCommand, seat: int) -> AnyEntry | None:
    """The only move there was, if it played itself while this very move was on its way."""
    if not isinstance(command, wire.Play) or command.seq >= match.seq:
        return None
    entry = match.entries[command.seq]
    same = isinstance(entry, Played) and (entry.by, entry.seat, entry.moves) == ("auto", seat, command.moves)
    return entry if same else None


def read_command(command: wire.MatchCommand, seat: int) -> Callable[[Match], AnyEntry]:
    """A match command as what it does to the match, for a seat."""
    id = f"{seat} {command.id}"  # ids are a player's own: nobody can use up another's

    def carry_out(match: Match) -> AnyEntry:
        if command.seq != match.seq and not match.has_answered(id):
            if (played := _played_itself(match, command, seat)) is not None:
                return played
            raise StaleMove(
                f"The match is at {match.seq}; this answers {command.seq}.",
                f"Rozgrywka jest na {match.seq}; to odpowiada na {command.seq}.",
            )
        if isinstance(command, wire.Play):
            return match.play(command.moves, seat=seat, id=id)
        if not match.has_answered(id):
            _require_own_steps(match, seat)
        if isinstance(command, wire.Undo):
            return match.undo(seat=seat, id=id)
        return match.reset_turn(seat=seat, id=id)

    return carry_out
