"""Queries about programs. Their tokens arrive here as hashes."""

from __future__ import annotations

import msgspec
from sqlalchemy import delete, func, insert, select

from starhall.server.storage.database import Database
from starhall.server.storage.models import Person
from starhall.server.storage.schema import keys, people, programs


class Program(msgspec.Struct, frozen=True):
    """A program, the person it belongs to, and what its token allows."""

    person: Person
    owner: Person
    scopes: tuple[str, ...]
    made: float


class ProgramStore:
    """The programs of the hall. A program is stored like a person, with one key and an owner.

    It stays among the people when its token is revoked, because it may sit at tables.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, program: Program, key: str, phrase: str, most: int) -> bool:
        """Add a program, unless its owner already has as many as allowed."""
        person, owner = program.person, program.owner
        count = select(func.count()).select_from(programs).where(programs.c.owner == owner.id)
        async with self._database.writing.begin() as db:
            if (await db.scalar(count) or 0) >= most:
                return False
            made = program.made
            row = {"id": person.id, "name": person.name, "made": made, "phrase": phrase}
            await db.execute(insert(people), row)
            await db.execute(insert(keys), {"hash": key, "person": person.id, "made": made})
            scopes = " ".join(program.scopes)
            values = {"id": person.id, "owner": owner.id, "scopes": scopes, "made": made}
            await db.execute(insert(programs), values)
        return True

    async def by_key(self, key: str) -> tuple[Program, str] | None:
        """The program with this key, and the key as it is stored."""
        owners = people.alias()
        query = (
            select(
                people.c.id, people.c.name, owners.c.id.label("owner"),
                owners.c.name.label("owner_name"), programs.c.scopes, programs.c.made, keys.c.hash,
            )
            .join(keys, keys.c.person == people.c.id)
            .join(programs, programs.c.id == people.c.id)
            .join(owners, owners.c.id == programs.c.owner)
            .where(keys.c.hash == key)
        )  # fmt: skip
        async with self._database.reading.connect() as db:
            row = (await db.execute(query)).first()
        if row is None:
            return None
        owner = Person(row.owner, row.owner_name)
        scopes = tuple(row.scopes.split())
        return Program(Person(row.id, row.name), owner, scopes, row.made), row.hash

    async def of(self, owner: Person) -> list[Program]:
        """The programs of a person, the oldest first."""
        query = (
            select(people.c.id, people.c.name, programs.c.scopes, programs.c.made)
            .join(programs, programs.c.id == people.c.id)
            .where(programs.c.owner == owner.id)
            .order_by(programs.c.made)
        )
        async with self._database.reading.connect() as db:
            rows = (await db.execute(query)).all()
        return [
            Program(Person(row.id, row.name), owner, tuple(row.scopes.split()), row.made)
            for row in rows
        ]

    async def remove(self, owner: str, program: str | None = None) -> int:
        """Void the token of one program of a person, or of all; returns how many there were."""
        mine = select(programs.c.id).where(programs.c.owner == owner)
        if program is not None:
            mine = mine.where(programs.c.id == program)
        async with self._database.writing.begin() as db:
            found = list((await db.execute(mine)).scalars())
            await db.execute(delete(keys).where(keys.c.person.in_(found)))
            await db.execute(delete(programs).where(programs.c.id.in_(found)))
        return len(found)
