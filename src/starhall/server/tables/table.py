# mypyc: on
"""A table in the memory of the hall."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from starhall.server.errors import Conflict
from starhall.server.hall_time import TimeSource
from starhall.server.protocol.frames import Ack, ChatLine, Presence
from starhall.server.protocol.requests import WishKind
from starhall.server.protocol.tables import SeatState
from starhall.server.storage.models import Entry, TableRow, is_program
from starhall.server.tables.audience import Audience, Connection
from starhall.server.tables.journal import Journal, Seen
from starhall.server.workers.jobs import MatchScript
from starhall.server.workers.queue import Turn

USUAL_BOT = "normal"  # plays for people unless the table names another bot
PRESENCE_PER_SECOND = 500  # messages about presence, to all clients of a table together


class PendingWish:
    """A seat wants something that the people at other seats must agree to."""

    __slots__ = ("agreed", "by", "needed", "number", "ref", "seat", "seen", "what")

    def __init__(
        self,
        what: WishKind,
        number: int,
        seat: int,
        seen: Seen,
        needed: set[int],
        by: Connection,
        ref: int,
    ) -> None:
        self.what = what
        self.number = number
        self.seat = seat
        self.seen = seen  # by the seat when it asked; the wish ends when it sees the game go on
        self.needed = needed
        self.agreed: set[int] = set()
        self.by = by
        self.ref = ref


class Table:
    """One live table. Changing its journal or making frames from it requires the lock."""

    def __init__(
        self,
        row: TableRow,
        chat: list[ChatLine] | None = None,
        elsewhere: Mapping[int, int] | None = None,
        now: TimeSource = time.time,
    ) -> None:
        self.row = row
        self.now = now
        self.lock = asyncio.Lock()
        self.journal: Journal | None = None  # until the game begins
        self.audience = Audience(elsewhere or {}, self.lock.locked)
        self.thinking: dict[int, asyncio.Task[None]] = {}  # bots that are thinking, by seat
        self.wish: PendingWish | None = None
        self.wishes = 0  # so far; a late answer to an earlier one must not count
        self.chat = chat or []
        self.chat_lock = asyncio.Lock()
        self.used = time.monotonic()
        self.stored = -1  # entries when its position was last stored
        self.learned = False  # the lesson is finished, and that is stored
        self._telling: asyncio.Handle | None = None
        self._told = 0.0

    @property
    def id(self) -> str:
        return self.row.id

    def require_journal(self) -> Journal:
        if self.journal is None:
            raise Conflict("table.not_begun")
        return self.journal

    def script(self) -> MatchScript:
        """The match for a worker."""
        journal = self.require_journal()
        return MatchScript(self.id, journal.header, journal.steps(), journal.undos, journal.origin)

    def turn(self) -> Turn:
        """Its place in the queue for workers. Its bots count for its host."""
        return Turn(self.row.host, self.id, self.audience.is_watched)

    def bot_of(self, seat: int) -> str:
        """The bot that plays this seat: its own, a stand-in, or one for a player out of time."""
        bot, journal = self.row.chairs[seat].bot, self.journal
        if not bot and journal is not None and journal.clock is not None:
            if journal.clock.bot_plays(seat):
                return self.substitute
            return journal.resigned.get(seat, "")
        return bot

    def asked_bots(self) -> list[int]:
        """The seats that owe an answer and are played by bots."""
        journal = self.journal
        return [] if journal is None else [seat for seat in journal.asked() if self.bot_of(seat)]

    @property
    def substitute(self) -> str:
        """The bot that plays for people, according to the settings of the table."""
        return self.row.stand_in or USUAL_BOT

    def people_beside(self, seat: int) -> set[int]:
        """The other seats of people who have not resigned, including people who are gone."""
        resigned = {} if self.journal is None else self.journal.resigned
        return {
            chair.seat
            for chair in self.row.chairs
            if chair.kind == "person" and chair.seat != seat and chair.seat not in resigned
        }

    def frame_for(self, connection: Connection) -> bytes | None:
        return None if self.journal is None else self.audience.frame_for(self.journal, connection)

    # Presence

    def sockets(self) -> Counter[int]:
        return self.audience.sockets()

    def set_elsewhere(self, sockets: Mapping[int, int]) -> None:
        if self.audience.set_elsewhere(sockets):
            self.tell_presence()

    def presence(self, seat: int | None) -> Presence:
        """Who is there. Thinking bots are listed as far as the seat may know who is asked."""
        journal = self.journal
        waiting = [] if journal is None or journal.over else journal.match.waiting(seat)
        resigned = () if journal is None else tuple(journal.resigned)
        return Presence(
            seats=seat_states(self.row, self.audience.is_here, resigned),
            watching=self.audience.spectators,
            thinking=[other for other in waiting if self.bot_of(other)],
            now=self.now(),
        )

    def tell_presence(self) -> None:
        """Send presence soon, but to a large audience not each time somebody comes or goes."""
        if self._telling is None:
            pause = len(self.audience.connections) / PRESENCE_PER_SECOND
            delay = max(0.0, self._told + pause - time.monotonic())
            self._telling = asyncio.get_running_loop().call_later(delay, self._tell_presence)

    def _tell_presence(self) -> None:
        self._telling, self._told = None, time.monotonic()
        self.audience.tell_by_seat(self.presence)


def ack_of(table: Table, seat: int | None, ref: int, made: Sequence[Entry] = ()) -> Ack:
    """An acknowledgement. Only new entries give a receipt, so that nobody can count others'."""
    journal = table.journal
    answered = 0 if journal is None or seat is None else len(journal.answers[seat])
    return Ack(ref=ref, answered=answered, chain=made[-1].hash if made else "")


def seat_states(
    row: TableRow, is_here: Callable[[int], bool], resigned: Sequence[int] = ()
) -> list[SeatState]:
    """The chairs of a table, as everybody sees them."""
    states = []
    for chair in row.chairs:
        person = chair.kind == "person"
        state = SeatState(
            seat=chair.seat,
            name=chair.name,
            kind="program" if is_program(chair.person) else chair.kind,
            bot=chair.bot,
            here=person and is_here(chair.seat),
            stand_in=person and bool(chair.bot),
            resigned=chair.seat in resigned,
        )
        states.append(state)
    return states
