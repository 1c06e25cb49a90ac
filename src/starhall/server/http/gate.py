"""The gate in front of the hall: hosts, origins, forged requests, rates, headers of answers."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Any, Final, cast
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from starhall.engine.text.language import activate
from starhall.server.config import Config
from starhall.server.errors import BadRequest, Forbidden, HallError, TooManyRequests
from starhall.server.http.hosts import TrustedHosts
from starhall.server.http.session import address_of
from starhall.server.identities import COOKIE, Identities
from starhall.server.languages import accepted, known
from starhall.server.limits import TokenBuckets
from starhall.server.notices import request_id
from starhall.server.protocol.operation import Problem
from starhall.server.storage.database import DATABASE_ERRORS

SAFE: Final = frozenset(("GET", "HEAD", "OPTIONS"))
HEADER: Final = b"x-starhall"  # a page of another site cannot send it without asking first
# Mail programs post here for their users. Only the signature in the path counts.
SIGNED: Final = "/api/unsubscribe/"
API: Final = "/api/"

UNKNOWN_HOST: Final = BadRequest("request.host")
TOO_MANY: Final = TooManyRequests("limit.requests")
FOREIGN: Final = Forbidden("request.foreign")
NO_HEADER: Final = Forbidden("request.header")

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

    def __init__(self, app: ASGIApp, config: Config, identities: Identities) -> None:
        self.app = app
        self._identities = identities
        self.hosts = TrustedHosts(config.host, config.trusted_hosts)
        limits = config.limits
        self.requests = TokenBuckets(limits.requests_per_second, limits.request_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "lifespan":
            await self.app(scope, receive, send)
            return
        request_id.set(secrets.token_hex(6))
        activate(accepted(scope))
        if kind == "websocket":
            if not self.requests.take(address_of(scope)):
                await _refuse_socket(scope, send, TOO_MANY)
            elif self._unknown_host(scope):
                await _refuse_socket(scope, send, UNKNOWN_HOST)
            elif self._foreign(scope):
                await _refuse_socket(scope, send, FOREIGN)
            else:
                await self._enter(scope, receive, send)
        else:
            await self._request(scope, receive, _with_headers(send))

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self.requests.take(address_of(scope)):
            await _refuse(send, TOO_MANY)
        elif self._unknown_host(scope):
            await _refuse(send, UNKNOWN_HOST)
        elif scope.get("method") == "HEAD":
            await self._enter(cast("Scope", {**scope, "method": "GET"}), receive, send)  # no body
        elif scope.get("method") in SAFE or _is_signed(scope):
            await self._enter(scope, receive, send)
        elif self._foreign(scope):
            await _refuse(send, FOREIGN)
        elif _header(scope, HEADER) is None and not _has_token(scope):
            await _refuse(send, NO_HEADER)
        else:
            await self._enter(scope, receive, send)

    async def _enter(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Use the language of the person; strangers get the language of their browser."""
        token = _cookie(scope, COOKIE) if str(scope["path"]).startswith(API) else ""
        if token:
            with suppress(*DATABASE_ERRORS):  # handlers that need the person report it
                person = await self._identities.find(token)
                if person is not None and person.language:
                    activate(known(person.language))
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


def _cookie(scope: Any, name: str) -> str:
    for key, value in scope["headers"]:
        if key == b"cookie":
            for part in bytes(value).decode("latin-1").split(";"):
                found, _, token = part.strip().partition("=")
                if found == name:
                    return token
    return ""


def _has_token(scope: Any) -> bool:
    """A program's token. Browsers never add one by themselves, so no other site can misuse it."""
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


async def _refuse(send: Send, error: HallError, kind: str = "http") -> None:
    status = error.status
    body = msgspec.json.encode(Problem(error=str(error), status=status, code=error.code))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    start = {"type": f"{kind}.response.start", "status": status, "headers": headers}
    await send(cast("Message", start))
    await send(cast("Message", {"type": f"{kind}.response.body", "body": body}))


async def _refuse_socket(scope: Scope, send: Send, error: HallError) -> None:
    """Answer the handshake with a sentence if the web server can; otherwise just refuse it."""
    if "websocket.http.response" in (scope.get("extensions") or {}):
        await _refuse(send, error, "websocket.http")
    else:
        await send({"type": "websocket.close", "code": 4403, "reason": str(error)})
