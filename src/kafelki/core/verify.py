"""Checking a match afterwards: `consistent` without a receipt, `proved` with one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import msgspec

from kafelki.core.entries import Fair, MatchFile, key_of_chance, read_file
from kafelki.core.fairness import Receipt, require_receipt, seats_by_lot
from kafelki.core.game import Game
from kafelki.core.replay import replay
from kafelki.errors import Unproved
from kafelki.words import Text

Finding: TypeAlias = Literal["consistent", "proved"]


class Verdict(msgspec.Struct, frozen=True):
    """What was found, and what it means."""

    finding: Finding
    game: str
    entries: int
    over: bool
    words: Text
    seat: int | None = None  # the seat the lot gave to who kept the receipt
    attempt: int | None = None


SEEDED: Final = Text(
    "Consistent: all {entries} entries replay by the rules. The deal comes from a seed, so there is nothing to prove.",
    "Zgodne: wszystkie wpisy ({entries}) odtwarzają się według zasad. "
    "Rozdanie pochodzi z ziarna, więc nie ma czego dowodzić.",
)
UNWITNESSED: Final = Text(
    "Consistent: all {entries} entries replay by the rules, and secret, nonces and deal belong together. "
    "Only a receipt kept by a player can prove that the deal was not chosen.",
    "Zgodne: wszystkie wpisy ({entries}) odtwarzają się według zasad, "
    "a sekret, liczby graczy i rozdanie pasują do siebie. "
    "Tego, że rozdania nikt nie wybrał, dowodzi dopiero kwit zachowany przez gracza.",
)
PROVED: Final = Text(
    "Proved: all {entries} entries replay by the rules, and your receipt shows that nobody chose the deal{attempt}; "
    "the lot gave you seat {seat}. (It does not show that the host never looked, nor who made these moves.)",
    "Dowiedzione: wszystkie wpisy ({entries}) odtwarzają się według zasad, a twój kwit pokazuje, że rozdania nikt nie "
    "wybrał{attempt}; los dał ci miejsce {seat}. (Nie pokazuje, że gospodarz nie podglądał, ani kto wykonał te ruchy.)",
)
ATTEMPT: Final = Text(" (attempt {n} at this table)", " (podejście {n} przy tym stole)")


def verify(text: str | bytes, receipt: str | bytes | None, game_of: Callable[[str], Game]) -> Verdict:
    """Replay the file and check its chance; BadMatchFile or Unproved where something does not hold."""
    file = read_file(text)
    match = replay(game_of(file.game), file)

    def verdict(finding: Finding, words: Text) -> Verdict:
        return Verdict(finding, file.game, match.seq, match.over, words.fill(entries=match.seq))

    kept = None if receipt is None else read_receipt(receipt)
    if not isinstance(file.chance, Fair):
        if kept is not None:
            raise Unproved(
                "A receipt proves a match dealt by the fairness protocol; this one was dealt from a seed.",
                "Kwit dowodzi rozgrywki rozdanej według protokołu; ta została rozdana z ziarna.",
                "receipt",
            )
        return verdict("consistent", SEEDED)
    if kept is None:
        return verdict("consistent", UNWITNESSED)
    transcript = file.chance.transcript
    require_receipt(kept, transcript, file.chance.nonces)
    seat = seats_by_lot(transcript, key_of_chance(file.chance))[kept.player]
    attempt = ATTEMPT.fill(n=transcript.attempt) if transcript.attempt > 1 else ""
    words = PROVED.fill(entries=match.seq, seat=seat, attempt=attempt)
    return Verdict("proved", file.game, match.seq, match.over, words, seat, transcript.attempt)


def read_receipt(text: str | bytes) -> Receipt:
    """A receipt, strictly."""
    try:
        kept = msgspec.json.decode(text, type=Receipt | MatchFile)  # of two, each must say which it is
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Unproved(
            f"Not a receipt: a kafelki-receipt/1 document was expected; {error}.",
            f"To nie jest kwit: oczekiwano dokumentu kafelki-receipt/1; {error}.",
            "receipt",
        ) from None
    if not isinstance(kept, Receipt):
        raise Unproved(
            "Not a receipt: a kafelki-receipt/1 document was expected; a match file came.",
            "To nie jest kwit: oczekiwano dokumentu kafelki-receipt/1; przyszedł plik rozgrywki.",
            "receipt",
        )
    return kept
