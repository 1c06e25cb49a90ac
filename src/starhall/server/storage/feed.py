"""What other processes wrote: finds changes that were not announced to this process."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa
from sqlalchemy import ColumnClause, Integer, func, literal_column, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncConnection

from starhall.server.storage.database import Database
from starhall.server.storage.models import Change, ChangeKind
from starhall.server.storage.schema import chat, entries, seatings, tables

# PostgreSQL transactions may end in a different order than they got their numbers. So this many of
# the last lines are checked again.
OVERLAP = 1000

_ROWID: ColumnClause[int] = literal_column("rowid", Integer)


class ChangeFeed:
    """The changes since the last call, including our own."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._said, self._seated = Lines(database, chat), Lines(database, seatings)
        self._written = 0

    async def start(self) -> None:
        """Report changes from now on."""
        await self._said.start()
        await self._seated.start()
        if self._database.sqlite:
            async with self._database.reading.connect() as db:
                self._written = await db.scalar(select(func.max(_ROWID)).select_from(entries)) or 0

    async def changes(self, watched: Collection[str]) -> list[Change]:
        """The new changes, at least those at the watched tables."""
        async with self._database.reading.connect() as db:
            return [
                *[Change(table, ChangeKind.CHAT) for table in await self._said.new(db)],
                *[Change(table, ChangeKind.CHAIRS) for table in await self._seated.new(db)],
                *await (self._new_logs(db) if self._database.sqlite else _logs_of(watched, db)),
            ]

    async def _new_logs(self, db: AsyncConnection) -> list[Change]:
        """SQLite has one writer at a time and numbers the rows in the order of the commits."""
        query = (
            select(entries.c.table_id, func.max(entries.c.ply) + 1, func.max(_ROWID))
            .where(self._written < _ROWID)
            .group_by(entries.c.table_id)
        )
        rows = (await db.execute(query)).all()
        self._written = max([self._written, *[last for _, _, last in rows]])
        return [Change(table, ChangeKind.LOG, count) for table, count, _ in rows]


async def _logs_of(watched: Collection[str], db: AsyncConnection) -> list[Change]:
    """The length of each log: one look into the index for each table."""
    last = select(func.max(entries.c.ply)).where(entries.c.table_id == tables.c.id)
    ids = sa.literal(list(watched), ARRAY(sa.String))
    query = select(tables.c.id, last.scalar_subquery()).where(tables.c.id == sa.any_(ids))
    rows = (await db.execute(query)).all()
    return [Change(id, ChangeKind.LOG, ply + 1) for id, ply in rows if ply is not None]


class Lines:
    """Finds games with new rows in a database table whose rows are numbered in ascending order."""

    def __init__(self, database: Database, lines: sa.Table) -> None:
        self._database = database
        self._lines = lines
        self._start = self._mark = 0
        self._known: dict[str, int] = {}  # the last line of each table among the latest ones

    async def start(self) -> None:
        async with self._database.reading.connect() as db:
            self._mark = await db.scalar(select(func.max(self._lines.c.id))) or 0
        self._start = self._mark

    async def new(self, db: AsyncConnection) -> list[str]:
        table, number = self._lines.c.table_id, self._lines.c.id
        query = select(table, func.max(number)).where(number > self._mark - OVERLAP).group_by(table)
        found: dict[str, int] = {row[0]: row[1] for row in await db.execute(query)}
        new = [id for id, last in found.items() if last > self._known.get(id, self._start)]
        self._known = found
        self._mark = max([self._mark, *found.values()])
        return new
