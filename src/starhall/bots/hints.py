# mypyc: off
"""Hints: what the strong bot would choose with the player's information, and why."""

from __future__ import annotations

from itertools import accumulate
from math import pow
from typing import Any

import msgspec

from starhall.bots.bot import Estimate, SearchBot, StrongBot
from starhall.bots.reasons import Reason, watch
from starhall.bots.sight import Sight
from starhall.engine.match.match import Match

BEST = 3
RIVALS = 2  # further options that the best one is compared with


class Hint(msgspec.Struct, frozen=True):
    """One of the best options, with its chance and the number of imagined games behind it."""

    number: int  # of the option, in the vocabulary of the game
    token: str
    label: str
    chance: float  # to win, 0 to 1: see `likely`
    low: float  # the chance lies between these two, in two of three cases
    high: float
    worlds: int
    reason: Reason | None = None  # the first hint against the others, the rest against the best


def likely(share: float, seats: int, sharpness: float) -> float:
    """The chance to win for a seat with this share of the total value.

    An even share stays even and a larger one larger; `Game.sharpness` says by how much.
    """
    if seats == 1 or not 0.0 < share < 1.0:
        return min(max(share, 0.0), 1.0)
    own = pow(share, sharpness)
    others = (seats - 1) * pow((1.0 - share) / (seats - 1), sharpness)
    return own / (own + others)


def weigh(bot: SearchBot, match: Match[Any], seat: int) -> list[Estimate]:
    """All options of a seat, the best first, based only on what the seat knows."""
    decision = match.decision_of(seat)
    options = len(decision.options) if decision is not None else 0
    return bot.estimates(Sight(match, seat, bot.stream.new_key(), bot.worlds(options), bot.needs))


def hint(
    match: Match[Any], seat: int, seed: int = 0, best: int = BEST, bot: SearchBot | None = None
) -> list[Hint]:
    """The best options of a seat, the best first, based only on what the seat knows.

    The same match, seat and seed give the same hint. The default bot is strong.
    """
    adviser = bot if bot is not None else StrongBot(seed)
    decision = match.decision_of(seat)
    found = weigh(adviser, match, seat)
    compared = [estimate.option for estimate in found[: best + RIVALS]]
    outcomes = watch(match, seat, adviser.stream.new_key(), compared)

    # An option that was dropped early was worse in the same worlds. Its figure may still be higher
    # if the later worlds were harder for all, so it is capped.
    shares = list(accumulate([estimate.chance for estimate in found], min))

    def made(place: int, estimate: Estimate) -> Hint:
        def chance(share: float) -> float:
            return likely(share, match.seats, match.game.sharpness)

        others = outcomes[:1] if place else outcomes[1:]
        return Hint(
            number=estimate.option.number,
            token=estimate.option.token,
            label=match.label(estimate.option, decision),
            chance=chance(shares[place]),
            low=chance(shares[place] - estimate.error),
            high=chance(shares[place] + estimate.error),
            worlds=estimate.worlds,
            reason=outcomes[place].reason(match.game, others),
        )

    return [made(place, estimate) for place, estimate in enumerate(found[:best])]
