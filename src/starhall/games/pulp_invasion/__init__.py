"""Pulp Invasion!: a Free Captain alone against the three aliens of the Cosmic Hegemony."""

from starhall.games.pulp_invasion.game import GAME

__all__ = ["GAME"]
