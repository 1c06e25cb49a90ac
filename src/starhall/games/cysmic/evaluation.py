"""How well a seat stands, for bots (CY-28)."""

from __future__ import annotations

from starhall.games.cysmic.cards import INSTALLED
from starhall.games.cysmic.table import Table


def evaluate(s: Table, seat: int) -> float:
    """0 to 1."""
    if s.winner == seat:
        return 1.0
    return s.players[seat].modules.count(INSTALLED) / 7
