"""Background tasks of the hall."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from starhall.engine.errors import StarhallError
from starhall.server.notices import report, report_outage
from starhall.server.storage.database import is_outage

T = TypeVar("T")


class Tasks:
    """Starts tasks, reports failures, and cancels the rest at the end."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self.closing = False

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run something in the background."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._done)
        return task

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Complete this even if the client disconnects in the meantime."""
        return await asyncio.shield(self.spawn(work))

    def repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Repeat this. If the database fails, the next run may succeed."""
        self.spawn(_repeat(seconds, work))

    def insist(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do this once. If the database fails, try again until it succeeds."""
        self.spawn(_insist(seconds, work))

    async def cancel(self) -> None:
        self.closing = True
        for task in list(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception) and is_outage(error):
            report_outage(error)
        elif error is not None and not isinstance(error, StarhallError):
            report(error)


async def _repeat(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        await succeeds(work)


async def _insist(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while not await succeeds(work):
        await asyncio.sleep(seconds)


async def succeeds(work: Callable[[], Awaitable[None]]) -> bool:
    """Do this. If the database fails, report it."""
    try:
        await work()
    except Exception as error:
        if not is_outage(error):
            raise
        report_outage(error)
        return False
    return True
