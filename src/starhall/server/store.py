"""What the hall asks of its database, one method for each question."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnClause,
    Integer,
    Row,
    Table,
    and_,
    delete,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from starhall.engine.game import Value
from starhall.server.database import (
    Database,
    chairs,
    chat,
    entries,
    invitations,
    keys,
    origins,
    people,
    positions,
    seatings,
    tables,
)
from starhall.server.errors import HallError, NotNow, NotThere, NotYours, Stranger
from starhall.server.ledger import Entry, Position
from starhall.server.people import hashed
from starhall.server.protocol import ChatLine
from starhall.server.writer import Outpaced, keep, position_row

_ROWID: ColumnClause[int] = literal_column("rowid", Integer)
LISTED = 50  # tables in each list of the lobby


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str


class ChairRow(msgspec.Struct):
    """A chair as stored: `bot` plays there, for itself or as the stand-in of a person."""

    seat: int
    kind: str
    name: str
    person: str | None = None
    bot: str = ""


class TableRow(msgspec.Struct):
    """A table as stored, with its chairs."""

    id: str
    game: str
    rules: str
    content: str
    settings: dict[str, Value]
    seed: str
    host: str
    hints: bool
    private: bool
    forked: str
    status: str
    started: float
    moved: float
    asked: list[int]
    ending: str
    chairs: list[ChairRow]

    def seat_of(self, person: str | None) -> int | None:
        for chair in self.chairs:
            if person is not None and chair.person == person:
                return chair.seat
        return None


class Store:
    """Questions and answers; every write is one transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # People

    async def introduce(self, person: Person, token: str, phrase: str) -> None:
        now = time.time()
        async with self.database.writing.begin() as db:
            row = {"id": person.id, "name": person.name, "made": now, "phrase": hashed(phrase)}
            await db.execute(insert(people), row)
            await db.execute(
                insert(keys), {"hash": hashed(token), "person": person.id, "made": now}
            )

    async def who(self, token_hash: str) -> Person | None:
        query = select(people.c.id, people.c.name).join(keys).where(keys.c.hash == token_hash)
        async with self.database.reading.connect() as db:
            row = (await db.execute(query)).first()
        return None if row is None else Person(row.id, row.name)

    async def rename(self, person: str, name: str) -> None:
        async with self.database.writing.begin() as db:
            await db.execute(update(people).where(people.c.id == person).values(name=name))

    async def new_phrase(self, person: str, phrase: str) -> None:
        async with self.database.writing.begin() as db:
            changed = update(people).where(people.c.id == person).values(phrase=hashed(phrase))
            await db.execute(changed)

    async def recover(self, phrase: str, token: str) -> Person:
        query = select(people.c.id, people.c.name).where(people.c.phrase == hashed(phrase))
        async with self.database.writing.begin() as db:
            row = (await db.execute(query)).first()
            if row is None:
                raise Stranger("nobody here has this phrase; check it letter by letter")
            key = {"hash": hashed(token), "person": row.id, "made": time.time()}
            await db.execute(insert(keys), key)
        return Person(row.id, row.name)

    # Tables

    async def open_table(
        self, table: TableRow, log: Sequence[Entry] = (), origin: Position | None = None
    ) -> None:
        async with self.database.writing.begin() as db:
            row = msgspec.structs.asdict(table)
            del row["chairs"]
            row["settings"] = msgspec.json.encode(table.settings).decode()
            row["asked"] = _joined(table.asked)
            await db.execute(insert(tables), row)
            seats = [
                {"table_id": table.id, **msgspec.structs.asdict(chair)} for chair in table.chairs
            ]
            await db.execute(insert(chairs), seats)
            if log:
                lines = [
                    {"table_id": table.id, "ply": ply, **msgspec.structs.asdict(entry)}
                    for ply, entry in enumerate(log)
                ]
                await db.execute(insert(entries), lines)
            if origin is not None:
                await db.execute(insert(origins), position_row(table.id, origin))

    async def table(self, id: str) -> TableRow:
        async with self.database.reading.connect() as db:
            found = await _tables(db, tables.c.id == id)
        if not found:
            raise NotThere("there is no such table")
        return found[0]

    async def log(self, id: str, first: int = 0) -> list[Entry]:
        query = (
            select(entries.c.seat, entries.c.kind, entries.c.what, entries.c.at)
            .where(entries.c.table_id == id, entries.c.ply >= first)
            .order_by(entries.c.ply)
        )
        async with self.database.reading.connect() as db:
            return [Entry(*row) for row in await db.execute(query)]

    async def count(self, id: str) -> int:
        """How many entries the log of a table has."""
        query = select(func.max(entries.c.ply)).where(entries.c.table_id == id)
        async with self.database.reading.connect() as db:
            last = await db.scalar(query)
        return 0 if last is None else int(last) + 1

    # Positions that stand by themselves

    async def origin(self, id: str) -> Position | None:
        """Where a game begins whose beginning was played by older rules."""
        return await self._position(origins, id)

    async def position(self, id: str) -> Position | None:
        """The last one stored of a running game."""
        return await self._position(positions, id)

    async def _position(self, kind: Table, id: str) -> Position | None:
        async with self.database.reading.connect() as db:
            data = await db.scalar(select(kind.c.data).where(kind.c.table_id == id))
        return None if data is None else msgspec.json.decode(data, type=Position)

    async def keep(self, kept: Mapping[str, Position]) -> None:
        """Store the positions of several tables."""
        rows = [position_row(id, position) for id, position in kept.items()]
        async with self.database.writing.begin() as db:
            await db.run_sync(keep, rows)

    async def change_rules(
        self, table: TableRow, entry: Entry | None, origin: Position | None, note: ChatLine
    ) -> None:
        """From now on a table is played by the rules its row names now."""
        now = {"rules": table.rules, "content": table.content}
        old = or_(tables.c.rules != table.rules, tables.c.content != table.content)
        try:
            async with self.database.writing.begin() as db:
                changed = update(tables).where(tables.c.id == table.id, old).values(now)
                if (await db.execute(changed)).rowcount == 0:
                    return  # another process has done it
                if entry is not None and origin is not None:
                    ply = origin.count - 1
                    line = {"table_id": table.id, "ply": ply, **msgspec.structs.asdict(entry)}
                    await db.execute(insert(entries), line)
                    await db.execute(delete(origins).where(origins.c.table_id == table.id))
                    await db.execute(insert(origins), position_row(table.id, origin))
                await db.execute(insert(chat), _line(table.id, note))
        except IntegrityError:
            raise Outpaced("another process has moved on with this table") from None

    # Chairs

    async def sit(
        self, id: str, person: Person, seat: int | None, invitation: str
    ) -> tuple[TableRow, int]:
        """Take a chair; the last one to sit down starts the game."""
        async with self.database.writing.begin() as db:
            table = await _locked(db, id)
            own = table.seat_of(person.id)
            if own is not None:
                return table, own
            if table.status != "waiting":
                raise NotNow("the game at this table has begun; one can watch it")
            chair = await _free_chair(db, table, seat, invitation)
            chair.kind, chair.name, chair.person = "person", person.name, person.id
            await db.execute(
                update(chairs)
                .where(chairs.c.table_id == id, chairs.c.seat == chair.seat)
                .values(kind="person", name=person.name, person=person.id)
            )
            await db.execute(insert(seatings), {"table_id": id})
            if all(other.kind in ("person", "bot") for other in table.chairs):
                table.status, table.started = "playing", time.time()
                table.moved = table.started
                await db.execute(
                    update(tables)
                    .where(tables.c.id == id)
                    .values(status="playing", started=table.started, moved=table.moved)
                )
            return table, chair.seat

    async def leave(self, id: str, person: str, stuck: bool = False) -> TableRow:
        """Give a chair back before the game begins; when the host leaves, the table closes.

        A game that cannot go on is closed by its host in the same way.
        """
        async with self.database.writing.begin() as db:
            table = await _locked(db, id)
            seat = table.seat_of(person)
            if table.status != "waiting" and not (stuck and table.host == person):
                raise NotNow("only a table that still waits for people can be left")
            await db.execute(insert(seatings), {"table_id": id})
            if table.host == person:
                table.status = "closed"
                await db.execute(update(tables).where(tables.c.id == id).values(status="closed"))
                await db.execute(delete(invitations).where(invitations.c.table_id == id))
            elif seat is None:
                raise NotYours("you do not sit at this table")
            else:
                chair = table.chairs[seat]
                chair.kind, chair.name, chair.person = "open", "", None
                await db.execute(
                    update(chairs)
                    .where(chairs.c.table_id == id, chairs.c.seat == seat)
                    .values(kind="open", name="", person=None)
                )
            return table

    async def stand_in(self, id: str, seat: int, bot: str) -> None:
        """A bot plays for this chair from now on, or with an empty name no more."""
        async with self.database.writing.begin() as db:
            await db.execute(
                update(chairs).where(chairs.c.table_id == id, chairs.c.seat == seat).values(bot=bot)
            )
            await db.execute(insert(seatings), {"table_id": id})

    async def now_asked(self, id: str, seats: list[int]) -> None:
        async with self.database.writing.begin() as db:
            await db.execute(update(tables).where(tables.c.id == id).values(asked=_joined(seats)))

    async def invite(self, id: str, seats: dict[int, str]) -> None:
        """Store invitations that are not known yet."""
        known = select(invitations.c.hash).where(invitations.c.table_id == id)
        async with self.database.reading.connect() as db:
            stored = set((await db.execute(known)).scalars())
        new = [
            {"hash": hashed(secret), "table_id": id, "seat": seat}
            for seat, secret in seats.items()
            if hashed(secret) not in stored
        ]
        if new:
            async with self.database.writing.begin() as db:
                await db.execute(insert(invitations), new)

    async def invited(self, id: str, secret: str) -> bool:
        query = select(invitations.c.seat).where(
            invitations.c.hash == hashed(secret), invitations.c.table_id == id
        )
        async with self.database.reading.connect() as db:
            return (await db.execute(query)).first() is not None

    async def hosted(self, person: str) -> tuple[int, int]:
        """How many tables of this host are not over, and how many bots sit at them."""
        live = and_(tables.c.host == person, tables.c.status.in_(("waiting", "playing")))
        async with self.database.reading.connect() as db:
            count = await db.scalar(select(func.count()).select_from(tables).where(live))
            bots = await db.scalar(
                select(func.count())
                .select_from(chairs.join(tables, chairs.c.table_id == tables.c.id))
                .where(live, chairs.c.kind == "bot")
            )
        return count or 0, bots or 0

    async def mine(self, person: str) -> list[TableRow]:
        seated = select(chairs.c.table_id).where(chairs.c.person == person)
        return await self._list(
            or_(tables.c.id.in_(seated), tables.c.host == person), tables.c.status != "closed"
        )

    async def listed(self, status: str) -> list[TableRow]:
        return await self._list(tables.c.status == status, tables.c.private.is_(False))

    async def _list(self, *conditions: Any) -> list[TableRow]:
        async with self.database.reading.connect() as db:
            return await _tables(db, and_(*conditions))

    async def owed_by_bots(self) -> list[str]:
        """Running tables where a bot may be the one to move."""
        query = (
            select(tables.c.id)
            .join(chairs, chairs.c.table_id == tables.c.id)
            .where(tables.c.status == "playing", chairs.c.bot != "")
            .distinct()
        )
        async with self.database.reading.connect() as db:
            return list((await db.execute(query)).scalars())

    async def written_since(self, mark: int) -> tuple[int, dict[str, int]]:
        """Of an SQLite file: which tables were written to since then, with their counts."""
        query = (
            select(entries.c.table_id, func.max(entries.c.ply) + 1, func.max(_ROWID))
            .where(mark < _ROWID)
            .group_by(entries.c.table_id)
        )
        async with self.database.reading.connect() as db:
            rows = (await db.execute(query)).all()
        counts = {table: count for table, count, _ in rows}
        return max([mark, *[last for _, _, last in rows]]), counts

    async def last_written(self) -> int:
        query = select(func.max(_ROWID)).select_from(entries)
        async with self.database.reading.connect() as db:
            return await db.scalar(query) or 0

    # Chat

    async def say(self, id: str, line: ChatLine) -> None:
        async with self.database.writing.begin() as db:
            await db.execute(insert(chat), _line(id, line))

    async def said(self, id: str, most: int) -> list[ChatLine]:
        query = (
            select(chat.c.seat, chat.c.name, chat.c.text, chat.c.at)
            .where(chat.c.table_id == id)
            .order_by(chat.c.id.desc())
            .limit(most)
        )
        async with self.database.reading.connect() as db:
            lines = [
                ChatLine(seat=row.seat, name=row.name, text=row.text, at=row.at)
                for row in await db.execute(query)
            ]
        return lines[::-1]

    # What other processes have done: an SQLite file cannot call them

    async def said_since(self, mark: int) -> tuple[int, list[str]]:
        """At which tables something was said since then."""
        return await self._since(chat, mark)

    async def last_said(self) -> int:
        return await self._last(chat)

    async def reseated_since(self, mark: int) -> tuple[int, list[str]]:
        """At which tables chairs have changed since then."""
        return await self._since(seatings, mark)

    async def last_reseated(self) -> int:
        return await self._last(seatings)

    async def _since(self, lines: Table, mark: int) -> tuple[int, list[str]]:
        query = (
            select(lines.c.table_id, func.max(lines.c.id))
            .where(lines.c.id > mark)
            .group_by(lines.c.table_id)
        )
        async with self.database.reading.connect() as db:
            rows = (await db.execute(query)).all()
        return max([mark, *[last for _, last in rows]]), [table for table, _ in rows]

    async def _last(self, lines: Table) -> int:
        async with self.database.reading.connect() as db:
            return await db.scalar(select(func.max(lines.c.id))) or 0


async def _tables(db: AsyncConnection, condition: Any, lock: bool = False) -> list[TableRow]:
    query = select(tables).where(condition).order_by(tables.c.moved.desc()).limit(LISTED)
    if lock:
        query = query.with_for_update()  # SQLite has locked the whole file already
    rows = (await db.execute(query)).all()
    ids = [row.id for row in rows]
    seats: dict[str, list[ChairRow]] = {id: [] for id in ids}
    sitting = select(chairs).where(chairs.c.table_id.in_(ids)).order_by(chairs.c.seat)
    for row in await db.execute(sitting):
        chair = ChairRow(row.seat, row.kind, row.name, row.person, row.bot)
        seats[row.table_id].append(chair)
    return [_table(row, seats[row.id]) for row in rows]


def _table(row: Row[Any], seats: list[ChairRow]) -> TableRow:
    values = dict(row._mapping)
    values["settings"] = msgspec.json.decode(values["settings"], type=dict[str, Value])
    values["asked"] = [int(seat) for seat in values["asked"].split(",") if seat]
    return TableRow(**values, chairs=seats)


def _line(id: str, line: ChatLine) -> dict[str, object]:
    return {
        "table_id": id, "seat": line.seat, "name": line.name, "text": line.text, "at": line.at
    }  # fmt: skip


def _joined(seats: list[int]) -> str:
    return ",".join(str(seat) for seat in seats)


async def _locked(db: AsyncConnection, id: str) -> TableRow:
    found = await _tables(db, tables.c.id == id, lock=True)
    if not found:
        raise NotThere("there is no such table")
    return found[0]


async def _free_chair(
    db: AsyncConnection, table: TableRow, seat: int | None, invitation: str
) -> ChairRow:
    """The chair meant: the one of the invitation, the one asked for, or any open one."""
    if invitation:
        query = select(invitations.c.seat).where(
            invitations.c.hash == hashed(invitation), invitations.c.table_id == table.id
        )
        row = (await db.execute(query)).first()
        if row is None:
            raise NotYours("this invitation is not one of this table's; ask for a new link")
        chair = table.chairs[int(row.seat)]
        if chair.kind not in ("friend", "open"):
            raise NotNow("somebody has taken the chair of this invitation already")
        return chair
    free = [chair for chair in table.chairs if chair.kind == "open"]
    if seat is not None:
        if not 0 <= seat < len(table.chairs):
            raise HallError(f"there is no seat {seat}: seats are 0 to {len(table.chairs) - 1}")
        free = [chair for chair in free if chair.seat == seat]
    if not free:
        raise NotNow("no chair is open to everybody here; some may need an invitation")
    return free[0]
