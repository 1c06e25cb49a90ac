"""How people end games: they resign, abort, or delete what they played against bots."""

from __future__ import annotations

from contextlib import suppress

from starhall.engine.errors import UnknownGame
from starhall.server.cluster.bus import Bus
from starhall.server.errors import Conflict, Forbidden
from starhall.server.storage.models import ChangeKind, Entry
from starhall.server.storage.tables import TableStore
from starhall.server.tables.audience import Connection
from starhall.server.tables.changes import Changes
from starhall.server.tables.journal import Journal
from starhall.server.tables.registry import Registry
from starhall.server.tables.seating import Seating
from starhall.server.tables.table import PendingWish, Table, ack_of
from starhall.server.tables.wishes import Wishes


class Ending:
    """Ends games before their rules do."""

    def __init__(
        self,
        registry: Registry,
        tables: TableStore,
        changes: Changes,
        seating: Seating,
        wishes: Wishes,
        bus: Bus,
    ) -> None:
        self._registry = registry
        self._tables = tables
        self._changes = changes
        self._seating = seating
        self._wishes = wishes
        self._bus = bus
        wishes.grant["abort"] = self._grant

    # Resigning

    async def resign(self, table: Table, seat: int) -> list[Entry]:
        """A bot plays on if there are more than two seats and other people; else the game ends."""
        bot = _successor(table, seat)
        if bot:
            await self._seating.seat_bot(table, seat, bot)

        def make(journal: Journal) -> list[Entry]:
            if seat in journal.resigned:
                return []
            _must_go_on(journal)
            return [journal.resign(seat, bot, self._changes.now(journal))]

        async with table.lock:
            made = await self._changes.apply(table, make)
        table.tell_presence()
        return made

    async def lose_on_time(self, table: Table, seat: int, now: float) -> None:
        """The same for a player whose time has run out, unless there was a choice meanwhile."""
        bot = _successor(table, seat)

        def make(journal: Journal) -> list[Entry]:
            if journal.over or journal.clock is None or seat not in journal.clock.expired(now):
                return []
            at = self._changes.now(journal)
            return [journal.time_up(seat, at), journal.resign(seat, bot, at)]

        async with table.lock:
            made = await self._changes.apply(table, make)
        if made and bot:
            await self._seating.seat_bot(table, seat, bot)
        table.tell_presence()

    # Aborting

    async def abort(self, table: Table, by: Connection, seat: int, ref: int) -> None:
        """At once if nobody else plays, or by the host before the first choice; else by consent."""
        async with table.lock:
            journal = table.require_journal()
            _must_go_on(journal)
            needed = table.people_beside(seat)
            begins = table.row.host == by.person.id and not journal.match.ply
            if needed and not begins:
                self._wishes.ask(table, "abort", by, seat, ref, needed)
            else:
                by.send(ack_of(table, seat, ref, await self._abort(table, seat)))

    async def _grant(self, table: Table, wish: PendingWish) -> None:
        made = await self._abort(table, wish.seat)
        wish.by.send(ack_of(table, wish.seat, wish.ref, made))

    async def _abort(self, table: Table, seat: int) -> list[Entry]:
        def make(journal: Journal) -> list[Entry]:
            return [] if journal.over else [journal.abort(seat, self._changes.now(journal))]

        return await self._changes.apply(table, make)

    # Tidying

    async def delete(self, id: str, person: str) -> None:
        """Remove a game from a person's list. If nobody else played it, it is deleted for good."""
        row = await self._tables.get(id)
        if row.host != person and row.seat_of(person) is None:
            raise Forbidden("table.not_seated")
        others = [c for c in row.chairs if c.kind == "person" and c.person != person]
        if others or row.host != person:
            if row.status != "over":
                raise Conflict("table.others_play")
            await self._tables.tidy(id, person)
            return
        with suppress(Conflict, UnknownGame):  # the game may be unable to continue
            table = await self._registry.get(id)
            async with table.lock:
                if table.journal is not None:  # so that no bot writes to it any more
                    seat = row.seat_of(person)
                    await self._abort(table, -1 if seat is None else seat)
                await self._tables.erase(id)
                self._registry.forget(table)
                self._bus.announce(id, ChangeKind.CHAIRS)
            return
        await self._tables.erase(id)


def _successor(table: Table, seat: int) -> str:
    """The bot that takes over when a player gives up, or "" if the game ends."""
    goes_on = len(table.row.chairs) > 2 and bool(table.people_beside(seat))
    return table.substitute if goes_on else ""


def _must_go_on(journal: Journal) -> None:
    if journal.over:
        raise Conflict("table.over")
