"""Queries about people. Secrets arrive here as hashes."""

from __future__ import annotations

import time
from collections.abc import Collection

from sqlalchemy import delete, insert, select, update

from starhall.engine.text.language import ENGLISH
from starhall.server.storage.database import Database
from starhall.server.storage.models import Person
from starhall.server.storage.schema import keys, people

KEYS_AT_ONCE = 500  # in one query
_PERSON = (people.c.id, people.c.name, people.c.language)


class PeopleStore:
    """The people of the hall and the keys of their browsers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, person: Person, key: str, phrase: str) -> None:
        now = time.time()
        async with self._database.writing.begin() as db:
            row = {
                "id": person.id, "name": person.name, "made": now, "phrase": phrase,
                "language": person.language,
            }  # fmt: skip
            await db.execute(insert(people), row)
            await db.execute(insert(keys), {"hash": key, "person": person.id, "made": now})

    async def by_key(self, key: str) -> Person | None:
        query = select(*_PERSON).join(keys).where(keys.c.hash == key)
        async with self._database.reading.connect() as db:
            row = (await db.execute(query)).first()
        return None if row is None else Person(row.id, row.name, row.language)

    async def rename(self, person: str, name: str) -> None:
        async with self._database.writing.begin() as db:
            await db.execute(update(people).where(people.c.id == person).values(name=name))

    async def speak(self, person: str, language: str) -> None:
        """Store the language that the person reads from now on."""
        async with self._database.writing.begin() as db:
            await db.execute(update(people).where(people.c.id == person).values(language=language))

    async def language_of(self, person: str) -> str:
        async with self._database.reading.connect() as db:
            found = await db.scalar(select(people.c.language).where(people.c.id == person))
        return found or ENGLISH

    async def replace_secrets(self, person: str, key: str, phrase: str) -> None:
        """Store a new phrase, and one key that replaces all earlier ones."""
        async with self._database.writing.begin() as db:
            await db.execute(update(people).where(people.c.id == person).values(phrase=phrase))
            await db.execute(delete(keys).where(keys.c.person == person))
            await db.execute(insert(keys), {"hash": key, "person": person, "made": time.time()})

    async def remove_key(self, key: str) -> None:
        async with self._database.writing.begin() as db:
            await db.execute(delete(keys).where(keys.c.hash == key))

    async def valid(self, wanted: Collection[str]) -> set[str]:
        """Those of these keys that belong to somebody."""
        found: set[str] = set()
        left = list(wanted)
        async with self._database.reading.connect() as db:
            for first in range(0, len(left), KEYS_AT_ONCE):
                some = left[first : first + KEYS_AT_ONCE]
                query = select(keys.c.hash).where(keys.c.hash.in_(some))
                found.update((await db.execute(query)).scalars())
        return found

    async def add_key(self, phrase: str, key: str) -> Person | None:
        """Add a key for the person with this phrase."""
        query = select(*_PERSON).where(people.c.phrase == phrase)
        async with self._database.writing.begin() as db:
            row = (await db.execute(query)).first()
            if row is None:
                return None
            values = {"hash": key, "person": row.id, "made": time.time()}
            await db.execute(insert(keys), values)
        return Person(row.id, row.name, row.language)
