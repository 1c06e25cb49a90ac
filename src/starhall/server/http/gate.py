"""The gate in front of the hall: host, origin, forged requests, rates, headers of answers."""

from __future__ import annotations

import secrets
from typing import Any, Final, cast
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from starhall.engine.text.language import activate
from starhall.server.config import Config
from starhall.server.http.hosts import TrustedHosts
from starhall.server.http.session import address_of
from starhall.server.languages import language_of
from starhall.server.limits import TokenBuckets
from starhall.server.notices import request_id
from starhall.server.protocol.operation import Problem

SAFE: Final = frozenset(("GET", "HEAD", "OPTIONS"))
HEADER: Final = b"x-starhall"  # a foreign page cannot send it without asking first
# Mail programs post here, for their people: the signature in the path is all that counts.
SIGNED: Final = "/api/unsubscribe/"

UNKNOWN_HOST: Final = (
    "the hall does not answer to the name in your address (the Host header); its operator can "
    "allow it with --trusted-hosts"
)
TOO_MANY: Final = "too many requests from your address; wait a few seconds"
FOREIGN: Final = "this request comes from a foreign page and is refused"

HEADERS: Final[list[tuple[bytes, bytes]]] = [
    (
        b"content-security-policy",
        b"default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        b"img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
        b"form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


class Gate:
    """An ASGI application around that of the hall."""

    def __init__(self, app: ASGIApp, config: Config) -> None:
        self.app = app
        self.hosts = TrustedHosts(config.host, config.trusted_hosts)
        limits = config.limits
        self.requests = TokenBuckets(limits.requests_per_second, limits.request_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "lifespan":
            await self.app(scope, receive, send)
            return
        request_id.set(secrets.token_hex(6))
        if scope.get("method") in SAFE:  # what is stored is in English
            activate(language_of(scope))
        if kind == "websocket":
            if not self.requests.take(address_of(scope)):
                await _refuse_socket(scope, send, 429, TOO_MANY)
            elif self._unknown_host(scope):
                await _refuse_socket(scope, send, 400, UNKNOWN_HOST)
            elif self._foreign(scope):
                await _refuse_socket(scope, send, 403, FOREIGN)
            else:
                await self.app(scope, receive, send)
        else:
            await self._request(scope, receive, _with_headers(send))

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self.requests.take(address_of(scope)):
            await _refuse(send, 429, TOO_MANY)
        elif self._unknown_host(scope):
            await _refuse(send, 400, UNKNOWN_HOST)
        elif scope.get("method") == "HEAD":
            await self.app(cast("Scope", {**scope, "method": "GET"}), receive, send)  # no body
        elif scope.get("method") in SAFE or _is_signed(scope):
            await self.app(scope, receive, send)
        elif self._foreign(scope):
            await _refuse(send, 403, FOREIGN)
        elif _header(scope, HEADER) is None and not _has_token(scope):
            await _refuse(send, 403, "requests that change something need the header X-Starhall: 1")
        else:
            await self.app(scope, receive, send)

    def _unknown_host(self, scope: Scope) -> bool:
        """Does the request name an unknown host, or several?"""
        hosts = [value for key, value in scope["headers"] if key == b"host"]
        return len(hosts) != 1 or not self.hosts.trusts(hosts[0].decode("latin-1"), scope)

    def _foreign(self, scope: Scope) -> bool:
        """Does the browser say that a page of another site sent this?"""
        origin = _header(scope, b"origin")
        if origin is None:
            return _header(scope, b"sec-fetch-site") in ("cross-site", "same-site")
        host = _header(scope, b"host") or ""
        return urlsplit(origin).netloc.lower() != host.lower()


def _header(scope: Any, name: bytes) -> str | None:
    for key, value in scope["headers"]:
        if key == name:
            return bytes(value).decode("latin-1")
    return None


def _has_token(scope: Any) -> bool:
    """A program's token: no browser adds one by itself, so a foreign page cannot misuse it."""
    return (_header(scope, b"authorization") or "").lower().startswith("bearer ")


def _is_signed(scope: Any) -> bool:
    return scope["method"] == "POST" and str(scope["path"]).startswith(SIGNED)


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            number = (b"x-request-id", request_id.get().encode())
            message["headers"] = [*message.get("headers", ()), *HEADERS, number]
        await send(message)

    return sending


async def _refuse(send: Send, status: int, sentence: str, kind: str = "http") -> None:
    body = msgspec.json.encode(Problem(error=sentence, status=status))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    start = {"type": f"{kind}.response.start", "status": status, "headers": headers}
    await send(cast("Message", start))
    await send(cast("Message", {"type": f"{kind}.response.body", "body": body}))


async def _refuse_socket(scope: Scope, send: Send, status: int, sentence: str) -> None:
    """Answer the handshake with a sentence, where the web server can; else just refuse it."""
    if "websocket.http.response" in (scope.get("extensions") or {}):
        await _refuse(send, status, sentence, "websocket.http")
    else:
        await send({"type": "websocket.close", "code": 4403, "reason": sentence})
