"""The rules of Cassiopeia; importing any of them registers all verbs of the cards."""

from starhall.games.cassiopeia.rules import logistics, objects, rounds, specialists

__all__ = ["logistics", "objects", "rounds", "specialists"]
