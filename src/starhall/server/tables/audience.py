"""The clients at one table: who they are, what each has seen, and what to send."""

# mypyc: on

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

import msgspec

from starhall.engine.errors import StarhallError
from starhall.engine.text.language import ENGLISH, active, speaking
from starhall.server.errors import HallError, sentence_of
from starhall.server.protocol.frames import Frame, Refused, ServerMessage, Update
from starhall.server.storage.models import SPECTATORS, Person
from starhall.server.tables.frames import (
    frame,
    kept_lines,
    new_lines,
    update,
    values_of,
)
from starhall.server.tables.journal import Journal
from starhall.server.tables.steps import passage
from starhall.server.tables.viewpoint import Cursor, Viewpoint

LONGEST_OUTBOX = 400  # small messages that may wait for a client
SLICE = 20  # spectators that are woken at once; players' messages get a turn in between
BUSY_SECONDS = 0.005  # delay before waking spectators, while a choice is being made
SHARED_LOGS = 4  # frames of a viewpoint kept with their log, one for each earlier state of a client

_encoder = msgspec.json.Encoder()


class Connection:
    """One client at a table."""

    __slots__ = (
        "_delivering",
        "_wake",
        "busy",
        "closed",
        "closing",
        "cursor",
        "deliver",
        "key",
        "outbox",
        "person",
        "seen",
        "sending",
        "stale",
        "together",
        "viewpoint",
    )

    def __init__(
        self, person: Person, seat: int | None, key: str = "", language: str = ENGLISH
    ) -> None:
        self.person = person
        self.key = key  # of the browser; when it is logged out, the socket is closed
        self.viewpoint = Viewpoint(seat, language=language)
        self.cursor: Cursor | None = None  # until it has said hello
        self.seen = 0  # the number of the last frame it got, among those of its viewpoint
        self.stale = False
        self.together = False  # it accepts several messages in one
        self.outbox: list[bytes] = []
        self.closed = False
        self.closing: tuple[int, str] | None = None  # why the hall closes it: code and reason
        self.busy = False  # with a message of the client that must be handled completely
        # Sends what is new at once; False: the waiting task must send it.
        self.deliver: Callable[[], bool] | None = None
        self.sending = False  # that task is at work
        self._delivering = False
        self._wake = asyncio.Event()

    @property
    def seat(self) -> int | None:
        return self.viewpoint.seat

    def send(self, message: ServerMessage) -> None:
        self.post(_encoder.encode(message))

    def post(self, data: bytes) -> None:
        self.put(data)
        self.wake()

    def refuse(self, ref: int, error: StarhallError) -> None:
        """Refuse a message, in the language of the client."""
        with speaking(self.viewpoint.language):
            self.send(Refused(ref=ref, error=sentence_of(error), code=error.code))

    def put(self, data: bytes) -> None:
        """Queue a message, to be sent at the next opportunity."""
        self.outbox.append(data)
        if len(self.outbox) > LONGEST_OUTBOX:
            self.closed = True

    def take(self) -> list[bytes]:
        """The small messages that wait for the client."""
        waiting, self.outbox = self.outbox, []
        return waiting

    def refresh(self) -> None:
        """Notify the client of a possible new frame."""
        self.stale = self.cursor is not None
        self.wake()

    def wake(self) -> None:
        """Send everything new in one go, including what is added until then."""
        if self.deliver is None or self.closed:
            self._wake.set()
        elif not self._delivering:
            self._delivering = True
            asyncio.get_running_loop().call_soon(self._deliver)

    def _deliver(self) -> None:
        self._delivering = False
        if self.deliver is None or self.closed or not self.deliver():
            self._wake.set()

    def close(self, code: int, reason: HallError) -> None:
        """Send what is waiting, then close the socket."""
        with speaking(self.viewpoint.language):
            self.closing = (code, str(reason))
        self.closed = True
        self.wake()

    async def wait(self) -> None:
        """Wait until there is something to send."""
        self.sending = False
        await self._wake.wait()
        self._wake.clear()
        self.sending = True


class Picture:
    """The latest frame for all clients with one viewpoint, numbered and encoded once."""

    __slots__ = ("_full", "_ready", "_update", "_values", "count", "frame", "number", "ply")

    def __init__(
        self,
        count: int,
        made: Frame,
        values: tuple[Any, ...],
        number: int,
        change: Update | None,
    ) -> None:
        self.count = count  # of entries when it was made
        self.ply = 0
        self.number = number
        self.frame = made
        self._values = values  # of the fields that an update may repeat
        self._full = b""
        self._update = b"" if change is None else _encoder.encode(change)
        self._ready: dict[tuple[bool, int, int | None], bytes] = {}

    @staticmethod
    def after(last: Picture | None, journal: Journal, viewpoint: Viewpoint, made: Frame) -> Picture:
        """The next picture. It keeps the number of the last one if nothing has changed."""
        count, values = journal.count, values_of(made)
        if last is None:
            return Picture(count, made, values, 1, None)
        way = None
        if viewpoint.steps and last.frame.scene is not None:
            way = passage(journal, viewpoint, last.ply, last.frame.scene)
        change = update(last.frame, last._values, made, values, way)
        if change is None:
            last.count = count
            return last
        return Picture(count, made, values, last.number + 1, change)

    def encoded(
        self, journal: Journal, seat: int | None, seen: int, cursor: Cursor, final: FinalLog
    ) -> bytes:
        """For a client that has seen frame `seen`: the whole frame, or the differences."""
        whole = seen != self.number - 1 or not self._update
        key = (whole, cursor.bookmark, cursor.ply)
        ready = self._ready.get(key)
        if ready is None:
            kept, log = final.lines(journal, seat, cursor)
            if whole:
                self._full = self._full or _encoder.encode(self.frame)
                ready = _with_log(self._full, kept or None, log)
            else:
                ready = _with_log(self._update, None if kept == cursor.lines else kept, log)
            if len(self._ready) >= SHARED_LOGS:
                self._ready.clear()
            self._ready[key] = ready
        return ready


class FinalLog:
    """Encoded lines of the log. When a game is over, all see the same lines: they are made once."""

    __slots__ = ("_whole",)

    def __init__(self) -> None:
        self._whole = b""

    def lines(self, journal: Journal, seat: int | None, cursor: Cursor) -> tuple[int, bytes]:
        """How many lines the client keeps, and the remaining lines, encoded."""
        whole = journal.match.all_shown and not kept_lines(journal, seat, cursor)
        if whole and self._whole:
            return 0, self._whole
        kept, log = new_lines(journal, seat, cursor)
        encoded = _encoder.encode(log) if log else b""
        if whole:
            self._whole = encoded
        return kept, encoded


class Audience:
    """All clients at a table. Those of other processes are only counted.

    There may be thousands of spectators. Nothing here takes more than one step for each of them,
    and they are woken in slices, never while a choice is being made (`busy`).
    """

    def __init__(self, elsewhere: Mapping[int, int], busy: Callable[[], bool]) -> None:
        self.connections: set[Connection] = set()
        self._elsewhere = elsewhere
        self._busy = busy
        self._since = time.monotonic()
        self._left: dict[int, float] = {}  # by seat: when the last client left
        self._sockets: Counter[int] = Counter()  # of this process, by seat
        self._viewpoints: Counter[Viewpoint] = Counter()
        self._pictures: dict[Viewpoint, Picture] = {}  # for connected clients
        self._final_logs: dict[str, FinalLog] = {}  # by language
        self._due: dict[Connection, None] = {}  # spectators to wake, the first one first
        self._waking: asyncio.Handle | None = None

    # Who is there

    def join(self, connection: Connection) -> None:
        self.connections.add(connection)
        self._count(connection, 1)

    def leave(self, connection: Connection) -> None:
        connection.closed = True
        if connection in self.connections:
            self.connections.discard(connection)
            self._due.pop(connection, None)
            self._count(connection, -1)
        if connection.seat is not None:
            self._left[connection.seat] = time.monotonic()

    def look_from(self, connection: Connection, viewpoint: Viewpoint, cursor: Cursor) -> None:
        """Let this client see the table from this viewpoint from now on."""
        self._count(connection, -1)
        connection.viewpoint, connection.cursor, connection.seen = viewpoint, cursor, 0
        self._count(connection, 1)

    def move(self, connection: Connection, seat: int | None) -> None:
        """Let this client see the table from another seat from now on."""
        self._count(connection, -1)
        connection.viewpoint = msgspec.structs.replace(connection.viewpoint, seat=seat)
        connection.seen = 0
        if connection.cursor is not None:
            connection.cursor = Cursor()
        self._count(connection, 1)

    def _count(self, connection: Connection, by: int) -> None:
        seat = SPECTATORS if connection.seat is None else connection.seat
        self._sockets[seat] += by
        if not self._sockets[seat]:
            del self._sockets[seat]
        viewpoint = connection.viewpoint
        self._viewpoints[viewpoint] += by
        if not self._viewpoints[viewpoint]:
            del self._viewpoints[viewpoint]
            self._pictures.pop(viewpoint, None)
            if not self._viewpoints:
                self._final_logs.clear()

    def sockets(self) -> Counter[int]:
        """The sockets of this process by seat."""
        return Counter(self._sockets)

    def is_watched(self) -> bool:
        return bool(self.connections or self._elsewhere)

    def set_elsewhere(self, elsewhere: Mapping[int, int]) -> bool:
        """Set the sockets that other processes hold; returns whether anything has changed."""
        if elsewhere == self._elsewhere:
            return False
        now = time.monotonic()
        for seat in self._elsewhere:
            if seat not in elsewhere:
                self._left[seat] = now
        self._elsewhere = elsewhere
        return True

    def is_here(self, seat: int) -> bool:
        return seat in self._elsewhere or seat in self._sockets

    def absent_seconds(self, seat: int) -> float:
        """How long nobody has been connected for this seat; 0 while somebody is."""
        if self.is_here(seat):
            return 0.0
        return time.monotonic() - self._left.get(seat, self._since)

    @property
    def spectators(self) -> int:
        return self._sockets[SPECTATORS] + self._elsewhere.get(SPECTATORS, 0)

    # What the clients are sent

    def tell(self, message: ServerMessage) -> None:
        data = _encoder.encode(message)
        for connection in self.connections:
            connection.put(data)
        self._wake_all()

    def tell_by_seat(self, message: Callable[[int | None], ServerMessage]) -> None:
        """Send a message that depends on the client's seat. It is made once for each seat."""
        encoded: dict[int | None, bytes] = {}
        for connection in self.connections:
            seat = connection.seat
            if seat not in encoded:
                encoded[seat] = _encoder.encode(message(seat))
            connection.put(encoded[seat])
        self._wake_all()

    def tell_in_words(self, message: Callable[[], ServerMessage]) -> None:
        """Send a message with texts of the hall. It is made once for each language."""
        encoded: dict[str, bytes] = {}
        for connection in self.connections:
            language = connection.viewpoint.language
            if language not in encoded:
                with speaking(language):
                    encoded[language] = _encoder.encode(message())
            connection.put(encoded[language])
        self._wake_all()

    def refresh(self) -> None:
        """Notify all clients of a possible new frame."""
        for connection in self.connections:
            connection.stale = connection.cursor is not None
        self._wake_all()

    def _wake_all(self) -> None:
        """Wake players at once, and spectators in slices."""
        for connection in self.connections:
            if connection.seat is None:
                self._due[connection] = None
            else:
                connection.wake()
        if self._due and self._waking is None:
            self._waking = asyncio.get_running_loop().call_soon(self._wake_slice)

    def _wake_slice(self) -> None:
        loop = asyncio.get_running_loop()
        if self._busy():
            self._waking = loop.call_later(BUSY_SECONDS, self._wake_slice)
            return
        for connection in list(islice(self._due, SLICE)):
            del self._due[connection]
            connection.wake()
        self._waking = loop.call_soon(self._wake_slice) if self._due else None

    def close(self, error: HallError) -> None:
        for connection in self.connections:
            connection.close(error.close_code, error)

    def frame_for(self, journal: Journal, connection: Connection) -> bytes | None:
        """The frame this client has not seen yet, encoded; None if nothing changed for it."""
        cursor = connection.cursor
        if cursor is None:
            return None
        with speaking(connection.viewpoint.language):
            picture = self._picture(journal, connection.viewpoint)
            if picture.number == connection.seen:
                cursor.ply = journal.match.ply
                return None
            final = self._final_logs.setdefault(active(), FinalLog())
            data = picture.encoded(journal, connection.seat, connection.seen, cursor, final)
        connection.seen = picture.number
        cursor.bookmark = picture.frame.frame
        cursor.ply = journal.match.ply
        return data

    def _picture(self, journal: Journal, viewpoint: Viewpoint) -> Picture:
        last = self._pictures.get(viewpoint)
        if last is not None and last.count == journal.count:
            return last
        made = Picture.after(last, journal, viewpoint, frame(journal, viewpoint))
        made.ply = journal.match.ply
        self._pictures[viewpoint] = made
        return made


def _with_log(encoded: bytes, log_from: int | None, log: bytes) -> bytes:
    """Add the last fields before the closing brace: encoding the whole frame again is slower."""
    fields = b""
    if log:
        fields += b',"log":' + log
    if log_from is not None:
        fields += b',"log_from":%d' % log_from
    return encoded[:-1] + fields + b"}"
