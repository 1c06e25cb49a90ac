"""Chat at the tables."""

from __future__ import annotations

import time

from starhall.server.cluster.bus import Bus
from starhall.server.config import Limits
from starhall.server.names import clean_line
from starhall.server.protocol import ChatLine
from starhall.server.storage.chat import ChatStore
from starhall.server.storage.models import ChangeKind
from starhall.server.tables.audience import Connection
from starhall.server.tables.table import Table


class Chat:
    """Sends and stores chat lines."""

    def __init__(self, store: ChatStore, bus: Bus, limits: Limits) -> None:
        self._store = store
        self._bus = bus
        self._limits = limits

    async def say(self, table: Table, connection: Connection, text: str) -> None:
        line = ChatLine(
            seat=connection.seat,
            name=connection.person.name,
            text=clean_line(text, self._limits.chat_letters),
            at=time.time(),
        )
        async with table.lock:
            await self._store.add(table.id, line)
            table.chat = [*table.chat, line][-self._limits.chat_lines_kept :]
        table.audience.tell(line)
        self._bus.announce(table.id, ChangeKind.CHAT)

    async def catch_up(self, table: Table) -> None:
        """Send the chat lines that other processes received for this table."""
        async with table.lock:
            latest = await self._store.latest(table.id, self._limits.chat_lines_kept)
            new = [line for line in latest if line not in table.chat]
            table.chat = latest
        for line in new:
            table.audience.tell(line)
