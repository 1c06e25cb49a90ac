"""Watches the clocks, and acts by the table's settings when the time of somebody is up.

The clocks follow from the log (`clock`), so any process could do this. One of them does. If two try
it, the log accepts only one entry.
"""

from __future__ import annotations

from starhall.engine.errors import RulesFault, StarhallError
from starhall.server.cluster.presence import Presence
from starhall.server.config import Limits
from starhall.server.errors import Forbidden, Unavailable
from starhall.server.hall_time import TimeSource
from starhall.server.notices import report, say
from starhall.server.storage.models import Entry
from starhall.server.storage.tables import TableStore
from starhall.server.tables.changes import Changes
from starhall.server.tables.ending import Ending
from starhall.server.tables.journal import Journal
from starhall.server.tables.registry import Registry
from starhall.server.tables.table import Table

MOST_CHOICES = 500  # in a row for one seat: enough for a turn, but not for an endless game


class Timekeeper:
    """Looks for tables where somebody's time is up."""

    def __init__(
        self,
        registry: Registry,
        tables: TableStore,
        changes: Changes,
        ending: Ending,
        presence: Presence,
        limits: Limits,
        now: TimeSource,
    ) -> None:
        self._registry = registry
        self._tables = tables
        self._changes = changes
        self._ending = ending
        self._presence = presence
        self._grace = limits.clock_grace_seconds
        self._now = now
        self._opened = now()
        self._failed: set[str] = set()  # tables that cannot go on until the hall is opened again

    def open(self) -> None:
        """From now on people can come back. Until now nobody could choose."""
        self._opened = self._now()

    async def look(self) -> None:
        """Do what is due at all tables of the hall."""
        now = self._now()
        if now < self._opened + self._grace or not self._presence.leads():
            return
        for id in await self._tables.due(now):
            if id in self._failed:
                continue
            try:
                await self._keep(await self._registry.get(id), now)
            except Unavailable:
                return  # the next look may succeed
            except RulesFault as error:
                self._failed.add(id)
                report(error)
            except StarhallError as error:  # for example, the rules no longer fit
                self._failed.add(id)
                say(f"The clock of table {id} stands still: {error}.")

    async def _keep(self, table: Table, now: float) -> None:
        journal = table.journal
        if journal is None or journal.clock is None or journal.over:
            return
        for seat in journal.clock.expired(now):
            if table.row.chairs[seat].bot:
                continue  # it is about to answer
            if journal.clock.settings.then == "loss":
                await self._ending.lose_on_time(table, seat, now)
            else:
                await self._play_for(table, seat, now)

    async def _play_for(self, table: Table, seat: int, now: float) -> None:
        """Make the default choice or let a bot play the turn, unless there was a choice."""

        def make(journal: Journal) -> list[Entry]:
            clock, decision = journal.clock, journal.match.decision_of(seat)
            if clock is None or decision is None or journal.over or seat not in clock.expired(now):
                return []
            at = self._changes.now(journal)
            made = [] if clock.is_out(seat) else [journal.time_up(seat, at)]
            if clock.settings.then == "default":
                default = journal.game.default(decision)
                made += journal.choose(seat, [default.number], self._changes.now(journal))
            return made

        for _ in range(MOST_CHOICES):
            async with table.lock:
                if not await self._changes.apply(table, make):
                    return

    async def pause(self, table: Table, seat: int) -> list[Entry]:
        """Pause the clock of a player; the caller holds the lock."""

        def make(journal: Journal) -> list[Entry]:
            if seat in journal.resigned:
                raise Forbidden("table.resigned")
            return [journal.pause(seat, self._changes.now(journal))]

        return await self._changes.apply(table, make)
