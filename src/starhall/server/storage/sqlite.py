"""SQLite: how its connections are set up, and the connection that writes the log."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError, OperationalError

PRIVATE: Final = 0o600
PRAGMAS: Final = (
    "busy_timeout = 15000",
    "cache_size = -512",  # KiB for each connection; the system keeps the file in memory too
    "journal_mode = WAL",
    "synchronous = FULL",  # a commit is on the disk when it returns
    "foreign_keys = ON",
)
WRITING: Final = "BEGIN IMMEDIATE"  # takes the write lock at once


class Target(Protocol):
    """What writing many rows needs from a connection. SQLAlchemy's connections have it."""

    @property
    def dialect(self) -> sa.Dialect: ...

    def exec_driver_sql(self, statement: str, rows: list[tuple[Any, ...]], /) -> object: ...


def keep_private(path: Path) -> None:
    """Let only its owner read the file, because it holds the seeds of running games.

    SQLite gives new files beside it the same permissions, but does not change existing ones.
    """
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, PRIVATE))
    for file in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        with contextlib.suppress(FileNotFoundError):
            file.chmod(PRIVATE)


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


def prepare(engine: sa.Engine, begin: str, file: SameFile) -> None:
    @sa.event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        file.check()  # otherwise a new, empty file would stay in the pool when the old one is back
        _set_up(connection)

    @sa.event.listens_for(engine, "begin")
    def start(connection: sa.Connection) -> None:
        file.check()
        connection.exec_driver_sql(begin)


def _set_up(connection: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say so
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class SqliteLog:
    """The connection that writes the log: a plain SQLite one, with one transaction at a time.

    SQLAlchemy would add as much time to each transaction as writing it takes.
    """

    def __init__(self, path: Path, file: SameFile) -> None:
        self._path = path
        self._file = file
        self._connection: sqlite3.Connection | None = None
        self.dialect: sa.Dialect = sqlite.dialect()

    def transaction(self, write: Callable[[Target], None]) -> None:
        """Run `write` in one transaction; errors are raised as those of SQLAlchemy."""
        try:
            connection = self._begin()
            try:
                write(self)
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.rollback()
        except sqlite3.IntegrityError as error:
            raise IntegrityError("log", None, error) from error
        except sqlite3.OperationalError as error:
            raise OperationalError("log", None, error) from error

    def exec_driver_sql(self, statement: str, rows: list[tuple[Any, ...]], /) -> None:
        assert self._connection is not None
        self._connection.executemany(statement, rows)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _begin(self) -> sqlite3.Connection:
        self._file.check()
        if self._connection is None:
            # Another thread closes it.
            connection = sqlite3.connect(self._path, check_same_thread=False)
            _set_up(connection)
            self._connection = connection
        self._connection.execute(WRITING)
        return self._connection
