# mypyc: off
"""The base class of bots, and how to ask one."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, ClassVar

from starhall.bots.sight import Need, Sight
from starhall.engine.errors import RulesFault
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import Stream
from starhall.engine.rules.options import Option


class Bot:
    """Chooses for one seat; the same seed and the same sight give the same choice."""

    needs: ClassVar[Need] = Need.VIEW | Need.WORLDS

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


def ask(bot: Bot, match: Match[Any], seat: int) -> Option:
    """The bot's choice for the seat, based on what the seat may know."""
    decision = match.decision_of(seat)
    options = len(decision.options) if decision is not None else 0
    luck = bot.stream.new_key()
    return bot.choose(Sight(match, seat, luck, bot.worlds(options), bot.needs))


def tell_end(bots: Mapping[int, Bot], match: Match[Any]) -> None:
    """Tell the bots, by seat, how the game has ended."""
    for seat, bot in bots.items():
        bot.end(Sight(match, seat, needs=bot.needs))


def worth(sight: Sight, number: int, options: list[Option]) -> list[float]:
    """The value for the seat right after each choice, in this world."""
    return sight.look(number, options).values
