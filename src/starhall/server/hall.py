"""The hall: all live tables, and everything that changes them.

A change is made on the match in memory, written to the log, and only then told to anybody. If
another process was faster, or the write failed, the match in memory is thrown away and read
again from the log.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from starhall.engine.errors import RulesFault, StarhallError
from starhall.engine.game import Game
from starhall.engine.rules.state import State
from starhall.server import shelf
from starhall.server.botplay import let_bots_play
from starhall.server.company import Company
from starhall.server.config import Config
from starhall.server.database import Database, unanswered
from starhall.server.errors import NotNow, Unwritten
from starhall.server.follow import CHATTED, RESEATED, again, follower
from starhall.server.guard import Buckets
from starhall.server.ledger import Entry, Ledger, Position
from starhall.server.notices import complain, report, say
from starhall.server.people import HALL_NAME
from starhall.server.protocol import ChatLine, Refused
from starhall.server.shelf import find
from starhall.server.store import Person, Store, TableRow
from starhall.server.succession import still_ends, succeed
from starhall.server.table import Connection, Table
from starhall.server.workers import Workers
from starhall.server.writer import Outpaced, Page, Writer, position_row

T = TypeVar("T")
SWEEP_SECONDS = 30.0
FOLLOW_SECONDS = 0.5
KNOWN_PEOPLE = 20_000
KEEP_EVERY = 32  # entries between two positions that are stored


class Hall:
    """Everything one process of the hall holds."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.limits = config.limits
        self.database = Database(config.database_url)
        self.store = Store(self.database)
        self.writer = Writer(self.database)
        self.thinkers = Workers(config.thinkers)
        self.library = Workers(1)  # replays and proofs, so that they need not wait for bots
        self.tables: dict[str, Table] = {}
        self.company = Company(self.database, self.tables.values, self.limits.silent_seconds)
        self.announce: Callable[[str, int], None] = _nobody_listens
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.closing = False
        hourly = self.limits.identities_per_hour
        self.strangers = Buckets(hourly / 3600, hourly)
        self._lag = 0.0
        self._known: OrderedDict[str, Person] = OrderedDict()  # by the hash of their token
        self._sockets: dict[str, int] = {}

    # Opening and closing

    async def open(self) -> None:
        shelf.games()  # read now: the first guest should not wait for it
        await self.database.upgrade()
        self.writer.start()
        await self.company.enter()
        self.spawn(again(FOLLOW_SECONDS, self.company.look))
        self.spawn(again(SWEEP_SECONDS, self._sweep))
        self.spawn(self._measure_lag())
        self.spawn(self._wake_bots())
        if self.database.sqlite:
            self.spawn(again(FOLLOW_SECONDS, await follower(self.store, self.catch_up_soon)))

    async def close(self) -> None:
        self.closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.writer.stop()
        with contextlib.suppress(SQLAlchemyError):  # without it everything is found out anyway
            await self._keep(self.tables.values())
            await self.company.leave()
        self.thinkers.stop()
        self.library.stop()
        await self.database.close()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run something by itself; whoever asked for it may go away."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception) and unanswered(error):
            complain(error)
        elif error is not None and not isinstance(error, StarhallError):
            report(error)

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Carry a change through even if the one who asked for it is cut off in the middle."""
        return await asyncio.shield(self.spawn(work))

    async def _sweep(self) -> None:
        """Drop tables that nobody looks at; they come back from the log when needed."""
        now = time.monotonic()
        idle = [t for t in self.tables.values() if not (t.connections or t.thinking)]
        idle.sort(key=lambda table: table.used)
        surplus = len(self.tables) - self.limits.live_tables
        for number, table in enumerate(idle):
            if table.lock.locked():
                continue
            if number < surplus or now - table.used > self.limits.idle_seconds:
                await self._keep([table])
                self.tables.pop(table.id, None)

    async def _measure_lag(self) -> None:
        """How late the event loop comes back: the hall must not stutter."""
        while True:
            due = time.perf_counter() + 0.02
            await asyncio.sleep(0.02)
            self._lag = max(self._lag, time.perf_counter() - due)

    def take_lag(self) -> float:
        """The worst delay since the last question, in seconds."""
        lag, self._lag = self._lag, 0.0
        return lag

    async def _wake_bots(self) -> None:
        """After a start: go on where bots were about to move."""
        for id in await self.store.owed_by_bots():
            try:
                await self.table(id)
            except RulesFault as error:
                report(error)
            except StarhallError as error:  # such as other rules than those it began with
                say(f"Table {id} cannot go on: {error}.")

    # People

    async def who(self, token_hash: str) -> Person | None:
        """Whose browser this is; asked of the database once."""
        person = self._known.get(token_hash)
        if person is None:
            person = await self.store.who(token_hash)
            if person is not None:
                self.remember(token_hash, person)
        return person

    def remember(self, token_hash: str, person: Person) -> None:
        self._known[token_hash] = person
        while len(self._known) > KNOWN_PEOPLE:
            self._known.popitem(last=False)

    def admit(self, person: str) -> bool:
        """One more socket, if that is not too many."""
        held = self._sockets.get(person, 0)
        if held >= self.limits.sockets_per_person or self.sockets >= self.limits.sockets:
            return False
        self._sockets[person] = held + 1
        return True

    def dismiss(self, person: str) -> None:
        self._sockets[person] -= 1
        if self._sockets[person] == 0:
            del self._sockets[person]

    @property
    def sockets(self) -> int:
        return sum(self._sockets.values())

    # Tables

    async def table(self, id: str) -> Table:
        """The table in memory, read from the log if it is not there."""
        found = self.tables.get(id)
        if found is None:
            loading = self._loading.get(id)
            if loading is None:
                loading = self._loading[id] = self.spawn(self._load(id))
            found = await asyncio.shield(loading)
        found.used = time.monotonic()
        return found

    async def _load(self, id: str) -> Table:
        try:
            row = await self.store.table(id)
            said = await self.store.said(id, self.limits.chat_lines_kept)
            table = Table(row, said, self.company.of(id))
            async with table.lock:
                if row.status in ("playing", "over"):
                    table.ledger = await self._read(table)
            self.tables[id] = table
            let_bots_play(self, table)
            return table
        finally:
            self._loading.pop(id, None)

    async def _read(self, table: Table) -> Ledger:
        row, game = table.row, find(table.row.game)
        log, origin = await self.store.log(row.id), await self.store.origin(row.id)
        if (row.rules, row.content) == (game.version, game.content.hash):
            ledger = Ledger(game, table.header(), row.started, origin)
            await ledger.read(log)
        elif row.status == "over":
            ledger = await still_ends(
                game, table.header(), row.started, log, origin, row.ending
            )  # fmt: skip
        else:
            ledger = await self._change_rules(table, game, log, origin)
        # Another process may have written between the two questions: the log is the truth.
        row.asked = ledger.asked()
        if ledger.match.over:
            row.status, row.ending = "over", ledger.match.ending()
        return ledger

    async def _change_rules(
        self, table: Table, game: Game[State], log: list[Entry], origin: Position | None
    ) -> Ledger:
        """A game that was begun by other rules goes on by those installed now."""
        row, stored = table.row, await self.store.position(table.id)
        found = await succeed(game, table.header(), row.started, log, stored, origin)
        row.rules, row.content = game.version, game.content.hash
        note = ChatLine(seat=None, name=HALL_NAME, text=found.note, at=time.time())
        await self.store.change_rules(row, found.entry, found.origin, note)
        table.said = [*table.said, note]
        table.tell(note)
        return found.ledger

    async def stuck(self, id: str) -> bool:
        """Can the game at this table not go on by the rules installed now?"""
        try:
            await self.table(id)
        except NotNow:
            return True
        return False

    async def _keep(self, tables: Iterable[Table]) -> None:
        """Store where running games stand: other rules may be installed when they come back."""
        kept: dict[str, Position] = {}
        for table in tables:
            ledger = table.ledger
            if ledger is not None and ledger.count not in (0, table.kept):
                position = ledger.position()
                if position is not None:
                    kept[table.id] = position
        if kept:
            await self.store.keep(kept)

    async def reload(self, table: Table) -> None:
        """Read the table again from the database; the caller holds its lock."""
        table.row = await self.store.table(table.id)
        if table.row.status in ("playing", "over"):
            table.ledger = await self._read(table)

    def catch_up_soon(self, id: str, count: int) -> None:
        """The same by itself, if the table is here and does not know yet."""
        table = self.tables.get(id)
        if table is None or (count > 0 and table.ledger and table.ledger.count >= count):
            return
        self.spawn(self.catch_up(id, count))

    async def catch_up(self, id: str, count: int) -> None:
        """Another process has written: read what is new and show it."""
        table = self.tables.get(id)
        if table is None:
            return
        if count == CHATTED:
            await self._overhear(table)
            return
        async with table.lock:
            if count == RESEATED:
                row = await self.store.table(id)
                if (row.status, row.chairs) == (table.row.status, table.row.chairs):
                    return
            if table.ledger is None or table.ledger.count < count or count == RESEATED:
                await self.reload(table)
        self._show_chairs(table)
        let_bots_play(self, table)

    async def look_again(self, table: Table) -> bool:
        """Has another process written what this one does not know yet? Under the lock."""
        if await self.store.count(table.id) <= playing(table).count:
            return False
        await self.reload(table)
        table.refresh()
        let_bots_play(self, table)
        return True

    async def reseat(self, table: Table, row: TableRow) -> None:
        """The chairs have changed; when all are taken the game begins."""
        async with table.lock:
            table.row = row
            if row.status == "playing" and table.ledger is None:
                table.ledger = await self._read(table)  # a forked table has a log already
                row.asked = table.ledger.asked()
                await self.store.now_asked(row.id, row.asked)
        self._show_chairs(table)
        self.announce(table.id, RESEATED)
        let_bots_play(self, table)

    def _show_chairs(self, table: Table) -> None:
        """Whoever watched and now sits sees the table from the new seat."""
        for connection in table.connections:
            seat = table.row.seat_of(connection.person.id)
            if seat != connection.seat:
                connection.move_to(seat)
        table.refresh()
        table.tell_presence()

    # Changing

    async def change(
        self, table: Table, make: Callable[[Ledger], Awaitable[list[Entry]] | list[Entry]]
    ) -> None:
        """Make entries, write them, and tell; once more if another process was faster.

        The caller holds the lock. What `make` refuses changes nothing.
        """
        for attempt in (1, 2):
            ledger = playing(table)
            before = ledger.count
            try:
                made = make(ledger)
                entries = made if isinstance(made, list) else await made
                if entries:
                    await self.writer.commit(self._page(table, ledger, before, entries))
            except Outpaced:
                await self.reload(table)
                table.refresh()
                let_bots_play(self, table)
                if attempt == 2:
                    raise NotNow("others were faster; look again") from None
                continue
            except StarhallError as error:
                if isinstance(error, RulesFault):
                    report(error)
                if ledger.count != before:
                    await self.reload(table)
                raise
            except BaseException as error:
                # The disk is full or the database is gone: memory must not be ahead of it.
                await self._look_back(table)
                if isinstance(error, Exception) and unanswered(error):
                    complain(error)
                    raise Unwritten from None
                raise
            if entries:
                self._tell(table, ledger)
            return

    async def _look_back(self, table: Table) -> None:
        """After a failure: what the log says, or if it cannot be read, nothing at all."""
        try:
            await self.reload(table)
        except Exception:
            self.tables.pop(table.id, None)
            for connection in table.connections:
                connection.close()

    def _page(self, table: Table, ledger: Ledger, ply: int, entries: list[Entry]) -> Page:
        row = table.row
        row.asked = ledger.asked()
        row.moved = ledger.told[-1].since  # as a spectator sees it: no secret choice shows here
        if ledger.match.over:
            row.status, row.ending = "over", ledger.match.ending()
        rows = [
            {
                "table_id": table.id,
                "ply": ply + number,
                "seat": entry.seat,
                "kind": entry.kind,
                "what": entry.what,
                "at": entry.at,
            }
            for number, entry in enumerate(entries)
        ]
        heading = {
            "table": table.id,
            "moved": row.moved,
            "asked": ",".join([str(seat) for seat in row.asked]),
            "status": row.status,
            "ending": row.ending,
        }
        return Page(rows, heading, self._position_row(table, ledger, ply))

    def _position_row(self, table: Table, ledger: Ledger, before: int) -> dict[str, Any] | None:
        """At the first choice and every so often."""
        if before and before // KEEP_EVERY == ledger.count // KEEP_EVERY:
            return None
        position = ledger.position()
        if position is None:
            return None
        table.kept = position.count
        return position_row(table.id, position)

    def _tell(self, table: Table, ledger: Ledger) -> None:
        table.used = time.monotonic()
        _end_wish(table, ledger)
        table.refresh()
        self.announce(table.id, ledger.count)
        let_bots_play(self, table)

    # Talking

    async def _overhear(self, table: Table) -> None:
        """Pass on what was said at this table in other processes."""
        async with table.lock:
            heard = await self.store.said(table.id, self.limits.chat_lines_kept)
            new = [line for line in heard if line not in table.said]
            table.said = heard
        for line in new:
            table.tell(line)

    async def say(self, table: Table, connection: Connection, text: str) -> None:
        line = ChatLine(
            seat=connection.seat, name=connection.person.name, text=text, at=time.time()
        )
        async with table.lock:
            await self.store.say(table.id, line)
            table.said = [*table.said, line][-self.limits.chat_lines_kept :]
        table.tell(line)
        self.announce(table.id, CHATTED)


def playing(table: Table) -> Ledger:
    if table.ledger is None:
        raise NotNow("the game has not begun: some chairs are still free")
    return table.ledger


def _end_wish(table: Table, ledger: Ledger) -> None:
    """A wish to take back ends when the game goes on."""
    wish = table.wish
    if wish is not None and wish.count < ledger.count:
        table.wish = None
        wish.by.send(Refused(ref=wish.ref, error="the game went on before all had agreed"))


def _nobody_listens(table: str, count: int) -> None:
    """Until the channels are open there is no other process to tell."""
