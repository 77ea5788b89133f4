"""Web Push: a short message for one browser (RFC 8291), and who sends it (RFC 8292, "VAPID"). No network here."""

from __future__ import annotations

import base64
import binascii
import os
from typing import Final
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from kafelki.errors import BadRequest
from kafelki.server.notice_store import Subscription

CURVE: Final = ec.SECP256R1()
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve's points
POINT_BYTES: Final = 65  # an uncompressed point
AUTH_BYTES: Final = 16
SALT_BYTES: Final = 16
RECORD: Final = 4096  # bytes; ours are always one record
MOST_TEXT: Final = 3000  # bytes of a message: push services take 4096 with all that is around it
LASTS: Final = 12 * 3600  # seconds that a signature is good for; a day is the most
LAST_RECORD: Final = b"\x02"


class Sender:
    """This server, as push services know it. The key is made from 32 bytes that are kept."""

    def __init__(self, seed: bytes, contact: str) -> None:
        self._key = ec.derive_private_key(1 + int.from_bytes(seed, "big") % (ORDER - 1), CURVE)
        self._contact = contact
        self.public: Final = encoded(_point(self._key.public_key()))  # what browsers subscribe with

    def packed(self, text: bytes, to: Subscription, now: float) -> tuple[dict[str, str], bytes]:
        """A message as it goes to the push service: headers and body."""
        return self.headers(to.endpoint, now), encrypt(text, to)

    def headers(self, endpoint: str, now: float) -> dict[str, str]:
        """What goes with a message to an endpoint."""
        place = urlsplit(endpoint)
        claims = {"aud": f"{place.scheme}://{place.netloc}", "exp": int(now) + LASTS, "sub": self._contact}
        head = encoded(msgspec.json.encode({"typ": "JWT", "alg": "ES256"}))
        signed = f"{head}.{encoded(msgspec.json.encode(claims))}"
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        token = f"{signed}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
        return {
            "Authorization": f"vapid t={token}, k={self.public}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
        }


def encrypt(
    text: bytes,
    to: Subscription,
    salt: bytes | None = None,
    key: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """A message as only that browser can read it; salt and key are fresh ones but in tests."""
    assert len(text) <= MOST_TEXT, "a notice is short"
    salt, key = salt or os.urandom(SALT_BYTES), key or ec.generate_private_key(CURVE)
    theirs, auth = decoded(to.p256dh), decoded(to.auth)
    ours = _point(key.public_key())
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    secret = _stretched(shared, auth, b"WebPush: info\0" + theirs + ours, 32)
    content_key = _stretched(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _stretched(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(content_key).encrypt(nonce, text + LAST_RECORD, None)


def require_keys(to: Subscription) -> None:
    """BadRequest unless these are a browser's keys."""
    try:
        point, auth = decoded(to.p256dh), decoded(to.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except (ValueError, binascii.Error):
        point = auth = b""
    if len(point) != POINT_BYTES or len(auth) != AUTH_BYTES:
        raise BadRequest(
            "These are no keys of a browser's subscription.", "To nie są klucze subskrypcji przeglądarki.", "keys"
        )


def encoded(content: bytes) -> str:
    """Base64 for URLs, without the padding."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes again; ValueError for what is no base64 for URLs."""
    plain = text.rstrip("=")
    return base64.b64decode(plain + "=" * (-len(plain) % 4), altchars=b"-_", validate=True)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _stretched(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
