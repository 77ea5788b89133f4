"""Web Push: the example of RFC 8291, and signatures that anybody can check."""

from __future__ import annotations

import json
import re

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from kafelki.errors import BadRequest
from kafelki.server.notice_store import Subscription
from kafelki.server.webpush import CURVE, Sender, decoded, encoded, encrypt, require_keys
from tests.server.browser_keys import BrowserKeys

# RFC 8291, section 5 and appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
SUBSCRIPTION = Subscription(
    "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
)
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
MESSAGE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decoded(text), "big"), CURVE)


def test_the_example_of_the_standard_comes_out_byte_for_byte() -> None:
    made = encrypt(TEXT, SUBSCRIPTION, decoded(SALT), private(SENDER))
    assert encoded(made) == MESSAGE


def test_the_browser_of_the_example_reads_it() -> None:
    browser = BrowserKeys(private(RECEIVER), decoded(SUBSCRIPTION.auth))
    assert browser.subscription(SUBSCRIPTION.endpoint) == SUBSCRIPTION
    assert browser.read(decoded(MESSAGE)) == TEXT


def test_every_message_has_a_key_of_its_own_and_only_its_browser_reads_it() -> None:
    browser, other = BrowserKeys(), BrowserKeys()
    to = browser.subscription("https://push.example.net/1")
    first, second = encrypt(TEXT, to), encrypt(TEXT, to)
    assert first[:86] != second[:86], "salt and key are fresh"
    assert browser.read(first) == browser.read(second) == TEXT
    with pytest.raises(InvalidTag):
        other.read(first)


def test_the_sender_signs_for_the_push_service_and_for_half_a_day() -> None:
    sender = Sender(bytes(range(32)), "https://kafelki.example.org")
    headers = sender.headers("https://push.example.net:8443/push/abc?x=1", now=1000.4)
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)", headers["Authorization"])
    assert found is not None
    head, claims, signature, key = found.groups()
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    wanted = {"aud": "https://push.example.net:8443", "exp": 1000 + 12 * 3600, "sub": "https://kafelki.example.org"}
    assert json.loads(decoded(claims)) == wanted
    assert key == sender.public
    pair = [int.from_bytes(half, "big") for half in (decoded(signature)[:32], decoded(signature)[32:])]
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(key))
    public.verify(encode_dss_signature(*pair), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


@pytest.mark.parametrize("seed", [bytes(32), b"\xff" * 32, bytes(range(32))], ids=["zeros", "ones", "any"])
def test_any_32_bytes_make_a_key_and_the_same_ones_the_same(seed: bytes) -> None:
    assert Sender(seed, "x").public == Sender(seed, "x").public
    assert len(decoded(Sender(seed, "x").public)) == 65


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", SUBSCRIPTION.auth),
        (SUBSCRIPTION.p256dh, ""),
        (SUBSCRIPTION.p256dh, SUBSCRIPTION.auth + "AAAA"),
        (SUBSCRIPTION.p256dh[:-2], SUBSCRIPTION.auth),
        ("B" + "A" * 86, SUBSCRIPTION.auth),  # not on the curve
        ("ż" * 87, SUBSCRIPTION.auth),
        (SUBSCRIPTION.p256dh, "!!!!!!!!!!!!!!!!!!!!!!"),
    ],
)
def test_what_is_no_key_is_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(BadRequest) as refused:
        require_keys(Subscription("https://push.example.net/1", p256dh, auth))
    assert refused.value.code == "bad_request.keys"
    require_keys(SUBSCRIPTION)
