"""Queries about what is said at the tables."""

from __future__ import annotations

from typing import Any

from sqlalchemy import insert, select

from starhall.server.protocol import ChatLine
from starhall.server.storage.database import Database
from starhall.server.storage.schema import chat


class ChatStore:
    """The lines of chat of all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, table: str, line: ChatLine) -> None:
        async with self._database.writing.begin() as db:
            await db.execute(insert(chat), chat_row(table, line))

    async def latest(self, table: str, most: int) -> list[ChatLine]:
        """The last lines, the oldest first."""
        query = (
            select(chat.c.seat, chat.c.name, chat.c.text, chat.c.at)
            .where(chat.c.table_id == table)
            .order_by(chat.c.id.desc())
            .limit(most)
        )
        async with self._database.reading.connect() as db:
            lines = [
                ChatLine(seat=row.seat, name=row.name, text=row.text, at=row.at)
                for row in await db.execute(query)
            ]
        return lines[::-1]


def chat_row(table: str, line: ChatLine) -> dict[str, Any]:
    return {
        "table_id": table, "seat": line.seat, "name": line.name, "text": line.text, "at": line.at
    }  # fmt: skip
