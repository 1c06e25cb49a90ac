"""Finished games: replay, measured course, record and verification, computed by a worker."""

from __future__ import annotations

from starhall.engine.match.record import Record
from starhall.engine.rules.chance import commitment
from starhall.server.errors import BadRequest, Conflict, NotFound
from starhall.server.protocol import Course, Verification
from starhall.server.tables.registry import Registry
from starhall.server.tables.table import Table
from starhall.server.workers import jobs
from starhall.server.workers.pool import WorkerPool

PROVEN = (
    "The seed fits the commitment shown before the game, and dealt from it, every choice "
    "of the log is legal in turn and leads to the same end."
)
PROVEN_SINCE_UPGRADE = (
    "The seed fits the commitment shown before the game. The rules changed during the "
    "game: from then on every choice of the log is legal in turn and leads to the same "
    "end; what came before cannot be replayed by the rules of today."
)


class Archive:
    """What can be asked about a game that is over."""

    def __init__(self, registry: Registry, workers: WorkerPool) -> None:
        self._registry = registry
        self._workers = workers

    async def find(self, id: str, person: str | None) -> Table:
        """A finished game, if this person may see it."""
        table = await self._registry.get(id)
        if not table.row.visible_to(person):
            raise NotFound("there is no such table")
        if not table.require_journal().match.over:
            raise Conflict("this is available when the game is over")
        return table

    async def replay(self, table: Table, ply: int, seat: int | None, person: str | None) -> bytes:
        """A ReplayFrame, encoded."""
        script = table.script()
        if not 0 <= ply <= len(script.steps):
            raise BadRequest(f"there is no ply {ply}: this game has 0 to {len(script.steps)}")
        seats = len(table.row.chairs)
        if seat is not None and not 0 <= seat < seats:
            raise BadRequest(f"there is no seat {seat}: seats are 0 to {seats - 1}")
        if seat is not None and seat != table.row.seat_of(person):
            must_be_shown(table)
        return await self._workers.run(jobs.replay_frame, script, ply, seat)

    async def course(self, table: Table) -> Course:
        plies, measures = await self._workers.run(jobs.course, table.script())
        return Course(plies=plies, measures=measures)

    async def record(self, table: Table) -> Record:
        must_be_shown(table)
        return await self._workers.run(jobs.record, table.script())

    async def verify(self, table: Table) -> Verification:
        must_be_shown(table)
        row = table.row
        promised = commitment(bytes.fromhex(row.seed))
        wrong = await self._workers.run(jobs.verify, table.script(), promised, row.ending)
        proven = PROVEN if table.require_journal().origin is None else PROVEN_SINCE_UPGRADE
        return Verification(
            ok=not wrong, commitment=promised, seed=row.seed, sentence=wrong or proven
        )


def must_be_shown(table: Table) -> None:
    """The seed, the record and other seats' eyes reveal cards that some games keep hidden."""
    if not table.require_journal().match.all_shown:
        raise Conflict("in this game hidden cards stay hidden, so this stays closed after the end")
