"""Who is behind a cookie, while that is being changed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from starhall.server.config import Limits
from starhall.server.identities import Identities
from starhall.server.storage.database import Database
from starhall.server.storage.models import Person
from starhall.server.storage.people import PeopleStore
from tests.server.hall import Guest, Hall

Change = Callable[[Identities, Person, str], Awaitable[object]]


class LatePeople(PeopleStore):
    """On a busy machine the answer of the database is read some time after it was given."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.asked = asyncio.Event()
        self.told = asyncio.Event()
        self.told.set()

    async def by_key(self, key: str) -> Person | None:
        person = await super().by_key(key)
        self.asked.set()
        await self.told.wait()
        return person


def changed_meanwhile(file: Path, change: Change) -> Person | None:
    """Change somebody while an earlier request reads who it is; who it is after that."""

    async def run() -> Person | None:
        database = Database(f"sqlite+aiosqlite:///{file}")
        try:
            await database.upgrade()
            people = LatePeople(database)
            identities = Identities(people, Limits())
            person, token, _ = await identities.create("Ann", "127.0.0.1")
            people.told.clear()
            request = asyncio.create_task(identities.find(token))
            await people.asked.wait()
            await change(identities, person, token)
            people.told.set()
            assert await request == person  # it was asked before the change
            return await identities.find(token)
        finally:
            await database.close()

    return asyncio.run(run())


def test_an_answer_from_before_a_new_language_is_not_kept(database: Path) -> None:
    person = changed_meanwhile(database, lambda all, ann, _: all.speak(ann, "de"))
    assert person is not None and person.language == "de"


def test_an_answer_from_before_a_new_name_is_not_kept(database: Path) -> None:
    person = changed_meanwhile(database, lambda all, ann, _: all.rename(ann, "Anna"))
    assert person is not None and person.name == "Anna"


@pytest.mark.parametrize(
    "change",
    [lambda all, ann, _: all.replace_phrase(ann), lambda all, _, token: all.log_out(token)],
    ids=["phrase", "logout"],
)
def test_a_cookie_that_becomes_void_while_it_is_looked_up_stays_void(
    database: Path, change: Change
) -> None:
    assert changed_meanwhile(database, change) is None


def test_another_process_knows_a_new_language_at_once(database: Path) -> None:
    """The page takes over the language that it is told: an older one would undo the choice."""

    async def run(one: Hall, other: Hall) -> None:
        async with Guest(one, "Ann") as ann, Guest(other, "Ann", ann.http.cookies) as there:
            assert there.me["language"] == "en"
            await ann.post("/api/me/language", {"language": "de"})
            assert (await there.get("/api/me"))["language"] == "de"

    with Hall(database) as one, Hall(database) as other:
        asyncio.run(run(one, other))
