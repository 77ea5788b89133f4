"""How a match's chance is made so that nobody can have chosen the deal, and how that is checked afterwards.

1. The host publishes `commitment(table, secret)` when the table is made.
2. Who sits down sends `nonce_hash(nonce)` only; bots add nothing.
3. Starting freezes the transcript T and shows it to all; then the nonces are revealed.
4. `key_of(T, secret, nonces)` begins the stream of chance; the lot for seats comes from it too.
5. At the end the secret is published. Who kept T and their nonce, the receipt, can then prove the deal.

A nonce that does not come in time sends the table back to the lobby: with a new secret, new nonces (a nonce is used
once) and the next `attempt`, which the transcript tells, because who gives up deals until one pleases has chosen it.

What this proves, to the one who kept the receipt: the deal of this attempt was not chosen by anyone, and which seat
the lot gave them. What it does not: that the host never looked at the cards, that the moves in a file are those that
were played, or anything to somebody who got receipt and file from one hand.

The transcript's digest is SHA-256 of its JSON with sorted keys and no spaces, in UTF-8.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Final

import msgspec

from kafelki.core.chance import below, key_words, set_key
from kafelki.core.meta import Value
from kafelki.core.record import Thinking, blank, state_in
from kafelki.errors import BadSeed, Unproved

KEY_BYTES: Final = 32


class Transcript(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is fixed before any nonce is known. Players are in the order in which they sat down."""

    table: str
    game: str
    rules: int
    options: dict[str, Value]
    commitment: str
    nonce_hashes: tuple[str | None, ...]  # None: a bot
    lot: bool = True  # seats are drawn by lot; without it players keep the order in which they sat down
    attempt: int = 1  # how often this table has been dealt, this time counted

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.nonce_hashes)

    def digest(self) -> bytes:
        """What the key is made from; the module's docstring says how."""
        return hashlib.sha256(msgspec.json.encode(self, order="sorted")).digest()


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="kafelki-receipt/1", tag_field="format"):
    """What a player keeps: the transcript as it was shown, and their own nonce."""

    transcript: Transcript
    player: int  # by order of sitting down
    nonce: str


def new_secret() -> bytes:
    """Fresh bytes for a secret, a nonce or a key."""
    return secrets.token_bytes(KEY_BYTES)


def key_of_seed(seed: object) -> bytes:
    """A key from an int or 32 bytes, or a fresh one: for matches where nothing needs proving."""
    if seed is None:
        return new_secret()
    if isinstance(seed, bytes) and len(seed) == KEY_BYTES:
        return seed
    if type(seed) is int and seed.bit_length() <= 256:
        return hashlib.sha256(f"kafelki seed {seed:x}".encode()).digest()
    came = f"{len(seed)} bytes" if isinstance(seed, bytes) else type(seed).__name__
    raise BadSeed(
        f"A seed is an int of at most 256 bits or {KEY_BYTES} bytes; {came} came.",
        f"Ziarno to liczba całkowita do 256 bitów albo {KEY_BYTES} bajtów; przyszło: {came}.",
    )


def commitment(table: str, secret: bytes) -> str:
    """C: binds the host to a secret before anyone sits down."""
    name = table.encode()
    return hashlib.sha256(b"kafelki commitment\0" + len(name).to_bytes(4) + name + secret).hexdigest()


def nonce_hash(nonce: bytes) -> str:
    """Binds a player to a nonce before anyone's is known."""
    return hashlib.sha256(b"kafelki nonce\0" + nonce).hexdigest()


def key_of(transcript: Transcript, secret: bytes, nonces: Sequence[bytes | None]) -> bytes:
    """The key that all of them made together, or Unproved where one is not what was promised."""
    if commitment(transcript.table, secret) != transcript.commitment:
        raise _broken("the secret's commitment", "zobowiązanie do sekretu", transcript.commitment, "secret")
    if len(nonces) != transcript.seats:
        raise Unproved(
            f"The transcript has {transcript.seats} players; {len(nonces)} nonces came.",
            f"W protokole graczy jest {transcript.seats}; przyszło liczb jednorazowych: {len(nonces)}.",
            "nonce",
        )
    for number, (nonce, promised) in enumerate(zip(nonces, transcript.nonce_hashes, strict=True), start=1):
        if (None if nonce is None else nonce_hash(nonce)) != promised:
            raise _broken(f"player {number}'s nonce hash", f"skrót liczby gracza {number}", str(promised), "nonce")
    if any(len(one) != KEY_BYTES for one in (secret, *nonces) if one is not None):
        raise Unproved(
            f"Secrets and nonces have {KEY_BYTES} bytes; another length came.",
            f"Sekret i liczby jednorazowe mają po {KEY_BYTES} bajty; przyszła inna długość.",
            "length",
        )
    given = b"".join(nonce for nonce in nonces if nonce is not None)
    return hashlib.sha256(b"kafelki key\0" + transcript.digest() + secret + given).digest()


def _broken(en: str, pl: str, promised: str, reason: str) -> Unproved:
    return Unproved(
        f"Expected {en} {promised}; what came does not give it.",
        f"Oczekiwano: {pl} {promised}; to, co przyszło, go nie daje.",
        reason,
    )


def seats_by_lot(transcript: Transcript, key: bytes) -> list[int]:
    """The seat of each player, by order of sitting down; drawn apart from the deal."""
    seats = list(range(transcript.seats))
    if not transcript.lot:
        return seats
    stream = state_in(blank(Thinking), 0, Thinking)
    set_key(stream, key_words(hashlib.sha256(b"kafelki lot\0" + key).digest()))
    for last in range(len(seats) - 1, 0, -1):
        other = below(stream, last + 1)
        seats[last], seats[other] = seats[other], seats[last]
    return seats


def require_receipt(receipt: Receipt, transcript: Transcript, nonces: Sequence[str | None]) -> None:
    """Unproved unless the receipt belongs to this transcript and its nonce was used."""
    for part in Transcript.__struct_fields__:
        kept, told = getattr(receipt.transcript, part), getattr(transcript, part)
        if kept != told:
            raise Unproved(
                f"The receipt's transcript says {part} {kept!r}; the match's says {told!r}.",
                f"Protokół z kwitu podaje {part} {kept!r}; protokół rozgrywki: {told!r}.",
                "receipt",
            )
    if receipt.transcript.digest() != transcript.digest():
        raise Unproved("The receipt's transcript is not the match's.", "Protokół z kwitu jest inny.", "receipt")
    own = nonces[receipt.player] if 0 <= receipt.player < transcript.seats else None
    if own is None or own.lower() != receipt.nonce.lower():
        raise Unproved(
            f"The receipt's nonce {receipt.nonce[:12]}… is not the one that player {receipt.player + 1} revealed.",
            f"Liczba z kwitu {receipt.nonce[:12]}… nie jest tą, którą ujawnił gracz {receipt.player + 1}.",
            "receipt",
        )
