# mypyc: on
"""The live tables: loaded from the log when somebody needs them, dropped when nobody does."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from starhall.engine.errors import StarhallError, UnknownGame
from starhall.engine.game import Game
from starhall.engine.rules.state import State
from starhall.server.cluster.presence import Presence
from starhall.server.config import Limits
from starhall.server.errors import Conflict, NotFound, Unavailable
from starhall.server.hall_time import TimeSource
from starhall.server.installed import find
from starhall.server.names import HALL_NAME
from starhall.server.notices import say
from starhall.server.proof import check_chain, check_end, check_seed
from starhall.server.protocol.frames import ChatLine, CloseCode
from starhall.server.storage.chat import ChatStore
from starhall.server.storage.journals import JournalStore
from starhall.server.storage.models import RULES, Change, Entry, Position, TableRow
from starhall.server.storage.tables import TableStore
from starhall.server.tables.chat import tell
from starhall.server.tables.journal import Journal
from starhall.server.tables.table import Table
from starhall.server.tables.upgrade import finished, upgrade
from starhall.server.tasks import Tasks


class Registry:
    """All live tables of this process."""

    def __init__(
        self,
        tables: TableStore,
        journals: JournalStore,
        chat: ChatStore,
        presence: Presence,
        limits: Limits,
        tasks: Tasks,
        now: TimeSource = time.time,
    ) -> None:
        self.live: dict[str, Table] = {}
        self.on_change: list[Callable[[Table], None]] = []  # the match or its chairs have changed
        self._tables = tables
        self._journals = journals
        self._chat = chat
        self._presence = presence
        self._limits = limits
        self._tasks = tasks
        self._now = now
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._dropped: set[str] = set()  # tables that could not be loaded again

    async def get(self, id: str) -> Table:
        """A table, loaded from the log if it is not in memory."""
        table = self.live.get(id)
        if table is None:
            loading = self._loading.get(id)
            if loading is None:
                loading = self._loading[id] = self._tasks.spawn(self._load(id))
            table = await asyncio.shield(loading)
        table.used = time.monotonic()
        return table

    async def row(self, id: str) -> TableRow:
        """A table's row; the table need not be loaded for it."""
        table = self.live.get(id)
        return table.row if table is not None else await self._tables.get(id)

    async def can_go_on(self, id: str) -> bool:
        """Can this table's game continue with the games and rules installed now?"""
        try:
            await self.get(id)
        except (Conflict, UnknownGame):
            return False
        return True

    def changed(self, table: Table) -> None:
        """The match or its chairs have changed: show it, and let bots answer."""
        table.audience.refresh()
        for notify in self.on_change:
            notify(table)

    async def reload(self, table: Table) -> None:
        """Read the table again from the database; the caller holds its lock."""
        table.row = await self._tables.get(table.id)
        if table.row.begun:
            table.journal = await self.read_journal(table)

    async def catch_up(self, table: Table, told: Change | None = None) -> bool:
        """Apply what other processes have added to the log; the caller holds the lock.

        Only new entries are read, and only if they were not announced. Returns whether anything
        has changed.
        """
        journal = table.journal
        if journal is None:
            await self.reload(table)
            return table.journal is not None
        new: Sequence[Entry] = () if told is None else told.entries_after(journal.count)
        if not new:
            new = await self._journals.entries(table.id, journal.count)
        if any(entry.kind == RULES for entry in new):
            await self.reload(table)
        elif new:
            try:
                await journal.read(new)
            except StarhallError:
                await self.reload(table)  # memory did not agree with the log
            else:
                table.row.moved = journal.shown[-1].since
                follow_journal(table.row, journal)
        return bool(new)

    async def take_row(self, table: Table, row: TableRow) -> None:
        """Another process has changed chairs or status; the caller holds the lock."""
        if row.status == "closed":
            table.row, table.journal = row, None
        elif table.journal is None or (row.rules, row.content) != (
            table.row.rules,
            table.row.content,
        ):
            await self.reload(table)
        else:
            table.row = row
            follow_journal(row, table.journal)

    def forget(self, table: Table) -> None:
        """A table was deleted: close its sockets."""
        self.live.pop(table.id, None)
        for connection in table.audience.connections:
            connection.close(CloseCode.NO_TABLE, NotFound("table.deleted"))

    def drop(self, table: Table) -> None:
        """Forget a table that cannot be read again, and close its sockets."""
        if self.live.get(table.id) is table:
            del self.live[table.id]
            self._dropped.add(table.id)
        table.audience.close(Unavailable())

    async def recover(self) -> None:
        """When the database is back, load the dropped tables, as bots may have to move."""
        while self._dropped:
            id = next(iter(self._dropped))
            with suppress(StarhallError):
                await self.get(id)
            self._dropped.discard(id)

    async def sweep(self) -> None:
        """Drop tables that nobody uses; they are loaded from the log when needed."""
        now = time.monotonic()
        idle = sorted(filter(_is_idle, self.live.values()), key=lambda table: table.used)
        surplus = len(self.live) - self._limits.live_tables
        for number, table in enumerate(idle):
            used = table.used
            if number < surplus or now - used > self._limits.idle_seconds:
                await self.store_positions([table])
                # Somebody may have come in the meantime.
                if _is_idle(table) and table.used == used and self.live.get(table.id) is table:
                    del self.live[table.id]

    async def store_positions(self, tables: Iterable[Table]) -> None:
        """Store the positions of games, as other rules may be installed when they are loaded."""
        found: dict[str, Position] = {}
        for table in tables:
            journal = table.journal
            if journal is not None and journal.count not in (0, table.stored):
                position = journal.position()
                if position is not None:
                    found[table.id] = position
        if found:
            await self._journals.store_positions(found)

    async def check_logs(self) -> None:
        """When the hall opens, report damaged games. All others continue."""
        for id in await self._tables.running():
            try:
                row, log = await self._tables.get(id), await self._journals.entries(id)
                check_seed(row)
                check_chain(id, row.header.first_link, 0, log)
                check_end(row, log)
            except StarhallError as error:
                say(f"Table {id} cannot be played: {error}.")

    async def _load(self, id: str) -> Table:
        try:
            row = await self._tables.get(id)
            chat = await self._chat.latest(id, self._limits.chat_lines_kept)
            table = Table(row, chat, self._presence.elsewhere(id), self._now)
            async with table.lock:
                if row.begun:
                    table.journal = await self.read_journal(table)
            self.live[id] = table
            self.changed(table)
            return table
        finally:
            self._loading.pop(id, None)

    async def read_journal(self, table: Table) -> Journal:
        """The journal of a table whose game has begun, under the rules installed now."""
        row, game = table.row, find(table.row.game, table.row.pack)
        log, origin = await self._journals.entries(row.id), await self._journals.origin(row.id)
        check_seed(row)
        check_end(row, log)
        if (row.rules, row.content) == (game.version, game.content.hash):
            journal = Journal(game, row.header, row.started, origin)
            await journal.read(log)
        elif row.status == "over":
            journal = await finished(game, row.header, row.started, log, origin, row.ending)
        else:
            journal = await self._upgrade(table, game, log, origin)
        follow_journal(row, journal)
        return journal

    async def _upgrade(
        self, table: Table, game: Game[State], log: list[Entry], origin: Position | None
    ) -> Journal:
        """Continue a game that began under other rules, with the rules installed now."""
        row, stored = table.row, await self._journals.position(table.id)
        found = await upgrade(game, row.header, row.started, log, stored, origin)
        row.rules, row.content = game.version, game.content.hash
        note = ChatLine(seat=None, name=HALL_NAME, text=found.note, at=time.time())
        await self._journals.change_rules(row, found.entry, found.origin, note)
        table.chat = [*table.chat, note]
        tell(table, note)
        return found.journal


def _is_idle(table: Table) -> bool:
    return not (table.audience.connections or table.thinking or table.lock.locked())


def follow_journal(row: TableRow, journal: Journal) -> None:
    """Correct the row from the log, as another process may have written after it was read."""
    row.asked = journal.asked()
    row.dues = {} if journal.clock is None else journal.clock.dues()
    if journal.over:
        row.status, row.ending = "over", journal.conclusion
