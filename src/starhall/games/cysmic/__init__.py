"""Cysmic: build a Colony Ship and launch it before the planet falls apart."""

from starhall.games.cysmic.game import GAME

__all__ = ["GAME"]
