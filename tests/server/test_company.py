"""Who we are: pages, ratings, friends, blocks; reports, exports, and being deleted."""

from __future__ import annotations

import asyncio
import json
import math
import os
from pathlib import Path
from typing import Any

from starhall.server.anchors import anchor
from starhall.server.identities import new_id
from starhall.server.ratings import BOT, FEWEST, interval, rate
from starhall.server.storage.results import Rating, Result
from tests.server.hall import PATIENCE, Guest, Hall, Json, until
from tests.server.process import Forked

SHORT = {"round_cap": 20}


def test_ratings_grow_apart_and_surer() -> None:
    known: dict[str, Rating] = {}
    for number in range(FEWEST):
        order = [Result(0, "ada", 1, True), Result(1, "bot:greedy@1", 2, False)]
        order += [Result(2, "ben", 2 + number % 2, False)]
        known = {**known, **rate("cyberstrife", known, order)}
    ada, ben = known["ada"], known["ben"]
    assert ada.games == ben.games == FEWEST
    assert interval(ada)[0] > interval(ben)[1] - 10 and ada.mu > 25 > ben.mu
    assert ada.sigma < rate("cyberstrife", {}, order)["ada"].sigma


def test_bots_keep_their_rating() -> None:
    """Only people move, by how strong the bots are that they meet."""
    bots = ("random", "easy", "greedy", "normal", "strong")
    scale = [anchor("cyberstrife", bot).mu for bot in bots]
    assert scale == sorted(scale) and scale[2] == 25 and len(set(scale)) == len(bots)
    # 166.5 of 201: so much of the normal distribution is below 0.948 standard deviations.
    expected = 25 + 0.948 * 2**0.5 * 25 / 6
    assert math.isclose(anchor("cyberstrife", "strong").mu, expected, rel_tol=0.001)
    assert anchor("nexus-ops", "strong").mu < anchor("cyberstrife", "strong").mu  # 150 of 200
    assert anchor("nexus-ops", "normal") == anchor("cysmic", "normal")  # 22 of 30 elsewhere
    known: dict[str, Rating] = {}
    for bot in ("strong", "random"):
        player = f"bot:{bot}@1"
        for _ in range(FEWEST):
            order = [Result(0, f"beats {bot}", 1, True), Result(1, player, 2, False)]
            known = {**known, **rate("cyberstrife", known, order)}
        still = anchor("cyberstrife", bot)
        assert (known[player].mu, known[player].sigma) == (still.mu, still.sigma)
        assert known[player].games == FEWEST
    assert known["beats strong"].mu > known["beats random"].mu + 2


async def resign(guest: Guest, table: str) -> None:
    async with guest.sit(table, wants="options") as place:
        await place.until(type="frame")
        answer = await place.ask(type="resign")
        assert answer["type"] == "ack", answer


async def stored(guest: Guest, games: int) -> Json:
    """The page of somebody, when it shows so many games."""
    async with asyncio.timeout(PATIENCE):
        while True:
            page: Json = await guest.get("/api/profile")
            if sum([record["played"] for record in page["games"]]) == games:
                return page
            await asyncio.sleep(0.02)


def test_a_page_is_private_until_it_is_shared(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Ben") as ben:
            table = await ada.open_table("me", "open", settings=SHORT, private=True)
            link = table["invitations"]["1"]
            await ben.post(f"/api/tables/{table['id']}/join", {"invitation": link})
            await resign(ben, table["id"])
            page = await stored(ada, 1)
            record = page["games"][0]
            assert (record["game"], record["won"], record["streak"]) == ("cyberstrife", 1, 1)
            assert page["opponents"] == [{"name": "Ben", "played": 1, "won": 1}]
            assert page["recent"][0]["table"] == table["id"] and "link" not in page
            shared = await ada.post("/api/profile/share", {"on": True})
            seen = hall.http.get(f"/api/pages/{shared['link']}")
            assert seen.json()["name"] == "Ada" and "opponents" not in seen.json()
            assert "table" not in seen.json()["recent"][0]  # it was private
            await ada.post("/api/profile/share", {"on": False})
            assert hall.http.get(f"/api/pages/{shared['link']}").status_code == 404
            assert (await stored(ben, 1))["games"][0]["won"] == 0

    asyncio.run(run())


def test_nobody_is_rated_on_fewer_than_ten_games(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            wanted: Json = {"settings": SHORT, "rated": True}
            refused = {"game": "cyberstrife", "chairs": [{"kind": "me"}], "rated": True}
            await ada.post("/api/tables", refused, status=400)
            for number in range(FEWEST):
                table = await ada.open_table("me", "greedy", **wanted)
                assert table["rated"]
                await resign(ada, table["id"])
                page = await stored(ada, number + 1)
                record = page["games"][0]
                assert record["rated_games"] == number + 1
                assert ("rating" in record) == (number + 1 == FEWEST)
                ladder = await ada.get("/api/games/cyberstrife/ladder")
                mine = [line for line in ladder["lines"] if line.get("you")]
                assert len(mine) == (number + 1 == FEWEST)
            bots = [line for line in ladder["lines"] if line.get("bot")]
            assert bots[0]["name"].startswith("greedy@") and bots[0]["rating"] == 25
            assert mine[0]["rating"] < 25  # she has lost all of them
            assert mine[0]["low"] < mine[0]["rating"] < mine[0]["high"] and BOT not in str(ladder)
            async with Guest(hall, "Eve") as eve:
                practice = await eve.open_table("me", "greedy", settings=SHORT)
                await resign(eve, practice["id"])
                assert "rated_games" not in (await stored(eve, 1))["games"][0]

    asyncio.run(run())


def test_friends_invite_each_other_and_blocked_people_cannot(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Ben") as ben, Guest(hall, "Eve") as eve:
            link = (await ada.get("/api/friends"))["link"]
            assert (await ben.get(f"/api/friends/link/{link}"))["name"] == "Ada"
            await ben.post("/api/friends", {"token": link})
            friend = (await ada.get("/api/friends"))["friends"][0]
            assert friend["name"] == "Ben"
            await ada.post("/api/friends/link")
            await eve.post("/api/friends", {"token": link}, status=404)  # the old link is void
            await ada.post("/api/friends", {"token": (await ada.get("/api/friends"))["link"]}, 400)
            await invited(ada, ben, eve, friend["id"])
            await blocked(ada, ben)

    async def invited(ada: Guest, ben: Guest, eve: Guest, friend: str) -> None:
        table = (await ada.open_table("me", "friend", settings=SHORT, private=True))["id"]
        await ben.get(f"/api/tables/{table}", status=404)
        wanted = {"friend": friend, "seat": 1}
        await eve.post(f"/api/tables/{table}/invite", wanted, status=404)
        await ada.post(f"/api/tables/{table}/invite", {**wanted, "seat": 0}, status=409)
        await ada.post(f"/api/tables/{table}/invite", {**wanted, "friend": eve.me["id"]}, 403)
        await ada.post(f"/api/tables/{table}/invite", wanted)
        assert [one["id"] for one in (await ben.get("/api/lobby"))["invited"]] == [table]
        await eve.post(f"/api/tables/{table}/join", {}, status=404)
        await ben.post(f"/api/tables/{table}/join", {})
        assert "invited" not in await ben.get("/api/lobby")

    async def blocked(ada: Guest, ben: Guest) -> None:
        table = (await ada.open_table("me", "open", "open", settings=SHORT))["id"]
        async with ben.sit(table) as place:
            await place.send(type="chat", text="you are a bot")
            line = await place.until(type="chat")
        report = {"speaker": line["speaker"], "at": line["at"], "reason": "rude"}
        await ada.post(f"/api/tables/{table}/report", report)
        await ada.post(f"/api/tables/{table}/report", report)  # the same again
        await ada.post(f"/api/tables/{table}/report", {**report, "at": 1.0}, status=404)
        await ada.post("/api/blocks", {"table": table, "speaker": line["speaker"]})
        assert (await ada.get(f"/api/tables/{table}"))["hidden"] == [line["speaker"]]
        await ben.post(f"/api/tables/{table}/join", {}, status=403)
        token = (await ada.get("/api/friends"))["link"]
        await ben.post("/api/friends", {"token": token}, status=403)
        found = await ada.get("/api/friends")
        assert not found["friends"] and found["blocked"][0]["name"] == "Ben"
        answer = await ada.http.delete(f"/api/blocks/{found['blocked'][0]['id']}")
        assert answer.status_code == 204
        await ben.post(f"/api/tables/{table}/join", {})

    asyncio.run(run())


def test_export_and_deletion(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ben") as ben:
            async with Guest(hall, "Ada Lovelace") as ada:
                table = (await ada.open_table("me", "open", settings=SHORT))["id"]
                await ben.post(f"/api/tables/{table}/join", {})
                waiting = (await ada.open_table("me", "open"))["id"]
                async with ada.sit(table) as place:
                    await place.send(type="chat", text="hello from me")
                    await place.until(type="chat", text="hello from me")
                found = await ada.get("/api/me/export")
                assert found["person"][0]["name"] == "Ada Lovelace"
                assert found["chat"][0]["text"] == "hello from me"
                assert {row["id"] for row in found["tables"]} == {table, waiting}
                secrets = ("seed", "secret", "hash", "phrase")
                assert not [key for key in secrets if f'"{key}"' in json.dumps(found)]
                await ada.post("/api/me/delete", {"name": "Ada"}, status=400)
                cookies = ada.http.cookies
                await ada.post("/api/me/delete", {"name": "Ada Lovelace"})
                again = await ada.http.get("/api/me", headers={"Cookie": str(cookies)})
                assert again.json() is None
            info = await ben.get(f"/api/tables/{table}")
            assert info["status"] == "over" and info["seats"][0]["name"] == "Somebody"
            await ben.get(f"/api/tables/{waiting}", status=404)
            for path in (f"/api/tables/{table}/replay", "/api/lobby", "/api/profile"):
                assert "Lovelace" not in json.dumps(await ben.get(path))
            async with ben.sit(table) as place:
                frame = await place.until_frame(lambda frame: frame["over"])
                assert "Lovelace" not in json.dumps([frame, *place.heard])
                assert "hello from me" not in json.dumps(place.heard)

    asyncio.run(run())


def operate(hall: Hall, *words: str) -> str:
    """The command line of the operator, beside an open hall."""
    log = hall.store.folder / "operator.log"
    wide = {**os.environ, "COLUMNS": "200"}
    program = Forked(["hall", *words, "--db", hall.database], wide, log)
    assert program.stdout is not None
    with program.stdout as out:
        said = out.read()
    assert program.wait(PATIENCE) == 0, log.read_text()
    return said


def test_no_id_is_an_option_at_the_command_line() -> None:
    assert all([new_id().isalnum() for _ in range(1000)])


async def until_nobody_reads(guest: Guest, table: str) -> None:
    """Whoever comes now gets no line of chat any more; an open hall hears of it soon."""
    async with asyncio.timeout(PATIENCE):
        while True:
            async with guest.sit(table) as place:
                await place.ask(type="ping")
                if not [one for one in place.heard if one["type"] == "chat"]:
                    return


def test_the_operator_looks_mutes_closes_and_deletes(tmp_path: Path) -> None:
    async def run(hall: Hall) -> None:
        async with Guest(hall, "Mallory") as mallory, Guest(hall, "Ada") as ada:
            table = (await ada.open_table("me", "greedy", settings=SHORT))["id"]
            async with mallory.sit(table) as place:
                await place.send(type="chat", text="[red]rude[/red]")
                line: Any = await place.until(type="chat")
                report = {"speaker": line["speaker"], "at": line["at"]}
                await ada.post(f"/api/tables/{table}/report", report)
                found = operate(hall, "chat", "reports")
                assert "[red]rude[/red]" in found and mallory.me["id"] in found
                assert mallory.me["id"] in operate(hall, "people", "list", "Mall")
                operate(hall, "people", "mute", mallory.me["id"])
                await place.send(type="chat", text="again")
                refused = await place.until(type="refused")
                assert "operator" in refused["error"]
                operate(hall, "chat", "done", "1")
                assert "no reports" in operate(hall, "chat", "reports")
                async with ada.sit(table) as later:
                    assert await later.until(type="chat", text="[red]rude[/red]")
                operate(hall, "chat", "delete", "1")
                await until_nobody_reads(ada, table)
                assert "Nothing was said" in operate(hall, "chat", "show", table)
                assert table in operate(hall, "tables", "list", "--status", "playing")
                operate(hall, "tables", "close", table)
                await until(lambda: place._closed)
            await ada.get(f"/api/tables/{table}", status=404)

    with Hall(tmp_path / "hall.db") as hall:
        asyncio.run(run(hall))
