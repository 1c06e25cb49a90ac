"""News between processes: which tables have changed.

PostgreSQL passes them on at once. An SQLite file cannot notify anybody, so its processes look for
what the others wrote.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Protocol

import msgspec
from litestar.channels import ChannelsPlugin

from starhall.server.storage.database import Database
from starhall.server.storage.feed import ChangeFeed
from starhall.server.storage.models import Change, ChangeKind
from starhall.server.tasks import Tasks

CHANNEL = "tables"
MOST_CHANGES = 200  # in one message: PostgreSQL passes on 8000 bytes at most
POLL_SECONDS = 0.5

Hear = Callable[[Change], None]


class Bus(Protocol):
    """Tells other processes what this one did, and hears what they did."""

    async def start(self, hear: Hear) -> None: ...

    def announce(self, table: str, kind: ChangeKind, count: int = 0) -> None: ...

    async def stop(self) -> None: ...


def make_bus(database: Database, tasks: Tasks) -> Bus:
    if database.sqlite:
        return PollingBus(ChangeFeed(database), tasks)
    return NotifyBus(database.url, tasks)


class PollingBus:
    """For SQLite: what is written is what is announced, and the others look for it."""

    def __init__(self, feed: ChangeFeed, tasks: Tasks) -> None:
        self._feed = feed
        self._tasks = tasks

    async def start(self, hear: Hear) -> None:
        await self._feed.start()

        async def look() -> None:
            for change in await self._feed.changes():
                hear(change)

        self._tasks.repeat(POLL_SECONDS, look)

    def announce(self, table: str, kind: ChangeKind, count: int = 0) -> None:
        pass

    async def stop(self) -> None:
        pass


class Message(msgspec.Struct, array_like=True):
    """What one process tells the others."""

    sender: str
    changes: list[Change]


class NotifyBus:
    """For PostgreSQL: LISTEN and NOTIFY, many tables in one message."""

    def __init__(self, url: str, tasks: Tasks) -> None:
        from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend  # an extra

        dsn = url.replace("postgresql+asyncpg://", "postgresql://", 1)
        self._channels = ChannelsPlugin(AsyncPgChannelsBackend(dsn=dsn), channels=[CHANNEL])
        self._tasks = tasks
        self._name = secrets.token_hex(8)
        self._news: dict[tuple[str, ChangeKind], Change] = {}
        self._started = False

    async def start(self, hear: Hear) -> None:
        await self._channels.__aenter__()
        self._started = True
        self._tasks.spawn(self._listen(hear))

    def announce(self, table: str, kind: ChangeKind, count: int = 0) -> None:
        """Later news about the same replace earlier ones that were not sent yet."""
        if not self._started:
            return  # nobody looks at a table before the hall is open
        if not self._news:
            self._tasks.spawn(self._publish())
        self._news[table, kind] = Change(table, kind, count)

    async def stop(self) -> None:
        if self._started:
            self._started = False
            await self._channels.__aexit__(None, None, None)

    async def _publish(self) -> None:
        changes = list(self._news.values())
        self._news = {}
        for first in range(0, len(changes), MOST_CHANGES):
            message = Message(self._name, changes[first : first + MOST_CHANGES])
            self._channels.publish(msgspec.json.encode(message), CHANNEL)

    async def _listen(self, hear: Hear) -> None:
        async with self._channels.start_subscription([CHANNEL]) as subscriber:
            async for data in subscriber.iter_events():
                message = msgspec.json.decode(data, type=Message)
                if message.sender != self._name:
                    for change in message.changes:
                        hear(change)
