"""PostgreSQL is restarted, killed, frozen, or cuts connections: a sentence, and nothing lost."""

import asyncio
import contextlib
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import websockets

from starhall.lab.postgres import Postgres
from starhall.server.proof import linked
from starhall.server.storage.models import Entry
from starhall.server.tasks import Tasks
from tests.server.hall import PATIENCE, Guest, Hall, Place, until
from tests.server.store import Store
from tests.server.test_durable import LOST, UNWRITTEN, Assassin, Player, log_of, more_choices

CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
# A process listens on the only connection that never begins a transaction.
LISTENING = "AND pid <> pg_backend_pid() AND query IN ('SELECT 1', 'SELECT pg_notify($1, $2)')"


@pytest.fixture(scope="module")
def fragile() -> Iterator[Postgres]:
    """A server that the tests of this module may stop and kill."""
    with Postgres() as server:
        yield server


@pytest.fixture
def store(fragile: Postgres, tmp_path: Path) -> Store:
    return Store(fragile.new_database(), tmp_path)


async def play_one(place: Place) -> int:
    """Make the choice that is asked for; how many choices the seat has made then."""
    frame = await place.until_asked()
    answer = await place.choose(frame["options"][0]["number"])
    assert answer["type"] == "ack", answer
    return int(answer["answered"])


async def both_hear(here: Place, there: Place, said: str) -> None:
    """A choice and a line of chat of one process reach the other."""
    made = await play_one(here)
    await there.until_frame(lambda frame: frame["answered"] >= made)
    await there.send(type="chat", text=said)
    await here.until(type="chat", text=said)


def test_processes_whose_connections_were_cut_hear_each_other_again(
    fragile: Postgres, store: Store
) -> None:
    async def run(one: Hall, two: Hall) -> None:
        async with Guest(one, "Ada") as ada, Guest(two, "Ada", ada.http.cookies) as elsewhere:
            table = await ada.open_table("me", "random", settings={"round_cap": 20})
            async with (
                ada.sit(table["id"], wants="options") as here,
                elsewhere.sit(table["id"], wants="options") as there,
            ):
                await both_hear(here, there, "before")
                # First the connections that listen, then all of them.
                assert len(fragile.query(CUT + LISTENING, store.url)) == 2
                await both_hear(here, there, "after one cut")
                fragile.query(CUT + "AND pid <> pg_backend_pid()", store.url)
                await both_hear(here, there, "after another")

    with Hall(store) as one, Hall(store) as two:
        asyncio.run(run(one, two))


def test_while_postgres_is_down_the_hall_says_so_and_later_everybody_catches_up(
    fragile: Postgres, store: Store
) -> None:
    async def run(one: Hall, two: Hall) -> None:
        async with Guest(one, "Ada") as ada, Guest(two, "Bob") as bob, Guest(two, "Max") as max_:
            table = await ada.open_table("me", "random", settings={"round_cap": 20})
            async with (
                ada.sit(table["id"], wants="options") as here,
                max_.sit(table["id"], wants="options") as watching,
            ):
                made = await play_one(here)
                frame = await here.until_asked()
                await watching.until_frame(lambda frame: True)
                fragile.stop()
                for guest, path in ((ada, "/api/lobby"), (bob, f"/api/tables/{table['id']}x")):
                    answer = await guest.http.get(path)
                    assert answer.status_code == 503 and UNWRITTEN in answer.json()["error"]
                    assert answer.headers["retry-after"] == "2"
                with contextlib.suppress(ConnectionError, websockets.ConnectionClosed):
                    refused = await here.choose(frame["options"][0]["number"])
                    assert UNWRITTEN in refused["error"]
                await here.until_closed()
                assert here.socket.close_code == 4503
                async with ada.sit(table["id"]) as refused_socket:
                    await refused_socket.until_closed()
                    assert refused_socket.socket.close_code == 4503
                fragile.start()
                # Those who stayed hear what happens now, though nobody has told them to come back.
                lines = len(watching.lines)
                async with contextlib.AsyncExitStack() as stack:
                    here = await _back(stack, ada, table["id"])
                    assert here.frame["answered"] == made
                    while len(watching.lines) == lines:
                        await play_one(here)
                        await until(lambda: here.frame.get("options") or here.frame.get("over"))

    with Hall(store) as one, Hall(store) as two:
        asyncio.run(run(one, two))
    assert "The database does not answer: " in one.log.read_text()


async def _back(stack: contextlib.AsyncExitStack, guest: Guest, table: str) -> Place:
    """Come back as a browser does: until the hall lets one in again."""
    while True:
        with contextlib.suppress(*LOST):
            place = await stack.enter_async_context(guest.sit(table, wants="options"))
            await place.until_asked()
            return place


def test_a_bot_goes_on_when_the_database_is_back_though_nobody_is_there(
    fragile: Postgres, store: Store
) -> None:
    def entries(id: str) -> int:
        return len(log_of(store, id))

    async def run(hall: Hall) -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("random", "random", settings={"round_cap": 20})
            await until(lambda: entries(table["id"]) > 2)
            fragile.kill()
            fragile.start()
            before = entries(table["id"])
            await until(lambda: entries(table["id"]) > before)

    with Hall(store) as hall:
        asyncio.run(run(hall))


def test_when_the_database_is_killed_no_acknowledged_choice_is_lost_or_doubled(
    fragile: Postgres, store: Store
) -> None:
    async def killing(players: list[Player]) -> None:
        for _ in range(3):
            await more_choices(players, 6)
            await asyncio.to_thread(fragile.kill)
            await asyncio.to_thread(fragile.start)

    async def run(hall: Hall) -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            table = await ada.open_table("me", "open", settings={"round_cap": 20})
            await bob.post(f"/api/tables/{table['id']}/join")
            assassin = Assassin(hall)  # who is not armed: the hall lives
            players = [
                Player(guest, table["id"], seed, assassin) for seed, guest in enumerate((ada, bob))
            ]
            async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as together:
                together.create_task(killing(players))
                for player in players:
                    together.create_task(player.play())
            log = log_of(store, table["id"])
            assert [ply for ply, *_ in log] == list(range(len(log)))
            for seat, player in enumerate(players):
                assert [what for _, by, _, what in log if by == seat] == player.acknowledged

    with Hall(store) as hall:
        asyncio.run(run(hall))


def test_a_choice_of_another_process_is_found_by_the_log_though_nobody_told(
    fragile: Postgres, store: Store
) -> None:
    """Written by hand, as by a process that dies between its commit and the news of it."""

    async def run(hall: Hall) -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random", settings={"round_cap": 20})
            async with ada.sit(table["id"], wants="options") as place:
                await place.play_on(random.Random(1).choice, 1)
                frame = await place.until_asked()
                number = len(log_of(store, table["id"]))
                last = f"table_id = '{table['id']}' AND ply = {number - 1}"
                [(before,)] = store.rows(f"SELECT hash FROM entries WHERE {last}")
                token = frame["options"][0]["token"]
                entry = linked(before, number, Entry(0, "choice", token, time.time()))
                fragile.query(
                    f"INSERT INTO entries VALUES ('{table['id']}', {number}, 0, 'choice', "
                    f"'{token}', {entry.at!r}, '{entry.hash}')",
                    store.url,
                )
                await place.until_frame(lambda new: new["answered"] == frame["answered"] + 1)

    with Hall(store) as hall:
        asyncio.run(run(hall))


def test_what_a_hall_does_when_it_opens_is_done_as_soon_as_the_database_answers() -> None:
    async def run() -> None:
        tasks, done, failures = Tasks(), asyncio.Event(), 2

        async def work() -> None:
            nonlocal failures
            if failures:
                failures -= 1
                raise TimeoutError
            done.set()

        tasks.insist(0.0, work)
        async with asyncio.timeout(PATIENCE):
            await done.wait()
        await tasks.cancel()

    asyncio.run(run())
