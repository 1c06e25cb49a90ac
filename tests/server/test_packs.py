"""Packs at the hall: an option of the table, from a closed list."""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from starhall.engine.game import with_pack
from starhall.engine.match.record import parse
from tests.cli.program import refused
from tests.server.hall import Guest, Hall

EXAMPLES = Path(__file__).parents[2] / "examples" / "packs"


@pytest.fixture(scope="module")
def packed_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A hall whose operator offers the example packs."""
    folder = tmp_path_factory.mktemp("packs")
    shutil.copytree(EXAMPLES, folder / "packs")
    with Hall(folder / "hall.sqlite", packs=folder / "packs") as hall:
        yield hall


def test_a_pack_is_an_option_of_the_table(packed_hall: Hall) -> None:
    games = {game["id"]: game for game in packed_hall.http.get("/api/games").json()}
    form = next(form for form in games["nexus-ops"]["settings"] if form["id"] == "pack")
    labels = {choice["value"]: choice["label"] for choice in form["choices"]}
    assert list(labels) == ["", "cheap-dragons", "night-shift"]
    assert labels["cheap-dragons"].endswith("Rubium Dragons cost 10 instead of 12.")
    assert "pack" not in [form["id"] for form in games["cysmic"]["settings"]]


def test_a_table_plays_with_its_pack_and_its_record_says_so(packed_hall: Hall) -> None:
    async def run() -> None:
        async with Guest(packed_hall, "Ada") as ada:
            chosen = {"pack": "cheap-dragons", "round_cap": 20}
            table = await ada.open_table("me", "random", game="nexus-ops", settings=chosen)
            assert table["settings"]["pack"] == "cheap-dragons"
            async with ada.sit(table["id"]) as place:
                for _ in range(3):
                    frame = await place.until_frame(lambda frame: bool(frame.get("options")))
                    await place.choose(frame["options"][0]["number"])
                answer = await place.ask(type="resign")
                assert answer["type"] != "refused", answer
            saved = await ada.http.get(f"/api/tables/{table['id']}/record")
            record = parse(saved.content)
            assert record.content == with_pack(EXAMPLES / "cheap-dragons").content.hash
            assert record.pack is not None and record.pack.name == "cheap-dragons"

    asyncio.run(run())


def test_the_rule_book_is_that_of_the_pack(packed_hall: Hall) -> None:
    def book(pack: str) -> str:
        address = "/api/games/nexus-ops/rules"
        return packed_hall.http.get(address, params={"pack": pack}).text

    assert "Rubium Dragon 10, 2+" in book("cheap-dragons")
    assert "Rubium Dragon 12, 2+" in book("")


def test_only_packs_of_the_list_can_be_named(packed_hall: Hall) -> None:
    async def run() -> None:
        async with Guest(packed_hall, "Ada") as ada:
            for name in ("cheap-dragon", "../cheap-dragons", str(EXAMPLES / "cheap-dragons")):
                answer = await ada.http.post(
                    "/api/tables",
                    json={
                        "game": "nexus-ops",
                        "chairs": [{"kind": "me"}, {"kind": "bot", "bot": "random"}],
                        "settings": {"pack": name},
                    },
                )
                assert answer.status_code == httpx.codes.BAD_REQUEST
                assert "this hall has no pack" in answer.text

    asyncio.run(run())


def test_a_broken_pack_is_reported_before_the_hall_opens(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "cheap-dragons", tmp_path / "packs" / "broken")
    (tmp_path / "packs" / "broken" / "content" / "units.toml").write_text("[[unit]]\nid =")
    said = refused("serve", "--port", "0", "--packs", tmp_path / "packs")
    assert "units.toml, line 2" in said and "not valid TOML" in said
