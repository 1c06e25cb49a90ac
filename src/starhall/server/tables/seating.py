"""Seating: chairs of a new table, joining and leaving, stand-ins for absent players."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import partial

from starhall.bots import bot_class
from starhall.server.cluster.bus import Bus
from starhall.server.config import Limits
from starhall.server.errors import BadRequest, Conflict, Forbidden
from starhall.server.identities import hashed, invitation
from starhall.server.protocol import Chair
from starhall.server.storage.models import ChairRow, ChangeKind, Person, TableRow
from starhall.server.storage.tables import TableStore
from starhall.server.tables.registry import Registry
from starhall.server.tables.table import Table

STARS = ("Vega", "Rigel", "Mira", "Altair", "Spica", "Deneb", "Nunki", "Sirius")  # names for bots


class Seating:
    """Changes the chairs of tables; when all are taken, the game begins."""

    def __init__(self, registry: Registry, tables: TableStore, bus: Bus, limits: Limits) -> None:
        self._registry = registry
        self._tables = tables
        self._bus = bus
        self._limits = limits

    async def join(self, id: str, person: Person, seat: int | None, secret: str) -> TableRow:
        """Take a chair: that of an invitation, the one asked for, or any open one."""
        row = await self._tables.change_chairs(id, partial(_join, person, seat, secret))
        return await self._changed(row)

    async def leave(self, id: str, person: str) -> TableRow:
        """Give a chair back before the game begins; if the host leaves, the table closes."""
        stuck = not await self._registry.can_go_on(id)
        row = await self._tables.change_chairs(id, partial(_leave, person, stuck))
        return await self._changed(row)

    async def stand_in(self, table: Table, asker: int, seat: int, bot: str) -> None:
        """Let a bot play for a person, or with an empty name no longer."""
        self._check_stand_in(table, asker, seat, bot)
        await self._tables.change_chairs(table.id, partial(_stand_in, seat, bot))
        async with table.lock:
            table.row.chairs[seat].bot = bot
        table.tell_presence()
        self._bus.announce(table.id, ChangeKind.CHAIRS)
        self._registry.changed(table)

    def _check_stand_in(self, table: Table, asker: int, seat: int, bot: str) -> None:
        chair = _chair(table.row, seat)
        if chair.kind != "person":
            raise Conflict("no person sits there")
        if bot:
            bot_class(bot)  # refuses a name that is not in the closed list
        if seat == asker:
            return
        if not bot:
            raise Forbidden("only the player of a seat can take it back")
        if table.audience.is_here(seat):
            raise Conflict(f"{chair.name} is here and plays")
        wait = self._limits.gone_seconds - table.audience.absent_seconds(seat)
        if wait > 0:
            raise Conflict(f"{chair.name} may come back; wait another {wait:.0f} seconds")

    async def _changed(self, row: TableRow) -> TableRow:
        table = await self._registry.get(row.id)
        async with table.lock:
            table.row = row
            if row.status == "playing" and table.journal is None:
                table.journal = await self._registry.read_journal(table)
                await self._tables.set_asked(row.id, row.asked)
        self.show(table)
        self._bus.announce(table.id, ChangeKind.CHAIRS)
        return row

    def show(self, table: Table) -> None:
        """Show the table from the new seat to spectators who have sat down."""
        for connection in table.audience.connections:
            seat = table.row.seat_of(connection.person.id)
            if seat != connection.seat:
                table.audience.move(connection, seat)
        table.tell_presence()
        self._registry.changed(table)

    # Invitations

    async def invitations(self, row: TableRow, token: str) -> dict[int, str]:
        """The invitations to all free chairs, for the host's browser; they are stored hashed."""
        free = [chair.seat for chair in row.chairs if chair.kind in ("friend", "open")]
        secrets = {seat: invitation(token, row.id, seat) for seat in free}
        hashes = {hashed(secret): seat for seat, secret in secrets.items()}
        await self._tables.add_invitations(row.id, hashes)
        return secrets

    async def is_invited(self, id: str, secret: str) -> bool:
        return bool(secret) and await self._tables.has_invitation(id, hashed(secret))


def new_chairs(wanted: Sequence[Chair], host: Person) -> list[ChairRow]:
    """The chairs of a new table."""
    if len([chair for chair in wanted if chair.kind == "me"]) > 1:
        raise BadRequest("you can take one chair only")
    chairs: list[ChairRow] = []
    for seat, chair in enumerate(wanted):
        if chair.kind == "me":
            chairs.append(ChairRow(seat, "person", host.name, host.id))
        elif chair.kind == "bot":
            bot_class(chair.bot)  # refuses a name that is not in the closed list
            name = _bot_name([host.name, *(chair.name for chair in chairs)])
            chairs.append(ChairRow(seat, "bot", name, None, chair.bot))
        else:
            chairs.append(ChairRow(seat, chair.kind, ""))
    return chairs


def _bot_name(taken: Sequence[str]) -> str:
    """The first unused star name; the level of the bot is shown beside it."""
    return next((star for star in STARS if star not in taken), f"{STARS[0]} {len(taken)}")


# Changes to the row of a table, made within one transaction. Refusals are raised.


def _join(
    person: Person, seat: int | None, secret: str, row: TableRow, invited: Mapping[str, int]
) -> None:
    if row.seat_of(person.id) is not None:
        return
    if row.status != "waiting":
        raise Conflict("the game at this table has begun; you can watch it")
    chair = _invited_chair(row, secret, invited) if secret else _open_chair(row, seat)
    chair.kind, chair.name, chair.person = "person", person.name, person.id
    if row.full:
        row.status = "playing"
        row.started = row.moved = time.time()


def _invited_chair(row: TableRow, secret: str, invited: Mapping[str, int]) -> ChairRow:
    seat = invited.get(hashed(secret))
    if seat is None:
        raise Forbidden("this invitation is not valid for this table; ask for a new link")
    chair = row.chairs[seat]
    if chair.kind not in ("friend", "open"):
        raise Conflict("the chair of this invitation is already taken")
    return chair


def _open_chair(row: TableRow, seat: int | None) -> ChairRow:
    chairs = row.chairs if seat is None else [_chair(row, seat)]
    free = [chair for chair in chairs if chair.kind == "open"]
    if not free:
        raise Conflict("no chair is open to everybody here; some may need an invitation")
    return free[0]


def _leave(person: str, stuck: bool, row: TableRow, _invited: Mapping[str, int]) -> None:
    """A host closes the table, also one whose game cannot go on."""
    if row.status != "waiting" and not (stuck and row.host == person):
        raise Conflict("only a table that still waits for people can be left")
    seat = row.seat_of(person)
    if row.host == person:
        row.status = "closed"
    elif seat is None:
        raise Forbidden("you do not sit at this table")
    else:
        chair = row.chairs[seat]
        chair.kind, chair.name, chair.person = "open", "", None


def _stand_in(seat: int, bot: str, row: TableRow, _invited: Mapping[str, int]) -> None:
    row.chairs[seat].bot = bot


def _chair(row: TableRow, seat: int) -> ChairRow:
    if not 0 <= seat < len(row.chairs):
        raise BadRequest(f"there is no seat {seat}: seats are 0 to {len(row.chairs) - 1}")
    return row.chairs[seat]
