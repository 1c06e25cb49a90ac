"""SIGTERM ends the hall and all its processes, whatever it is doing and whatever hangs.

A hall that waited for something here would do so for ever.
"""

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from starhall.lab.postgres import Postgres
from tests.server.hall import Guest, Hall, until
from tests.server.store import Store
from tests.server.test_attacks import raw
from tests.server.test_durable import children

SHORT = {"round_cap": 20}
# Nothing but the deadlines of ending gives up a request that never comes to its end.
PATIENT: dict[str, Any] = {"header_seconds": 1e6, "body_seconds": 1e6}
ENDLESS = (
    b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nX-Starhall: 1\r\n"
    b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
)


async def end_while(
    hall: Hall, hang: Callable[[], contextlib.AbstractContextManager[None]]
) -> None:
    """End it while a choice is under way, bots think, and a request never comes to its end."""
    assert hall.process is not None
    async with Guest(hall, "Ada") as ada:
        table = await ada.open_table("me", "greedy", settings=SHORT)
        await ada.open_table("strong", "strong", settings=SHORT)
        async with ada.sit(table["id"], wants="options") as place:
            frame = await place.until_asked()
            started = children(hall.process.pid)
            assert started
            with raw(hall) as half, hang():
                half.sendall(ENDLESS)
                option = frame["options"][0]["number"]
                await place.send(type="choose", ref=1, answered=0, options=[option])
                await asyncio.to_thread(hall.close)
                await until(lambda: not any(Path(f"/proc/{one}").exists() for one in started))


@contextlib.contextmanager
def held(database: Path) -> Iterator[None]:
    """Another program holds the database, so the choice waits for it."""
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        yield


def test_a_hall_ends_while_another_program_holds_its_database(database: Path) -> None:
    with Hall(database, **PATIENT) as hall:
        asyncio.run(end_while(hall, lambda: held(database)))


@pytest.fixture(scope="module")
def fragile() -> Iterator[Postgres]:
    """A server that the tests of this module may stop and freeze."""
    with Postgres() as server:
        yield server


@pytest.mark.parametrize(("processes", "frozen"), [(1, False), (2, True)])
def test_a_hall_ends_while_postgres_is_gone_or_hangs(
    fragile: Postgres, processes: int, frozen: bool, tmp_path: Path
) -> None:
    @contextlib.contextmanager
    def stopped() -> Iterator[None]:
        fragile.stop()
        yield
        fragile.start()

    with Hall(Store(fragile.new_database(), tmp_path), processes=processes, **PATIENT) as hall:
        asyncio.run(end_while(hall, fragile.frozen if frozen else stopped))
