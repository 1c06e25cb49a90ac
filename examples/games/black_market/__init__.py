"""Black Market: sealed bids with hidden cards, the smallest game with secrets."""

from black_market.game import GAME

__all__ = ["GAME"]
