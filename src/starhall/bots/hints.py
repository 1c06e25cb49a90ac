# mypyc: off
"""Hints: what the strong bot would choose with the player's information."""

from __future__ import annotations

from math import pow
from typing import Any

import msgspec

from starhall.bots.bot import SearchBot, StrongBot
from starhall.bots.sight import Sight
from starhall.engine.match.match import Match

BEST = 3


class Hint(msgspec.Struct, frozen=True):
    """One of the best options, with its chance and the number of imagined games behind it."""

    number: int  # of the option, in the vocabulary of the game
    token: str
    label: str
    chance: float  # to win, 0 to 1: see `likely`
    worlds: int


def likely(share: float, seats: int, sharpness: float) -> float:
    """The chance to win for a seat with this share of the total value.

    An even share stays even and more stays more; how much more is `Game.sharpness`.
    """
    if seats == 1 or not 0.0 < share < 1.0:
        return share
    own = pow(share, sharpness)
    others = (seats - 1) * pow((1.0 - share) / (seats - 1), sharpness)
    return own / (own + others)


def hint(
    match: Match[Any], seat: int, seed: int = 0, best: int = BEST, bot: SearchBot | None = None
) -> list[Hint]:
    """The best options of a seat, the best first, based only on what the seat knows.

    The same match, seat and seed give the same hint. The default bot is strong.
    """
    adviser = bot if bot is not None else StrongBot(seed)
    decision = match.decision_of(seat)
    options = len(decision.options) if decision is not None else 0
    luck = adviser.stream.new_key()
    sight = Sight(match, seat, luck, adviser.worlds(options), adviser.needs)
    return [
        Hint(
            number=found.option.number,
            token=found.option.token,
            label=match.label(found.option, decision),
            chance=likely(found.chance, match.seats, match.game.sharpness),
            worlds=found.worlds,
        )
        for found in adviser.estimates(sight)[:best]
    ]
