"""Undo: at once if nothing was revealed, otherwise by consent of the people at the other seats."""

from __future__ import annotations

from starhall.engine.errors import StarhallError
from starhall.server.storage.models import Entry
from starhall.server.tables.audience import Connection
from starhall.server.tables.changes import Changes
from starhall.server.tables.journal import TAKEN_BACK, Journal
from starhall.server.tables.table import PendingWish, Table, ack_of
from starhall.server.tables.wishes import Wishes


class Undo:
    """Takes back choices, and asks for consent."""

    def __init__(self, changes: Changes, wishes: Wishes) -> None:
        self._changes = changes
        self._wishes = wishes
        wishes.grant["undo"] = self._grant

    async def request(
        self, table: Table, by: Connection, seat: int, ref: int, answered: int | None
    ) -> None:
        async with table.lock:
            journal = table.require_journal()
            if answered is not None and journal.already(seat, answered, [TAKEN_BACK]):
                by.send(ack_of(table, seat, ref))
                return
            needed = table.people_beside(seat)
            try:
                journal.undo_target(seat, consent=False)
            except StarhallError:
                journal.undo_target(seat, consent=True)
                if needed:
                    self._wishes.ask(table, "undo", by, seat, ref, needed)
                    return
            await self._take_back(table, by, seat, ref)

    async def _grant(self, table: Table, wish: PendingWish) -> None:
        await self._take_back(table, wish.by, wish.seat, wish.ref)

    async def _take_back(self, table: Table, by: Connection, seat: int, ref: int) -> None:
        async def make(journal: Journal) -> list[Entry]:
            return [await journal.take_back(seat, self._changes.now(journal))]

        made = await self._changes.apply(table, make)
        by.send(ack_of(table, seat, ref, made))
