"""Nobody can have chosen the deal: the protocol walked through, and every wrong thing refused in its own words."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from itertools import permutations
from typing import Any, Final

import msgspec
import pytest
from scipy.stats import chisquare

import kafelki
from kafelki.core.entries import Fair
from kafelki.core.fairness import (
    KEY_BYTES,
    Receipt,
    Transcript,
    commitment,
    key_of,
    key_of_seed,
    new_secret,
    nonce_hash,
    seats_by_lot,
)
from kafelki.core.match import Match
from kafelki.errors import BadMatchFile, BadSeed, KafelkiError, Unproved
from tests.core.helpers import NONCES, SECRET, edited, fair_table, play_on

OTHER: Final = bytes([0xEE] * 32)


def assert_says(error: KafelkiError, *named: str) -> None:
    for words in (error.words.en, error.words.pl):
        for name in named:
            assert name in words
        assert "\n" not in words
    assert error.words.en != error.words.pl


@pytest.fixture(scope="module")
def finished() -> str:
    """A match of three, one of them a bot, played by the protocol to its end."""
    match = play_on(fair_table().match(), 6)
    match.end("abandoned")
    return match.dump()


# ---- The whole protocol


def test_the_protocol_from_an_empty_table_to_the_proof() -> None:
    # 1. The host makes a table and publishes what binds it to a secret.
    secret = new_secret()
    published = commitment("table-7", secret)
    assert published == hashlib.sha256(b"kafelki commitment\0\0\0\0\x07table-7" + secret).hexdigest()

    # 2. Two people sit down and send a hash only; a bot adds nothing.
    nonces = [new_secret(), None, new_secret()]
    hashes = tuple(None if nonce is None else nonce_hash(nonce) for nonce in nonces)
    assert hashes[1] is None
    assert hashes[0] == hashlib.sha256(b"kafelki nonce\0" + (nonces[0] or b"")).hexdigest()

    # 3. Starting freezes the transcript. The players keep it, each with their own nonce.
    options = kafelki.game("shelf").meta.full_options({"refill": "eng_2022"})
    transcript = Transcript("table-7", "shelf", 1, options, published, hashes)
    assert transcript.seats == 3
    kept = msgspec.json.encode(Receipt(transcript, 2, (nonces[2] or b"").hex()))

    # 4. All reveal; the key and the lot follow from what all of them gave.
    key = key_of(transcript, secret, nonces)
    given = secret + (nonces[0] or b"") + (nonces[2] or b"")
    assert key == hashlib.sha256(b"kafelki key\0" + transcript.digest() + given).digest()
    assert sorted(seats_by_lot(transcript, key)) == [0, 1, 2]

    # 5. They play, and what is given out meanwhile does not hold the secret.
    chance = Fair(transcript, secret.hex(), tuple(None if nonce is None else nonce.hex() for nonce in nonces))
    match = Match(kafelki.game("shelf"), seats=3, options=options, chance=chance)
    assert match.state().tobytes() == kafelki.new_match("shelf", seats=3, options=options, seed=key).state().tobytes()
    play_on(match, 20)
    assert secret.hex() not in match.dump()
    play_on(match)

    # 6. At the end the file is whole: anybody sees that it is consistent, a receipt proves it.
    text = match.dump()
    without, proof = kafelki.verify(text), kafelki.verify(text, kept)
    assert (without.finding, without.game, without.entries, without.over) == ("consistent", "shelf", match.seq, True)
    assert (proof.finding, proof.entries, proof.over) == ("proved", match.seq, True)
    assert_differs(without.words.en, without.words.pl, proof.words.en, proof.words.pl)
    assert str(match.seq) in proof.words.en
    assert (proof.seat, proof.attempt) == (seats_by_lot(transcript, key)[2], 1)
    assert f"seat {proof.seat}" in proof.words.en


def assert_differs(*words: str) -> None:
    assert all(words)
    assert len(set(words)) == len(words)


def test_every_person_at_the_table_can_prove_it(finished: str) -> None:
    for player in (0, 2):
        assert kafelki.verify(finished, fair_table().receipt(player)).finding == "proved"


def test_a_seeded_match_is_consistent_and_says_that_there_is_nothing_to_prove() -> None:
    verdict = kafelki.verify(play_on(kafelki.new_match("shelf", seed=1), 4).dump())
    assert (verdict.finding, verdict.over, verdict.entries) == ("consistent", False, 4)
    assert "seed" in verdict.words.en
    assert "ziarna" in verdict.words.pl


# ---- The key is made by all


def test_the_key_depends_on_everything_that_was_fixed_and_on_every_nonce() -> None:
    tables = [
        fair_table(),
        fair_table(secret=OTHER),
        fair_table(table="t2"),
        fair_table(options={"common_goals": 1}),
        fair_table(lot=False),
        fair_table((OTHER, None, NONCES[2])),
        fair_table((NONCES[0], None, OTHER)),
        fair_table((NONCES[2], None, NONCES[0])),
        fair_table((NONCES[0], NONCES[2], None)),
        fair_table((NONCES[0], NONCES[2])),
    ]
    keys = [table.key for table in tables]
    assert all(len(key) == KEY_BYTES for key in keys)
    assert len(set(keys)) == len(keys)
    assert fair_table().key == keys[0]


def test_a_commitment_binds_table_and_secret() -> None:
    assert len({commitment("a", SECRET), commitment("b", SECRET), commitment("a", OTHER), commitment("", SECRET)}) == 4


def test_a_wrong_secret_is_refused() -> None:
    table = fair_table()
    with pytest.raises(Unproved) as refused:
        key_of(table.transcript, OTHER, table.nonces)
    assert_says(refused.value, table.transcript.commitment)
    assert refused.value.code == "unproved.secret"


@pytest.mark.parametrize(
    ("nonces", "player"),
    [
        ((OTHER, None, NONCES[2]), 1),
        ((NONCES[0], None, OTHER), 3),
        ((NONCES[2], None, NONCES[0]), 1),
        ((NONCES[0], None, None), 3),
        ((None, None, NONCES[2]), 1),
        ((NONCES[0], OTHER, NONCES[2]), 2),
        ((NONCES[0], b"", NONCES[2]), 2),
    ],
    ids=["wrong", "wrong, the last", "exchanged", "missing", "missing, the first", "from a bot", "nothing from a bot"],
)
def test_a_nonce_that_was_not_promised_is_refused(nonces: tuple[bytes | None, ...], player: int) -> None:
    table = fair_table()
    with pytest.raises(Unproved) as refused:
        key_of(table.transcript, table.secret, nonces)
    assert_says(refused.value, str(player))
    assert refused.value.code == "unproved.nonce"
    assert str(table.transcript.nonce_hashes[player - 1]) in refused.value.words.en or player == 2


@pytest.mark.parametrize("count", [0, 2, 4])
def test_too_few_or_too_many_nonces_are_refused(count: int) -> None:
    table = fair_table()
    with pytest.raises(Unproved) as refused:
        key_of(table.transcript, table.secret, (NONCES * 2)[:count])
    assert_says(refused.value, "3", str(count))
    assert refused.value.code == "unproved.nonce"


# ---- The lot


def test_the_lot_is_a_permutation_that_depends_on_the_key() -> None:
    table = fair_table()
    drawn = Counter(tuple(seats_by_lot(table.transcript, number.to_bytes(32))) for number in range(600))
    assert sorted(drawn) == sorted(permutations(range(3)))
    assert chisquare(list(drawn.values())).pvalue > 0.001
    assert seats_by_lot(table.transcript, table.key) == seats_by_lot(table.transcript, table.key)


def test_a_host_can_switch_the_lot_off_and_the_transcript_says_so() -> None:
    table = fair_table(lot=False)
    for number in range(20):
        assert seats_by_lot(table.transcript, number.to_bytes(32)) == [0, 1, 2]
    assert json.loads(msgspec.json.encode(table.transcript))["lot"] is False
    assert table.transcript != fair_table().transcript


def test_the_lot_tells_nothing_of_the_deal() -> None:
    """It is drawn from a stream of its own."""
    table = fair_table()
    state = table.match().state().tobytes()
    seats_by_lot(table.transcript, table.key)
    assert table.match().state().tobytes() == state
    assert fair_table(lot=False).match().position() != table.match().position()


# ---- Files in which something is wrong


def test_a_file_with_another_secret_is_refused(finished: str) -> None:
    with pytest.raises(Unproved) as refused:
        kafelki.verify(edited(finished, "chance", "secret", to=OTHER.hex()))
    assert_says(refused.value, fair_table().transcript.commitment)
    assert refused.value.code == "unproved.secret"


@pytest.mark.parametrize(
    "nonces",
    [
        (OTHER.hex(), None, "a3" * 32),
        ("a1" * 32, None, None),
        ("a1" * 32, "ee" * 32, "a3" * 32),
        ("a1" * 32, None),
        ("a1" * 32, None, "a3" * 31),
    ],
    ids=["wrong", "missing", "from a bot", "too few", "too short"],
)
def test_a_file_with_other_nonces_is_refused(finished: str, nonces: tuple[str | None, ...]) -> None:
    with pytest.raises(Unproved) as refused:
        kafelki.verify(edited(finished, "chance", "nonces", to=nonces))
    assert_says(refused.value)
    assert refused.value.code == "unproved.nonce"


@pytest.mark.parametrize("what", ["secret", "nonces"])
def test_what_is_not_hexadecimal_is_refused(finished: str, what: str) -> None:
    to: Any = "not hex" if what == "secret" else ["not hex", None, "a3" * 32]
    with pytest.raises(BadMatchFile) as refused:
        kafelki.verify(edited(finished, "chance", what, to=to))
    assert_says(refused.value, "'not hex'")


def test_a_file_whose_transcript_was_edited_does_not_hold(finished: str) -> None:
    """Another promise does not fit the secret; another table does not fit the promise."""
    for path, to in ((("commitment",), "00" * 32), (("table",), "t2"), (("nonce_hashes", 0), nonce_hash(OTHER))):
        with pytest.raises(Unproved):
            kafelki.verify(edited(finished, "chance", "transcript", *path, to=to))


@pytest.mark.parametrize(
    ("path", "to", "named"),
    [
        (("seats",), 2, ("3", "2")),
        (("rules",), 2, ("1", "2")),
        (("options", "refill"), "eng_2022", ("eng_2022", "pl_2023")),
        (("game",), "_template", ("shelf", "_template")),
        (("chance", "transcript", "game"), "tikal", ("shelf", "tikal")),
        (("chance", "transcript", "rules"), 2, ("1", "2")),
        (("chance", "transcript", "options"), {}, ("pl_2023",)),
        (("chance", "transcript", "options", "common_goals"), 1, ("2", "1")),
        (("chance", "transcript", "nonce_hashes"), [None, None], ("3", "2")),
    ],
)
def test_a_transcript_of_another_match_is_refused_with_what_differs(
    finished: str, path: tuple[str, ...], to: Any, named: tuple[str, ...]
) -> None:
    with pytest.raises(BadMatchFile) as refused:
        kafelki.verify(edited(finished, *path, to=to))
    assert_says(refused.value, *named)


def test_a_fair_match_does_not_begin_from_a_position(finished: str) -> None:
    start = msgspec.to_builtins(kafelki.new_match("shelf", seats=3).position())
    with pytest.raises(BadMatchFile) as refused:
        kafelki.verify(edited(finished, "start", to=start))
    assert_says(refused.value)


def test_moves_that_do_not_fit_the_deal_are_refused_even_with_a_receipt(finished: str) -> None:
    document = json.loads(finished)
    document["entries"][0]["moves"][0]["cells"] = [[0, 0]]
    with pytest.raises(BadMatchFile):
        kafelki.verify(edited(finished, "entries", to=document["entries"]), fair_table().receipt(0))


# ---- Receipts in which something is wrong


def test_a_receipt_of_another_table_is_refused(finished: str) -> None:
    with pytest.raises(Unproved) as refused:
        kafelki.verify(finished, fair_table(table="t2").receipt(0))
    assert_says(refused.value, "'t2'", "'t1'")
    assert refused.value.code == "unproved.receipt"


def test_a_receipt_with_another_commitment_is_refused(finished: str) -> None:
    """The host dealt anew after the players had sent their nonces."""
    other = fair_table(secret=OTHER)
    with pytest.raises(Unproved) as refused:
        kafelki.verify(finished, other.receipt(0))
    assert_says(refused.value, other.transcript.commitment[:12], fair_table().transcript.commitment[:12])


@pytest.mark.parametrize("part", ["options", "nonce_hashes", "lot", "rules"])
def test_a_receipt_that_differs_in_anything_says_in_what(finished: str, part: str) -> None:
    others = {
        "options": {"common_goals": 1},
        "nonce_hashes": [nonce_hash(NONCES[0]), None, "00"],
        "lot": False,
        "rules": 2,
    }
    with pytest.raises(Unproved) as refused:
        kafelki.verify(finished, edited(fair_table().receipt(0), "transcript", part, to=others[part]))
    assert_says(refused.value, part)
    assert refused.value.code == "unproved.receipt"


@pytest.mark.parametrize(
    ("player", "nonce"),
    [(0, OTHER.hex()), (2, "a1" * 32), (1, "a1" * 32), (1, ""), (3, "a1" * 32), (-1, "a3" * 32), (2**62, "a1" * 32)],
)
def test_a_receipt_whose_nonce_was_not_used_is_refused(finished: str, player: int, nonce: str) -> None:
    receipt = Receipt(fair_table().transcript, player, nonce)
    with pytest.raises(Unproved) as refused:
        kafelki.verify(finished, msgspec.json.encode(receipt))
    assert_says(refused.value, nonce[:12], str(player + 1))
    assert refused.value.code == "unproved.receipt"


def test_a_receipt_proves_nothing_of_a_seeded_match() -> None:
    with pytest.raises(Unproved) as refused:
        kafelki.verify(kafelki.new_match("shelf", seed=1).dump(), fair_table().receipt(0))
    assert_says(refused.value)
    assert "seed" in refused.value.words.en


@pytest.mark.parametrize("text", ["", "{}", "null", "[]", b"\xff", '{"format":"kafelki-receipt/2"}'])
def test_what_is_no_receipt_is_refused(finished: str, text: str | bytes) -> None:
    with pytest.raises(Unproved) as refused:
        kafelki.verify(finished, text)
    assert_says(refused.value, "kafelki-receipt/1")
    assert refused.value.code == "unproved.receipt"


def test_a_receipt_that_does_not_say_what_it_is_is_refused(finished: str) -> None:
    with pytest.raises(Unproved):
        kafelki.verify(finished, fair_table().receipt(0).replace('"format":"kafelki-receipt/1",', ""))


def test_a_match_file_is_no_receipt_and_a_receipt_no_match_file(finished: str) -> None:
    with pytest.raises(Unproved):
        kafelki.verify(finished, finished)
    with pytest.raises(BadMatchFile):
        kafelki.verify(fair_table().receipt(0), fair_table().receipt(0))


# ---- Nothing gives the secret away


def test_nothing_that_is_given_out_before_the_end_holds_the_secret() -> None:
    table = fair_table()
    match = play_on(table.match(), 20)
    seats = (None, 0, 1, 2)
    given_out = [
        match.dump().encode(),
        msgspec.json.encode(match.entries),
        msgspec.json.encode(match.position()),
        msgspec.json.encode(match.choices()),
        *(msgspec.json.encode(match.view(seat)) for seat in seats),
        *(msgspec.json.encode(match.events(seat)) for seat in seats),
    ]
    for hidden in (table.secret, table.key, *filter(None, table.nonces)):
        assert hidden.hex().encode() in (match.dump(with_secret=True) + table.key.hex()).encode()
        for data in given_out:
            assert hidden.hex().encode() not in data.lower()
            assert hidden not in data


# ---- Seeds


def test_a_seed_is_an_int_or_32_bytes_and_none_is_a_fresh_secret() -> None:
    assert key_of_seed(SECRET) == SECRET
    assert key_of_seed(7) == key_of_seed(7) != key_of_seed(8)
    assert key_of_seed(-7) != key_of_seed(7)
    assert key_of_seed(None) != key_of_seed(None)
    assert len({new_secret() for _ in range(10)}) == 10
    assert all(len(key_of_seed(seed)) == KEY_BYTES for seed in (None, 0, -1, 2**256 - 1, SECRET))


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), 2**256, "7", 7.0, True, [7]])
def test_another_seed_is_refused(seed: object) -> None:
    with pytest.raises(BadSeed) as refused:
        key_of_seed(seed)
    came = f"{len(seed)} bytes" if isinstance(seed, bytes) else type(seed).__name__
    assert_says(refused.value, "256", "32")
    assert came in refused.value.words.en
