"""What was acknowledged is on disk: kills, reconnects and racing processes."""

import asyncio
import contextlib
import random
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import websockets

from tests.server.hall import Guest, Hall, Place

LOST = (ConnectionError, websockets.ConnectionClosed, websockets.InvalidMessage, OSError)


def log_of(database: Path, table: str) -> list[tuple[int, int, str, str]]:
    with contextlib.closing(sqlite3.connect(database)) as db:
        query = "SELECT ply, seat, kind, what FROM entries WHERE table_id = ? ORDER BY ply"
        return db.execute(query, (table,)).fetchall()


class Player:
    """Plays one seat through every crash and remembers what was acknowledged.

    After a crash it sends its last unanswered choice once more: whether the first one came
    through or not, it must count once.
    """

    def __init__(self, guest: Guest, table: str, seed: int) -> None:
        self.guest = guest
        self.table = table
        self.dice = random.Random(seed)
        self.acknowledged: list[str] = []
        self.unsure: tuple[int, dict[str, Any]] | None = None
        self.ending = ""

    async def play(self) -> None:
        while not self.ending:
            with contextlib.suppress(*LOST, TimeoutError):
                async with self.guest.sit(self.table, wants="options") as place:
                    await self._sit_and_play(place)
            await asyncio.sleep(0.05)

    async def _sit_and_play(self, place: Place) -> None:
        while True:
            frame = await place.until_asked(30)
            if self.unsure is not None:
                await self._send(place, *self.unsure)
            elif frame.get("over"):
                self.ending = frame["ending"]
                return
            else:
                self.unsure = (frame["answered"], self.dice.choice(frame["options"]))
                await self._send(place, *self.unsure)

    async def _send(self, place: Place, answered: int, option: dict[str, Any]) -> None:
        answer = await place.choose(option["number"], answered=answered)
        assert answer["type"] == "ack", answer
        assert answer["answered"] == answered + 1 == len(self.acknowledged) + 1
        self.acknowledged.append(option["token"])
        self.unsure = None


async def _kill_now_and_then(hall: Hall, players: list[Player], dice: random.Random) -> int:
    """Kill and reopen until all games are over."""
    kills = 0
    while not all(player.ending for player in players) and kills < 4:
        await asyncio.sleep(dice.uniform(0.3, 0.9))
        await asyncio.to_thread(hall.kill)
        await asyncio.to_thread(hall.open)
        kills += 1
    return kills


def test_killed_at_any_moment_no_acknowledged_choice_is_lost_or_doubled(database: Path) -> None:
    async def run(hall: Hall) -> None:
        dice = random.Random(7)
        async with contextlib.AsyncExitStack() as stack:
            players: list[Player] = []
            for number in range(2):
                ada = await stack.enter_async_context(Guest(hall, "Ada"))
                bob = await stack.enter_async_context(Guest(hall, "Bob"))
                table = await ada.open_table("me", "open", "random", settings={"round_cap": 20})
                await bob.post(f"/api/tables/{table['id']}/join")
                players += [
                    Player(ada, table["id"], number),
                    Player(bob, table["id"], 10 + number),
                ]
            games = [asyncio.create_task(player.play()) for player in players]
            kills = await _kill_now_and_then(hall, players, dice)
            async with asyncio.timeout(100):
                await asyncio.gather(*games)
            assert kills >= 3, "the games were over before the hall was killed often enough"
            for number, player in enumerate(players):
                log = log_of(database, player.table)
                assert [ply for ply, *_ in log] == list(range(len(log)))
                own = [what for _, seat, _, what in log if seat == number % 2]
                assert own == player.acknowledged
                assert player.ending

    with Hall(database) as hall:
        asyncio.run(run(hall))


def test_an_answer_sent_twice_is_done_once_and_a_stale_one_is_refused(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random")
            async with ada.sit(table["id"], wants="options") as place:
                frame = await place.until_asked()
                first, *others = [option["number"] for option in frame["options"]]
                assert (await place.choose(first))["answered"] == 1
                await place.until_asked()
                again = await place.choose(first, answered=0)
                assert again["type"] == "ack" and again["answered"] == 1
                stale = await place.choose(others[0], answered=0)
                assert stale["type"] == "refused" and "look again" in stale["error"]
                early = await place.choose(first, answered=5)
                assert early["type"] == "refused" and "you have made 1" in early["error"]

    asyncio.run(run())


def test_a_client_that_comes_back_gets_what_it_missed_and_nothing_twice(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            table = await ada.open_table("me", "open")
            await bob.post(f"/api/tables/{table['id']}/join")
            dice = random.Random(3)
            async with ada.sit(table["id"]) as place, bob.sit(table["id"]) as other:
                while len(place.lines) < 10:
                    await asyncio.gather(
                        *[p.choose(dice.choice(p.frame["options"])["number"])
                          for p in (place, other) if p.frame.get("options")],
                        asyncio.sleep(0.01),
                    )  # fmt: skip
                have, before = place.frame["frame"], list(place.lines)
            async with bob.sit(table["id"]) as other:
                await other.until_frame(lambda frame: True)
                for _ in range(400):
                    if len(other.lines) >= len(before) + 5:
                        break
                    if other.frame.get("options"):
                        await other.choose(dice.choice(other.frame["options"])["number"])
                    else:
                        break
                async with ada.sit(table["id"], have=have) as place:
                    frame = await place.until_frame(lambda frame: True)
                    assert frame.get("log_from", 0) == len(before)
                    missed = frame.get("log", [])
                async with ada.sit(table["id"]) as place:
                    await place.until_frame(lambda frame: True)
                    assert place.lines == before + missed
                    numbers = [line["frame"] for line in place.lines]
                    assert numbers == list(range(1, len(numbers) + 1))

    asyncio.run(run())


def test_two_processes_on_one_database_never_write_the_same_ply(database: Path) -> None:
    """The same seat answers through both at once: one wins each ply, the other reloads."""

    async def run(one: Hall, two: Hall) -> None:
        async with Guest(one, "Ada") as ada:
            table = await ada.open_table("me", "random", settings={"round_cap": 20})
            async with Guest(two, "nobody") as elsewhere:
                elsewhere.http.cookies = httpx.Cookies(ada.http.cookies)
                dice = random.Random(5)
                won = 0
                async with (
                    ada.sit(table["id"], wants="options") as here,
                    elsewhere.sit(table["id"], wants="options") as there,
                ):
                    for _ in range(25):
                        frame = await here.until_asked()
                        if frame.get("over"):
                            break
                        answered = frame["answered"]
                        picks = [dice.choice(frame["options"])["number"] for _ in range(2)]
                        answers = await asyncio.gather(
                            here.ask(type="choose", answered=answered, options=picks[:1]),
                            there.ask(type="choose", answered=answered, options=picks[1:]),
                        )
                        kinds = sorted(answer["type"] for answer in answers)
                        expected = ["ack", "ack"] if picks[0] == picks[1] else ["ack", "refused"]
                        assert kinds == expected, answers
                        won += 1
                        now = answered + 1
                        # Whoever lost was told to look again, and this is what it sees.
                        await here.until_frame(lambda f, now=now: f["answered"] >= now)
                own = [entry for entry in log_of(database, table["id"]) if entry[1] == 0]
                assert len(own) == won >= 20
                plies = [ply for ply, *_ in log_of(database, table["id"])]
                assert plies == list(range(len(plies)))

    with Hall(database) as one, Hall(database) as two:
        asyncio.run(run(one, two))
