"""Queries about the reviews of finished games: one row for each table and seat."""

from __future__ import annotations

import time
from enum import Enum, auto

import msgspec
from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from starhall.server.storage.database import Database
from starhall.server.storage.schema import reviews

SILENT_SECONDS = 180.0  # without progress; then its process has given up the review


class Claim(Enum):
    """What became of a request for a review."""

    MINE = auto()
    EXISTS = auto()  # finished, or begun by another process just now
    TABLE_BUSY = auto()
    PERSON_BUSY = auto()


class StoredReview(msgspec.Struct, frozen=True):
    """How far a review is; its data is empty until it is finished."""

    person: str
    done: int
    total: int
    data: str


class ReviewStore:
    """The reviews of the hall."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, table: str, seat: int) -> StoredReview | None:
        """The review of a seat, finished or under way."""
        query = select(reviews).where(reviews.c.table_id == table, reviews.c.seat == seat)
        async with self._database.reading.connect() as db:
            row = (await db.execute(query)).first()
        if row is None or (not row.data and row.at < _given_up()):
            return None
        return StoredReview(row.person, row.done, row.total, row.data)

    async def begin(self, table: str, seat: int, person: str) -> Claim:
        """Claim the review of a seat. Each table and each person has only one at a time."""
        running, now = reviews.c.data == "", time.time()
        row = {"table_id": table, "seat": seat, "person": person, "done": 0, "total": 0}
        try:
            async with self._database.writing.begin() as db:
                await db.execute(delete(reviews).where(running, reviews.c.at < _given_up()))
                for claim, whose in (
                    (Claim.TABLE_BUSY, reviews.c.table_id == table),
                    (Claim.PERSON_BUSY, reviews.c.person == person),
                ):
                    query = select(func.count()).select_from(reviews).where(running, whose)
                    if await db.scalar(query):
                        return claim
                await db.execute(insert(reviews), {**row, "at": now, "data": ""})
        except IntegrityError:
            return Claim.EXISTS
        return Claim.MINE

    async def go_on(self, table: str, seat: int, done: int, total: int, data: str = "") -> None:
        """Store the progress of a review. A review with data is finished."""
        mine = (reviews.c.table_id == table, reviews.c.seat == seat)
        values = {"done": done, "total": total, "at": time.time(), "data": data}
        async with self._database.writing.begin() as db:
            await db.execute(update(reviews).where(*mine).values(values))

    async def give_up(self, table: str, seat: int) -> None:
        """Delete a review that was begun."""
        await self._delete(table, seat, reviews.c.data == "")

    async def forget(self, table: str, seat: int) -> None:
        """Delete a finished review, so that it can be made again."""
        await self._delete(table, seat, reviews.c.data != "")

    async def _delete(self, table: str, seat: int, which: ColumnElement[bool]) -> None:
        mine = (reviews.c.table_id == table, reviews.c.seat == seat)
        async with self._database.writing.begin() as db:
            await db.execute(delete(reviews).where(*mine, which))


def _given_up() -> float:
    return time.time() - SILENT_SECONDS
