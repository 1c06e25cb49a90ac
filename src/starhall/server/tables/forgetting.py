"""Deletes people on request, and data that is older than the retention settings allow."""

from __future__ import annotations

import time
from contextlib import suppress

from starhall.engine.errors import StarhallError
from starhall.server.config import Retention
from starhall.server.identities import Identities
from starhall.server.storage.models import Person
from starhall.server.storage.moderation import ModerationStore
from starhall.server.storage.tables import TableStore
from starhall.server.tables.chat import Chat
from starhall.server.tables.ending import Ending
from starhall.server.tables.registry import Registry
from starhall.server.tables.seating import Seating

DAY = 86_400.0


class Forgetting:
    """Removes people and old data. The games of others stay complete."""

    def __init__(
        self,
        registry: Registry,
        seating: Seating,
        ending: Ending,
        tables: TableStore,
        moderation: ModerationStore,
        identities: Identities,
        chat: Chat,
    ) -> None:
        self._registry = registry
        self._seating = seating
        self._ending = ending
        self._tables = tables
        self._moderation = moderation
        self._identities = identities
        self._chat = chat

    async def person(self, person: Person) -> None:
        """Leave all tables, resign from all games, and remove what identifies the person."""
        rows = await self._tables.of_person(person.id)
        for row in rows:
            seat = row.seat_of(person.id)
            with suppress(StarhallError):  # a game that cannot continue is left as it is
                if row.status == "waiting":
                    await self._seating.leave(row.id, person.id)
                elif row.status == "playing" and seat is not None:
                    await self._ending.resign(await self._registry.get(row.id), seat)
        await self._moderation.forget(person.id)
        self._identities.forget(person)
        for row in rows:
            await self._reload(row.id)

    async def _reload(self, id: str) -> None:
        """Reload a table that is in memory, as it still has the name."""
        table = self._registry.live.get(id)
        if table is not None:
            async with table.lock:
                await self._registry.reload(table)
            await self._chat.read_again(table)
            self._seating.show(table)

    async def old(self, retention: Retention) -> None:
        """Delete what the operator does not want to keep any longer."""
        now = time.time()
        if retention.waiting_tables:
            before = now - retention.waiting_tables * DAY
            for id in await self._moderation.old_tables("waiting", before):
                await self._erase(id)
        if retention.games:
            for id in await self._moderation.old_tables("over", now - retention.games * DAY):
                await self._erase(id)
        if retention.chat:
            await self._moderation.forget_chat(now - retention.chat * DAY)
        if retention.reports:
            await self._moderation.forget_reports(now - retention.reports * DAY)
        if retention.unused_people:
            before = now - retention.unused_people * DAY
            for person in await self._moderation.unused_people(before):
                await self._moderation.forget(person)

    async def _erase(self, id: str) -> None:
        table = self._registry.live.get(id)
        await self._tables.erase(id)
        if table is not None:
            self._registry.forget(table)
