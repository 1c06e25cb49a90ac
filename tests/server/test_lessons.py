"""Lessons in the hall: private tables where the coach allows, refuses and plays its part."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from starhall.engine.game import find
from starhall.engine.lessons.lesson import course
from tests.server.hall import Guest, Hall, Place

Json = dict[str, Any]
GAME = "nexus-ops"
FIRST = "01-first-turn"
BATTLE = "02-first-battle"


async def take(guest: Guest, lesson: str, again: bool = False) -> Json:
    table: Json = await guest.post("/api/lessons", {"game": GAME, "lesson": lesson, "again": again})
    return table


def number(frame: Json, token: str) -> int:
    return int(next(o["number"] for o in frame["options"] if o["token"] == token))


async def follow(place: Place, until: Any) -> Json:
    """Choose the first open option until the test of what the coach says holds."""
    while True:
        frame = await place.until_frame(
            lambda f: until(f["lesson"]) or f["lesson"]["situation"] == "ask"
        )
        if until(frame["lesson"]):
            return frame
        answer = await place.choose(frame["lesson"]["open"][0])
        assert answer["type"] == "ack", answer


def test_a_lesson_is_played_to_its_end_and_remembered(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            assert await ada.get("/api/me/learning") == {}
            table = await take(ada, BATTLE)
            assert (table["private"], table["lesson"], table["your_seat"]) == (True, BATTLE, 0)
            assert [seat["kind"] for seat in table["seats"]] == ["person", "bot"]
            async with ada.sit(table["id"]) as place:
                frame = await place.until_asked()
                said = frame["lesson"]
                assert (said["step"], said["steps"], len(said["pages"])) == (0, 6, 2)
                assert said["things"] == ["hex:in1", "hex:in2"]
                frame = await follow(place, lambda said: said["situation"] == "done")
                assert "you win the battle" in frame["lesson"]["notice"]
                refused = await place.choose(frame["options"][0]["number"])
                assert refused["error"] == "This lesson is over."
            learned = await ada.get("/api/me/learning")
            assert learned == {"finished": {GAME: [BATTLE]}}

    asyncio.run(run())


def test_closed_choices_are_refused_with_the_reason_of_the_lesson(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ben") as ben:
            table = await take(ben, FIRST)
            async with ben.sit(table["id"]) as place:
                frame = await place.until_asked()
                refused = await place.choose(number(frame, "buy fungoid"))
                assert refused["type"] == "refused"
                assert refused["error"].startswith("Good taste, but you need cheap workers")
                assert place.frame["answered"] == 0
                several = [number(frame, "buy human")] * 2
                refused = await place.choose(*several)
                assert "one choice at a time" in refused["error"]

    asyncio.run(run())


def test_progress_survives_a_reload_an_undo_and_a_new_hall(database: Path) -> None:
    async def begin(hall: Hall) -> tuple[str, str, Json]:
        async with Guest(hall, "Cyd") as cyd:
            table = await take(cyd, FIRST)
            async with cyd.sit(table["id"]) as place:
                await place.until_asked()
                await follow(place, lambda said: said["step"] == 4)
                answer = await place.ask(type="undo")
                assert answer["type"] == "ack"
                frame = await place.until_frame(lambda f: f["lesson"]["step"] == 3)
            return table["id"], cyd.cookie, frame["lesson"]

    async def go_on(hall: Hall, id: str, cookie: str, said: Json) -> None:
        async with Guest(hall, "Dee") as dee:
            dee.http.cookies.clear()
            name, _, value = cookie.partition("=")
            dee.http.cookies.set(name, value)
            assert (await take(dee, FIRST))["id"] == id
            async with dee.sit(id) as place:
                frame = await place.until_asked()
                assert frame["lesson"] == said
            other = await take(dee, FIRST, again=True)
            assert other["id"] != id
            await dee.get(f"/api/tables/{id}")  # it may still be open in the browser
            await take(dee, BATTLE)
            await dee.get(f"/api/tables/{id}/proof", status=404)  # now it is deleted

    with Hall(database) as hall:
        found = asyncio.run(begin(hall))
    with Hall(database) as hall:
        asyncio.run(go_on(hall, *found))


def test_a_lesson_is_nobody_elses_business(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Eve") as eve, Guest(hall, "Max") as max_:
            table = await take(eve, FIRST)
            for guest in (eve, max_):
                lobby = await guest.get("/api/lobby")
                listed = [each["id"] for each in [*lobby["mine"], *lobby["open"], *lobby["watch"]]]
                assert table["id"] not in listed
            await max_.get(f"/api/tables/{table['id']}", status=404)
            assert "played" not in await eve.get("/api/me/learning")

    asyncio.run(run())


def test_a_missed_goal_can_be_tried_again(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Fay") as fay:
            table = await take(fay, FIRST)
            async with fay.sit(table["id"]) as place:
                await place.until_asked()
                await follow(place, lambda said: said["step"] == 2)
                await place.choose(number(place.frame, "buy human"))
                await follow(place, lambda said: said["step"] == 6)
                frame = await place.until_asked()
                await place.choose(number(frame, "buy human"))
                before = (await place.until_asked())["answered"]
                assert (await place.ask(type="again"))["type"] == "ack"
                frame = await place.until_frame(lambda f: f["answered"] > before)
                assert "buy human" in [option["token"] for option in frame["options"]]
                assert frame["lesson"]["step"] == 6

    asyncio.run(run())


def test_the_lobby_lists_the_lessons_of_each_game(hall: Hall) -> None:
    games = {game["id"]: game for game in hall.http.get("/api/games").json()}
    lessons = course(find(GAME))
    listed = games[GAME]["lessons"]
    assert [each["id"] for each in listed] == [lesson.id for lesson in lessons]
    assert [each["minutes"] for each in listed] == [lesson.minutes for lesson in lessons]
    assert json.dumps(listed[0]["rules"]) == json.dumps(lessons[0].teaches)
    assert listed[-1]["guided"] is True


def test_an_unknown_lesson_is_refused_with_a_sentence(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Gus") as gus:
            answer = await gus.post("/api/lessons", {"game": GAME, "lesson": "nine"}, status=400)
            assert answer["error"].startswith("nexus-ops has no lesson 'nine'")

    asyncio.run(run())
