# mypyc: off
"""Standing orders: what a player can leave to the table."""

from __future__ import annotations

from starhall.engine.orders import Order, takes
from starhall.games.cyberstrife.options import D_STACK, D_SWAP

STANDING_ORDERS = (
    Order("keep_lanes", (D_SWAP,), takes("keep")),
    Order("stack_nothing", (D_STACK,), takes("done")),
)
