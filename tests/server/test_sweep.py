"""Tables that nobody uses leave memory; one that somebody comes to at that moment stays one."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from starhall.server.config import Config, Limits
from starhall.server.hall import Hall
from starhall.server.protocol.tables import Chair, OpenTable
from starhall.server.storage.models import Person
from starhall.server.tables.answers import answer
from starhall.server.tables.audience import Connection
from starhall.server.tables.table import Table
from tests.server.hall import until


@contextlib.asynccontextmanager
async def opened(database: Path) -> AsyncIterator[tuple[Hall, Table, Person]]:
    """A hall that sweeps tables at once, and a table with a choice that is not stored yet."""
    hall = Hall(Config(database=str(database), seed="sweep", limits=Limits(idle_seconds=0.0)))
    await hall.open()
    try:
        ada, _, _ = await hall.identities.create("Ada", "127.0.0.1")
        bob, _, _ = await hall.identities.create("Bob", "127.0.0.1")
        chairs = [Chair(kind="me"), Chair(kind="open")]
        row = await hall.opening.open(OpenTable(game="cyberstrife", chairs=chairs), ada)
        await hall.seating.join(row.id, bob, None, "", "")
        table = await hall.registry.get(row.id)
        await choose(hall, table)  # the first position is stored with it
        await choose(hall, table)
        yield hall, table, ada
    finally:
        await hall.close()


async def choose(hall: Hall, table: Table) -> None:
    journal = table.require_journal()
    seat = journal.asked()[0]
    decision = journal.match.decision_of(seat)
    assert decision is not None
    async with table.lock:
        made = len(journal.answers[seat])
        await answer(hall.changes, table, seat, made, [decision.options[0].number])


@contextlib.contextmanager
def locked(database: Path) -> Iterator[None]:
    """Nobody else can write meanwhile: the sweep waits where it stores the position."""
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            db.execute("ROLLBACK")


def test_a_table_stays_one_if_somebody_connects_while_it_is_swept(database: Path) -> None:
    async def run() -> None:
        async with opened(database) as (hall, table, ada):
            with locked(database):
                sweeping = asyncio.create_task(hall.registry.sweep())
                await until(lambda: hall.database.writing.pool.checkedout())  # type: ignore[attr-defined]
                found = await hall.registry.get(table.id)
                found.audience.join(Connection(ada, 0))
                assert not sweeping.done()
            await sweeping
            assert found is table and hall.registry.live == {table.id: table}
            await choose(hall, table)

    asyncio.run(run())


def test_a_table_stays_one_if_somebody_only_looks_at_it_meanwhile(database: Path) -> None:
    async def run() -> None:
        async with opened(database) as (hall, table, _):
            with locked(database):
                sweeping = asyncio.create_task(hall.registry.sweep())
                await until(lambda: hall.database.writing.pool.checkedout())  # type: ignore[attr-defined]
                found = await hall.registry.get(table.id)
            await sweeping
            assert hall.registry.live == {table.id: found}

    asyncio.run(run())


def test_a_swept_table_is_loaded_once_for_all_who_come(database: Path) -> None:
    async def run() -> None:
        async with opened(database) as (hall, table, _):
            count = table.require_journal().count
            await hall.registry.sweep()
            assert not hall.registry.live
            found = await asyncio.gather(*[hall.registry.get(table.id) for _ in range(5)])
            assert len({id(each) for each in found}) == 1 and found[0] is not table
            assert found[0].require_journal().count == count

    asyncio.run(run())
