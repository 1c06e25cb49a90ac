"""Queries about reports, mutes, exports and deletion: what the hall knows about people."""

from __future__ import annotations

import re
import time
from typing import Any

import msgspec
from sqlalchemy import and_, delete, insert, literal, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from starhall.engine.text.spoken import Said
from starhall.server.storage.database import Database
from starhall.server.storage.schema import (
    blocks,
    chairs,
    channels,
    chat,
    deliveries,
    entries,
    friends,
    invited,
    keys,
    learned,
    links,
    notifications,
    people,
    programs,
    promises,
    ratings,
    reports,
    results,
    reviews,
    seatings,
    tables,
    tidied,
)
from starhall.server.words import encoded, read

Rows = list[dict[str, Any]]
SOMEBODY = "Somebody"  # replaces the names of people who have deleted themselves


class SaidLine(msgspec.Struct, frozen=True):
    """A line of chat, and who said it."""

    name: str
    text: str
    at: float
    person: str | None


class ModerationStore:
    """What operators look at, and what people can ask for about themselves."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Reports

    async def said(self, table: str, speaker: str, at: float) -> SaidLine | None:
        query = select(chat).where(
            chat.c.table_id == table, chat.c.speaker == speaker, chat.c.at == at
        )
        async with self._database.reading.connect() as db:
            row = (await db.execute(query)).first()
        return None if row is None else SaidLine(row.name, row.text, row.at, row.person)

    async def speaker(self, table: str, speaker: str) -> str | None:
        """The person behind a speaker who has said something at a table."""
        query = select(chat.c.person).where(chat.c.table_id == table, chat.c.speaker == speaker)
        async with self._database.reading.connect() as db:
            found: str | None = await db.scalar(query.limit(1))
        return found

    async def report(self, table: str, reporter: str, line: SaidLine, reason: str) -> None:
        """Keep a copy of the line. Reporting it again changes nothing."""
        row = {
            "table_id": table, "reporter": reporter, "person": line.person, "name": line.name,
            "text": line.text, "said": line.at, "reason": reason, "at": time.time(),
            "closed": False,
        }  # fmt: skip
        try:
            async with self._database.writing.begin() as db:
                await db.execute(insert(reports), row)
        except IntegrityError:
            return

    async def reports(self, closed: bool = False) -> Rows:
        query = select(reports).where(reports.c.closed.is_(closed)).order_by(reports.c.id)
        return await self._rows(query)

    async def close_report(self, id: int) -> bool:
        async with self._database.writing.begin() as db:
            done = update(reports).where(reports.c.id == id).values(closed=True)
            return (await db.execute(done)).rowcount > 0

    # What the operator does

    async def people(self, words: str = "", most: int = 50) -> Rows:
        """People by a part of their name or by their id."""
        query = (
            select(people.c.id, people.c.name, people.c.made, people.c.muted_until)
            .where(people.c.gone.is_(False))
            .order_by(people.c.made.desc())
            .limit(most)
        )
        if words:
            query = query.where(or_(people.c.id == words, people.c.name.icontains(words)))
        return await self._rows(query)

    async def mute(self, person: str, until: float) -> bool:
        async with self._database.writing.begin() as db:
            done = update(people).where(people.c.id == person).values(muted_until=until)
            return (await db.execute(done)).rowcount > 0

    async def tables(self, status: str = "", person: str = "", most: int = 50) -> Rows:
        query = select(
            tables.c.id, tables.c.game, tables.c.status, tables.c.moved, tables.c.host
        ).order_by(tables.c.moved.desc())
        if status:
            query = query.where(tables.c.status == status)
        if person:
            seated = select(chairs.c.table_id).where(chairs.c.person == person)
            query = query.where(or_(tables.c.id.in_(seated), tables.c.host == person))
        return await self._rows(query.limit(most))

    async def chat_of(self, table: str) -> Rows:
        query = select(chat.c.id, chat.c.at, chat.c.name, chat.c.text, chat.c.person)
        return await self._rows(query.where(chat.c.table_id == table).order_by(chat.c.id))

    async def delete_line(self, id: int) -> bool:
        """Delete a line of chat; halls that are open read the chat of its table again."""
        gone = delete(chat).where(chat.c.id == id).returning(chat.c.table_id)
        async with self._database.writing.begin() as db:
            table = await db.scalar(gone)
            if table is not None:
                await db.execute(insert(seatings), {"table_id": table})
        return table is not None

    # What people ask for about themselves

    async def export(self, person: str) -> dict[str, Rows]:
        """Everything that the hall stores about somebody."""
        seated = select(chairs.c.table_id).where(chairs.c.person == person)
        own_seat = and_(entries.c.table_id == chairs.c.table_id, entries.c.seat == chairs.c.seat)
        queries = {
            "person": select(people.c.id, people.c.name, people.c.made, people.c.muted_until).where(
                people.c.id == person
            ),
            "browsers": select(keys.c.made).where(keys.c.person == person),
            "programs": select(programs.c.id, programs.c.scopes, programs.c.made).where(
                programs.c.owner == person
            ),
            "tables": select(
                tables.c.id, tables.c.game, tables.c.status, tables.c.settings, tables.c.private,
                tables.c.rated, tables.c.started, tables.c.moved, tables.c.ending,
            ).where(or_(tables.c.id.in_(seated), tables.c.host == person)),
            "chairs": select(chairs.c.table_id, chairs.c.seat, chairs.c.name).where(
                chairs.c.person == person
            ),
            "choices": select(entries.c.table_id, entries.c.kind, entries.c.what, entries.c.at)
            .join(chairs, own_seat)
            .where(chairs.c.person == person)
            .order_by(entries.c.table_id, entries.c.ply),
            "chat": select(chat.c.table_id, chat.c.text, chat.c.at).where(chat.c.person == person),
            "results": select(results).where(results.c.player == person),
            "ratings": select(ratings).where(ratings.c.player == person),
            "lessons": select(learned).where(learned.c.person == person),
            "channels": select(
                channels.c.kind, channels.c.target, channels.c.state, channels.c.wants,
                channels.c.pace, channels.c.since,
            ).where(channels.c.person == person),
            "notifications": select(notifications).where(notifications.c.person == person),
            "links": select(links).where(links.c.person == person),
            "friends": select(friends.c.made, people.c.name)
            .join(people, people.c.id == friends.c.friend)
            .where(friends.c.person == person),
            "blocked": select(blocks.c.made, people.c.name)
            .join(people, people.c.id == blocks.c.blocked)
            .where(blocks.c.person == person),
            "invitations": select(invited.c.table_id, invited.c.seat, invited.c.made).where(
                invited.c.person == person
            ),
            "reports": select(
                reports.c.table_id, reports.c.text, reports.c.reason, reports.c.at
            ).where(reports.c.reporter == person),
        }  # fmt: skip
        return {name: await self._rows(query) for name, query in queries.items()}

    async def forget(self, person: str) -> None:
        """Remove the name but keep the games. Nobody can log in as this person afterwards."""
        async with self._database.writing.begin() as db:
            owned = select(programs.c.id).where(programs.c.owner == person)
            everybody = [person, *(await db.execute(owned)).scalars()]
            mine = select(channels.c.id).where(channels.c.person == person)
            told = select(notifications.c.id).where(notifications.c.person == person)
            await db.execute(
                delete(deliveries).where(
                    or_(deliveries.c.channel.in_(mine), deliveries.c.notification.in_(told))
                )
            )
            for table, column in (
                (channels, channels.c.person),
                (notifications, notifications.c.person),
                (links, links.c.person),
                (friends, friends.c.person),
                (friends, friends.c.friend),
                (blocks, blocks.c.person),
                (blocks, blocks.c.blocked),
                (invited, invited.c.person),
                (learned, learned.c.person),
                (tidied, tidied.c.person),
                (promises, promises.c.person),
                (chat, chat.c.person),
                (ratings, ratings.c.player),
                (reports, reports.c.reporter),
                (keys, keys.c.person),
                (programs, programs.c.id),
            ):
                await db.execute(delete(table).where(column.in_(everybody)))
            # Reviews quote names, so they are deleted; they can be made again.
            played = select(chairs.c.table_id).where(chairs.c.person.in_(everybody))
            await db.execute(delete(reviews).where(reviews.c.table_id.in_(played)))
            await _rename(db, everybody)
            nobody = {"player": ""}
            await db.execute(update(results).where(results.c.player.in_(everybody)).values(nobody))
            blank = {"name": SOMEBODY}
            for table in (chairs, reports):
                await db.execute(update(table).where(table.c.person.in_(everybody)).values(blank))
            gone = update(people).where(people.c.id.in_(everybody))
            await db.execute(
                gone.values(name=SOMEBODY, gone=True, phrase=literal("gone ") + people.c.id)
            )

    # Forgetting over time

    async def old_tables(self, status: str, before: float) -> list[str]:
        query = select(tables.c.id).where(tables.c.status == status, tables.c.moved < before)
        async with self._database.reading.connect() as db:
            return list((await db.execute(query)).scalars())

    async def forget_chat(self, before: float) -> None:
        """Delete the chat of tables whose games ended before then."""
        old = select(tables.c.id).where(tables.c.status == "over", tables.c.moved < before)
        async with self._database.writing.begin() as db:
            await db.execute(delete(chat).where(chat.c.table_id.in_(old)))

    async def forget_reports(self, before: float) -> None:
        async with self._database.writing.begin() as db:
            old = and_(reports.c.closed.is_(True), reports.c.at < before)
            await db.execute(delete(reports).where(old))

    async def unused_people(self, before: float) -> list[str]:
        """Old identities that never sat at a table."""
        seated = select(chairs.c.person).where(chairs.c.person.is_not(None))
        hosts = select(tables.c.host)
        query = select(people.c.id).where(
            people.c.made < before,
            people.c.gone.is_(False),
            people.c.id.not_in(seated),
            people.c.id.not_in(hosts),
        )
        async with self._database.reading.connect() as db:
            return list((await db.execute(query)).scalars())

    async def _rows(self, query: Any) -> Rows:
        async with self._database.reading.connect() as db:
            return [dict(row._mapping) for row in await db.execute(query)]


async def _rename(db: AsyncConnection, everybody: list[str]) -> None:
    """Take names out of the sentences that the hall has stored about games."""
    seated = select(chairs.c.table_id, chairs.c.name).where(chairs.c.person.in_(everybody))
    for id, name in (await db.execute(seated)).all():
        told = notifications.c.table_id == id, notifications.c.who == name
        await db.execute(update(notifications).where(*told).values(who=SOMEBODY))
        ending = await db.scalar(select(tables.c.ending).where(tables.c.id == id))
        here = update(tables).where(tables.c.id == id)
        await db.execute(here.values(ending=_without(name, ending or "")))
        notes = select(chat.c.id, chat.c.text).where(chat.c.table_id == id, chat.c.speaker == "")
        for line, text in (await db.execute(notes)).all():
            said = update(chat).where(chat.c.id == line)
            await db.execute(said.values(text=_without(name, text)))


def _without(name: str, text: str) -> str:
    """The sentence without a name. In old sentences only whole words are replaced."""
    said = read(text)
    if not said.key:
        return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", SOMEBODY, text)
    values = {key: SOMEBODY if value == name else value for key, value in said.values.items()}
    return encoded(Said(said.key, values))
