"""Queries about lessons: who has finished which, and the tables they are played at."""

from __future__ import annotations

import time

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from starhall.server.storage.database import Database
from starhall.server.storage.schema import chairs, learned, tables


class LearningStore:
    """The lessons of all people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def finish(self, person: str, game: str, lesson: str) -> None:
        """Note that somebody has come to the end of a lesson."""
        row = {"person": person, "game": game, "lesson": lesson, "at": time.time()}
        try:
            async with self._database.writing.begin() as db:
                await db.execute(insert(learned), row)
        except IntegrityError:
            pass  # it was finished before

    async def finished(self, person: str) -> dict[str, list[str]]:
        """The lessons that somebody has finished, by game."""
        query = (
            select(learned.c.game, learned.c.lesson)
            .where(learned.c.person == person)
            .order_by(learned.c.at)
        )
        found: dict[str, list[str]] = {}
        async with self._database.reading.connect() as db:
            for row in await db.execute(query):
                found.setdefault(row.game, []).append(row.lesson)
        return found

    async def played(self, person: str) -> list[str]:
        """The games that somebody has played, not counting lessons."""
        query = (
            select(tables.c.game)
            .join(chairs, chairs.c.table_id == tables.c.id)
            .where(
                chairs.c.person == person,
                tables.c.lesson == "",
                tables.c.status.in_(("playing", "over")),
            )
            .distinct()
            .order_by(tables.c.game)
        )
        async with self._database.reading.connect() as db:
            return list((await db.execute(query)).scalars())

    async def table_of(self, person: str, game: str, lesson: str) -> str | None:
        """The table where somebody is in the middle of a lesson."""
        query = (
            select(tables.c.id)
            .where(
                tables.c.host == person,
                tables.c.game == game,
                tables.c.lesson == lesson,
                tables.c.status == "playing",
            )
            .order_by(tables.c.moved.desc())
            .limit(1)
        )
        async with self._database.reading.connect() as db:
            found = await db.scalar(query)
        return None if found is None else str(found)

    async def begun(self, person: str) -> list[str]:
        """The tables of the lessons that somebody is in the middle of, the latest first."""
        query = (
            select(tables.c.id)
            .where(tables.c.lesson != "", tables.c.status == "playing", tables.c.host == person)
            .order_by(tables.c.moved.desc())
        )
        async with self._database.reading.connect() as db:
            return list((await db.execute(query)).scalars())

    async def left_before(self, moved: float) -> list[tuple[str, str]]:
        """The tables of lessons without a move since then, with their hosts."""
        query = select(tables.c.id, tables.c.host).where(
            tables.c.lesson != "", tables.c.status != "closed", tables.c.moved < moved
        )
        async with self._database.reading.connect() as db:
            return [(row.id, row.host) for row in await db.execute(query)]
