"""Undo: at once if nothing was revealed, otherwise by consent of the people at the other seats."""

from __future__ import annotations

import time

from starhall.engine.errors import StarhallError
from starhall.server.errors import Conflict
from starhall.server.protocol import Asked, Refused, UndoWish
from starhall.server.storage.models import Entry
from starhall.server.tables.audience import Connection
from starhall.server.tables.changes import Changes
from starhall.server.tables.journal import TAKEN_BACK, Journal
from starhall.server.tables.table import Table, UndoRequest, ack_of


class Undo:
    """Takes back choices, and asks for consent."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes

    async def request(
        self, table: Table, by: Connection, seat: int, ref: int, answered: int | None
    ) -> None:
        async with table.lock:
            journal = table.require_journal()
            if answered is not None and journal.already(seat, answered, [TAKEN_BACK]):
                by.send(ack_of(table, seat, ref))
                return
            needed = _people_beside(table, seat)
            try:
                journal.undo_target(seat, consent=False)
            except StarhallError:
                journal.undo_target(seat, consent=True)
                if needed:
                    _ask(table, by, seat, ref, needed)
                    return
            await self._take_back(table, by, seat, ref)

    async def answer(self, table: Table, seat: int, number: int, agreed: bool) -> None:
        """One of the people who were asked agrees or not."""
        async with table.lock:
            request = table.undo_request
            if request is None or request.number != number or seat not in request.needed:
                raise Conflict("this question is no longer open")
            if not agreed:
                table.undo_request = None
                name = table.row.chairs[seat].name
                refused = Refused(ref=request.ref, error=f"{name} does not want to go back")
                request.by.send(refused)
                return
            request.agreed.add(seat)
            if request.needed <= request.agreed:
                table.undo_request = None
                await self._take_back(table, request.by, request.seat, request.ref)

    async def _take_back(self, table: Table, by: Connection, seat: int, ref: int) -> None:
        async def make(journal: Journal) -> list[Entry]:
            left = journal.undo_target(seat, consent=True)
            return [journal.undo(seat, left, time.time())]

        made = await self._changes.apply(table, make)
        by.send(ack_of(table, seat, ref, made))


def pending_for(table: Table, seat: int | None) -> UndoWish | None:
    """The request that this seat has not answered yet."""
    request = table.undo_request
    if request is None or seat not in request.needed - request.agreed:
        return None
    return UndoWish(request=request.number, seat=request.seat)


def _people_beside(table: Table, seat: int) -> set[int]:
    """The other seats of people. Bots always agree, but not for those they stand in for."""
    return {c.seat for c in table.row.chairs if c.kind == "person" and c.seat != seat}


def _ask(table: Table, by: Connection, seat: int, ref: int, needed: set[int]) -> None:
    earlier = table.undo_request
    if earlier is not None and earlier.seat != seat:
        raise Conflict("somebody else is asking to take back; answer that first")
    seen = table.require_journal().shown[seat].seen
    if earlier is not None and earlier.seen == seen:  # sent again: the others have been asked
        earlier.by, earlier.ref = by, ref
        by.send(Asked(ref=ref, seats=sorted(needed)))
        return
    number = 1 if earlier is None else earlier.number + 1
    table.undo_request = UndoRequest(number, seat, seen, needed, by, ref)
    by.send(Asked(ref=ref, seats=sorted(needed)))
    for other in table.audience.connections:
        if other.seat in needed:
            other.send(UndoWish(request=number, seat=seat))
