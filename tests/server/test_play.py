"""People and bots play whole games over the wire."""

import asyncio
import random

import pytest

from starhall.engine.game import find, installed
from tests.server.hall import Guest, Hall


def test_a_person_plays_a_whole_game_against_a_bot(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random", settings={"round_cap": 20})
            assert table["status"] == "playing" and table["your_seat"] == 0
            dice = random.Random(1)
            async with ada.sit(table["id"], wants="options") as place:
                await place.play_on(dice.choice)
                assert place.frame["over"] and place.frame["ending"]
            after = await ada.get(f"/api/tables/{table['id']}")
            assert after["status"] == "over" and after["ending"] == place.frame["ending"]

    asyncio.run(run())


def test_two_people_play_a_whole_game_against_each_other(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            table = await ada.open_table("me", "friend", settings={"round_cap": 20})
            assert table["status"] == "waiting"
            joined = await bob.post(
                f"/api/tables/{table['id']}/join", {"invitation": table["invitations"]["1"]}
            )
            assert joined["your_seat"] == 1 and joined["status"] == "playing"
            dice = random.Random(2)
            async with ada.sit(table["id"]) as one, bob.sit(table["id"], wants="options") as two:
                await asyncio.gather(one.play_on(dice.choice), two.play_on(dice.choice))
                assert one.frame["over"] and two.frame["over"]
                assert one.frame["ending"] == two.frame["ending"]
                assert one.frame["scene"]["viewer"] == 0 and "scene" not in two.frame

    asyncio.run(run())


@pytest.mark.parametrize("id", list(installed()))
def test_every_game_goes_over_the_wire(hall: Hall, id: str) -> None:
    """Scenes in words and pictures, options with labels, and choices that are taken."""

    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            seats = find(id).seats.start
            table = await ada.open_table("me", *["random"] * (seats - 1), game=id)
            async with ada.sit(table["id"], words=True) as place:
                made = await place.play_on(random.Random(3).choice, 25)
                assert made == 25 or place.frame["over"]
                frame = place.frame
                assert frame["scene"]["title"] and frame["words"].strip()
                assert all(option["label"] for option in frame.get("options", []))
            rules = await ada.get(f"/api/games/{id}/rules")
            found = {rule["id"] for section in rules for rule in section["rules"]} - {""}
            assert found == set(find(id).rulebook.rules)

    asyncio.run(run())
