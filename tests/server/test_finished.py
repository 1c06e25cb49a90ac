"""What is left of a finished game: replay, course, proof, record, and tables forked from it."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import starhall
from starhall.engine.match.record import parse
from starhall.engine.rules.chance import seed_bytes
from tests.server.hall import Guest, Hall

Json = dict[str, Any]
CHAIRS = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]


@pytest.fixture(scope="module")
def played(hall: Hall) -> Iterator[tuple[Json, Guest]]:
    """A finished game and the one who played it."""

    async def run() -> tuple[Json, Guest]:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random", settings={"round_cap": 20}, seed="fin")
            async with ada.sit(table["id"], wants="options") as place:
                await place.play_on(random.Random(1).choice)
            return await ada.get(f"/api/tables/{table['id']}"), ada

    yield asyncio.run(run())


def again(ada: Guest, hall: Hall | None = None) -> Guest:
    """The same person with a new connection."""
    return Guest(hall or ada.hall, ada.name, ada.http.cookies)


def test_the_record_is_the_game_and_the_commitment_was_told_before(played: Any) -> None:
    table, ada = played

    async def run() -> None:
        async with again(ada) as guest:
            answer = await guest.http.get(f"/api/tables/{table['id']}/record")
            record = parse(answer.content)
            match = starhall.load(record)
            assert match.over and match.ending() == table["ending"]
            assert record.seed == seed_bytes("fin").hex()
            proof = await guest.get(f"/api/tables/{table['id']}/verify")
            assert proof["ok"] and proof["commitment"] == table["commitment"]
            assert "The seed was chosen" in proof["sentence"] and not table.get("mixed")

    asyncio.run(run())


def test_every_ply_can_be_seen_from_every_seat_and_hides_what_was_hidden(played: Any) -> None:
    table, ada = played

    async def run() -> None:
        async with again(ada) as guest:
            path = f"/api/tables/{table['id']}"
            answer = await guest.http.get(f"{path}/record")
            match = starhall.load(parse(answer.content))
            plies = match.ply
            for ply in (0, 7, plies // 2, 3, plies):
                for seat in (0, 1, None):
                    asked = {"ply": ply} if seat is None else {"ply": ply, "seat": seat}
                    frame = await guest.get(f"{path}/replay", **asked)
                    expected = match.at(ply).scene(seat)
                    assert frame["scene"] == starhall_json(expected)
                    assert frame["plies"] == plies and frame["ply"] == ply
                    assert bool(frame.get("choice")) == (ply > 0)
            problem = await guest.get(f"{path}/replay", status=400, ply=plies + 1)
            assert f"0 to {plies}" in problem["error"]
            await guest.get(f"{path}/replay", status=400, seat=9)

    asyncio.run(run())


def starhall_json(scene: Any) -> Any:
    import json

    return json.loads(scene.to_json())


def test_the_course_tells_what_the_game_measures(played: Any) -> None:
    table, ada = played

    async def run() -> None:
        async with again(ada) as guest:
            course = await guest.get(f"/api/tables/{table['id']}/course")
            answer = await guest.http.get(f"/api/tables/{table['id']}/record")
            match = starhall.load(parse(answer.content))
            assert course["plies"][0] == 0 and course["plies"][-1] == match.ply
            for place in (0, len(course["plies"]) // 2, len(course["plies"]) - 1):
                then = match.at(course["plies"][place])
                for name, values in match.game.measures(then.view(None)).items():
                    told = course["measures"][match.game.measure_name(name)]
                    assert [row[place] for row in told] == values
            decisive = course["decisive"]
            assert decisive == sorted(decisive, key=lambda swing: swing["ply"])
            for swing in decisive:
                assert 0 < swing["ply"] <= match.ply
                assert 0.1 <= swing["after"] - swing["before"] <= 1
                assert swing["choice"].startswith(tuple(match.names))
            assert decisive[-1]["after"] > 0.5  # somebody has won

    asyncio.run(run())


def test_a_position_is_played_on_at_a_new_table(played: Any) -> None:
    table, ada = played

    async def run() -> None:
        async with again(ada) as guest:
            path = f"/api/tables/{table['id']}"
            frame = await guest.get(f"{path}/replay", ply=9, seat=0)
            forked = await guest.post(f"{path}/fork", {"ply": 9, "chairs": CHAIRS})
            assert forked["forked"] == f"{table['id']}@9" and forked["status"] == "playing"
            async with guest.sit(forked["id"]) as place:
                first = await place.until_frame(lambda frame: True)
                if not first["answered"]:  # the bot may have been faster
                    assert len(first["scene"]["areas"]) == len(frame["scene"]["areas"])
                await place.play_on(random.Random(6).choice)
                assert place.frame["over"]
            end = frame["plies"]
            await guest.post(f"{path}/fork", {"ply": end, "chairs": CHAIRS}, status=400)
            await guest.post(f"{path}/fork", {"ply": 0, "chairs": CHAIRS[:1]}, status=400)

    asyncio.run(run())


def test_strangers_cannot_sit_at_a_fork(played: Any) -> None:
    """Its cards can be looked up: whoever forks a game knows those of the others."""
    table, ada = played

    async def run() -> None:
        async with again(ada) as guest, Guest(guest.hall, "Eve") as eve:
            path = f"/api/tables/{table['id']}/fork"
            chairs = [{"kind": "me"}, {"kind": "open"}]
            forked = await guest.post(path, {"ply": 0, "chairs": chairs})
            refused = await eve.post(f"/api/tables/{forked['id']}/join", status=403)
            assert "only bots and those who played that game" in refused["error"]
            [secret] = forked["invitations"].values()
            invited = {"invitation": secret}
            await eve.post(f"/api/tables/{forked['id']}/join", invited, status=403)
            # On her own against bots she hurts nobody.
            assert (await eve.post(path, {"ply": 0, "chairs": CHAIRS}))["status"] == "playing"

    asyncio.run(run())


def test_those_who_played_can_play_on_together(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            table = await ada.open_table("me", "open")
            await bob.post(f"/api/tables/{table['id']}/join")
            async with bob.sit(table["id"]) as place, ada.sit(table["id"]) as other:
                await other.until_asked()
                await other.choose(other.frame["options"][0]["number"])
                [concede] = (await place.until_frame(lambda frame: True))["anytime"]
                await place.ask(type="interject", option=concede["number"])
                await place.until_frame(lambda frame: frame.get("over"))
            chairs = [{"kind": "open"}, {"kind": "me"}]
            path = f"/api/tables/{table['id']}"
            shown = await ada.get(f"{path}/replay", ply=1, seat=0)
            forked = await bob.post(f"{path}/fork", {"ply": 1, "chairs": chairs})
            await ada.post(f"/api/tables/{forked['id']}/join")
            async with ada.sit(forked["id"]) as place:
                frame = await place.until_frame(lambda frame: True)
                assert frame["scene"]["areas"] == shown["scene"]["areas"]

    asyncio.run(run())


def test_a_hall_that_starts_again_still_has_its_finished_games(
    played: Any, hall: Hall, database: Path
) -> None:
    table, ada = played
    with Hall(hall.database) as second:

        async def run() -> None:
            async with again(ada, second) as guest:
                proof = await guest.get(f"/api/tables/{table['id']}/verify")
                assert proof["ok"]
                async with guest.sit(table["id"]) as place:
                    frame = await place.until_frame(lambda frame: True)
                    assert frame["ending"] == table["ending"]

        asyncio.run(run())
