"""Clocks of real halls: killed, opened again, and several on one database."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from starhall.lab.postgres import Postgres
from tests.server.hall import Guest, Hall, Json, Place, until
from tests.server.store import Store

SHORT = {"round_cap": 20}


def quick(store: Store) -> Hall:
    """Clocks can be as short as one likes, and nobody waits for people to come back."""
    return Hall(store, clock_seconds=0.0, clock_grace_seconds=0.0, silent_seconds=1.0)


def log_of(store: Store, table: str) -> list[tuple[int, str, str, float]]:
    query = f"SELECT seat, kind, what, at FROM entries WHERE table_id = '{table}' ORDER BY ply"
    return [(seat, kind, what, at) for seat, kind, what, at in store.rows(query)]


async def begun(ada: Guest, bob: Guest, **clock: Any) -> str:
    table = await ada.open_table("me", "open", settings=SHORT, clock=clock)
    assert table["clock"]["type"] == clock["type"]
    await bob.post(f"/api/tables/{table['id']}/join")
    return str(table["id"])


def own_clock(frame: Json, seat: int) -> Json:
    return next(one for one in frame["clocks"] if one["seat"] == seat)


async def whoever_is_asked(places: list[Place]) -> int:
    await until(lambda: any(place.frame.get("options") for place in places))
    return next(seat for seat, place in enumerate(places) if place.frame.get("options"))


def test_a_killed_hall_keeps_the_time_that_was_used(store: Store) -> None:
    """And orders; and at another table the time is up after the crash, once."""

    async def run(hall: Hall) -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            table = await begun(ada, bob, type="live", minutes=10, seconds=1)
            async with ada.sit(table) as one, bob.sit(table) as other:
                places = [one, other]
                for _ in range(3):
                    seat = await whoever_is_asked(places)
                    option = places[seat].frame["options"][0]["number"]
                    assert (await places[seat].choose(option))["type"] == "ack"
                await whoever_is_asked(places)
                await one.ask(type="orders", standing=["keep_lanes"])
                before = [place.frame["clocks"] for place in places]
                used = [own_clock({"clocks": before[seat]}, seat) for seat in (0, 1)]
                assert used != [{"seat": seat, "left": 600.0} for seat in (0, 1)]
            short = await begun(ada, bob, type="live", minutes=0.05, then="loss")
            hall.kill()
            hall.open()
            async with ada.sit(table) as one, bob.sit(table) as other:
                for seat, place in enumerate([one, other]):
                    await place.until_frame(lambda frame: True)
                    assert place.frame["clocks"] == before[seat]
                assert one.frame["orders"]["standing"] == ["keep_lanes"]
            await until(lambda: log_of(store, short))
            assert [kind for _, kind, _, _ in log_of(store, short)] == ["time", "resign"]

    with quick(store) as hall:
        asyncio.run(run(hall))


def test_two_halls_on_one_database_and_the_time_is_up_once(
    postgres: Postgres, tmp_path: Path
) -> None:
    """Also when one of them is killed: the other keeps the clocks."""

    async def run(first: Hall, second: Hall) -> None:
        async with Guest(first, "Ada") as ada, Guest(first, "Bob") as bob:
            lost = [await begun(ada, bob, type="live", minutes=0.02, then="loss") for _ in range(5)]
            chosen = [await begun(ada, bob, type="live", minutes=0.02) for _ in range(5)]
            tables = [*lost, *chosen]
            bob.hall = second  # the other player is connected to the other hall
            async with ada.sit(lost[-1]) as one, bob.sit(lost[-1]) as other:
                ends = [await p.until_frame(lambda f: f.get("over")) for p in (one, other)]
                assert ends[0]["ending"] == ends[1]["ending"]
                assert "loses on time" in ends[0]["ending"]
            await until(lambda: all([log_of(first.store, table) for table in tables]))
            for table in lost:
                log = log_of(first.store, table)
                assert [kind for _, kind, _, _ in log] == ["time", "resign"]
            for table in chosen:
                kinds = [kind for _, kind, _, _ in log_of(first.store, table)]
                assert kinds[:2] == ["time", "choice"]
            last = await begun(ada, bob, type="live", minutes=0.05, then="loss")
            first.kill()
            await until(lambda: log_of(second.store, last))
            assert [kind for _, kind, _, _ in log_of(second.store, last)] == ["time", "resign"]

    store = Store(postgres.new_database(), tmp_path)
    with quick(store) as first, quick(store) as second:
        asyncio.run(run(first, second))


@pytest.mark.parametrize(
    ("clock", "said"),
    [
        ({"type": "live", "minutes": 0.1}, "the minutes of a clock are 1 to 1440, not 0.1"),
        ({"type": "days", "hours": 24, "zone": "Nowhere"}, "'Nowhere' is not a time zone"),
        ({"type": "sand", "hours": 24}, ""),
    ],
)
def test_impossible_clocks_are_refused_with_a_sentence(hall: Hall, clock: Json, said: str) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            chairs = [{"kind": "me"}, {"kind": "open"}]
            wanted = {"game": "cyberstrife", "chairs": chairs, "clock": clock}
            answer = await ada.post("/api/tables", wanted, status=400)
            assert said in answer["error"]

    asyncio.run(run())


def test_a_pause_and_my_games_in_order(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            long = await begun(ada, bob, type="days", hours=72, pause_days=7)
            short = await begun(ada, bob, type="days", hours=24)
            other = await begun(ada, bob, type="days", hours=48)
            async with ada.sit(long) as one, bob.sit(long) as two:
                seat = await whoever_is_asked([one, two])
            asked = [ada, bob][seat]
            lobby = await asked.get("/api/lobby")
            mine = [table["id"] for table in lobby["mine"] if table.get("your_turn")]
            assert mine == [id for id in (short, other, long) if id in mine] and long in mine
            dues = {table["id"]: table.get("due") for table in lobby["mine"]}
            assert dues[long] - lobby["now"] == pytest.approx(72 * 3600, abs=600)
            async with asked.sit(long) as place:
                await place.until_asked()
                assert (await place.ask(type="pause"))["type"] == "ack"
                paused = await place.until_frame(lambda f: own_clock(f, seat).get("paused"))
                assert "pauses the clock until" in paused["remarks"][0]["text"]
                again = await place.ask(type="pause")
                assert (
                    again["error"] == "a player may pause once in 30 days; you may again in 30 days"
                )

    asyncio.run(run())
