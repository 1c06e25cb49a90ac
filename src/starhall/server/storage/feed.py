"""What other processes wrote: the changes that nobody has notified this process of."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

import sqlalchemy as sa
from sqlalchemy import ColumnClause, Integer, bindparam, func, literal_column, select
from sqlalchemy.dialects.postgresql import ARRAY

from starhall.server.storage.database import Database
from starhall.server.storage.models import Change, ChangeKind
from starhall.server.storage.schema import chat, entries, seatings, tables

# Transactions of PostgreSQL may end in another order than they got their numbers: so many of the
# last lines are looked at again.
OVERLAP = 1000

_ROWID: ColumnClause[int] = literal_column("rowid", Integer)
_LAST_ENTRY = select(func.max(_ROWID)).select_from(entries)
_NEW_ENTRIES = (
    select(entries.c.table_id, func.max(entries.c.ply) + 1, func.max(_ROWID))
    .where(bindparam("written", type_=Integer) < _ROWID)
    .group_by(entries.c.table_id)
)


class ChangeFeed:
    """The changes since the last question; our own are among them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._said, self._seated = Lines(chat), Lines(seatings)
        self._written = 0

    async def start(self) -> None:
        """From now on."""
        await self._database.look(self._start)

    def _start(self, db: sa.Connection) -> None:
        self._said.start(db)
        self._seated.start(db)
        if self._database.sqlite:
            self._written = db.scalar(_LAST_ENTRY) or 0

    async def changes(self, watched: Collection[str]) -> list[Change]:
        """What is new, at least at the tables that are watched."""
        return await self._database.look(partial(self._changes, list(watched)))

    def _changes(self, watched: list[str], db: sa.Connection) -> list[Change]:
        return [
            *[Change(table, ChangeKind.CHAT) for table in self._said.new(db)],
            *[Change(table, ChangeKind.CHAIRS) for table in self._seated.new(db)],
            *(self._new_logs(db) if self._database.sqlite else _logs_of(watched, db)),
        ]

    def _new_logs(self, db: sa.Connection) -> list[Change]:
        """SQLite has one writer at a time and numbers the rows in the order of the commits."""
        rows = db.execute(_NEW_ENTRIES, {"written": self._written}).all()
        self._written = max([self._written, *[last for _, _, last in rows]])
        return [Change(table, ChangeKind.LOG, count) for table, count, _ in rows]


def _logs_of(watched: list[str], db: sa.Connection) -> list[Change]:
    """The length of each log: one look into the index for each table."""
    last = select(func.max(entries.c.ply)).where(entries.c.table_id == tables.c.id)
    ids = sa.literal(watched, ARRAY(sa.String))
    query = select(tables.c.id, last.scalar_subquery()).where(tables.c.id == sa.any_(ids))
    rows = db.execute(query).all()
    return [Change(id, ChangeKind.LOG, ply + 1) for id, ply in rows if ply is not None]


class Lines:
    """The tables that got new lines in one of the database's tables with growing numbers."""

    def __init__(self, lines: sa.Table) -> None:
        table, number = lines.c.table_id, lines.c.id
        self._last = select(func.max(number))
        self._latest = select(table, func.max(number)).where(number > bindparam("mark"))
        self._latest = self._latest.group_by(table)
        self._start = self._mark = 0
        self._known: dict[str, int] = {}  # the last line of each table among the latest ones

    def start(self, db: sa.Connection) -> None:
        self._start = self._mark = db.scalar(self._last) or 0

    def new(self, db: sa.Connection) -> list[str]:
        rows = db.execute(self._latest, {"mark": self._mark - OVERLAP})
        found: dict[str, int] = {row[0]: row[1] for row in rows}
        new = [id for id, last in found.items() if last > self._known.get(id, self._start)]
        self._known = found
        self._mark = max([self._mark, *found.values()])
        return new
