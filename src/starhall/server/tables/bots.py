"""Bots at the tables: they think in workers, and answer if the answer is still valid."""

from __future__ import annotations

import asyncio
from functools import partial

from starhall import bots
from starhall.engine.errors import RulesFault, StarhallError
from starhall.server.errors import Conflict, Overworked, Unavailable
from starhall.server.notices import report, say
from starhall.server.storage.models import Entry
from starhall.server.storage.tables import TableStore
from starhall.server.tables.changes import Changes
from starhall.server.tables.journal import Journal
from starhall.server.tables.registry import Registry
from starhall.server.tables.table import Table
from starhall.server.tasks import Tasks
from starhall.server.workers import jobs
from starhall.server.workers.pool import WorkerPool
from starhall.server.workers.queue import Turn

RETRY_SECONDS = 2.0  # until a bot tries to write again


class BotPlayers:
    """Lets the bots of the live tables play."""

    def __init__(
        self,
        registry: Registry,
        tables: TableStore,
        changes: Changes,
        workers: WorkerPool,
        tasks: Tasks,
    ) -> None:
        self._registry = registry
        self._tables = tables
        self._changes = changes
        self._workers = workers
        self._tasks = tasks

    async def wake(self) -> None:
        """When the hall opens, load the tables where it may be a bot's turn."""
        for id in await self._tables.with_bots():
            try:
                await self._registry.get(id)
            except RulesFault as error:
                report(error)
            except StarhallError as error:  # for example, the rules no longer fit
                say(f"Table {id} cannot go on: {error}.")

    def play(self, table: Table) -> None:
        """Start every bot that owes an answer."""
        for seat in table.asked_bots():
            if seat not in table.thinking and not self._tasks.closing:
                table.thinking[seat] = self._tasks.spawn(self._play(table, seat))

    async def _play(self, table: Table, seat: int) -> None:
        """Think until an answer is valid for the current state of the table."""
        try:
            while _owes(table, seat):
                before = _moment(table.require_journal(), seat)
                number = await self._think(table, seat)
                async with table.lock:
                    journal = table.journal
                    if journal is None or _moment(journal, seat) != before:
                        continue
                    decision = journal.match.decision_of(seat)
                    if decision is None or journal.over or not table.bot_of(seat):
                        return  # its player has come back, or people have ended the game
                    if number not in [option.number for option in decision.options]:
                        number = journal.game.default(decision).number
                    await self._changes.apply(table, partial(self._answer, seat, number))
        except Unavailable:
            await asyncio.sleep(RETRY_SECONDS)
        finally:
            table.thinking.pop(seat, None)
            # The game may have asked the bot again in the meantime.
            if _owes(table, seat) and self._registry.live.get(table.id) is table:
                asyncio.get_running_loop().call_soon(self.play, table)

    def _answer(self, seat: int, number: int, journal: Journal) -> list[Entry]:
        return journal.choose(seat, [number], self._changes.now(journal))

    async def _think(self, table: Table, seat: int) -> int | None:
        """The bot's choice. A bot that fails must not stop the table: it gets the default."""
        bot = table.bot_of(seat)
        try:
            return await self._workers.run(table.turn(), jobs.think, table.script(), seat, bot)
        except bots.UnknownBot as error:  # the database has a name that is not in the list
            say(f"Seat {seat + 1} of table {table.id} is played by the game's default: {error}")
        except Overworked:  # the pool has reported it
            pass
        except Exception as error:
            report(error)
        return None

    async def hint(self, table: Table, seat: int, person: str) -> list[bots.Hint]:
        """What the strong bot would choose with the seat's knowledge."""
        if not table.row.hints:
            raise Conflict("table.no_hints")
        async with table.lock:
            if seat not in table.require_journal().asked():
                raise Conflict("table.not_asked")
            script = table.script()
        return await self._workers.run(Turn(person, table.id), jobs.hint, script, seat)


def _owes(table: Table, seat: int) -> bool:
    journal = table.journal
    if journal is None or journal.over or not table.bot_of(seat):
        return False
    return journal.match.decision_of(seat) is not None


def _moment(journal: Journal, seat: int) -> tuple[int, int]:
    """A value that changes when the seat answers or something is taken back."""
    return len(journal.answers[seat]), journal.undos
