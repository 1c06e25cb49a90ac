"""Wishes that the people at the other seats must agree to: an undo, or aborting the game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starhall.server.errors import Conflict
from starhall.server.protocol.frames import Asked, Wish
from starhall.server.protocol.requests import WishKind
from starhall.server.tables.audience import Connection
from starhall.server.tables.table import PendingWish, Table


class Wishes:
    """Asks the others, and grants the wish when all have agreed."""

    def __init__(self) -> None:
        self.grant: dict[WishKind, Callable[[Table, PendingWish], Awaitable[None]]] = {}
        self.on_ask: list[Callable[[Table, PendingWish], None]] = []  # the others are asked

    def ask(
        self,
        table: Table,
        what: WishKind,
        by: Connection,
        seat: int,
        ref: int,
        needed: set[int],
    ) -> None:
        """Ask the others; the caller holds the lock."""
        earlier = table.wish
        if earlier is not None and earlier.seat != seat:
            raise Conflict("wish.other")
        seen = table.require_journal().shown[seat].seen
        if earlier is not None and (earlier.what, earlier.seen) == (what, seen):
            earlier.by, earlier.ref = by, ref  # sent again: the others have been asked
            by.send(Asked(ref=ref, seats=sorted(needed)))
            return
        table.wishes += 1
        table.wish = PendingWish(what, table.wishes, seat, seen, needed, by, ref)
        by.send(Asked(ref=ref, seats=sorted(needed)))
        for other in table.audience.connections:
            if other.seat in needed:
                other.send(Wish(request=table.wishes, seat=seat, what=what))
        for notify in self.on_ask:
            notify(table, table.wish)

    async def answer(self, table: Table, seat: int, number: int, agreed: bool) -> None:
        """Take the answer of one of the people who were asked."""
        async with table.lock:
            wish = table.wish
            if wish is None or wish.number != number or seat not in wish.needed:
                raise Conflict("wish.closed")
            if not agreed:
                table.wish = None
                name = table.row.chairs[seat].name
                wish.by.refuse(wish.ref, Conflict("wish.declined", name=name))
                return
            wish.agreed.add(seat)
            if wish.needed <= wish.agreed:
                table.wish = None
                await self.grant[wish.what](table, wish)


def pending_for(table: Table, seat: int | None) -> Wish | None:
    """The wish that this seat has not answered yet."""
    wish = table.wish
    if wish is None or seat not in wish.needed - wish.agreed:
        return None
    return Wish(request=wish.number, seat=wish.seat, what=wish.what)
