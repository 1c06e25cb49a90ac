"""The database of the hall: its tables, its connections, and bringing it up to date."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.util.exc import CommandError
from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
)
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

METADATA = MetaData()

people = Table(
    "people",
    METADATA,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("made", Float, nullable=False),
    Column("phrase", String, nullable=False, unique=True),  # hashed
)

# One for each browser of a person.
keys = Table(
    "keys",
    METADATA,
    Column("hash", String, primary_key=True),
    Column("person", String, ForeignKey("people.id"), nullable=False),
    Column("made", Float, nullable=False),
)

tables = Table(
    "tables",
    METADATA,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules", String, nullable=False),
    Column("content", String, nullable=False),
    Column("settings", Text, nullable=False),
    Column("seed", String, nullable=False),
    Column("host", String, ForeignKey("people.id"), nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("forked", String, nullable=False),
    Column("status", String, nullable=False),  # waiting, playing, over, closed
    Column("started", Float, nullable=False),
    Column("moved", Float, nullable=False),
    Column("asked", String, nullable=False),  # the seats that owe an answer: "0,3"
    Column("ending", Text, nullable=False),
    Index("tables_by_status", "status", "moved"),
    Index("tables_by_host", "host", "status"),
)

chairs = Table(
    "chairs",
    METADATA,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String, nullable=False),  # person, friend, open, bot
    Column("name", String, nullable=False),
    Column("person", String, ForeignKey("people.id")),
    Column("bot", String, nullable=False),  # who plays: of a person, the stand-in
    Index("chairs_by_person", "person"),
)

invitations = Table(
    "invitations",
    METADATA,
    Column("hash", String, primary_key=True),
    Column("table_id", String, ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
)

# The log is the truth: nothing here is ever changed or removed. An undo is an entry of its own.
entries = Table(
    "entries",
    METADATA,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String, nullable=False),  # choice, undo
    Column("what", String, nullable=False),  # the option's token; of an undo, how many remain
    Column("at", Float, nullable=False),
)

chat = Table(
    "chat",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table_id", String, ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer),
    Column("name", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Index("chat_by_table", "table_id", "id"),
)

# Each change of chairs leaves a line, so that other processes see that there is one.
seatings = Table(
    "seatings",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table_id", String, ForeignKey("tables.id"), nullable=False),
)

# The processes of the hall, each with a number that grows as long as it lives and is not alone.
halls = Table(
    "halls",
    METADATA,
    Column("name", String, primary_key=True),
    Column("beat", Integer, nullable=False),
)

# How many sockets a process holds for a seat; -1 stands for those who watch.
company = Table(
    "company",
    METADATA,
    Column("hall", String, primary_key=True),
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("sockets", Integer, nullable=False),
)


def _position(name: str) -> Table:
    return Table(
        name,
        METADATA,
        Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
        Column("count", Integer, nullable=False),  # entries of the log until then
        Column("data", Text, nullable=False),
    )


# A position that stands by itself, kept now and then for the day the rules change; and the one
# from which a game goes on whose beginning was played by older rules.
positions = _position("positions")
origins = _position("origins")


class Database:
    """Connections to read with, and those to write with.

    SQLite has one writer at a time: it gets single connections whose transactions take the
    write lock when they begin, so that two processes on one file wait for each other and never
    find out in the middle that they cannot go on. Its log is written in a thread of its own,
    a whole transaction at a time.
    """

    def __init__(self, url: str) -> None:
        try:
            made = make_url(url)
        except (ArgumentError, ValueError) as error:
            raise BadConfig(f"the database address cannot be read: {error}") from None
        self.sqlite = made.get_backend_name() == "sqlite"
        self.name = made.database or ""
        self._log: Engine | None = None
        self._scribe = ThreadPoolExecutor(1, "log")
        if self.sqlite:
            if not made.database or made.database == ":memory:":
                raise BadConfig("the hall keeps its games in a file; give SQLite a file name")
            try:
                Path(made.database).absolute().parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BadConfig(f"{made.database} cannot be made: {error.strerror}") from None
            self.reading = create_async_engine(made, pool_size=4)
            self.writing = create_async_engine(made, pool_size=1, max_overflow=0, pool_timeout=60)
            self._log = create_engine(made.set(drivername="sqlite"), pool_size=1, max_overflow=0)
            file = SameFile(Path(made.database).absolute())
            _prepare_sqlite(self.reading.sync_engine, "BEGIN", file)
            _prepare_sqlite(self.writing.sync_engine, "BEGIN IMMEDIATE", file)
            _prepare_sqlite(self._log, "BEGIN IMMEDIATE", file)
        else:
            try:
                engine = create_async_engine(made, pool_size=8, max_overflow=8)
            except ModuleNotFoundError:
                raise BadConfig(
                    "PostgreSQL needs a driver that is not installed: pip install "
                    "'starhall[postgres]'"
                ) from None
            self.reading = self.writing = engine

    async def write_log(self, write: Callable[[Connection], None]) -> None:
        """Do this in one transaction; it is on the disk when this returns."""
        if self._log is None:
            async with self.writing.begin() as connection:
                await connection.run_sync(write)
        else:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._scribe, _transaction, self._log, write)

    async def upgrade(self) -> None:
        """Bring the tables up to date; a new database gets them all."""
        try:
            async with self.writing.begin() as connection:
                await connection.run_sync(_migrate)
        except CommandError as error:
            raise BadConfig(
                f"the database was made by a newer Starhall than this one: {error}"
            ) from None
        except SQLAlchemyError as error:
            raise BadConfig(f"the database {self.name} cannot be used: {told(error)}") from None
        except OSError as error:
            raise BadConfig(f"the database {self.name} cannot be reached: {error}") from None

    async def close(self) -> None:
        await asyncio.to_thread(self._scribe.shutdown)
        if self._log is not None:
            self._log.dispose()
        await self.reading.dispose()
        if self.writing is not self.reading:
            await self.writing.dispose()


def unanswered(error: Exception) -> bool:
    """Is it the database that fails, and not what it was asked?"""
    return isinstance(error, (OperationalError, InterfaceError, TimeoutError, OSError))


def told(error: Exception) -> str:
    """What the database itself said, without the question it was asked."""
    return str(getattr(error, "orig", None) or error).strip().rstrip(".")


def _transaction(engine: Engine, write: Callable[[Connection], None]) -> None:
    with engine.begin() as connection:
        write(connection)


class SameFile:
    """Sees to it that nobody writes into a file that is no longer there.

    SQLite would: to what was deleted until it is closed, and to an empty new one from then on.
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


def _prepare_sqlite(engine: Engine, begin: str, file: SameFile) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # we say ourselves when a transaction begins
        cursor = connection.cursor()
        for pragma in (
            "busy_timeout = 15000",
            "cache_size = -512",  # KiB for each connection; the system keeps the file in memory too
            "journal_mode = WAL",
            "synchronous = FULL",  # a commit is on the disk when it returns
            "foreign_keys = ON",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        file.check()
        connection.exec_driver_sql(begin)


def _migrate(connection: Connection) -> None:
    config = AlembicConfig()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
