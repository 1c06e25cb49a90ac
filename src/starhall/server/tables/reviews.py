"""Reviews of finished games, made a few looks at a time in the workers of the bots."""

from __future__ import annotations

import msgspec

from starhall.bots.review import STUDIED, Finding, Look, closer
from starhall.engine.errors import StarhallError
from starhall.server.errors import Conflict, Forbidden, Overworked, TooManyRequests
from starhall.server.notices import report
from starhall.server.protocol.archive import ReviewState
from starhall.server.storage.reviews import Claim, ReviewStore
from starhall.server.tables.archive import must_be_shown
from starhall.server.tables.table import Table
from starhall.server.tasks import Tasks
from starhall.server.workers import jobs
from starhall.server.workers.jobs import MatchScript
from starhall.server.workers.pool import WorkerPool
from starhall.server.workers.queue import Turn

LOOKS = 4  # in one job, so that others get the worker in between


class Reviews:
    """Makes the review of a seat once, and keeps the findings.

    Findings contain no texts, so all readers get the review in their own language.

    Only people who played the game can ask for a review, one at a time, and each review has a
    limited budget. So nobody can make the hall compute endlessly.
    """

    def __init__(self, store: ReviewStore, workers: WorkerPool, tasks: Tasks) -> None:
        self._store = store
        self._workers = workers
        self._tasks = tasks

    async def get(self, table: Table, person: str | None, seat: int) -> ReviewState:
        """The review of a seat, or how far it is."""
        _check_seat(table, person, seat)
        stored = await self._store.get(table.id, seat)
        if stored is None:
            return ReviewState()
        if not stored.data:
            return ReviewState(done=stored.done, total=stored.total, running=True)
        try:
            found = msgspec.json.decode(stored.data, type=list[Finding])
        except msgspec.ValidationError:  # an earlier version stored it in another form
            await self._store.forget(table.id, seat)
            return ReviewState()
        turn = Turn(person or stored.person, table.id)
        made = await self._workers.run(turn, jobs.conclude_review, table.script(), seat, found)
        return ReviewState(done=stored.done, total=stored.total, review=made)

    async def start(self, table: Table, person: str, seat: int) -> ReviewState:
        """Begin the review of a seat, unless it exists or is being made."""
        _check_seat(table, person, seat)
        found = await self.get(table, person, seat)
        if found.running or found.review is not None:
            return found
        if table.row.seat_of(person) is None:
            raise Forbidden("review.players")
        claim = await self._store.begin(table.id, seat, person)
        if claim is Claim.TABLE_BUSY:
            raise Conflict("review.table_busy")
        if claim is Claim.PERSON_BUSY:
            raise TooManyRequests("review.person_busy")
        if claim is Claim.MINE:
            self._tasks.spawn(self._make(table.id, table.script(), person, seat))
        return await self.get(table, person, seat)

    async def _make(self, table: str, script: MatchScript, person: str, seat: int) -> None:
        turn = Turn(person, table, _unwatched)
        run, store = self._workers.run, self._store
        found: list[Finding] = []
        try:
            looks = await run(turn, jobs.plan_review, script, seat)
            total = len(looks) + STUDIED
            careful = False
            while looks:
                await store.go_on(table, seat, len(found), total)
                part: list[Look] = looks[:LOOKS]
                looks = looks[LOOKS:]
                found += await run(turn, jobs.take_looks, script, seat, part)
                if not looks and not careful:
                    careful = True
                    looks = closer(found)
                    total = len(found) + len(looks)
            await store.go_on(table, seat, total, total, msgspec.json.encode(found).decode())
        except Overworked:  # the pool has reported it
            await store.give_up(table, seat)
        except StarhallError as error:
            report(error)
            await store.give_up(table, seat)


def _check_seat(table: Table, person: str | None, seat: int) -> None:
    """A review shows what its seat held. In some games that stays hidden from the others."""
    seats = len(table.row.chairs)
    if not 0 <= seat < seats:
        raise Conflict("seat.none", seat=seat, last=seats - 1)
    if person is None or seat != table.row.seat_of(person):
        must_be_shown(table)


def _unwatched() -> bool:
    """Tables where somebody waits for a bot come first."""
    return False
