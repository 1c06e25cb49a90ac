"""Requests about the health of the hall."""

from __future__ import annotations

from litestar import get

from starhall.server.hall import Hall
from starhall.server.protocol import Health


@get("/api/health", summary="Is the hall well?")
async def health(hall: Hall) -> Health:
    return Health(
        tables=len(hall.registry.live),
        sockets=hall.sockets.total,
        lag_ms=round(hall.lag.take() * 1000, 1),
        groups=hall.writer.groups,
        pages=hall.writer.writes,
    )


HANDLERS = [health]
