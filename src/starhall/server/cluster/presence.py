"""Who is connected where, over all processes that share the database.

Each process has a row with a number that it increments, and rows that say at which tables it
has sockets. The others read the numbers twice a second and load what is new. A process that
is alone writes nothing. If the number of a process stops changing, the process and its sockets
count as gone. Each reader measures this with its own clock, so clocks may differ and jump.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Protocol

from starhall.server.storage.processes import Held, ProcessStore, Sockets


class Attended(Protocol):
    """A table that knows the sockets of this process and is told of those elsewhere."""

    def sockets(self) -> Sockets: ...

    def set_elsewhere(self, sockets: Sockets) -> None: ...


class OtherProcess:
    """Another process as last seen."""

    __slots__ = ("beat", "held", "seen")

    def __init__(self, beat: int, held: Held, seen: float) -> None:
        self.beat = beat
        self.held = held
        self.seen = seen


class Presence:
    """Knows the sockets of the other processes, and tells them about ours."""

    def __init__(self, store: ProcessStore, silent_seconds: float) -> None:
        self._store = store
        self._silent_seconds = silent_seconds
        self._others: dict[str, OtherProcess] = {}
        self._changed: set[str] = set()
        self._written = 0.0
        self._looked = 0.0
        self._elsewhere: dict[str, Sockets] = {}

    def leads(self) -> bool:
        """Does this process do the work that only one has to do?

        When processes come and go, two of them may think so for a moment, or none.
        """
        return all(self._store.name < other for other in self._others)

    def elsewhere(self, table: str) -> Sockets:
        """The sockets at a table that other processes hold."""
        return self._elsewhere.get(table, {})

    def changed(self, table: str) -> None:
        """A socket of this process came to this table or left it."""
        if self._others:
            self._changed.add(table)

    async def enter(self) -> None:
        await self._store.enter()

    async def leave(self) -> None:
        await self._store.leave()

    async def update(self, live: Mapping[str, Attended]) -> None:
        """Read what is new elsewhere, and tell the others what is new at our live tables."""
        alone = not self._others
        await self._read(live)
        if not self._others:
            self._changed.clear()
            return
        if alone:
            self._changed = {id for id, table in live.items() if table.sockets()}
        if self._changed or time.monotonic() - self._written > self._silent_seconds / 4:
            await self._write(live)

    async def _read(self, live: Mapping[str, Attended]) -> None:
        beats = {name: other.beat for name, other in self._others.items()}
        found = await self._store.others(beats)
        now = time.monotonic()
        if now - self._looked > self._silent_seconds:
            # The database was down, or this process was suspended: the others may still be alive.
            for other in self._others.values():
                other.seen = now
        self._looked = now
        for name, (beat, held) in found.items():
            if beats.get(name) != beat:
                self._others[name] = OtherProcess(beat, held, now)
        silent = [name for name in found if now - self._others[name].seen > self._silent_seconds]
        if silent:
            await self._store.remove(silent)
        for name in [name for name in self._others if name not in found or name in silent]:
            del self._others[name]
        self._show(live)

    def _show(self, live: Mapping[str, Attended]) -> None:
        sums: dict[str, Counter[int]] = {}
        for other in self._others.values():
            for id, sockets in other.held.items():
                sums.setdefault(id, Counter()).update(sockets)
        self._elsewhere = dict(sums)
        for id, table in live.items():
            table.set_elsewhere(self.elsewhere(id))

    async def _write(self, live: Mapping[str, Attended]) -> None:
        changed, self._changed = self._changed, set()
        try:
            await self._store.beat(_held(live, changed), lambda: _held(live, live))
        except BaseException:
            self._changed |= changed
            raise
        self._written = time.monotonic()


def _held(live: Mapping[str, Attended], ids: Collection[str]) -> Held:
    """Our sockets at these tables; a table that has left memory has none."""
    return {id: live[id].sockets() if id in live else {} for id in ids}
