"""What is done again and again while the hall is open, and following other processes on SQLite."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from starhall.server.database import told, unanswered
from starhall.server.notices import complain
from starhall.server.store import Store

# Announced in place of a count: not the log has grown, but the chat, or chairs have changed.
CHATTED, RESEATED = -1, 0

Work = Callable[[], Awaitable[None]]


async def again(seconds: float, work: Work) -> None:
    """Do something now and then; a database that fails once may be there the next time."""
    failed = ""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
            failed = ""
        except Exception as error:
            if not unanswered(error):
                raise
            if told(error) != failed:  # once is enough
                failed = told(error)
                complain(error)


async def follower(store: Store, hear: Callable[[str, int], None]) -> Work:
    """SQLite cannot call its other processes: to look now and then for what they wrote."""
    mark, said = await store.last_written(), await store.last_said()
    seated = await store.last_reseated()

    async def look() -> None:
        nonlocal mark, said, seated
        said, chatted = await store.said_since(said)
        seated, reseated = await store.reseated_since(seated)
        mark, counts = await store.written_since(mark)
        for id in chatted:
            hear(id, CHATTED)
        for id in reseated:
            hear(id, RESEATED)
        for id, count in counts.items():
            hear(id, count)

    return look
