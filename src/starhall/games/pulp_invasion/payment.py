"""Section 6: what can be paid, and in which ways (PI-6.4 to PI-6.13)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.options import Option
from starhall.games.pulp_invasion.state import Table
from starhall.games.pulp_invasion.words import SPEND, SPEND_FATAL

# The two abilities that can be converted into each one, in the order C, D, S
OTHERS: Final[list[list[int]]] = [[1, 2], [0, 2], [0, 1]]


def payable(abilities: list[int], demands: list[int], discounts: int) -> bool:
    """Can all demands be settled together? Points of the right ability are the best to pay with.

    `demands` may be longer than three: a bill of `reckoning`.
    """
    missing = 0
    spare: list[int] = []
    for ability in range(3):
        left = abilities[ability] - demands[ability]
        if left < 0:
            missing -= left
        elif left > 0:
            spare.append(left)
    if missing == 0:
        return True
    if discounts == 0:
        points = 0
        for left in spare:
            points += left >> 1
        return points >= missing
    return _convertible(spare, discounts) >= missing


def _convertible(spare: list[int], discounts: int) -> int:
    """PI-6.13: most points that come out of the spare ones: 1 for a discounted one, else 2."""
    best = 0
    first = spare[0] if spare else 0
    second = spare[1] if len(spare) > 1 else 0
    for cheap in range(min(discounts, first) + 1):
        rest = min(discounts - cheap, second)
        points = cheap + (first - cheap) // 2 + rest + (second - rest) // 2
        best = max(best, points)
    return best


def payments(s: Table, ability: int) -> list[Option]:
    """PI-6.12: the ways to settle one demand that leave the later ones payable.

    Fewest conversions first; two ways never cost the same, since a conversion costs at least
    what it saves. Those that leave two abilities at 0 are marked (PI-15.2).
    """
    abilities = s.abilities
    demand = s.owed[ability]
    discounts = s.mirror + s.meridian
    later = s.owed[:]
    later[ability] = 0
    one, other = OTHERS[ability]
    found: list[Option] = []
    for converted in range(demand + 1):
        direct = demand - converted
        if direct > abilities[ability]:
            continue
        cheap = min(discounts, converted)
        for first in range(converted, -1, -1):
            second = converted - first
            for cheap_first in range(max(0, cheap - second), min(cheap, first) + 1):
                left = abilities[:]
                left[ability] -= direct
                left[one] -= 2 * first - cheap_first
                left[other] -= 2 * second - (cheap - cheap_first)
                if left[one] < 0 or left[other] < 0:
                    continue
                if not payable(left, later, discounts - cheap):
                    continue
                option = _option(abilities, left)
                if option not in found:
                    found.append(option)
    return found


def _option(before: list[int], after: list[int]) -> Option:
    number = 0
    zeros = 0
    for ability in range(3):
        number = 10 * number + before[ability] - after[ability]
        if after[ability] == 0:
            zeros += 1
    return SPEND_FATAL[number] if zeros >= 2 else SPEND[number]


def spend(s: Table, ability: int, option: Option) -> None:
    """PI-6.8: the tracks go down; Star Mirror's discounts are used before Port Meridian's."""
    abilities = s.abilities
    amounts = [option.value // 100, option.value // 10 % 10, option.value % 10]
    for track in range(3):
        abilities[track] -= amounts[track]
    cheap = min(s.mirror + s.meridian, s.owed[ability] - amounts[ability])
    mirrored = min(cheap, s.mirror)
    s.mirror -= mirrored
    s.meridian -= cheap - mirrored
    s.owed[ability] = 0
