"""Tables as people see them in the lobby."""

from __future__ import annotations

import math
import time

from starhall.server.cluster.presence import Presence
from starhall.server.hall_time import TimeSource
from starhall.server.installed import games, title_of
from starhall.server.protocol.tables import Lobby, TableInfo
from starhall.server.storage.company import CompanyStore
from starhall.server.storage.models import Person, TableRow
from starhall.server.storage.tables import TableStore
from starhall.server.tables import remarks
from starhall.server.tables.registry import Registry
from starhall.server.tables.table import seat_states


class Listing:
    """Describes tables, live or not."""

    def __init__(
        self,
        registry: Registry,
        tables: TableStore,
        presence: Presence,
        company: CompanyStore,
        notice: str,
        now: TimeSource = time.time,
    ) -> None:
        self._registry = registry
        self._notice = notice
        self._now = now
        self._tables = tables
        self._presence = presence
        self._company = company

    async def lobby(self, person: Person) -> Lobby:
        rows = await self._tables.of_person(person.id)
        mine = [self.info(row, person) for row in rows if not row.lesson]
        mine.sort(key=_urgency)
        invited = await self._invited(person)
        own = {table.id for table in [*mine, *invited]}
        waiting = await self._tables.public("waiting")
        running = await self._tables.public("playing")
        others = [row for row in [*waiting, *running] if row.id not in own and row.game in games()]
        return Lobby(
            notice=self._notice,
            now=self._now(),
            mine=mine,
            invited=invited,
            open=[
                self.info(row, person)
                for row in others
                if row.status == "waiting" and any(chair.kind == "open" for chair in row.chairs)
            ],
            watch=[self.info(row, person) for row in others if row.status == "playing"],
        )

    async def _invited(self, person: Person) -> list[TableInfo]:
        """Tables where a friend keeps a chair free for this person."""
        ids = await self._company.invitations(person.id)
        rows = [row for row in await self._tables.some(ids) if row.status == "waiting"]
        return [self.info(row, person) for row in rows if row.seat_of(person.id) is None]

    def info(
        self, row: TableRow, person: Person | None, invitations: dict[int, str] | None = None
    ) -> TableInfo:
        """A table as one person sees it."""
        seat = row.seat_of(None if person is None else person.id)
        return TableInfo(
            id=row.id,
            game=row.game,
            title=title_of(row.game),
            settings=row.settings,
            seats=seat_states(row, lambda seat: self.is_here(row.id, seat)),
            status="waiting" if row.status == "waiting" else "over" if row.ending else "playing",
            commitment=row.commitment,
            mixed=row.mixed,
            started=row.started,
            moved=row.moved,
            hints=row.hints,
            your_seat=seat,
            your_turn=row.status == "playing"
            and seat is not None
            and seat in row.asked
            and not row.chairs[seat].bot,
            host=person is not None and row.host == person.id,
            invitations=invitations or {},
            ending=remarks.ending(row.game, row.ending, [chair.name for chair in row.chairs]),
            private=row.private,
            rated=row.rated,
            forked=row.forked,
            stand_in=row.stand_in,
            stand_in_seconds=row.stand_in_seconds,
            lesson=row.lesson.partition("@")[0],
            clock=row.clock,
            due=None if seat is None else row.dues.get(seat),
            muted=_muted(row) if person is not None and row.host == person.id else [],
        )

    def is_here(self, table: str, seat: int) -> bool:
        """Is the person of a seat connected to any process?"""
        live = self._registry.live.get(table)
        if live is not None:
            return live.audience.is_here(seat)
        return seat in self._presence.elsewhere(table)


def _urgency(table: TableInfo) -> tuple[bool, bool, float, float]:
    """The sort key for a person's games: whose turn it is, the time left, the time waited."""
    due = math.inf if table.due is None else table.due
    waits = table.moved if table.your_turn else -table.moved
    return table.status == "over", not table.your_turn, due, waits


def _muted(row: TableRow) -> list[str]:
    return [speaker for speaker, ban in row.bans.items() if ban == "mute"]
