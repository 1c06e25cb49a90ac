"""Section 6: what can be paid, and in which ways (PI-6.4 to PI-6.13)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.games.pulp_invasion.content import ABILITIES
from starhall.games.pulp_invasion.options import D_PAY
from starhall.games.pulp_invasion.rules.legality import QUESTIONS
from starhall.games.pulp_invasion.state import Table

# The two abilities that can be converted into each one, in the order C, D, S
OTHERS: Final[list[list[int]]] = [[1, 2], [0, 2], [0, 1]]
MOST: Final = 9  # PI-1.8: no track has more points

_COSTS: Final[dict[int, list[list[int]]]] = {}  # worked out once, as every payment needs them


def payable(abilities: list[int], demands: list[int], discounts: int) -> bool:
    """Can all demands be settled together? Points of the right ability are the best to pay with.

    `demands` may be longer than three: a bill of `reckoning`.
    """
    combat = abilities[0] - demands[0]
    diplomacy = abilities[1] - demands[1]
    science = abilities[2] - demands[2]
    if combat >= 0 and diplomacy >= 0 and science >= 0:
        return True
    missing = 0
    spare: list[int] = []
    for left in (combat, diplomacy, science):
        if left < 0:
            missing -= left
        elif left > 0:
            spare.append(left)
    if discounts == 0:
        points = 0
        for left in spare:
            points += left >> 1
        return points >= missing
    return _convertible(spare, discounts) >= missing


def _convertible(spare: list[int], discounts: int) -> int:
    """PI-6.13: the most points that spare ones convert to: 1 each if discounted, else 2 each."""
    best = 0
    first = spare[0] if spare else 0
    second = spare[1] if len(spare) > 1 else 0
    for cheap in range(min(discounts, first) + 1):
        rest = min(discounts - cheap, second)
        points = cheap + (first - cheap) // 2 + rest + (second - rest) // 2
        best = max(best, points)
    return best


def survivable(abilities: list[int], demands: list[int], discounts: int) -> bool:
    """PI-15.2: can all demands be settled so that two abilities stay above 0?"""
    left = [abilities[0] - demands[0], abilities[1] - demands[1], abilities[2] - demands[2]]
    if left[0] >= 0 and left[1] >= 0 and left[2] >= 0 and left.count(0) < 2:
        return True
    for spent in range(3):  # this one may fall to 0
        kept = [abilities[0] - 1, abilities[1] - 1, abilities[2] - 1]
        kept[spent] += 1
        if -1 not in kept and payable(kept, demands, discounts):
            return True
    return False


def payments(s: Table, ability: int) -> list[Option]:
    """PI-6.12: the ways to settle one demand that leave the later ones payable.

    Fewest conversions first; two ways never cost the same, since a conversion costs at least
    what it saves.
    """
    have = s.abilities
    return [
        _option(s, cost)
        for cost in costs(ability, s.owed[ability], s.mirror + s.meridian)
        if cost[0] <= have[0] and cost[1] <= have[1] and cost[2] <= have[2]
        if _leaves_enough(s, ability, cost)
    ]


def costs(ability: int, demand: int, discounts: int) -> list[list[int]]:
    """PI-6.5, PI-6.6, PI-6.13: every way to settle a demand, in points of C, D and S."""
    key = (demand * 16 + discounts) * 3 + ability  # there are never 16 discounts
    if key not in _COSTS:
        _COSTS[key] = _work_out(ability, demand, discounts)
    return _COSTS[key]


def _work_out(ability: int, demand: int, discounts: int) -> list[list[int]]:
    one, other = OTHERS[ability]
    found: list[list[int]] = []
    for converted in range(demand + 1):
        cheap = min(discounts, converted)
        for first in range(converted, -1, -1):
            second = converted - first
            for cheap_first in range(max(0, cheap - second), min(cheap, first) + 1):
                cost = [demand - converted] * 3
                cost[one] = 2 * first - cheap_first
                cost[other] = 2 * second - (cheap - cheap_first)
                if cost[one] <= MOST and cost[other] <= MOST and (not cheap or cost not in found):
                    found.append(cost)
    return found


def _leaves_enough(s: Table, ability: int, cost: list[int]) -> bool:
    """PI-6.12: can the later demands still be paid?"""
    later = s.owed[:]
    later[ability] = 0
    if later == [0, 0, 0]:
        return True
    have = s.abilities
    left = [have[0] - cost[0], have[1] - cost[1], have[2] - cost[2]]
    discounts = s.mirror + s.meridian
    return payable(left, later, discounts - min(discounts, s.owed[ability] - cost[ability]))


def _option(s: Table, cost: list[int]) -> Option:
    """PI-15.2: a payment that leaves two abilities at 0 is marked."""
    have = s.abilities
    number = 100 * cost[0] + 10 * cost[1] + cost[2]
    if cost[0] == have[0]:
        fatal = cost[1] == have[1] or cost[2] == have[2]
    else:
        fatal = cost[1] == have[1] and cost[2] == have[2]
    return s.options.spend_fatal[number] if fatal else s.options.spend[number]


def cost_of(option: Option) -> list[int]:
    return [option.value // 100, option.value // 10 % 10, option.value % 10]


def demand_named(card: str, ability: int, demand: int) -> str:
    """What a payment is about: the card and the points that it demands."""
    return f"{card}/{ABILITIES[ability]}_{demand}"


def demanded(decision: Decision) -> int:
    """The ability of the demand that is being paid."""
    return ABILITIES.index(decision.about.rpartition("/")[2].rpartition("_")[0])


def points(amounts: list[int]) -> list[str]:
    """Points of Combat, Diplomacy and Super Science as the texts name them: `combat_2`."""
    found = [f"{ABILITIES[track]}_{amounts[track]}" for track in range(3) if amounts[track] > 0]
    return found or ["nothing"]


def all_payments(s: Table, decision: Decision) -> list[Option]:
    ability = demanded(decision)
    every = costs(ability, s.owed[ability], s.mirror + s.meridian)
    return [_option(s, cost) for cost in every]


@QUESTIONS.rule(D_PAY, all_payments)
def why_not_pay(s: Table, decision: Decision, option: Option) -> Reason | None:
    cost = cost_of(option)
    for track in range(3):
        if cost[track] > s.abilities[track]:
            values: dict[str, object] = {"ability": ABILITIES[track], "n": s.abilities[track]}
            return Reason("PI-6.4", "too_few_points" if s.abilities[track] else "at_zero", values)
    if not _leaves_enough(s, demanded(decision), cost):
        return Reason("PI-6.12", "rest_unpaid")
    return None


def spend(s: Table, ability: int, option: Option) -> None:
    """PI-6.8: the tracks go down; Star Mirror's discounts are used before Port Meridian's."""
    abilities = s.abilities
    amounts = cost_of(option)
    for track in range(3):
        abilities[track] -= amounts[track]
    cheap = min(s.mirror + s.meridian, s.owed[ability] - amounts[ability])
    mirrored = min(cheap, s.mirror)
    s.mirror -= mirrored
    s.meridian -= cheap - mirrored
    s.owed[ability] = 0
