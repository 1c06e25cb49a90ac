"""Nexus Ops: companies, creatures and rubium on a moon of nineteen hexes."""

from starhall.games.nexus_ops.game import GAME

__all__ = ["GAME"]
