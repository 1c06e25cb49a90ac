# mypyc: off
"""The numbers a player needs: ways to pay, the outcomes of an Evade and of a Search.

All of them come from what the player may know (PI-16.2): the bag's contents are open, its draws
are not.
"""

from __future__ import annotations

from itertools import product
from math import comb
from typing import NamedTuple

from starhall.games.pulp_invasion.content import BLACK, COLOURS, YELLOW
from starhall.games.pulp_invasion.rules.payment import payable, payments, spend
from starhall.games.pulp_invasion.rules.reckoning import bill, drawable, evade_draw
from starhall.games.pulp_invasion.state import Table

Points = tuple[int, int, int]


class Payment(NamedTuple):
    """One complete way to pay all demands of the active card."""

    cost: Points
    left: Points
    fatal: bool


class Outcome(NamedTuple):
    """What an Evade may draw, what that costs in abilities, and how likely it is."""

    cubes: list[int]  # by colour
    lost: Points
    chance: float


def ways_to_pay(view: Table) -> list[Payment]:
    """The complete payments for the active card as things stand, cheapest first.

    Those that cost as much or more of every ability as another are left out.
    """
    twin = view.copy()
    if not view.owed:
        twin.owed = bill(view, view.active)[:3]
    if not payable(twin.abilities, twin.owed, twin.mirror + twin.meridian):
        return []
    found: dict[Points, Payment] = {}
    _collect(twin, _points(view.abilities), found)
    best = [
        way for way in found.values() if not any(_beats(o.cost, way.cost) for o in found.values())
    ]
    return sorted(best, key=lambda way: (way.fatal, sum(way.cost), way.cost[::-1]))


def _beats(cost: Points, other: Points) -> bool:
    return cost != other and all(mine <= its for mine, its in zip(cost, other, strict=True))


def _collect(s: Table, before: Points, found: dict[Points, Payment]) -> None:
    for ability in range(3):
        if s.owed[ability] > 0:
            for option in payments(s, ability):
                twin = s.copy()
                spend(twin, ability, option)
                _collect(twin, before, found)
            return
    left = _points(s.abilities)
    cost = (before[0] - left[0], before[1] - left[1], before[2] - left[2])
    found[cost] = Payment(cost, left, fatal=left.count(0) >= 2)


def _points(abilities: list[int]) -> Points:
    return abilities[0], abilities[1], abilities[2]


# Evading


def evade_outcomes(view: Table) -> list[Outcome]:
    """What the bag may give if the active card is evaded, likeliest first."""
    return _outcomes(view, _points(view.abilities))


def _outcomes(view: Table, abilities: Points) -> list[Outcome]:
    colours = [0, 1, 2] if view.black_redraw else [0, 1, 2, BLACK]
    have = [view.bag[colour] for colour in colours]
    total = drawable(view)
    draws = min(evade_draw(view, view.active), total)
    found = []
    for counts in product(*[range(min(draws, n) + 1) for n in have]):
        if sum(counts) != draws:
            continue
        ways = 1
        for n, count in zip(have, counts, strict=True):
            ways *= comb(n, count)
        cubes = [0] * len(COLOURS)
        for colour, count in zip(colours, counts, strict=True):
            cubes[colour] = count
        lost = (
            min(abilities[0], counts[0]),
            min(abilities[1], counts[1]),
            min(abilities[2], counts[2]),
        )
        found.append(Outcome(cubes, lost, ways / comb(total, draws)))
    return sorted(found, key=lambda outcome: -outcome.chance)


def evade_risk(view: Table, paid: Points) -> float:
    """The chance that two abilities are at 0 after these points and the cubes are gone."""
    abilities = _points(view.abilities)
    after = (abilities[0] - paid[0], abilities[1] - paid[1], abilities[2] - paid[2])
    risk = 0.0
    for outcome in _outcomes(view, after):
        zeros = sum(after[track] - outcome.lost[track] <= 0 for track in range(3))
        if zeros >= 2:
            risk += outcome.chance
    return risk


# Searching


def lead_odds(view: Table, draws: int) -> list[float]:
    """The chances to draw 0, 1, 2 ... yellow cubes."""
    total = sum(view.bag)
    yellow = view.bag[YELLOW]
    draws = min(draws, total)
    return [
        comb(yellow, k) * comb(total - yellow, draws - k) / comb(total, draws)
        for k in range(min(yellow, draws) + 1)
    ]


def colour_odds(view: Table, colour: int, draws: int) -> tuple[float, float]:
    """How many cubes of a colour to expect, and the chance of at least one."""
    total = sum(view.bag)
    draws = min(draws, total)
    if total == 0:
        return 0.0, 0.0
    none = comb(total - view.bag[colour], draws) / comb(total, draws)
    return draws * view.bag[colour] / total, 1.0 - none
