"""Bad input, forged requests, limits: a clear refusal, and nothing changes."""

import asyncio
import contextlib
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import websockets
from websockets.asyncio.client import connect

from starhall.engine.errors import StarhallError
from starhall.server.names import clean_name
from tests.server.hall import Guest, Hall, until


def entries(hall: Hall) -> int:
    with contextlib.closing(sqlite3.connect(str(hall.database))) as db:
        return int(db.execute("SELECT count(*) FROM entries").fetchone()[0])


def test_a_foreign_page_can_change_nothing(hall: Hall) -> None:
    name = {"name": "Eve"}
    plain = hall.http.post("/api/me", json=name)
    assert plain.status_code == 403 and "X-Starhall" in plain.json()["error"]
    for headers in (
        {"Origin": "https://evil.example", "X-Starhall": "1"},
        {"Origin": "null", "X-Starhall": "1"},
        {"Sec-Fetch-Site": "cross-site", "X-Starhall": "1"},
    ):
        answer = hall.http.post("/api/me", json=name, headers=headers)
        assert answer.status_code == 403 and "page of another site" in answer.json()["error"]
        assert "set-cookie" not in answer.headers


def test_a_socket_from_a_foreign_page_is_not_opened(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random")
            headers = {"Cookie": ada.cookie, "Origin": "https://evil.example"}
            url = f"ws://127.0.0.1:{hall.port}/api/tables/{table['id']}/live"
            with pytest.raises(websockets.InvalidStatus) as refused:
                async with connect(url, additional_headers=headers, proxy=None):
                    pass
            assert refused.value.response.status_code == 403

    asyncio.run(run())


def test_cookie_and_headers_are_strict(hall: Hall) -> None:
    answer = hall.http.post("/api/me", json={"name": "Ada"}, headers={"X-Starhall": "1"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and "path=/" in cookie
    page = hall.http.get("/t/anything")
    policy = page.headers["content-security-policy"]
    scripts = [part for part in policy.split("; ") if part.startswith("script-src")]
    assert page.status_code == 200 and scripts == ["script-src 'self'"]
    assert "unsafe-eval" not in policy and "frame-ancestors 'none'" in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    missing = hall.http.get("/api/nothing")
    assert missing.status_code == 404 and missing.json()["status"] == 404


def test_only_hashes_of_secrets_are_stored(hall: Hall) -> None:
    async def run() -> list[str]:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            table = await ada.open_table("me", "friend")
            [invitation] = table["invitations"].values()
            shown = await ada.get(f"/api/tables/{table['id']}")
            assert list(shown["invitations"].values()) == [invitation]
            wrong = {"invitation": invitation[::-1]}
            await bob.post(f"/api/tables/{table['id']}/join", wrong, status=403)
            await bob.post(f"/api/tables/{table['id']}/join", status=409)
            await bob.post(f"/api/tables/{table['id']}/join", {"invitation": invitation})
            return [invitation, ada.http.cookies["starhall"], ada.me["phrase"]]

    secrets = asyncio.run(run())
    with contextlib.closing(sqlite3.connect(str(hall.database))) as db:
        stored = "\n".join(db.iterdump())
    for secret in secrets:
        assert len(secret) > 25 and secret not in stored


def test_the_phrase_moves_an_identity_and_a_new_one_voids_it(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            table = await ada.open_table("me", "random")
            typed = ada.me["phrase"].upper().replace("-", "  ")
            moved = await bob.post("/api/me/recover", {"phrase": typed})
            assert moved["id"] == ada.me["id"] and "phrase" not in moved
            mine = await bob.get("/api/lobby")
            assert table["id"] in [shown["id"] for shown in mine["mine"]]
            # A new phrase ends what the old one and the old cookies allowed, sockets too.
            stolen = ada.http.cookies["starhall"]
            async with bob.sit(table["id"]) as elsewhere:
                await elsewhere.until(type="presence")
                renewed = await ada.post("/api/me/phrase")
                await elsewhere.until_closed()
                assert elsewhere.socket.close_code == 4409
            assert renewed["phrase"] != ada.me["phrase"]
            assert await bob.get("/api/me") is None
            await bob.post("/api/me/recover", {"phrase": ada.me["phrase"]}, status=401)
            assert ada.http.cookies["starhall"] != stolen
            assert (await ada.get("/api/me"))["id"] == ada.me["id"]

    asyncio.run(run())


def test_whoever_logs_out_is_unknown_in_this_browser(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "open")
            cookie = {"Cookie": ada.cookie, "X-Starhall": "1"}
            async with ada.sit(table["id"]) as place:
                await place.until(type="presence")
                answer = await ada.http.post("/api/me/logout")
                assert answer.status_code == 204 and "starhall" not in ada.http.cookies
                await place.until_closed()
                assert place.socket.close_code == 4409
            assert hall.http.get("/api/me", headers=cookie).json() is None
            assert hall.http.get("/api/lobby", headers=cookie).status_code == 401
            again = await ada.post("/api/me/recover", {"phrase": ada.me["phrase"]})
            assert again["id"] == ada.me["id"]

    asyncio.run(run())


@pytest.mark.parametrize(
    ("path", "data", "status", "says"),
    [
        ("/api/tables", {"game": "chess", "chairs": []}, 404, "no game 'chess'"),
        ("/api/tables", {"game": "cyberstrife", "chairs": []}, 400, "players, not 0"),
        ("/api/tables", {"game": "cyberstrife"}, 400, "chairs"),
        ("/api/tables", {"game": 7, "chairs": []}, 400, ""),
        ("/api/tables", {"game": "cyberstrife", "chairs": [], "cheat": 1}, 400, "cheat"),
        ("/api/me", {"name": " \u200b "}, 400, "at least one visible letter"),
        ("/api/me", {"name": "x" * 300}, 400, "at most 40 letters"),
        ("/api/me", {"name": "\u2800\u3164\ufe0f"}, 400, "at least one visible letter"),
        ("/api/me", {"name": " starHALL\u200b"}, 400, "the name of the hall itself"),
        ("/api/me", {"name": "St\u0430rh\u0430ll"}, 400, "the name of the hall itself"),
        ("/api/me", None, 400, "it has no body"),
        ("/api/tables", {"game": "cyberstrife", "chairs": [{"kind": "me", "bot": 1}]}, 400, "bot"),
        ("/api/me/recover", {"phrase": "babab"}, 401, "this phrase is unknown"),
        ("/api/tables/none/join", {}, 404, "no such table"),
        ("/api/tables/none/leave", {}, 404, "no such table"),
    ],
)
def test_wrong_requests_are_refused_with_a_sentence(
    hall: Hall, path: str, data: dict[str, Any] | None, status: int, says: str
) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            if data is None:
                problem = (await ada.http.post(path)).json()
            else:
                problem = await ada.post(path, data, status=status)
            assert says in problem["error"] and problem["status"] == status

    asyncio.run(run())


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("\u202eadA\u202c", "adA"),  # marks of direction
        ("a\u200bd\ufeffa", "ada"),
        (" a\tb\u2028c\x00d ", "a b c d"),
        ("\u0645\u0631\u062d\u0628\u0627", "\u0645\u0631\u062d\u0628\u0627"),
        ("\u0645\u06cc\u200c\u062e\u0648", "\u0645\u06cc\u200c\u062e\u0648"),  # a joiner in Persian
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),  # and in an emoji
        ("Z" + "\u0335" * 30, "Z" + "\u0335" * 4),
        ("<b>'; DROP TABLE people;--", "<b>'; DROP TABLE people;--"),
    ],
)
def test_names_keep_their_script_and_lose_what_only_disturbs(typed: str, shown: str) -> None:
    assert clean_name(typed, 40) == shown


@pytest.mark.parametrize(
    "typed",
    [
        "St\u0430rhall",  # Cyrillic
        "\u0405\u0442\u0430r\u04bb\u0430\u217c\u217c",  # Cyrillic and Roman numerals
        "Starha11",
        "StarhaIl",
        "\uff33\uff54\uff41\uff52\uff48\uff41\uff4c\uff4c",  # full width
        "S-t-a-r h\u0101ll",
        "Starhall (host)",
    ],
)
def test_nobody_takes_the_name_of_the_hall_in_other_letters(typed: str) -> None:
    with pytest.raises(StarhallError, match="the name of the hall itself"):
        clean_name(typed, 40)
    for name in ("Stella", "Marshall", "Starhaven", "\u0417\u0432\u0435\u0437\u0434\u0430"):
        assert clean_name(name, 40) == name


def test_whatever_is_sent_as_a_request_gets_a_sentence(hall: Hall) -> None:
    """Bodies that are nested, cut off, of another kind or too large; other methods; odd paths."""
    headers = {"X-Starhall": "1", "Content-Type": "application/json"}
    for body, status, says in (
        (b'{"name":' + b"[" * 30_000, 400, "nested too deeply"),
        (b'{"name": "A', 400, "cannot be read"),
        (b"name=Ada", 400, "cannot be read"),
        ('{"name": "Ada"}'.encode("utf-16"), 400, "cannot be read"),
        (b"x" * 100_000, 413, "at most 65536 bytes"),
    ):
        answer = hall.http.post("/api/me", content=body, headers=headers)
        assert answer.status_code == status and says in answer.json()["error"]
    wrong = hall.http.request("DELETE", "/api/me", headers=headers)
    assert wrong.status_code == 405 and "DELETE is not possible at /api/me" in wrong.json()["error"]
    assert hall.http.head("/").status_code == 200 and not hall.http.head("/api/games").content
    for path in ("/api/tables/%2e%2e%2f%2e%2e%2fetc", "/api/tables/%00", "/api/tables/%ff%fe"):
        answer = hall.http.get(path)
        assert answer.status_code == 404 and answer.json()["error"].startswith("there is no")
    assert "root:" not in hall.http.get("/%2e%2e/%2e%2e/%2e%2e/etc/passwd").text


def test_sockets_that_are_torn_away_leave_no_trace(hall: Hall) -> None:
    """In the middle of what is being sent, again and again, while another one plays on."""

    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Max") as max_:
            table = await ada.open_table("me", "random")
            async with ada.sit(table["id"], wants="options") as place:
                for _ in range(10):
                    for _ in range(3):
                        watching = max_.sit(table["id"], words=True)
                        other = await watching.__aenter__()
                        other.socket.transport.abort()
                        with contextlib.suppress(websockets.ConnectionClosed, OSError):
                            await watching.__aexit__(None, None, None)
                    assert await place.play_on(random.Random(1).choice, 1) == 1
                await until(lambda: hall.http.get("/api/health").json()["sockets"] == 1)

    asyncio.run(run())
    assert "Traceback" not in hall.log.read_text()


def test_a_seed_cannot_be_chosen_where_others_play(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            chairs = [{"kind": "me"}, {"kind": "open"}]
            wanted = {"game": "cyberstrife", "chairs": chairs, "seed": "mine"}
            problem = await ada.post("/api/tables", wanted, status=400)
            assert "reveals every card" in problem["error"]

    asyncio.run(run())


def test_random_frames_are_refused_and_change_nothing(hall: Hall) -> None:
    """Broken JSON, wrong types, unknown and huge messages, from a seat that is asked."""
    dice = random.Random(3)
    kinds = ["hello", "choose", "interject", "undo", "consent", "why", "hint", "chat", "hand"]
    values: list[Any] = [None, -1, 2**70, 1.5, "", "x", [], [[]], {}, True, "\ud800", 10**6]

    def message() -> str | bytes:
        import json

        roll = dice.random()
        if roll < 0.1:
            return bytes(dice.randrange(256) for _ in range(dice.randrange(40)))
        if roll < 0.3:
            return "".join(chr(dice.randrange(32, 127)) for _ in range(dice.randrange(60)))
        if roll < 0.35:
            return "[" * 3000
        fields = {
            key: dice.choice(values)
            for key in ("ref", "answered", "options", "option", "seat", "bot", "request", "text")
            if dice.random() < 0.4
        }
        return json.dumps({"type": dice.choice([*kinds, "frame", "ack"]), **fields})

    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            table = await ada.open_table("me", "open")
            await bob.post(f"/api/tables/{table['id']}/join")
            async with ada.sit(table["id"], wants="options") as place:
                before = await place.until_frame(lambda frame: True)
                count = entries(hall)
                for _ in range(300):
                    await place.socket.send(message())
                await place.ask(type="ping")
                refused = [said for said in place.heard if said["type"] == "refused"]
                assert len(refused) > 150
                assert all(said["error"] for said in refused)
                assert "Traceback" not in "".join(place.raw)
                assert entries(hall) == count
                await place.send(type="hello", wants="options")
                after = await place.until_frame(lambda frame: True)
                assert after["answered"] == before["answered"]

    asyncio.run(run())


def test_foreign_and_out_of_turn_choices_are_refused(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            table = await ada.open_table("me", "open", settings={"simultaneous_turns": "off"})
            await bob.post(f"/api/tables/{table['id']}/join")
            async with ada.sit(table["id"]) as one, bob.sit(table["id"]) as two:
                await one.until_frame(lambda frame: True)
                await two.until_frame(lambda frame: True)
                asked, idle = (one, two) if one.frame.get("options") else (two, one)
                count = entries(hall)
                if not idle.frame.get("options"):
                    option = asked.frame["options"][0]["number"]
                    refused = await idle.choose(option)
                    assert refused["type"] == "refused" and "not asked" in refused["error"]
                refused = await asked.choose(99_999)
                assert "options are numbered" in refused["error"]
                refused = await asked.choose()
                assert "1 to 64 options" in refused["error"]
                assert entries(hall) == count

    asyncio.run(run())


def test_limits(database: Path) -> None:
    """Bodies, messages, sockets, tables, requests: each has an end."""
    tight = Hall(
        database,
        sockets_per_person=2,
        tables_per_person=2,
        messages_per_second=0.01,
        message_burst=30,  # the first messages of two sockets count ten
        message_bytes=1000,
        body_bytes=2000,
        identities_per_hour=3,
        gone_seconds=60.0,
    )

    async def run() -> None:
        async with Guest(tight, "Ada") as ada, Guest(tight, "Bob") as bob:
            table = await ada.open_table("me", "open")
            await ada.open_table("me", "open")
            chairs = [{"kind": "me"}, {"kind": "open"}]
            third = {"game": "cyberstrife", "chairs": chairs}
            problem = await ada.post("/api/tables", third, status=429)
            assert "you host 2 tables" in problem["error"]
            closed = await ada.post(f"/api/tables/{table['id']}/leave")
            table = await ada.post("/api/tables", third)
            assert closed["id"] != table["id"]
            await bob.post(f"/api/tables/{table['id']}/join")

            large = await ada.http.post("/api/me", content=b'{"name": "' + b"x" * 5000 + b'"}')
            assert large.status_code == 413 and large.json()["error"]

            async with ada.sit(table["id"]) as one, ada.sit(table["id"]):
                await one.until_frame(lambda frame: True)
                gone = await one.ask(type="hand", seat=1, bot="normal")
                assert "may come back" in gone["error"]
                with pytest.raises((ConnectionError, websockets.ConnectionClosed)) as many:
                    async with ada.sit(table["id"]) as extra:
                        await extra.until(type="presence")
                assert "4429" in str(many.value) or "closed" in str(many.value)
                with contextlib.suppress(websockets.ConnectionClosed):
                    for _ in range(60):
                        await one.send(type="ping")
                await one.until_closed()
                assert one.socket.close_code == 4428
            async with bob.sit(table["id"]) as two:
                await two.until_frame(lambda frame: True)
                with contextlib.suppress(websockets.ConnectionClosed):
                    await two.send(type="chat", text="x" * 5000)
                await two.until_closed()
                assert two.socket.close_code == 1009

            async with Guest(tight, "Eve") as eve:
                await eve.get("/api/lobby")
            with pytest.raises(AssertionError, match="too many new identities"):
                async with Guest(tight, "one too many"):
                    pass

    with tight:
        asyncio.run(run())


def test_a_socket_must_say_hello_in_time(database: Path) -> None:
    async def run(hall: Hall) -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random")
            url = f"ws://127.0.0.1:{hall.port}/api/tables/{table['id']}/live"
            headers = {"Cookie": ada.cookie, "Origin": hall.url}
            async with (
                ada.sit(table["id"]) as place,
                connect(url, additional_headers=headers, proxy=None) as silent,
            ):
                await silent.wait_closed()
                assert silent.close_code == 4408
                assert silent.close_reason == "say hello within 0.3 seconds"
                # The limit is for the first message only.
                assert (await place.ask(type="ping"))["type"] == "pong"

    with Hall(database, hello_seconds=0.3) as hall:
        asyncio.run(run(hall))


def test_too_many_requests_are_put_off(database: Path) -> None:
    with Hall(database, requests_per_second=0.001, request_burst=30) as hall:
        codes = [hall.http.get("/api/games").status_code for _ in range(40)]
    assert codes[0] == 200 and codes[-1] == 429 and set(codes) == {200, 429}
