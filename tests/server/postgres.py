"""Two processes of the hall on one PostgreSQL: they play, race, talk, and one is killed.

Not part of the test run, which needs no database server. See docs/scaling.md:
python -m tests.server.postgres postgresql://USER@HOST/NAME
"""

import asyncio
import random
import sys
import tempfile
from pathlib import Path

from tests.server.hall import Guest, Hall, Json
from tests.server.test_presence import seen


def hall_on(url: str, log: Path) -> Hall:
    hall = Hall(url)
    hall.log = log
    log.touch()
    return hall


async def one_game(one: Hall, two: Hall) -> Json:
    """Each person plays through another process."""
    async with Guest(one, "Ada") as ada, Guest(two, "Bob") as bob:
        table = await ada.open_table("me", "open", settings={"round_cap": 20})
        await bob.post(f"/api/tables/{table['id']}/join")
        dice = random.Random(1)
        async with (
            ada.sit(table["id"], wants="options") as here,
            bob.sit(table["id"], wants="options") as there,
        ):
            await asyncio.gather(here.play_on(dice.choice), there.play_on(dice.choice))
            assert here.frame["ending"] == there.frame["ending"]
        proof: Json = await bob.get(f"/api/tables/{table['id']}/verify")
        return proof


async def races(one: Hall, two: Hall, count: int) -> None:
    """The same seat answers through both at once: one wins, the other is told to look again."""
    async with Guest(one, "Ada") as ada, Guest(two, "Ada", ada.http.cookies) as elsewhere:
        table = await ada.open_table("me", "random", settings={"round_cap": 20})
        dice = random.Random(2)
        async with (
            ada.sit(table["id"], wants="options") as here,
            elsewhere.sit(table["id"], wants="options") as there,
        ):
            for _ in range(count):
                frame = await here.until_asked()
                if frame.get("over"):
                    break
                answered, offered = frame["answered"], frame["options"]
                picks = [dice.choice(offered)["number"] for _ in range(2)]
                answers = await asyncio.gather(
                    here.ask(type="choose", answered=answered, options=picks[:1]),
                    there.ask(type="choose", answered=answered, options=picks[1:]),
                )
                kinds = sorted(answer["type"] for answer in answers)
                assert kinds == ["ack", "ack" if picks[0] == picks[1] else "refused"], answers
                await here.until_frame(lambda f, now=answered: f["answered"] > now)
            await here.send(type="chat", text="can you hear me?")
            await there.until(type="chat", text="can you hear me?")


async def presence(one: Hall, two: Hall) -> None:
    """Each sees who is connected through the other, and who has left."""
    async with Guest(one, "Ada") as ada, Guest(two, "Bob") as bob:
        table = await ada.open_table("me", "open")
        async with ada.sit(table["id"], wants="options") as here:
            await bob.post(f"/api/tables/{table['id']}/join")
            async with bob.sit(table["id"], wants="options") as there:
                await seen(here, [True, True], 0)
                await seen(there, [True, True], 0)
            await seen(here, [True, False], 0)
            assert (await here.ask(type="hand", seat=1, bot="normal"))["type"] == "ack"


def main(url: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        one = hall_on(url, Path(folder) / "one.log")
        two = hall_on(url, Path(folder) / "two.log")
        with one, two:
            assert asyncio.run(one_game(one, two))["ok"]
            asyncio.run(races(one, two, 20))
            asyncio.run(presence(one, two))
            two.kill()
            two.open()  # and what it held comes back from the log
            assert asyncio.run(one_game(one, two))["ok"]
    print("Two games across two processes, 20 races, chat, guests and a kill: all as it should be.")


if __name__ == "__main__":
    main(sys.argv[1])
