"""Ways out of a game: resign, abort, delete, and what each leaves behind."""

import asyncio
from pathlib import Path
from typing import Any

from tests.server.hall import Guest, Hall, Place, until
from tests.server.test_tables import two_people


def resigned(place: Place) -> bool:
    """Has the place been told that the first seat has resigned and that a bot plays there?"""
    told = [message["seats"][0] for message in place.heard if message["type"] == "presence"]
    return bool(told[-1].get("resigned") and told[-1].get("stand_in"))


def ids(tables: list[dict[str, Any]]) -> list[str]:
    return [table["id"] for table in tables]


def test_who_resigns_from_a_game_for_two_loses_it(hall: Hall) -> None:
    async def run() -> None:
        async with two_people(hall, game="nexus-ops") as (table, ada, bob):
            async with ada.sit(table["id"]) as one, bob.sit(table["id"]) as two:
                await one.until_frame(lambda frame: True)
                assert (await one.ask(type="resign"))["type"] == "ack"
                seen = await two.until_frame(lambda frame: frame.get("over"))
                assert seen["ending"] == "Bob wins: Ada resigns." and seen["winners"] == [1]
                assert [said["text"] for said in seen["remarks"]] == ["Bob wins: Ada resigns."]
                assert not seen.get("options") and not seen.get("waiting")
                refused = await two.ask(type="choose", answered=0, options=[0])
                assert "over" in refused["error"]
            listed = (await bob.get("/api/lobby"))["mine"][0]
            assert (listed["status"], listed["ending"]) == ("over", "Bob wins: Ada resigns.")
            assert (await ada.get(f"/api/tables/{table['id']}/verify"))["ok"]
            await ada.get(f"/api/tables/{table['id']}/replay")

    asyncio.run(run())


def test_with_others_left_a_bot_plays_on_for_good(hall: Hall) -> None:
    async def run() -> None:
        async with two_people(hall, "random", game="nexus-ops") as (table, ada, bob):
            async with ada.sit(table["id"]) as one, bob.sit(table["id"]) as two:
                await one.until_frame(lambda frame: True)
                await one.ask(type="resign")
                seen = await two.until_frame(lambda frame: frame.get("remarks"))
                assert not seen.get("over")
                assert seen["remarks"][0]["text"] == "Ada resigns. The normal bot plays on for Ada."
                await until(lambda: resigned(two))
                back = await one.ask(type="hand", seat=0, bot="")
                assert back["error"] == "Ada has resigned"
                late = await one.ask(type="choose", answered=0, options=[0])
                assert late["error"] == "you have resigned from this game"
            mine = (await ada.get("/api/lobby"))["mine"]
            assert mine[0]["id"] == table["id"] and not mine[0].get("your_turn")
            refused = await ada.post(f"/api/tables/{table['id']}/delete", status=409)
            assert "others play in it" in refused["error"]

    asyncio.run(run())


def test_a_game_is_aborted_by_consent_or_by_its_host_before_the_first_choice(hall: Hall) -> None:
    async def run() -> None:
        async with (
            two_people(hall, game="nexus-ops") as (table, ada, bob),
            ada.sit(table["id"]) as one,
            bob.sit(table["id"]) as two,
        ):
            await two.until_frame(lambda frame: True)
            asked = await two.ask(type="abort")
            assert asked["type"] == "asked" and asked["seats"] == [0]
            wish = await one.until(type="wish", what="abort", seat=1)
            await one.send(type="consent", request=wish["request"], agreed=False)
            refused = await two.until(type="refused", ref=two.ref)
            assert refused["error"] == "Ada does not agree"
            await two.send(type="abort", ref=90)
            await one.until(type="wish", request=2)
            await one.send(type="consent", request=1, agreed=True)  # too late
            await one.until(type="refused", code="wish.closed")
            await one.send(type="consent", request=2, agreed=True)
            seen = await two.until_frame(lambda frame: frame.get("over"))
            assert seen["ending"] == "The game was aborted. Nobody wins."
            assert not seen.get("winners")
            again = await one.ask(type="abort")
            assert again["error"] == "the game is over already"
        async with (
            two_people(hall, game="nexus-ops") as (table, ada, bob),
            ada.sit(table["id"]) as one,
            bob.sit(table["id"]) as two,
        ):
            await one.until_frame(lambda frame: True)
            assert (await one.ask(type="abort"))["type"] == "ack"
            await two.until_frame(lambda frame: frame.get("over"))

    asyncio.run(run())


def test_what_was_played_against_bots_only_is_deleted_for_good(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            table = await ada.open_table("me", "random")
            path = f"/api/tables/{table['id']}"
            async with ada.sit(table["id"]) as place:
                await place.until_asked()
                assert "do not sit" in (await bob.post(f"{path}/delete", status=403))["error"]
                await ada.post(f"{path}/delete")
                await place.until_closed()
                assert place.socket.close_code == 4404
            assert ids((await ada.get("/api/lobby"))["mine"]) == []
            for gone in ("", "/replay", "/proof"):
                await ada.get(f"{path}{gone}", status=404)

    asyncio.run(run())


def test_a_finished_game_with_others_is_tidied_away_from_one_list_only(hall: Hall) -> None:
    async def run() -> None:
        async with two_people(hall, game="nexus-ops") as (table, ada, bob):
            async with ada.sit(table["id"]) as one:
                await one.until_frame(lambda frame: True)
                await one.ask(type="resign")
            for _ in range(2):  # the second time changes nothing
                await ada.post(f"/api/tables/{table['id']}/delete")
            assert ids((await ada.get("/api/lobby"))["mine"]) == []
            assert ids((await bob.get("/api/lobby"))["mine"]) == [table["id"]]
            await ada.get(f"/api/tables/{table['id']}/replay")

    asyncio.run(run())


def test_what_people_ended_is_ended_after_a_restart(database: Path) -> None:
    async def run(hall: Hall) -> None:
        async with two_people(hall, "random", game="nexus-ops") as (table, ada, bob):
            async with ada.sit(table["id"]) as one:
                await one.until_frame(lambda frame: True)
                await one.ask(type="resign")
            hall.kill()
            hall.open()
            async with Guest(hall, "Ada", ada.http.cookies) as back, back.sit(table["id"]) as one:
                seen = await one.until_frame(lambda frame: True)
                assert seen["remarks"][0]["text"].startswith("Ada resigns.")
                assert (await one.ask(type="hand", seat=0, bot=""))["error"] == "Ada has resigned"
            async with Guest(hall, "Bob", bob.http.cookies) as bob, bob.sit(table["id"]) as two:
                await two.until_frame(lambda frame: True)
                await two.ask(type="resign")
                over = await two.until_frame(lambda frame: frame.get("over"))
                assert over["ending"] == "The game ends here: Bob resigns."
            hall.kill()
            hall.open()
            async with Guest(hall, "Bob", bob.http.cookies) as bob, bob.sit(table["id"]) as two:
                over = await two.until_frame(lambda frame: frame.get("over"))
                assert len(over["remarks"]) == 2

    with Hall(database) as hall:
        asyncio.run(run(hall))
