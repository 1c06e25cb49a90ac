# mypyc: off
"""Bots from outside the program: files, programs, and searches set up by a line of text.

Creating one may run code that the text names, so the text must come from the user of the program.
The server gets its text from strangers: it must not import this package, not even indirectly.
"""

from __future__ import annotations

from starhall.bots.base import Bot
from starhall.bots.bot import ENDLESS, SearchBot, UnknownBot, make
from starhall.bots.outside import files
from starhall.bots.outside.programs import ProgramBot

SEARCH = "search"
RUN = "run"


def bot_from_text(text: str, seed: int) -> Bot:
    """A bot as written on the command line.

    That is the name of a built-in bot, `search:simulations=800` for a search with these settings,
    `run:COMMAND` for a program that plays, or `hopeful.py` for a bot class in a file.
    """
    kind, _, rest = text.partition(":")
    if kind == SEARCH:
        return SearchBot(seed, **_settings(rest))
    if kind == RUN:
        return ProgramBot(seed, rest)
    if files.is_file_name(text):
        return files.load(text)(seed)
    return make(text, seed)


def _settings(text: str) -> dict[str, float]:
    """`simulations=800,depth=12` as settings of a search."""
    found: dict[str, float] = {}
    for word in text.split(",") if text else ():
        name, _, value = word.partition("=")
        if name not in SearchBot.SETTINGS:
            known = ", ".join(SearchBot.SETTINGS)
            raise UnknownBot("bot.setting", word=word, known=known)
        try:
            found[name] = float(value)
        except ValueError:
            found[name] = -1.0
        if not 0 <= found[name] <= ENDLESS:
            raise UnknownBot("bot.number", word=word, name=name, most=ENDLESS)
    return found
