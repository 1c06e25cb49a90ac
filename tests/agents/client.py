"""A scripted client of the MCP server."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

from mcp import Client

from starhall.bots.agents.server import make_server

Said = list[str]


class Agent:
    """A scripted client. It keeps every text that it was sent."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.said: Said = []

    async def call(self, tool: str, **arguments: Any) -> Any:
        answer = await self.client.call_tool(tool, arguments)
        text = answer.content[0].text if answer.content else "[]"  # type: ignore[union-attr]
        assert not answer.is_error, text
        self.said.append(text)
        found = answer.structured_content
        assert found is not None
        return found.get("result", found) if set(found) == {"result"} else found

    async def refused(self, tool: str, **arguments: Any) -> str:
        answer = await self.client.call_tool(tool, arguments)
        text = str(answer.content[0].text)  # type: ignore[union-attr]
        assert answer.is_error, text
        self.said.append(text)
        return text

    async def play(self, seen: Any, seed: int) -> Any:
        """Random choices to the end; reads the words now and then, each line of the log once."""
        dice = random.Random(seed)
        read, log = seen["lines"], list(seen["log"])
        while seen["status"] != "over":
            if dice.random() < 0.1:
                seen = await self.call("observe", since=read)
            asked = [option for option in seen["options"] if not option["fatal"]]
            option = dice.choice(asked or seen["options"])["option"]
            seen = await self.call("act", option=option, turn=seen["turn"], since=read)
            log += seen["log"]
            read = seen["lines"]
        return seen


def session(work: Callable[[Agent], Awaitable[None]], server: Any = None) -> Said:
    async def run() -> Said:
        async with Client(server or make_server(seed="7")) as client:
            agent = Agent(client)
            await work(agent)
            return agent.said

    return asyncio.run(run())
