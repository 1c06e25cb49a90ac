"""Opening tables: new ones, and forks of finished games."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from functools import partial
from weakref import WeakValueDictionary

import msgspec

from starhall.bots import bot_class
from starhall.engine.rules.chance import seed_bytes
from starhall.server.config import Config
from starhall.server.errors import BadRequest, TooManyRequests
from starhall.server.hall_time import TimeSource
from starhall.server.hashes import digest
from starhall.server.identities import new_id
from starhall.server.installed import find
from starhall.server.proof import chained, checked_nonce, new_secret, seed_of
from starhall.server.protocol.tables import Chair, OpenTable
from starhall.server.storage.models import CHOICE, PACK, Entry, Person, Position, TableRow
from starhall.server.storage.tables import Hosted, TableStore
from starhall.server.tables.clock import check_settings
from starhall.server.tables.journal import Journal
from starhall.server.tables.registry import Registry
from starhall.server.tables.seating import new_chairs
from starhall.server.tables.table import Table

LONGEST_ABSENCE = 30 * 86_400  # seconds until a bot may stand in


class Opening:
    """Opens tables, within the limits of their host."""

    def __init__(
        self,
        registry: Registry,
        tables: TableStore,
        config: Config,
        now: TimeSource = time.time,
    ) -> None:
        self._registry = registry
        self._tables = tables
        self._limits = config.limits
        self._seed = config.seed
        self._now = now
        self._hosts: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open(self, wanted: OpenTable, host: Person, me: Person | None = None) -> TableRow:
        """Open a new table. `me` sits down at it: the host, or a program of the host."""
        me = me or host
        pack = str(wanted.settings.get(PACK, ""))
        game = find(wanted.game, pack)
        chosen_settings = {key: wanted.settings[key] for key in wanted.settings if key != PACK}
        settings = game.configure(len(wanted.chairs), chosen_settings)
        if pack:
            settings[PACK] = pack
        if wanted.seed and any(chair.kind in ("friend", "open") for chair in wanted.chairs):
            raise BadRequest("table.seed")
        chosen = wanted.seed or self._seed
        seed = seed_bytes(chosen).hex() if chosen else ""
        if wanted.promise and wanted.seed:
            raise BadRequest("table.promise")
        secret = new_secret(seed)
        if wanted.promise and not seed:
            secret = await self._tables.keep_promise(wanted.promise, host.id)
        if wanted.clock is not None:
            check_settings(wanted.clock, self._limits.clock_seconds)
        now = self._now()
        row = TableRow(
            id=new_id(),
            game=game.id,
            rules=game.version,
            content=game.content.hash,
            settings=settings,
            seed=seed,
            commitment=digest(secret),
            secret=secret,
            mixed=not seed,
            host=host.id,
            hints=wanted.hints,
            private=wanted.private,
            forked="",
            status="waiting",
            started=now,
            moved=now,
            asked=[],
            ending="",
            chairs=new_chairs(wanted.chairs, me),
            stand_in=wanted.stand_in,
            stand_in_seconds=self._stand_in_seconds(wanted),
            rated=_rated(wanted),
            clock=wanted.clock,
        )
        own = row.seat_of(me.id)
        if own is not None:
            row.chairs[own].nonce = checked_nonce(wanted.nonce)
        return await self.add(row, [], None)

    def _stand_in_seconds(self, wanted: OpenTable) -> float:
        """How long somebody must be gone before a bot may play for them."""
        if wanted.stand_in:
            bot_class(wanted.stand_in)  # refuses names that are not in the closed list
        least = self._limits.gone_seconds
        seconds = wanted.stand_in_seconds
        if seconds is not None and not least <= seconds <= LONGEST_ABSENCE:
            raise BadRequest(
                "table.stand_in_seconds", low=f"{least:g}", high=LONGEST_ABSENCE, value=seconds
            )
        return least if seconds is None else float(seconds)

    async def promise(self, person: Person) -> str:
        """A commitment to a secret, made before the host's browser adds its nonce."""
        return await self._tables.promise(new_secret(), person.id)

    async def fork(
        self, source: Table, ply: int, chairs: Sequence[Chair], host: Person
    ) -> TableRow:
        """Open a table that continues from a ply of a finished game.

        It uses the same seed, and everybody can look up the cards of a finished game. So apart
        from its host, only people who played that game can sit there: see `Seating.join`.
        """
        journal = source.require_journal()
        steps = journal.steps()
        if not 0 <= ply < len(steps):
            raise BadRequest("table.fork_ply", last=len(steps) - 1, ply=ply)
        if len(chairs) != len(source.row.chairs):
            raise BadRequest("table.fork_seats", seats=len(source.row.chairs), n=len(chairs))
        now = self._now()
        secret = new_secret(source.row.seed)
        row = msgspec.structs.replace(
            source.row,
            commitment=digest(secret),
            secret=secret,
            mixed=False,
            chain="",
            id=new_id(),
            host=host.id,
            forked=f"{source.id}@{ply}",
            status="waiting",
            started=now,
            moved=now,
            asked=[],
            ending="",
            chairs=new_chairs(chairs, host),
            bans={},
            rated=False,
            clock=None,
            dues={},
        )
        plain = [Entry(seat, CHOICE, token, now) for seat, token in steps[:ply]]
        log = chained(row.header.first_link, plain)
        row.chain = log[-1].hash if log else ""
        origin = journal.origin
        if origin is not None:
            origin = Position(0, 0, origin.checkpoint, [])
        return await self.add(row, log, origin)

    async def add(self, row: TableRow, log: list[Entry], origin: Position | None) -> TableRow:
        """Add a table. Each host adds one at a time, so too many are refused before any work."""
        check = partial(self._check_limits, row)
        async with self._hosts.setdefault(row.host, asyncio.Lock()):
            check(await self._tables.hosted(row.host))
            if row.full:
                row.status = "playing"
                row.seed = row.seed or seed_of(row)
                journal = Journal(find(row.game, row.pack), row.header, row.started, origin)
                await journal.read(log)
                if journal.over:
                    raise BadRequest("table.fork_over")
                row.asked = journal.asked()
                row.dues = {} if journal.clock is None else journal.clock.dues()
            await self._tables.add(row, log, origin, check)
        return (await self._registry.get(row.id)).row

    def _check_limits(self, row: TableRow, hosted: Hosted) -> None:
        if hosted.tables >= self._limits.tables_per_person:
            raise TooManyRequests("limit.tables", n=hosted.tables)
        bots = hosted.bots + len([chair for chair in row.chairs if chair.kind == "bot"])
        if bots > self._limits.bot_seats_per_person:
            raise TooManyRequests("limit.bots", n=bots)


def _rated(wanted: OpenTable) -> bool:
    """Does the result count? Only if everybody plays without hints and the seed is unknown."""
    if wanted.rated and (wanted.seed or wanted.hints or len(wanted.chairs) < 2):
        raise BadRequest("table.rated")
    return wanted.rated
