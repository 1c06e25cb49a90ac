"""Queries about the processes that share the database, and about their sockets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from sqlalchemy import delete, insert, select, update

from starhall.server.storage.database import Database
from starhall.server.storage.schema import presence, processes

Sockets = Mapping[int, int]  # their number by seat; spectators under -1
Held = Mapping[str, Sockets]  # by table


class ProcessStore:
    """The processes of the hall, each with a number that grows while it lives."""

    def __init__(self, database: Database, name: str) -> None:
        self._database = database
        self.name = name

    async def enter(self) -> None:
        async with self._database.writing.begin() as db:
            await db.execute(insert(processes), {"name": self.name, "beat": 0})

    async def others(self, known: Mapping[str, int]) -> dict[str, tuple[int, Held]]:
        """The number of every other process, and its sockets by table.

        The sockets of processes whose number is already known are left out.
        """
        found: dict[str, tuple[int, Held]] = {}
        async with self._database.reading.connect() as db:
            query = select(processes).where(processes.c.name != self.name)
            for name, beat in (await db.execute(query)).all():
                sockets: dict[str, dict[int, int]] = {}
                if known.get(name) != beat:
                    held = select(presence).where(presence.c.process == name)
                    for row in await db.execute(held):
                        sockets.setdefault(row.table_id, {})[row.seat] = row.sockets
                found[name] = beat, sockets
        return found

    async def beat(self, changed: Mapping[str, Sockets], all: Callable[[], Held]) -> None:
        """Raise our number, and store our sockets at the tables where they have changed.

        If others have removed us in the meantime (after a long pause), register all sockets again.
        """
        async with self._database.writing.begin() as db:
            own = update(processes).where(processes.c.name == self.name)
            result = await db.execute(own.values(beat=processes.c.beat + 1))
            if result.rowcount == 0:
                await db.execute(insert(processes), {"name": self.name, "beat": 1})
                changed = all()
            if changed:
                old = delete(presence).where(presence.c.process == self.name)
                await db.execute(old.where(presence.c.table_id.in_(list(changed))))
            rows = [
                {"process": self.name, "table_id": table, "seat": seat, "sockets": count}
                for table, sockets in changed.items()
                for seat, count in sockets.items()
            ]
            if rows:
                await db.execute(insert(presence), rows)

    async def leave(self) -> None:
        await self.remove([self.name])

    async def remove(self, names: Collection[str]) -> None:
        """Forget processes that have ended, and their sockets."""
        async with self._database.writing.begin() as db:
            await db.execute(delete(presence).where(presence.c.process.in_(names)))
            await db.execute(delete(processes).where(processes.c.name.in_(names)))
