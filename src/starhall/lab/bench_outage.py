"""The database comes and goes: how long the hall takes to end, and to catch up afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from starhall.engine.errors import StarhallError
from starhall.lab.bench_attack import Figure, Guest
from starhall.lab.bench_server import Player, Server

if TYPE_CHECKING:
    from starhall.lab.postgres import Postgres

ENDING = "within 5 s"
DOWN_SECONDS = 3.0  # how long the database is gone
TIMES = 3  # how often it goes
NOBODY = "127.0.0.1"  # the address of all guests: no proxy names another


@asynccontextmanager
async def halls(count: int, database: str = "", processes: int = 1) -> AsyncIterator[list[Server]]:
    """Halls on one database, as several machines run them."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--processes", str(processes)]
        opened = [
            await asyncio.to_thread(Server, folder, {}, options, database) for _ in range(count)
        ]
        try:
            yield opened
        finally:
            for server in opened:
                if server.process.poll() is None:
                    await asyncio.to_thread(server.close)


async def sit(server: Server, guest: Guest, table: str) -> Player:
    player = Player(await guest.at(server).sit(table), random.Random(1))
    await player.greet()
    return player


async def end_while(
    server: Server, hang: Callable[[], AbstractContextManager[None]], choosing: bool = True
) -> float:
    """The seconds until the hall has ended while a choice waits, bots think and people watch."""
    ada = await asyncio.to_thread(Guest, server, "Ada", NOBODY)
    table = await asyncio.to_thread(ada.open_table, "me", "greedy")
    await asyncio.to_thread(ada.open_table, "strong", "strong")
    player = await sit(server, ada, table)
    for _ in range(5):
        await sit(server, ada, table)
    while not player.asked:
        await player.news()
    with hang():
        if choosing:
            player.begin_choice()
            await asyncio.sleep(0.5)  # it waits for the database
        begun = time.perf_counter()
        server.process.terminate()
        await asyncio.to_thread(server.process.wait)
        return time.perf_counter() - begun


@contextmanager
def held(server: Server) -> Iterator[None]:
    """Another program writes to the database and does not finish."""
    with contextlib.closing(sqlite3.connect(server.database, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def moved(server: Server) -> Iterator[None]:
    """The file of the database is gone."""
    Path(server.database).rename(f"{server.database}.away")
    yield


@contextmanager
def stopped(postgres: Postgres) -> Iterator[None]:
    postgres.stop()
    yield
    postgres.start()


async def ending() -> list[Figure]:
    """SIGTERM in every state."""
    from starhall.lab.postgres import Postgres

    found: dict[str, float] = {}
    async with halls(1) as [server]:
        found["while people are connected"] = await end_while(
            server, contextlib.nullcontext, choosing=False
        )
    async with halls(1) as [server]:
        found["while another program holds the SQLite file"] = await end_while(
            server, lambda: held(server)
        )
    async with halls(1) as [server]:
        found["while the SQLite file is gone"] = await end_while(server, lambda: moved(server))
    with Postgres() as postgres:
        async with halls(1, postgres.new_database()) as [server]:
            found["while PostgreSQL is gone"] = await end_while(server, lambda: stopped(postgres))
        async with halls(1, postgres.new_database(), processes=2) as [server]:
            found["while PostgreSQL does not answer, two processes"] = await end_while(
                server, postgres.frozen
            )
    return [
        Figure(
            f"SIGTERM {state}: until the hall has ended",
            "never" if "PostgreSQL" in state else "",
            ENDING,
            f"{seconds:.1f} s",
            seconds <= 5,
        )
        for state, seconds in found.items()
    ]


async def catching_up() -> list[Figure]:
    return [await _after_sqlite(), await _after_postgres()]


async def _after_sqlite() -> Figure:
    """Another program lets go of the file; two halls show the choice that waited for it."""
    took = []
    async with halls(2) as [one, two]:
        ada = await asyncio.to_thread(Guest, one, "Ada", NOBODY)
        table = await asyncio.to_thread(ada.open_table, "me", "random")
        player, watching = await sit(one, ada, table), await sit(two, ada, table)
        for _ in range(TIMES):
            while not player.asked:
                await player.news()
            with held(one):
                player.begin_choice()
                await asyncio.sleep(DOWN_SECONDS)
            begun = time.perf_counter()
            while player.answered < player.awaiting:
                await player.news()
            while watching.answered < player.answered:
                await watching.news()
            took.append(time.perf_counter() - begun)
    what = "The SQLite file is free again: until the choice that waited is seen at two halls"
    return _caught_up(what, "", took)


async def _after_postgres() -> Figure:
    """PostgreSQL is stopped and started again; then a choice at one hall shows at the other."""
    from starhall.lab.postgres import Postgres

    took = []
    with Postgres() as postgres:
        async with halls(2, postgres.new_database()) as [one, two]:
            ada = await asyncio.to_thread(Guest, one, "Ada", NOBODY)
            table = await asyncio.to_thread(ada.open_table, "me", "random")
            stayed = await sit(two, ada, table)
            for _ in range(TIMES):
                with stopped(postgres):
                    await asyncio.sleep(DOWN_SECONDS)
                begun = time.perf_counter()
                stayed = await choose_and_see(one, two, ada, table, stayed)
                took.append(time.perf_counter() - begun)
    what = "PostgreSQL is back: until a choice at one hall is seen at another"
    return _caught_up(what, "never", took)


def _caught_up(what: str, before: str, took: list[float]) -> Figure:
    measured = ", ".join([f"{seconds:.1f}" for seconds in took])
    return Figure(what, before, "within 2 s", f"{measured} s", max(took) <= 2)


async def choose_and_see(
    one: Server, two: Server, guest: Guest, table: str, watching: Player
) -> Player:
    """Make a choice at one hall and wait until it shows at the other, coming back when needed."""
    while True:
        try:
            player = await sit(one, guest, table)
            while not player.asked:
                await player.news()
            await player.choose()
            if watching.error:
                watching = await sit(two, guest, table)
            while watching.answered < player.answered:
                await watching.news()
            await player.socket.close()
            return watching
        except (StarhallError, OSError):
            await asyncio.sleep(0.1)


OUTAGES: list[Callable[[], Coroutine[None, None, Figure | list[Figure]]]] = [ending, catching_up]
