"""Two processes on one database: who is here, who sits where, who is gone and stood in for."""

import asyncio
import random
import sqlite3
import time
from pathlib import Path
from typing import Any

from tests.server.hall import Guest, Hall, Json, Place


async def seen(place: Place, here: list[bool], watching: int, seconds: float = 20) -> Json:
    """Until the latest word on who is there says this."""
    async with asyncio.timeout(seconds):
        while True:
            said = [message for message in place.heard if message["type"] == "presence"]
            if said:
                last = said[-1]
                now = [bool(seat.get("here")) for seat in last["seats"]]
                if now == here and last["watching"] == watching:
                    return last
            await asyncio.sleep(0.02)


async def stood_in_for(place: Place, seat: int, bot: str) -> list[str]:
    """Ask for a stand-in until it is given; what was said meanwhile."""
    refused: list[str] = []
    async with asyncio.timeout(20):
        while (answer := await place.ask(type="hand", seat=seat, bot=bot))["type"] == "refused":
            refused.append(answer["error"])
            await asyncio.sleep(0.05)
    return refused


def test_guests_chairs_and_stand_ins_are_seen_across_processes(database: Path) -> None:
    async def run(one: Hall, two: Hall) -> None:
        async with Guest(one, "Ada") as ada, Guest(two, "Bob") as bob, Guest(two, "Max") as max_:
            table = await ada.open_table("me", "open")
            id = table["id"]
            async with ada.sit(id, wants="options") as here:
                await seen(here, [True, False], 0)
                # The last chair is taken through the other process: the game begins here too.
                await bob.post(f"/api/tables/{id}/join")
                await here.until_frame(lambda frame: True)
                async with bob.sit(id, wants="options") as there, max_.sit(id):
                    await seen(here, [True, True], 1)
                    await seen(there, [True, True], 1)
                    [shown] = (await ada.get("/api/lobby"))["mine"]
                    assert [seat["here"] for seat in shown["seats"]] == [True, True]
                    refused = await here.ask(type="hand", seat=1, bot="random")
                    assert "Bob is here" in refused["error"]
                await seen(here, [True, False], 0)
                waited = await stood_in_for(here, 1, "random")
                assert waited and "Bob may come back; wait another" in waited[0]
                assert await here.play_on(random.Random(2).choice, 25) == 25
                async with bob.sit(id, wants="options") as there:
                    last = await seen(there, [True, True], 0)
                    assert last["seats"][1]["stand_in"]
                    await there.until_frame(lambda frame: frame["answered"] > 0)
                    assert (await there.ask(type="hand", seat=1, bot=""))["type"] == "ack"
                    await here.until_frame(lambda frame: True)
                    async with asyncio.timeout(20):
                        while (await seen(here, [True, True], 0))["seats"][1].get("stand_in"):
                            await asyncio.sleep(0.02)
                    # From now on Bob is asked himself, and nobody answers for him.
                    await there.send(type="chat", text="back again")
                    await here.until(type="chat", text="back again")
                    made = there.frame["answered"]
                    for _ in range(200):
                        if there.frame.get("options"):
                            break
                        if here.frame.get("options"):
                            await here.choose(here.frame["options"][0]["number"])
                        await asyncio.sleep(0.02)
                    assert there.frame["answered"] == made
                    assert (await there.choose(there.frame["options"][0]["number"]))[
                        "answered"
                    ] == made + 1
                    # A process that dies takes its guests with it.
                    await seen(here, [True, True], 0)
                    await asyncio.to_thread(two.kill)
                    await seen(here, [True, False], 0)

    def hall() -> Hall:
        return Hall(database, gone_seconds=1.0, silent_seconds=2.0)

    with hall() as one, hall() as two:
        asyncio.run(run(one, two))


def test_a_process_that_is_alone_writes_nothing_and_leaves_nothing(database: Path) -> None:
    def rows(what: str) -> list[Any]:
        with sqlite3.connect(database) as db:
            found = db.execute(f"SELECT * FROM {what}").fetchall()
        db.close()
        return found

    async def run(hall: Hall) -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "open")
            async with ada.sit(table["id"]) as place:
                await place.until(type="presence")
                [(name, beat)] = rows("processes")
                until = time.monotonic() + 1.5
                while time.monotonic() < until:
                    assert rows("processes") == [(name, beat)] and rows("presence") == []
                    await asyncio.sleep(0.1)

    with Hall(database, silent_seconds=1.0) as hall:
        asyncio.run(run(hall))
    assert rows("processes") == [] and rows("presence") == []
