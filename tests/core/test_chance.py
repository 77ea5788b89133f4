"""Chance: the test vectors of RFC 8439, and draws that favour nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numba
import numpy as np
import pytest
from scipy.stats import chisquare

from kafelki.core.chance import MASK, WORDS, below, below_four, block, key_words, next_word, quarter_round, set_key
from kafelki.core.record import Thinking, blank, state_in
from tests.core.helpers import run_python

KEY: Final = bytes(range(32))
ZEROS: Final = bytes(32)


def keystream(key: bytes, counter: int, nonce: bytes) -> bytes:
    """One block as bytes, as the RFC prints it."""
    out = np.zeros(WORDS, dtype=np.int32)
    first, second, third = (int(word) for word in np.frombuffer(nonce, dtype="<u4"))
    block(key_words(key).astype(np.uint32).view(np.int32), (counter, first, second, third), out)
    return out.astype("<i4").tobytes()


def stream(key: bytes = KEY) -> Thinking:
    state = state_in(blank(Thinking), 0, Thinking)
    set_key(state, key_words(key))
    return state


def planted(words: Sequence[int]) -> Thinking:
    """A stream whose next words are these, so that what a draw makes of each can be looked at."""
    assert len(words) <= WORDS
    state = stream()
    for place, word in enumerate(words, start=WORDS - len(words)):
        state.chance_words[place] = word - ((word >> 31) << 32)
    state.chance_left = len(words)
    return state


# ---- RFC 8439


def test_rfc_8439_2_1_1_a_quarter_round() -> None:
    given = (0x11111111, 0x01020304, 0x9B8D6F43, 0x01234567)
    assert quarter_round(*given) == (0xEA2A92F4, 0xCB1CF8CE, 0x4581472E, 0x5881C4BB)


def test_rfc_8439_2_2_1_a_quarter_round_inside_a_block() -> None:
    given = (0x516461B1, 0x2A5F714C, 0x53372767, 0x3D631689)
    assert quarter_round(*given) == (0xBDB886DC, 0xCFACAFD2, 0xE46BEA80, 0xCCC07C79)


def test_rfc_8439_2_3_2_the_block_function() -> None:
    assert keystream(KEY, 1, bytes.fromhex("000000090000004a00000000")) == bytes.fromhex(
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )


def test_rfc_8439_2_4_2_the_keystream_goes_on_from_block_to_block() -> None:
    plain = (
        b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
        b"sunscreen would be it."
    )
    nonce = bytes.fromhex("000000000000004a00000000")
    pad = keystream(KEY, 1, nonce) + keystream(KEY, 2, nonce)
    assert bytes(a ^ b for a, b in zip(plain, pad, strict=False)) == bytes.fromhex(
        "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0b"
        "f91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f530c359f0861d8"
        "07ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab7793736"
        "5af90bbf74a35be6b40b8eedf2785e42874d"
    )


@pytest.mark.parametrize(
    ("key", "counter", "nonce", "expected"),
    [
        (
            ZEROS,
            0,
            bytes(12),
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
        ),
        (
            ZEROS,
            1,
            bytes(12),
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
        ),
        (
            bytes(31) + b"\1",
            1,
            bytes(12),
            "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
            "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0",
        ),
        (
            b"\0\xff" + bytes(30),
            2,
            bytes(12),
            "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
            "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096",
        ),
        (
            ZEROS,
            0,
            bytes(11) + b"\2",
            "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
            "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d",
        ),
    ],
    ids=["1", "2", "3", "4", "5"],
)
def test_rfc_8439_a_1_test_vectors(key: bytes, counter: int, nonce: bytes, expected: str) -> None:
    assert keystream(key, counter, nonce).hex() == expected


def test_the_vectors_hold_the_other_way_too() -> None:
    """Compiled where this run is plain, and plain where it is compiled."""
    other = "0" if numba.config.DISABLE_JIT else "1"
    child = run_python(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "rfc_8439", __file__, NUMBA_DISABLE_JIT=other
    )
    assert child.returncode == 0, child.stdout + child.stderr
    assert "9 passed" in child.stdout


# ---- The stream


def test_a_key_is_read_as_little_endian_words() -> None:
    assert key_words(KEY).tolist()[:2] == [0x03020100, 0x07060504]
    assert key_words(b"\xff" * 32).tolist() == [MASK] * 8


def test_words_come_block_after_block_in_order() -> None:
    state = stream()
    drawn = [next_word(state) for _ in range(3 * WORDS)]
    blocks = b"".join(keystream(KEY, number, bytes(12)) for number in range(3))
    assert drawn == np.frombuffer(blocks, dtype="<u4").tolist()
    assert state.chance_block == 3
    assert state.chance_left == 0


def test_past_four_billion_blocks_the_stream_does_not_begin_again() -> None:
    state = stream()
    state.chance_block = 2**32
    expected = keystream(KEY, 0, bytes([1, 0, 0, 0]) + bytes(8))
    assert [next_word(state) for _ in range(WORDS)] == np.frombuffer(expected, dtype="<u4").tolist()
    assert state.chance_block == 2**32 + 1


def test_the_top_words_are_no_negative_numbers() -> None:
    assert next_word(planted([MASK])) == MASK
    assert next_word(planted([2**31])) == 2**31


def test_a_new_key_leaves_nothing_of_the_old_stream() -> None:
    used, fresh = blank(Thinking), blank(Thinking)
    set_key(used[0], key_words(KEY))
    for _ in range(5):
        next_word(used[0])
    used[0].purpose = fresh[0].purpose = 3
    set_key(used[0], key_words(ZEROS))
    set_key(fresh[0], key_words(ZEROS))
    assert used.tobytes() == fresh.tobytes()
    assert next_word(used[0]) == 0xADE0B876


def test_equal_keys_draw_alike_and_others_do_not() -> None:
    first, same, other = stream(), stream(), stream(ZEROS)
    drawn = [next_word(first) for _ in range(WORDS)]
    assert drawn == [next_word(same) for _ in range(WORDS)]
    assert not set(drawn) & {next_word(other) for _ in range(WORDS)}


# ---- Fair draws


def words_for(value: int, limit: int) -> range:
    """The words w with w * limit >> 32 == value."""
    first, end = (-(-bound * 2**32 // limit) for bound in (value, value + 1))
    return range(first, end)


def accepted(word: int, limit: int) -> int | None:
    """What `below` makes of a word, or None where it throws it away and draws another."""
    state = planted([word, 1])
    drawn = below(state, limit)
    return None if state.chance_left == 0 else drawn


@pytest.mark.parametrize("limit", [2**27 + 1, 2**29 - 3, 2**31 - 1, 2**31, 2**31 + 1])
def test_every_value_has_equally_many_words(limit: int) -> None:
    for value in (0, 1, 2, limit // 3, limit // 2, limit - 2, limit - 1):
        kept = [word for word in words_for(value, limit) if accepted(word, limit) is not None]
        assert len(kept) == 2**32 // limit
        assert {accepted(word, limit) for word in kept} == {value}


def test_of_three_things_one_word_alone_is_thrown_away() -> None:
    assert accepted(0, 3) is None
    assert [accepted(word, 3) for word in (1, 2**30, 2**31, MASK)] == [0, 0, 1, 2]


def test_a_limit_that_divides_all_words_throws_none_away() -> None:
    assert [accepted(word, 2**31) for word in (0, 1, 2, MASK)] == [0, 0, 1, 2**31 - 1]
    assert below(planted([12345]), 1) == 0


def test_almost_half_the_words_are_thrown_away_just_above_half_of_them() -> None:
    """The worst there is: 2**31 + 1 values have one word each, and 2**31 - 1 words are left over."""
    limit = 2**31 + 1
    state, copy = stream(), stream()
    for _ in range(100):
        word = next_word(copy)
        while (word * limit) % 2**32 < 2**32 % limit:
            word = next_word(copy)
        assert below(state, limit) == word * limit // 2**32
    used = int(state.chance_block) * WORDS - int(state.chance_left)
    assert 150 < used < 250


@pytest.mark.parametrize("limit", [2, 3, 6, 132])
def test_draws_are_in_range_and_fair(limit: int) -> None:
    state = stream()
    drawn = Counter(below(state, limit) for _ in range(60 * limit))
    assert sorted(drawn) == list(range(limit))
    assert chisquare([drawn[value] for value in range(limit)]).pvalue > 0.001


# ---- Four from one word


def four(word: int, limit: int) -> tuple[int, int, int, int] | None:
    state = planted([word, 1])
    drawn = below_four(state, limit)
    return None if state.chance_left == 0 else drawn


def ways_to_draw_four(limit: int) -> int:
    return limit * (limit - 1) * (limit - 2) * (limit - 3)


def nth_way(number: int, limit: int) -> tuple[int, int, int, int]:
    number, fourth = divmod(number, limit - 3)
    number, third = divmod(number, limit - 2)
    first, second = divmod(number, limit - 1)
    return first, second, third, fourth


@pytest.mark.parametrize("limit", [132, 200, 256])
def test_every_way_to_draw_four_has_equally_many_words(limit: int) -> None:
    ways = ways_to_draw_four(limit)
    for number in (0, 1, ways // 7, ways // 2, ways - 2, ways - 1):
        kept = [word for word in words_for(number, ways) if four(word, limit) is not None]
        assert len(kept) == 2**32 // ways
        assert {four(word, limit) for word in kept} == {nth_way(number, limit)}


def test_four_of_four_are_all_of_them_in_every_order() -> None:
    state = stream()
    drawn = Counter(below_four(state, 4) for _ in range(1200))
    assert sorted(drawn) == [nth_way(number, 4) for number in range(24)]
    assert chisquare(list(drawn.values())).pvalue > 0.001
    assert all(last == 0 for *_, last in drawn)


@pytest.mark.parametrize("limit", [5, 22, 132, 256])
def test_each_of_the_four_is_in_its_own_range_and_fair(limit: int) -> None:
    state = stream()
    draws = [below_four(state, limit) for _ in range(1000)]
    for place in range(4):
        drawn = Counter(draw[place] for draw in draws)
        assert min(drawn) >= 0
        assert max(drawn) < limit - place
        bounds = [round(part * (limit - place) / 5) for part in range(6)]
        seen = [sum(drawn[value] for value in range(*span)) for span in pairwise(bounds)]
        expected = [1000 * (end - begin) / (limit - place) for begin, end in pairwise(bounds)]
        kept = [number for number, share in enumerate(expected) if share]
        assert chisquare([seen[i] for i in kept], [expected[i] for i in kept]).pvalue > 0.001
