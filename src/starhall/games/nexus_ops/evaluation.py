"""How well a seat stands."""

from __future__ import annotations

from starhall.games.nexus_ops.state import Table


def evaluate(s: Table, seat: int) -> float:
    return s.players[seat].points / 20
