"""How well a seat stands: for bots (section 19).

Inhabited planets come first, then resources, more so if they complete the next cost. A player
whose turn is still to come is credited with what the chosen specialist will bring, and with the
planet that can be terraformed then.
"""

from __future__ import annotations

from math import exp
from typing import Final

from starhall.games.cassiopeia.cards import (
    ALL_INHABITED,
    AT_COINS,
    AT_START,
    BASE,
    BOT,
    BUY,
    CAPSULE,
    CELL,
    CLAUSES,
    COIN,
    COST,
    DISCOUNT,
    EACH_GAIN,
    EXTRA_TERRAFORM,
    FOR_SALE,
    GAIN,
    INHABITED_COUNT,
    LEVY,
    MARGIN,
    PURCHASE,
    RAID,
    ROW,
    SET_LOGISTICS,
    SHIP,
    STATION,
    TAKE_OBJECT,
    UPGRADE,
    Clause,
)
from starhall.games.cassiopeia.resources import eligible, loose, price_of, targets
from starhall.games.cassiopeia.state import (
    BEGIN,
    CHOOSING,
    EFFECTS,
    NONE,
    PAID,
    PHASE_2,
    START,
    TURNS,
    Player,
    Table,
)

PLANET: Final = 14.0
TOKEN_VALUE: Final[list[float]] = [1.0, 2.0, 3.0, 4.0, 4.4]
HELD: Final = 0.75  # of a token's value while it lies idle
CLOSENESS: Final = 0.45  # for each coin's worth that the cheapest next planet needs less
RAISED: Final = 0.35  # for each coin's worth that an inhabited neighbour adds to a cost
OPTIMIZED: Final = 1.2
RIVAL: Final = 0.5  # how much the strongest opponent counts against one
EXCESS: Final = 0.3  # of a token that the next flip would cost
SCALE: Final = 12.0
# Trade, Banking, Engineering, Genetic, Robotics, Defence, Supply: worth for a whole game ahead.
COMPLEX_VALUE: Final[list[float]] = [3.5, 1.0, 2.5, 2.0, 2.0, 0.6, 2.5]
OBJECT_VALUE: Final[list[float]] = [0.8, 1.5, 3.5]  # base, ship, station


def evaluate(s: Table, seat: int) -> float:
    """Between 0 and 1; 1 for the winner."""
    if s.over:
        return 1.0 if s.winner == seat else 0.0
    if s.phase < CHOOSING:
        return 0.5
    own = strength(s, s.players[seat])
    rival = 0.0
    for player in s.players:
        if player.seat != seat:
            rival = max(rival, strength(s, player))
    return 1.0 / (1.0 + exp((RIVAL * rival - own + (1.0 - RIVAL) * 4 * PLANET) / SCALE))


class Outlook:
    """What a player will have at the moment of terraforming, as far as one can tell."""

    __slots__ = ("bonus", "discount", "held", "margin", "mask", "planets_left", "side")

    def __init__(self, held: list[int], mask: int, side: int, margin: int) -> None:
        self.held = held
        self.mask = mask
        self.side = side
        self.margin = margin
        self.discount = 0
        self.planets_left = 0
        self.bonus = 0.0

    def copy(self) -> Outlook:
        twin = Outlook(self.held[:], self.mask, self.side, self.margin)
        twin.discount = self.discount
        twin.planets_left = self.planets_left
        twin.bonus = self.bonus
        return twin

    def optimized(self) -> bool:
        return self.margin > 0 if self.side == 0 else self.margin < 0


def strength(s: Table, player: Player) -> float:
    """The best that the rest of the player's turn promises, or what is there already."""
    outlook = Outlook(player.held[:], player.inhabited, s.logistics, player.margin())
    active = s.phase == TURNS and s.order[s.turn] == player.seat
    if active and s.step > START:
        outlook.discount = s.discount
        outlook.planets_left = s.planets_left
        promise_payment(s, player, outlook)
        if s.step == PHASE_2:
            return best_phase_2(s, player, outlook)
        return terraformed(player, outlook)
    if player.place != NONE and s.on[player.place] == player.seat:
        outlook.planets_left = 1
        outlook.held[COIN] += s.coins[player.place]
        for automatic in AT_COINS:
            if player.inhabited & automatic.bit:
                outlook.held[automatic.resource] += automatic.amount
        if not (active and s.step != BEGIN):
            for automatic in AT_START:
                if player.inhabited & automatic.bit and outlook.optimized():
                    outlook.held[automatic.resource] += automatic.amount
        return best_phase_2(s, player, outlook)
    return terraformed(player, outlook)


def promise_payment(s: Table, player: Player, outlook: Outlook) -> None:
    """What is being paid for counts as paid."""
    if s.payment == PAID:
        return
    for resource in range(CAPSULE):
        joker = s.by_capsule[resource]
        outlook.held[resource] -= s.due[resource] - joker
        outlook.held[CAPSULE] -= joker
    for resource in range(CAPSULE):  # what is short will be paid with capsules
        if outlook.held[resource] < 0:
            outlook.held[CAPSULE] += outlook.held[resource]
            outlook.held[resource] = 0
    if s.target != NONE:
        settle(player, outlook, s.target)
        outlook.planets_left -= 1
        outlook.discount = 0
    elif s.good != NONE and s.step != PHASE_2:
        clause = current_clause(s, player)
        if clause is not None and clause.verb == TAKE_OBJECT:
            outlook.bonus += OBJECT_VALUE[clause.thing]
        else:
            outlook.held[s.good] += 1


def current_clause(s: Table, player: Player) -> Clause | None:
    clauses = CLAUSES[s.row[player.place]]
    return clauses[s.part] if s.step == EFFECTS and s.part < len(clauses) else None


def best_phase_2(s: Table, player: Player, outlook: Outlook) -> float:
    """The better of the specialist's effect and a purchase."""
    purchase = outlook.copy()
    best = terraformed(player, with_effect(s, player, outlook))
    for resource in FOR_SALE:
        price = price_of(player, resource)
        if purchase.held[COIN] >= price and s.reserve[resource] > 0:
            bought = purchase.copy()
            bought.held[COIN] -= price
            bought.held[resource] += 1
            best = max(best, terraformed(player, bought))
    return best


def with_effect(s: Table, player: Player, outlook: Outlook) -> Outlook:
    """The clauses of the chosen specialist, roughly."""
    for clause in CLAUSES[s.row[player.place]]:
        if clause.logistics and not outlook.optimized():
            break
        add_clause(s, player, clause, outlook)
    return outlook


def add_clause(s: Table, player: Player, clause: Clause, outlook: Outlook) -> None:
    verb = clause.verb
    held = outlook.held
    if verb in (GAIN, EACH_GAIN):
        held[clause.thing] += min(clause.amount, s.reserve[clause.thing])
    elif verb == SET_LOGISTICS:
        if outlook.side != clause.thing:
            outlook.side = clause.thing
            for other in s.others(player):
                outlook.bonus += 0.4 * max(0, sum(loose(other)) - 3)
    elif verb == DISCOUNT:
        outlook.discount += clause.amount
    elif verb == EXTRA_TERRAFORM:
        outlook.planets_left += clause.amount
    elif verb == LEVY:
        for other in s.others(player):
            if eligible(player, other) and loose(other)[COIN] > 0:
                held[COIN] += 1
    elif verb == RAID:
        for other in targets(s, player)[:1]:
            found = loose(other)
            best = max([resource for resource in range(CAPSULE) if found[resource] > 0])
            held[best] += 1
    elif verb == UPGRADE:
        upgrade(outlook, player, clause.amount)
    elif verb == BUY:
        for _ in range(clause.amount):
            if held[COIN] >= clause.price and s.reserve[clause.thing] > 0:
                held[COIN] -= clause.price
                held[clause.thing] += 1
    elif verb == PURCHASE:
        for resource in (CELL, CELL - 1, BOT):
            if held[COIN] >= price_of(player, resource) and s.reserve[resource] > 0:
                held[COIN] -= price_of(player, resource)
                held[resource] += 1
                break
    elif verb == TAKE_OBJECT:
        take_object(s, player, clause, outlook)


def upgrade(outlook: Outlook, player: Player, times: int) -> None:
    """Each step where it brings the next planet nearest."""
    held = outlook.held
    for _ in range(times):
        best = NONE
        nearest = distance(player, outlook)
        for resource in (COIN, BOT, BOT + 1):
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


def take_object(s: Table, player: Player, clause: Clause, outlook: Outlook) -> None:
    kind = clause.thing
    margin = outlook.margin
    if player.objects[kind] == NONE:
        if s.object_reserve[kind] == 0 or outlook.held[COIN] < clause.price:
            return
        outlook.held[COIN] -= clause.price
        outlook.bonus += OBJECT_VALUE[kind] * (ROW - INHABITED_COUNT[outlook.mask]) / ROW
        if kind == BASE:
            outlook.margin = margin + 2 if outlook.side == 0 else margin - 2
    elif kind == BASE and not outlook.optimized():
        outlook.margin = margin + 4 if outlook.side == 0 else margin - 4


# Terraforming


def terraformed(player: Player, outlook: Outlook) -> float:
    """The value after the best planet that can be paid, or without any."""
    best = value(player, outlook)
    if outlook.planets_left == 0:
        return best
    held = outlook.held
    mask = outlook.mask
    left = player.row[ROW - 1]
    for type in player.row:
        if not mask >> type & 1:
            cost = COST[left * 2 + (mask >> left & 1)]
            if missing_tokens(cost, held) <= held[CAPSULE] + outlook.discount:
                best = max(best, after_planet(player, outlook, cost, type))
        left = type
    return best


def after_planet(
    player: Player, outlook: Outlook, cost: tuple[int, int, int, int], type: int
) -> float:
    """Pay, flip, perhaps go on; everything is put back afterwards."""
    held, mask, margin = outlook.held, outlook.mask, outlook.margin
    discount, planets_left = outlook.discount, outlook.planets_left
    outlook.held = paid(cost, held, discount)
    settle(player, outlook, type)
    outlook.discount = 0
    outlook.planets_left = planets_left - 1
    found = terraformed(player, outlook)
    outlook.held = held
    outlook.mask = mask
    outlook.margin = margin
    outlook.discount = discount
    outlook.planets_left = planets_left
    return found


def settle(player: Player, outlook: Outlook, type: int) -> None:
    first = player.system * 128
    base = outlook.margin - MARGIN[first + outlook.mask]
    outlook.mask |= 1 << type
    outlook.margin = base + MARGIN[first + outlook.mask]


def missing_tokens(cost: tuple[int, int, int, int], held: list[int]) -> int:
    short = 0
    for resource in range(CAPSULE):
        if cost[resource] > held[resource]:
            short += cost[resource] - held[resource]
    return short


def paid(cost: tuple[int, int, int, int], held: list[int], discount: int) -> list[int]:
    """What is left: shortages are dropped by a discount first, then paid with capsules."""
    left = held[:]
    for resource in (CELL, BOT + 1, BOT, COIN):
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
    total -= EXCESS * max(0, unsafe - 3)
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
    return total - CLOSENESS * distance(player, outlook) - RAISED * raised(player, outlook.mask)


def distance(player: Player, outlook: Outlook) -> float:
    """What the nearest planet still needs, in coins' worth; capsules fill the dearest gaps."""
    best = 99.0
    mask = outlook.mask
    held = outlook.held
    left = player.row[ROW - 1]
    for type in player.row:
        if not mask >> type & 1:
            cost = COST[left * 2 + (mask >> left & 1)]
            capsules = held[CAPSULE]
            need = 0.0
            for resource in (CELL, BOT + 1, BOT, COIN):
                short = cost[resource] - held[resource]
                if short > 0:
                    jokers = min(short, capsules)
                    capsules -= jokers
                    need += (short - jokers) * TOKEN_VALUE[resource]
            best = min(best, need)
        left = type
    return best


def raised(player: Player, mask: int) -> float:
    """How much dearer the planets still to come are because their left neighbour is settled."""
    total = 0.0
    left = player.row[ROW - 1]
    for type in player.row:
        if not mask >> type & 1 and mask >> left & 1:
            for resource in range(CAPSULE):
                more = COST[left * 2 + 1][resource] - COST[left * 2][resource]
                total += more * TOKEN_VALUE[resource]
        left = type
    return total
