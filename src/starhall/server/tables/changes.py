# mypyc: on
"""Changes a match: first in memory, then on disk, and only then for everybody to see.

If another process was faster or the write failed, the match in memory is discarded and read
again from the log.
"""

from __future__ import annotations

import math
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from starhall.engine.errors import RulesFault, StarhallError
from starhall.server.cluster.bus import Bus
from starhall.server.errors import Conflict, Unavailable
from starhall.server.hall_time import TimeSource
from starhall.server.notices import report, report_outage
from starhall.server.storage.database import is_outage
from starhall.server.storage.journals import WriteConflict
from starhall.server.storage.log_writer import LogWriter, TableWrite
from starhall.server.storage.models import ChangeKind, Entry
from starhall.server.storage.rows import due_values, entry_rows, position_row, seats_text
from starhall.server.tables.journal import Journal
from starhall.server.tables.registry import Registry
from starhall.server.tables.table import Table

STORE_EVERY = 32  # entries between two positions that are stored

Make = Callable[[Journal], Awaitable[list[Entry]] | list[Entry]]


class Changes:
    """Applies changes to the matches of the live tables."""

    def __init__(
        self, registry: Registry, writer: LogWriter, bus: Bus, now: TimeSource = time.time
    ) -> None:
        self._registry = registry
        self._writer = writer
        self._bus = bus
        self._now = now

    def now(self, journal: Journal) -> float:
        """The time of a new entry. At a table with a clock it is always later than the last one."""
        clock, moment = journal.clock, self._now()
        return moment if clock is None else max(moment, math.nextafter(clock.at, math.inf))

    async def apply(self, table: Table, make: Make) -> list[Entry]:
        """Make entries, write them and show them; tries twice if another process was faster.

        The caller holds the table's lock. If `make` refuses, nothing changes.
        """
        for attempt in (1, 2):
            journal = table.require_journal()
            before = journal.count
            try:
                made = make(journal)
                entries = made if isinstance(made, list) else await made
                if entries:
                    await self._writer.commit(self._write(table, journal, before, entries))
            except WriteConflict:
                await self._read_again(table)
                self._registry.changed(table)
                if attempt == 2:
                    raise Conflict("table.faster") from None
                continue
            except StarhallError as error:
                if isinstance(error, RulesFault):
                    report(error)
                if journal.count != before:
                    await self._read_again(table)
                raise
            except BaseException as error:
                # The disk is full or the database is gone: memory must not be ahead of the log.
                outage = is_outage(error)
                if outage:
                    report_outage(error)
                await self._read_again(table)
                if table.require_journal().count > before:
                    self._show(table, table.require_journal())  # it was written after all
                if outage:
                    raise Unavailable from None
                raise
            if entries:
                self._show(table, journal, entries)
            return entries
        raise AssertionError("the second attempt succeeds or is refused")

    async def catch_up(self, table: Table) -> bool:
        """Read what another process has written, if anything; the caller holds the lock."""
        changed = await self._registry.catch_up(table)
        if changed:
            self._registry.changed(table)
        return changed

    async def _read_again(self, table: Table) -> None:
        """Return to the state of the log; a table that cannot be read is dropped."""
        try:
            await self._registry.reload(table)
        except BaseException as error:
            self._registry.drop(table)
            if is_outage(error):
                raise Unavailable from None
            raise

    def _write(
        self, table: Table, journal: Journal, first: int, entries: list[Entry]
    ) -> TableWrite:
        row, clock, over = table.row, journal.clock, journal.over
        row.asked = journal.asked()
        row.moved = journal.shown[-1].since  # as spectators see it, without secret choices
        updated: dict[str, Any] = {
            "table": table.id,
            "moved": row.moved,
            "asked": seats_text(row.asked),
            "chain": journal.chain,
        }
        if over:
            row.status, row.ending = "over", journal.conclusion
        if over or clock is not None:
            row.dues = {} if clock is None else clock.dues()
            updated |= {"status": row.status, "ending": row.ending, **due_values(row.dues)}
        return TableWrite(
            entry_rows(table.id, first, entries), updated, _position(table, journal, first)
        )

    def _show(self, table: Table, journal: Journal, made: Sequence[Entry] = ()) -> None:
        table.used = time.monotonic()
        wish = table.wish
        # Somebody else's secret choice must not become visible, so it does not end the wish.
        if wish is not None and wish.seen != journal.shown[wish.seat].seen:
            table.wish = None
            wish.by.refuse(wish.ref, Conflict("wish.late"))
        self._bus.announce(table.id, ChangeKind.LOG, journal.count, made)
        self._registry.changed(table)


def _position(table: Table, journal: Journal, before: int) -> dict[str, Any] | None:
    """The position to store: after the first entry, and at intervals."""
    if before and before // STORE_EVERY == journal.count // STORE_EVERY:
        return None
    position = journal.position()
    if position is None:
        return None
    table.stored = position.count
    return position_row(table.id, position)
