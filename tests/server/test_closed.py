"""A game in which hidden cards stay hidden: what the hall does not give away after its end."""

import asyncio
import random
import shutil
from pathlib import Path

import pytest

from tests.server.hall import Guest, Hall

EXAMPLE = Path(__file__).parents[2] / "examples/games/black_market"
CLOSED = """class Market(State):
    shown_at_end: ClassVar[bool] = False
"""


def test_after_the_end_only_the_own_cards_are_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "games/black_market")
    rules = tmp_path / "games/black_market/game.py"
    rules.write_text(rules.read_text().replace("class Market(State):\n", CLOSED))
    monkeypatch.setenv("STARHALL_GAMES", str(tmp_path / "games"))

    async def run(hall: Hall) -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bo") as bo:
            table = await ada.open_table(
                "me", "random", game="black-market", settings={"rounds": 2}
            )
            path = f"/api/tables/{table['id']}"
            async with ada.sit(table["id"], wants="options") as place:
                await place.play_on(random.Random(1).choice)
            for closed in ("record", "verify"):
                problem = await ada.get(f"{path}/{closed}", status=409)
                assert "hidden cards stay hidden" in problem["error"]
            chairs = [{"kind": "me"}, {"kind": "open"}]
            problem = await ada.post(f"{path}/fork", {"ply": 1, "chairs": chairs}, status=409)
            assert "hidden cards stay hidden" in problem["error"]
            own = await ada.get(f"{path}/replay", ply=1, seat=0)
            assert own["plies"] >= 2
            await ada.get(f"{path}/replay", status=409, ply=1, seat=1)
            await bo.get(f"{path}/replay", status=409, ply=1, seat=0)
            # Who watches sees who chose, and not what.
            choices = [(await bo.get(f"{path}/replay", ply=ply))["choice"] for ply in (1, 2)]
            assert sorted(choices) == sorted(table_names(own))

    with Hall(tmp_path / "hall.db") as hall:
        asyncio.run(run(hall))


def table_names(frame: dict[str, dict[str, list[dict[str, str]]]]) -> list[str]:
    return [seat["name"] for seat in frame["scene"]["seats"]]
