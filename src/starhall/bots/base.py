# mypyc: off
"""The base class of bots."""

from __future__ import annotations

from hashlib import blake2b
from typing import ClassVar

from starhall.bots.looks import Foreseen
from starhall.bots.sight import Need, Sight
from starhall.engine.errors import RulesFault
from starhall.engine.rules.chance import Stream
from starhall.engine.rules.options import Option


class Bot:
    """Chooses for one seat; the same seed and the same sight give the same choice."""

    needs: ClassVar[Need] = Need.VIEW | Need.WORLDS
    foreseen: Foreseen | None = None  # where its last choice leads, for bots that remember it

    def __init__(self, seed: int) -> None:
        key = blake2b(str(seed).encode(), person=b"starhall bot", digest_size=32).digest()
        self.stream = Stream(key)

    def worlds(self, options: int) -> int:
        """The most worlds it will imagine for this number of options."""
        return 0

    def choose(self, sight: Sight) -> Option:
        raise RulesFault(f"{type(self).__name__} must define choose()")

    def end(self, sight: Sight) -> None:
        """The game is over: this sight has the result and what happened since the last choice."""

    def close(self) -> None:
        """The bot is not needed any more, whether its game has ended or not."""


def worth(sight: Sight, number: int, options: list[Option]) -> list[float]:
    """The value for the seat right after each choice, in this world."""
    return sight.look(number, options).values
