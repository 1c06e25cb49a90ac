"""The clients at one table: who they are, what each has seen, and what to send."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Mapping

import msgspec

from starhall.server.errors import HallError
from starhall.server.protocol import LogLine, ServerMessage
from starhall.server.storage.models import SPECTATORS, Person
from starhall.server.tables.frames import Cursor, Viewpoint, frame, new_lines
from starhall.server.tables.journal import Journal

LONGEST_OUTBOX = 400  # small messages that may wait for a client

_encoder = msgspec.json.Encoder()


class Connection:
    """One client at a table."""

    __slots__ = (
        "_wake",
        "closed",
        "closing",
        "cursor",
        "outbox",
        "person",
        "seen",
        "stale",
        "viewpoint",
    )

    def __init__(self, person: Person, seat: int | None) -> None:
        self.person = person
        self.viewpoint = Viewpoint(seat)
        self.cursor: Cursor | None = None  # until it has said hello
        self.seen = 0  # the hash of its last frame; frames are large, so none is kept
        self.stale = False
        self.outbox: deque[bytes] = deque()
        self.closed = False
        self.closing: tuple[int, str] | None = None  # why the hall closes it: code and reason
        self._wake = asyncio.Event()

    @property
    def seat(self) -> int | None:
        return self.viewpoint.seat

    def send(self, message: ServerMessage) -> None:
        self.post(_encoder.encode(message))

    def post(self, data: bytes) -> None:
        self.outbox.append(data)
        if len(self.outbox) > LONGEST_OUTBOX:
            self.closed = True
        self._wake.set()

    def refresh(self) -> None:
        """Notify the client of a possible new frame."""
        if self.cursor is not None:
            self.stale = True
            self._wake.set()

    def move_to(self, seat: int | None) -> None:
        """From now on it sees the table from another seat."""
        self.viewpoint = msgspec.structs.replace(self.viewpoint, seat=seat)
        self.seen = 0
        if self.cursor is not None:
            self.cursor = Cursor()

    def close(self, error: HallError) -> None:
        """Close the socket, for the reason that the error gives."""
        self.closing = (error.close_code, str(error))
        self.closed = True
        self._wake.set()

    async def wait(self) -> None:
        """Wait until there is something to send."""
        await self._wake.wait()
        self._wake.clear()


class EncodedFrame(msgspec.Struct, frozen=True):
    """A frame for all clients with one viewpoint, without the log, which differs."""

    count: int
    bookmark: int
    data: bytes


class Audience:
    """All clients at a table; those of other processes are only counted."""

    def __init__(self, elsewhere: Mapping[int, int]) -> None:
        self.connections: set[Connection] = set()
        self._elsewhere = elsewhere
        self._since = time.monotonic()
        self._left: dict[int, float] = {}  # by seat: since when nobody is connected
        self._frames: dict[Viewpoint, EncodedFrame] = {}  # where several clients share a viewpoint

    # Who is there

    def join(self, connection: Connection) -> None:
        self.connections.add(connection)

    def leave(self, connection: Connection) -> None:
        connection.closed = True
        self.connections.discard(connection)
        if connection.seat is not None:
            self._left[connection.seat] = time.monotonic()

    def sockets(self) -> Counter[int]:
        """The sockets of this process by seat."""
        open_ones = [connection for connection in self.connections if not connection.closed]
        return Counter([SPECTATORS if c.seat is None else c.seat for c in open_ones])

    def set_elsewhere(self, elsewhere: Mapping[int, int]) -> bool:
        """The sockets that other processes hold; has anything changed?"""
        if elsewhere == self._elsewhere:
            return False
        now = time.monotonic()
        for seat in self._elsewhere:
            if seat not in elsewhere:
                self._left[seat] = now
        self._elsewhere = elsewhere
        return True

    def is_here(self, seat: int) -> bool:
        return seat in self._elsewhere or seat in self.sockets()

    def absent_seconds(self, seat: int) -> float:
        """How long nobody has been connected for this seat; 0 while somebody is."""
        if self.is_here(seat):
            return 0.0
        return time.monotonic() - self._left.get(seat, self._since)

    @property
    def spectators(self) -> int:
        return self.sockets()[SPECTATORS] + self._elsewhere.get(SPECTATORS, 0)

    # What they are sent

    def tell(self, message: ServerMessage) -> None:
        data = _encoder.encode(message)
        for connection in self.connections:
            connection.post(data)

    def refresh(self) -> None:
        for connection in self.connections:
            connection.refresh()

    def close(self, error: HallError) -> None:
        for connection in self.connections:
            connection.close(error)

    def frame_for(self, journal: Journal, connection: Connection) -> bytes | None:
        """The frame this client has not seen yet, encoded; None if nothing changed for it."""
        cursor = connection.cursor
        if cursor is None:
            return None
        encoded = self._encoded(journal, connection.viewpoint)
        log_from, log = new_lines(journal, connection.seat, cursor)
        moved = cursor.bookmark != encoded.bookmark
        cursor.bookmark = encoded.bookmark
        cursor.ply = journal.match.ply
        seen = hash(encoded.data)
        if not moved and seen == connection.seen:
            return None
        connection.seen = seen
        return _with_log(encoded.data, log_from, log)

    def _encoded(self, journal: Journal, viewpoint: Viewpoint) -> EncodedFrame:
        encoded = self._frames.pop(viewpoint, None)
        if encoded is None or encoded.count != journal.count:
            made = frame(journal, viewpoint)
            encoded = EncodedFrame(journal.count, made.frame, _encoder.encode(made))
        viewpoints = [connection.viewpoint for connection in self.connections]
        self._frames = {each: self._frames[each] for each in self._frames if each in viewpoints}
        if viewpoints.count(viewpoint) > 1:
            self._frames[viewpoint] = encoded
        return encoded


def _with_log(encoded: bytes, log_from: int, log: list[LogLine]) -> bytes:
    """Add the last fields before the closing brace: encoding the whole frame again costs more."""
    fields = b""
    if log:
        fields += b',"log":' + _encoder.encode(log)
    if log_from:
        fields += b',"log_from":%d' % log_from
    return encoded[:-1] + fields + b"}"
