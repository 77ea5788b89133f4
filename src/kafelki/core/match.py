"""One sitting at the table: options, key and a log of entries. States are a cache.

seq   1       2       3       4      numbers entries, only rises
      play    play    undo    play
ply   1       3       2       3      length of the line now standing, may fall
"""

from __future__ import annotations

import hashlib

import msgspec

from kafelki.core.chance import key_words, set_key
from kafelki.core.codes import OK
from kafelki.core.entries import (
    DIGEST_EVERY,
    AnyEntry,
    By,
    ChanceSource,
    Ended,
    EndReason,
    Fair,
    MatchFile,
    Played,
    Sealed,
    SeatChanged,
    SeatWhat,
    Seeded,
    Undone,
    key_of_chance,
    one_of,
    require_id,
    require_transcript,
)
from kafelki.core.fairness import new_secret
from kafelki.core.game import Choices, Event, Game, Move, Position, View
from kafelki.core.meta import Options, Value
from kafelki.core.record import States, copy_of, grown, state_in
from kafelki.core.seats import Seats
from kafelki.errors import BadMove, CannotUndo, IllegalMove, KafelkiError, MatchOver, NotYourTurn


class Match:
    """A match of one game. Commands append an entry or raise and change nothing; a repeated id is answered again."""

    def __init__(
        self,
        game: Game,
        *,
        seats: int | None = None,
        options: Options | None = None,
        chance: ChanceSource | None = None,
        position: object = None,
        rules: int | None = None,
        written: Options | None = None,  # options as an older file has them: the game may have got more since
    ) -> None:
        self.game = game
        start = None if position is None else game.read_position(position)
        self.seats = game.seated(seats, start)
        self.options: dict[str, Value] = game.meta.full_options(options or {})
        self.rules = game.meta.rules_version if rules is None else rules
        self._chance = chance or Seeded(new_secret().hex())
        self._start = start
        self._written = self.options if written is None else dict(written)
        self._states: States = game.blank(64)
        self._entries: list[AnyEntry] = []
        self._answers: dict[str, AnyEntry] = {}
        self._seats = Seats(self.seats)
        self._ended = False
        self._ply = 0
        self._deal()

    def _deal(self) -> None:
        if isinstance(self._chance, Fair):
            require_transcript(self.file(with_secret=True), self._chance.transcript)
        key = key_words(key_of_chance(self._chance))
        self.game.set_up(self._states, 0, self.seats, self.options, self.rules)
        if self._start is None:
            self.game.start(self._states, 0, key)
        else:
            state = state_in(self._states, 0, self.game.layout)
            self.game.set_position(state, self._start)
            set_key(state, key)

    # ---- What can be asked

    @property
    def ply(self) -> int:
        """How many actions the line now standing has."""
        return self._ply

    @property
    def seq(self) -> int:
        """How many entries the log has."""
        return len(self._entries)

    @property
    def entries(self) -> tuple[AnyEntry, ...]:
        """The whole log."""
        return tuple(self._entries)

    @property
    def over(self) -> bool:
        """Ended by the rules, by a player of two who resigned, or from outside."""
        return bool(self._head("over")) or self._ended or self.seats - len(self._seats.resigned) < 2

    @property
    def to_act(self) -> int | None:
        """The seat to act, None when the match is over."""
        return None if self.over else self._head("turn")

    @property
    def turn_ply(self) -> int:
        """The ply at which the turn now running began."""
        return self._head("turn_ply")

    @property
    def bot_seats(self) -> frozenset[int]:
        """Seats a bot plays for somebody who left, was too slow or resigned."""
        return self._seats.bots

    @property
    def scores(self) -> list[int]:
        """All points as they stand, hidden ones too."""
        return self.game.scores(self._states, self._ply)

    @property
    def ranks(self) -> list[int]:
        """1 is best, equals share the better rank; who resigned comes last."""
        by_rules = self.game.ranks(self._states, self._ply)
        keys = [(seat in self._seats.resigned, by_rules[seat]) for seat in range(self.seats)]
        return [1 + sum(other < own for other in keys) for own in keys]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of rank 1 once the match is over; nobody wins one ended from outside."""
        if not self.over or self._ended:
            return ()
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def can_undo(self) -> bool:
        """Whether the seat to act has a step to take back."""
        acting = self.to_act
        return acting is not None and self._why_not_back(self._ply - 1, acting) is None

    @property
    def only_move(self) -> Move | None:
        """The one move there is, where nothing can be taken back instead: no choice at all."""
        if self.over or self.can_undo:
            return None
        legal = self.game.legal(self._states, self._ply)
        return self.game.move_of(int(legal[0])) if len(legal) == 1 else None

    def has_answered(self, id: str) -> bool:
        """Whether a command of this id is in the log."""
        return id in self._answers

    def state(self, ply: int | None = None) -> States:
        """A copy of the record at a ply of the line now standing, as an array of one."""
        return copy_of(self._states, self._at(ply))

    def legal(self) -> list[Move]:
        """The moves open to the seat to act."""
        if self.over:
            return []
        return list(map(self.game.move_of, self.game.legal(self._states, self._ply).tolist()))

    def view(self, seat: int | None = None, ply: int | None = None) -> View:
        """What a seat sees; None is a spectator."""
        if seat is not None:
            self._seats.require(seat)
        states = self.state(ply)
        if ply is None and self.over:
            states[0].over = 1  # also where a player resigned: nothing stays hidden after the end
        return self.game.view_at(states, 0, seat)

    def choices(self) -> Choices:
        """What a page offers the seat to act."""
        return self.game.choices(self.view(self.to_act), self.legal())

    def position(self, ply: int | None = None) -> Position:
        """Everything on the table, readable; chance is not in it."""
        return self.game.position_at(self._states, self._at(ply))

    def events(self, seat: int | None = None, since: int = 0, until: int | None = None) -> list[Event]:
        """What a seat saw happen after ply `since` of the line now standing, up to another."""
        seen: list[Event] = []
        before = self.view(seat, self._at(since))
        for ply, move in enumerate(self._line()[since:until], start=since + 1):
            after = self.view(seat, ply)
            seen += self.game.events(before, self.game.told(before, move), after)
            before = after
        return seen

    # ---- Commands

    def play(self, moves: object, *, seat: int | None = None, id: str | None = None, by: By = "person") -> AnyEntry:
        """Play a move or several, typed or as JSON has them, all or nothing; the entry that says so."""
        if (answer := self._answered(id, Played, seat)) is not None:
            return answer
        acting = self._acting(seat)
        if one_of(by, By) != "bot":
            self._seats.require_person(acting)
        given = moves if isinstance(moves, list | tuple) else [moves]
        read = tuple(self.game.read_move(move) for move in given)
        if not read:
            raise BadMove(
                "At least one move was expected; none came.",
                "Oczekiwano co najmniej jednego ruchu; nie przyszedł żaden.",
            )
        if by == "auto" and read != (self.only_move,):
            raise BadMove("There is more than one move.", "Jest więcej niż jeden ruch.", "choice")
        ply, turn_ply = self._ply, self._head("turn_ply")
        for index, move in enumerate(read):
            self._step(ply + index, index, move)
        entry = Played(self.seq + 1, self._name(id), acting, by, read)
        self._ply = ply + len(read)
        if self._head("turn_ply") != turn_ply or self._head("turn") != acting:
            self._seats.turn_over()
        return self._append(entry)

    def _step(self, ply: int, index: int, move: Move) -> None:
        """Write the state after `move` behind the line; nothing stands until all moves were taken."""
        if ply + 1 >= len(self._states):
            self._states = grown(self._states)
        states = self._states
        if index:
            self._require_same_turn(ply - index, ply, index)
        states[ply + 1] = states[ply]
        try:
            reason = int(self.game.play(states, ply + 1, self.game.action_of(move)))
        except IllegalMove as refused:
            raise _at_index(refused, index) from None
        if reason != OK:
            raise _at_index(self.game.refusal(states, ply, move, reason), index)

    def _require_same_turn(self, first: int, ply: int, index: int) -> None:
        """A command ends with its turn, and where something comes to light: else refusals would foretell chance."""
        if self._head("over", ply) or self._head("turn_ply", ply) != self._head("turn_ply", first):
            words = "The turn is over before this move.", "Przed tym ruchem kolejka już się skończyła."
            raise _at_index(IllegalMove(*words, "turn_over"), index)
        if self._head("reveal_ply", ply) > first:
            words = (
                "The move before this one brings something to light: give what follows apart.",
                "Poprzedni ruch coś odkrywa: dalsze ruchy podaj osobno.",
            )
            raise _at_index(IllegalMove(*words, "revealed"), index)

    def undo(self, *, to_ply: int | None = None, seat: int | None = None, id: str | None = None) -> AnyEntry:
        """One step back within the turn, or to an earlier ply of it, never past what came to light."""
        return self._back_to(self._ply - 1 if to_ply is None else to_ply, seat, id)

    def reset_turn(self, *, seat: int | None = None, id: str | None = None) -> AnyEntry:
        """Back to the start of the turn, or to what came to light in it."""
        return self._back_to(max(self._head("turn_ply"), self._head("reveal_ply")), seat, id)

    def _back_to(self, ply: int, seat: int | None, id: str | None) -> AnyEntry:
        if (answer := self._answered(id, Undone, seat)) is not None:
            return answer
        acting = self._acting(seat)
        if (refusal := self._why_not_back(ply, acting)) is not None:
            raise refusal
        self._ply = ply
        return self._append(Undone(self.seq + 1, self._name(id), acting, ply))

    def _why_not_back(self, ply: int, acting: int) -> CannotUndo | None:
        """Why the seat to act cannot go back to a ply."""
        if type(ply) is not int:
            return CannotUndo(f"A ply is an int; {ply!r} came.", f"Chwila to liczba; przyszło {ply!r}.", "ply")
        if self._ply == self._head("turn_ply") or ply < self._head("turn_ply"):
            words = "There is nothing of this turn to take back.", "W tej kolejce nie ma czego cofnąć."
            return CannotUndo(*words, "turn")
        if self._ply == self._head("reveal_ply") or ply < self._head("reveal_ply"):
            return CannotUndo(
                "Something hidden came to light: there is no way back past it.",
                "Wyszło na jaw coś ukrytego: dalej cofnąć się nie można.",
                "reveal",
            )
        if not 0 <= ply < self._ply:
            return CannotUndo("That ply lies ahead.", "Ta chwila dopiero nadejdzie.", "ply")
        own = all(self._head("turn", earlier) == acting for earlier in range(ply, self._ply))
        words = "Only your own steps can be taken back.", "Cofnąć można tylko własne kroki."
        return None if own else CannotUndo(*words, "turn")

    def change_seat(self, seat: int, what: SeatWhat, *, id: str | None = None) -> AnyEntry:
        """A bot takes over, or takes one turn; the player returns, or resigns: with two that ends the match."""
        if (answer := self._answered(id, SeatChanged, seat)) is not None:
            return answer
        self._seats.require_change(seat, what, self.to_act)
        entry = self._append(SeatChanged(self.seq + 1, self._name(id), seat, what))
        self._seats.change(seat, what)
        return entry

    def end(self, reason: EndReason, *, id: str | None = None) -> AnyEntry:
        """End the match from outside the rules: nobody wins."""
        if (answer := self._answered(id, Ended, None)) is not None:
            return answer
        if self.over:
            raise MatchOver("The match is over.", "Rozgrywka już się skończyła.")
        entry = self._append(Ended(self.seq + 1, self._name(id), one_of(reason, EndReason)))
        self._ended = True
        return entry

    # ---- As a file

    def file(self, *, with_secret: bool = False) -> MatchFile:
        """The match as a document. Before the end of a fair match the secret is not in it, unless the host asks."""
        chance = self._chance
        if isinstance(chance, Fair) and not with_secret and not self.over:
            chance = Sealed(chance.transcript)
        start = None if self._start is None else msgspec.to_builtins(self._start)
        entries = tuple(self._entries)
        file = MatchFile(self.game.id, self.rules, self.seats, self._written, start, chance, entries)
        return msgspec.structs.replace(file, checksum=file.sum())

    def dump(self, *, with_secret: bool = False) -> str:
        """The match as JSON text; see `file`."""
        return msgspec.json.encode(self.file(with_secret=with_secret)).decode()

    # ---- Inside

    def _head(self, field: str, ply: int | None = None) -> int:
        """A field of the record's head, by column: ten times as quick as through `np.record`."""
        return int(self._states[field][self._ply if ply is None else ply])

    def _append(self, entry: AnyEntry) -> AnyEntry:
        if entry.seq % DIGEST_EVERY == 0:
            entry = msgspec.structs.replace(entry, digest=self._digest())
        self._entries.append(entry)
        self._answers[entry.id] = entry
        return entry

    def _digest(self) -> str:
        """Of the position and of chance, not of the record: layouts may change, positions may not."""
        position = msgspec.json.encode(self.position(), order="sorted")
        drawn = f"{self._head('chance_block')} {self._head('chance_left')} {self._ply}"
        chance = self._states["chance_key"][self._ply].tobytes() + drawn.encode()
        return hashlib.sha256(position + b"\0" + chance).hexdigest()[:32]

    def _line(self) -> list[Move]:
        """The moves of the line now standing."""
        line: list[Move] = []
        for entry in self._entries:
            if isinstance(entry, Played):
                line += (move for move in entry.moves if isinstance(move, Move))
            elif isinstance(entry, Undone):
                del line[entry.to_ply :]
        return line

    def _name(self, id: str | None) -> str:
        """The client's id, or one of ours that no client has used."""
        if id is not None:
            return id
        number = self.seq + 1
        while f"#{number}" in self._answers:
            number += 1
        return f"#{number}"

    def _answered(self, id: str | None, kind: type[AnyEntry], seat: int | None) -> AnyEntry | None:
        """The answer that this command got before; an id that another command had is refused."""
        if id is None:
            return None
        require_id(id)
        answer = self._answers.get(id)
        if answer is None or (isinstance(answer, kind) and seat in (None, getattr(answer, "seat", None))):
            return answer
        raise BadMove(f"Another command had the id {id!r}.", f"Inne polecenie miało identyfikator {id!r}.", "id_used")

    def _at(self, ply: int | None) -> int:
        if ply is None:
            return self._ply
        if type(ply) is not int or not 0 <= ply <= self._ply:
            raise BadMove(
                f"The line has plies 0 to {self._ply}; {ply!r} came.",
                f"Są chwile od 0 do {self._ply}; przyszło {ply!r}.",
                "ply",
            )
        return ply

    def _acting(self, seat: int | None) -> int:
        """The seat to act, which a command may name to be sure."""
        acting = self.to_act
        if acting is None:
            raise MatchOver("The match is over.", "Rozgrywka już się skończyła.")
        if seat is not None and seat != acting:
            raise NotYourTurn(
                f"Seat {acting} is to act; seat {seat!r} came.",
                f"Kolej na miejsce {acting}; przyszło miejsce {seat!r}.",
            )
        return acting


def _at_index(error: KafelkiError, index: int) -> KafelkiError:
    """Say which of several moves was refused."""
    if isinstance(error, IllegalMove):
        error.index = index
    return error
