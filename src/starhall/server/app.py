"""Puts the hall together as an ASGI application."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp

from starhall import __version__
from starhall.server.config import Config
from starhall.server.hall import Hall
from starhall.server.http import (
    archive,
    catalogue,
    channels,
    company,
    health,
    icons,
    identity,
    lessons,
    play,
    problems,
    programs,
    tables,
)
from starhall.server.http.client import pages
from starhall.server.http.gate import Gate
from starhall.server.http.session import provide_player, provide_session
from starhall.server.http.tables import Describer
from starhall.server.live.socket import live, schema
from starhall.server.notices import hush
from starhall.server.notify.service import Notifier
from starhall.server.storage.channels import ChannelStore
from starhall.server.storage.database import Database

HANDLERS = [
    *identity.HANDLERS,
    *catalogue.HANDLERS,
    *icons.HANDLERS,
    *tables.HANDLERS,
    *lessons.HANDLERS,
    *programs.HANDLERS,
    *channels.HANDLERS,
    *company.HANDLERS,
    *play.HANDLERS,
    *archive.HANDLERS,
    *health.HANDLERS,
    live,
    schema,
]


async def prepare(config: Config) -> None:
    """Find out what is wrong with the database or the settings before the hall opens."""
    database = Database(config.database_url)
    try:
        await database.upgrade()
        await Notifier(config.notify, ChannelStore(database)).open()
    finally:
        await database.close()


def make_app(config: Config) -> ASGIApp:
    """The hall as an ASGI application."""
    hall = Hall(config)
    logging.getLogger("uvicorn.error").addFilter(hush)

    @asynccontextmanager
    async def opened(_: Litestar) -> AsyncIterator[None]:
        await hall.open()
        try:
            yield
        finally:
            await hall.close()

    app = Litestar(
        route_handlers=[*HANDLERS, pages()],
        dependencies=_dependencies(hall),
        lifespan=[opened],
        exception_handlers=problems.HANDLERS,
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
    return Gate(app, config, hall.identities)


def _dependencies(hall: Hall) -> dict[str, Provide]:
    """The dependencies of handlers, by the names of their parameters."""
    parts: dict[str, object] = {
        "hall": hall,
        "config": hall.config,
        "tasks": hall.tasks,
        "identities": hall.identities,
        "programs": hall.programs,
        "registry": hall.registry,
        "seating": hall.seating,
        "ending": hall.ending,
        "opening": hall.opening,
        "listing": hall.listing,
        "archive": hall.archive,
        "describer": Describer(hall.listing, hall.seating, hall.company),
    }
    found = {name: Provide(_constant(part), sync_to_thread=False) for name, part in parts.items()}
    return {
        **found,
        "session": Provide(provide_session),
        "player": Provide(provide_player),
    }


def _constant(part: object) -> Callable[[], object]:
    return lambda: part
