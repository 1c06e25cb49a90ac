"""The value of a position for a seat: for bots.

Inhabited planets come first, then resources, more so if they complete the next cost. A player
whose turn is still to come is credited with what the chosen specialist will bring, and with the
planet that can be terraformed then.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Final

from starhall.engine.errors import RulesFault
from starhall.games.cassiopeia.content import (
    ALL_INHABITED,
    BASE,
    BOT,
    CAPSULE,
    CELL,
    COIN,
    EARTH,
    INHABITED_COUNT,
    LENS,
    MASKS,
    NONE,
    ROW,
    SHIP,
    STATION,
    Clause,
    Content,
    Cost,
)
from starhall.games.cassiopeia.rules.logistics import LIMIT
from starhall.games.cassiopeia.rules.payment import still_due
from starhall.games.cassiopeia.rules.purchases import price_of
from starhall.games.cassiopeia.rules.resources import eligible, loose, targets
from starhall.games.cassiopeia.rules.verbs import ACTS
from starhall.games.cassiopeia.state import Player, Table

PLANET: Final = 14.0
TOKEN_VALUE: Final[list[float]] = [1.0, 2.0, 3.0, 4.0, 4.4]
HELD: Final = 0.75  # share of a token's value while it lies idle
CLOSENESS: Final = 0.45  # for each coin's worth less that the cheapest next planet needs
RAISED: Final = 0.35  # for each coin's worth that an inhabited neighbour adds to a cost
OPTIMIZED: Final = 1.2
RIVAL: Final = 0.5  # how much the strongest opponent counts against the player
DISCARDED: Final = 0.4  # share of each token that an opponent loses by a flip
EXCESS: Final = 0.3  # share of a token that the next flip would cost
SCALE: Final = 12.0
# Trade, Banking, Engineering, Genetic, Robotics, Defence, Supply: worth for a whole game ahead.
COMPLEX_VALUE: Final[list[float]] = [3.5, 1.0, 2.5, 2.0, 2.0, 0.6, 2.5]
OBJECT_VALUE: Final[list[float]] = [0.8, 1.5, 3.5]  # base, ship, station


def evaluate(s: Table, seat: int) -> float:
    """Between 0 and 1; 1 for the winner."""
    if s.over:
        return 1.0 if s.winner == seat else 0.0
    if not s.dealt():
        return 0.5
    own = strength(s, s.players[seat])
    rival = 0.0
    for player in s.players:
        if player.seat != seat:
            rival = max(rival, strength(s, player))
    return 1.0 / (1.0 + exp((RIVAL * rival - own + (1.0 - RIVAL) * 4 * PLANET) / SCALE))


class Outlook:
    """What a player will have at the moment of terraforming, as far as this can be foreseen."""

    __slots__ = ("bonus", "content", "discount", "held", "margin", "mask", "planets_left", "side")

    def __init__(
        self, content: Content, held: list[int], mask: int, side: int, margin: int
    ) -> None:
        self.content = content
        self.held = held
        self.mask = mask
        self.side = side
        self.margin = margin
        self.discount = 0
        self.planets_left = 0
        self.bonus = 0.0

    def copy(self) -> Outlook:
        twin = Outlook(self.content, self.held[:], self.mask, self.side, self.margin)
        twin.discount = self.discount
        twin.planets_left = self.planets_left
        twin.bonus = self.bonus
        return twin

    def optimized(self) -> bool:
        return self.margin > 0 if self.side == EARTH else self.margin < 0


def strength(s: Table, player: Player) -> float:
    """The best that the rest of the player's turn promises, or what the player already has."""
    content = s.content
    outlook = Outlook(content, player.held[:], player.inhabited, s.logistics, s.margin(player))
    if not s.has_chosen(player):
        return terraformed(player, outlook)
    active = s.order[s.turn] == player.seat
    if active and s.planets_left > 0:
        outlook.discount = s.discount
        outlook.planets_left = s.planets_left
        promise_payment(s, player, outlook)
        return best_phase_2(s, player, outlook) if s.part == NONE else terraformed(player, outlook)
    outlook.planets_left = 1
    outlook.held[COIN] += s.coins[player.place]
    for clause in content.at_coins:
        if player.inhabited & clause.bit:
            outlook.held[clause.numbers[0]] += clause.numbers[1]
    if not active:
        for clause in content.at_start:
            if player.inhabited & clause.bit and outlook.optimized():
                outlook.held[clause.numbers[0]] += clause.numbers[1]
    return best_phase_2(s, player, outlook)


def promise_payment(s: Table, player: Player, outlook: Outlook) -> None:
    """What the player is paying for counts as paid."""
    if not s.due:
        return
    for resource, number in enumerate(still_due(s)):
        outlook.held[resource] -= number
    for resource in range(CAPSULE):  # capsules will pay for what is short
        if outlook.held[resource] < 0:
            outlook.held[CAPSULE] += outlook.held[resource]
            outlook.held[resource] = 0
    if s.target != NONE:
        settle(player, outlook, s.target)
        outlook.planets_left -= 1
        outlook.discount = 0
    elif s.good != NONE:
        clauses = s.effect(player)
        if s.part < len(clauses) and clauses[s.part].verb == "take_object":
            outlook.bonus += OBJECT_VALUE[clauses[s.part].numbers[0]]
        else:
            outlook.held[s.good] += 1


def best_phase_2(s: Table, player: Player, outlook: Outlook) -> float:
    """The better of the specialist's effect and a purchase."""
    purchase = outlook.copy()
    best = terraformed(player, with_effect(s, player, outlook))
    for resource in (BOT, LENS, CELL):
        price = price_of(s, player, resource)
        if purchase.held[COIN] >= price and s.reserve[resource] > 0:
            bought = purchase.copy()
            bought.held[COIN] -= price
            bought.held[resource] += 1
            best = max(best, terraformed(player, bought))
    return best


def with_effect(s: Table, player: Player, outlook: Outlook) -> Outlook:
    """The clauses of the chosen specialist, roughly."""
    for clause in s.effect(player):
        if clause.logistics and not outlook.optimized():
            break
        PROMISES[clause.verb](s, player, clause, outlook)
    return outlook


# What each verb of a specialist promises

Promise = Callable[[Table, Player, Clause, Outlook], None]
PROMISES: Final[dict[str, Promise]] = {}


def promise(verb: str) -> Callable[[Promise], Promise]:
    """Register the decorated function as what the verb brings."""

    def enter(function: Promise) -> Promise:
        PROMISES[verb] = function
        return function

    return enter


@promise("gain")
@promise("each_gain")
def promise_gain(s: Table, player: Player, clause: Clause, outlook: Outlook) -> None:
    resource, amount = clause.numbers
    outlook.held[resource] += min(amount, s.reserve[resource])


@promise("set_logistics")
def promise_side(s: Table, player: Player, clause: Clause, outlook: Outlook) -> None:
    side = clause.numbers[0]
    if outlook.side != side:
        outlook.side = side
        for other in s.others(player):
            outlook.bonus += DISCARDED * max(0, sum(loose(s, other)) - LIMIT)


@promise("discount")
def promise_discount(s: Table, player: Player, clause: Clause, outlook: Outlook) -> None:
    outlook.discount += clause.numbers[0]


@promise("extra_terraform")
def promise_planet(s: Table, player: Player, clause: Clause, outlook: Outlook) -> None:
    outlook.planets_left += clause.numbers[0]


@promise("levy")
def promise_levy(s: Table, player: Player, clause: Clause, outlook: Outlook) -> None:
    for other in s.others(player):
        if eligible(player, other) and loose(s, other)[COIN] > 0:
            outlook.held[COIN] += 1


@promise("raid")
def promise_raid(s: Table, player: Player, clause: Clause, outlook: Outlook) -> None:
    for other in targets(s, player)[:1]:
        found = loose(s, other)
        best = max([resource for resource in range(CAPSULE) if found[resource] > 0])
        outlook.held[best] += 1


@promise("upgrade")
def promise_upgrade(s: Table, player: Player, clause: Clause, outlook: Outlook) -> None:
    """Each step is taken where it brings the next planet nearest."""
    held = outlook.held
    for _ in range(clause.numbers[0]):
        best = NONE
        nearest = distance(player, outlook)
        for resource in (COIN, BOT, LENS):
            if held[resource] > 0:
                held[resource] -= 1
                held[resource + 1] += 1
                if distance(player, outlook) < nearest or best == NONE:
                    nearest = distance(player, outlook)
                    best = resource
                held[resource] += 1
                held[resource + 1] -= 1
        if best != NONE:
            held[best] -= 1
            held[best + 1] += 1


@promise("buy")
def promise_buy(s: Table, player: Player, clause: Clause, outlook: Outlook) -> None:
    resource, price, times = clause.numbers
    for _ in range(times):
        if outlook.held[COIN] >= price and s.reserve[resource] > 0:
            outlook.held[COIN] -= price
            outlook.held[resource] += 1


@promise("purchase")
def promise_purchase(s: Table, player: Player, clause: Clause, outlook: Outlook) -> None:
    for resource in (CELL, LENS, BOT):
        price = price_of(s, player, resource)
        if outlook.held[COIN] >= price and s.reserve[resource] > 0:
            outlook.held[COIN] -= price
            outlook.held[resource] += 1
            return


@promise("take_object")
def promise_object(s: Table, player: Player, clause: Clause, outlook: Outlook) -> None:
    kind, fee = clause.numbers
    margin = outlook.margin
    if player.objects[kind] == NONE:
        if s.object_reserve[kind] == 0 or outlook.held[COIN] < fee:
            return
        outlook.held[COIN] -= fee
        outlook.bonus += OBJECT_VALUE[kind] * (ROW - INHABITED_COUNT[outlook.mask]) / ROW
        if kind == BASE:
            outlook.margin = margin + 2 if outlook.side == EARTH else margin - 2
    elif kind == BASE and not outlook.optimized():
        outlook.margin = margin + 4 if outlook.side == EARTH else margin - 4


if PROMISES.keys() != ACTS.known.keys():
    raise RulesFault(f"no promise, or no verb: {', '.join(PROMISES.keys() ^ ACTS.known.keys())}")


# Terraforming


def terraformed(player: Player, outlook: Outlook) -> float:
    """The value after the best planet that can be paid, or without any."""
    best = value(player, outlook)
    if outlook.planets_left == 0:
        return best
    held = outlook.held
    mask = outlook.mask
    costs = outlook.content.cost
    left = player.row[ROW - 1]
    for type in player.row:
        if not mask >> type & 1:
            cost = costs[left * 2 + (mask >> left & 1)]
            if missing_tokens(cost, held) <= held[CAPSULE] + outlook.discount:
                best = max(best, after_planet(player, outlook, cost, type))
        left = type
    return best


def after_planet(player: Player, outlook: Outlook, cost: Cost, type: int) -> float:
    """Pay, flip, perhaps go on."""
    held = paid(cost, outlook.held, outlook.discount)
    after = Outlook(outlook.content, held, outlook.mask, outlook.side, outlook.margin)
    after.bonus = outlook.bonus
    after.planets_left = outlook.planets_left - 1
    settle(player, after, type)
    return terraformed(player, after)


def settle(player: Player, outlook: Outlook, type: int) -> None:
    margins = outlook.content.margin
    first = player.system * MASKS
    base = outlook.margin - margins[first + outlook.mask]
    outlook.mask |= 1 << type
    outlook.margin = base + margins[first + outlook.mask]


def missing_tokens(cost: Cost, held: list[int]) -> int:
    short = 0
    for resource in range(CAPSULE):
        if cost[resource] > held[resource]:
            short += cost[resource] - held[resource]
    return short


def paid(cost: Cost, held: list[int], discount: int) -> list[int]:
    """What is left: shortages are dropped by a discount first, then paid with capsules."""
    left = held[:]
    for resource in (CELL, LENS, BOT, COIN):
        need = cost[resource]
        if discount > 0 and need > held[resource]:
            need -= 1
            discount -= 1
        if need > left[resource]:
            left[CAPSULE] -= need - left[resource]
            left[resource] = 0
        else:
            left[resource] -= need
    return left


# Value


def value(player: Player, outlook: Outlook) -> float:
    """Planets, resources, what complexes and objects will still bring, and logistics."""
    if outlook.mask == ALL_INHABITED:
        return 20 * PLANET
    count = INHABITED_COUNT[outlook.mask]
    future = (ROW - count) / ROW
    total = PLANET * count + outlook.bonus
    held = outlook.held
    unsafe = 0
    for resource in range(CAPSULE + 1):
        total += HELD * TOKEN_VALUE[resource] * held[resource]
        if resource < CAPSULE:
            unsafe += held[resource]
    total -= EXCESS * max(0, unsafe - LIMIT)
    for type in range(ROW):
        if outlook.mask >> type & 1:
            total += COMPLEX_VALUE[type] * future
    if player.objects[SHIP] != NONE:
        total += OBJECT_VALUE[SHIP] * future
    if player.objects[STATION] != NONE:
        total += OBJECT_VALUE[STATION] * future
    if player.objects[BASE] != NONE:
        total += OBJECT_VALUE[BASE] * future
    if outlook.optimized():
        total += OPTIMIZED
    return total - CLOSENESS * distance(player, outlook) - RAISED * raised(player, outlook)


def distance(player: Player, outlook: Outlook) -> float:
    """What the nearest planet still needs, in coins' worth; capsules fill the dearest gaps."""
    best = 99.0
    mask = outlook.mask
    held = outlook.held
    costs = outlook.content.cost
    left = player.row[ROW - 1]
    for type in player.row:
        if not mask >> type & 1:
            cost = costs[left * 2 + (mask >> left & 1)]
            capsules = held[CAPSULE]
            need = 0.0
            for resource in (CELL, LENS, BOT, COIN):
                short = cost[resource] - held[resource]
                if short > 0:
                    jokers = min(short, capsules)
                    capsules -= jokers
                    need += (short - jokers) * TOKEN_VALUE[resource]
            best = min(best, need)
        left = type
    return best


def raised(player: Player, outlook: Outlook) -> float:
    """How much dearer the planets still to come are because their left neighbour is settled."""
    total = 0.0
    mask = outlook.mask
    costs = outlook.content.cost
    left = player.row[ROW - 1]
    for type in player.row:
        if not mask >> type & 1 and mask >> left & 1:
            for resource in range(CAPSULE):
                more = costs[left * 2 + 1][resource] - costs[left * 2][resource]
                total += more * TOKEN_VALUE[resource]
        left = type
    return total
