"""Queries about the logs of the tables, and about the positions stored beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from starhall.engine.errors import StarhallError
from starhall.server.protocol.frames import ChatLine
from starhall.server.storage.chat import chat_row
from starhall.server.storage.database import Database
from starhall.server.storage.many_rows import ManyRows, Row
from starhall.server.storage.models import Entry, Position, TableRow
from starhall.server.storage.rows import entry_rows, position_row
from starhall.server.storage.schema import chat, entries, origins, positions, tables
from starhall.server.storage.sqlite import Target

_FORGET_POSITIONS = ManyRows(delete(positions).where(positions.c.table_id == bindparam("table_id")))
_INSERT_POSITIONS = ManyRows(insert(positions))


class WriteConflict(StarhallError):
    """Another process wrote these entries first."""

    def __init__(self) -> None:
        super().__init__("another process has moved on with this table")


class JournalStore:
    """The logs of all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def entries(self, table: str, first: int = 0) -> list[Entry]:
        """The log of a table, without its first entries."""
        query = (
            select(entries.c.seat, entries.c.kind, entries.c.what, entries.c.at, entries.c.hash)
            .where(entries.c.table_id == table, entries.c.ply >= first)
            .order_by(entries.c.ply)
        )
        async with self._database.reading.connect() as db:
            return [Entry(*row) for row in await db.execute(query)]

    async def origin(self, table: str) -> Position | None:
        """The position from which the game continues if it began under older rules."""
        return await self._position(origins, table)

    async def position(self, table: str) -> Position | None:
        """The last stored position of a running game."""
        return await self._position(positions, table)

    async def _position(self, kind: sa.Table, table: str) -> Position | None:
        async with self._database.reading.connect() as db:
            data = await db.scalar(select(kind.c.data).where(kind.c.table_id == table))
        return None if data is None else msgspec.json.decode(data, type=Position)

    async def store_positions(self, found: Mapping[str, Position]) -> None:
        rows = [position_row(table, position) for table, position in found.items()]
        async with self._database.writing.begin() as db:
            await db.run_sync(replace_positions, rows)

    async def change_rules(
        self, table: TableRow, entry: Entry | None, origin: Position | None, note: ChatLine
    ) -> None:
        """Apply the rules that the row names to its table from now on."""
        now = {"rules": table.rules, "content": table.content}
        if entry is not None:
            now["chain"] = entry.hash
        old = or_(tables.c.rules != table.rules, tables.c.content != table.content)
        try:
            async with self._database.writing.begin() as db:
                changed = update(tables).where(tables.c.id == table.id, old).values(now)
                if (await db.execute(changed)).rowcount == 0:
                    return  # another process has done it
                if entry is not None and origin is not None:
                    rows = entry_rows(table.id, origin.count - 1, [entry])
                    await db.execute(insert(entries), rows)
                    await db.execute(delete(origins).where(origins.c.table_id == table.id))
                    await db.execute(insert(origins), position_row(table.id, origin))
                await db.execute(insert(chat), chat_row(table.id, note))
        except IntegrityError:
            raise WriteConflict from None


def replace_positions(connection: Target, rows: Sequence[Row]) -> None:
    """Store positions, replacing earlier ones of the same tables."""
    _FORGET_POSITIONS.execute(connection, rows)
    _INSERT_POSITIONS.execute(connection, rows)
