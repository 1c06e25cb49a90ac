"""An agent at the MCP server: a scripted client plays, reads rules, and is refused with reasons."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import pytest
from mcp import StdioServerParameters

import starhall
from starhall.bots.agents.renaming import KEPT, Renaming, _terms
from starhall.bots.agents.seats import LocalSeat
from starhall.bots.agents.server import make_server
from tests.agents.client import Agent, session
from tests.agents.examples import example
from tests.bots.positions import other_truth, positions


def test_a_client_plays_a_whole_game_over_standard_input_and_output() -> None:
    """The SDK's own client starts `starhall mcp` as a program."""

    async def work(agent: Agent) -> None:
        games = {game["id"]: game for game in await agent.call("list_games")}
        assert set(games) == set(starhall.installed())
        contents = await agent.call("read_rules", game="cassiopeia")
        assert len(contents["sections"]) > 5
        seen = await agent.call("open_table", game="cassiopeia", others=["random"])
        assert seen["players"] == ["You", "Bot 2 (random)"] and seen["words"]
        seen = await agent.play(seen, 3)
        assert seen["ending"] and sorted(seen["result"]["ranks"])[0] == 1

    command = ["-m", "starhall.cli", "mcp", "--seed", "7"]
    path = {"PYTHONPATH": ":".join(sys.path)}
    session(work, StdioServerParameters(command=sys.executable, args=command, env=path))


def test_the_example_of_the_guide_plays_a_whole_game() -> None:
    changes = {
        'command="starhall"': f"command={sys.executable!r}",
        '["mcp", ': '["-m", "starhall.cli", "mcp", ',
        '"--seed", "7"]': f'"--seed", "7"], env={{"PYTHONPATH": {":".join(sys.path)!r}}}',
    }
    code = example("StdioServerParameters", changes)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "wins" in done.stdout.splitlines()[-1], done.stdout[-300:]


@pytest.mark.parametrize("game", ["cyberstrife", "pulp-invasion"])
def test_a_renamed_game_is_played_without_a_known_word(game: str) -> None:
    renaming = Renaming("orchid")
    names = set(_terms(starhall.find(game))) - KEPT
    alone = starhall.find(game).seats.start == 1

    async def work(agent: Agent) -> None:
        games = await agent.call("list_games")
        shown = renaming.text(game)
        assert shown in [each["id"] for each in games] and shown != game
        # A known word is not translated: that would be a dictionary.
        said = await agent.refused("read_rules", game=game)
        assert said.endswith(f"there is no game '{game}': use the words as they are shown")
        contents = (await agent.call("read_rules", game=shown))["sections"]
        section = await agent.call("read_rules", game=shown, section=len(contents) // 2)
        if section["rules"]:
            id = section["rules"][0]["id"]
            rule = await agent.call("read_rule", game=shown, rule=id)
            assert rule["text"] == section["rules"][0]["text"]
        agent.said.clear()
        others = [] if alone else ["random"]
        seen = await agent.call("open_table", game=shown, others=others)
        assert await agent.call("why_not") is not None
        await agent.play(seen, 5)

    said = session(work, make_server(renaming=renaming, seed="7"))
    for text in said:
        data = json.loads(text) if text.startswith(("{", "[")) else text
        found = {word.lower() for word in _values(data)} & names
        assert not found, sorted(found)


def _values(data: Any) -> list[str]:
    """The words of all texts, but not the names of the fields."""
    if isinstance(data, dict):
        parts = [value for key, value in data.items() if key not in ("players", "status", "reason")]
    elif isinstance(data, list):
        parts = data
    else:
        return re.findall(r"[A-Za-z]{3,}", data) if isinstance(data, str) else []
    return [word for part in parts for word in _values(part)]


def test_the_same_word_gives_the_same_names_and_another_word_others() -> None:
    one, same, other = Renaming("orchid"), Renaming("orchid"), Renaming("lily")
    text = starhall.new("nexus-ops", seats=2, seed=1).text(0)
    assert one.text(text) == same.text(text) != other.text(text)


def test_what_is_wrong_gets_a_reason_and_changes_nothing() -> None:
    async def work(agent: Agent) -> None:
        assert "you have no seat" in await agent.refused("observe")
        assert "there is no hall" in await agent.refused("join_table", table="x")
        game = "cassiopeia"
        wrong: list[tuple[dict[str, Any], str]] = [
            ({"game": "chess", "others": ["random"]}, "there is no game 'chess'"),
            ({"game": game, "others": ["evil.py"]}, "there is no bot 'evil.py'"),
            ({"game": game, "others": ["run:sh"]}, "there is no bot 'run:sh'"),
            ({"game": game, "others": ["random"] * 9}, "is for 2 to 5 players, not 10"),
            ({"game": game, "others": ["open"]}, "nobody else can come"),
            ({"game": game, "others": ["random"], "seat": 2}, "there is no seat 2"),
            ({"game": game, "others": ["random"], "seat": "first"}, "seat"),
            ({"game": game, "others": ["random"], "settings": {"x": 1}}, "has no option 'x'"),
        ]
        for arguments, said in wrong:
            assert said in await agent.refused("open_table", **arguments), said
        seen = await agent.call("open_table", game=game, others=["random"])
        assert "you have a seat" in await agent.refused("open_table", game=game, others=["easy"])
        turn = seen["turn"]
        said = await agent.refused("act", option="fly", turn=turn)
        assert "'fly' is not an option of this game" in said
        late = await agent.refused("act", option=seen["options"][0]["option"], turn=turn + 1)
        assert "observe, then act again" in late
        assert (await agent.call("observe"))["turn"] == turn
        reasons = await agent.call("why_not")
        for reason in reasons[:3]:
            said = await agent.refused("act", option=reason["option"], turn=turn)
            assert reason["rule"] in said
            assert (await agent.call("read_rule", game=game, rule=reason["rule"]))["text"]
        assert "there is no rule" in await agent.refused("read_rule", game=game, rule="CA-99")
        await agent.call("leave_table")
        await agent.call("open_table", game=game, others=["random"])

    session(work)


@pytest.mark.parametrize("game", ["cyberstrife", "nexus-ops", "cysmic"])
def test_an_agent_sees_no_more_than_its_seat(game: str) -> None:
    """Other hidden cards, the same knowledge: the same look and the same reasons.

    The log is left out, because the other truth has no past.
    """
    compared = 0
    for number, match in enumerate(positions(game, 5, 5)):
        seat = match.decision.seat
        other = other_truth(match, seat, number)
        if other is not None:
            compared += 1
            looks = []
            for truth in (match, other):
                place = LocalSeat.__new__(LocalSeat)
                place.game, place.seat, place.match, place.bots = game, seat, truth, {}
                seen = place.look(0, True, 0.0)
                blocks = seen.words.split("\n\n")
                table = [block for block in blocks if not block.startswith("Log\n")]
                looks.append((table, seen.options, seen.prompt, place.why_not()))
            assert looks[0] == looks[1]
    assert compared >= 2


def test_every_tool_is_described() -> None:
    async def work(agent: Agent) -> None:
        tools = (await agent.client.list_tools()).tools
        assert {tool.name for tool in tools} >= {"list_games", "observe", "act", "why_not"}
        assert all([tool.description for tool in tools])

    session(work)
