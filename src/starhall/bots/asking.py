"""How to ask a bot for its choice, and to tell it the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starhall.bots.base import Bot
from starhall.bots.sight import Sight, Unforeseen
from starhall.engine.match.match import Match
from starhall.engine.rules.options import Option


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
    """The choice in the world of the last one, if the bot has foreseen this question.

    That is most of what a seat is asked during its turn, and no world has to be dealt for it.
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
