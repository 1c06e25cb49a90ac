"""News between processes: which tables have changed.

PostgreSQL passes them on at once, with the new entries of the log, because reading each entry from
the database would take longer than replaying the choice. SQLite cannot send notifications, so its
processes look for what the others wrote. News is only a hint: looking also finds what was missed.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, Protocol

import msgspec

from starhall.server.notices import report, report_outage
from starhall.server.storage.database import Database, is_outage
from starhall.server.storage.feed import ChangeFeed
from starhall.server.storage.models import Change, ChangeKind, Entry
from starhall.server.tasks import Tasks

CHANNEL = "tables"
MOST_BYTES = 7900  # in one message: PostgreSQL passes on less than 8000
ENVELOPE_BYTES = 100  # around the changes: who sends them
LOOK_SECONDS = 5.0  # PostgreSQL: between two looks for changes that were not announced
RETRY_SECONDS = 0.25  # until the next attempt to connect

Hear = Callable[[Change], None]
Watched = Callable[[], Collection[str]]  # the tables whose changes matter here


class Bus(Protocol):
    """Tells other processes what this one did, and hears what they did."""

    async def start(self, hear: Hear, watched: Watched) -> None: ...

    def announce(
        self, table: str, kind: ChangeKind, count: int = 0, entries: Sequence[Entry] = ()
    ) -> None:
        """Something was written. For the log: its new length and its last entries."""
        ...


def make_bus(database: Database, tasks: Tasks, look_seconds: float) -> Bus:
    if database.sqlite:
        return PollingBus(database, tasks, look_seconds)
    return NotifyBus(database, tasks)


class PollingBus:
    """For SQLite: writing to the database is the announcement, and the others look for it."""

    def __init__(self, database: Database, tasks: Tasks, look_seconds: float) -> None:
        self._feed = ChangeFeed(database)
        self._tasks = tasks
        self._look_seconds = look_seconds

    async def start(self, hear: Hear, watched: Watched) -> None:
        await self._feed.start()

        async def look() -> None:
            for change in await self._feed.changes(watched()):
                hear(change)

        self._tasks.repeat(self._look_seconds, look)

    def announce(
        self, table: str, kind: ChangeKind, count: int = 0, entries: Sequence[Entry] = ()
    ) -> None:
        pass


class Message(msgspec.Struct, array_like=True):
    """What one process tells the others."""

    sender: str
    changes: list[msgspec.Raw]  # each a Change


class NotifyBus:
    """For PostgreSQL: LISTEN and NOTIFY on one connection, many tables in one message.

    A lost connection is opened again. Then, and every few seconds, the bus looks for what it was
    not told. News that could not be sent waits for the next connection.
    """

    def __init__(self, database: Database, tasks: Tasks) -> None:
        self._database = database
        self._feed = ChangeFeed(database)
        self._tasks = tasks
        self._name = secrets.token_hex(8)
        self._news: dict[tuple[str, ChangeKind], Change] = {}
        self._wake = asyncio.Event()
        self._hear: Hear
        self._watched: Watched

    async def start(self, hear: Hear, watched: Watched) -> None:
        self._hear, self._watched = hear, watched
        await self._feed.start()
        self._tasks.spawn(self._stay_connected())

    def announce(
        self, table: str, kind: ChangeKind, count: int = 0, entries: Sequence[Entry] = ()
    ) -> None:
        """Later news about the same thing is merged with earlier news that was not sent yet."""
        change = Change(table, kind, count, tuple(entries))
        self._news[table, kind] = change.after(self._news.get((table, kind)))
        self._wake.set()

    async def _stay_connected(self) -> None:
        while True:
            try:
                async with self._database.driver_connection() as connection:
                    await self._converse(connection)
            except Exception as error:
                if is_outage(error):
                    report_outage(error)
                else:
                    report(error)
            await asyncio.sleep(RETRY_SECONDS)

    async def _converse(self, connection: Any) -> None:
        """Send and receive until the connection is lost."""
        connection.add_termination_listener(lambda _: self._wake.set())
        await connection.add_listener(CHANNEL, self._receive)
        next_look = 0.0
        while not connection.is_closed():
            if time.monotonic() >= next_look:
                await connection.execute("SELECT 1")  # notices a connection that is cut
                for change in await self._feed.changes(self._watched()):
                    self._hear(change)
                next_look = time.monotonic() + LOOK_SECONDS
            await self._publish(connection)
            await self._wait(next_look - time.monotonic())

    async def _wait(self, seconds: float) -> None:
        """Wait until there is news to send, the connection is lost, or it is time to look."""
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            return
        self._wake.clear()

    async def _publish(self, connection: Any) -> None:
        news, self._news = self._news, {}
        try:
            for changes in packed(news.values()):
                text = msgspec.json.encode(Message(self._name, changes)).decode()
                await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, text)
        except BaseException:
            later = {key: change.after(news.get(key)) for key, change in self._news.items()}
            self._news = {**news, **later}
            raise

    def _receive(self, _connection: Any, _process: int, _channel: str, text: str) -> None:
        message = msgspec.json.decode(text, type=Message)
        if message.sender != self._name:
            for change in message.changes:
                self._hear(msgspec.json.decode(change, type=Change))


def packed(changes: Iterable[Change]) -> Iterator[list[msgspec.Raw]]:
    """The changes, encoded, in groups that fit into one message."""
    together: list[msgspec.Raw] = []
    size = 0
    for change in changes:
        data = msgspec.json.encode(change)
        if len(data) > MOST_BYTES - ENVELOPE_BYTES:  # the others read it from the log
            data = msgspec.json.encode(msgspec.structs.replace(change, entries=()))
        if together and size + len(data) > MOST_BYTES - ENVELOPE_BYTES:
            yield together
            together, size = [], 0
        together.append(msgspec.Raw(data))
        size += len(data) + 1
    if together:
        yield together
