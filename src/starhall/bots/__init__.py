"""Bots: players that see what their seat may see, and nothing else."""

from starhall.bots.bot import NAMES, Bot, ask, make
from starhall.bots.sight import Sight

__all__ = ["NAMES", "Bot", "Sight", "ask", "make"]
