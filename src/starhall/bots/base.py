# mypyc: off
"""The base class of bots, and how to ask one."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, ClassVar

from starhall.bots.looks import Foreseen
from starhall.bots.sight import Need, Sight, Unforeseen
from starhall.engine.errors import RulesFault
from starhall.engine.match.match import Match
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


def ask(bot: Bot, match: Match[Any], seat: int) -> Option:
    """The bot's choice for the seat, based on what the seat may know."""
    option = _as_foreseen(bot, match, seat)
    if option is None:
        decision = match.decision_of(seat)
        options = len(decision.options) if decision is not None else 0
        luck = bot.stream.new_key()
        option = bot.choose(Sight(match, seat, luck, bot.worlds(options), bot.needs))
    if bot.foreseen is not None and match.choices:
        bot.foreseen.before = match.choices[-1]
    return option


def _as_foreseen(bot: Bot, match: Match[Any], seat: int) -> Option | None:
    """The choice in the world of its last choice, if the bot has foreseen this question.

    Bots foresee most questions of their own turn, and no world has to be dealt for these.
    """
    foreseen, bot.foreseen = bot.foreseen, None
    decision = match.decision_of(seat)
    if foreseen is None or decision is None or not match.fresh:
        return None
    if not foreseen.holds(match.choices, decision):
        return None
    try:
        return bot.choose(Sight.of_foreseen(match.game, decision.copy(), match.ply, foreseen))
    except Unforeseen:
        return None


def tell_end(bots: Mapping[int, Bot], match: Match[Any]) -> None:
    """Tell the bots, by seat, how the game has ended."""
    for seat, bot in bots.items():
        bot.end(Sight(match, seat, needs=bot.needs))


def worth(sight: Sight, number: int, options: list[Option]) -> list[float]:
    """The value for the seat right after each choice, in this world."""
    return sight.look(number, options).values
