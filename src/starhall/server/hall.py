"""The hall: all parts of one process, and how they are opened and closed."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time

from starhall.server import installed
from starhall.server.cluster.bus import make_bus
from starhall.server.cluster.presence import Presence
from starhall.server.config import Config
from starhall.server.errors import Unauthorized
from starhall.server.hall_time import HallTime, TimeSource
from starhall.server.identities import Identities
from starhall.server.limits import SocketCount, TokenBuckets
from starhall.server.notices import say
from starhall.server.notify.sender import Sender
from starhall.server.notify.service import Notifier
from starhall.server.notify.watcher import Watcher
from starhall.server.programs import Programs
from starhall.server.protocol.frames import CloseCode
from starhall.server.storage.channels import ChannelStore
from starhall.server.storage.chat import ChatStore
from starhall.server.storage.company import CompanyStore
from starhall.server.storage.database import DATABASE_ERRORS, Database
from starhall.server.storage.journals import JournalStore
from starhall.server.storage.learning import LearningStore
from starhall.server.storage.log_writer import LogWriter
from starhall.server.storage.moderation import ModerationStore
from starhall.server.storage.outbox import Outbox
from starhall.server.storage.people import PeopleStore
from starhall.server.storage.processes import ProcessStore
from starhall.server.storage.programs import ProgramStore
from starhall.server.storage.results import ResultStore
from starhall.server.storage.reviews import ReviewStore
from starhall.server.storage.tables import TableStore
from starhall.server.tables.advance import Advance
from starhall.server.tables.archive import Archive
from starhall.server.tables.bots import BotPlayers
from starhall.server.tables.changes import Changes
from starhall.server.tables.chat import Chat
from starhall.server.tables.company import Company
from starhall.server.tables.ending import Ending
from starhall.server.tables.follower import Follower
from starhall.server.tables.forgetting import Forgetting
from starhall.server.tables.lessons import Lessons
from starhall.server.tables.listing import Listing
from starhall.server.tables.opening import Opening
from starhall.server.tables.registry import Registry
from starhall.server.tables.results import Results
from starhall.server.tables.reviews import Reviews
from starhall.server.tables.seating import Seating
from starhall.server.tables.table import PendingWish, Table
from starhall.server.tables.timekeeper import Timekeeper
from starhall.server.tables.undo import Undo
from starhall.server.tables.wishes import Wishes
from starhall.server.tasks import Tasks
from starhall.server.workers.pool import WorkerPool

SWEEP_SECONDS = 30.0
KEYS_SECONDS = 10.0
FORGET_SECONDS = 3600.0
RECOVER_SECONDS = 1.0
CLOSE_SECONDS = 2.0  # a database that does not answer must not keep the hall from ending
LAG_SECONDS = 0.02
FADING = 0.986  # factor for the recent lag at each measurement


class Hall:
    """Builds the parts of the hall and connects them."""

    def __init__(self, config: Config, now: TimeSource | None = None) -> None:
        self.config = config
        self.now = now = now or HallTime()
        self.limits = limits = config.limits
        self.tasks = tasks = Tasks()
        self.database = Database(config.database_url)
        tables, journals = TableStore(self.database), JournalStore(self.database)
        chat = ChatStore(self.database)
        self.writer = LogWriter(self.database)
        self.bot_workers = WorkerPool(config.bot_workers, limits.job_seconds)
        self.archive_workers = WorkerPool(
            1, limits.job_seconds
        )  # replays and proofs need not wait for bots
        self.bus = make_bus(self.database, tasks, limits.look_seconds)
        processes = ProcessStore(self.database, secrets.token_hex(8))
        self.presence = Presence(processes, limits.silent_seconds)
        self.people = PeopleStore(self.database)
        self.identities = Identities(self.people, limits)
        self.programs = Programs(ProgramStore(self.database), self.identities, limits)
        self.sockets = SocketCount(limits)
        self.messages = TokenBuckets(limits.messages_per_second, limits.message_burst)
        self.lag = LoopLag()

        self.registry = Registry(tables, journals, chat, self.presence, limits, tasks, now)
        self.changes = Changes(self.registry, self.writer, self.bus, now)
        self.bots = BotPlayers(self.registry, tables, self.changes, self.bot_workers, tasks)
        self.registry.on_change.append(self.bots.play)
        self.advance = Advance(self.changes, tasks)
        self.registry.on_change.append(self.advance.play)
        self.wishes = Wishes()
        self.undo = Undo(self.changes, self.wishes)
        self.chat = Chat(chat, self.bus, limits)
        company, found = CompanyStore(self.database), ResultStore(self.database)
        self.moderation = ModerationStore(self.database)
        self.company = Company(company, found, self.moderation)
        self.results = Results(self.registry, found, tasks)
        self.registry.on_change.append(self.results.hear)
        self.seating = Seating(self.registry, tables, company, self.bus, self.chat, now)
        self.ending = Ending(
            self.registry, tables, self.changes, self.seating, self.wishes, self.bus
        )
        self.timekeeper = Timekeeper(
            self.registry, tables, self.changes, self.ending, self.presence, limits, now
        )
        self.opening = Opening(self.registry, tables, config, now)
        self.learning = LearningStore(self.database)
        self.lessons = Lessons(
            self.registry, self.opening, self.learning, self.changes, self.ending, tasks
        )
        self.registry.on_change.append(self.lessons.play)
        self.listing = Listing(self.registry, tables, self.presence, company, config.notice, now)
        self.forgetting = Forgetting(
            self.registry, self.seating, self.ending, tables, self.moderation, self.identities,
            self.chat,
        )  # fmt: skip
        self.archive = Archive(self.registry, journals, self.archive_workers)
        self.reviews = Reviews(ReviewStore(self.database), self.bot_workers, tasks)
        self.follower = Follower(self.registry, tables, self.seating, self.chat, tasks)
        self._notify(config)

    def _notify(self, config: Config) -> None:
        """Tell people who are away what waits for them."""
        outbox, is_here = Outbox(self.database), self.listing.is_here
        self.outbox = outbox
        self.notifier = Notifier(config.notify, ChannelStore(self.database))
        self.watcher = Watcher(self.notifier, outbox, self.tasks)
        self.sender = Sender(self.notifier, outbox, self.people, is_here, self.tasks)
        self.registry.on_change.append(lambda table: self.watcher.hear(table.id))
        self.wishes.on_ask.append(self._wished)

    def _wished(self, table: Table, wish: PendingWish) -> None:
        chairs = table.row.chairs
        people = [chairs[seat].person or "" for seat in sorted(wish.needed)]
        told = self.watcher.wish(
            table.id, people, chairs[wish.seat].name, wish.what, table.row.moved
        )
        self.tasks.spawn(told)

    async def open(self) -> None:
        installed.packs()  # now, so that the first visitor does not wait for it
        await self.database.upgrade()
        self.writer.start()
        await self.presence.enter()
        await self.bus.start(self.follower.hear, lambda: self.registry.live)
        look = self.limits.look_seconds
        self.tasks.repeat(look, lambda: self.presence.update(self.registry.live))
        self.timekeeper.open()
        self.tasks.repeat(look, self.timekeeper.look)
        self.tasks.repeat(SWEEP_SECONDS, self.registry.sweep)
        self.tasks.repeat(SWEEP_SECONDS, self.lessons.sweep)
        self.tasks.repeat(SWEEP_SECONDS, self.results.sweep)
        self.tasks.spawn(self._forget_old())
        self.tasks.repeat(FORGET_SECONDS, self._forget_old)
        self.tasks.repeat(KEYS_SECONDS, self.close_void)
        self.tasks.repeat(RECOVER_SECONDS, self.registry.recover)
        await self.notifier.open()
        self.watcher.start()
        self.sender.start()
        self.tasks.spawn(self.lag.measure())
        self.tasks.insist(RECOVER_SECONDS, self.bots.wake)
        self.tasks.insist(RECOVER_SECONDS, self.registry.check_logs)

    async def _forget_old(self) -> None:
        """Delete what the operator does not want to keep any longer."""
        retention = self.config.retention
        await self.forgetting.old(retention)
        if retention.notifications:
            await self.outbox.forget(time.time() - retention.notifications * 86_400)

    async def close_void(self) -> None:
        """Close the sockets of browsers that were logged out, here or through another process."""
        tables = self.registry.live.values()
        connections = [each for table in tables for each in table.audience.connections]
        void = await self.identities.void({connection.key for connection in connections})
        for connection in connections:
            if connection.key in void:
                connection.close(CloseCode.NEW_COOKIE, Unauthorized("person.cookie"))

    async def close(self) -> None:
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.tasks.cancel()
                await self.writer.stop()
                with contextlib.suppress(*DATABASE_ERRORS):  # other processes notice it anyway
                    await self.registry.store_positions(self.registry.live.values())
                    await self.presence.leave()
                await self.database.close()
        except TimeoutError:
            say("The hall ends without waiting any longer; what was acknowledged is stored.")
        finally:
            self.bot_workers.stop()
            self.archive_workers.stop()
            self.notifier.close()


class LoopLag:
    """Measures how late the event loop is."""

    def __init__(self) -> None:
        self._worst = 0.0
        self.recent = 0.0  # halves in about a second

    async def measure(self) -> None:
        while True:
            due = time.perf_counter() + LAG_SECONDS
            await asyncio.sleep(LAG_SECONDS)
            lag = time.perf_counter() - due
            self._worst = max(self._worst, lag)
            self.recent = max(lag, self.recent * FADING)

    def take(self) -> float:
        """The worst delay since the last call, in seconds."""
        worst, self._worst = self._worst, 0.0
        return worst
