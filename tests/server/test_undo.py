"""Taking back where others choose in secret: nobody learns what the others do."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import cast

import pytest

from starhall.engine import game as rules
from starhall.engine.rules.chance import seed_bytes
from starhall.engine.rules.state import State
from starhall.server.proof import line_of, played
from starhall.server.protocol.archive import Proof
from starhall.server.storage.models import Entry, Header, Person
from starhall.server.tables import journal
from starhall.server.tables.audience import Audience, Connection
from starhall.server.tables.journal import Journal
from starhall.server.tables.viewpoint import Cursor, Viewpoint
from tests.engine.toys import whispers

GAME = cast("rules.Game[State]", whispers.GAME)
NAMES = ["Ada", "Bob", "Cyd"]


class Game:
    """A journal, its log, and the clients of all seats and of a spectator."""

    def __init__(self) -> None:
        seed = seed_bytes("secret").hex()
        settings = GAME.configure(3, {})
        header = Header(GAME.id, GAME.version, GAME.content.hash, settings, seed, NAMES, "", "t")
        self.journal = Journal(GAME, header, 1.0)
        self.log: list[Entry] = []
        self.audience = Audience({}, lambda: False)
        self.clients = []
        for seat in (0, 1, 2, None):
            client = Connection(Person("x", "x"), seat)
            self.audience.join(client)
            self.audience.look_from(client, Viewpoint(seat, scene=False), Cursor())
            self.clients.append(client)
        self.told()

    def choose(self, seat: int, token: str) -> list[int]:
        number = GAME.vocabulary.find(token).number
        self.log += self.journal.choose(seat, [number], 2.0 + len(self.log))
        return self.told()

    def take_back(self, seat: int) -> list[int]:
        self.log.append(asyncio.run(self.journal.take_back(seat, 2.0 + len(self.log))))
        return self.told()

    def told(self) -> list[int]:
        """Who is sent something; 3 is the spectator."""
        frames = [self.audience.frame_for(self.journal, client) for client in self.clients]
        return [observer for observer, sent in enumerate(frames) if sent is not None]


def read_again(journal: Journal, log: Sequence[Entry]) -> Journal:
    """What another process makes of the log."""
    other = Journal(GAME, journal.header, 1.0)
    asyncio.run(other.read(log))
    return other


def test_nobody_is_told_of_secret_choices_and_of_taking_them_back() -> None:
    game = Game()
    assert game.choose(1, "word moon") == [1]
    assert game.choose(0, "word star") == [0]
    assert game.journal.match.undoable(1) == 1
    assert game.take_back(1) == [1]
    assert game.journal.steps() == [(0, "word star")]
    assert len(game.journal.answers[0]) == 1
    assert game.choose(1, "word void") == [1]
    assert game.choose(2, "word void") == [0, 2]  # now Ada is asked something else


def test_another_process_and_the_proof_arrive_at_the_same_choices() -> None:
    game = Game()
    for seat in (2, 1, 0):
        game.choose(seat, "word moon")
    game.choose(0, "object")
    game.choose(1, "agree")
    game.take_back(0)  # so Bob is not asked any more
    assert [entry.what for entry in game.log[-1:]] == ["without 3,4"]
    game.take_back(2)
    assert game.log[-1].what == "without 0"
    other = read_again(game.journal, game.log)
    assert other.steps() == game.journal.steps() == [(1, "word moon"), (0, "word moon")]
    assert [shown.seen for shown in other.shown] == [shown.seen for shown in game.journal.shown]
    lines = [line_of(number, entry) for number, entry in enumerate(game.log)]
    proof = Proof(
        table="t", commitment="", secret="", nonces=[], mixed=False, seed="", opening="",
        lines=lines, hashes=[entry.hash for entry in game.log],
    )  # fmt: skip
    assert played(proof) == [f"{seat} {token}" for seat, token in game.journal.steps()]


def test_others_get_a_turn_while_choices_are_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "SLICE_SECONDS", -1.0)  # after each step, however short it is
    game = Game()
    for seat, token in ((1, "word moon"), (0, "word star"), (2, "word void")):
        game.choose(seat, token)
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def run() -> int:
        task = asyncio.create_task(others())
        await game.journal.undo(2, 2, 9.0)
        task.cancel()
        return turns

    _, steps = game.journal.match.going_to(2)
    assert asyncio.run(run()) >= len(list(steps)) == 3  # where it begins, and two choices
