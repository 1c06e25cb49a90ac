"""Services that the hall sends messages to, real ones on loopback: mail, Web Push, a webhook."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import datetime
import json
import os
import re
import ssl
from collections.abc import AsyncIterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import h11
import http_ece
from aiosmtpd.smtp import SMTP, Envelope
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.server.hall import PATIENCE, Json

QUICK = {
    "gather_seconds": 0.0,
    "mail_seconds": 0.0,
    "retry_seconds": 0.05,
    "look_seconds": 0.2,
}


def settings(folder: Path, **values: Any) -> Path:
    """What an operator writes about notifications."""
    lines, tables = [], []
    for name, value in {**QUICK, **values}.items():
        if isinstance(value, dict):
            tables += [f"[{name}]", *[f"{key} = {json.dumps(v)}" for key, v in value.items()]]
        else:
            lines.append(f"{name} = {json.dumps(value)}")
    file = folder / "notify.toml"
    file.write_text("\n".join([*lines, *tables]))
    return file


class Box:
    """What has arrived, and a way to wait for it."""

    def __init__(self) -> None:
        self.got: list[Any] = []
        self._news = asyncio.Condition()

    async def put(self, what: Any) -> None:
        async with self._news:
            self.got.append(what)
            self._news.notify_all()

    async def wait_for(self, count: int) -> Any:
        """The message with this number, counted from 1."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: len(self.got) >= count)
        return self.got[count - 1]


class MailServer(Box):
    """An SMTP server. While it is `stuck` it takes a message and never answers."""

    def __init__(self) -> None:
        super().__init__()
        self.port = 0
        self.stuck = False
        self.tried = Box()  # what arrived while it was stuck
        self.refusing = 0  # so many messages more

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        mail = message_from_bytes(envelope.content, policy=policy.default)
        if self.stuck:
            await self.tried.put(mail)
            await asyncio.Event().wait()
        if self.refusing:
            self.refusing -= 1
            return "451 come back later"
        await self.put(mail)
        return "250 OK"

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[MailServer]:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: SMTP(self, hostname="localhost", loop=loop), "127.0.0.1", self.port
        )
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def link_in(mail: EmailMessage, page: str) -> str:
    """The end of a link to a page of the hall."""
    found = re.search(rf"/{page}/(\S+)", text_of(mail))
    assert found, text_of(mail)
    return found[1]


class WebServer(Box):
    """Answers every request with one status, and keeps what it got."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        super().__init__()
        self.port = 0
        self.status = 201
        self.headers: list[tuple[str, str]] = []
        self._tls = tls

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Any]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", self.port, ssl=self._tls)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        http = h11.Connection(h11.SERVER)
        headers: dict[str, str] = {}
        body = b""
        while True:
            event = http.next_event()
            if event is h11.NEED_DATA:
                http.receive_data(await reader.read(4096))
            elif isinstance(event, h11.Request):
                headers = {key.decode(): value.decode() for key, value in event.headers}
                headers[":path"] = event.target.decode()
            elif isinstance(event, h11.Data):
                body += event.data
            else:
                break
        if headers:
            await self.put((headers, body))
            answer = h11.Response(
                status_code=self.status, headers=[*self.headers, ("content-length", "0")]
            )
            writer.write((http.send(answer) or b"") + (http.send(h11.EndOfMessage()) or b""))
        writer.close()


class Browser:
    """What a browser subscribes with, and how it reads what comes."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)

    def subscription(self, endpoint: str) -> str:
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": _plain(point), "auth": _plain(self.auth)}
        return json.dumps({"endpoint": endpoint, "keys": keys})

    def read(self, body: bytes) -> Json:
        plain = http_ece.decrypt(
            body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        found: Json = json.loads(plain)
        return found


def _plain(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def certificate(folder: Path) -> tuple[Path, ssl.SSLContext]:
    """A certificate for localhost: the file that clients trust, and what a server needs."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file, secret = folder / "localhost.pem", folder / "localhost.key"
    file.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file, secret)
    return file, context
