# mypyc: off
"""Standing orders: what a player can leave to the table."""

from __future__ import annotations

from starhall.engine.orders import Order
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.games.cassiopeia.options import D_GIVE
from starhall.games.cassiopeia.state import Table


def give_most(view: Table, decision: Decision) -> Option | None:
    """CA-16.10: the victim chooses what it has most of; among equals, the cheapest."""
    held = view.players[decision.seat].held
    return max(decision.options, key=lambda option: (held[option.value], -option.value))


STANDING_ORDERS = (Order("give_most", (D_GIVE,), give_most),)
