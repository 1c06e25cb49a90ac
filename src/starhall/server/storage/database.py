"""The connections of the hall to its database, and its migrations."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from starhall.server.config import BadConfig
from starhall.server.storage.reasons import reason_of
from starhall.server.storage.schema import METADATA
from starhall.server.storage.sqlite import (
    WRITING,
    SameFile,
    SqliteLog,
    Target,
    keep_private,
    prepare,
)

# Where Alembic keeps the number of the last migration.
_versions = sa.Table(
    "alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32), primary_key=True)
)
MIGRATIONS = Path(__file__).parent / "migrations"
# PostgreSQL: a server that does not answer must not block the hall.
CONNECT_SECONDS = 2.0
COMMAND_SECONDS = 10.0
# Classes of PostgreSQL error codes for which the query is not to blame: the connection, conflicts
# between transactions, resources, intervention by an operator, the system.
OUTAGES = ("08", "40", "53", "57", "58")
MIGRATION_LOCK = 0x57A2_4A11  # any number; all halls on one PostgreSQL server take the same one


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
            raise BadConfig("config.address", why=error) from None
        self.url = url
        self.sqlite = made.get_backend_name() == "sqlite"
        self.name = made.database or ""
        self._log: SqliteLog | None = None
        self._log_thread = ThreadPoolExecutor(1, "log")
        if self.sqlite:
            self._open_sqlite(made)
        else:
            self._open_postgres(made)

    def _open_sqlite(self, url: sa.URL) -> None:
        if not url.database or url.database == ":memory:":
            raise BadConfig("config.no_file")
        path = Path(url.database).absolute()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            keep_private(path)
        except OSError as error:
            raise BadConfig("config.create", file=url.database, why=error.strerror) from None
        self.reading = create_async_engine(url, pool_size=4)
        self.writing = create_async_engine(url, pool_size=1, max_overflow=0, pool_timeout=60)
        file = SameFile(path)
        prepare(self.reading.sync_engine, "BEGIN", file)
        prepare(self.writing.sync_engine, WRITING, file)
        self._log = SqliteLog(path, file)

    def _open_postgres(self, url: sa.URL) -> None:
        self.reading = self.writing = _postgres_engine(
            url,
            pool_size=8,
            max_overflow=8,
            pool_timeout=COMMAND_SECONDS,
            pool_pre_ping=True,  # the server may have been restarted
            connect_args={"timeout": CONNECT_SECONDS, "command_timeout": COMMAND_SECONDS},
        )

    @asynccontextmanager
    async def driver_connection(self) -> AsyncIterator[Any]:
        """A connection of asyncpg itself, beside the pool, for LISTEN and NOTIFY."""
        import asyncpg

        options = self.reading.dialect.create_connect_args(self.reading.url)[1]
        waits = {"timeout": CONNECT_SECONDS, "command_timeout": COMMAND_SECONDS}
        try:
            connection = await asyncpg.connect(**options, **waits)
            try:
                yield connection
            finally:
                connection.terminate()
        except (
            OSError,
            asyncpg.PostgresError,
            asyncpg.InterfaceError,
            asyncpg.InternalClientError,  # cut off while connecting
        ) as error:
            raise OperationalError("listen", None, error) from error

    async def write_log(self, write: Callable[[Target], None]) -> None:
        """Run `write` in one transaction; it is on the disk when this returns."""
        if self._log is None:
            async with self.writing.begin() as connection:
                await connection.run_sync(write)
        else:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._log_thread, self._log.transaction, write)

    async def ping(self) -> None:
        """Does the database answer? Raises if not."""
        async with self.reading.connect() as connection:
            await connection.execute(sa.text("SELECT 1"))

    async def upgrade(self) -> None:
        """Bring the schema up to date; a new database gets all of it."""
        engine = self.writing
        if not self.sqlite:  # without the time limit, as a migration may take long
            options = {"timeout": CONNECT_SECONDS}
            engine = _postgres_engine(engine.url, poolclass=sa.NullPool, connect_args=options)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(migrate)
        except SQLAlchemyError as error:
            raise BadConfig("config.unusable", name=self.name, why=reason_of(error)) from None
        except OSError as error:
            raise BadConfig("config.unreached", name=self.name, why=error) from None

    async def close(self) -> None:
        await asyncio.to_thread(self._log_thread.shutdown)
        if self._log is not None:
            self._log.close()
        await self.reading.dispose()
        if self.writing is not self.reading:
            await self.writing.dispose()


DATABASE_ERRORS = (SQLAlchemyError, OSError)


def is_outage(error: BaseException) -> bool:
    """Is this a failure of the database itself, rather than of the query?"""
    return isinstance(error, (OperationalError, InterfaceError, PoolTimeout, OSError))


def _postgres_engine(url: sa.URL, **options: Any) -> AsyncEngine:
    try:
        engine = create_async_engine(url, **options)
    except ModuleNotFoundError:
        raise BadConfig("config.driver") from None
    _name_outages(engine.sync_engine)
    return engine


def _name_outages(engine: sa.Engine) -> None:
    """Raise OperationalError when PostgreSQL is gone, restarts, or does not answer.

    The driver has no error class of its own for that. An OSError that it raises before there is a
    connection is passed on unchanged.
    """

    @sa.event.listens_for(engine, "handle_error")
    def translate(context: sa.ExceptionContext) -> OperationalError | None:
        error = context.original_exception
        if not isinstance(error, Exception):
            return None  # a task was cancelled
        code = str(getattr(error, "sqlstate", None) or "")
        if isinstance(error, OSError):
            context.is_disconnect = True  # it may still be busy with the last command
        if isinstance(error, OSError) or context.is_disconnect or code.startswith(OUTAGES):
            lost = context.is_disconnect
            return OperationalError(context.statement, None, error, connection_invalidated=lost)
        return None


def migrate(connection: sa.Connection) -> None:
    """Apply the missing migrations. If several halls start together, one of them does it.

    An empty database gets all tables at once.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
    newest = newest_migration()
    found = sa.inspect(connection).get_table_names()
    if not found:
        METADATA.create_all(connection)
        _versions.create(connection)
        connection.execute(_versions.insert().values(version_num=newest))
    elif _versions.name not in found or connection.scalar(sa.select(_versions)) != newest:
        _apply_missing(connection)


def newest_migration() -> str:
    """The number of the last migration, taken from the names of the files."""
    return max([step.name[1:5] for step in (MIGRATIONS / "versions").glob("v[0-9]*.py")])


def _apply_missing(connection: sa.Connection) -> None:
    # Loaded only now: this takes a quarter as long as loading the hall, and is rarely needed.
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise BadConfig("config.newer", why=error) from None
