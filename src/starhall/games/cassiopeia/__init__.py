"""Cassiopeia: terraform seven planets in a row before anybody else does."""

from starhall.games.cassiopeia.game import GAME

__all__ = ["GAME"]
