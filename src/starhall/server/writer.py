"""Commits in groups: whatever arrived while the disk was busy goes into one transaction."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, update
from sqlalchemy.exc import IntegrityError

from starhall.engine.errors import StarhallError
from starhall.server.database import Database, entries, positions, tables
from starhall.server.ledger import Position

Row = dict[str, Any]

_INSERT = insert(entries)
_UPDATE = (
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(
        moved=bindparam("moved"),
        asked=bindparam("asked"),
        status=bindparam("status"),
        ending=bindparam("ending"),
    )
)
LARGEST_GROUP = 500


class Outpaced(StarhallError):
    """Another process has written these plies first."""


class Page(msgspec.Struct):
    """New entries of one table and what the lobby should say of it from now on."""

    rows: list[Row]
    heading: Row
    position: Row | None = None  # now and then, for the day the rules change


class Writer:
    """The one task that writes to the log."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[tuple[Page, asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.groups = 0
        self.pages = 0

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Finish what is under way; nobody was promised anything about the rest."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def commit(self, page: Page) -> None:
        """Returns when the page is on the disk; raises Outpaced if its plies were taken."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((page, done))
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

    async def _write(self, group: list[tuple[Page, asyncio.Future[None]]]) -> None:
        pages = [page for page, _ in group]
        try:
            await self._database.write_log(partial(_append, pages))
        except IntegrityError:
            if len(group) > 1:
                # One of them was outpaced; the others must not suffer for it.
                for one in group:
                    await self._write([one])
                return
            _settle(group, Outpaced("another process has moved on with this table"))
        except Exception as error:
            _settle(group, error)
        else:
            self.groups += 1
            self.pages += len(group)
            _settle(group, None)


def _append(pages: list[Page], connection: Connection) -> None:
    connection.execute(_INSERT, [row for page in pages for row in page.rows])
    connection.execute(_UPDATE, [page.heading for page in pages])
    keep(connection, [page.position for page in pages if page.position is not None])


def keep(connection: Connection, kept: list[Row]) -> None:
    """Store positions in place of those stored before."""
    if kept:
        old = positions.c.table_id.in_([row["table_id"] for row in kept])
        connection.execute(delete(positions).where(old))
        connection.execute(insert(positions), kept)


def position_row(table: str, position: Position) -> Row:
    data = msgspec.json.encode(position).decode()
    return {"table_id": table, "count": position.count, "data": data}


def _settle(group: list[tuple[Page, asyncio.Future[None]]], error: Exception | None) -> None:
    for _, done in group:
        if not done.done():
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)
