"""The installed games, looked up once: they do not change while the hall is open."""

from __future__ import annotations

from functools import cache

from starhall.engine.errors import UnknownGame
from starhall.engine.game import Game, installed
from starhall.engine.rules.state import State


@cache
def games() -> dict[str, Game[State]]:
    return installed()


def find(id: str) -> Game[State]:
    """One game by its id."""
    found = games().get(id)
    if found is None:
        raise UnknownGame(f"there is no game '{id}'; the hall has {', '.join(games())}")
    return found
