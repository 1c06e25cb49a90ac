"""Puts the hall together: routes, channels, errors, the browser client, and the gate before all."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, get
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp
from sqlalchemy.exc import SQLAlchemyError

from starhall import __version__
from starhall.engine.errors import RulesFault, StarhallError
from starhall.server import client
from starhall.server.config import Config
from starhall.server.database import Database, unanswered
from starhall.server.errors import NotThere, Unwritten, sentence_of, status_of
from starhall.server.guard import Gate
from starhall.server.hall import Hall
from starhall.server.live import live
from starhall.server.notices import complain, report
from starhall.server.protocol import Problem
from starhall.server.rest import HANDLERS, provide_guest

CHANNEL = "tables"
MOST_NEWS = 200  # tables in one notice: PostgreSQL passes on 8000 bytes at most


class Notice(msgspec.Struct, array_like=True):
    """To the other processes of the hall: these tables have so many entries now."""

    sender: str
    news: list[tuple[str, int]]


class Herald:
    """Tells the other processes what was written, many tables at a time, and hears from them."""

    def __init__(self, hall: Hall, channels: ChannelsPlugin) -> None:
        self._hall = hall
        self._channels = channels
        self._name = secrets.token_hex(8)
        self._news: dict[tuple[str, int], int] = {}

    def announce(self, table: str, count: int) -> None:
        """A later count replaces an earlier one; new chairs and chat are told beside it."""
        if not self._news:
            self._hall.spawn(self._publish())
        self._news[table, min(count, 1)] = count

    async def _publish(self) -> None:
        news = [(table, count) for (table, _), count in self._news.items()]
        self._news = {}
        for first in range(0, len(news), MOST_NEWS):
            notice = Notice(self._name, news[first : first + MOST_NEWS])
            self._channels.publish(msgspec.json.encode(notice), CHANNEL)

    async def listen(self) -> None:
        async with self._channels.start_subscription([CHANNEL]) as subscriber:
            async for data in subscriber.iter_events():
                notice = msgspec.json.decode(data, type=Notice)
                if notice.sender != self._name:
                    for table, count in notice.news:
                        self._hall.spawn(self._hall.catch_up(table, count))


async def prepare(config: Config) -> None:
    """Whatever is wrong with the database is found out before the hall opens."""
    database = Database(config.database_url)
    try:
        await database.upgrade()
    finally:
        await database.close()


def make_app(config: Config) -> ASGIApp:
    """The hall as an ASGI application."""
    hall = Hall(config)
    channels = ChannelsPlugin(_backend(hall), channels=[CHANNEL])
    herald = Herald(hall, channels)

    @asynccontextmanager
    async def opened(_: Litestar) -> AsyncIterator[None]:
        await hall.open()
        hall.announce = herald.announce
        hall.spawn(herald.listen())
        try:
            yield
        finally:
            await hall.close()

    app = Litestar(
        route_handlers=[*HANDLERS, live, _pages()],
        dependencies={
            "hall": Provide(lambda: hall, sync_to_thread=False, use_cache=True),
            "guest": Provide(provide_guest),
        },
        plugins=[channels],
        lifespan=[opened],
        exception_handlers={
            StarhallError: _refuse,
            HTTPException: _refuse_request,
            RecursionError: _too_deep,
            SQLAlchemyError: _unwritten,
            Exception: _fail,
        },
        request_max_body_size=config.limits.body_bytes,
        openapi_config=OpenAPIConfig(
            title="Starhall",
            version=__version__,
            description="The HTTP part of the hall; the live tables are described in the docs.",
            path="/schema",
            render_plugins=[JsonRenderPlugin(path=["/openapi.json", "/"])],
        ),
        state=State({"limits": config.limits}),
        logging_config=None,
        debug=False,
    )
    return Gate(app, config)


def _backend(hall: Hall) -> ChannelsBackend:
    """Memory for one process; with PostgreSQL its processes hear each other by NOTIFY."""
    if hall.database.sqlite:
        return MemoryChannelsBackend()
    from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

    url = hall.config.database_url.replace("postgresql+asyncpg://", "postgresql://", 1)
    return AsyncPgChannelsBackend(dsn=url)


def _pages() -> Any:
    assets = client.load(client.folder())

    @get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
    def page(request: Request[Any, Any, Any], path: str = "") -> Response[bytes]:
        """A file of the browser client; addresses inside it all get the index."""
        name = path.lstrip("/")
        if name.split("/", 1)[0] in ("api", "schema"):
            raise NotThere(f"there is nothing at /{name}; see /schema/openapi.json")
        asset = assets.get(name) or assets["index.html"]
        headers = {"cache-control": asset.cache, "vary": "accept-encoding"}
        body = asset.body
        if asset.zipped and "gzip" in request.headers.get("accept-encoding", ""):
            body = asset.zipped
            headers["content-encoding"] = "gzip"
        return Response(body, media_type=asset.kind, headers=headers)

    return page


# Every refusal is a Problem, and no answer carries a traceback.


def _problem(sentence: str, status: int) -> Response[Problem]:
    return Response(
        Problem(error=sentence, status=status), status_code=status, media_type=MediaType.JSON
    )


def _refuse(_: Request[Any, Any, Any], error: StarhallError) -> Response[Problem]:
    if isinstance(error, RulesFault):
        report(error)
    return _problem(sentence_of(error), status_of(error))


def _refuse_request(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """What the framework refuses, in a sentence: which field, and what is wrong with it."""
    if error.status_code == 413:
        most = request.app.state.limits.body_bytes
        return _problem(f"a request holds at most {most} bytes", 413)
    if error.status_code == 404:
        return _problem(f"there is nothing at {request.url.path}; see /schema/openapi.json", 404)
    if error.status_code == 405:
        return _problem(f"{request.method} is not possible at {request.url.path}", 405)
    wrong = [error.detail]
    extra = getattr(error, "extra", None)
    if isinstance(extra, list) and extra:
        wrong = [_wrong(item) for item in extra if isinstance(item, dict)]
    return _problem("this request cannot be read: " + "; ".join(wrong), error.status_code)


def _wrong(item: dict[str, Any]) -> str:
    message, key = str(item.get("message", "")), item.get("key")
    if message == "'data'":
        return "it has no body; send JSON"
    return f"{key}: {message}" if key else message


def _too_deep(_: Request[Any, Any, Any], error: RecursionError) -> Response[Problem]:
    return _problem("this request cannot be read: its body is nested too deeply", 400)


def _unwritten(request: Request[Any, Any, Any], error: SQLAlchemyError) -> Response[Problem]:
    if not unanswered(error):
        return _fail(request, error)
    complain(error)
    return _refuse(request, Unwritten())


def _fail(_: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    report(error)
    return _problem("something went wrong in the hall; it has been noted", 500)
