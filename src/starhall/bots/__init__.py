"""Bots: players that see only what their seat may see."""

from starhall.bots.base import Bot, ask, tell_end
from starhall.bots.bot import NAMES, UnknownBot, bot_class, make
from starhall.bots.hints import Hint, hint
from starhall.bots.sight import Need, Sight

__all__ = [
    "NAMES",
    "Bot",
    "Hint",
    "Need",
    "Sight",
    "UnknownBot",
    "ask",
    "bot_class",
    "hint",
    "make",
    "tell_end",
]
