# mypyc: on
"""Carries out choices in advance, as soon as their seat is asked."""

from __future__ import annotations

from functools import partial

from starhall.engine.errors import RulesFault
from starhall.server.errors import Forbidden, Unavailable
from starhall.server.storage.models import Entry
from starhall.server.tables.changes import Changes
from starhall.server.tables.journal import Journal
from starhall.server.tables.orders import Orders, checked, follow
from starhall.server.tables.table import Table
from starhall.server.tasks import Tasks


class Advance:
    """Accepts orders and follows them."""

    def __init__(self, changes: Changes, tasks: Tasks) -> None:
        self._changes = changes
        self._tasks = tasks
        self._busy: set[str] = set()  # tables

    async def give(
        self, table: Table, seat: int, standing: list[str], plan: list[str]
    ) -> list[Entry]:
        """Replace the orders of a player; the caller holds the lock."""

        def make(journal: Journal) -> list[Entry]:
            if seat in journal.resigned or journal.over:
                raise Forbidden("table.not_playing")
            wanted = checked(journal.game, standing, plan)
            before = journal.orders.get(seat)
            if wanted == (Orders() if before is None else before.orders):
                return []
            return [journal.give_orders(seat, wanted, self._changes.now(journal))]

        return await self._changes.apply(table, make)

    def play(self, table: Table) -> None:
        """Follow the orders of everybody who is asked."""
        journal = table.journal
        if journal is None or not journal.orders or table.id in self._busy or self._tasks.closing:
            return
        if any(seat in journal.asked() for seat in self._seats(table, journal)):
            self._busy.add(table.id)
            self._tasks.spawn(self._play(table))

    async def _play(self, table: Table) -> None:
        try:
            async with table.lock:
                while await self._changes.apply(table, partial(self._follow, table)):
                    pass
        except (Unavailable, RulesFault):
            pass  # it was already reported; the next change tries again
        finally:
            self._busy.discard(table.id)

    def _follow(self, table: Table, journal: Journal) -> list[Entry]:
        return follow(journal, self._seats(table, journal), partial(self._changes.now, journal))

    def _seats(self, table: Table, journal: Journal) -> list[int]:
        """The seats with orders. A bot that plays on such a seat does not follow them."""
        return [seat for seat in journal.orders if not table.bot_of(seat)]
