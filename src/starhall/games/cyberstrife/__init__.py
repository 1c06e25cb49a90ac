"""Cyberstrife: three lanes against three lanes, clockwise, until one company is left."""

from starhall.games.cyberstrife.game import GAME

__all__ = ["GAME"]
