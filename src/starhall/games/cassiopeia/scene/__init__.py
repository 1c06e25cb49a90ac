"""The table of Cassiopeia as it is drawn."""

from starhall.games.cassiopeia.scene.table import scene

__all__ = ["scene"]
