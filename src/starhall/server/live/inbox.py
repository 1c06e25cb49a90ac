# mypyc: on
"""Messages of a client that have not been read yet."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any


class Inbox:
    """Replaces the web server's queue. It has one reader and no limit, so it does less work."""

    __slots__ = ("_events", "_reader")

    def __init__(self) -> None:
        self._events: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        return len(self._events)

    def empty(self) -> bool:
        return not self._events

    def put_nowait(self, event: Any) -> None:
        self._events.append(event)
        reader = self._reader
        if reader is not None and not reader.done():
            reader.set_result(None)

    async def get(self) -> Any:
        while not self._events:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._events.popleft()
