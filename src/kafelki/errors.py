"""Everything that can go wrong, on purpose.

KafelkiError
├── UnknownGame        no such game in the table of games
├── UnknownBot         no such level, nor a bot of one's own by that name
├── UnknownRules       a rules version this release does not have
├── BadSeats           not so many players
├── BadOptions         no such option, or no such value of it
├── BadSeed            neither an int nor 32 bytes
├── BadPosition        a position the components cannot make
├── BadMove            not a move of this game at all
├── IllegalMove        the rules refuse it here: `code` is illegal_move.<reason>
├── CannotUndo         nothing to take back, or something came to light since
├── NotYourTurn        the command came from another seat
├── MatchOver          the match has ended
├── BadMatchFile       truncated, edited, or no match file at all
│   └── Diverged       its moves do not lead where its digests say
├── BadRun             a run of the arena that cannot be played: too few bots, no deals
├── BadRunFile         not a run's file, or another run's
├── BadBatch           actions or arrays that do not fit a batch of matches
├── NoGpu              no GPU that can be used
├── MissingExtra       something optional is not installed; the words say what to install
├── WorkerLost         a process that played in the arena died
├── Unproved           fairness does not hold: a wrong secret, nonce or receipt
│
│   at the server's table
├── BadRequest         not a message or a request of ours
├── BadName            no name people can be called by
├── BadToken           a cookie, token or link that is forged, expired or for something else
├── UnknownTable       no such table, or none that you may know of
├── NotAllowed         your role at the table does not include this
├── NotNow             the table is not in a phase for this
├── StaleMove          the command answers an older state of the match
├── TooMany            more than the limits allow
├── Conflict           somebody else changed it first
├── CannotReach        a notice could not be delivered: the address is not public, or nobody takes it there
├── CannotServe        the server cannot start: a second one runs, a port is taken, a folder is not writable
└── Frozen             a stored match does not replay to its digests: nobody may go on with it
"""

from __future__ import annotations

from typing import ClassVar

from kafelki.words import Language, Text


class KafelkiError(Exception):
    """Base class. `code` is stable and goes on the wire; the words are for people, in both languages."""

    kind: ClassVar[str] = "error"

    def __init__(self, en: str, pl: str, reason: str = "") -> None:
        super().__init__(en)
        self.words = Text(en, pl)
        self.code = f"{self.kind}.{reason}" if reason else self.kind

    def say(self, language: Language) -> str:
        return self.words.say(language)

    def __reduce__(self) -> tuple[type, tuple[str, str, str], dict[str, object]]:
        return type(self), (self.words.en, self.words.pl, self.code.partition(".")[2]), self.__dict__


class UnknownGame(KafelkiError):
    kind = "unknown_game"


class UnknownBot(KafelkiError):
    kind = "unknown_bot"


class UnknownRules(KafelkiError):
    kind = "unknown_rules"


class BadSeats(KafelkiError):
    kind = "bad_seats"


class BadOptions(KafelkiError):
    kind = "bad_options"


class BadSeed(KafelkiError):
    kind = "bad_seed"


class BadPosition(KafelkiError):
    kind = "bad_position"


class BadMove(KafelkiError):
    kind = "bad_move"


class IllegalMove(KafelkiError):
    kind = "illegal_move"
    index = 0  # which of the moves given together was refused


class CannotUndo(KafelkiError):
    kind = "cannot_undo"


class NotYourTurn(KafelkiError):
    kind = "not_your_turn"


class MatchOver(KafelkiError):
    kind = "match_over"


class BadMatchFile(KafelkiError):
    kind = "bad_match_file"


class Diverged(BadMatchFile):
    kind = "diverged"


class BadRun(KafelkiError):
    kind = "bad_run"


class BadRunFile(KafelkiError):
    kind = "bad_run_file"


class BadBatch(KafelkiError):
    kind = "bad_batch"


class NoGpu(KafelkiError):
    kind = "no_gpu"


class MissingExtra(KafelkiError):
    kind = "missing_extra"


class WorkerLost(KafelkiError):
    kind = "worker_lost"


class Unproved(KafelkiError):
    kind = "unproved"


class BadRequest(KafelkiError):
    kind = "bad_request"


class BadName(KafelkiError):
    kind = "bad_name"


class BadToken(KafelkiError):
    kind = "bad_token"


class UnknownTable(KafelkiError):
    kind = "unknown_table"


class NotAllowed(KafelkiError):
    kind = "not_allowed"


class NotNow(KafelkiError):
    kind = "not_now"


class StaleMove(KafelkiError):
    kind = "stale_move"


class TooMany(KafelkiError):
    kind = "too_many"


class Conflict(KafelkiError):
    kind = "conflict"


class CannotReach(KafelkiError):
    kind = "cannot_reach"


class CannotServe(KafelkiError):
    kind = "cannot_serve"


class Frozen(KafelkiError):
    kind = "frozen"
