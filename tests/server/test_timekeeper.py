"""Clocks at real tables, with a time that the tests set: days pass at once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from starhall.engine.text.language import speaking
from starhall.server.config import Config, Limits
from starhall.server.errors import HallError
from starhall.server.hall import Hall
from starhall.server.hall_time import HallTime
from starhall.server.protocol.clocks import ClockSettings, DaysClock, LiveClock
from starhall.server.protocol.tables import Chair, OpenTable
from starhall.server.storage.models import CHOICE, PAUSE, RESIGN, TIME, Entry, Person
from starhall.server.tables.answers import answer
from starhall.server.tables.clock import DAY
from starhall.server.tables.journal import Journal
from starhall.server.tables.remarks import lines
from starhall.server.tables.table import Table
from tests.server.hall import PATIENCE

START = 1_750_032_000.0  # Monday, 16 June 2025, 00:00 UTC
SHORT: dict[str, int | str] = {"round_cap": 20}
HOUR = 3600.0


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hall that is closed here does not end its process: it must let go of the database."""
    monkeypatch.setattr("starhall.server.hall.CLOSE_SECONDS", PATIENCE)


class Time:
    """A time that passes when a test says so."""

    def __init__(self, now: float = START) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def hall_at(
    database: Path, now: Callable[[], float], grace: float = 0.0
) -> AsyncIterator[Hall]:
    limits = Limits(clock_grace_seconds=grace, clock_seconds=1.0)
    hall = Hall(Config(database=str(database), limits=limits, workers=1, seed="clocks"), now)
    await hall.open()
    try:
        yield hall
    finally:
        await hall.close()


async def seated(
    hall: Hall,
    clock: ClockSettings | None,
    people: int = 2,
    stand_in: str = "normal",
    guests: list[Person] | None = None,
) -> tuple[Table, list[Person]]:
    """A game of people that has begun."""
    guests = guests or [
        (await hall.identities.create(name, "address"))[0]
        for name in ("Ada", "Bob", "Eve", "Max")[:people]
    ]
    chairs = [Chair(kind="me"), *[Chair(kind="open")] * (people - 1)]
    wanted = OpenTable(
        game="cyberstrife", chairs=chairs, settings=dict(SHORT), clock=clock, stand_in=stand_in
    )
    row = await hall.opening.open(wanted, guests[0])
    for guest in guests[1:]:
        await hall.seating.join(row.id, guest, None, "", "")
    return await hall.registry.get(row.id), guests


async def choose(hall: Hall, table: Table, seat: int, number: int | None = None) -> list[Entry]:
    """Answer for a seat as its player does; by default the first option."""
    journal = table.require_journal()
    decision = journal.match.decision_of(seat)
    assert decision is not None
    option = decision.options[0].number if number is None else number
    async with table.lock:
        return await answer(hall.changes, table, seat, len(journal.answers[seat]), [option])


def asked(table: Table) -> int:
    return table.require_journal().asked()[0]


async def log_of(hall: Hall, table: Table) -> list[Entry]:
    from starhall.server.storage.journals import JournalStore

    return await JournalStore(hall.database).entries(table.id)


def clock_of(journal: Journal) -> list[object]:
    assert journal.clock is not None
    observers = [*range(len(journal.header.names)), None]
    return [journal.clock.dues(), *[journal.clock.shown(observer) for observer in observers]]


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await test()

    asyncio.run(whole())


def told(journal: Journal) -> list[str]:
    """The remarks of the hall that spectators read."""
    return [remark.text for remark in lines(journal.remarks[-1], journal.match)]


def test_the_game_chooses_for_who_is_late(database: Path) -> None:
    async def test() -> None:
        time = Time()
        async with hall_at(database, time) as hall:
            table, _ = await seated(hall, LiveClock(minutes=5, seconds=2))
            journal = table.require_journal()
            seat = asked(table)
            default = journal.game.default(journal.match.decisions[0])
            time.now += 5 * 60 - 1
            await hall.timekeeper.look()
            assert await log_of(hall, table) == []
            time.now += 1
            await hall.timekeeper.look()
            late, made, *rest = await log_of(hall, table)
            assert (late.seat, late.kind, late.what) == (seat, TIME, "default")
            assert (made.seat, made.kind, made.what) == (seat, CHOICE, default.token)
            assert rest == []
            name = table.row.chairs[seat].name
            said = told(journal)
            assert said == [f"The time of {name} is up. The game chooses for {name}."]

    run(test)


def test_a_bot_plays_the_rest_of_the_turn_and_the_player_comes_back(database: Path) -> None:
    async def test() -> None:
        time = Time()
        async with hall_at(database, time) as hall:
            table, _ = await seated(hall, LiveClock(minutes=5, then="bot"), stand_in="random")
            seat = asked(table)
            time.now += 5 * 60
            await hall.timekeeper.look()
            async with asyncio.timeout(60):
                while seat in table.require_journal().asked():
                    await asyncio.sleep(0.01)  # a real bot thinks in a process of its own
            log = await log_of(hall, table)
            assert [entry.kind for entry in log].count(TIME) == 1 and log[0].what == "bot"
            assert {entry.seat for entry in log} == {seat} and len(log) > 1
            for _ in range(40):  # until the game comes back to the one who was late
                if seat in table.require_journal().asked():
                    break
                await choose(hall, table, asked(table))
            assert not table.bot_of(seat)
            assert [e.kind for e in await choose(hall, table, seat)] == [CHOICE]

    run(test)


@pytest.mark.parametrize("people", [2, 3])
def test_who_is_late_loses(database: Path, people: int) -> None:
    async def test() -> None:
        time = Time()
        async with hall_at(database, time) as hall:
            table, _ = await seated(hall, LiveClock(minutes=5, then="loss"), people)
            seat = asked(table)
            name = table.row.chairs[seat].name
            time.now += 5 * 60
            await hall.timekeeper.look()
            journal = table.require_journal()
            first, second, *_ = await log_of(hall, table)
            assert (first.kind, second.kind, first.seat, second.seat) == (TIME, RESIGN, seat, seat)
            said = told(journal)[0]
            if people == 2:
                other = table.row.chairs[1 - seat].name
                assert said == journal.ending == f"{other} wins: {name} loses on time."
                assert journal.winners == [1 - seat] and table.row.dues == {}
            else:
                assert said == f"{name} loses on time. The normal bot plays on for {name}."
                assert table.bot_of(seat) == table.row.chairs[seat].bot == "normal"
            with pytest.raises(HallError, match="you have resigned"):
                await choose_anything(hall, table, seat)

    run(test)


async def choose_anything(hall: Hall, table: Table, seat: int) -> None:
    async with table.lock:
        await answer(hall.changes, table, seat, 0, [0])


def test_no_clock_is_no_clock(database: Path) -> None:
    async def test() -> None:
        time = Time()
        async with hall_at(database, time) as hall:
            table, _ = await seated(hall, None)
            time.now += 1000 * DAY
            await hall.timekeeper.look()
            assert await log_of(hall, table) == [] and table.row.dues == {}
            with pytest.raises(HallError, match="this table has no clock"):
                await hall.timekeeper.pause(table, 0)

    run(test)


def test_a_pause_is_in_the_log_and_keeps_the_time(database: Path) -> None:
    async def test() -> None:
        time = Time()
        async with hall_at(database, time) as hall:
            table, _ = await seated(hall, DaysClock(hours=24, pause_days=7))
            seat = asked(table)
            time.now += 23 * HOUR
            async with table.lock:
                await hall.timekeeper.pause(table, seat)
            time.now += 7 * DAY
            await hall.timekeeper.look()
            [entry] = await log_of(hall, table)
            assert (entry.seat, entry.kind) == (seat, PAUSE)
            [said] = told(table.require_journal())
            assert said.endswith("pauses the clock until Monday, June 23, 2025, 23:00 UTC.")
            with speaking("de"):
                [said] = told(table.require_journal())
            assert said.endswith("hält die Uhr an bis Montag, 23. Juni 2025, 23:00 UTC.")
            with pytest.raises(HallError, match="you may again in 23 days"):
                async with table.lock:
                    await hall.timekeeper.pause(table, seat)
            time.now += HOUR
            await hall.timekeeper.look()
            assert [e.kind for e in await log_of(hall, table)][1] == TIME

    run(test)


def test_the_clock_goes_on_where_it_was_when_the_hall_opens_again(database: Path) -> None:
    """And for a while nobody runs out: people have to come back first."""

    async def test() -> None:
        time = Time()
        async with hall_at(database, time) as hall:
            table, _ = await seated(hall, LiveClock(minutes=5, seconds=1))
            for _ in range(5):
                time.now += 7.0
                await choose(hall, table, asked(table))
            before = clock_of(table.require_journal())
        time.now += 3 * HOUR
        async with hall_at(database, time, grace=300.0) as hall:
            again = await hall.registry.get(table.id)
            assert clock_of(again.require_journal()) == before
            time.now += 299.0
            await hall.timekeeper.look()
            assert len(await log_of(hall, again)) == 5
            time.now += 1.0
            await hall.timekeeper.look()
            assert [entry.kind for entry in await log_of(hall, again)][5] == TIME

    run(test)


@pytest.mark.parametrize("moved", [-2 * DAY, 2 * DAY])
def test_nobody_wins_or_loses_time_when_the_clock_of_the_system_is_set(
    database: Path, moved: float
) -> None:
    async def test() -> None:
        system, steady = Time(), Time(1000.0)
        async with hall_at(database, HallTime(system, steady)) as hall:
            table, _ = await seated(hall, LiveClock(minutes=5))
            seat = asked(table)
            system.now += moved
            steady.now += 100.0
            await hall.timekeeper.look()
            await choose(hall, table, seat)
            [entry] = await log_of(hall, table)
            assert entry.at == START + 100.0
            clock = table.require_journal().clock
            assert clock is not None
            shown = clock.shown(seat)[seat]
            left = shown.left if shown.due is None else shown.due - entry.at
            assert left == pytest.approx(200.0)

    run(test)


def test_a_system_time_before_the_last_entry_costs_nobody_anything(database: Path) -> None:
    """The hall was opened again with a clock that is wrong."""

    async def test() -> None:
        async with hall_at(database, Time()) as hall:
            table, _ = await seated(hall, LiveClock(minutes=5))
            await choose(hall, table, asked(table))
        async with hall_at(database, Time(START - 10 * DAY)) as hall:
            again = await hall.registry.get(table.id)
            await hall.timekeeper.look()
            before = again.require_journal().clock
            assert before is not None
            due = before.dues()
            await choose(hall, again, asked(again))
            first, second = await log_of(hall, again)
            assert second.at > first.at
            after = again.require_journal().clock
            assert after is not None
            for seat, until in after.dues().items():
                assert until == pytest.approx(due.get(seat, START + 300.0))

    run(test)


def test_a_whole_game_over_simulated_days(database: Path) -> None:
    """Weeks of play: some answer in time, some do not; restarts in between change nothing."""

    async def test() -> None:
        time = Time()
        settings = DaysClock(hours=24, weekends_off=True, zone="Europe/Berlin", pause_days=3)
        dice = random.Random(5)
        async with hall_at(database, time) as hall:
            table, _ = await seated(hall, settings)
            id = table.id
            pauses = 0
            while not table.require_journal().over:
                journal = table.require_journal()
                seat = dice.choice(journal.asked())
                if dice.random() < 0.05:
                    time.now += 30 * HOUR
                elif dice.random() < 0.02:
                    async with table.lock:
                        try:
                            await hall.timekeeper.pause(table, seat)
                            pauses += 1
                        except HallError:
                            pass
                else:
                    time.now += dice.random() * HOUR
                await hall.timekeeper.look()
                journal = table.require_journal()
                if not journal.over and seat in journal.asked():
                    decision = journal.match.decision_of(seat)
                    assert decision is not None
                    options = [one for one in decision.options if one.verb != "concede"]
                    await choose(hall, table, seat, dice.choice(options).number)
            end = clock_of(table.require_journal())
            log = await log_of(hall, table)
            kinds = [entry.kind for entry in log]
            assert kinds.count(TIME) > 2 and kinds.count(PAUSE) == pauses > 0
            assert log[-1].at - log[0].at > 7 * DAY
        async with hall_at(database, time) as hall:
            again = await hall.registry.get(id)
            assert clock_of(again.require_journal()) == end
            assert again.require_journal().ending == table.require_journal().ending

    run(test)


def test_my_games_come_in_the_order_in_which_they_need_me(database: Path) -> None:
    async def test() -> None:
        time = Time()
        async with hall_at(database, time) as hall:
            days, people = await seated(hall, DaysClock(hours=48))
            me = people[asked(days)]
            others = [
                await seated(hall, clock, guests=people)
                for clock in (None, DaysClock(hours=72), LiveClock(minutes=5))
            ]
            lobby = await hall.listing.lobby(me)
            assert lobby.now == time.now
            mine = [table.id for table in lobby.mine if table.your_turn]
            order = [others[2][0], days, others[1][0], others[0][0]]
            expected = [one.id for one in order if one.row.seat_of(me.id) == asked(one)]
            assert mine == expected and len(mine) > 1
            dues = {table.id: table.due for table in lobby.mine}
            assert dues[days.id] == START + 48 * HOUR and dues[others[0][0].id] is None

    run(test)
