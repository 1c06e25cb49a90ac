# mypyc: off
"""What a bot receives: its seat's view, its decision, and imagined worlds.

The true state is not in it, not even by reference. Where the position can be resumed, worlds
are dealt from what the seat knows; inside a phase, worlds are imagined before it is created.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from starhall.engine.errors import IllegalChoice, StarhallError
from starhall.engine.game import Game
from starhall.engine.knowledge.worlds import Knowledge
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import SEED_BYTES, Stream
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import State

WORLDS = 256  # imagined beforehand inside a phase, for bots that do not say how many they want


class NoMoreWorlds(StarhallError):
    """The worlds that were imagined beforehand, inside a phase, are used up."""


class Sight:
    """A match as one seat may know it."""

    __slots__ = ("_knowledge", "_luck", "_prepared", "decision", "game", "ply", "seat", "view")

    def __init__(
        self, match: Match[Any], seat: int, luck: bytes = b"", worlds: int = WORLDS
    ) -> None:
        asked = match.decision_of(seat)
        if asked is None:
            raise IllegalChoice(f"seat {seat} is not asked anything now")
        self.seat = seat
        self.ply = match.ply
        self.game: Game[State] = match.game
        self.decision = asked.copy()
        self.view: State = match.view(seat)
        self._luck = luck
        self._knowledge: Knowledge | None = None
        self._prepared: dict[int, list[Play]] = {}
        if worlds == 0:
            return  # a bot that imagines nothing
        if match.play.fresh:
            self._knowledge = match.knowledge(seat)
        else:
            copies = len(asked.options)
            for number in range(-(-worlds // copies)):
                self._prepared[number] = [
                    match.imagine(seat, self._stream(number)) for _ in range(copies)
                ]

    def imagine(self, number: int) -> Play:
        """A running world that fits what the seat knows; the same number gives the same world."""
        if self._knowledge is not None:
            return self._knowledge.world(self._stream(number))
        if number not in self._prepared and self._prepared:
            number = next(iter(self._prepared))
        if number not in self._prepared:
            raise NoMoreWorlds("no world is left: all that were imagined beforehand have been used")
        copies = self._prepared[number]
        world = copies.pop()
        if not copies:
            del self._prepared[number]
        return world

    def _stream(self, number: int) -> Stream:
        what = f"{self.ply} {number}".encode()
        return Stream(
            blake2b(what, key=self._luck, person=b"starhall world", digest_size=SEED_BYTES).digest()
        )
