"""The table of Cassiopeia as it is drawn, and what its options cost."""

from starhall.games.cassiopeia.scene.remarks import remark
from starhall.games.cassiopeia.scene.table import scene

__all__ = ["remark", "scene"]
