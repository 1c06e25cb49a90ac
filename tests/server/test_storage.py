"""Tables, logs and lists in the database: what several processes and passing time do to them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor

from starhall.engine.knowledge.views import digest
from starhall.server.config import Config, Limits
from starhall.server.hall import Hall as HallParts
from starhall.server.protocol import Chair, OpenTable
from starhall.server.storage.database import Database
from starhall.server.storage.models import Entry, Person
from starhall.server.tables.audience import Connection
from starhall.server.tables.journal import Journal
from starhall.server.tables.table import Table
from tests.server.hall import Guest, Hall, until
from tests.server.store import Store

ME, OPEN = Chair(kind="me"), Chair(kind="open")


@contextlib.asynccontextmanager
async def parts(store: Store, **limits: float) -> AsyncIterator[HallParts]:
    """A hall in this process, without its web server."""
    hall = HallParts(Config(database=store.url, workers=1, limits=Limits(**limits)))  # type: ignore[arg-type]
    await hall.open()
    try:
        yield hall
    finally:
        await hall.close()


async def new_person(hall: HallParts, name: str) -> Person:
    return (await hall.identities.create(name, "127.0.0.1"))[0]


async def two_at_a_table(hall: HallParts) -> Table:
    ada, bob = await new_person(hall, "Ada"), await new_person(hall, "Bob")
    row = await hall.opening.open(OpenTable(game="cyberstrife", chairs=[ME, OPEN]), ada)
    await hall.seating.join(row.id, bob, None, "")
    return await hall.registry.get(row.id)


async def choose_first(hall: HallParts, table: Table) -> None:
    """The first option of the first seat that is asked."""

    def make(journal: Journal) -> list[Entry]:
        decision = journal.match.decisions[0]
        return journal.choose(decision.seat, [decision.options[0].number], 1.0)

    async with table.lock:
        await hall.changes.apply(table, make)


def test_a_choice_of_another_process_is_applied_from_the_new_entries(store: Store) -> None:
    async def run() -> None:
        async with parts(store) as one, parts(store) as two:
            here = await two_at_a_table(one)
            there = await two.registry.get(here.id)
            followed = there.journal
            assert followed is not None and here.journal is not None
            for count in range(1, 6):
                await choose_first(one, here)
                await until(lambda count=count: followed.count == count)
                assert there.row.asked == here.row.asked
            assert there.journal is followed, "the whole log was read again"
            assert followed.answers == here.journal.answers
            assert digest(followed.match.state) == digest(here.journal.match.state)

    asyncio.run(run())


def test_a_table_that_is_swept_while_somebody_comes_stays_one_table(store: Store) -> None:
    async def run() -> None:
        async with parts(store, idle_seconds=-1.0) as hall:
            table = await two_at_a_table(hall)
            await choose_first(hall, table)
            table.stored = -1  # so that the sweep has something to write, and takes its time
            sweep = asyncio.create_task(hall.registry.sweep())
            await asyncio.sleep(0)
            assert not sweep.done()
            found = await hall.registry.get(table.id)
            found.audience.join(Connection(Person("ada", "Ada"), 0))
            await sweep
            assert await hall.registry.get(table.id) is found

    asyncio.run(run())


def test_two_halls_may_start_on_an_empty_database(store: Store) -> None:
    halls = [Hall(store) for _ in range(2)]
    with ThreadPoolExecutor() as together:
        opened = [together.submit(hall.open) for hall in halls]
    try:
        for future in opened:
            future.result()
    finally:
        for hall in halls:
            hall.__exit__()


def test_four_connections_may_migrate_an_empty_database_at_once(store: Store) -> None:
    async def run() -> None:
        databases = [Database(Config(database=store.url).database_url) for _ in range(4)]
        try:
            await asyncio.gather(*[database.upgrade() for database in databases])
        finally:
            await asyncio.gather(*[database.close() for database in databases])

    asyncio.run(run())


def test_the_lobby_never_hides_a_game_that_waits_for_me(store: Store) -> None:
    async def run(hall: Hall) -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            table = await ada.open_table("me", "open")
            await bob.post(f"/api/tables/{table['id']}/join")
            for _ in range(55):
                await ada.open_table("me", "open")
            mine = (await ada.get("/api/lobby"))["mine"]
            assert [shown["id"] for shown in mine if shown["your_turn"]] == [table["id"]]
            assert mine[0]["id"] == table["id"] and len(mine) == 56

    with Hall(store, tables_per_person=100) as hall:
        asyncio.run(run(hall))


def test_a_game_that_is_not_installed_any_more_does_not_break_the_lobby(store: Store) -> None:
    async def run(hall: Hall) -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            running = await ada.open_table("me", "random")
            waiting = await ada.open_table("me", "open")
            await asyncio.to_thread(hall.close)
            store.rows("UPDATE tables SET game = 'gone'")
            await asyncio.to_thread(hall.open)
            mine = (await ada.get("/api/lobby"))["mine"]
            assert {(table["game"], table["title"]) for table in mine} == {("gone", "gone")}
            assert (await bob.get("/api/lobby"))["open"] == []
            problem = await bob.post(f"/api/tables/{waiting['id']}/join", status=404)
            assert "there is no game 'gone'" in problem["error"]
            for table in (running, waiting):  # its host can close both
                await ada.post(f"/api/tables/{table['id']}/leave")
            assert (await ada.get("/api/lobby"))["mine"] == []

    with Hall(store, port=0) as hall:
        asyncio.run(run(hall))
