"""For operators and their programs: is the hall alive, is it ready, what does it do?"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Iterator
from typing import Any

from litestar import MediaType, Response, get
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from starhall.server.errors import NotFound
from starhall.server.hall import Hall
from starhall.server.http.session import Asking, address_of
from starhall.server.protocol.operation import Health, Readiness
from starhall.server.workers.queue import Turn

CHECK_SECONDS = 5.0  # for the database and the workers each
LOOPBACK = ("127.0.0.1", "::1")
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")
TEXT = "text/plain; version=0.0.4; charset=utf-8"  # of Prometheus


@get("/api/health", summary="Is the hall well?")
async def health(hall: Hall, request: Asking) -> Health:
    made = Health(
        tables=len(hall.registry.live),
        sockets=hall.sockets.total,
        lag_ms=round(hall.lag.take() * 1000, 1),
    )
    if _has_token(request, hall.config.operator_token):
        made.groups, made.writes = hall.writer.groups, hall.writer.writes
    return made


@get("/livez", media_type=MediaType.TEXT, include_in_schema=False)
async def livez() -> str:
    """The event loop runs. If there is no answer, the process should be restarted."""
    return "alive\n"


@get("/readyz", include_in_schema=False)
async def readyz(hall: Hall) -> Response[Readiness]:
    """Can somebody play here now? If not, send people to another process."""
    database, workers = await asyncio.gather(_works(hall.database.ping()), _works(_job(hall)))
    ready = Readiness(ready=database and workers, database=database, workers=workers)
    return Response(ready, status_code=200 if ready.ready else 503)


async def _job(hall: Hall) -> None:
    await hall.bot_workers.run(Turn("", "readyz"), os.getpid)


async def _works(check: Any) -> bool:
    try:
        await asyncio.wait_for(check, CHECK_SECONDS)
    except (Exception, asyncio.CancelledError):
        return False
    return True


@get("/metrics", media_type=TEXT, include_in_schema=False)
async def metrics(hall: Hall, request: Asking) -> Response[bytes]:
    """Figures for Prometheus. Others are told that there is no such page."""
    if not _is_operator(request, hall.config.operator_token):
        raise NotFound("page.none")
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Figures(hall))
    return Response(generate_latest(registry), media_type=TEXT)


def _has_token(request: Asking, token: str) -> bool:
    given = request.headers.get("authorization", "")
    return bool(token) and secrets.compare_digest(given.encode(), f"Bearer {token}".encode())


def _is_operator(request: Asking, token: str) -> bool:
    """If a token is set, the request must have it; else it must come directly from this machine."""
    if token:
        return _has_token(request, token)
    proxied = any(name in request.headers for name in FORWARDED)
    return not proxied and address_of(request.scope) in LOOPBACK


class Figures(Collector):
    """What the hall is doing at the moment of the request."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def collect(self) -> Iterator[Metric]:
        hall = self._hall
        tables = list(hall.registry.live.values())
        thinking = sum([len(table.thinking) for table in tables])
        yield _gauge("tables", "Tables in memory.", len(tables))
        yield _gauge("sockets", "Open sockets.", hall.sockets.total)
        yield _gauge("bots_thinking", "Bots that owe an answer.", thinking)
        yield _gauge("loop_lag_seconds", "How late the event loop was lately.", hall.lag.recent)
        yield _counter("log_transactions", "Transactions of the log.", hall.writer.groups)
        yield _counter("log_changes", "Changes written to the log.", hall.writer.writes)


def _gauge(name: str, help: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"starhall_{name}", help, value=value)


def _counter(name: str, help: str, value: float) -> CounterMetricFamily:
    return CounterMetricFamily(f"starhall_{name}", help, value=value)


HANDLERS = [health, livez, readyz, metrics]
