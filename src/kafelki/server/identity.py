"""Who somebody is: a random id in a signed cookie or token. Accounts are not needed to play."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
import time
import unicodedata
from pathlib import Path
from typing import Final, Literal, TypeAlias

from kafelki.errors import BadName, BadToken, CannotServe
from kafelki.server.settings import unusable

COOKIE: Final = "kafelki"
KEY_FILE: Final = "signing.key"
KEY_BYTES: Final = 32
DAY: Final = 86400
LASTS: Final = {"player": 400 * DAY, "device": 600, "host": 60}  # seconds
LONGEST_NAME: Final = 24
ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # of codes: read out on the phone, nothing looks like another
CODE_LETTERS: Final = 8
ALPHABETS: Final = {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"}  # that have letters of one shape
BLANKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters that show nothing
JOINERS: Final = frozenset("\u200c\u200d")  # in pictures made of several, and in some languages

Purpose: TypeAlias = Literal["player", "device", "host"]


def new_id() -> str:
    """A name nobody can guess, for players and tables."""
    return secrets.token_hex(10)


def new_invitation() -> str:
    """The part of a link that lets people in."""
    return secrets.token_urlsafe(16)


def new_code() -> str:
    """What is read out on the phone instead of a link."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LETTERS))


def plain_code(text: str) -> str:
    """A code as somebody typed it."""
    return "".join(letter for letter in text.upper() if letter in ALPHABET)


def clean_name(text: str) -> str:
    """A name people can be called by: visible letters in one line, not too long, of one alphabet."""
    shown = "".join(letter for letter in unicodedata.normalize("NFC", text) if _is_visible(letter))
    name = " ".join(shown.split())
    if not 1 <= len(name) <= LONGEST_NAME or not any(unicodedata.category(letter)[0] in "LNPS" for letter in name):
        raise BadName(
            f"A name has 1 to {LONGEST_NAME} visible letters; {len(name)} came.",
            f"Imię ma od 1 do {LONGEST_NAME} widocznych znaków; przyszło {len(name)}.",
        )
    if len({unicodedata.name(letter, "").split(" ")[0] for letter in name} & ALPHABETS) > 1:
        raise BadName(
            "A name is of one alphabet: letters of others look like them.",
            "Imię jest z jednego alfabetu: litery innych wyglądają tak samo.",
            "alphabets",
        )
    return name


def looks(name: str) -> str:
    """How a name looks to who reads quickly: two that look alike are one name at a table."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in plain if letter.isalnum()) or name


def clean_words(text: str) -> str:
    """What somebody says, in one line, without what is not seen and turns the letters around it."""
    kept = (letter for letter in text if letter.isspace() or letter in JOINERS or _is_visible(letter))
    return " ".join("".join(kept).split())


def _is_visible(letter: str) -> bool:
    return letter == " " or (unicodedata.category(letter)[0] not in "CZ" and letter not in BLANKS)


class Signer:
    """Signs who somebody is, and knows its own hand again."""

    def __init__(self, key: bytes) -> None:
        self.key: Final = key

    def sign(self, purpose: Purpose, subject: str, now: float | None = None) -> str:
        """A token that lasts as long as its purpose needs."""
        until = int(time.time() if now is None else now) + LASTS[purpose]
        return f"{subject}.{until}.{self._mac(purpose, subject, until)}"

    def read(self, purpose: Purpose, token: str, now: float | None = None) -> str:
        """Whom a token names; BadToken where it is not ours, or no more."""
        subject, _, rest = token.partition(".")
        until, _, mac = rest.partition(".")
        if len(token) > 200 or not until.isascii() or not until.isdigit() or not token.isascii():
            raise _bad("forged")
        if not hmac.compare_digest(mac, self._mac(purpose, subject, int(until))):
            raise _bad("forged")
        if int(until) < (time.time() if now is None else now):
            raise BadToken("This has expired: ask for a new one.", "To już wygasło: poproś o nowe.", "expired")
        return subject

    def _mac(self, purpose: Purpose, subject: str, until: int) -> str:
        text = f"kafelki {purpose}\0{subject}\0{until}".encode()
        digest = hmac.new(self.key, text, hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:24]).decode()


def _bad(reason: str) -> BadToken:
    return BadToken("This was not signed here.", "Tego tu nie podpisano.", reason)


def signer_in(folder: Path) -> Signer:
    """The signer whose key lies in the folder."""
    return Signer(key_in(folder, KEY_FILE))


def key_in(folder: Path, name: str) -> bytes:
    """A key that lies in the folder; the first server there makes it, readable to its owner alone."""
    path = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(secrets.token_bytes(KEY_BYTES))
        key = path.read_bytes()
    except OSError as error:
        raise unusable(error) from None
    if len(key) != KEY_BYTES:
        raise CannotServe(
            f"{name} has {len(key)} bytes; {KEY_BYTES} were expected.",
            f"{name} ma {len(key)} bajtów; oczekiwano {KEY_BYTES}.",
            "key",
        )
    return key
