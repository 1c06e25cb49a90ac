"""Web Push: messages to browsers whose page is closed (RFC 8030, 8291, 8292).

The address of a push service comes from a browser, and so from a stranger. The hall talks only to
known services, over https. A redirect counts as a failure.
"""

from __future__ import annotations

import asyncio
import base64
import ssl
import time
from typing import Any, Final
from urllib.parse import urlsplit

import h11
import msgspec
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02
from pywebpush import WebPusher

from starhall.server.config import Notify
from starhall.server.errors import BadRequest
from starhall.server.notify import network
from starhall.server.notify.transports import Leaving, SendFailed, TargetGone
from starhall.server.notify.wording import Message

# The push services of Chromium, Firefox, Safari and Edge.
SERVICES: Final = (
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
)
SECONDS_KEPT: Final = 86_400  # by the push service, while the browser is not running
SIGNED_SECONDS: Final = 12 * 3600  # services accept at most a day
LONGEST: Final = 2_000  # letters of an endpoint
MOST_TEXT: Final = 1_000  # of a message; a service accepts 4 kB in all
GONE: Final = (404, 410)


class Keys(msgspec.Struct, frozen=True):
    p256dh: str
    auth: str


class Subscription(msgspec.Struct, frozen=True):
    """The data a browser hands out: where to send messages, and the keys to encrypt them with."""

    endpoint: str
    keys: Keys


def new_key() -> str:
    """The private key that identifies the hall to push services, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ).decode()


class Push:
    """Encrypts messages and hands them to the push service of a browser."""

    slots = 8

    def __init__(self, config: Notify, key: str) -> None:
        self._vapid = Vapid02.from_pem(key.encode())
        self._hosts = (*SERVICES, *config.push_hosts)
        self._private = config.private_hosts
        contact = config.contact or (config.smtp.sender if config.smtp else "")
        self._contact = f"mailto:{contact}" if contact else config.url or "mailto:hall@localhost"
        self._tls = ssl.create_default_context()

    @property
    def public_key(self) -> str:
        """The key for browsers, which let only this hall use their subscription."""
        point = self._vapid.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return base64.urlsafe_b64encode(point).decode().rstrip("=")

    def check(self, target: str) -> tuple[str, str]:
        try:
            found = msgspec.json.decode(target, type=Subscription)
            host = self._host(found.endpoint)
            WebPusher(_plain(found)).encode(b"{}")
        except BadRequest:
            raise
        except Exception:  # strangers may send any keys and addresses
            raise BadRequest("channel.subscription") from None
        return msgspec.json.encode(found).decode(), host

    def _host(self, endpoint: str) -> str:
        if len(endpoint) > LONGEST or not endpoint.isascii() or not endpoint.isprintable():
            raise BadRequest("channel.push_address")
        parts = urlsplit(endpoint)
        host = parts.hostname or ""
        if parts.scheme != "https" or parts.username is not None or " " in endpoint:
            raise BadRequest("channel.push_address")
        if not network.matches(host, self._hosts):
            raise BadRequest("channel.push_host", host=host)
        if parts.port not in (None, 443) and not network.matches(host, self._private):
            raise BadRequest("channel.push_port")
        return host

    async def send(self, target: str, message: Message, leave: Leaving) -> None:
        found = msgspec.json.decode(target, type=Subscription)
        host = self._host(found.endpoint)  # the operator may have shortened the list since
        content = {
            "title": message.title,
            "body": message.body[:MOST_TEXT],
            "url": message.path,
            "tag": message.topic,
        }
        body = WebPusher(_plain(found)).encode(msgspec.json.encode(content))["body"]
        parts = urlsplit(found.endpoint)
        port = parts.port or 443
        claims = {
            "aud": f"https://{parts.netloc}",
            "sub": self._contact,
            "exp": int(time.time()) + SIGNED_SECONDS,
        }
        headers = {
            "Host": parts.netloc,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "Content-Length": str(len(body)),
            "TTL": str(SECONDS_KEPT),
            "Urgency": "normal",
            "Connection": "close",
            **self._vapid.sign(claims),
        }
        if message.topic:
            headers["Topic"] = message.topic
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        socket = await network.connect(host, port, self._private)
        status = await _post(socket, host, self._tls, path or "/", headers, body)
        if status in GONE:
            raise TargetGone("send.ended")
        if not 200 <= status < 300:
            raise SendFailed("send.push_status", host=host, status=status)

    def stop(self) -> None:
        pass


def _plain(found: Subscription) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(found)
    return plain


async def _post(
    socket: Any, host: str, tls: ssl.SSLContext, path: str, headers: dict[str, str], body: bytes
) -> int:
    """Send one request on an open connection; returns the status of the answer."""
    try:
        reader, writer = await asyncio.open_connection(sock=socket, ssl=tls, server_hostname=host)
    except BaseException:
        socket.close()
        raise
    try:
        http = h11.Connection(h11.CLIENT, max_incomplete_event_size=16_384)
        request = h11.Request(method="POST", target=path, headers=list(headers.items()))
        for part in (request, h11.Data(data=body), h11.EndOfMessage()):
            writer.write(http.send(part) or b"")
        await writer.drain()
        while True:
            event = http.next_event()
            if event is h11.NEED_DATA:
                http.receive_data(await reader.read(4096))
            elif isinstance(event, h11.Response):
                return event.status_code
            elif isinstance(event, h11.ConnectionClosed):
                raise SendFailed("send.push_silent", host=host)
    except h11.ProtocolError as error:
        raise SendFailed("send.push_nonsense", host=host, why=str(error)) from None
    finally:
        writer.transport.abort()
