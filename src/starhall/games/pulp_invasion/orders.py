# mypyc: off
"""Standing orders: what a player can leave to the table."""

from __future__ import annotations

from starhall.engine.orders import Order
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.games.pulp_invasion.options import D_EVADE_PAY, D_LOSE
from starhall.games.pulp_invasion.state import Table


def lose_highest(view: Table, decision: Decision) -> Option | None:
    """PI-D7, PI-D10: the player chooses each point, here never one that ends the game."""
    safe = [option for option in decision.options if not option.fatal]
    return max(safe, key=lambda option: view.abilities[option.value], default=None)


STANDING_ORDERS = (Order("lose_highest", (D_LOSE, D_EVADE_PAY), lose_highest),)
