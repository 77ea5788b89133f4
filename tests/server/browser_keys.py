"""A browser's side of Web Push: keys of its own, and how it reads a message. Written apart from the server's side."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from kafelki.server.notice_store import Subscription
from kafelki.server.webpush import CURVE, encoded


def keyed(key: bytes, text: bytes) -> bytes:
    return hmac.new(key, text, hashlib.sha256).digest()


class BrowserKeys:
    """A key pair and a secret, as a browser makes them when it subscribes."""

    def __init__(self, private: ec.EllipticCurvePrivateKey | None = None, auth: bytes | None = None) -> None:
        self._private = private or ec.generate_private_key(CURVE)
        self._auth = auth or secrets.token_bytes(16)
        self._public = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self, endpoint: str) -> Subscription:
        return Subscription(endpoint, encoded(self._public), encoded(self._auth))

    def read(self, message: bytes) -> bytes:
        """The text of a message."""
        salt, size, sender, sealed = message[:16], message[16:20], message[21:86], message[86:]
        assert int.from_bytes(size, "big") >= len(sealed)
        assert message[20] == 65
        shared = self._private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        info = b"WebPush: info\0" + self._public + sender
        secret = keyed(salt, keyed(keyed(self._auth, shared), info + b"\1"))
        key = keyed(secret, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = keyed(secret, b"Content-Encoding: nonce\0\1")[:12]
        text, last = AESGCM(key).decrypt(nonce, sealed, None).rsplit(b"\2", 1)
        assert last == b""
        return text
