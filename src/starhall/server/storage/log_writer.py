# mypyc: on
"""Group commits: all writes that arrive while the disk is busy go into the next transaction."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from sqlalchemy import BindParameter, bindparam, insert, update
from sqlalchemy.exc import IntegrityError

from starhall.server.storage.database import Database
from starhall.server.storage.journals import WriteConflict, replace_positions
from starhall.server.storage.many_rows import ManyRows, Row
from starhall.server.storage.schema import entries, tables
from starhall.server.storage.sqlite import Target

LARGEST_GROUP = 500

_INSERT = ManyRows(insert(entries))
_MOVED = ("moved", "asked", "chain")  # columns that every entry changes
_MORE = ("status", "ending", "dues", "due")  # changed at the end of a game, or by clocks


def _update(*columns: str) -> ManyRows:
    values: dict[str, BindParameter[Any]] = {name: bindparam(name) for name in columns}
    return ManyRows(update(tables).where(tables.c.id == bindparam("table")).values(values))


# A database updates every index with a column that a statement names, changed or not.
_UPDATE_MOVED, _UPDATE_ALL = _update(*_MOVED), _update(*_MOVED, *_MORE)


class TableWrite:
    """New entries of one table, and the new values of its row.

    The row may leave out the columns that change only at the end of a game or with a clock.
    """

    __slots__ = ("entries", "position", "row")

    def __init__(self, entries: list[Row], row: Row, position: Row | None) -> None:
        self.entries = entries
        self.row = row
        self.position = position  # at intervals, in case the rules change


class LogWriter:
    """Writes the choices made at the tables, several tables in one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[tuple[TableWrite, asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.groups = 0
        self.writes = 0

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Drop the writes that still wait; they were not acknowledged."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def commit(self, write: TableWrite) -> None:
        """Returns when it is on the disk; raises WriteConflict if the plies were taken."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, done))
        self._wake.set()
        await done

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            group = self._waiting[:LARGEST_GROUP]
            self._waiting = self._waiting[LARGEST_GROUP:]
            if not self._waiting:
                self._wake.clear()
            if group:
                await self._write(group)

    async def _write(self, group: list[tuple[TableWrite, asyncio.Future[None]]]) -> None:
        writes = [write for write, _ in group]
        try:
            await self._database.write_log(partial(_append, writes))
        except IntegrityError:
            if len(group) > 1:
                # One of them came too late; this must not affect the others.
                for one in group:
                    await self._write([one])
                return
            _settle(group, WriteConflict())
        except Exception as error:
            _settle(group, error)
        else:
            self.groups += 1
            self.writes += len(group)
            _settle(group, None)


def _append(writes: list[TableWrite], connection: Target) -> None:
    # Always in the same order, so that two processes never wait for each other's rows.
    writes = sorted(writes, key=lambda write: str(write.row["table"]))
    _INSERT.execute(connection, [row for write in writes for row in write.entries])
    rows = [write.row for write in writes]
    _UPDATE_MOVED.execute(connection, [row for row in rows if "status" not in row])
    _UPDATE_ALL.execute(connection, [row for row in rows if "status" in row])
    replace_positions(connection, [w.position for w in writes if w.position is not None])


def _settle(group: list[tuple[TableWrite, asyncio.Future[None]]], error: Exception | None) -> None:
    for _, done in group:
        if not done.done():
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)
