"""The connections of the hall to its database, and its migrations."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.util.exc import CommandError
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    ArgumentError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
    TimeoutError,
)
from sqlalchemy.ext.asyncio import create_async_engine

from starhall.server.config import BadConfig

MIGRATIONS = Path(__file__).parent / "migrations"
SQLITE_PRAGMAS = (
    "busy_timeout = 15000",
    "cache_size = -512",  # KiB for each connection; the system keeps the file in memory too
    "journal_mode = WAL",
    "synchronous = FULL",  # a commit is on the disk when it returns
    "foreign_keys = ON",
)


class Database:
    """The connections for reading and those for writing.

    SQLite has one writer at a time. Each kind of writer gets a single connection, and its
    transactions take the write lock when they begin, so two processes on one file wait for each
    other instead of failing halfway. The log is written in a thread of its own, one whole
    transaction at a time.
    """

    def __init__(self, url: str) -> None:
        try:
            made = make_url(url)
        except (ArgumentError, ValueError) as error:
            raise BadConfig(f"the database address cannot be read: {error}") from None
        self.url = url
        self.sqlite = made.get_backend_name() == "sqlite"
        self.name = made.database or ""
        self._log: sa.Engine | None = None
        self._log_thread = ThreadPoolExecutor(1, "log")
        if self.sqlite:
            self._open_sqlite(made)
        else:
            self._open_postgres(made)

    def _open_sqlite(self, url: sa.URL) -> None:
        if not url.database or url.database == ":memory:":
            raise BadConfig("the hall keeps its games in a file; give SQLite a file name")
        path = Path(url.database).absolute()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadConfig(f"{url.database} cannot be created: {error.strerror}") from None
        self.reading = create_async_engine(url, pool_size=4)
        self.writing = create_async_engine(url, pool_size=1, max_overflow=0, pool_timeout=60)
        self._log = sa.create_engine(url.set(drivername="sqlite"), pool_size=1, max_overflow=0)
        file = SameFile(path)
        _prepare_sqlite(self.reading.sync_engine, "BEGIN", file)
        _prepare_sqlite(self.writing.sync_engine, "BEGIN IMMEDIATE", file)
        _prepare_sqlite(self._log, "BEGIN IMMEDIATE", file)

    def _open_postgres(self, url: sa.URL) -> None:
        try:
            engine = create_async_engine(url, pool_size=8, max_overflow=8)
        except ModuleNotFoundError:
            raise BadConfig(
                "PostgreSQL needs a driver that is not installed: pip install 'starhall[postgres]'"
            ) from None
        self.reading = self.writing = engine

    async def write_log(self, write: Callable[[sa.Connection], None]) -> None:
        """Run `write` in one transaction; it is on the disk when this returns."""
        if self._log is None:
            async with self.writing.begin() as connection:
                await connection.run_sync(write)
        else:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._log_thread, _transaction, self._log, write)

    async def upgrade(self) -> None:
        """Bring the schema up to date; a new database gets all of it."""
        try:
            async with self.writing.begin() as connection:
                await connection.run_sync(_migrate)
        except CommandError as error:
            raise BadConfig(
                f"the database was made by a newer Starhall than this one: {error}"
            ) from None
        except SQLAlchemyError as error:
            raise BadConfig(
                f"the database {self.name} cannot be used: {reason_of(error)}"
            ) from None
        except OSError as error:
            raise BadConfig(f"the database {self.name} cannot be reached: {error}") from None

    async def close(self) -> None:
        await asyncio.to_thread(self._log_thread.shutdown)
        if self._log is not None:
            self._log.dispose()
        await self.reading.dispose()
        if self.writing is not self.reading:
            await self.writing.dispose()


def is_outage(error: Exception) -> bool:
    """Does the database itself fail, rather than the query?"""
    return isinstance(error, (OperationalError, InterfaceError, TimeoutError, OSError))


def reason_of(error: Exception) -> str:
    """What the database said, without the query."""
    return str(getattr(error, "orig", None) or error).strip().rstrip(".")


def _transaction(engine: sa.Engine, write: Callable[[sa.Connection], None]) -> None:
    with engine.begin() as connection:
        write(connection)


class SameFile:
    """Makes sure that nobody writes to an SQLite file that was moved or deleted.

    SQLite itself would write to the deleted file until it is closed, and to a new and empty one
    after that.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: tuple[int, int] | None = None

    def check(self) -> None:
        try:
            status = self._path.stat()
            now = (status.st_dev, status.st_ino)
        except OSError:
            now = (0, 0)
        if self._known is None:
            self._known = now
        elif now != self._known:
            why = f"{self._path} was moved or deleted; put it back and start the hall again"
            raise OperationalError("BEGIN", None, FileNotFoundError(why))


def _prepare_sqlite(engine: sa.Engine, begin: str, file: SameFile) -> None:
    @sa.event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        file.check()  # else a new and empty file would stay in the pool when the old one is back
        connection.isolation_level = None  # transactions begin where we say so
        cursor = connection.cursor()
        for pragma in SQLITE_PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @sa.event.listens_for(engine, "begin")
    def start(connection: sa.Connection) -> None:
        file.check()
        connection.exec_driver_sql(begin)


def _migrate(connection: sa.Connection) -> None:
    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
