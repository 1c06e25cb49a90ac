"""The tables between two frames, which a client is sent to play back what others did."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec
import pytest

from starhall.engine import game as rules
from starhall.engine.rules.chance import seed_bytes
from starhall.engine.scene.difference import apply
from starhall.server.storage.models import Header, Person
from starhall.server.tables.audience import Audience, Connection
from starhall.server.tables.journal import Journal
from starhall.server.tables.lines import moment
from starhall.server.tables.viewpoint import Cursor, Viewpoint

Json = dict[str, Any]


class Client:
    """A client that applies what it is sent, as the browser does."""

    def __init__(self, audience: Audience, seat: int | None, steps: bool = True) -> None:
        self.audience = audience
        self.connection = Connection(Person("x", "x"), seat)
        audience.join(self.connection)
        audience.look_from(self.connection, Viewpoint(seat, steps=steps), Cursor())
        self.scene: Json = {}
        self.log: list[Json] = []
        self.way: dict[int, Json] = {}  # the tables of the last message, by their lines

    def hear(self, journal: Journal) -> Json:
        sent = self.audience.frame_for(journal, self.connection)
        message: Json = {} if sent is None else msgspec.json.decode(sent)
        self.way = {}
        if message.get("type") == "frame":
            self.scene = message["scene"]
        for step in message.get("steps", ()):
            self.scene = self.way[step["line"]] = apply(self.scene, step["scene"])
        if message.get("type") == "update" and "scene" in message:
            self.scene = apply(self.scene, message["scene"])
        self.log = self.log[: message.get("log_from", len(self.log))] + message.get("log", [])
        return message


class Table:
    def __init__(self, game: str, seats: int, seed: str) -> None:
        found = rules.find(game)
        names = [f"Seat {seat + 1}" for seat in range(seats)]
        settings = found.configure(seats, {})
        secret = seed_bytes(seed).hex()
        header = Header(
            found.id, found.version, found.content.hash, settings, secret, names, "", "t"
        )
        self.journal = Journal(found, header, 1.0)
        self.audience = Audience({}, lambda: False)
        self.dice = random.Random(seed)

    def choose(self) -> int:
        """A random choice; whose it was."""
        decision = self.dice.choice(self.journal.match.decisions)
        option = self.dice.choice(decision.options)
        self.journal.choose(decision.seat, [option.number], 2.0)
        return decision.seat


@pytest.mark.parametrize(("game", "seats"), [("nexus-ops", 3), ("cyberstrife", 2)])
def test_steps_lead_to_the_table_and_show_each_line(game: str, seats: int) -> None:
    async def play() -> None:
        table = Table(game, seats, "steps")
        journal = table.journal
        clients = [Client(table.audience, seat) for seat in (0, None)]
        whole = [Client(table.audience, seat, steps=False) for seat in (0, None)]
        for client in clients + whole:
            client.hear(journal)
        seen = 0
        while not journal.over and seen < 40:
            seat = table.choose()
            for client, other in zip(clients, whole, strict=True):
                message = client.hear(journal)
                assert "steps" not in other.hear(journal)
                assert client.scene == other.scene  # both come to the same
                if seat == client.connection.seat:
                    assert not client.way  # who has chosen knows
                texts = [line["frame"] for line in message.get("log", ()) if line.get("text")]
                for line, scene in client.way.items():
                    assert line in texts[:-1]
                    seen += 1
                    if seen % 5 == 0:  # looking back shows the same table
                        then = moment(journal.match, client.connection.seat, 1, line).scene
                        assert msgspec.json.decode(msgspec.json.encode(then)) == scene
        assert seen

    asyncio.run(play())


def test_a_battle_changes_the_table_with_its_lines() -> None:
    async def play() -> None:
        table = Table("nexus-ops", 2, "battle by battle")
        client = Client(table.audience, None)
        client.hear(table.journal)
        while not table.journal.over:
            table.choose()
            client.hear(table.journal)
            tables = [*client.way.values(), client.scene]
            different = [one for one, two in zip(tables, tables[1:], strict=False) if one != two]
            texts = " ".join(line.get("text", "") for line in client.log[-len(tables) :])
            if "lose" in texts and len(different) > 1:
                return
        raise AssertionError("nothing changed between the lines of a battle")

    asyncio.run(play())


def test_the_last_choice_can_be_played_back_although_all_lines_come_again() -> None:
    async def play() -> None:
        table = Table("cyberstrife", 2, "the end")
        clients = [Client(table.audience, seat) for seat in (0, 1)]
        for client in clients:
            client.hear(table.journal)
        while not table.journal.over:
            seat = table.choose()
            messages = [client.hear(table.journal) for client in clients]
        other = 1 - seat
        assert messages[other]["log_from"] == 0
        lines = {line["frame"]: line for line in messages[other]["log"]}
        assert clients[other].way
        assert all(lines[line].get("text") for line in clients[other].way)
        assert min(clients[other].way) > len(lines) - 40

    asyncio.run(play())
