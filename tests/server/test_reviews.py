"""Reviews in the hall: made once, by the bots' workers, for those who played."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import starhall
from starhall.bots import review as reviews
from starhall.engine.match.record import parse
from starhall.server.config import async_url
from starhall.server.storage.database import Database
from starhall.server.storage.reviews import Claim, ReviewStore
from starhall.server.workers.jobs import REVIEW_BUDGET, REVIEW_SEED
from tests.server.hall import PATIENCE, Guest, Hall
from tests.server.store import Store

pytestmark = pytest.mark.usefixtures("example_games")
Json = dict[str, Any]


@pytest.fixture(scope="module")
def market(example_games: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A hall with the small example games."""
    with Hall(tmp_path_factory.mktemp("market") / "hall.db") as opened:
        yield opened


async def played(guest: Guest, *chairs: str) -> Json:
    """A finished game of Black Market."""
    table = await guest.open_table("me", *chairs, game="black-market", seed="fair")
    async with guest.sit(table["id"], wants="options") as place:
        await place.play_on(lambda options: options[0])
    return table


async def reviewed(guest: Guest, path: str) -> Json:
    async with asyncio.timeout(PATIENCE):
        while True:
            state: Json = await guest.get(path)
            if state.get("review"):
                return state
            assert state.get("running") and state.get("done", 0) <= state.get("total", 0)
            await asyncio.sleep(0.05)


def test_a_review_is_made_once_and_is_that_of_the_record(market: Hall) -> None:
    async def run() -> None:
        async with Guest(market, "Ada") as ada, Guest(market, "Ben") as ben:
            table = await played(ada, "random", "random")
            path = f"/api/tables/{table['id']}/review"
            assert await ada.get(path, seat=0) == {}
            problem = await ben.post(f"{path}?seat=0", status=403)
            assert problem["error"] == "a review is made for those who played the game"
            assert (await ada.post(f"{path}?seat=0"))["running"]
            state = await reviewed(ada, f"{path}?seat=0")
            record = await ada.get(f"/api/tables/{table['id']}/record")
            match = starhall.load(parse(msgspec.json.encode(record)))
            steps = reviews.review(match, 0, REVIEW_SEED, REVIEW_BUDGET)
            while True:
                try:
                    next(steps)
                except StopIteration as end:
                    assert state["review"]["course"][0]["chance"] == end.value.course[0].chance
                    assert state["review"]["luck"] == end.value.luck
                    break
            assert await ada.post(f"{path}?seat=0") == state  # it is kept
            assert await ben.get(path, seat=0) == state
            await ben.post("/api/me/language", {"language": "de"})
            german = await ben.get(path, seat=0)
            assert german["review"]["course"] == state["review"]["course"]
            await ada.post("/api/me/delete", {"name": "Ada"})
            assert await ben.get(path, seat=0) == {}  # it quoted a name

    asyncio.run(run())


def test_a_running_game_is_not_reviewed(market: Hall) -> None:
    async def run() -> None:
        async with Guest(market, "Ada") as ada:
            table = await ada.open_table("me", "random", game="black-market")
            for ask in (ada.get, ada.post):
                problem = await ask(f"/api/tables/{table['id']}/review", status=409)
                assert problem["error"] == "this is available when the game is over"

    asyncio.run(run())


def test_there_must_be_such_a_seat(market: Hall) -> None:
    async def run() -> None:
        async with Guest(market, "Ada") as ada:
            table = await played(ada, "random")
            problem = await ada.post(f"/api/tables/{table['id']}/review?seat=7", status=409)
            assert problem["error"] == "there is no seat 7: seats are 0 to 1"

    asyncio.run(run())


def test_one_review_at_a_time_of_a_table_and_for_a_person(store: Store) -> None:
    """Also across processes: the claim is a row of the database."""

    async def run() -> None:
        with Hall(store) as hall:
            async with Guest(hall, "Ada") as ada, Guest(hall, "Ben") as ben:
                tables = [(await ada.open_table("me", "friend"))["id"] for _ in range(2)]
                assert ben.me["name"] == "Ben"
        people = [row[0] for row in store.rows("select id from people order by made")]
        database = Database(async_url(store.url))
        reviews = ReviewStore(database)
        try:
            assert await reviews.begin(tables[0], 0, people[0]) is Claim.MINE
            assert await reviews.begin(tables[0], 1, people[1]) is Claim.TABLE_BUSY
            assert await reviews.begin(tables[1], 0, people[0]) is Claim.PERSON_BUSY
            assert await reviews.begin(tables[1], 0, people[1]) is Claim.MINE
            await reviews.go_on(tables[0], 0, 9, 9, "{}")
            assert await reviews.begin(tables[0], 0, people[0]) is Claim.EXISTS
            assert await reviews.begin(tables[0], 1, people[0]) is Claim.MINE
            await reviews.give_up(tables[0], 1)
            assert await reviews.get(tables[0], 1) is None
            await reviews.forget(tables[0], 0)
            assert await reviews.begin(tables[0], 0, people[0]) is Claim.MINE
        finally:
            await database.close()

    asyncio.run(run())
