"""Seating: chairs of a new table, joining and leaving, stand-ins for absent players."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from functools import partial

from starhall.bots import bot_class
from starhall.server.cluster.bus import Bus
from starhall.server.errors import BadRequest, Conflict, Forbidden, NotFound, TooManyRequests
from starhall.server.hall_time import TimeSource
from starhall.server.identities import hashed, invitation
from starhall.server.installed import find
from starhall.server.proof import checked_nonce, seed_of
from starhall.server.protocol.frames import CloseCode
from starhall.server.protocol.tables import Chair, Spectator
from starhall.server.storage.company import CompanyStore
from starhall.server.storage.models import Ban, ChairRow, ChangeKind, Person, TableRow, speaker_of
from starhall.server.storage.tables import TableStore
from starhall.server.tables.chat import Chat
from starhall.server.tables.registry import Registry, follow_journal
from starhall.server.tables.table import Table
from starhall.server.words import stored

MOST_BANS = 500  # at one table
STARS = ("Vega", "Rigel", "Mira", "Altair", "Spica", "Deneb", "Nunki", "Sirius")  # names for bots


class Seating:
    """Changes the chairs of tables. When all are taken, the game begins."""

    def __init__(
        self,
        registry: Registry,
        tables: TableStore,
        company: CompanyStore,
        bus: Bus,
        chat: Chat,
        now: TimeSource = time.time,
    ) -> None:
        self._registry = registry
        self._company = company
        self._tables = tables
        self._bus = bus
        self._chat = chat
        self._now = now

    async def join(
        self, id: str, person: Person, seat: int | None, secret: str, nonce: str
    ) -> TableRow:
        """Take a chair: that of an invitation, a particular one, or any open one."""
        row = await self._tables.get(id)
        await self._check_fork(row, person)
        if await self._company.has_blocked(row.host, person.id):
            raise Forbidden("table.not_welcome")
        kept = await self._company.seat_for(id, person.id)
        change = partial(_join, person, seat, secret, checked_nonce(nonce), self._now(), kept)
        row = await self._tables.change_chairs(id, change)
        return await self._changed(row)

    async def _check_fork(self, row: TableRow, person: Person) -> None:
        """Refuse people who did not play the source of a fork, as its cards can be looked up."""
        if row.forked:
            source = await self._tables.get(row.forked.partition("@")[0])
            if source.seat_of(person.id) is None:
                raise Forbidden("table.fork_players")

    async def leave(self, id: str, person: str) -> TableRow:
        """Give a chair back before the game begins; if the host leaves, the table closes."""
        stuck = not await self._registry.can_go_on(id)
        row = await self._tables.change_chairs(id, partial(_leave, person, stuck))
        return await self._changed(row)

    async def stand_in(self, table: Table, asker: int, seat: int, bot: str) -> None:
        """Let a bot play for a person; an empty name ends that."""
        self._check_stand_in(table, asker, seat, bot)
        chair = table.row.chairs[seat]
        if chair.bot == bot:
            return
        await self.seat_bot(table, seat, bot)
        await self._chat.note(table, _stand_in_note(chair.name, bot, asker == seat))
        table.tell_presence()
        self._registry.changed(table)

    async def seat_bot(self, table: Table, seat: int, bot: str) -> None:
        """Let a bot play on the chair of a person; with an empty name the person plays again."""
        await self._tables.change_chairs(table.id, partial(_stand_in, seat, bot))
        async with table.lock:
            table.row.chairs[seat].bot = bot
        self._bus.announce(table.id, ChangeKind.CHAIRS)

    def _check_stand_in(self, table: Table, asker: int, seat: int, bot: str) -> None:
        chair = _chair(table.row, seat)
        if chair.kind != "person":
            raise Conflict("seat.nobody")
        if table.journal is not None and seat in table.journal.resigned:
            raise Conflict("seat.resigned", name=chair.name)
        if bot:
            bot_class(bot)  # refuses a name that is not in the closed list
        if seat == asker:
            return
        if not bot:
            raise Forbidden("seat.not_yours")
        if table.audience.is_here(seat):
            raise Conflict("seat.present", name=chair.name)
        row = table.row
        if bot != row.stand_in:
            if row.stand_in:
                raise Conflict("seat.other_bot", bot=row.stand_in)
            raise Conflict("seat.no_bot")
        wait = row.stand_in_seconds - table.audience.absent_seconds(seat)
        if wait > 0:
            raise Conflict("seat.wait", name=chair.name, seconds=math.ceil(wait))

    async def _changed(self, row: TableRow) -> TableRow:
        table = await self._registry.get(row.id)
        async with table.lock:
            table.row = row
            if row.status == "playing":
                stored = row.asked
                if table.journal is None:
                    table.journal = await self._registry.read_journal(table)
                follow_journal(row, table.journal)
                if row.asked != stored:
                    await self._tables.set_asked(row.id, row.asked, row.dues, table.journal.count)
        self.show(table)
        self._bus.announce(table.id, ChangeKind.CHAIRS)
        return row

    def show(self, table: Table) -> None:
        """Show everybody the table from their current seat, or close it to them."""
        for connection in table.audience.connections:
            person = connection.person.id
            if not table.row.visible_to(person):
                connection.close(CloseCode.NO_TABLE, NotFound("table.closed_to_you"))
                continue
            seat = table.row.seat_of(person)
            if seat != connection.seat:
                table.audience.move(connection, seat)
        table.tell_presence()
        self._registry.changed(table)

    # What the host may do

    async def mute(self, table: Table, asker: str, speaker: str, muted: bool) -> None:
        """Refuse the lines of a speaker at this table, or accept them again."""
        row = await self._tables.change_chairs(table.id, partial(_mute, asker, speaker, muted))
        await self._changed(row)

    async def spectators(self, id: str, asker: str) -> list[Spectator]:
        """Who watches. The host can send them away even if they have said nothing."""
        if (await self._registry.row(id)).host != asker:
            raise Forbidden("table.host_only")
        table = self._registry.live.get(id)
        there = [] if table is None else table.audience.connections
        names = {
            speaker_of(id, one.person.id): one.person.name for one in there if one.seat is None
        }
        names.pop(speaker_of(id, asker), None)
        return [Spectator(speaker=speaker, name=name) for speaker, name in names.items()]

    async def kick(self, table: Table, asker: str, speaker: str) -> None:
        """Send away somebody who does not play at the table."""
        row = await self._tables.change_chairs(table.id, partial(_kick, asker, speaker))
        await self._changed(row)

    # Invitations

    async def invitations(self, row: TableRow, token: str) -> dict[int, str]:
        """The invitations to all free chairs, for the host's browser. They are stored hashed."""
        free = [chair.seat for chair in row.chairs if chair.kind in ("friend", "open")]
        secrets = {seat: invitation(token, row.id, seat) for seat in free}
        hashes = {hashed(secret): seat for seat, secret in secrets.items()}
        await self._tables.add_invitations(row.id, hashes)
        return secrets

    async def is_invited(self, id: str, secret: str, person: str = "") -> bool:
        """Is the person invited, by a link or by name?"""
        if secret and await self._tables.has_invitation(id, hashed(secret)):
            return True
        return bool(person) and await self._company.seat_for(id, person) is not None


def new_chairs(wanted: Sequence[Chair], host: Person) -> list[ChairRow]:
    """The chairs of a new table."""
    if len([chair for chair in wanted if chair.kind == "me"]) > 1:
        raise BadRequest("seat.one")
    chairs: list[ChairRow] = []
    for seat, chair in enumerate(wanted):
        if chair.kind == "me":
            chairs.append(ChairRow(seat, "person", host.name, host.id))
        elif chair.kind == "bot":
            bot_class(chair.bot)  # refuses a name that is not in the closed list
            name = _bot_name([host.name, *(chair.name for chair in chairs)])
            chairs.append(ChairRow(seat, "bot", name, None, chair.bot))
        else:
            chairs.append(ChairRow(seat, chair.kind, "", reserved=chair.kind == "friend"))
    return chairs


def _bot_name(taken: Sequence[str]) -> str:
    """The first unused star name. The level of the bot is shown beside it."""
    return next((star for star in STARS if star not in taken), f"{STARS[0]} {len(taken)}")


# Changes to the row of a table, made within one transaction. Refusals are raised.


def _join(
    person: Person, seat: int | None, secret: str, nonce: str, now: float, kept: int | None,
    row: TableRow,
    invited: Mapping[str, int],
) -> None:  # fmt: skip
    if row.seat_of(person.id) is not None:
        return
    if row.ban_of(person.id) == "kick":
        raise Forbidden("table.not_welcome")
    if row.private and not secret and kept is None and row.host != person.id:
        raise NotFound("table.none")  # the id alone is not an invitation
    if row.status != "waiting":
        raise Conflict("table.begun_watch")
    find(row.game, row.pack)  # refuses a game or pack that is no longer installed
    if secret:
        chair = _invited_chair(row, secret, invited)
    elif kept is not None and row.chairs[kept].kind in ("friend", "open"):
        chair = row.chairs[kept]
    else:
        chair = _open_chair(row, seat)
    chair.kind, chair.name, chair.person = "person", person.name, person.id
    chair.nonce = nonce
    if row.full:
        row.status = "playing"
        row.seed = row.seed or seed_of(row)
        row.started = row.moved = now


def _invited_chair(row: TableRow, secret: str, invited: Mapping[str, int]) -> ChairRow:
    seat = invited.get(hashed(secret))
    if seat is None:
        raise Forbidden("invite.invalid")
    chair = row.chairs[seat]
    if chair.kind not in ("friend", "open"):
        raise Conflict("invite.chair_taken")
    return chair


def _open_chair(row: TableRow, seat: int | None) -> ChairRow:
    chairs = row.chairs if seat is None else [_chair(row, seat)]
    free = [chair for chair in chairs if chair.kind == "open"]
    if not free:
        raise Conflict("seat.not_open")
    return free[0]


def _leave(person: str, stuck: bool, row: TableRow, _invited: Mapping[str, int]) -> None:
    """Leave a table. A host closes it, even if its game has begun but cannot continue."""
    if row.status != "waiting" and not (stuck and row.host == person):
        raise Conflict("table.begun_leave")
    seat = row.seat_of(person)
    if row.host == person:
        row.status = "closed"
    elif seat is None:
        raise Forbidden("table.not_seated")
    else:
        row.chairs[seat].free()


def _stand_in(seat: int, bot: str, row: TableRow, _invited: Mapping[str, int]) -> None:
    row.chairs[seat].bot = bot


def _stand_in_note(name: str, bot: str, own: bool) -> str:
    """The chat line about a stand-in, as it is stored."""
    if not bot:
        return stored("note.plays_again", name=name)
    return stored("note.wants_bot" if own else "note.gone", name=name, bot=bot)


def _mute(host: str, speaker: str, muted: bool, row: TableRow, _invited: Mapping[str, int]) -> None:
    _check_host(host, speaker, row)
    if muted:
        _ban(row, speaker, "mute")
    else:
        row.bans.pop(speaker, None)


def _kick(host: str, speaker: str, row: TableRow, _invited: Mapping[str, int]) -> None:
    _check_host(host, speaker, row)
    for chair in row.chairs:
        if chair.person is not None and speaker_of(row.id, chair.person) == speaker:
            if row.status != "waiting":
                raise Conflict("seat.plays", name=chair.name)
            chair.free()
    _ban(row, speaker, "kick")


def _ban(row: TableRow, speaker: str, kind: Ban) -> None:
    if len(row.bans) >= MOST_BANS:
        raise TooManyRequests("table.bans", most=MOST_BANS)
    row.bans[speaker] = kind


def _check_host(host: str, speaker: str, row: TableRow) -> None:
    if row.host != host:
        raise Forbidden("table.host_only")
    if speaker == speaker_of(row.id, host):
        raise BadRequest("chat.you")
    if len(speaker) != len(speaker_of(row.id, host)):
        raise BadRequest("chat.speaker")


def _chair(row: TableRow, seat: int) -> ChairRow:
    if not 0 <= seat < len(row.chairs):
        raise BadRequest("seat.none", seat=seat, last=len(row.chairs) - 1)
    return row.chairs[seat]
