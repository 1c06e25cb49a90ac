"""The table of Cysmic as one seat sees it, made from its view alone."""

# mypyc: off

from __future__ import annotations

from collections.abc import Sequence

from starhall.engine.decision import Decision
from starhall.engine.scene import Scene
from starhall.engine.text import Catalogue
from starhall.games.cysmic.table import Table


def scene(
    view: Table, seat: int | None, names: Sequence[str], text: Catalogue, decision: Decision | None
) -> Scene:
    return Scene(title="Cysmic", seats=[])
