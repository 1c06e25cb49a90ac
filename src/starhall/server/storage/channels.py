"""Queries about channels: where people want to be told what waits for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from starhall.server.hashes import digest
from starhall.server.protocol.channels import ChannelKind, Pace, Topic
from starhall.server.storage.database import Database
from starhall.server.storage.schema import addresses, channels, deliveries, secrets

ChannelState = Literal["new", "on", "off", "refused"]  # new: the address is not confirmed yet


class Channel(msgspec.Struct, frozen=True):
    """One way to reach a person."""

    id: str
    person: str
    kind: ChannelKind
    target: str
    label: str
    state: ChannelState
    wants: tuple[Topic, ...]
    pace: Pace
    since: float
    sent: float = 0.0
    due: float | None = None
    tries: int = 0
    fault: str = ""
    claim: str = ""
    claimed_until: float = 0.0


class Address(msgspec.Struct, frozen=True):
    """What an address was asked, for all people who named it."""

    asked: float = 0.0  # when the confirmation was last sent
    refused: bool = False


class ChannelStore:
    """The channels of all people, and the keys that the hall signs with."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, channel: Channel, most: int) -> bool:
        """Add a channel, unless the person already has it or has as many as allowed."""
        count = select(func.count()).where(channels.c.person == channel.person)
        values = {**msgspec.structs.asdict(channel), "wants": ",".join(channel.wants)}
        try:
            async with self._database.writing.begin() as db:
                if (await db.scalar(count) or 0) >= most:
                    return False
                await db.execute(insert(channels), values)
        except IntegrityError:
            return False
        return True

    async def of(self, person: str) -> list[Channel]:
        """The channels of a person, the oldest first."""
        query = select(channels).where(channels.c.person == person).order_by(channels.c.since)
        async with self._database.reading.connect() as db:
            return [channel_of(row) for row in await db.execute(query)]

    async def get(self, id: str) -> Channel | None:
        async with self._database.reading.connect() as db:
            row = (await db.execute(select(channels).where(channels.c.id == id))).first()
        return None if row is None else channel_of(row)

    async def address(self, kind: ChannelKind, target: str) -> Address:
        mine = addresses.c.digest == _key(kind, target)
        query = select(addresses.c.asked, addresses.c.refused).where(mine)
        async with self._database.reading.connect() as db:
            row = (await db.execute(query)).first()
        return Address() if row is None else Address(row.asked, row.refused)

    async def note(self, kind: ChannelKind, target: str, address: Address) -> None:
        """Store this about an address; it is kept even if the channel is removed."""
        key = _key(kind, target)
        async with self._database.writing.begin() as db:
            await db.execute(delete(addresses).where(addresses.c.digest == key))
            values = {"digest": key, **msgspec.structs.asdict(address)}
            await db.execute(insert(addresses), values)

    async def change(self, id: str, **values: Any) -> None:
        """Change a channel. A channel that is not on has nothing to send."""
        async with self._database.writing.begin() as db:
            if values.get("state", "on") != "on":
                values["due"] = None
                await db.execute(delete(deliveries).where(deliveries.c.channel == id))
            await db.execute(update(channels).where(channels.c.id == id).values(values))

    async def remove(self, ids: Sequence[str]) -> None:
        async with self._database.writing.begin() as db:
            await db.execute(delete(deliveries).where(deliveries.c.channel.in_(ids)))
            await db.execute(delete(channels).where(channels.c.id.in_(ids)))

    async def secret(self, name: str, new: str) -> str:
        """A secret of the hall. The first process that asks for it stores a new one."""
        query = select(secrets.c.value).where(secrets.c.name == name)
        try:
            async with self._database.writing.begin() as db:
                known = await db.scalar(query)
                if known is None:
                    await db.execute(insert(secrets), {"name": name, "value": new})
                return new if known is None else str(known)
        except IntegrityError:  # another process was faster
            async with self._database.reading.connect() as db:
                return str(await db.scalar(query))


def _key(kind: ChannelKind, target: str) -> str:
    """The key by which an address is recognised; Ada@example.org equals ada@example.org."""
    return digest(kind, target.lower())


def channel_of(row: Row[Any]) -> Channel:
    values = dict(row._mapping)
    values["wants"] = tuple(filter(None, values["wants"].split(",")))
    return Channel(**values)
