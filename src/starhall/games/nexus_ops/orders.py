# mypyc: off
"""Standing orders: what a player can leave to the table."""

from __future__ import annotations

from starhall.engine.orders import Order
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.games.nexus_ops.content import NONE
from starhall.games.nexus_ops.state import Table


def pass_outside(view: Table, decision: Decision) -> Option | None:
    """NX-8.8: in the window of a battle between others."""
    fight = view.fight
    outside = fight is not None and fight.side_of(decision.seat) == NONE
    return view.options.pass_ if outside else None


def lose_cheapest(view: Table, decision: Decision) -> Option | None:
    """NX-8.20: one's own choice among the units that were hit."""
    return min(decision.options, key=lambda option: view.content.cost[option.value])


STANDING_ORDERS = (
    Order("pass_outside", ("window",), pass_outside),
    Order("lose_cheapest", ("casualty",), lose_cheapest),
)
