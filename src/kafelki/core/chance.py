"""Chance: a ChaCha20 stream (RFC 8439) kept in the record.

Who sees every draw still cannot foretell the next one. Words are 32-bit values in 64-bit ints, the masks
written out, so that the numbers are the same compiled, plain and on a GPU. In the record they lie as
signed int32: `_signed` and `_word` convert.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from kafelki.core.kernel import kernel
from kafelki.core.record import Chance, Ints32, Ints64

MASK: Final = 0xFFFF_FFFF
SIGN: Final = 0x8000_0000
WORDS: Final = 16  # words in a block
ROUNDS: Final = 10  # double rounds
SIGMA: Final = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)  # "expand 32-byte k"


@kernel
def _word(stored: int) -> int:
    """A stored int32 as the 32-bit word it stands for."""
    return int(stored) & MASK


@kernel
def _signed(word: int) -> int:
    """A 32-bit word as the int32 that stores it."""
    return word - ((word & SIGN) << 1)


@kernel
def _rotate(word: int, by: int) -> int:
    return ((word << by) & MASK) | (word >> (32 - by))


@kernel
def quarter_round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """RFC 8439, 2.1."""
    a = (a + b) & MASK
    d = _rotate(d ^ a, 16)
    c = (c + d) & MASK
    b = _rotate(b ^ c, 12)
    a = (a + b) & MASK
    d = _rotate(d ^ a, 8)
    c = (c + d) & MASK
    b = _rotate(b ^ c, 7)
    return a, b, c, d


@kernel
def _add_four(words: Ints32, at: int, old: tuple[int, int, int, int], new: tuple[int, int, int, int]) -> None:
    """The last step of a block: the input is added to what the rounds made of it."""
    words[at] = _signed((old[0] + new[0]) & MASK)
    words[at + 1] = _signed((old[1] + new[1]) & MASK)
    words[at + 2] = _signed((old[2] + new[2]) & MASK)
    words[at + 3] = _signed((old[3] + new[3]) & MASK)


@kernel
def _four(words: Ints32, at: int) -> tuple[int, int, int, int]:
    return _word(words[at]), _word(words[at + 1]), _word(words[at + 2]), _word(words[at + 3])


@kernel
def block(key: Ints32, tail: tuple[int, int, int, int], out: Ints32) -> None:
    """RFC 8439, 2.3: one block of sixteen words; `tail` is the counter and the three words of the nonce."""
    low, high = _four(key, 0), _four(key, 4)
    x0, x1, x2, x3 = SIGMA
    x4, x5, x6, x7 = low
    x8, x9, x10, x11 = high
    x12, x13, x14, x15 = tail
    for _ in range(ROUNDS):
        x0, x4, x8, x12 = quarter_round(x0, x4, x8, x12)
        x1, x5, x9, x13 = quarter_round(x1, x5, x9, x13)
        x2, x6, x10, x14 = quarter_round(x2, x6, x10, x14)
        x3, x7, x11, x15 = quarter_round(x3, x7, x11, x15)
        x0, x5, x10, x15 = quarter_round(x0, x5, x10, x15)
        x1, x6, x11, x12 = quarter_round(x1, x6, x11, x12)
        x2, x7, x8, x13 = quarter_round(x2, x7, x8, x13)
        x3, x4, x9, x14 = quarter_round(x3, x4, x9, x14)
    _add_four(out, 0, SIGMA, (x0, x1, x2, x3))
    _add_four(out, 4, low, (x4, x5, x6, x7))
    _add_four(out, 8, high, (x8, x9, x10, x11))
    _add_four(out, 12, tail, (x12, x13, x14, x15))


@kernel
def set_key(state: Chance, key: Ints64) -> None:
    """Start the stream that `key` (eight 32-bit words) begins; nothing of the old one is left."""
    for i in range(8):
        state.chance_key[i] = _signed(int(key[i]) & MASK)
    for i in range(WORDS):
        state.chance_words[i] = 0
    state.chance_block = 0
    state.chance_left = 0


@kernel
def next_word(state: Chance) -> int:
    """The next 32 bits of the stream."""
    left = int(state.chance_left)
    if left == 0:
        number = int(state.chance_block)
        block(state.chance_key, (number & MASK, number >> 32, 0, 0), state.chance_words)
        state.chance_block = number + 1
        left = WORDS
    state.chance_left = left - 1
    return _word(state.chance_words[WORDS - left])


@kernel
def draw_key(state: Chance, key: Ints64) -> None:
    """The next eight words, as the key of another stream."""
    for i in range(8):
        key[i] = next_word(state)


@kernel
def below(state: Chance, limit: int) -> int:
    """0..limit-1, each as likely as the others: the few words that would favour some are thrown away."""
    product = next_word(state) * limit
    if (product & MASK) < limit:
        unfair = (MASK + 1 - limit) % limit
        while (product & MASK) < unfair:
            product = next_word(state) * limit
    return (product >> 32) & MASK


@kernel
def below_four(state: Chance, limit: int) -> tuple[int, int, int, int]:
    """Fair draws below limit, limit-1, limit-2 and limit-3 from one word: four of 4..256 things, none put back.

    What a product leaves in its low half is as good a word for the next draw; only the last one tells
    whether the word was one of the few that would favour some.
    """
    ways = limit * (limit - 1) * (limit - 2) * (limit - 3)
    while True:
        a = next_word(state) * limit
        b = (a & MASK) * (limit - 1)
        c = (b & MASK) * (limit - 2)
        d = (c & MASK) * (limit - 3)
        if (d & MASK) >= ways or (d & MASK) >= (MASK + 1 - ways) % ways:
            return a >> 32, b >> 32, c >> 32, d >> 32


def key_words(key: bytes) -> Ints64:
    """32 bytes as the eight little-endian words of RFC 8439."""
    return np.frombuffer(key, dtype="<u4").astype(np.int64)
