"""The chance to win, estimated before the cubes of a Search are drawn.

`evaluation` compares the options of one decision and need not be a chance; a search that
averages over luck needs one. Here the same terms make the log-odds of winning, and the yellow cubes
that the Search may find are counted, not drawn: which cubes come is most of the luck of a round.

The weights are those of a logistic regression over 1,500 games that greedy played at Normal, at
every choice of a Planet: `tools/fit_pulp.py` plays these games and prints the weights.
"""

from __future__ import annotations

from math import exp
from typing import Final

from starhall.games.pulp_invasion.bot.evaluation import (
    REFILL,
    SEARCHING,
    SECOND,
    TRACK,
    Worth,
    at,
    dice_worth,
    quietus_threat,
    weapons_worth,
)
from starhall.games.pulp_invasion.content import BLACK, WHITE, YELLOW
from starhall.games.pulp_invasion.rules.reckoning import search_draw
from starhall.games.pulp_invasion.state import WON, Table

# Log-odds of winning, by term
EVEN: Final = -2.93
ABILITIES: Final = 0.154  # by their worth on TRACK
SECOND_LOWEST: Final = 0.80  # by its worth in SECOND
TO_DRAW: Final = -0.080  # by cubes
LATE: Final = -0.36  # by missing weapons, for each of the last rounds
DICE: Final = 0.103
WEAPONS: Final = 0.116
QUIETUS: Final = -0.083

ROUNDS: Final = 12  # PI-3.4
LAST_ROUNDS: Final = 4


def chance(s: Table, worth: Worth) -> float:
    """The chance to win while the Search of the round is still to be made."""
    if s.over:
        return 1.0 if s.cause == WON else 0.0
    bag = s.bag
    cubes = sum(bag)
    draws = search_draw(s)
    share = draws / cubes
    after = cubes - share * (cubes - bag[WHITE])  # false leads go back
    log_odds = EVEN + ability_term(abilities_after(s, share)) + standing_term(s, worth)
    left = s.wanted - len(s.found.cards)
    total = 0.0
    for found in range(min(draws, bag[YELLOW]) + 1):
        likely = exactly(found, bag[YELLOW], draws, cubes)
        if found >= left:
            total += likely
        elif s.rounds < ROUNDS:
            total += likely * logistic(log_odds + search_term(s, left - found, after))
    return total


def logistic(log_odds: float) -> float:
    return 1.0 / (1.0 + exp(-log_odds))


def exactly(hits: int, marked: int, draws: int, cubes: int) -> float:
    """The chance that `draws` cubes from the bag hold exactly `hits` of the `marked` ones."""
    likely = 1.0
    for n in range(hits):
        likely *= (marked - n) * (draws - n) / ((n + 1) * (cubes - n))
    for n in range(marked - hits):
        likely *= (cubes - draws - n) / (cubes - hits - n)
    return likely


def abilities_after(s: Table, share: float) -> list[float]:
    """The abilities with the cubes to expect, if this share of the bag is drawn."""
    have = [
        min(float(s.maxima[track]), s.abilities[track] + share * s.bag[track]) for track in range(3)
    ]
    if s.past_quietus():
        strongest = have.index(max(have))
        have[strongest] = max(0.0, have[strongest] - share * s.bag[BLACK])
    return have


# The terms


def ability_term(have: list[float]) -> float:
    """PI-22.1: each by itself, and the second-lowest of the three once more."""
    worth = at(TRACK, have[0]) + at(TRACK, have[1]) + at(TRACK, have[2])
    return ABILITIES * worth + SECOND_LOWEST * at(SECOND, sorted(have)[1])


def standing_term(s: Table, worth: Worth) -> float:
    """What the Search does not change."""
    term = DICE * dice_worth(s, worth) + WEAPONS * weapons_worth(s, worth)
    return term + QUIETUS * quietus_threat(s)


def search_term(s: Table, left: int, cubes: float) -> float:
    """The weapons still missing, by how full the bag is and how late it is."""
    late = max(0, LAST_ROUNDS - (ROUNDS - s.rounds))
    return TO_DRAW * SEARCHING[left] * (cubes + REFILL) + LATE * late * left
