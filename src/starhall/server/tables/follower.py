"""Follows what other processes do at the tables that are live here."""

from __future__ import annotations

from typing import assert_never

from starhall.server.storage.models import Change, ChangeKind
from starhall.server.storage.tables import TableStore
from starhall.server.tables.chat import Chat
from starhall.server.tables.registry import Registry
from starhall.server.tables.seating import Seating
from starhall.server.tables.table import Table
from starhall.server.tasks import Tasks


class Follower:
    """Brings live tables up to date with the database."""

    def __init__(
        self, registry: Registry, tables: TableStore, seating: Seating, chat: Chat, tasks: Tasks
    ) -> None:
        self._registry = registry
        self._tables = tables
        self._seating = seating
        self._chat = chat
        self._tasks = tasks

    def hear(self, change: Change) -> None:
        """Something was written, perhaps by this process."""
        table = self._registry.live.get(change.table)
        if table is None:
            return
        match change.kind:
            case ChangeKind.CHAT:
                self._tasks.spawn(self._chat.catch_up(table))
            case ChangeKind.CHAIRS:
                self._tasks.spawn(self._read_chairs(table))
            case ChangeKind.LOG:
                if table.journal is None or table.journal.count < change.count:
                    self._tasks.spawn(self._read_log(table, change.count))
            case _:
                assert_never(change.kind)

    async def _read_chairs(self, table: Table) -> None:
        async with table.lock:
            row = await self._tables.get(table.id)
            known = table.row
            if (row.status, row.chairs, row.bans) == (known.status, known.chairs, known.bans):
                return
            await self._registry.reload(table)
        self._seating.show(table)

    async def _read_log(self, table: Table, count: int) -> None:
        async with table.lock:
            if table.journal is None or table.journal.count < count:
                await self._registry.reload(table)
        self._seating.show(table)
