"""Everybody at a table reads their own language; what is stored does not depend on it."""

import asyncio
import random

import pytest

from starhall.server.languages import best
from tests.server.hall import Guest, Hall

GERMAN = {"accept-language": "de-AT,de;q=0.9,en;q=0.8"}


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("fr-CH, fr;q=0.9, de;q=0.5", "de"),
        ("en;q=0.3, de-DE;q=0.8", "de"),
        ("de;q=x, en", "en"),
        ("../de, {0}, *", "en"),
        (",".join(["fr"] * 50 + ["de"]), "en"),
    ],
)
def test_the_best_language_of_a_header(header: str, language: str) -> None:
    assert best(header) == language


def test_games_and_rules_come_in_the_language_of_the_reader(hall: Hall) -> None:
    english = hall.http.get("/api/games").json()
    german = hall.http.get("/api/games", headers=GERMAN).json()
    assert [game["id"] for game in english] == [game["id"] for game in german]
    assert english[0]["blurb"] != german[0]["blurb"]
    one = hall.http.get("/api/games/cyberstrife/rules").json()
    other = hall.http.get("/api/games/cyberstrife/rules", headers=GERMAN).json()
    assert [s["level"] for s in one] == [s["level"] for s in other]
    assert one[1]["rules"][0] != other[1]["rules"][0]


def test_two_people_at_one_table_read_their_own_language(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bo") as bo:
            table = await ada.open_table("me", "open")
            await bo.post(f"/api/tables/{table['id']}/join")
            async with (
                ada.sit(table["id"], language="de") as one,
                bo.sit(table["id"], language="xx") as two,
            ):
                dice = random.Random(4)
                await asyncio.gather(one.play_on(dice.choice), two.play_on(dice.choice))
                await one.until_frame(lambda frame: frame.get("over"))
                await two.until_frame(lambda frame: frame.get("over"))
                german, english = one.frame, two.frame
                assert german["ending"] and german["ending"] != english["ending"]
                assert len(one.lines) == len(two.lines)
                mine = [line["text"] for line in one.lines if line.get("text")]
                theirs = [line["text"] for line in two.lines if line.get("text")]
                same = [line for line in mine if line in theirs]
                assert len(same) < len(mine) / 10, same
            kept = await bo.get(f"/api/tables/{table['id']}")
            assert kept["ending"] == english["ending"]
            ada.http.headers["accept-language"] = "de"
            assert (await ada.get(f"/api/tables/{table['id']}/verify"))["ok"]

    asyncio.run(run())
