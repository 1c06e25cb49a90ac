"""Backups: everything a hall stores, in one SQLite file. The hall stays open meanwhile.

A backup of either kind of database can be restored to either kind.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import sqlalchemy as sa
from sqlalchemy import func, insert, select

from starhall.server.config import BadConfig
from starhall.server.storage.database import Database, migrate, newest_migration
from starhall.server.storage.reasons import reason_of
from starhall.server.storage.schema import METADATA, entries, people, presence, processes, tables

# A backup does not need to know who is connected where.
KEPT = [table for table in METADATA.sorted_tables if table not in (processes, presence)]
NUMBERED = [table for table in KEPT if "id" in table.c and isinstance(table.c.id.type, sa.Integer)]
ROWS = 1000  # copied at once
BESIDE = ("", "-wal", "-shm", "-journal")  # the files of an SQLite database


class Contents(msgspec.Struct, frozen=True):
    """What a backup holds."""

    tables: int
    entries: int


async def backup(url: str, file: Path) -> Contents:
    """Write the current state to a new file; the hall may be open meanwhile."""
    with _new_file(file) as part:
        source = _sqlite_file(url)
        if source is not None:
            _copy_file(source, part)
        else:
            async with _opened(url) as database:
                await _read_postgres(database, part)
        return _check(part)


async def restore(url: str, file: Path) -> Contents:
    """Fill a database that does not exist yet, or an empty one, from a backup."""
    contents = _check(file)
    target = _sqlite_file(url)
    if target is not None:
        with _new_file(target) as part:
            _copy_file(file, part)
    else:
        async with _opened(url) as database:
            await _fill_postgres(database, file)
    return contents


def _sqlite_file(url: str) -> Path | None:
    """The file of an SQLite database. A Database object would create the file."""
    try:
        made = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError) as error:
        raise BadConfig("config.address", why=error) from None
    return Path(made.database or "") if made.get_backend_name() == "sqlite" else None


@contextlib.asynccontextmanager
async def _opened(url: str) -> AsyncIterator[Database]:
    database = Database(url)
    try:
        yield database
    finally:
        await database.close()


@contextlib.contextmanager
def _new_file(file: Path) -> Iterator[Path]:
    """A file beside the wanted one. It is renamed when it is complete and on the disk."""
    for name in BESIDE:
        taken = file.with_name(file.name + name)
        if taken.exists():
            raise BadConfig("backup.exists", file=taken)
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # it holds seeds
        yield part
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(file)
    except OSError as error:
        raise BadConfig("backup.write", file=file, why=error.strerror) from None
    finally:
        part.unlink(missing_ok=True)


def _copy_file(source: Path, target: Path) -> None:
    """The online backup of SQLite: one consistent state, while others read and write."""
    if not source.is_file():
        raise BadConfig("backup.no_database", file=source)
    try:
        with (
            contextlib.closing(sqlite3.connect(source)) as old,
            contextlib.closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")  # everything in this one file
    except sqlite3.Error as error:
        raise BadConfig("backup.copy", name=source, why=error) from None


def _check(file: Path) -> Contents:
    """Is this a sound backup of a hall?"""
    if not file.is_file():
        raise BadConfig("backup.no_file", file=file)
    engine = _file_engine(file)
    try:
        with engine.connect() as db:
            found = db.exec_driver_sql("PRAGMA quick_check").scalar()
            if found != "ok":
                raise BadConfig("backup.damaged", file=file, why=found)
            db.exec_driver_sql("SELECT version_num FROM alembic_version")
            counts = [db.scalar(select(func.count()).select_from(t)) for t in (tables, entries)]
            return Contents(*[count or 0 for count in counts])
    except sa.exc.SQLAlchemyError as error:
        raise BadConfig("backup.not_backup", file=file, why=reason_of(error)) from None
    finally:
        engine.dispose()


async def _read_postgres(database: Database, target: Path) -> None:
    """Copy all rows as one transaction sees them."""
    engine = _file_engine(target)
    try:
        async with database.reading.connect() as db:
            await db.execution_options(isolation_level="REPEATABLE READ")
            await db.run_sync(_require_newest)
            with engine.begin() as new:
                migrate(new)
                for table in KEPT:
                    rows = await db.stream(select(table))
                    async for some in rows.mappings().partitions(ROWS):
                        new.execute(insert(table), [dict(row) for row in some])
    except sa.exc.SQLAlchemyError as error:
        raise BadConfig("backup.copy", name=database.name, why=reason_of(error)) from None
    finally:
        engine.dispose()


def _require_newest(connection: sa.Connection) -> None:
    """Rows can be copied between schemas of one version only."""
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    newest = newest_migration()
    if found != newest:
        raise BadConfig("backup.schema", found=found, newest=newest)


async def _fill_postgres(database: Database, file: Path) -> None:
    await database.upgrade()
    with TemporaryDirectory() as folder:
        copy = Path(folder) / file.name  # it may be older, and is migrated to the newest schema
        _copy_file(file, copy)
        engine = _file_engine(copy)
        try:
            with engine.begin() as old:
                migrate(old)
            async with database.writing.begin() as db:
                if await db.scalar(select(func.count()).select_from(people)):
                    raise BadConfig("backup.in_use", name=database.name)
                with engine.connect() as old:
                    for table in KEPT:
                        for some in old.execute(select(table)).mappings().partitions(ROWS):
                            await db.execute(insert(table), [dict(row) for row in some])
                for table in NUMBERED:
                    sequence = func.pg_get_serial_sequence(table.name, "id")
                    last = select(func.coalesce(func.max(table.c.id), 0) + 1).scalar_subquery()
                    await db.execute(select(func.setval(sequence, last, False)))
        except sa.exc.SQLAlchemyError as error:
            raise BadConfig("backup.fill", name=database.name, why=reason_of(error)) from None
        finally:
            engine.dispose()


def _file_engine(file: Path) -> sa.Engine:
    return sa.create_engine(sa.URL.create("sqlite", database=str(file)), poolclass=sa.NullPool)
