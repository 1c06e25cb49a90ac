"""Queries about the tables of the hall and their chairs."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Row, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from starhall.engine.game import Value
from starhall.server.errors import NotFound
from starhall.server.hashes import digest
from starhall.server.protocol.clocks import ClockSettings
from starhall.server.storage.database import Database
from starhall.server.storage.models import Ban, ChairRow, Entry, Position, Status, TableRow
from starhall.server.storage.rows import due_values, entry_rows, position_row, seats_text
from starhall.server.storage.schema import (
    bans,
    chairs,
    chat,
    entries,
    invitations,
    origins,
    people,
    positions,
    promises,
    reviews,
    seatings,
    tables,
    tidied,
)

PROMISE_SECONDS = 600.0  # until a commitment that was not used is forgotten
LISTED = 50  # tables in each list of the lobby; finished ones in the list of one's own games


class Hosted(msgspec.Struct, frozen=True):
    """How many tables of a host are not over, and how many bots sit at them."""

    tables: int
    bots: int


class TableStore:
    """The tables of the hall."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self,
        table: TableRow,
        log: Sequence[Entry],
        origin: Position | None,
        check: Callable[[Hosted], None],
    ) -> None:
        """Add a new table; a fork of another table already has a log.

        `check` gets what the host already has, and raises if one more table would be too much. No
        other process can add a table for this host in between.
        """
        row = msgspec.structs.asdict(table)
        del row["chairs"], row["bans"]
        row["settings"] = msgspec.json.encode(table.settings).decode()
        row["asked"] = seats_text(table.asked)
        row["clock"] = "" if table.clock is None else msgspec.json.encode(table.clock).decode()
        row.update(due_values(table.dues))
        seats = [{"table_id": table.id, **msgspec.structs.asdict(chair)} for chair in table.chairs]
        async with self._database.writing.begin() as db:
            host = select(people.c.id).where(people.c.id == table.host)
            await db.execute(host.with_for_update())  # SQLite has already locked the whole file
            check(await _hosted(db, table.host))
            await db.execute(insert(tables), row)
            await db.execute(insert(chairs), seats)
            if log:
                await db.execute(insert(entries), entry_rows(table.id, 0, log))
            if origin is not None:
                await db.execute(insert(origins), position_row(table.id, origin))

    async def get(self, id: str) -> TableRow:
        async with self._database.reading.connect() as db:
            return await _get(db, id)

    async def change_chairs(
        self, id: str, change: Callable[[TableRow, Mapping[str, int]], None]
    ) -> TableRow:
        """Let `change` alter chairs and status of the row, in one transaction.

        It gets the stored row, locked against other processes, and the seats of the table's
        invitations by hash. If it raises, nothing is changed.
        """
        async with self._database.writing.begin() as db:
            table = await _get(db, id, lock=True)
            before = msgspec.structs.replace(
                table,
                chairs=[msgspec.structs.replace(chair) for chair in table.chairs],
                bans=dict(table.bans),
            )
            query = select(invitations.c.hash, invitations.c.seat).where(
                invitations.c.table_id == id
            )
            change(table, {row.hash: row.seat for row in await db.execute(query)})
            if table != before:
                await _update(db, before, table)
        return table

    async def tidy(self, id: str, person: str) -> None:
        """Remove a finished game from the list of this person."""
        mine = and_(tidied.c.table_id == id, tidied.c.person == person)
        async with self._database.writing.begin() as db:
            await db.execute(delete(tidied).where(mine))
            await db.execute(insert(tidied), {"table_id": id, "person": person})

    async def erase(self, id: str) -> None:
        """Delete a game: its log, its seed and its chat. Its id stays taken."""
        async with self._database.writing.begin() as db:
            before = await _get(db, id, lock=True)
            for kept in (entries, positions, origins, chat, tidied, reviews):
                await db.execute(delete(kept).where(kept.c.table_id == id))
            blank = {"seed": "", "secret": "", "commitment": "", "chain": "", "ending": ""}
            await db.execute(update(tables).where(tables.c.id == id).values(blank))
            await _update(db, before, msgspec.structs.replace(before, status="closed", seed=""))

    # Commitments before a table is opened

    async def promise(self, secret: str, person: str) -> str:
        """Store a secret for a table that this person may open soon; returns the commitment."""
        now = time.time()
        old = and_(promises.c.person == person, promises.c.made < now - PROMISE_SECONDS)
        row = {
            "commitment": digest(secret),
            "secret": secret,
            "person": person,
            "made": now,
        }
        async with self._database.writing.begin() as db:
            await db.execute(delete(promises).where(old))
            await db.execute(insert(promises), row)
        return digest(secret)

    async def keep_promise(self, commitment: str, person: str) -> str:
        """The secret of a commitment, which can be used only once."""
        mine = and_(promises.c.commitment == commitment, promises.c.person == person)
        async with self._database.writing.begin() as db:
            secret = await db.scalar(select(promises.c.secret).where(mine))
            if secret is None or not (await db.execute(delete(promises).where(mine))).rowcount:
                raise NotFound("proof.commitment")
        return str(secret)

    async def set_asked(
        self, id: str, seats: list[int], dues: Mapping[int, float], count: int
    ) -> None:
        """Store who owes an answer after so many entries, unless the game has gone on since."""
        later = select(entries.c.ply).where(entries.c.table_id == id, entries.c.ply >= count)
        current = and_(tables.c.id == id, ~later.exists())
        async with self._database.writing.begin() as db:
            values = {"asked": seats_text(seats), **due_values(dues)}
            await db.execute(update(tables).where(current).values(values))

    # Invitations, by their hashes

    async def add_invitations(self, id: str, seats: Mapping[str, int]) -> None:
        """Store the invitations that are not known yet."""
        known = select(invitations.c.hash).where(invitations.c.table_id == id)
        async with self._database.reading.connect() as db:
            stored = set((await db.execute(known)).scalars())
        new = [
            {"hash": hash, "table_id": id, "seat": seat}
            for hash, seat in seats.items()
            if hash not in stored
        ]
        if new:
            async with self._database.writing.begin() as db:
                await db.execute(insert(invitations), new)

    async def has_invitation(self, id: str, hash: str) -> bool:
        query = select(invitations.c.seat).where(
            invitations.c.hash == hash, invitations.c.table_id == id
        )
        async with self._database.reading.connect() as db:
            return (await db.execute(query)).first() is not None

    # Lists

    async def hosted(self, person: str) -> Hosted:
        async with self._database.reading.connect() as db:
            return await _hosted(db, person)

    async def of_person(self, person: str) -> list[TableRow]:
        """Tables where somebody plays or is host: all that are not over, and the last others."""
        seated = select(chairs.c.table_id).where(chairs.c.person == person)
        gone = select(tidied.c.table_id).where(tidied.c.person == person)
        own = and_(or_(tables.c.id.in_(seated), tables.c.host == person), tables.c.id.not_in(gone))
        live = tables.c.status.in_(("waiting", "playing"))
        async with self._database.reading.connect() as db:
            return [
                *await _select(db, and_(own, live)),
                *await _select(db, and_(own, tables.c.status == "over"), LISTED),
            ]

    async def some(self, ids: Sequence[str]) -> list[TableRow]:
        async with self._database.reading.connect() as db:
            return await _select(db, tables.c.id.in_(ids)) if ids else []

    async def public(self, status: Status) -> list[TableRow]:
        public = and_(tables.c.status == status, tables.c.private.is_(False))
        async with self._database.reading.connect() as db:
            return await _select(db, public, LISTED)

    async def running(self) -> list[str]:
        query = select(tables.c.id).where(tables.c.status == "playing")
        async with self._database.reading.connect() as db:
            return list((await db.execute(query)).scalars())

    async def with_bots(self) -> list[str]:
        """Running tables where it may be a bot's turn."""
        query = (
            select(tables.c.id)
            .join(chairs, chairs.c.table_id == tables.c.id)
            .where(tables.c.status == "playing", chairs.c.bot != "")
            .distinct()
        )
        async with self._database.reading.connect() as db:
            return list((await db.execute(query)).scalars())

    async def due(self, moment: float) -> list[str]:
        """Running tables where somebody's time is up at this moment."""
        up = and_(tables.c.status == "playing", tables.c.due <= moment)
        async with self._database.reading.connect() as db:
            query = select(tables.c.id).where(up).order_by(tables.c.due)
            return list((await db.execute(query)).scalars())


async def _hosted(db: AsyncConnection, person: str) -> Hosted:
    live = and_(tables.c.host == person, tables.c.status.in_(("waiting", "playing")))
    seated = chairs.join(tables, chairs.c.table_id == tables.c.id)
    bots = select(func.count()).select_from(seated).where(live, chairs.c.kind == "bot")
    count = await db.scalar(select(func.count()).select_from(tables).where(live))
    return Hosted(count or 0, await db.scalar(bots) or 0)


async def _get(db: AsyncConnection, id: str, lock: bool = False) -> TableRow:
    found = await _select(db, tables.c.id == id, lock=lock)
    if not found:
        raise NotFound("table.none")
    return found[0]


async def _select(
    db: AsyncConnection, condition: Any, most: int | None = None, lock: bool = False
) -> list[TableRow]:
    query = select(tables).where(condition).order_by(tables.c.moved.desc()).limit(most)
    if lock:
        query = query.with_for_update()  # SQLite has already locked the whole file
    rows = (await db.execute(query)).all()
    ids = [row.id for row in rows]
    seats: dict[str, list[ChairRow]] = {id: [] for id in ids}
    sitting = select(chairs).where(chairs.c.table_id.in_(ids)).order_by(chairs.c.seat)
    for row in await db.execute(sitting):
        chair = ChairRow(row.seat, row.kind, row.name, row.person, row.bot, row.reserved, row.nonce)
        seats[row.table_id].append(chair)
    banned: dict[str, dict[str, Ban]] = {}
    for row in await db.execute(select(bans).where(bans.c.table_id.in_(ids))):
        banned.setdefault(row.table_id, {})[row.speaker] = row.kind
    return [_table(row, seats[row.id], banned.get(row.id, {})) for row in rows]


def _table(row: Row[Any], seats: list[ChairRow], banned: dict[str, Ban]) -> TableRow:
    values = dict(row._mapping)
    values["settings"] = msgspec.json.decode(values["settings"], type=dict[str, Value])
    clock, dues = values.pop("clock"), values.pop("dues")
    del values["due"]
    if clock:
        values["clock"] = msgspec.json.decode(clock, type=ClockSettings)
    if dues:
        values["dues"] = msgspec.json.decode(dues, type=dict[int, float])
    values["asked"] = [int(seat) for seat in values["asked"].split(",") if seat]
    return TableRow(**values, chairs=seats, bans=banned)


async def _update(db: AsyncConnection, before: TableRow, after: TableRow) -> None:
    """Write the changes to chairs and status, and add a row for other processes."""
    for old, new in zip(before.chairs, after.chairs, strict=True):
        if old != new:
            chair = and_(chairs.c.table_id == after.id, chairs.c.seat == new.seat)
            values = {
                "kind": new.kind, "name": new.name, "person": new.person, "bot": new.bot,
                "nonce": new.nonce,
            }  # fmt: skip
            await db.execute(update(chairs).where(chair).values(values))
    if after.bans != before.bans:
        await db.execute(delete(bans).where(bans.c.table_id == after.id))
        rows = [{"table_id": after.id, "speaker": s, "kind": k} for s, k in after.bans.items()]
        if rows:
            await db.execute(insert(bans), rows)
    times = {"started": after.started, "moved": after.moved, "seed": after.seed}
    if after.status != before.status:
        table = update(tables).where(tables.c.id == after.id)
        await db.execute(table.values(status=after.status, **times))
    if after.status == "closed":
        await db.execute(delete(invitations).where(invitations.c.table_id == after.id))
    await db.execute(insert(seatings), {"table_id": after.id})
