"""Queries about results: how finished games ended, and the ratings that follow from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import and_, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from starhall.server.storage.database import Database
from starhall.server.storage.many_rows import ManyRows, Row
from starhall.server.storage.models import TableRow
from starhall.server.storage.schema import chairs, finals, people, ratings, results, tables
from starhall.server.storage.sqlite import Target

_INSERT_FINAL, _INSERT_RESULTS = ManyRows(insert(finals)), ManyRows(insert(results))


class Result(msgspec.Struct, frozen=True):
    """The result of one seat."""

    seat: int
    player: str  # the id of a person, or a bot with its version
    place: int  # 1 is best and may be shared; 0: the game had no result
    won: bool


class Rating(msgspec.Struct, frozen=True):
    """What is known about the strength of a player in a game."""

    mu: float
    sigma: float
    games: int = 0


class Rated(msgspec.Struct, frozen=True):
    """A line of the ladder."""

    player: str
    name: str  # of a person; bots have none
    rating: Rating


class PlayedGame(msgspec.Struct, frozen=True):
    """A finished game of a person."""

    table: str
    game: str
    at: float
    private: bool
    rated: bool
    seat: int
    place: int
    won: bool
    seats: int
    others: tuple[tuple[str, str], ...]  # the other people: id and name


Rate = Callable[[Mapping[str, Rating], Sequence[Result]], Mapping[str, Rating]]


class ResultStore:
    """The results of finished games. Each game counts once; the first process stores it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def missing(self, most: int) -> list[str]:
        """Finished games whose results are not stored yet, the latest first."""
        known = select(finals.c.table_id)
        query = (
            select(tables.c.id)
            .where(tables.c.status == "over", tables.c.lesson == "", tables.c.id.not_in(known))
            .order_by(tables.c.moved.desc())
            .limit(most)
        )
        async with self._database.reading.connect() as db:
            return list((await db.execute(query)).scalars())

    async def add(self, row: TableRow, found: Sequence[Result], rate: Rate | None) -> bool:
        """Store the results of a game and the ratings after it; returns whether they are new.

        Two games of one player that end together are rated one after the other: the rows of the
        ratings are locked. If another process has just created a row, the transaction is repeated.
        """
        final = {
            "table_id": row.id, "game": row.game, "at": row.moved, "rated": rate is not None,
        }  # fmt: skip
        values = [{"table_id": row.id, **msgspec.structs.asdict(one)} for one in found]
        write = partial(_insert, final, values)
        for _ in range(3):
            try:
                if rate is not None:
                    return await self._add_rated(row, found, rate, write)
                await self._database.write_log(write)  # nothing has to be read, so this is faster
                return True
            except IntegrityError:
                continue
        return False

    async def _add_rated(
        self,
        row: TableRow,
        found: Sequence[Result],
        rate: Rate,
        write: Callable[[Target], None],
    ) -> bool:
        async with self._database.writing.begin() as db:
            if await db.scalar(select(finals.c.at).where(finals.c.table_id == row.id)) is not None:
                return False
            await db.run_sync(write)
            players = sorted({one.player for one in found})
            mine = and_(ratings.c.game == row.game, ratings.c.player.in_(players))
            query = select(ratings).where(mine).order_by(ratings.c.player).with_for_update()
            before = {
                line.player: Rating(line.mu, line.sigma, line.games)
                for line in await db.execute(query)
            }
            for player, rating in rate(before, found).items():
                now = msgspec.structs.asdict(rating)
                if player in before:
                    key = and_(ratings.c.game == row.game, ratings.c.player == player)
                    await db.execute(update(ratings).where(key).values(now))
                else:
                    await db.execute(insert(ratings), {"game": row.game, "player": player, **now})
        return True

    async def ladder(self, game: str) -> list[Rated]:
        """All rated players of a game, the strongest first."""
        query = (
            select(ratings, people.c.name)
            .outerjoin(people, people.c.id == ratings.c.player)
            .where(ratings.c.game == game)
            .order_by(ratings.c.mu.desc(), ratings.c.player)
        )
        async with self._database.reading.connect() as db:
            return [
                Rated(row.player, row.name or "", Rating(row.mu, row.sigma, row.games))
                for row in await db.execute(query)
            ]

    async def ratings_of(self, person: str) -> dict[str, Rating]:
        """The ratings of a person, by game."""
        query = select(ratings).where(ratings.c.player == person)
        async with self._database.reading.connect() as db:
            return {r.game: Rating(r.mu, r.sigma, r.games) for r in await db.execute(query)}

    async def games_of(self, person: str) -> list[PlayedGame]:
        """The finished games of a person, the latest first."""
        query = (
            select(
                finals.c.table_id, finals.c.game, finals.c.at, finals.c.rated, tables.c.private,
                results.c.seat, results.c.place, results.c.won,
            )
            .join(results, results.c.table_id == finals.c.table_id)
            .join(tables, tables.c.id == finals.c.table_id)
            .where(results.c.player == person)
            .order_by(finals.c.at.desc())
        )  # fmt: skip
        async with self._database.reading.connect() as db:
            rows = (await db.execute(query)).all()
            ids = [row.table_id for row in rows]
            seats: dict[str, list[Any]] = {id: [] for id in ids}
            for first in range(0, len(ids), 500):
                some = ids[first : first + 500]
                sitting = select(chairs).where(chairs.c.table_id.in_(some))
                for chair in await db.execute(sitting):
                    seats[chair.table_id].append(chair)
        return [
            PlayedGame(
                row.table_id, row.game, row.at, row.private, row.rated, row.seat, row.place,
                row.won, len(seats[row.table_id]),
                tuple([
                    (chair.person, chair.name)
                    for chair in seats[row.table_id]
                    if chair.person and chair.person != person
                ]),
            )
            for row in rows
        ]  # fmt: skip

    async def forget(self, person: str, blank: str) -> None:
        """Keep the games, but remove who played in them."""
        async with self._database.writing.begin() as db:
            await db.execute(delete(ratings).where(ratings.c.player == person))
            mine = update(results).where(results.c.player == person)
            await db.execute(mine.values(player=blank))


def _insert(final: Row, found: Sequence[Row], connection: Target) -> None:
    _INSERT_FINAL.execute(connection, [final])
    _INSERT_RESULTS.execute(connection, found)
