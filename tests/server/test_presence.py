"""Two processes on one database: who is here, who sits where, who is gone and stood in for."""

import asyncio
import random
import time
from typing import Any

from tests.server.hall import PATIENCE, Guest, Hall, Place, here, presence, seen, until
from tests.server.store import Store

GONE_SECONDS = 0.5


async def stood_in_for(place: Place, seat: int, bot: str) -> None:
    """Ask for a stand-in until it is given."""
    async with asyncio.timeout(PATIENCE):
        while (answer := await place.ask(type="hand", seat=seat, bot=bot))["type"] == "refused":
            assert "Bob may come back; wait another" in answer["error"]


def test_guests_chairs_and_stand_ins_are_seen_across_processes(store: Store) -> None:
    async def run(one: Hall, two: Hall) -> None:
        async with Guest(one, "Ada") as ada, Guest(two, "Bob") as bob, Guest(two, "Max") as max_:
            table = await ada.open_table("me", "open", stand_in="random")
            id = table["id"]
            async with ada.sit(id, wants="options") as place:
                await seen(place, [True, False], 0)
                # The last chair is taken through the other process: the game begins here too.
                await bob.post(f"/api/tables/{id}/join")
                await place.until_frame(lambda frame: True)
                async with bob.sit(id, wants="options") as there, max_.sit(id):
                    await seen(place, [True, True], 1)
                    await seen(there, [True, True], 1)
                    [shown] = (await ada.get("/api/lobby"))["mine"]
                    assert here(shown) == [True, True]
                    refused = await place.ask(type="hand", seat=1, bot="random")
                    assert "Bob is here" in refused["error"]
                    left = time.monotonic()
                await seen(place, [True, False], 0)
                await stood_in_for(place, 1, "random")
                assert time.monotonic() > left + GONE_SECONDS
                assert await place.play_on(random.Random(2).choice, 25) == 25
                async with bob.sit(id, wants="options") as there:
                    await seen(there, [True, True], 0)
                    await until(lambda: presence(there)["seats"][1].get("stand_in"))
                    await there.until_frame(lambda frame: frame["answered"] > 0)
                    assert (await there.ask(type="hand", seat=1, bot=""))["type"] == "ack"
                    await until(lambda: not presence(place)["seats"][1].get("stand_in"))
                    # From now on Bob is asked himself, and nobody answers for him.
                    await there.send(type="chat", text="back again")
                    await place.until(type="chat", text="back again")
                    made = there.frame["answered"]
                    while not there.frame.get("options"):
                        await until(
                            lambda: there.frame.get("options") or place.frame.get("options")
                        )
                        if not there.frame.get("options"):
                            await place.choose(place.frame["options"][0]["number"])
                    assert there.frame["answered"] == made
                    chosen = await there.choose(there.frame["options"][0]["number"])
                    assert chosen["answered"] == made + 1
                    # A process that dies takes its guests with it.
                    await seen(place, [True, True], 0)
                    await asyncio.to_thread(two.kill)
                    await seen(place, [True, False], 0)

    def hall() -> Hall:
        return Hall(store, gone_seconds=GONE_SECONDS, silent_seconds=3.0)

    with hall() as one, hall() as two:
        asyncio.run(run(one, two))


def test_a_process_that_is_alone_writes_nothing_and_leaves_nothing(store: Store) -> None:
    def rows(what: str) -> list[Any]:
        return store.rows(f"SELECT * FROM {what}")

    async def run(hall: Hall) -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "open")
            async with ada.sit(table["id"]) as place:
                await place.until(type="presence")
                [(name, beat)] = rows("processes")
                until = time.monotonic() + 0.5
                while time.monotonic() < until:
                    assert rows("processes") == [(name, beat)] and rows("presence") == []
                    await asyncio.sleep(0.05)

    with Hall(store, silent_seconds=0.2, look_seconds=0.02) as hall:
        asyncio.run(run(hall))
    assert rows("processes") == [] and rows("presence") == []
