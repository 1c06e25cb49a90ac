"""The games of the hall, looked up once: what is installed does not change while it is open."""

from __future__ import annotations

from functools import cache

from starhall.engine.game import Game
from starhall.engine.game import find as find_installed
from starhall.engine.state import State


@cache
def find(id: str) -> Game[State]:
    """One game; an unknown name is refused with the closest known one."""
    return find_installed(id)
