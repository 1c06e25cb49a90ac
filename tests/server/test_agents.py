"""Agents at a hall: the MCP server plays there with the token of a program."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from typing import Any

import pytest
from mcp import Client

from starhall.bots.agents.renaming import Renaming
from starhall.bots.agents.seats import AgentError
from starhall.bots.agents.seats import Hall as Address
from starhall.bots.agents.server import make_server
from tests.agents.client import Agent
from tests.agents.examples import example
from tests.server.hall import Guest, Hall

SCOPES = ["observe", "play", "open"]


def test_an_agent_opens_a_table_and_plays_a_whole_game(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            made = await ada.post("/api/programs", {"name": "Model", "scopes": SCOPES})
            renaming = Renaming("orchid")
            server = make_server(Address(hall.url, made["token"]), renaming)
            async with Client(server) as client:
                agent = Agent(client)
                wanted = {"game": renaming.text("cyberstrife"), "others": ["random"]}
                name = renaming.text("round_cap")
                seen = await agent.call("open_table", **wanted, settings={name: 20})
                seen = await _play(agent, seen, 4)
                assert seen["ending"] and seen["result"]["ranks"]
            mine = (await ada.get("/api/lobby"))["mine"]
            assert [seat["kind"] for seat in mine[0]["seats"]] == ["program", "bot"]

    asyncio.run(run())


def test_an_agent_joins_a_person(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            made = await ada.post("/api/programs", {"name": "Model", "scopes": SCOPES[:2]})
            table = await ada.open_table("me", "friend", private=True, game="cassiopeia")
            async with Client(make_server(Address(hall.url, made["token"]))) as client:
                agent = Agent(client)
                said = await agent.refused("join_table", table=table["id"])
                assert "there is no such table" in said
                secret = table["invitations"]["1"]
                seen = await agent.call("join_table", table=table["id"], invitation=secret)
                assert seen["seat"] == 1 and seen["players"] == ["Ada", "Model"]
                said = await agent.refused("open_table", game="cassiopeia", others=["random"])
                assert "you have a seat" in said
                async with ada.sit(table["id"], wants="options") as place:
                    playing = asyncio.create_task(place.play_on(random.Random(1).choice))
                    for _ in range(3):
                        seen = await agent.call("observe", wait=30)
                        assert seen["status"] == "your turn"
                        reasons = await agent.call("why_not")
                        assert all([reason["rule"] for reason in reasons])
                        option = seen["options"][0]["option"]
                        seen = await agent.call("act", option=option, turn=seen["turn"])
                    playing.cancel()
                    await asyncio.gather(playing, return_exceptions=True)

    asyncio.run(run())


def test_the_example_of_the_guide_plays_a_whole_game(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            made = await ada.post("/api/programs", {"name": "Example", "scopes": SCOPES})
            code = example("urllib.request", {"http://127.0.0.1:8080": hall.url})
            environment = {**os.environ, "STARHALL_TOKEN": made["token"]}
            command = [sys.executable, "-c", code]
            done = await asyncio.to_thread(
                subprocess.run, command, env=environment, capture_output=True, text=True
            )
            assert done.returncode == 0, done.stderr
            mine = (await ada.get("/api/lobby"))["mine"]
            assert mine[0]["ending"] == done.stdout.strip()

    asyncio.run(run())


async def _play(agent: Agent, seen: Any, seed: int) -> Any:
    """As at a local table, but one waits for the others."""
    dice = random.Random(seed)
    while seen["status"] != "over":
        if seen["status"] != "your turn":
            seen = await agent.call("observe", words=False, wait=30)
            continue
        asked = [option for option in seen["options"] if not option["fatal"]]
        option = dice.choice(asked or seen["options"])["option"]
        seen = await agent.call("act", option=option, turn=seen["turn"])
    return seen


@pytest.mark.parametrize(
    "address, token, said",
    [
        ("localhost:8080", "x", "write http://HOST:PORT"),
        ("http://localhost:8080", "", "set STARHALL_TOKEN"),
    ],
)
def test_a_hall_needs_an_address_and_a_token(address: str, token: str, said: str) -> None:
    with pytest.raises(AgentError, match=said):
        Address(address, token)
