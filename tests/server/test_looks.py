"""Looks over the wire: a game from outside is dressed like our own."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from tests.engine.packages import install_lanterns
from tests.server.hall import Guest, Hall

LOOK = """
[palette]
hue = 50

[cover]
motif = "cracks"
icons = ["lantern-flame", "night-sky", "torch"]

[tones]
dusk = "#8f6bb0"

[marks]
dusk = "DU"

[icons.card]
lantern = "lantern-flame"
"""


@pytest.fixture(scope="module")
def wide_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    folder = tmp_path_factory.mktemp("outside")
    install_lanterns(folder, "far-lanterns", LOOK)
    install_lanterns(folder, "bare-lanterns")
    with Hall(folder / "hall.db", path=folder) as opened:
        yield opened


def look(hall: Hall, id: str) -> dict[str, Any]:
    games = {game["id"]: game for game in hall.http.get("/api/games").json()}
    found: dict[str, Any] = games[id]["look"]
    return found


def test_the_look_of_a_game_from_outside_is_in_its_entry(wide_hall: Hall) -> None:
    found = look(wide_hall, "far-lanterns")
    assert found["palette"]["hue"] == 50
    assert found["cover"] == {"motif": "cracks", "icons": ["lantern-flame", "night-sky", "torch"]}
    assert found["icons"] == {"card:lantern": "lantern-flame"}


def test_a_game_without_a_look_gets_one_from_its_id(wide_hall: Hall) -> None:
    found, ours = look(wide_hall, "bare-lanterns"), look(wide_hall, "cysmic")
    assert found["palette"].keys() == ours["palette"].keys()
    assert found["cover"].keys() == ours["cover"].keys()
    assert found["icons"] == {}


def test_the_frames_of_a_game_from_outside_name_its_tones_and_icons(wide_hall: Hall) -> None:
    async def sit() -> dict[str, Any]:
        async with Guest(wide_hall, "Ada") as ada:
            table = await ada.open_table("me", "random", game="far-lanterns")
            async with ada.sit(table["id"]) as place:
                return dict(await place.until_asked())

    frame = asyncio.run(sit())
    scene = frame["scene"]
    assert scene["tones"] == {"dusk": "#8f6bb0"} and scene["seats"][0]["mark"] == "DU"
    assert {area["icon"] for area in scene["areas"]} == {"card:lantern"}
    assert frame["options"] and not {"options", "prompt", "log"} & scene.keys()


def test_icons_are_drawn_by_name(hall: Hall) -> None:
    answer = hall.http.get("/api/icons", params={"names": "lantern-flame,ufo"})
    assert answer.status_code == 200 and "max-age" in answer.headers["cache-control"]
    refused = hall.http.get("/api/icons", params={"names": "ufo,rokcet"})
    assert refused.status_code == 404
    assert refused.json()["error"] == "there is no icon 'rokcet'"
