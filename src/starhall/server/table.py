"""A table in the memory of the hall: its ledger, its chairs, and the sockets around it."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Mapping

import msgspec

from starhall.engine.rules.chance import commitment
from starhall.server.frames import Look, Place, look_at, news
from starhall.server.ledger import Header, Ledger
from starhall.server.protocol import (
    ChatLine,
    LogLine,
    Presence,
    SeatState,
    ServerMessage,
    TableInfo,
)
from starhall.server.shelf import find
from starhall.server.store import Person, TableRow
from starhall.server.workers import Story

LONGEST_QUEUE = 400  # small messages a client may be behind
WATCHING = -1  # in place of a seat: those who have none

_encoder = msgspec.json.Encoder()


class Connection:
    """One client at a table: who it is, what it has, and what it is to be sent."""

    __slots__ = (
        "_wake",
        "closed",
        "ending",
        "look",
        "outbox",
        "person",
        "place",
        "seen",
        "stale",
    )

    def __init__(self, person: Person, seat: int | None) -> None:
        self.person = person
        self.look: Look = Look(seat)
        self.place: Place | None = None  # until it has said hello
        self.seen = 0  # the hash of its last frame; frames are large, and none is kept for it
        self.stale = False
        self.outbox: deque[bytes] = deque()
        self.closed = False
        self.ending: tuple[int, str] | None = None  # why the hall closes it: code and reason
        self._wake = asyncio.Event()

    @property
    def seat(self) -> int | None:
        return self.look.seat

    def send(self, message: ServerMessage) -> None:
        self.post(_encoder.encode(message))

    def post(self, data: bytes) -> None:
        self.outbox.append(data)
        if len(self.outbox) > LONGEST_QUEUE:
            self.closed = True
        self._wake.set()

    def refresh(self) -> None:
        """There may be a new frame for it."""
        if self.place is not None:
            self.stale = True
            self._wake.set()

    def move_to(self, seat: int | None) -> None:
        """From now on it sees the table from another place."""
        self.look = msgspec.structs.replace(self.look, seat=seat)
        self.seen = 0
        if self.place is not None:
            self.place = Place()

    def close(self) -> None:
        self.closed = True
        self._wake.set()

    async def wait(self) -> None:
        await self._wake.wait()
        self._wake.clear()


class Wish:
    """A seat would like to take back further than it may on its own."""

    __slots__ = ("agreed", "by", "count", "needed", "number", "ref", "seat")

    def __init__(
        self, number: int, seat: int, count: int, needed: set[int], by: Connection, ref: int
    ) -> None:
        self.number = number
        self.seat = seat
        self.count = count  # of entries when it was made: it ends when the game goes on
        self.needed = needed
        self.agreed: set[int] = set()
        self.by = by
        self.ref = ref


class Core(msgspec.Struct, frozen=True):
    """A frame as encoded for all clients with one look, but for the log, which differs."""

    count: int
    bookmark: int
    data: bytes


def _with_log(core: bytes, log_from: int, log: list[LogLine]) -> bytes:
    """A frame is large and was encoded already: its last fields are put in before the brace."""
    fields = b""
    if log:
        fields += b',"log":' + _encoder.encode(log)
    if log_from:
        fields += b',"log_from":%d' % log_from
    return core[:-1] + fields + b"}"


class Table:
    """One table. Whoever changes its ledger or builds frames from it holds the lock."""

    def __init__(
        self, row: TableRow, said: list[ChatLine], elsewhere: Mapping[int, int] | None = None
    ) -> None:
        self.row = row
        self.elsewhere = elsewhere or {}  # sockets by seat that other processes hold
        self.lock = asyncio.Lock()
        self.ledger: Ledger | None = None
        self.connections: set[Connection] = set()
        self.thinking: dict[int, asyncio.Task[None]] = {}
        self.wish: Wish | None = None
        self.said = said
        self.used = time.monotonic()
        self.left: dict[int, float] = {}  # by seat: since when nobody is connected
        self.loaded = time.monotonic()
        self.kept = -1  # entries when its position was last stored
        self._cores: dict[Look, Core] = {}  # kept where several clients have the same look

    @property
    def id(self) -> str:
        return self.row.id

    def header(self) -> Header:
        row = self.row
        names = [chair.name for chair in row.chairs]
        return Header(row.game, row.rules, row.content, row.settings, row.seed, names)

    def story(self) -> Story:
        """The match for the workers; nothing is shared with them."""
        assert self.ledger is not None
        steps = [(step.seat, step.option.token) for step in self.ledger.match.steps]
        return Story(self.id, self.ledger.header, steps, self.ledger.undos, self.ledger.origin)

    # Who is there

    def bot_of(self, seat: int) -> str:
        return self.row.chairs[seat].bot

    def guests(self) -> Counter[int]:
        """The sockets of this process by seat."""
        open_ones = [connection for connection in self.connections if not connection.closed]
        return Counter([WATCHING if c.seat is None else c.seat for c in open_ones])

    def hear_of(self, elsewhere: Mapping[int, int]) -> None:
        """Guests of other processes have come or gone."""
        if elsewhere == self.elsewhere:
            return
        now = time.monotonic()
        for seat in self.elsewhere:
            if seat not in elsewhere:
                self.left[seat] = now
        self.elsewhere = elsewhere
        self.tell_presence()

    def here(self, seat: int) -> bool:
        return seat in self.elsewhere or seat in self.guests()

    def gone_for(self, seat: int) -> float:
        """Seconds since a person was last connected; 0 while one is."""
        if self.here(seat):
            return 0.0
        return time.monotonic() - self.left.get(seat, self.loaded)

    def seats(self) -> list[SeatState]:
        states = []
        for chair in self.row.chairs:
            person = chair.kind == "person"
            state = SeatState(
                seat=chair.seat,
                name=chair.name,
                kind=chair.kind,  # type: ignore[arg-type]  # the database knows these four only
                bot=chair.bot,
                here=person and self.here(chair.seat),
                stand_in=person and bool(chair.bot),
            )
            states.append(state)
        return states

    def presence(self, seat: int | None) -> Presence:
        """Bots at work are named as far as the seat may know who is being waited for."""
        ledger = self.ledger
        waiting = [] if ledger is None or ledger.match.over else ledger.match.waiting(seat)
        return Presence(
            seats=self.seats(),
            watching=self.guests()[WATCHING] + self.elsewhere.get(WATCHING, 0),
            thinking=[other for other in waiting if self.bot_of(other)],
        )

    def tell_presence(self) -> None:
        for connection in self.connections:
            connection.send(self.presence(connection.seat))

    def tell(self, message: ServerMessage) -> None:
        data = _encoder.encode(message)
        for connection in self.connections:
            connection.post(data)

    def refresh(self) -> None:
        for connection in self.connections:
            connection.refresh()

    # What they see

    def frame_for(self, connection: Connection) -> bytes | None:
        """The frame this client has not seen yet, encoded; None if nothing changed for it."""
        ledger, place = self.ledger, connection.place
        if ledger is None or place is None:
            return None
        core = self._core(ledger, connection.look)
        log_from, log = news(ledger, connection.seat, place)
        moved = place.bookmark != core.bookmark
        place.bookmark = core.bookmark
        place.ply = ledger.match.ply
        seen = hash(core.data)
        if not moved and seen == connection.seen:
            return None
        connection.seen = seen
        return _with_log(core.data, log_from, log)

    def _core(self, ledger: Ledger, look: Look) -> Core:
        core = self._cores.pop(look, None)
        if core is None or core.count != ledger.count:
            frame = look_at(ledger, look)
            core = Core(ledger.count, frame.frame, _encoder.encode(frame))
        looks = [connection.look for connection in self.connections]
        self._cores = {kept: self._cores[kept] for kept in self._cores if kept in looks}
        if looks.count(look) > 1:
            self._cores[look] = core
        return core


def info(
    row: TableRow, person: Person | None, seats: list[SeatState], invited: dict[int, str]
) -> TableInfo:
    """A table as one person sees it in the lobby."""
    seat = row.seat_of(None if person is None else person.id)
    text = find(row.game).text
    return TableInfo(
        id=row.id,
        game=row.game,
        title=text.say("game.title") if text.has("game.title") else row.game,
        settings=row.settings,
        seats=seats,
        status="waiting" if row.status == "waiting" else "over" if row.ending else "playing",
        commitment=commitment(bytes.fromhex(row.seed)),
        started=row.started,
        moved=row.moved,
        hints=row.hints,
        your_seat=seat,
        your_turn=row.status == "playing" and seat is not None and seat in row.asked,
        host=person is not None and row.host == person.id,
        invitations=invited,
        ending=row.ending,
        private=row.private,
        forked=row.forked,
    )
