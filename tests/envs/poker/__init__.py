"""Leduc poker, written as a game of Starhall, to compare it with OpenSpiel's."""

from tests.envs.poker.game import LEDUC, Leduc

__all__ = ["LEDUC", "Leduc"]
