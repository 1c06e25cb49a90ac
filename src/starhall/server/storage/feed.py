"""What other processes wrote to an SQLite file, which cannot notify them."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import ColumnClause, Integer, func, literal_column, select

from starhall.server.storage.database import Database
from starhall.server.storage.models import Change, ChangeKind
from starhall.server.storage.schema import chat, entries, seatings

_ROWID: ColumnClause[int] = literal_column("rowid", Integer)


class ChangeFeed:
    """The changes since the last question; our own are among them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._said = self._seated = self._written = 0

    async def start(self) -> None:
        """From now on."""
        async with self._database.reading.connect() as db:
            self._said = await db.scalar(select(func.max(chat.c.id))) or 0
            self._seated = await db.scalar(select(func.max(seatings.c.id))) or 0
            self._written = await db.scalar(select(func.max(_ROWID)).select_from(entries)) or 0

    async def changes(self) -> list[Change]:
        self._said, chatted = await self._since(chat, self._said)
        self._seated, reseated = await self._since(seatings, self._seated)
        return [
            *[Change(table, ChangeKind.CHAT) for table in chatted],
            *[Change(table, ChangeKind.CHAIRS) for table in reseated],
            *await self._logs(),
        ]

    async def _since(self, lines: sa.Table, mark: int) -> tuple[int, list[str]]:
        query = (
            select(lines.c.table_id, func.max(lines.c.id))
            .where(lines.c.id > mark)
            .group_by(lines.c.table_id)
        )
        async with self._database.reading.connect() as db:
            rows = (await db.execute(query)).all()
        return max([mark, *[last for _, last in rows]]), [table for table, _ in rows]

    async def _logs(self) -> list[Change]:
        query = (
            select(entries.c.table_id, func.max(entries.c.ply) + 1, func.max(_ROWID))
            .where(self._written < _ROWID)
            .group_by(entries.c.table_id)
        )
        async with self._database.reading.connect() as db:
            rows = (await db.execute(query)).all()
        self._written = max([self._written, *[last for _, _, last in rows]])
        return [Change(table, ChangeKind.LOG, count) for table, count, _ in rows]
