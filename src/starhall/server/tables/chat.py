"""Chat at the tables."""

from __future__ import annotations

import time

from msgspec.structs import replace

from starhall.server.cluster.bus import Bus
from starhall.server.config import Limits
from starhall.server.errors import Forbidden, TooManyRequests
from starhall.server.limits import TokenBuckets
from starhall.server.names import HALL_NAME, clean_line
from starhall.server.protocol.frames import ChatLine
from starhall.server.storage.chat import ChatStore
from starhall.server.storage.models import ChangeKind, speaker_of
from starhall.server.tables.audience import Connection
from starhall.server.tables.table import Table
from starhall.server.words import told


class Chat:
    """Sends and stores chat lines. A chat has its own lock, so the game goes on meanwhile."""

    def __init__(self, store: ChatStore, bus: Bus, limits: Limits) -> None:
        self._store = store
        self._bus = bus
        self._limits = limits
        self._people = TokenBuckets(limits.chat_per_second, limits.chat_burst)
        self._tables = TokenBuckets(limits.spectators_chat_per_second, limits.chat_burst)

    async def say(self, table: Table, connection: Connection, text: str) -> None:
        person = connection.person
        line = ChatLine(
            seat=connection.seat,
            name=person.name,
            text=clean_line(text, self._limits.chat_letters),
            at=time.time(),
            speaker=speaker_of(table.id, person.id),
        )
        if table.row.ban_of(person.id) is not None:
            raise Forbidden("chat.muted")
        if not self._people.take(person.id):
            raise TooManyRequests("chat.wait")
        if connection.seat is None and not self._tables.take(table.id):
            raise TooManyRequests("chat.spectators")
        await self._add(table, line, person.id)

    async def note(self, table: Table, text: str) -> None:
        """Say something in the name of the hall to everybody at a table: JSON text with values."""
        await self._add(table, ChatLine(seat=None, name=HALL_NAME, text=text, at=time.time()))

    async def _add(self, table: Table, line: ChatLine, person: str | None = None) -> None:
        kept = self._limits.chat_lines_kept
        async with table.chat_lock:
            await self._store.add(table.id, line, kept, person)
            table.chat = [*table.chat, line][-kept:]
        tell(table, line)
        self._bus.announce(table.id, ChangeKind.CHAT)

    async def catch_up(self, table: Table) -> None:
        """Send the chat lines that other processes received for this table."""
        async with table.chat_lock:
            latest = await self._store.latest(table.id, self._limits.chat_lines_kept)
            new = [line for line in latest if line not in table.chat]
            table.chat = latest
        for line in new:
            tell(table, line)

    async def read_again(self, table: Table) -> None:
        """Read the lines again after some were changed or removed. Newcomers get the new ones."""
        async with table.chat_lock:
            table.chat = await self._store.latest(table.id, self._limits.chat_lines_kept)


def in_words(line: ChatLine) -> ChatLine:
    """A line as people read it. Lines of the hall itself are stored as texts with values."""
    return line if line.speaker else replace(line, text=told(line.text))


def tell(table: Table, line: ChatLine) -> None:
    """Send a line to everybody at a table, to each in their language."""
    if line.speaker:
        table.audience.tell(line)
    else:
        table.audience.tell_in_words(lambda: in_words(line))
