"""Finished games: replay, measured course, record and verification, computed by a worker."""

from __future__ import annotations

from starhall.engine.match.record import Record
from starhall.server.errors import BadRequest, Conflict, NotFound
from starhall.server.proof import check_chain, check_end, check_seed, line_of
from starhall.server.protocol.archive import Course, Proof, Verification
from starhall.server.storage.journals import JournalStore
from starhall.server.tables.registry import Registry
from starhall.server.tables.table import Table
from starhall.server.words import say
from starhall.server.workers import jobs
from starhall.server.workers.pool import WorkerPool
from starhall.server.workers.queue import Turn


class Archive:
    """What can be asked about a game that is over."""

    def __init__(self, registry: Registry, journals: JournalStore, workers: WorkerPool) -> None:
        self._registry = registry
        self._journals = journals
        self._workers = workers

    async def find(self, id: str, person: str | None) -> Table:
        """A finished game, if this person may see it."""
        table = await self._registry.get(id)
        if not table.row.visible_to(person):
            raise NotFound("table.none")
        if not table.require_journal().over:
            raise Conflict("archive.not_over")
        return table

    async def replay(self, table: Table, asker: str, ply: int, seat: int | None) -> bytes:
        """A ReplayFrame, encoded."""
        script = table.script()
        if not 0 <= ply <= len(script.steps):
            raise BadRequest("archive.ply", ply=ply, last=len(script.steps))
        seats = len(table.row.chairs)
        if seat is not None and not 0 <= seat < seats:
            raise BadRequest("seat.none", seat=seat, last=seats - 1)
        if seat is not None and seat != table.row.seat_of(asker):
            must_be_shown(table)
        turn = Turn(asker, table.id)
        return await self._workers.run(turn, jobs.replay_frame, script, ply, seat)

    async def course(self, table: Table, asker: str) -> Course:
        turn = Turn(asker, table.id)
        return await self._workers.run(turn, jobs.course, table.script())

    async def record(self, table: Table, asker: str) -> Record:
        must_be_shown(table)
        return await self._workers.run(Turn(asker, table.id), jobs.record, table.script())

    async def verify(self, table: Table, asker: str) -> Verification:
        must_be_shown(table)
        row = table.row
        check_seed(row)
        log = await self._journals.entries(row.id)
        check_chain(row.id, row.header.first_link, 0, log)
        check_end(row, log)
        turn = Turn(asker, table.id)
        journal = table.require_journal()
        by_rules = None if journal.ended else row.ending
        wrong = await self._workers.run(turn, jobs.verify, table.script(), by_rules)
        proven = "verify.proven" if journal.origin is None else "verify.proven_since"
        luck = "verify.mixed" if row.mixed else "verify.chosen"
        sentence = f"{say(proven)} {say(luck)}"
        if wrong is not None:
            sentence = say(wrong.key, **wrong.values)
        return Verification(
            ok=wrong is None,
            commitment=row.commitment,
            seed=row.seed,
            sentence=sentence,
        )

    async def proof(self, table: Table) -> Proof:
        """What a browser needs to check the game itself."""
        must_be_shown(table)
        row = table.row
        log = await self._journals.entries(row.id)
        return Proof(
            table=row.id,
            commitment=row.commitment,
            secret=row.secret,
            mixed=row.mixed,
            nonces=[chair.nonce for chair in row.chairs],
            seed=row.seed,
            opening=row.opening,
            lines=[line_of(number, entry) for number, entry in enumerate(log)],
            hashes=[entry.hash for entry in log],
        )


def must_be_shown(table: Table) -> None:
    """Refuse if the game keeps cards hidden: seed, record and other seats' views reveal them."""
    if not table.require_journal().all_shown:
        raise Conflict("archive.secret")
