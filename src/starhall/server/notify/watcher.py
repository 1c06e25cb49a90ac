"""Finds out whom to notify. It reads the log, so nothing is lost when a process ends.

The tables only say that something has changed. That is a hint: looking at all tables from time to
time finds what was missed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from starhall.server.notify.service import Notifier
from starhall.server.storage.outbox import Outbox, Standing
from starhall.server.tasks import Tasks, succeeds

AT_ONCE = 200  # tables in one query
PAUSE_SECONDS = 1.0  # between two looks, so that one look covers several changes
NEWS_SECONDS = 86_400.0  # how long the end of a game, or of a time, is still news


class Watcher:
    """Puts notifications into the outbox."""

    def __init__(self, notifier: Notifier, outbox: Outbox, tasks: Tasks) -> None:
        self._notifier = notifier
        self._outbox = outbox
        self._tasks = tasks
        self._news: set[str] = set()
        self._wake = asyncio.Event()

    def start(self) -> None:
        if self._notifier.transports:
            self._tasks.spawn(self._run())
            self._tasks.repeat(self._notifier.config.look_seconds, self.look)

    def hear(self, table: str) -> None:
        """Something has changed at a table: look at it soon. This call is cheap."""
        if self._notifier.transports:  # otherwise nobody reads it
            self._news.add(table)
            self._wake.set()

    async def look(self) -> None:
        """Look for what nobody reported: a process may have died after a choice was stored."""
        since = time.time() - NEWS_SECONDS
        self._news.update(await self._outbox.tables_to_look_at(since))
        self._wake.set()

    async def wish(
        self, table: str, people: Sequence[str], who: str, what: str, moved: float
    ) -> None:
        """Somebody asks these seats to agree to something."""
        mark, due = f"{what} {moved}", self._notifier.due
        for person in people:
            await self._outbox.tell(person, "wish", table, mark, who, time.time(), due)

    async def invite(self, table: str, person: str, who: str) -> None:
        """Somebody keeps a chair for a friend."""
        await self._outbox.tell(person, "invited", table, "", who, time.time(), self._notifier.due)

    async def _run(self) -> None:
        await succeeds(self.look)
        while True:
            await self._wake.wait()
            self._wake.clear()
            await succeeds(self._read)
            await asyncio.sleep(PAUSE_SECONDS)

    async def _read(self) -> None:
        while self._news:
            some = [self._news.pop() for _ in range(min(AT_ONCE, len(self._news)))]
            try:
                for standing in await self._outbox.standings(some):
                    await self._tell(standing)
            except BaseException:
                self._news.update(some)
                self._wake.set()
                raise

    async def _tell(self, standing: Standing) -> None:
        table, person, since = standing.table, standing.person, standing.since
        due = self._notifier.due
        if standing.turn is not None:
            await self._outbox.tell(person, "turn", table, standing.turn, "", since, due)
        elif standing.ended_without:
            await self._outbox.tell(person, "over", table, "", "", since, due)
        late = standing.late
        if late and standing.status == "playing" and late.at > time.time() - NEWS_SECONDS:
            await self._outbox.tell(person, "turn", table, late.mark, "", late.at, due)
