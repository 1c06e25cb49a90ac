"""Follows what other processes do at the tables that are live here."""

from __future__ import annotations

import asyncio
from typing import assert_never

from starhall.server.notices import report_outage
from starhall.server.storage.database import is_outage
from starhall.server.storage.models import Change, ChangeKind
from starhall.server.storage.tables import TableStore
from starhall.server.tables.chat import Chat
from starhall.server.tables.registry import Registry
from starhall.server.tables.seating import Seating
from starhall.server.tables.table import Table
from starhall.server.tasks import Tasks

RETRY_SECONDS = 0.5  # until the next attempt after a failure of the database


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
        self._news: dict[str, dict[ChangeKind, Change]] = {}  # by table: what is not read yet

    def hear(self, change: Change) -> None:
        """Something was written, perhaps by this process."""
        table = self._registry.live.get(change.table)
        if table is None:
            return
        if change.kind == ChangeKind.LOG:
            if table.journal is not None and table.journal.count >= change.count:
                return
        if table.id in self._news:
            news = self._news[table.id]
            news[change.kind] = change.after(news.get(change.kind))
        else:
            self._news[table.id] = {change.kind: change}
            self._tasks.spawn(self._follow(table))

    async def _follow(self, table: Table) -> None:
        """Read until nothing is new. If the database fails, retry until it answers."""
        news = self._news[table.id]
        try:
            while news and self._registry.live.get(table.id) is table:
                change = news.pop(min(news))
                try:
                    await self._read(table, change)
                except Exception as error:
                    if not is_outage(error):
                        raise
                    report_outage(error)
                    news.setdefault(change.kind, change)
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            del self._news[table.id]

    async def _read(self, table: Table, change: Change) -> None:
        match change.kind:
            case ChangeKind.LOG:
                await self._read_log(table, change)
            case ChangeKind.CHAIRS:
                await self._read_chairs(table)
            case ChangeKind.CHAT:
                await self._chat.catch_up(table)
            case _:
                assert_never(change.kind)

    async def _read_log(self, table: Table, change: Change) -> None:
        async with table.lock:
            begins = table.journal is None
            await self._registry.catch_up(table, change)
        if begins:
            self._seating.show(table)
        else:
            self._registry.changed(table)

    async def _read_chairs(self, table: Table) -> None:
        await self._chat.read_again(table)  # the operator may have deleted a line
        async with table.lock:
            row = await self._tables.get(table.id)
            known = table.row
            if (row.status, row.chairs, row.bans) == (known.status, known.chairs, known.bans):
                return
            await self._registry.take_row(table, row)
        self._seating.show(table)
