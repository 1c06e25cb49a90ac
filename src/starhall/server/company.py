"""Who is connected where, over all processes of the hall that share a database.

Each process has a row with a number that it keeps raising, and rows that say at which tables
it has guests. The others look at the numbers twice a second and read what is new. A process
that is alone writes nothing. One whose number stands still is gone, and its guests with it; how
long is measured by one's own clock, so that clocks may differ and jump.
"""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from sqlalchemy import delete, insert, select, update

from starhall.server.database import Database, company, halls
from starhall.server.table import Table

Guests = Mapping[int, int]  # sockets by seat, those who watch under -1


class Other:
    """Another process as last seen."""

    __slots__ = ("beat", "guests", "when")

    def __init__(self) -> None:
        self.beat = -1
        self.when = 0.0
        self.guests: dict[str, dict[int, int]] = {}


class Company:
    """The guests of the other processes, and what they are told of ours."""

    def __init__(
        self, database: Database, live: Callable[[], Iterable[Table]], silent_seconds: float
    ) -> None:
        self._database = database
        self._live = live
        self._silent_seconds = silent_seconds
        self._name = secrets.token_hex(8)
        self._others: dict[str, Other] = {}
        self._changed: set[str] = set()
        self._written = 0.0
        self._elsewhere: dict[str, Guests] = {}

    def of(self, table: str) -> Guests:
        """Those who are at a table through other processes."""
        return self._elsewhere.get(table, {})

    def changed(self, table: str) -> None:
        """Somebody came to this table or left it here."""
        if self._others:
            self._changed.add(table)

    async def enter(self) -> None:
        """Let the others know that there is one more process."""
        async with self._database.writing.begin() as db:
            await db.execute(insert(halls), {"name": self._name, "beat": 0})

    async def leave(self) -> None:
        await self._forget([self._name])

    async def look(self) -> None:
        """Hear from the others and let them hear from us; to be called again and again."""
        alone = not self._others
        await self._hear()
        if not self._others:
            self._changed.clear()
            return
        if alone:
            self._changed = {table.id for table in self._live() if table.connections}
        if self._changed or time.monotonic() - self._written > self._silent_seconds / 4:
            await self._tell()

    async def _hear(self) -> None:
        now = time.monotonic()
        async with self._database.reading.connect() as db:
            rows = (await db.execute(select(halls).where(halls.c.name != self._name))).all()
            beats = {row.name: row.beat for row in rows}
            for name, beat in beats.items():
                other = self._others.setdefault(name, Other())
                if other.beat != beat:
                    other.beat, other.when, other.guests = beat, now, {}
                    query = select(company).where(company.c.hall == name)
                    for row in await db.execute(query):
                        other.guests.setdefault(row.table_id, {})[row.seat] = row.sockets
        silent = [name for name in beats if now - self._others[name].when > self._silent_seconds]
        if silent:
            await self._forget(silent)
        self._others = {
            name: other
            for name, other in self._others.items()
            if name in beats and name not in silent
        }
        self._show()

    def _show(self) -> None:
        """Tell the tables here what has changed elsewhere."""
        sums: dict[str, Counter[int]] = {}
        for other in self._others.values():
            for table, guests in other.guests.items():
                sums.setdefault(table, Counter()).update(guests)
        self._elsewhere = dict(sums)
        for live in self._live():
            live.hear_of(self.of(live.id))

    async def _tell(self) -> None:
        changed, self._changed = self._changed, set()
        try:
            await self._write(changed)
        except BaseException:
            self._changed |= changed
            raise
        self._written = time.monotonic()

    async def _write(self, changed: set[str]) -> None:
        async with self._database.writing.begin() as db:
            alive = update(halls).where(halls.c.name == self._name).values(beat=halls.c.beat + 1)
            if (await db.execute(alive)).rowcount == 0:
                # We were silent for too long (asleep?) and have been forgotten.
                await db.execute(insert(halls), {"name": self._name, "beat": 1})
                changed = {table.id for table in self._live()}
            if changed:
                ours = delete(company).where(company.c.hall == self._name)
                await db.execute(ours.where(company.c.table_id.in_(changed)))
            rows = [
                {"hall": self._name, "table_id": table.id, "seat": seat, "sockets": sockets}
                for table in self._live()
                if table.id in changed
                for seat, sockets in table.guests().items()
            ]
            if rows:
                await db.execute(insert(company), rows)

    async def _forget(self, names: list[str]) -> None:
        async with self._database.writing.begin() as db:
            await db.execute(delete(company).where(company.c.hall.in_(names)))
            await db.execute(delete(halls).where(halls.c.name.in_(names)))
