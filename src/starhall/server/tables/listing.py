"""Tables as people see them in the lobby."""

from __future__ import annotations

from starhall.server.cluster.presence import Presence
from starhall.server.installed import games
from starhall.server.protocol import Lobby, TableInfo
from starhall.server.storage.models import Person, TableRow
from starhall.server.storage.tables import TableStore
from starhall.server.tables.registry import Registry
from starhall.server.tables.table import seat_states


class Listing:
    """Describes tables, live or not."""

    def __init__(
        self, registry: Registry, tables: TableStore, presence: Presence, notice: str
    ) -> None:
        self._registry = registry
        self._notice = notice
        self._tables = tables
        self._presence = presence

    async def lobby(self, person: Person) -> Lobby:
        rows = await self._tables.of_person(person.id)
        mine = [self.info(row, person) for row in rows if not row.lesson]
        mine.sort(key=lambda table: (table.status == "over", not table.your_turn))
        own = {table.id for table in mine}
        waiting = await self._tables.public("waiting")
        running = await self._tables.public("playing")
        others = [row for row in [*waiting, *running] if row.id not in own and row.game in games()]
        return Lobby(
            notice=self._notice,
            mine=mine,
            open=[
                self.info(row, person)
                for row in others
                if row.status == "waiting" and any(chair.kind == "open" for chair in row.chairs)
            ],
            watch=[self.info(row, person) for row in others if row.status == "playing"],
        )

    def info(
        self, row: TableRow, person: Person | None, invitations: dict[int, str] | None = None
    ) -> TableInfo:
        """A table as one person sees it."""
        seat = row.seat_of(None if person is None else person.id)
        return TableInfo(
            id=row.id,
            game=row.game,
            title=_title(row.game),
            settings=row.settings,
            seats=seat_states(row, lambda seat: self._is_here(row.id, seat)),
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
            ending=row.ending,
            private=row.private,
            forked=row.forked,
            stand_in=row.stand_in,
            stand_in_seconds=row.stand_in_seconds,
            lesson=row.lesson.partition("@")[0],
            muted=_muted(row) if person is not None and row.host == person.id else [],
        )

    def _is_here(self, table: str, seat: int) -> bool:
        live = self._registry.live.get(table)
        if live is not None:
            return live.audience.is_here(seat)
        return seat in self._presence.elsewhere(table)


def _muted(row: TableRow) -> list[str]:
    return [speaker for speaker, ban in row.bans.items() if ban == "mute"]


def _title(id: str) -> str:
    """The title of a game, or its id if it is not installed any more."""
    game = games().get(id)
    return id if game is None or not game.text.has("game.title") else game.text.say("game.title")
