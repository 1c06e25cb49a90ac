"""A large audience: what it is sent, how often, and who comes first."""

import asyncio
import time

from starhall.server.storage.models import ChairRow, Person, TableRow
from starhall.server.tables.audience import Connection
from starhall.server.tables.table import Table

NOW = time.time()


def table() -> Table:
    chairs = [ChairRow(seat, "person", f"P{seat}", f"p{seat}") for seat in range(2)]
    row = TableRow(
        id="t", game="cyberstrife", rules="", content="", settings={}, seed="00", host="p0",
        hints=False, private=False, forked="", status="playing", started=NOW, moved=NOW,
        asked=[], ending="", chairs=chairs,
    )  # fmt: skip
    return Table(row)


def come(to: Table, seat: int | None) -> Connection:
    connection = Connection(Person("x", "x"), seat)
    to.audience.join(connection)
    return connection


async def is_awake(connection: Connection) -> bool:
    try:
        await asyncio.wait_for(connection.wait(), 0.001)
    except TimeoutError:
        return False
    return True


def test_comings_and_goings_are_told_together() -> None:
    async def run() -> None:
        here = table()
        idle = [come(here, seat) for seat in (0, 1, *[None] * 300)]
        for _ in range(200):
            visitor = come(here, None)
            here.tell_presence()
            here.audience.leave(visitor)
            here.tell_presence()
        while not all(connection.outbox for connection in idle):
            await asyncio.sleep(0.001)
        assert {len(connection.outbox) for connection in idle} == {1}
        assert here.audience.spectators == 300

    asyncio.run(run())


def test_players_hear_first_and_spectators_wait_while_a_choice_is_made() -> None:
    async def run() -> None:
        here = table()
        player = come(here, 0)
        spectators = [come(here, None) for _ in range(100)]
        async with here.lock:
            here.audience.refresh()
            assert await is_awake(player)
            assert not any([await is_awake(spectator) for spectator in spectators])
        while spectators:
            spectators = [one for one in spectators if not await is_awake(one)]

    asyncio.run(run())


def test_who_is_there_is_counted_as_they_move() -> None:
    async def run() -> None:
        here = table()
        one, other = come(here, None), come(here, None)
        assert here.audience.spectators == 2 and not here.audience.is_here(1)
        here.audience.move(one, 1)
        assert here.audience.spectators == 1 and here.audience.is_here(1)
        here.audience.leave(one)
        here.audience.leave(one)
        here.audience.leave(other)
        assert not here.audience.sockets() and not here.audience.is_watched()
        assert 0.0 <= here.audience.absent_seconds(1) < 60.0

    asyncio.run(run())
