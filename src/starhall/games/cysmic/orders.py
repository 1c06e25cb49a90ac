# mypyc: off
"""Standing orders: what a player can leave to the table."""

from __future__ import annotations

from starhall.engine.orders import Order, takes
from starhall.games.cysmic.options import Ask

STANDING_ORDERS = (Order("decline_trades", (Ask.ANSWER,), takes("decline")),)
