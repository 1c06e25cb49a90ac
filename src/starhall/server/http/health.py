"""Requests about the health of the hall."""

from __future__ import annotations

import hmac

from litestar import get

from starhall.server.config import Config
from starhall.server.hall import Hall
from starhall.server.http.session import Asking
from starhall.server.protocol import Health


@get("/api/health", summary="Is the hall well?")
async def health(hall: Hall, request: Asking) -> Health:
    made = Health(
        tables=len(hall.registry.live),
        sockets=hall.sockets.total,
        lag_ms=round(hall.lag.take() * 1000, 1),
    )
    if is_operator(request, hall.config):
        made.groups, made.writes = hall.writer.groups, hall.writer.writes
    return made


def is_operator(request: Asking, config: Config) -> bool:
    """Does the request carry the operator's token? Without one configured, none does."""
    sent = request.headers.get("authorization", "").removeprefix("Bearer ")
    return bool(config.operator_token) and hmac.compare_digest(
        sent.encode(), config.operator_token.encode()
    )


HANDLERS = [health]
