"""Somebody who receives notices, on loopback: keeps what came, and answers as the test says."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import ipaddress
import socket
import ssl
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from kafelki.server.outbound import Address

OK = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"


class Came(NamedTuple):
    """A request."""

    line: str
    headers: dict[str, str]  # by lower-case name
    body: bytes


class Receiver:
    """A small HTTP server. `answers` are given in turn, the last one again and again."""

    def __init__(self, *answers: bytes, trust: ssl.SSLContext | None = None) -> None:
        self._answers, self._trust = list(answers or (OK,)), trust
        self.came: list[Came] = []
        self.connected = 0
        self.port = 0

    async def __aenter__(self) -> Receiver:
        self._server = await asyncio.start_server(self._talk, "127.0.0.1", 0, ssl=self._trust)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    def url(self, path: str = "/", host: str = "notices.example", scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}{path}"

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connected += 1
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            line, *lines = head.split("\r\n")[:-2]
            headers = {name.lower(): value for name, _, value in (one.partition(": ") for one in lines)}
            body = await reader.readexactly(int(headers["content-length"]))
            self.came.append(Came(line, headers, body))
            writer.write(self._answers.pop(0) if len(self._answers) > 1 else self._answers[0])
            await writer.drain()
        except (OSError, EOFError):
            pass
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


class Names:
    """What names lead to; who looks them up is counted."""

    def __init__(self, *addresses: str) -> None:
        self._addresses = list(addresses or ("127.0.0.1",))
        self.asked: list[str] = []

    async def __call__(self, host: str, _port: int) -> list[Address]:
        self.asked.append(host)
        return [(socket.AF_INET6 if ":" in one else socket.AF_INET, one) for one in self._addresses]


def anywhere(_address: str) -> bool:
    """What tests may reach: loopback too."""
    return True


class Certificate:
    """A certificate for a name that signs itself."""

    def __init__(self, folder: Path, *names: str) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Kafelki, for tests")])
        now = datetime.datetime.now(datetime.UTC)
        made = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=1))
            .add_extension(x509.SubjectAlternativeName([_general(one) for one in names]), critical=False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .sign(key, hashes.SHA256())
        )
        self._file = folder / "certificate.pem"
        plain = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        self._file.write_bytes(made.public_bytes(serialization.Encoding.PEM) + plain)

    def shown(self) -> ssl.SSLContext:
        """For who has it."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self._file)
        return context

    def trusted(self) -> ssl.SSLContext:
        """For who believes it."""
        return ssl.create_default_context(cafile=str(self._file))


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
