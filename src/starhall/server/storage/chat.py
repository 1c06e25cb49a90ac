"""Queries about what is said at the tables."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, insert, select

from starhall.server.errors import Forbidden
from starhall.server.protocol.frames import ChatLine
from starhall.server.storage.database import Database
from starhall.server.storage.schema import chat, people


class ChatStore:
    """The lines of chat of all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, table: str, line: ChatLine, most: int, person: str | None = None) -> None:
        """Add a line and drop the oldest ones. Refused if the operator has muted the person."""
        here = chat.c.table_id == table
        newest = select(chat.c.id).where(here).order_by(chat.c.id.desc())
        oldest = newest.offset(most - 1).limit(1).scalar_subquery()
        muted = select(people.c.muted_until).where(people.c.id == person)
        async with self._database.writing.begin() as db:
            if person is not None and (await db.scalar(muted) or 0.0) > line.at:
                raise Forbidden("chat.muted_by_operator")
            await db.execute(insert(chat), {**chat_row(table, line), "person": person})
            await db.execute(delete(chat).where(here, chat.c.id < oldest))

    async def latest(self, table: str, most: int) -> list[ChatLine]:
        """The last lines, the oldest first."""
        query = (
            select(chat.c.seat, chat.c.name, chat.c.text, chat.c.at, chat.c.speaker)
            .where(chat.c.table_id == table)
            .order_by(chat.c.id.desc())
            .limit(most)
        )
        async with self._database.reading.connect() as db:
            lines = [
                ChatLine(
                    seat=row.seat, name=row.name, text=row.text, at=row.at, speaker=row.speaker
                )
                for row in await db.execute(query)
            ]
        return lines[::-1]


def chat_row(table: str, line: ChatLine) -> dict[str, Any]:
    return {
        "table_id": table, "seat": line.seat, "name": line.name, "text": line.text,
        "at": line.at, "speaker": line.speaker,
    }  # fmt: skip
