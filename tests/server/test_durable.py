"""What was acknowledged is on disk: kills, reconnects and racing processes."""

import asyncio
import contextlib
import os
import random
import signal
from pathlib import Path
from typing import Any

import websockets

from tests.server.hall import Guest, Hall, Place, told, until
from tests.server.store import Store

UNWRITTEN = "the hall cannot reach its database now"
LOST = (ConnectionError, websockets.ConnectionClosed, websockets.InvalidMessage, OSError)


def log_of(store: Store, table: str) -> list[tuple[int, int, str, str]]:
    query = f"SELECT ply, seat, kind, what FROM entries WHERE table_id = '{table}' ORDER BY ply"
    return [(ply, seat, kind, what) for ply, seat, kind, what in store.rows(query)]


class Assassin:
    """Kills the hall: at a random moment, or in the very instant a choice is acknowledged.

    The second is where a hall that acknowledges too early would lose the choice.
    """

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.armed = False
        self.struck = asyncio.Event()

    def acknowledged(self) -> None:
        if self.armed and self.hall.process is not None:
            self.armed = False
            self.hall.strike()
            self.struck.set()

    async def strike_on_acknowledgement(self) -> None:
        self.struck.clear()
        self.armed = True
        await self.struck.wait()


class Player:
    """Plays one seat through every crash and remembers what was acknowledged.

    After a crash it sends its last unanswered choice once more: whether the first one came
    through or not, it must count once.
    """

    def __init__(self, guest: Guest, table: str, seed: int, assassin: Assassin) -> None:
        self.guest = guest
        self.assassin = assassin
        self.table = table
        self.dice = random.Random(seed)
        self.acknowledged: list[str] = []
        self.unsure: tuple[int, dict[str, Any]] | None = None
        self.ending = ""
        self.enough = False  # nothing more is to be seen

    async def play(self) -> None:
        while self.unsure is not None or not (self.ending or self.enough):
            with contextlib.suppress(*LOST, TimeoutError):
                async with self.guest.sit(self.table, wants="options") as place:
                    await self._sit_and_play(place)
            await asyncio.sleep(0.05)  # the hall is being opened again

    async def _sit_and_play(self, place: Place) -> None:
        while True:
            # What was sent before the crash may have counted: then others are asked now.
            if self.unsure is not None:
                await place.until_frame(lambda frame: True)
                await self._send(place, *self.unsure)
            frame = await place.until_asked()
            if frame.get("over"):
                self.ending = frame["ending"]
                return
            elif self.enough:
                return
            else:
                self.unsure = (frame["answered"], self.dice.choice(frame["options"]))
                await self._send(place, *self.unsure)

    async def _send(self, place: Place, answered: int, option: dict[str, Any]) -> None:
        options = [option["number"]]
        answer = await place.ask(type="choose", answered=answered, options=options)
        if answer["type"] == "ack":
            self.assassin.acknowledged()
        elif UNWRITTEN in answer["error"]:
            raise ConnectionError("the database is gone: come back and send it again")
        assert answer["type"] == "ack", answer
        assert answer["answered"] == answered + 1 == len(self.acknowledged) + 1
        self.acknowledged.append(option["token"])
        self.unsure = None
        await place.until_frame(lambda frame: frame["answered"] > answered)


async def _kill_now_and_then(
    assassin: Assassin, players: list[Player], dice: random.Random
) -> tuple[int, int]:
    """Kill and reopen; how often at a random moment, and how often on an acknowledgement."""
    hall, blind, aimed = assassin.hall, 0, 0
    for turn in range(4):
        await more_choices(players, dice.randrange(2, 8))
        if turn % 3 == 2:
            await asyncio.sleep(dice.uniform(0, 0.05))
            blind += 1
        else:
            strike = asyncio.create_task(assassin.strike_on_acknowledgement())
            over = asyncio.create_task(until(lambda: _all_over(players)))
            await asyncio.wait((strike, over), return_when=asyncio.FIRST_COMPLETED)
            over.cancel()
            if not strike.done():
                strike.cancel()
                break
            aimed += 1
        await asyncio.to_thread(hall.kill)
        await asyncio.to_thread(hall.open)
    await more_choices(players, 8)
    for player in players:
        player.enough = True
    await until(lambda: not any(player.unsure for player in players))
    return blind, aimed


async def more_choices(players: list[Player], more: int) -> None:
    def made() -> int:
        return sum(len(player.acknowledged) for player in players)

    enough = made() + more
    await until(lambda: made() >= enough or _all_over(players))


def _all_over(players: list[Player]) -> bool:
    return all(player.ending for player in players)


def test_killed_at_any_moment_no_acknowledged_choice_is_lost_or_doubled(store: Store) -> None:
    async def run(hall: Hall) -> None:
        dice = random.Random(7)
        async with contextlib.AsyncExitStack() as stack:
            players: list[Player] = []
            assassin = Assassin(hall)
            for number in range(2):
                ada = await stack.enter_async_context(Guest(hall, "Ada"))
                bob = await stack.enter_async_context(Guest(hall, "Bob"))
                table = await ada.open_table("me", "open", "random", settings={"round_cap": 20})
                await bob.post(f"/api/tables/{table['id']}/join")
                players += [
                    Player(ada, table["id"], number, assassin),
                    Player(bob, table["id"], 10 + number, assassin),
                ]
            # Together, so that a choice that was lost is told at once.
            async with asyncio.TaskGroup() as together:
                playing = [together.create_task(player.play()) for player in players]
                blind, aimed = await _kill_now_and_then(assassin, players, dice)
                for task in playing:  # those who are left wait for the others
                    task.cancel()
            assert blind >= 1 and aimed >= 3, "the games were over before it was killed enough"
            for number, player in enumerate(players):
                log = log_of(store, player.table)
                assert [ply for ply, *_ in log] == list(range(len(log)))
                own = [what for _, seat, _, what in log if seat == number % 2]
                assert own == player.acknowledged

    with Hall(store) as hall:
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
                both = [place, other]
                while len(place.lines) < 10:
                    await until(lambda: any(one.frame.get("options") for one in both))
                    for one in both:
                        if one.frame.get("options"):
                            await one.choose(dice.choice(one.frame["options"])["number"])
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
                    assert told(place.lines) == told(before + missed)
                    numbers = [line["frame"] for line in place.lines]
                    assert numbers == list(range(1, len(numbers) + 1))

    asyncio.run(run())


def test_two_processes_on_one_database_never_write_the_same_ply(store: Store) -> None:
    """The same seat answers through both at once: one wins each ply, the other reloads."""

    async def run(one: Hall, two: Hall) -> None:
        async with Guest(one, "Ada") as ada:
            table = await ada.open_table("me", "random", settings={"round_cap": 20})
            async with Guest(two, "Ada", ada.http.cookies) as elsewhere:
                dice = random.Random(5)
                won = 0
                async with (
                    ada.sit(table["id"], wants="options") as here,
                    elsewhere.sit(table["id"], wants="options") as there,
                ):
                    for _ in range(12):
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
                    await here.send(type="chat", text="in both halls")
                    await there.until(type="chat", text="in both halls")
                own = [entry for entry in log_of(store, table["id"]) if entry[1] == 0]
                assert len(own) == won >= 10
                plies = [ply for ply, *_ in log_of(store, table["id"])]
                assert plies == list(range(len(plies)))

    with Hall(store) as one, Hall(store) as two:
        asyncio.run(run(one, two))


def children(process: int) -> list[int]:
    """The processes that one has started, and theirs."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = status.read_text().rsplit(")", 1)[1].split()
            if int(fields[1]) == process:
                found += [int(status.parent.name), *children(int(status.parent.name))]
    return found


def test_a_bot_that_dies_does_not_stop_its_table_and_none_outlives_the_hall(
    database: Path,
) -> None:
    hall = Hall(database).open()
    assert hall.process is not None
    started: list[int] = []

    async def run(process: int) -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "greedy", settings={"round_cap": 20})
            async with ada.sit(table["id"], wants="options") as place:
                dice = random.Random(1)
                assert await place.play_on(dice.choice, 3) == 3
                for child in children(process):
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(child, signal.SIGKILL)
                assert await place.play_on(dice.choice, 10) == 10
                started.extend(children(process))

    try:
        asyncio.run(run(hall.process.pid))
    finally:
        hall.kill()
    assert started, "no process was thinking for the bot"
    asyncio.run(until(lambda: not any(Path(f"/proc/{child}").exists() for child in started)))
