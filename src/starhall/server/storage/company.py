"""Queries about company: friends, blocked people, invitations by name, links."""

from __future__ import annotations

import secrets
import time
from typing import Literal

from sqlalchemy import ColumnElement, and_, delete, insert, or_, select

from starhall.server.storage.database import Database
from starhall.server.storage.models import Person
from starhall.server.storage.schema import blocks, friends, invited, links, people

LinkKind = Literal["page", "friend"]


class CompanyStore:
    """Who wants to play with whom."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Links that people hand out

    async def link(self, person: str, kind: LinkKind) -> str:
        """The token of a person's link; empty if there is none."""
        query = select(links.c.token).where(links.c.person == person, links.c.kind == kind)
        async with self._database.reading.connect() as db:
            return str(await db.scalar(query) or "")

    async def set_link(self, person: str, kind: LinkKind, on: bool = True) -> str:
        """Set a new link, or none. The old link stops working."""
        mine = and_(links.c.person == person, links.c.kind == kind)
        token = secrets.token_urlsafe(12) if on else ""
        async with self._database.writing.begin() as db:
            await db.execute(delete(links).where(mine))
            if on:
                row = {"person": person, "kind": kind, "token": token, "made": time.time()}
                await db.execute(insert(links), row)
        return token

    async def behind(self, kind: LinkKind, token: str) -> Person | None:
        """The person whose link this is."""
        query = (
            select(people.c.id, people.c.name)
            .join(links, links.c.person == people.c.id)
            .where(links.c.kind == kind, links.c.token == token)
        )
        async with self._database.reading.connect() as db:
            row = (await db.execute(query)).first()
        return None if row is None else Person(row.id, row.name)

    # Friends

    async def friends(self, person: str) -> list[Person]:
        query = (
            select(people.c.id, people.c.name)
            .join(friends, friends.c.friend == people.c.id)
            .where(friends.c.person == person)
            .order_by(people.c.name)
        )
        async with self._database.reading.connect() as db:
            return [Person(row.id, row.name) for row in await db.execute(query)]

    async def befriend(self, one: str, other: str) -> None:
        now = time.time()
        async with self._database.writing.begin() as db:
            await db.execute(delete(friends).where(_pair(one, other)))
            rows = [
                {"person": a, "friend": b, "made": now} for a, b in ((one, other), (other, one))
            ]
            await db.execute(insert(friends), rows)

    async def part(self, one: str, other: str) -> None:
        async with self._database.writing.begin() as db:
            await db.execute(delete(friends).where(_pair(one, other)))

    # People whom somebody has blocked

    async def block(self, person: str, other: str) -> None:
        """The two are no longer friends, and cannot become friends."""
        mine = and_(blocks.c.person == person, blocks.c.blocked == other)
        async with self._database.writing.begin() as db:
            await db.execute(delete(friends).where(_pair(person, other)))
            await db.execute(delete(blocks).where(mine))
            await db.execute(
                insert(blocks), {"person": person, "blocked": other, "made": time.time()}
            )

    async def unblock(self, person: str, other: str) -> None:
        mine = and_(blocks.c.person == person, blocks.c.blocked == other)
        async with self._database.writing.begin() as db:
            await db.execute(delete(blocks).where(mine))

    async def blocked_by(self, person: str) -> list[Person]:
        query = (
            select(people.c.id, people.c.name)
            .join(blocks, blocks.c.blocked == people.c.id)
            .where(blocks.c.person == person)
            .order_by(people.c.name)
        )
        async with self._database.reading.connect() as db:
            return [Person(row.id, row.name) for row in await db.execute(query)]

    async def has_blocked(self, person: str, other: str) -> bool:
        mine = and_(blocks.c.person == person, blocks.c.blocked == other)
        async with self._database.reading.connect() as db:
            return await db.scalar(select(blocks.c.made).where(mine)) is not None

    # Invitations by name

    async def invite(self, table: str, person: str, seat: int) -> None:
        mine = and_(invited.c.table_id == table, invited.c.person == person)
        async with self._database.writing.begin() as db:
            await db.execute(delete(invited).where(mine))
            row = {"table_id": table, "person": person, "seat": seat, "made": time.time()}
            await db.execute(insert(invited), row)

    async def seat_for(self, table: str, person: str) -> int | None:
        """The chair that this person is invited to."""
        mine = and_(invited.c.table_id == table, invited.c.person == person)
        async with self._database.reading.connect() as db:
            found: int | None = await db.scalar(select(invited.c.seat).where(mine))
        return found

    async def invitations(self, person: str) -> list[str]:
        """The tables that somebody is invited to, the latest first."""
        query = select(invited.c.table_id).where(invited.c.person == person)
        async with self._database.reading.connect() as db:
            return list((await db.execute(query.order_by(invited.c.made.desc()))).scalars())


def _pair(one: str, other: str) -> ColumnElement[bool]:
    return or_(
        and_(friends.c.person == one, friends.c.friend == other),
        and_(friends.c.person == other, friends.c.friend == one),
    )
