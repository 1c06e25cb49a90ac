# mypyc: on
"""Results: when a game is over, the result of each seat is stored once."""

from __future__ import annotations

from functools import partial

from starhall.engine.errors import StarhallError
from starhall.server.ratings import counts, player_of, rate
from starhall.server.storage.results import Result, ResultStore
from starhall.server.tables.journal import Journal
from starhall.server.tables.registry import Registry
from starhall.server.tables.table import Table
from starhall.server.tasks import Tasks

AT_ONCE = 5  # old games that are examined in one go


class Results:
    """Stores the results of finished games; old games are done a few at a time."""

    def __init__(self, registry: Registry, store: ResultStore, tasks: Tasks) -> None:
        self._registry = registry
        self._store = store
        self._tasks = tasks
        self._stored: set[str] = set()

    def hear(self, table: Table) -> None:
        """A table has changed."""
        journal = table.journal
        if journal is not None and journal.over and table.id not in self._stored:
            self._stored.add(table.id)
            if not table.row.lesson:
                self._tasks.spawn(self._add(table))

    async def sweep(self) -> None:
        """Store what was missed, because a process died or the hall is older than this module."""
        for id in await self._store.missing(AT_ONCE):
            try:
                table = await self._registry.get(id)
            except StarhallError:  # it can no longer be read, so it has no result
                await self._store.add(await self._registry.row(id), [], None)
            else:
                await self._add(table)

    async def _add(self, table: Table) -> None:
        row, places = table.row, places_of(table.require_journal())
        winners = table.require_journal().winners
        found = [
            Result(chair.seat, player_of(chair), place, place > 0 and chair.seat in winners)
            for chair, place in zip(row.chairs, places, strict=True)
        ]
        rated = partial(rate, row.game) if row.rated and counts(found) else None
        await self._store.add(row, found, rated)


def places_of(journal: Journal) -> list[int]:
    """The place of each seat. Players who resign come last; an aborted game has no result."""
    seats = len(journal.header.names)
    result = journal.match.result
    if result is not None:
        places = list(result.ranks)
    elif "" in journal.resigned.values():  # there was no bot to play on, so the game ended
        places = [1] * seats
    else:
        return [0] * seats
    return [seats if seat in journal.resigned else place for seat, place in enumerate(places)]
