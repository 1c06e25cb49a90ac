"""Queries about notifications and the outbox: what people are to be told, and what was sent."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import and_, delete, exists, insert, not_, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from starhall.server.protocol.channels import ChannelKind, Topic
from starhall.server.storage.channels import Channel, channel_of
from starhall.server.storage.database import Database
from starhall.server.storage.models import TIME
from starhall.server.storage.schema import (
    addresses,
    chairs,
    channels,
    deliveries,
    entries,
    notifications,
    tables,
)

NEVER = -1  # the seat has not answered yet
LATE = "late"  # first word of the mark for a time that was up


class Late(msgspec.Struct, frozen=True):
    """The time of a seat was up."""

    number: int  # of the entry
    then: str  # the consequence: default, bot, loss
    at: float

    @property
    def mark(self) -> str:
        return f"{LATE} {self.then} {self.number}"


class Standing(msgspec.Struct, frozen=True):
    """The situation of one person at a table, according to the log alone."""

    table: str
    seat: int
    person: str
    status: str
    asked: bool  # the person owes an answer, and no bot plays for them
    answered: int  # the number of the seat's last entry
    others: int  # the number of the last entry of anybody else
    since: float  # when the last entry was made
    late: Late | None  # when the person was last late
    bot: bool  # a bot plays for the person

    @property
    def turn(self) -> str | None:
        """The mark of this turn, if one has come since the seat last did something itself."""
        new = self.answered == NEVER or self.others > self.answered
        return str(self.answered) if self.asked and new else None

    @property
    def ended_without(self) -> bool:
        """Did the game end without an action of the person? Clocks and bots count as others."""
        late = self.late is not None and self.late.number > self.others
        return self.status == "over" and (late or self.bot or self.others > self.answered)


class Notification(msgspec.Struct, frozen=True):
    """Something that a person is to be told."""

    id: int
    kind: Topic
    table: str
    mark: str
    who: str
    made: float
    game: str
    moved: float
    status: str
    people: tuple[str, ...]  # the names of the others at the table
    seat: int | None  # of the person

    @property
    def late(self) -> str:
        """What happened when the person's time was up; empty: it is about something else."""
        word, _, rest = self.mark.partition(" ")
        return rest.partition(" ")[0] if self.kind == "turn" and word == LATE else ""


class Outbox:
    """Stores what people are to be told, and gives it to one process at a time for sending."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Finding out what to tell

    async def standings(self, ids: Collection[str]) -> list[Standing]:
        """Everybody with an open channel who sits at these tables."""
        async with self._database.reading.connect() as db:
            if not self._database.sqlite:  # SQLite reads from one snapshot anyway
                await db.execution_options(isolation_level="REPEATABLE READ")
            found = select(chairs.c.table_id, chairs.c.seat).where(
                chairs.c.table_id.in_(list(ids)), chairs.c.kind == "person", _reachable()
            )
            seats = (await db.execute(found)).all()
            return [await _standing(db, row.table_id, row.seat) for row in seats]

    async def standing(self, table: str, seat: int) -> Standing:
        async with self._database.reading.connect() as db:
            if not self._database.sqlite:
                await db.execution_options(isolation_level="REPEATABLE READ")
            return await _standing(db, table, seat)

    async def tables_to_look_at(self, over_since: float) -> list[str]:
        """Tables where a person with an open channel is asked, or whose game ended since then."""
        asked = and_(tables.c.status == "playing", tables.c.asked != "")
        over = and_(tables.c.status == "over", tables.c.moved > over_since)
        query = (
            select(tables.c.id)
            .join(chairs, chairs.c.table_id == tables.c.id)
            .where(or_(asked, over), chairs.c.kind == "person", _reachable())
            .distinct()
        )
        async with self._database.reading.connect() as db:
            return list((await db.execute(query)).scalars())

    # Telling it

    async def tell(
        self, person: str, kind: Topic, table: str, mark: str, who: str, happened: float,
        due: Callable[[Channel], float],
    ) -> bool:  # fmt: skip
        """Put a notification into the outbox, once; returns whether it is new.

        Channels that were opened after the event do not get it.
        """
        values = {
            "person": person, "kind": kind, "table_id": table, "mark": mark, "who": who,
            "made": time.time(),
        }  # fmt: skip
        known = select(notifications.c.id).where(
            notifications.c.person == person,
            notifications.c.kind == kind,
            notifications.c.table_id == table,
            notifications.c.mark == mark,
        )
        async with self._database.reading.connect() as db:
            if await db.scalar(known) is not None:
                return False
        try:
            async with self._database.writing.begin() as db:
                made = await db.execute(insert(notifications).values(values))
                assert made.inserted_primary_key is not None
                await _deliver(db, made.inserted_primary_key[0], person, kind, happened, due)
        except IntegrityError:  # another process was faster
            return False
        return True

    # Sending it

    async def claim(
        self, kind: ChannelKind, most: int, claim: str, now: float, until: float
    ) -> list[Channel]:
        """Channels with something to send. Nobody else gets them until the claim ends."""
        query = (
            select(channels)
            .where(
                channels.c.kind == kind,
                channels.c.due <= now,
                channels.c.state == "on",
                channels.c.claimed_until < now,
            )
            .order_by(channels.c.due)
            .limit(most)
        )
        async with self._database.reading.connect() as db:  # most of the time there is nothing
            if (await db.execute(query)).first() is None:
                return []
        async with self._database.writing.begin() as db:  # SQLite locks the whole file
            free = query.with_for_update(skip_locked=True)
            found = [channel_of(row) for row in await db.execute(free)]
            ids = [channel.id for channel in found]
            mine = update(channels).where(channels.c.id.in_(ids))
            await db.execute(mine.values(claim=claim, claimed_until=until))
        return [msgspec.structs.replace(channel, claim=claim) for channel in found]

    async def waiting(self, channel: Channel) -> list[Notification]:
        """The notifications that wait to be sent through a channel, the oldest first."""
        query = (
            select(notifications, tables.c.game, tables.c.moved, tables.c.status)
            .join(deliveries, deliveries.c.notification == notifications.c.id)
            .join(tables, tables.c.id == notifications.c.table_id)
            .where(deliveries.c.channel == channel.id)
            .order_by(notifications.c.id)
        )
        found = []
        async with self._database.reading.connect() as db:
            for row in (await db.execute(query)).all():
                sitting = select(chairs).where(chairs.c.table_id == row.table_id)
                seats = (await db.execute(sitting.order_by(chairs.c.seat))).all()
                own = [seat.seat for seat in seats if seat.person == channel.person]
                others = [seat.name for seat in seats if seat.name and seat.seat not in own]
                found.append(
                    Notification(
                        row.id, row.kind, row.table_id, row.mark, row.who, row.made, row.game,
                        row.moved, row.status, tuple(others), own[0] if own else None,
                    )
                )  # fmt: skip
        return found

    async def settle(self, channel: Channel, done: Sequence[int], **values: Any) -> None:
        """Mark these as done and end the claim. What arrived meanwhile stays due."""
        mine = and_(channels.c.id == channel.id, channels.c.claim == channel.claim)
        async with self._database.writing.begin() as db:
            gone = and_(
                deliveries.c.channel == channel.id, deliveries.c.notification.in_(list(done))
            )
            await db.execute(delete(deliveries).where(gone))
            left = select(deliveries.c.channel).where(deliveries.c.channel == channel.id)
            if await db.scalar(left.limit(1)) is None:
                values["due"] = None
            await db.execute(
                update(channels).where(mine).values(claim="", claimed_until=0.0, **values)
            )

    async def forget(self, before: float) -> None:
        """Forget old notifications. Those that were not sent by now are too late."""
        old = notifications.c.made < before
        async with self._database.writing.begin() as db:
            ids = select(notifications.c.id).where(old)
            await db.execute(delete(deliveries).where(deliveries.c.notification.in_(ids)))
            await db.execute(delete(notifications).where(old))
            asked = and_(addresses.c.asked < before, addresses.c.refused.is_(False))
            await db.execute(delete(addresses).where(asked))


def _reachable() -> Any:
    """Does the person on a chair have an open channel?"""
    return exists().where(channels.c.person == chairs.c.person, channels.c.state == "on")


async def _standing(db: AsyncConnection, table: str, seat: int) -> Standing:
    query = (
        select(tables.c.status, tables.c.asked, tables.c.started, chairs.c.person, chairs.c.bot)
        .join(chairs, chairs.c.table_id == tables.c.id)
        .where(tables.c.id == table, chairs.c.seat == seat)
    )
    row = (await db.execute(query)).one()
    last = (
        select(entries.c.ply, entries.c.what, entries.c.at)
        .where(entries.c.table_id == table)
        .order_by(entries.c.ply.desc())
        .limit(1)
    )
    latest = (await db.execute(last)).first()
    mine = entries.c.seat == seat
    own = (await db.execute(last.where(mine))).first()
    other = (await db.execute(last.where(not_(mine)))).first()
    late = (await db.execute(last.where(mine, entries.c.kind == TIME))).first()
    return Standing(
        table=table,
        seat=seat,
        person=row.person or "",
        status=row.status,
        asked=row.status == "playing" and str(seat) in row.asked.split(",") and not row.bot,
        answered=NEVER if own is None else own.ply,
        others=NEVER if other is None else other.ply,
        since=row.started if latest is None else latest.at,
        late=None if late is None else Late(late.ply, late.what, late.at),
        bot=bool(row.bot),
    )


async def _deliver(
    db: AsyncConnection, id: int, person: str, kind: Topic, happened: float,
    due: Callable[[Channel], float],
) -> None:  # fmt: skip
    query = select(channels).where(channels.c.person == person, channels.c.state == "on")
    for row in (await db.execute(query.with_for_update())).all():
        channel = channel_of(row)
        if kind in channel.wants and channel.since <= happened:
            await db.execute(insert(deliveries), {"channel": channel.id, "notification": id})
            if channel.due is None:
                mine = update(channels).where(channels.c.id == channel.id)
                await db.execute(mine.values(due=due(channel)))
