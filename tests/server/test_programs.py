"""Programs with tokens: they play by plain requests, and get no more than their scopes and seat."""

from __future__ import annotations

import asyncio
import json
import random
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.hall import PATIENCE, PLAIN, Guest, Hall, Json

ALL = ["observe", "play", "open"]


class Client:
    """A program: plain requests of the standard library, a token, no cookie."""

    def __init__(self, hall: Hall, token: str) -> None:
        self.hall = hall
        self.token = token

    def ask(self, path: str, data: Json | None = None) -> Any:
        request = urllib.request.Request(
            f"{self.hall.url}{path}",
            None if data is None else json.dumps(data).encode(),
            {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def refused(self, path: str, data: Json | None = None) -> tuple[int, str]:
        with pytest.raises(urllib.error.HTTPError) as caught:
            self.ask(path, data)
        with caught.value as answer:
            return answer.code, json.load(answer)["error"]

    def play(self, table: str, seed: int) -> tuple[Json, list[Json]]:
        """A whole game at random; returns the last observation and the log."""
        dice = random.Random(seed)
        seen: Json = {}
        log: list[Json] = []
        while not seen.get("over"):
            path = f"/api/tables/{table}/observe?wait=30&have={seen.get('frame', 0)}"
            seen = self.ask(path)
            log = log[: seen.get("log_from", 0)] + seen.get("log", [])
            if seen["options"]:
                token = dice.choice(seen["options"])["token"]
                data = {"answered": seen["answered"], "options": [token]}
                acted = self.ask(f"/api/tables/{table}/act", data)
                assert acted["answered"] == data["answered"] + 1 and len(acted["chain"]) == 64
        return seen, log


async def program(guest: Guest, name: str = "Hopeful", scopes: list[str] | None = None) -> Client:
    made = await guest.post("/api/programs", {"name": name, "scopes": scopes or ALL})
    return Client(guest.hall, made["token"])


def test_a_program_plays_a_whole_game_against_a_bot(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            client = await program(ada)
            chairs = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
            wanted = {"game": "cyberstrife", "chairs": chairs, "settings": {"round_cap": 20}}
            table = await asyncio.to_thread(client.ask, "/api/tables", wanted)
            assert table["your_seat"] == 0 and table["seats"][0]["kind"] == "program"
            seen, log = await asyncio.to_thread(client.play, table["id"], 1)
            assert seen["ending"] and seen["result"]["ranks"]
            assert [line["frame"] for line in log] == list(range(1, len(log) + 1))
            # The owner is its host, and everybody reads who played.
            mine = await ada.get(f"/api/tables/{table['id']}")
            assert mine["host"] and mine["status"] == "over" and "your_seat" not in mine
            assert [seat["kind"] for seat in mine["seats"]] == ["program", "bot"]
            assert mine["seats"][0]["name"] == "Hopeful"

    asyncio.run(run())


def test_a_program_plays_against_a_person(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            client = await program(bob, "Bob's bot", ["observe", "play"])
            table = await ada.open_table("me", "open", settings={"round_cap": 20})
            path = f"/api/tables/{table['id']}"
            joined = await asyncio.to_thread(client.ask, f"{path}/join", {})
            assert joined["status"] == "playing" and joined["your_seat"] == 1
            playing = asyncio.create_task(asyncio.to_thread(client.play, table["id"], 2))
            async with ada.sit(table["id"], wants="options") as place:
                await place.play_on(random.Random(3).choice)
                seen, log = await playing
                assert seen["ending"] == place.frame["ending"]
                assert [line["text"] for line in log if "text" in line]
                here = [
                    m for m in place.heard if m["type"] == "presence" and m["seats"][1].get("here")
                ]
                assert here  # while its request waits, it is at the table

    asyncio.run(run())


def test_a_program_sees_what_its_seat_sees(hall: Hall) -> None:
    """The same bytes as the socket of the same seat, and a request without a seat sees no hand."""

    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random", game="nexus-ops")
            async with ada.sit(table["id"], words=True) as place:
                frame = await place.until_asked()
                path = f"/api/tables/{table['id']}/observe"
                seen = await ada.get(path, words=True, scene=True)
                for name in ("frame", "answered", "options", "prompt", "words", "scene", "log"):
                    assert seen[name] == frame.get(name, type(seen[name])()), name
                client = await program(ada)
                outside = await asyncio.to_thread(client.ask, f"{path}?words=true&scene=true")
                assert outside["seat"] is None and outside["options"] == []
                async with Guest(hall, "Eve") as eve, eve.sit(table["id"], words=True) as watching:
                    public = await watching.until_frame(lambda f: f)
                    assert outside["words"] == public["words"]
                    assert outside["scene"] == public["scene"]
                why = await ada.get(f"/api/tables/{table['id']}/why")
                asked = await place.ask(type="why")
                assert why == asked["reasons"]

    asyncio.run(run())


def test_a_token_opens_only_what_its_scopes_name(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            watcher = await program(ada, "Watcher", ["observe"])
            table = await ada.open_table("me", "open")
            path = f"/api/tables/{table['id']}"
            wanted = {"game": "cyberstrife", "chairs": [{"kind": "me"}, {"kind": "open"}]}

            def check() -> None:
                assert watcher.ask(f"{path}/observe")["status"] == "waiting"
                assert watcher.ask("/api/lobby")["open"]
                closed: list[tuple[str, Json]] = [
                    (f"{path}/join", {}),
                    (f"{path}/act", {"answered": 0, "options": [0]}),
                    ("/api/tables", wanted),
                ]
                for route, data in closed:
                    status, said = watcher.refused(route, data)
                    assert status == 403 and "this token does not allow" in said
                # What belongs to the person is closed to all programs.
                personal: list[tuple[str, Json]] = [
                    ("/api/programs", {"name": "More", "scopes": ALL}),
                    ("/api/me/phrase", {}),
                    (f"{path}/fork", {"ply": 0, "chairs": []}),
                ]
                for route, data in personal:
                    assert watcher.refused(route, data)[0] == 401, route

            await asyncio.to_thread(check)
            cookie = {"Cookie": f"starhall={watcher.token}", "X-Starhall": "1"}
            async with httpx.AsyncClient(base_url=hall.url, headers=cookie, **PLAIN) as forger:
                assert (await forger.get("/api/me")).json() is None  # a token is not a cookie
                assert (await forger.get("/api/lobby")).status_code == 401
            assert (await ada.get("/api/programs"))[0]["name"] == "Watcher"

    asyncio.run(run())


def test_a_revoked_token_opens_nothing_and_ends_what_waits(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            client = await program(ada)
            table = await ada.open_table("me", "open", "open", settings={"round_cap": 20})
            path = f"/api/tables/{table['id']}/observe"
            listed = await ada.get("/api/programs")
            assert "token" not in listed[0] and listed[0]["scopes"] == ALL
            waiting = asyncio.create_task(asyncio.to_thread(client.refused, f"{path}?wait=30"))
            async with ada.sit(table["id"]) as place:
                await place.until(type="presence", watching=1)
                await bob.http.delete(f"/api/programs/{listed[0]['id']}")
                assert len(await ada.get("/api/programs")) == 1  # another person's is left alone
                gone = await ada.http.delete(f"/api/programs/{listed[0]['id']}")
                assert gone.status_code == 204
                assert (await waiting)[0] == 401
            status, said = await asyncio.to_thread(client.refused, path)
            assert status == 401 and "unknown or revoked" in said and client.token not in said

    asyncio.run(run())


def test_a_new_phrase_voids_all_tokens(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            client = await program(ada)
            await asyncio.to_thread(client.ask, "/api/lobby")
            await ada.post("/api/me/phrase")
            assert (await asyncio.to_thread(client.refused, "/api/lobby"))[0] == 401

    asyncio.run(run())


def test_bad_requests_get_a_sentence(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            for data, said in (
                ({"name": "X", "scopes": []}, "at least one of: observe, play, open"),
                ({"name": "X", "scopes": ["everything"]}, "Invalid enum value"),
                ({"name": "Starhall", "scopes": ALL}, "the name of the hall itself"),
            ):
                assert said in (await ada.post("/api/programs", data, 400))["error"]
            client = await program(ada)
            chairs = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
            table = await asyncio.to_thread(
                client.ask, "/api/tables", {"game": "nexus-ops", "chairs": chairs}
            )
            path = f"/api/tables/{table['id']}"

            def check() -> None:
                seen = client.ask(f"{path}/observe?wait=30")
                answered = seen["answered"]
                for options, said in (
                    (["fly to the moon"], "is not an option of this game"),
                    (["x" * 101], "no option has more than 100 letters"),
                    ([], "send 1 to 64 options"),
                    ([10**6], "options are numbered"),
                ):
                    status, error = client.refused(
                        f"{path}/act", {"answered": answered, "options": options}
                    )
                    assert status == 400 and said in error
                token = seen["options"][0]["token"]
                stale = {"answered": answered + 7, "options": [token]}
                assert "look again" in client.refused(f"{path}/act", stale)[1]
                first = {"answered": answered, "options": [token]}
                once = client.ask(f"{path}/act", first)
                again = client.ask(f"{path}/act", first)  # sent twice, done once
                assert again["answered"] == once["answered"]

            await asyncio.to_thread(check)

    asyncio.run(run())


def test_programs_of_one_person_share_a_limit(database: Path) -> None:
    slow = 0.001  # requests a second
    with Hall(
        database, programs_per_person=2, program_requests_per_second=slow, program_request_burst=10
    ) as hall:

        async def run() -> list[str]:
            async with Guest(hall, "Ada") as ada:
                clients = [await program(ada, name) for name in ("One", "Two")]
                refused = await ada.post("/api/programs", {"name": "Three", "scopes": ALL}, 429)
                assert "you have 2 programs already" in refused["error"]

                def check() -> None:
                    for number in range(10):
                        clients[number % 2].ask("/api/lobby")
                    for client in clients:
                        status, said = client.refused("/api/lobby")
                        assert status == 429 and "wait a few seconds" in said

                await asyncio.to_thread(check)
                await ada.get("/api/lobby")  # the person is not slowed down by them
                return [client.token for client in clients]

        tokens = asyncio.run(run())
    for token in tokens:  # only their hashes are stored, and nothing of them is logged
        assert token.encode() not in database.read_bytes()
        assert token not in hall.log.read_text()


def test_a_program_answers_the_wish_to_take_back(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            client = await program(bob)
            table = await ada.open_table("me", "open", game="cassiopeia")
            path = f"/api/tables/{table['id']}"
            await asyncio.to_thread(client.ask, f"{path}/join", {})

            async with ada.sit(table["id"]) as place:
                await place.until_frame(lambda frame: frame)
                answered = False
                while not answered:  # until the program has answered after Ada
                    seen = await asyncio.to_thread(client.ask, f"{path}/observe")
                    if seen["options"]:
                        number = seen["options"][0]["number"]
                        data = {"answered": seen["answered"], "options": [number]}
                        await asyncio.to_thread(client.ask, f"{path}/act", data)
                        answered = place.frame.get("answered", 0) > 0
                    else:
                        frame = await place.until_asked()
                        await place.choose(frame["options"][0]["number"])
                await place.send(type="undo", ref=900)
                assert (await place.until(ref=900))["type"] == "asked"
                seen = await asyncio.to_thread(client.ask, f"{path}/observe?wait=30")
                wish = {"request": seen["wish"]["request"], "agreed": False}
                await asyncio.to_thread(client.ask, f"{path}/consent", wish)
                refused = await place.until(type="refused", ref=900)
                assert "does not agree" in refused["error"]

    asyncio.run(run())
